"""Shared by the readers of sections, actions and formulas: names, typed lists, and the findings so far."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Source, Span
from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.reading.characters import plain_characters
from clairify_cli.languages.pddl.reading.expressions import Group, Item
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Name, TypedName

_NAME = r"[a-z][a-z0-9_-]*"
NAME, VARIABLE = late(_NAME), late(rf"\?{_NAME}")
_PLAIN, _PLAIN_VARIABLES = (late(rf"(?:(?:{of} )++- {_NAME} )*+(?:{of} )*+") for of in (_NAME, rf"\?{_NAME}"))
"""An ordinary typed list, with a blank after every word."""
NUMBER = late(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?")

MOST_FINDINGS = 1000
"""Limit on findings per text; a text with more is not PDDL."""

_LONGEST_SHOWN = 60


class Reading:
    """A text being read, with the findings so far.

    `text` is the source's text with constructs of other languages blanked out.
    """

    __slots__ = ("found", "source", "text")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text, self.found = plain(source)

    def report(self, finding: Diagnostic) -> None:
        """Record a finding; those beyond `MOST_FINDINGS` are dropped."""
        if len(self.found) < MOST_FINDINGS:
            self.found.append(finding)

    def span(self, item: Item) -> Span:
        """Return the span of a word or a list."""
        return self.source.span(item.start, item.end)

    def opening(self, group: Group) -> Span:
        """Return the span of a list's bracket and first word, so that a finding does not mark a whole section."""
        first = group.items[0] if group.items else None
        return self.source.span(group.start, first.end if isinstance(first, Name) else group.start + 1)

    def unexpected(self, item: Item, where: str, expected: str, fix: Fix | None = None) -> None:
        """Report an item in a place where something else is expected."""
        self.report(rules.unexpected(self.span(item), self.shown(item), where, expected, fix))

    def misplaced(self, group: Group, operator: str, where: str, instead: str) -> None:
        """Report a list that begins with an operator which is not allowed there."""
        self.report(rules.not_allowed_here(self.opening(group), operator, where, instead))

    def miscounted(self, group: Group, operator: str, takes: str, given: int) -> None:
        """Report a list with too many or too few operands."""
        self.report(rules.operand_count(self.opening(group), operator, takes, given))

    def shown(self, item: Item) -> str:
        """Return a word or a list as written, on one line, shortened if necessary."""
        if isinstance(item, Name):
            written = item.written
        else:
            written = " ".join(self.text[item.start : min(item.end, item.start + 4 * _LONGEST_SHOWN)].split())
        return written if len(written) <= _LONGEST_SHOWN else written[: _LONGEST_SHOWN - 1] + "…"


def replacement(item: Item, text: str, *, safe: bool = True) -> Fix:
    """Return a fix that replaces an item by a text."""
    return Fix(f"write `{text}`", (Edit(item.start, item.end, text),), safe)


def declared_name(reading: Reading, name: Name, what: str) -> Name:
    """Return a declared name, and report an unusual one."""
    if not NAME.fullmatch(name.text) and name.text.isascii():  # non-ASCII characters have their own rule
        reading.report(rules.bad_name(reading.span(name), name.written, what, "a name", Severity.WARNING))
    return name


