"""The forms that values in a document may have; each form reads and prints its values."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.documents.fields import Fields, Findings
from clairify_cli.documents.quantities import Kind, QuantityError, parse, shown
from clairify_cli.documents.rules import rules
from clairify_cli.documents.yaml_tree import Mapping, Node, Sequence, Text, is_empty
from clairify_cli.records import dataclass, is_dataclass

LONGEST = 200
MOST_UNITS = 4
"""Limit on the units suggested in a message."""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./()-]*(?: [A-Za-z0-9_./()-]+)*")
_NO_TEXT = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""Words that a YAML reader does not read as strings."""
TRUE, FALSE = ("true", "yes"), ("false", "no")


class Form(ABC):
    """A form of values. A value is never None, because None means that it could not be read."""

    @abstractmethod
    def read(self, at: Findings, node: Node, what: str, key: Node) -> Any:
        """Read the value in a node; None with a finding on failure. `what` names it in messages, `key` is its key."""

    def show(self, value: Any) -> str:
        """Return the value as YAML on one line."""
        return text(str(value))


def text(written: str) -> str:
    """Return a text unquoted if every YAML reader reads it as a string, otherwise in quotes."""
    if _PLAIN.fullmatch(written) and written.lower() not in _NO_TEXT:
        return written
    return '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'


def flow(pairs: Iterable[tuple[str, str]]) -> str:
    """Format a mapping on one line."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


@dataclass(frozen=True, slots=True)
class Line(Form):
    """A text of one line."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> str | None:
        if not isinstance(node, Text) or not node.text.strip() or not node.text.isprintable():
            at.wrong(node, what, "a text of one line")
            return None
        if len(node.text) > LONGEST:
            length = f"{len(node.text)} characters long"
            at.add(rules.wrong_type(at.span(node), what, length, f"a text of {LONGEST} at most"))
            return None
        return node.text


@dataclass(frozen=True, slots=True)
class Prose(Form):
    """A text in which any white space counts as a space."""

    pattern: str = r"\S"
    expected: str = "a text"

    def read(self, at: Findings, node: Node, what: str, key: Node) -> str | None:
        if not isinstance(node, Text) or not node.text.strip():
            at.wrong(node, what, self.expected)
            return None
        return " ".join(node.text.split())


@dataclass(frozen=True, slots=True)
class Word(Form):
    """A word that matches a pattern; `refuse` makes the finding for another one, from its span, `what` and the word."""

    pattern: re.Pattern[str]
    expected: str
    refuse: Callable[[Span, str, str], Diagnostic] | None = None

    def read(self, at: Findings, node: Node, what: str, key: Node) -> str | None:
        if not isinstance(node, Text) or (self.refuse is None and not self._fits(node)):
            at.wrong(node, what, self.expected)
            return None
        if self.refuse is not None and not self._fits(node):
            at.add(self.refuse(at.span(node), what, node.text))
            return None
        return node.text

    def _fits(self, node: Text) -> bool:
        return len(node.text) <= LONGEST and self.pattern.fullmatch(node.text) is not None


@dataclass(frozen=True, slots=True)
class Made(Form):
    """The result of a function of a text and the context; the message of its `ValueError` is the finding."""

    make: Callable[[str, Any], Any]
    text: Prose

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Any:
        written = self.text.read(at, node, what, key)
        try:
            return None if written is None else self.make(written, at.context)
        except ValueError as error:
            at.say(node, str(error))
            return None


@dataclass(frozen=True, slots=True)
class Choice(Form):
    """One of a list of words."""

    known: tuple[str, ...]

    def read(self, at: Findings, node: Node, what: str, key: Node) -> str | None:
        if not isinstance(node, Text):
            at.wrong(node, what, "a word")
            return None
        if node.text not in self.known:
            at.add(rules.unknown_kind(at.span(node), what, node.text, self.known, nearest(node.text, self.known)))
            return None
        return node.text


