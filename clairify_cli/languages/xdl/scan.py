"""Read one start tag, well-formed or not, and report the errors in it.

The scanner has two uses: it locates names and values in a well-formed tag, and it interprets a malformed one (no
quotes, a missing quote, a bare `&`) and provides an edit for each error.
"""

from __future__ import annotations

import enum
import re
from functools import cache

from clairify_cli.diagnostics.model import Edit
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass


class Slip(enum.Enum):
    """The possible errors in a start tag, each with how to fix it."""

    UNQUOTED = "add the quotes"
    COLON = "write `=`"
    SPACE = "remove the space"
    QUOTE_MISSING = "add the quote"
    CURLY_QUOTE = "use straight quotes"
    NO_VALUE = "correct it"
    NO_SPACE = "add a space"
    JUNK = "remove it"
    DUPLICATE = "remove the second"
    STRAY_LESS = "write `&lt;`"
    AMPERSAND = "write `&amp;`"
    ENTITY = "write the character"
    NOT_CLOSED = "add `/>`"


@dataclass(frozen=True, slots=True)
class Problem:
    """An error: its position, the faulty text, and the edits that fix it (none if the fix is unclear)."""

    slip: Slip
    start: int
    end: int
    text: str
    edits: tuple[Edit, ...] = ()
    sure: bool = True
    """Whether the edits preserve the intended meaning."""
    first: int = -1
    """For a duplicate: the offset of the first occurrence."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute as written: offsets of its name and of its value without quotes, and the resolved value."""

    name: str
    value: str
    name_start: int
    name_end: int
    value_start: int
    value_end: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag: its name, attributes, whether it closes itself, and the errors in it."""

    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    attributes: tuple[Attribute, ...]
    empty: bool
    problems: tuple[Problem, ...]
    by_name: dict[str, Attribute]
    """The attributes by name; the first of each name."""

    def attribute(self, name: str) -> Attribute | None:
        """Return the first attribute with that name."""
        return self.by_name.get(name)

    def values(self) -> dict[str, str]:
        """Return the attribute values by name; the first of each name."""
        return {name: attribute.value for name, attribute in self.by_name.items()}


NAME = r"[^\W\d][\w:.\-]*"
_NAME = late(NAME)
_SPACE = late(r"\s*")
_OPENING = {'"': '"', "'": "'", "“": "”", "„": "“", "”": "”", "‘": "’", "«": "»"}
_UNQUOTED = late(r"[^\s<>\"'“”]*?(?=/?>|[\s<\"'“”]|\Z)")
_UNQUOTED_QUANTITY = late(rf"[0-9.]+\s+[^\s<>\"'“”=/]+(?=\s*/?>|\s+{NAME}\s*=)")
_UNOPENED = late(r"[^<>\"'“”=\n]{1,200}(?=[\"'”](?:\s|/?>))")
_JUNK = late(r"[,;\"'“”=&]+|[^\s<>/,;\"'“”=&]+|.", re.DOTALL)
_MORE_UNQUOTED = late(rf"[ \t]+(?!{NAME}\s*=|/?>)[^\s<>\"'“”=,]*?(?=/?>|[\s<\"'“”=,]|\Z)(?<=\S)")
_CUT_SHORT = late(r"/\s*(?:<|\Z)")
_TAG_END = late(r"(/(\s*))?>")
_RAN_ON = late(rf"\s+{NAME}\s*=\s*\Z")
_VALUE_END = late(rf"\s+{NAME}\s*=|\s*/?>\s*(?=<|\n|\Z)")
_AMPERSAND = late(r"&(?:(#[0-9]+|#x[0-9A-Fa-f]+|[^\W\d]\w*);|(amp|lt|gt|quot|apos)(?![\w;]))?")
# The search for a closing quote stops here, so that a text full of opening quotes takes linear time.
_LONGEST_VALUE = 65_536
_BEHIND_VALUE = frozenset({"", " ", "\n", "\t", "\r", "/", ">"})
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def scan_tag(text: str, start: int) -> Tag:
    """Return the start tag whose `<` is at `start`. It ends after its `>`, or where it was most likely meant to end."""
    return _plain_tag(text, start) or _Scanner(text, start).scan()


_PLAIN_VALUE = r"""(?:"[^"<&=\n\t\r]{0,9999}+"|'[^'<&=\n\t\r]{0,9999}+')"""
_PLAIN_TAG = late(rf"<({NAME})((?:\s++{NAME}\s*+=\s*+{_PLAIN_VALUE})*+)\s*+(/?)>")
_PLAIN_ATTRIBUTE = late(rf"({NAME})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


def _plain_tag(text: str, start: int) -> Tag | None:
    """Return a tag that is certainly correct and whose values need no resolving; None for any other tag."""
    whole = _PLAIN_TAG.match(text, start)
    if whole is None:
        return None
    attributes = []
    for match in _PLAIN_ATTRIBUTE.finditer(text, *whole.span(2)):
        value = 2 if match[3] is None else 3
        attributes.append(Attribute(match[1], match[value], *match.span(1), *match.span(value), match.end()))
    by_name = {attribute.name: attribute for attribute in reversed(attributes)}
    if len(by_name) < len(attributes):
        return None
    name_start, name_end = whole.span(1)
    return Tag(whole[1], start, whole.end(), name_start, name_end, tuple(attributes), whole[3] == "/", (), by_name)


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
        name_start = self._skip_space(self.at)
        match = _NAME.match(text, name_start)
        name_end = match.end() if match else self.at
        if match and name_start > self.at:
            self._problem(Slip.SPACE, self.start, name_end, match.group(), Edit(self.at, name_start, ""))
        elif not match:
            name_start = self.at
        self.at = name_end
        empty = False
        size = len(text)
        while True:
            behind = self.at
            self.at = self._skip_space(behind)
            spaced = self.at > behind
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
            if ending := _TAG_END.match(text, self.at):
                if ending[2]:
                    self._problem(Slip.SPACE, self.at, ending.end(), ">", Edit(self.at + 1, ending.end() - 1, ""))
                self.at, empty = ending.end(), ending[1] is not None
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
            text[name_start:name_end],
            self.start,
            self.at,
            name_start,
            name_end,
            tuple(self.attributes),
            empty,
            tuple(self.problems),
            {attribute.name: attribute for attribute in reversed(self.attributes)},
        )

    def _skip_space(self, at: int) -> int:
        space = _SPACE.match(self.text, at)
        return space.end() if space else at

    def _problem(
        self, slip: Slip, start: int, end: int, text: str, *edits: Edit, sure: bool = True, first: int = -1
    ) -> None:
        self.problems.append(Problem(slip, start, end, text, edits, sure, first))

    def _not_closed(self, behind: int) -> None:
        """Report a tag without an end. If the text ends too, attributes may be lost, so the fix is not sure."""
        edit = Edit(behind, behind, "/>")
        goes_on = self.at < len(self.text)
        self._problem(Slip.NOT_CLOSED, self.start, behind, self.text[self.start : behind], edit, sure=goes_on)

    def _junk(self) -> None:
        """Report characters that cannot occur in a tag, such as a comma between attributes."""
        start = self.at
        match = _JUNK.match(self.text, start)
        self.at = match.end() if match else start + 1
        junk = self.text[start : self.at]
        space = "" if self.text[self.at : self.at + 1] in (" ", "\n", "\t", "\r", "/", ">") else " "
        sure = not any(character.isalnum() for character in junk)
        self._problem(Slip.JUNK, start, self.at, junk, Edit(start, self.at, space), sure=sure)

    def _attribute(self, match: re.Match[str]) -> None:
        text = self.text
        start, end = match.span()
        at = self._skip_space(end)
        if text[end - 1] == ":" and text[at : at + 1] in _OPENING:  # as in JSON
            end -= 1
            self._problem(Slip.COLON, start, end + 1, text[start:end], Edit(end, end + 1, "="))
        elif not text.startswith("=", at):
            self._problem(Slip.NO_VALUE, start, end, match.group())
            self._add((start, end), "", end, end, end)
            self.at = end
            return
        else:
            at = self._skip_space(at + 1)
        (self._quoted if text[at : at + 1] in _OPENING else self._unquoted)((start, end), at)

    def _quoted(self, name: tuple[int, int], at: int) -> None:
        text = self.text
        opening = text[at]
        closing = _OPENING[opening]
        end = text.find(closing, at + 1, at + _LONGEST_VALUE)
        if opening not in "\"'" and end < 0:
            closing = '"'
            end = text.find(closing, at + 1, at + _LONGEST_VALUE)
        cut = self._quote_missing(at + 1, end)
        if cut >= 0:
            self._problem(Slip.QUOTE_MISSING, at, cut, text[at:cut], Edit(cut, cut, closing))
            self._add(name, self._resolve(at + 1, cut), at + 1, cut, cut)
            self.at = cut
            return
        if opening not in "\"'":
            edits = (Edit(at, at + 1, '"'), Edit(end, end + 1, '"'))
            self._problem(Slip.CURLY_QUOTE, at, end + 1, text[at : end + 1], *edits)
        self._add(name, self._resolve(at + 1, end), at + 1, end, end + 1)
        self.at = end + 1

    def _quote_missing(self, start: int, end: int) -> int:
        """Return where the value that begins at `start` should end if its closing quote is missing; else -1.

        `end` is the offset of the next quote of the same kind, or -1. The quote is missing if the value would run
        on into ` name=`, or across a line break and a tag.
        """
        text = self.text
        if end >= 0:
            ran_on = _RAN_ON.search(text, max(start, end - 100), end)
            opens = text[end + 1 : end + 2] not in _BEHIND_VALUE
            if ran_on is not None and (opens or "=" not in text[start : ran_on.start()]):
                value_end = _VALUE_END.search(text, start, min(ran_on.end(), start + 1000))
                return value_end.start() if value_end else ran_on.start()
        if end >= 0 and "\n" not in text[start:end]:
            return -1
        line_end = text.find("\n", start, start + _LONGEST_VALUE)
        line_end = min(len(text), start + _LONGEST_VALUE) if line_end < 0 else line_end
        stretch = text[start : min(line_end, end if end >= 0 else line_end, start + 1000)]
        if end >= 0 and "<" not in text[start:end]:
            return -1  # a value may hold a line break
        close = re.search(rf"\s+{NAME}\s*=|\s*/?>|\Z", stretch)
        return start + (close.start() if close else len(stretch))

    def _unquoted(self, name: tuple[int, int], at: int) -> None:
        text = self.text
        match = _UNOPENED.match(text, at) or _UNQUOTED_QUANTITY.match(text, at) or _UNQUOTED.match(text, at)
        end = match.end() if match else at
        while end > at and (more := _MORE_UNQUOTED.match(text, end)) is not None:
            end = more.end()  # `volume=20 mL` is one value
        behind = end
        edits = [Edit(at, at, '"'), Edit(end, end, '"')]
        if behind < len(text) and text[behind] in "\"'“”":  # only the opening quote is missing
            behind += 1
            edits[1] = Edit(end, behind, '"')
        self._problem(Slip.UNQUOTED, at, behind, text[at:behind], *edits)
        self._add(name, self._resolve(at, end), at, end, behind)
        self.at = max(behind, at)

    def _add(self, name: tuple[int, int], value: str, start: int, end: int, behind: int) -> None:
        called = self.text[slice(*name)]
        first = self.seen.setdefault(called, len(self.attributes))
        if first != len(self.attributes):
            same = self.attributes[first].value == value
            edits = (Edit(self.attributes[-1].end, behind, ""),) if same else ()
            place = self.attributes[first].name_start
            self._problem(Slip.DUPLICATE, name[0], behind, called, *edits, first=place)
        self.attributes.append(Attribute(called, value, *name, start, end, behind))

    def _resolve(self, start: int, end: int) -> str:
        """Return the value with its entities resolved, and record the errors in it."""
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
    """Return a value normalised as by an XML parser: literal line breaks and tabs become spaces."""
    if "\n" in value or "\t" in value or "\r" in value:
        return value.replace("\r\n", " ").replace("\n", " ").replace("\r", " ").replace("\t", " ")
    return value


def resolve_entities(raw: str, start: int) -> tuple[str, list[Problem]]:
    """Return `raw` (at offset `start`) with its entities resolved, and a problem for each bare `&` or bad entity."""
    problems: list[Problem] = []

    def resolve(match: re.Match[str]) -> str:
        name, unfinished = match.groups()
        place = start + match.start()
        if unfinished:
            edit = Edit(place, start + match.end(), f"&{unfinished};")
            problems.append(Problem(Slip.ENTITY, place, start + match.end(), match.group(), (edit,)))
            return _PREDEFINED[unfinished]
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
        written = {"<": "&lt;", "&": "&amp;"}.get(known or "", known)
        edits = (Edit(place, place + len(match.group()), written),) if written else ()
        problems.append(Problem(Slip.ENTITY, place, place + len(match.group()), match.group(), edits))
        return known or match.group()

    return _AMPERSAND.sub(resolve, raw), problems


def _numbered(name: str) -> str | None:
    """Return the character for a reference such as `#176` or `#xB0`, if XML allows it."""
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
