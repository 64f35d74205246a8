"""What the readers of sections, actions and formulas share: names, typed lists, and the findings so far."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Source, Span
from clairify_cli.languages.pddl.reading.expressions import Group, Item
from clairify_cli.languages.pddl.reading.foreign import plain
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Name, TypedName

NAME = re.compile(r"[a-z][a-z0-9_-]*")
VARIABLE = re.compile(r"\?[a-z][a-z0-9_-]*")
_PLAIN, _PLAIN_VARIABLES = (
    re.compile(rf"(?:(?:{of} )++- {NAME.pattern} )*+(?:{of} )*+") for of in (NAME.pattern, VARIABLE.pattern)
)
"""A typed list with nothing unusual about it, a blank behind every word."""
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?")

MOST_FINDINGS = 1000
"""Findings of one text; a text with more is no PDDL."""

_LONGEST_SHOWN = 60


class Reading:
    """A text that is being read, with what has been found wrong with it so far.

    `text` is what is read: the source's without what belongs to other languages.
    """

    __slots__ = ("found", "source", "text")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text, self.found = plain(source)

    def report(self, finding: Diagnostic) -> None:
        """Note a finding; beyond a number that no one reads, they are left out."""
        if len(self.found) < MOST_FINDINGS:
            self.found.append(finding)

    def span(self, item: Item) -> Span:
        """Where a word or a list stands."""
        return self.source.span(item.start, item.end)

    def opening(self, group: Group) -> Span:
        """Where a list begins: its bracket with the word behind it, so that a finding does not mark a whole section."""
        first = group.items[0] if group.items else None
        return self.source.span(group.start, first.end if isinstance(first, Name) else group.start + 1)

    def shown(self, item: Item) -> str:
        """A word or a list as it is written, on one line, cut where it is long."""
        if isinstance(item, Name):
            written = item.written
        else:
            written = " ".join(self.text[item.start : min(item.end, item.start + 4 * _LONGEST_SHOWN)].split())
        return written if len(written) <= _LONGEST_SHOWN else written[: _LONGEST_SHOWN - 1] + "…"


def removal(item: Item, *, safe: bool = False) -> Fix:
    """The fix that takes something out."""
    return Fix("take it out", (Edit(item.start, item.end, ""),), safe)


def replacement(item: Item, text: str, *, safe: bool = True) -> Fix:
    """The fix that writes something else in a place."""
    return Fix(f"write `{text}`", (Edit(item.start, item.end, text),), safe)


def declared_name(reading: Reading, name: Name, what: str) -> Name:
    """A name where something is declared; says so where it is none."""
    if not NAME.fullmatch(name.text) and name.text.isascii():  # other characters are found by themselves
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
    """The names of a typed list, `?a ?b - type ?c`, with their types.

    `what` says what they are, for messages. `variables` are due (`strict`: Fast Downward refuses others). `either`
    says that Fast Downward takes several types.
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
            reading.report(rules.unexpected(reading.span(item), reading.shown(item), f"in a list of {what}s", "names"))
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
    """The names of a typed list with nothing unusual about it."""
    made: list[TypedName] = []
    at = 0
    for _ in range(texts.count("-")):
        dash = texts.index("-", at)
        types = (words[dash + 1],)
        made += [TypedName(name, types) for name in words[at:dash]]
        at = dash + 2  # behind the dash and the type
    made += [TypedName(name) for name in words[at:]]
    return tuple(made)


def _glued(reading: Reading, item: Name, waiting: list[Name]) -> list[TypedName]:
    """Names whose type is written without a space after its `-`, which would be read as another name."""
    written = item.written[1:]
    fix = replacement(item, f"- {written}")
    reading.report(rules.glued_type(reading.span(item), item.written, written, fix))
    type_name = Name(item.text[1:], item.start + 1, item.end, written)
    return [TypedName(name, (type_name,)) for name in waiting]


def _types(reading: Reading, item: Item, what: str, *, either: bool) -> tuple[Name, ...]:
    """The type or types behind a `-`."""
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
    """Say which names are none: each that is refused, and the first of those that are only unusual."""
    pattern = VARIABLE if variables else NAME
    unusual: list[Name] = []
    for name in names:
        if pattern.fullmatch(name.text) or not name.text.isascii():  # which is said already
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
    """`an object`, `a type`."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