def typed_list(
    reading: Reading,
    items: Sequence[Item],
    what: str,
    *,
    variables: bool = False,
    strict: bool = True,
    either: bool = False,
) -> tuple[TypedName, ...]:
    """Read the names of a typed list, `?a ?b - type ?c`, with their types.

    `what` names their kind in messages. With `variables`, they must be variables (`strict`: Fast Downward rejects other
    names). `either` means that Fast Downward accepts several types here.
    """
    if not items:
        return ()
    words = [item for item in items if isinstance(item, Name)]
    texts = [name.text for name in words]
    if len(words) == len(items) and (_PLAIN_VARIABLES if variables else _PLAIN).fullmatch(" ".join((*texts, ""))):
        return _plain_list(words, texts)
    made: list[TypedName] = []
    waiting: list[Name] = []
    names: list[Name] = []
    at, count = 0, len(items)
    while at < count:
        item = items[at]
        at += 1
        if isinstance(item, Name) and item.text[0] != "-":  # most of them
            waiting.append(item)
            names.append(item)
        elif isinstance(item, Group):
            reading.unexpected(item, f"in a list of {what}s", "names")
        elif item.text == "-":
            types: tuple[Name, ...] = ()
            if at == count:
                last = waiting[-1].written if waiting else "…"
                reading.report(rules.type_missing(reading.span(item), last))
            else:
                if not waiting:
                    reading.report(rules.names_missing(reading.span(items[at]), reading.shown(items[at])))
                types = _types(reading, items[at], what, either=either)
                at += 1
            made += [TypedName(name, types) for name in waiting]
            waiting.clear()
        elif item.text[1:2].isalpha():
            made += _glued(reading, item, waiting)
            waiting = []
        else:
            waiting.append(item)
            names.append(item)
    _check_names(reading, names, what, variables=variables, strict=strict)
    made += [TypedName(name) for name in waiting]
    return tuple(made)


def _plain_list(words: list[Name], texts: list[str]) -> tuple[TypedName, ...]:
    """Read the names of an ordinary typed list."""
    made: list[TypedName] = []
    at = 0
    for _ in range(texts.count("-")):
        dash = texts.index("-", at)
        types = (words[dash + 1],)
        made += [TypedName(name, types) for name in words[at:dash]]
        at = dash + 2  # skip the dash and the type
    made += [TypedName(name) for name in words[at:]]
    return tuple(made)


def _glued(reading: Reading, item: Name, waiting: list[Name]) -> list[TypedName]:
    """Read names whose type has no space after its `-`, which planners would read as another name."""
    written = item.written[1:]
    fix = replacement(item, f"- {written}")
    reading.report(rules.glued_type(reading.span(item), item.written, written, fix))
    type_name = Name(item.text[1:], item.start + 1, item.end, written)
    return [TypedName(name, (type_name,)) for name in waiting]


def _types(reading: Reading, item: Item, what: str, *, either: bool) -> tuple[Name, ...]:
    """Read the type or types after a `-`."""
    if isinstance(item, Name):
        if not NAME.fullmatch(item.text):
            reading.report(rules.bad_type(reading.span(item), item.written))
            return ()
        return (item,)
    names = tuple(name for name in item.items[1:] if isinstance(name, Name))
    if item.head != "either" or not names or len(names) != len(item.items) - 1:
        reading.report(rules.bad_type(reading.span(item), reading.shown(item)))
        return ()
    if not either:
        reading.report(rules.either_not_allowed(reading.span(item), f"in a list of {what}s"))
    return names


def _check_names(reading: Reading, names: list[Name], what: str, *, variables: bool, strict: bool) -> None:
    """Report bad names: each that planners reject, and the first of those that are only unusual."""
    pattern = VARIABLE if variables else NAME
    unusual: list[Name] = []
    for name in names:
        if pattern.fullmatch(name.text) or not name.text.isascii():  # non-ASCII is already reported
            continue
        if not (variables and strict) or name.text[0] == "?":
            unusual.append(name)
            continue
        expected = f"a variable, `?{name.written}`" if NAME.fullmatch(name.text) else "a variable such as `?x`"
        reading.report(rules.bad_name(reading.span(name), name.written, with_article(what), expected, Severity.ERROR))
    if unusual:
        first = unusual[0]
        expected = "a variable such as `?x`" if variables else "letters, digits, `-` and `_`, first a letter"
        reading.report(
            rules.bad_name(
                reading.span(first),
                first.written,
                with_article(what),
                expected,
                Severity.WARNING,
                None,
                len(unusual) - 1,
            )
        )


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article: `an object`, `a type`."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


# ----------------------------------------------------------- constructs of other programs and languages in a text