@dataclass(frozen=True, slots=True)
class Version(Choice):
    """The version key of a kind of document, which distinguishes it from others."""

    def show(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Truth(Form):
    """`true` or `false`."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> bool | None:
        if isinstance(node, Text) and node.text.lower() in (*TRUE, *FALSE):
            return node.text.lower() in TRUE
        at.wrong(node, what, "`true` or `false`")
        return None

    def show(self, value: Any) -> str:
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Number(Form):
    """A quantity from `low` to `high` in the first unit of its kind; it is printed in `unit`."""

    kind: Kind
    low: float
    high: float
    unit: str = ""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> float | None:
        if not isinstance(node, Text):
            at.wrong(node, what, f"a number{f' in {self.kind.unit}' if self.kind.unit else ''}")
            return None
        try:
            value = parse(node.text, self.kind)
        except QuantityError as error:
            at.add(rules.bad_quantity(at.span(node), what, node.text, str(error), tuple(self.kind.units)[:MOST_UNITS]))
            return None
        if not self.low <= value <= self.high:
            low, high = (f"{end:g} {self.kind.unit}".rstrip() for end in (self.low, self.high))
            at.add(rules.out_of_range(at.span(node), what, node.text, low, high))
            return None
        return value

    def show(self, value: Any) -> str:
        return shown(value, self.unit, self.kind.units[self.unit]) if self.unit else shown(value)


@dataclass(frozen=True, slots=True)
class List(Form):
    """A list with a length in `counts` (any length if empty); `form` describes it in messages.

    With `alone`, a single value is read as a list of one; with `unique`, all items must differ.
    """

    each: Form
    form: str
    counts: range | tuple[int, ...] = ()
    alone: bool = False
    unique: bool = False

    def read(self, at: Findings, node: Node, what: str, key: Node) -> tuple[Any, ...] | None:
        if self.alone and not self.counts and is_empty(node):
            return ()
        nodes = node.items if isinstance(node, Sequence) else [node] if self.alone else None
        if nodes is None or (self.counts and len(nodes) not in self.counts):
            at.wrong(node, what, self.form)
            return None
        named = [(one, what if one is node else f"number {count} in {what}") for count, one in enumerate(nodes, 1)]
        read = tuple(self.each.read(at, one, each, key if one is node else one) for one, each in named)
        if any(one is None for one in read):
            return None
        if self.unique and len(set(read)) < len(read):
            at.wrong(node, what, f"{self.form} that differ")
            return None
        return read

    def show(self, value: Any) -> str:
        return f"[{', '.join(self.each.show(one) for one in value)}]"


@dataclass(frozen=True, slots=True)
class Map(Form):
    """A mapping from names to values of one form; an empty value is an empty mapping.

    `noun` names a value in messages, before its name; `key` is the form of names; `most` limits the number of items;
    with `lower`, names are read in lower case. A `partial` mapping contains its readable parts; any other is
    read only if all parts are correct.
    """

    each: Form
    noun: str = ""
    key: Word | None = None
    most: int = 1_000
    lower: bool = False
    partial: bool = False

    def read(self, at: Findings, node: Node, what: str, key: Node) -> dict[str, Any] | None:
        if is_empty(node):
            return {}
        if not isinstance(node, Mapping):
            at.wrong(node, what, "a mapping")
            return None
        if len(node.pairs) > self.most:
            span = at.span(node.pairs[self.most][0])
            at.add(rules.wrong_type(span, what, f"of {len(node.pairs)}", f"at most {self.most}"))
            return None
        made: dict[str, Any] = {}
        fields = Fields(at, what, node, node)
        for name, value in fields.values.items():
            if self.key is not None and self.key.read(at, fields.keys[name], f"`{name}` in {what}", key) is None:
                continue
            owner = f"{self.noun} `{name}`" if self.noun else fields.what(name)
            read = self.each.read(at, value, owner, fields.keys[name])
            spelt = name.lower() if self.lower else name
            if spelt in made:
                at.add(rules.duplicate_id(at.span(fields.keys[name]), spelt, at.span(node)))
            elif read is not None:
                made[spelt] = read
        return made if self.partial or len(made) == len(node.pairs) else None

    def show(self, value: Any) -> str:
        return flow((text(name), self.each.show(one)) for name, one in value.items())


@dataclass(frozen=True, slots=True)
class Either(Form):
    """A form for each kind of YAML node: scalar, list, mapping; `form` says in messages what is expected."""

    form: str
    scalar: Form | None = None
    items: Form | None = None
    mapping: Form | None = None

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Any:
        kind = "items" if isinstance(node, Sequence) else "mapping" if isinstance(node, Mapping) else "scalar"
        chosen: Form | None = getattr(self, "mapping" if is_empty(node) and self.mapping else kind)
        if chosen is None:
            at.wrong(node, what, self.form)
            return None
        return chosen.read(at, node, what, key)

    def show(self, value: Any) -> str:
        keyed = isinstance(value, dict) or is_dataclass(value)
        form = self.mapping if keyed else self.items if self.items and isinstance(value, tuple) else self.scalar
        assert form is not None
        return form.show(value)
