"""Reading the fields of a mapping: each returns its value, or None (or the default) with a finding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.worlds.scene import rules
from clairify_cli.worlds.scene.nodes import Mapping, Node, Sequence, Text, compose, is_empty
from clairify_cli.worlds.scene.quantities import ANGLE, LENGTH, Kind, QuantityError, parse

TRUE, FALSE = ("true", "yes"), ("false", "no")
_LONGEST_NAME = 200
_LONGEST = 60
"""Characters of a text that a message quotes."""

ID = re.compile(r"[a-z][a-z0-9_-]{0,59}")
"""How things are called: words that PDDL takes too."""


@dataclass(frozen=True, slots=True)
class Range:
    """What a number may be, in the first unit of its kind, both ends included."""

    low: float
    high: float


SIZE = Range(0.001, 3.0)
PLACE = Range(-3.0, 3.0)


@dataclass
class Findings:
    """The findings on a text so far."""

    source: Source
    found: list[Diagnostic] = field(default_factory=list)

    def span(self, node: Node) -> Span:
        return self.source.span(node.start, node.end)

    def add(self, finding: Diagnostic) -> None:
        self.found.append(finding)


def described(node: Node) -> str:
    """What a node is, for a message: a text that goes on and on is cut."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return f"a list of {len(node.items)}"
    words = " ".join(node.text[: 2 * _LONGEST].split()) if len(node.text) > _LONGEST else node.text
    return f"`{words if len(words) <= _LONGEST else words[: _LONGEST - 2] + ' …'}`" if words else "empty"


