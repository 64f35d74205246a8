"""Reads one start tag, however it is written, and says what is wrong with it.

The scanner serves two masters: it gives the places of names and values in a tag that is well-formed, and it
makes sense of one that is not (no quotes, a quote missing, a bare `&`), with an edit for each slip.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from functools import cache

from clairify_cli.diagnostics.model import Edit


class Slip(enum.Enum):
    """What can be wrong inside a start tag."""

    UNQUOTED = "unquoted"
    QUOTE_MISSING = "quote missing"
    CURLY_QUOTE = "curly quote"
    NO_VALUE = "no value"
    NO_SPACE = "no space"
    JUNK = "junk"
    DUPLICATE = "duplicate"
    STRAY_LESS = "stray <"
    AMPERSAND = "ampersand"
    ENTITY = "entity"
    NOT_CLOSED = "not closed"


@dataclass(frozen=True, slots=True)
class Problem:
    """A slip: where it stands, the text at fault, and the edits that mend it (none where it is not clear)."""

    slip: Slip
    start: int
    end: int
    text: str
    edits: tuple[Edit, ...] = ()
    first: int = -1
    """Of a duplicate: where the first one stands."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute as written: places of its name and of its value without quotes, and the resolved value."""

    name: str
    value: str
    name_start: int
    name_end: int
    value_start: int
    value_end: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag: its name, attributes, whether it closes itself, and what is wrong with it."""

    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    attributes: tuple[Attribute, ...]
    empty: bool
    problems: tuple[Problem, ...]
    by_name: dict[str, Attribute]
    """The attributes by name; of two of one name the first."""

    def attribute(self, name: str) -> Attribute | None:
        """The first attribute of that name."""
        return self.by_name.get(name)

    @property
    def insert_at(self) -> int:
        """Where a further attribute can be put: behind the last attribute, or behind the name."""
        return self.attributes[-1].end if self.attributes else self.name_end

    def values(self) -> dict[str, str]:
        """Attribute values by name; of two of one name the first."""
        return {name: attribute.value for name, attribute in self.by_name.items()}


NAME = r"[^\W\d][\w:.\-]*"
_NAME = re.compile(NAME)
_SPACE = re.compile(r"\s*")
_OPENING = {'"': '"', "'": "'", "“": "”", "„": "“", "”": "”", "‘": "’", "«": "»"}
_UNQUOTED = re.compile(r"[^\s<>\"'“”]*?(?=/?>|[\s<\"'“”]|\Z)")
_CUT_SHORT = re.compile(r"/\s*(?:<|\Z)")
_RAN_ON = re.compile(rf"\s+{NAME}\s*=\s*\Z")
_AMPERSAND = re.compile(r"&(?:(#[0-9]+|#x[0-9A-Fa-f]+|\w+);)?")
# A closing quote is sought no further than this, so that a text full of opening quotes costs linear time.
_LONGEST_VALUE = 65_536
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def scan_tag(text: str, start: int) -> Tag:
    """The start tag whose `<` stands at `start`. It ends behind its `>`, or where it must have been meant to end."""
    return _Scanner(text, start).scan()


class _Scanner:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.at = start + 1
        self.problems: list[Problem] = []
        self.attributes: list[Attribute] = []
        self.seen: dict[str, int] = {}

    def scan(self) -> Tag:
        text = self.text
        match = _NAME.match(text, self.at)
        name_end = match.end() if match else self.at
        self.at = name_end
        empty = False
        size = len(text)
        while True:
            space = _SPACE.match(text, self.at)
            assert space is not None
            spaced = space.end() > self.at
            behind = self.at
            self.at = space.end()
            if self.at >= size or text[self.at] == "<":
                self._not_closed(behind)
                self.at = behind
                break
            character = text[self.at]
            if character == "/" and _CUT_SHORT.match(text, self.at):
                self.at += 1
                self._problem(
                    Slip.NOT_CLOSED, self.start, self.at, text[self.start : self.at], Edit(self.at, self.at, ">")
                )
                empty = True
                break
            if character == ">":
                self.at += 1
                break
            if text.startswith("/>", self.at):
                self.at += 2
                empty = True
                break
            name = _NAME.match(text, self.at)
            if name is None:
                self._junk()
                continue
            if not spaced and self.attributes:
                edit = Edit(self.at, self.at, " ")
                self._problem(Slip.NO_SPACE, self.at, name.end(), name.group(), edit)
            self._attribute(name)
        return Tag(
            text[self.start + 1 : name_end],
            self.start,
            self.at,
            self.start + 1,
            name_end,
            tuple(self.attributes),
            empty,
            tuple(self.problems),
            {attribute.name: attribute for attribute in reversed(self.attributes)},
        )

    def _problem(self, slip: Slip, start: int, end: int, text: str, *edits: Edit, first: int = -1) -> None:
        self.problems.append(Problem(slip, start, end, text, edits, first))

    def _not_closed(self, behind: int) -> None:
        edit = Edit(behind, behind, "/>")
        self._problem(Slip.NOT_CLOSED, self.start, behind, self.text[self.start : behind], edit)

    def _junk(self) -> None:
        """A character that belongs nowhere in a tag, such as a comma between attributes."""
        start = self.at
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] in ",;\"'“”=&":
            self.at += 1
        self._problem(Slip.JUNK, start, self.at, self.text[start : self.at], Edit(start, self.at, " "))

    def _attribute(self, name: re.Match[str]) -> None:
        text = self.text
        equals = _SPACE.match(text, name.end())
        assert equals is not None
        if not text.startswith("=", equals.end()):
            self._problem(Slip.NO_VALUE, name.start(), name.end(), name.group())
            self._add(name, "", name.end(), name.end(), name.end())
            self.at = name.end()
            return
        opening = _SPACE.match(text, equals.end() + 1)
        assert opening is not None
        at = opening.end()
        quote = text[at] if at < len(text) else ""
        if quote in _OPENING and quote:
            self._quoted(name, at)
        else:
            self._unquoted(name, at)

    def _quoted(self, name: re.Match[str], at: int) -> None:
        text = self.text
        opening = text[at]
        closing = _OPENING[opening]
        end = text.find(closing, at + 1, at + _LONGEST_VALUE)
        if opening not in "\"'" and end < 0:
            closing = '"'
            end = text.find(closing, at + 1, at + _LONGEST_VALUE)
        cut = self._quote_missing(at + 1, end)
        if cut >= 0:
            self._problem(Slip.QUOTE_MISSING, at, cut, text[at:cut], Edit(cut, cut, opening))
            self._add(name, self._resolve(at + 1, cut), at + 1, cut, cut)
            self.at = cut
            return
        if opening not in "\"'":
            edits = (Edit(at, at + 1, '"'), Edit(end, end + 1, '"'))
            self._problem(Slip.CURLY_QUOTE, at, end + 1, text[at : end + 1], *edits)
        self._add(name, self._resolve(at + 1, end), at + 1, end, end + 1)
        self.at = end + 1

    def _quote_missing(self, start: int, end: int) -> int:
        """Where the value that begins at `start` must have ended, if its closing quote is missing; else -1.

        `end` is where the next quote of the kind stands, -1 for nowhere. The quote is missing when the value
        would run on into ` name=`, or over a line with a tag in it.
        """
        text = self.text
        if end >= 0:
            ran_on = _RAN_ON.search(text, max(start, end - 100), end)
            if ran_on is not None and "=" not in text[start : ran_on.start()]:
                return ran_on.start()
        if end >= 0 and "\n" not in text[start:end]:
            return -1
        line_end = text.find("\n", start, start + _LONGEST_VALUE)
        line_end = min(len(text), start + _LONGEST_VALUE) if line_end < 0 else line_end
        stretch = text[start : min(line_end, end if end >= 0 else line_end, start + 1000)]
        if end >= 0 and "<" not in text[start:end]:
            return -1  # a value may hold a line break
        close = re.search(rf"\s+{NAME}\s*=|\s*/?>|\Z", stretch)
        return start + (close.start() if close else len(stretch))

    def _unquoted(self, name: re.Match[str], at: int) -> None:
        text = self.text
        match = _UNQUOTED.match(text, at)
        end = match.end() if match else at
        behind = end
        edits = [Edit(at, at, '"'), Edit(end, end, '"')]
        if behind < len(text) and text[behind] in "\"'“”":  # only the opening quote is missing
            behind += 1
            edits[1] = Edit(end, behind, '"')
        self._problem(Slip.UNQUOTED, at, behind, text[at:behind], *edits)
        self._add(name, self._resolve(at, end), at, end, behind)
        self.at = max(behind, at)

    def _add(self, name: re.Match[str], value: str, start: int, end: int, behind: int) -> None:
        first = self.seen.setdefault(name.group(), name.start())
        if first != name.start():
            self._problem(Slip.DUPLICATE, name.start(), behind, name.group(), first=first)
        self.attributes.append(Attribute(name.group(), value, name.start(), name.end(), start, end, behind))

    def _resolve(self, start: int, end: int) -> str:
        """The value with its entities resolved; slips in it are noted."""
        raw = self.text[start:end]
        if "<" in raw:
            for match in re.finditer("<", raw):
                place = start + match.start()
                self._problem(Slip.STRAY_LESS, place, place + 1, "<", Edit(place, place + 1, "&lt;"))
        if "&" in raw:
            value, problems = resolve_entities(raw, start)
            self.problems.extend(problems)
            return _one_line(value)
        return _one_line(raw)


def _one_line(value: str) -> str:
    """A value as an XML reader gives it: line breaks and tabs written as such are spaces."""
    if "\n" in value or "\t" in value or "\r" in value:
        return value.replace("\r\n", " ").replace("\n", " ").replace("\r", " ").replace("\t", " ")
    return value


def resolve_entities(raw: str, start: int) -> tuple[str, list[Problem]]:
    """`raw`, which stands at `start`, with its entities resolved; a bare `&` and an unknown entity are noted."""
    problems: list[Problem] = []

    def resolve(match: re.Match[str]) -> str:
        name = match.group(1)
        place = start + match.start()
        if name is None:
            problems.append(Problem(Slip.AMPERSAND, place, place + 1, "&", (Edit(place, place + 1, "&amp;"),)))
            return "&"
        if name in _PREDEFINED:
            return _PREDEFINED[name]
        if name.startswith("#"):
            character = _numbered(name)
            if character is not None:
                return character
        known = _html_entities().get(f"{name};")
        edits = (Edit(place, place + len(match.group()), known),) if known else ()
        problems.append(Problem(Slip.ENTITY, place, place + len(match.group()), match.group(), edits))
        return known or match.group()

    return _AMPERSAND.sub(resolve, raw), problems


def _numbered(name: str) -> str | None:
    """The character of `#176` or `#xB0`, if XML allows it."""
    digits = name[2:] if name.startswith("#x") else name[1:]
    if len(digits) > 8:
        return None
    number = int(digits, 16 if name.startswith("#x") else 10)
    allowed = number in (9, 10, 13) or 0x20 <= number <= 0xD7FF or 0xE000 <= number <= 0xFFFD
    return chr(number) if allowed or 0x10000 <= number <= 0x10FFFF else None


@cache
def _html_entities() -> dict[str, str]:
    from html.entities import html5

    return html5