_ESCAPE = r"\\r\\n|\\[nrt]"
_IN_LINES = late(rf";[^\r\n]*|{_ESCAPE}")
_ON_ONE_LINE = late(rf";[^\\]*|{_ESCAPE}")
_COMMENT = late(r";[^\r\n]*|(?<![^\s()])/\*.*?(?:\*/|\Z)|(?<![^\s()])//[^\r\n]*", re.DOTALL)
_COMMA = late(r";[^\r\n]*|[(),]")

_LONGEST = 2_000_000
"""Longest text, in characters, that is searched; a longer one is not hand-written."""


def plain(source: Source) -> tuple[str, list[Diagnostic]]:
    """Return the text to read, of the same length as the source, and findings on what was blanked out."""
    text = plain_characters(source.text)
    found: list[Diagnostic] = []
    if len(text) > _LONGEST:
        return text, found
    if "\\n" in text:
        text, found = _with_line_breaks(source, text)
    if "//" in text or "/*" in text:
        text, comments = _without_comments(source, text)
        found += comments
    if "," in text and any("," in line.partition(";")[0] for line in text.replace("\r", "\n").split("\n")):
        text, commas = _without_commas(source, text)
        found += commas
    return text, found


def _with_line_breaks(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """Replace `\\n` outside comments by a line break, since PDDL has no use for a backslash, and report it."""
    pattern = _IN_LINES if "\n" in text.strip() else _ON_ONE_LINE
    places = [match for match in pattern.finditer(text) if match.group()[0] != ";"]
    if not places:
        return text, []
    edits = tuple(Edit(*match.span(), "\t" if match.group() == "\\t" else "\n") for match in places)
    count = sum(match.group() != "\\t" for match in places)
    finding = rules.escaped_line_break(source.span(*places[0].span()), count, Fix("write line breaks", edits))
    return "".join(_pieces(text, places, "\n")), [finding]


def _without_comments(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """Blank out C-style comments, and report them."""
    places = [match for match in _COMMENT.finditer(text) if match.group()[0] != ";"]
    found = [
        rules.foreign_comment(source.span(*match.span()), match.group()[:2], _as_comment(text, match))
        for match in places
    ]
    return "".join(_pieces(text, places, " ")), found


def _without_commas(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """Blank out commas, which would become part of the preceding word, with one finding for all of them."""
    places: list[re.Match[str]] = []
    depth = 0
    for match in _COMMA.finditer(text):
        written = match.group()
        depth += 1 if written == "(" else -1 if written == ")" else 0
        if written == "," and depth > 0:  # others are in prose outside brackets, which is reported anyway
            places.append(match)
    if not places:
        return text, []
    edits = tuple(Edit(*match.span(), "" if text[match.end() : match.end() + 1].isspace() else " ") for match in places)
    fix = Fix("take the commas out", edits)
    finding = rules.comma(source.span(*places[0].span()), len(places), fix)
    return "".join(_pieces(text, places, " ")), [finding]


def _as_comment(text: str, match: re.Match[str]) -> Fix:
    """Return the fix that rewrites a comment in PDDL's form, with a line break if something follows it."""
    inside = match.group().removeprefix("/*").removesuffix("*/").lstrip("/")
    lines = [f"; {line.strip()}".rstrip() for line in inside.strip().splitlines()] or [";"]
    end_of_line = text.find("\n", match.end())
    behind = text[match.end() : len(text) if end_of_line < 0 else end_of_line]
    written = "\n".join(lines) + ("\n" if behind.strip() else "")
    return Fix("write it with `;`", (Edit(match.start(), match.end(), written),))


def _pieces(text: str, places: list[re.Match[str]], first: str) -> Iterator[str]:
    """Yield the pieces of a text in which each place is replaced by `first`, padded with blanks."""
    end = 0
    for match in places:
        yield text[end : match.start()]
        yield first.ljust(match.end() - match.start())
        end = match.end()
    yield text[end:]