@dataclass
class Fields:
    """The fields of one thing; `owner` is what messages call it. `meant` are the keys that unknown ones are near to."""

    findings: Findings
    owner: str
    node: Mapping
    key: Node
    values: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Node] = field(default_factory=dict)
    meant: set[str] = field(default_factory=set)
    failed: bool = False

    def __post_init__(self) -> None:
        for key, value in self.node.pairs:
            if not isinstance(key, Text):
                self.wrong(key, "a key", "a word")
            elif key.text in self.keys:
                self.fail(rules.duplicate_id(self.span(key), key.text, self.span(self.keys[key.text])))
            else:
                self.keys[key.text], self.values[key.text] = key, value

    def span(self, node: Node) -> Span:
        return self.findings.span(node)

    def fail(self, finding: Diagnostic) -> None:
        self.failed = True
        self.findings.add(finding)

    def wrong(self, node: Node, what: str, expected: str) -> None:
        self.fail(rules.wrong_type(self.span(node), what, described(node), expected))

    def known(self, names: Iterable[str]) -> None:
        """Report every key that is not among these."""
        allowed = tuple(names)
        for name, node in self.keys.items():
            if name not in allowed:
                self.meant.add(nearest(name, allowed) or "")
                near = only_near_match(name, [one for one in allowed if one not in self.keys])
                edit = Edit(node.start, node.end, near or "")
                fix = None if near is None or node.end - node.start != len(name) else Fix(f"write `{near}`", (edit,))
                self.fail(rules.unknown_key(self.span(node), name, self.owner, allowed, fix))

    def missing(self, what: str, hint: str | None = None) -> None:
        """Report what has to be there, unless it is there under a misspelt key, which is reported already."""
        if what.strip("`") in self.meant:
            self.failed = True
            return
        self.fail(rules.missing_field(self.span(self.key), self.owner, what, hint))

    def what(self, name: str) -> str:
        """A field for a message."""
        return f"`{name}` of {self.owner}"

    def quantity_of(self, node: Node, what: str, kind: Kind, within: Range) -> float | None:
        """The value of a node as a quantity."""
        if not isinstance(node, Text):
            self.wrong(node, what, f"a number{f' in {kind.unit}' if kind.unit else ''}")
            return None
        try:
            value = parse(node.text, kind)
        except QuantityError as error:
            self.fail(rules.bad_quantity(self.span(node), what, node.text, str(error), tuple(kind.units)))
            return None
        return value if self.within(node, what, value, within, kind) else None

    def within(self, node: Text, what: str, value: float, allowed: Range, kind: Kind) -> bool:
        if allowed.low <= value <= allowed.high:
            return True
        low, high = (f"{end:g} {kind.unit}".rstrip() for end in (allowed.low, allowed.high))
        self.fail(rules.out_of_range(self.span(node), what, node.text, low, high))
        return False

    def quantity(self, name: str, kind: Kind, within: Range) -> float | None:
        """A quantity, None where the field is not there or not good."""
        node = self.values.get(name)
        return None if node is None else self.quantity_of(node, self.what(name), kind, within)

    def numbers(
        self, name: str, kind: Kind, within: Range, counts: tuple[int, ...], form: str
    ) -> tuple[float, ...] | None:
        """A list of quantities of one of the lengths in `counts`."""
        node = self.values.get(name)
        if node is None:
            return None
        if not isinstance(node, Sequence) or len(node.items) not in counts:
            self.wrong(node, self.what(name), form)
            return None
        values = [
            self.quantity_of(one, f"number {count} in {self.what(name)}", kind, within)
            for count, one in enumerate(node.items, 1)
        ]
        return None if None in values else tuple(one for one in values if one is not None)

    def text(self, name: str, default: str) -> str:
        """A text of one line."""
        node = self.values.get(name)
        if node is None:
            return default
        if not isinstance(node, Text) or not node.text.strip() or not node.text.isprintable():
            self.wrong(node, self.what(name), "a text of one line")
            return default
        if len(node.text) > _LONGEST_NAME:
            self.fail(
                rules.wrong_type(
                    self.span(node),
                    self.what(name),
                    f"{len(node.text)} characters long",
                    f"a text of {_LONGEST_NAME} at most",
                )
            )
        return node.text

    def choice(self, name: str, known: tuple[str, ...], default: str | None) -> str | None:
        """A word of a list; where there is no default, the field has to be there."""
        node = self.values.get(name)
        if node is None:
            if default is None:
                self.missing(name, f"write one of {', '.join(known)}")
            return default
        if not isinstance(node, Text):
            self.wrong(node, self.what(name), "a word")
            return None
        if node.text not in known:
            self.fail(rules.unknown_kind(self.span(node), self.what(name), node.text, known))
            return None
        return node.text

    def truth(self, name: str, default: bool) -> bool:
        node = self.values.get(name)
        if node is None:
            return default
        if isinstance(node, Text) and node.text.lower() in (*TRUE, *FALSE):
            return node.text.lower() in TRUE
        self.wrong(node, self.what(name), "`true` or `false`")
        return default

    def mapping(self, name: str) -> Mapping | None:
        """A mapping; an empty value is one without entries."""
        node = self.values.get(name)
        if node is None or isinstance(node, Mapping):
            return node
        if is_empty(node):
            return Mapping(node.start, node.end)
        self.wrong(node, self.what(name), "a mapping")
        return None

    def within_mapping(self, name: str) -> Fields | None:
        """The fields of a mapping in this one."""
        node = self.mapping(name)
        return None if node is None else Fields(self.findings, self.what(name), node, self.keys[name])

    def length(self, name: str, default: float | None = None, within: Range = SIZE) -> float | None:
        value = self.quantity(name, LENGTH, within)
        return default if value is None and name not in self.values else value

    def yaw(self) -> float:
        """The angle `yaw` in degrees."""
        return self.quantity("yaw", ANGLE, Range(-360, 360)) or 0.0


def opened(
    source: Source, key: str, owner: str, version: str, refused: Callable[[Span, str], Diagnostic]
) -> tuple[Fields | None, list[Diagnostic]]:
    """The fields of a text that begins a kind of file: a mapping in which `key` is its version; else why it is none."""
    root, found = compose(source)
    if found:
        return None, found
    at = source.span(0, len(source.line(1)))
    if not isinstance(root, Mapping):
        return None, [refused(at, "this is empty" if root is None else f"this is {described(root)}")]
    findings = Findings(source)
    fields = Fields(findings, owner, root, root)
    given = fields.values.get(key)
    if not isinstance(given, Text) or given.text != version:
        where = at if given is None else findings.span(given)
        return None, [refused(where, f"there is no `{key}`" if given is None else f"`{key}` is {described(given)}")]
    return fields, []
