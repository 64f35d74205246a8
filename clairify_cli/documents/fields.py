"""The mappings of a document while it is read, and the findings on them."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Source, Span, in_source_order
from clairify_cli.diagnostics.nearest import listing, nearest, only_near_match
from clairify_cli.diagnostics.registry import one_line
from clairify_cli.documents.rules import rules
from clairify_cli.documents.yaml_tree import Mapping, Node, Sequence, Text
from clairify_cli.records import dataclass, field

_LONGEST = 60
"""Limit on the characters of a text quoted in a message."""
_MOST_TOLD = 10


def described(node: Node) -> str:
    """Describe a node for a message; a long text is truncated."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return f"a list of {len(node.items)}"
    words = " ".join(node.text[: 2 * _LONGEST].split()) if len(node.text) > _LONGEST else node.text
    return f"`{words if len(words) <= _LONGEST else words[: _LONGEST - 2] + ' …'}`" if words else "empty"


@dataclass(eq=False)
class Findings:
    """The findings on a text so far. `context` is extra information for the rules of its kind."""

    source: Source
    context: object = None
    found: list[Diagnostic] = field(default_factory=list)

    def span(self, node: Node) -> Span:
        """Return the span of a node."""
        return self.source.span(node.start, node.end)

    def add(self, finding: Diagnostic) -> None:
        """Add a finding."""
        self.found.append(finding)

    def wrong(self, node: Node, what: str, expected: str) -> None:
        """Report a value that does not have the expected form."""
        self.add(rules.wrong_type(self.span(node), what, described(node), expected))

    def say(self, node: Node, problem: str, hint: str | None = None) -> None:
        """Report a problem without a rule, for a document whose problems are not listed as diagnostics."""
        self.add(Diagnostic("", Severity.ERROR, one_line(problem), self.span(node), hint))

    def unknown(self, node: Node, name: str, what: str, known: Iterable[str]) -> None:
        """Report a name that is not among the known ones of a kind, `what`."""
        near = nearest(name, known)
        self.say(
            node,
            f"`{name}` is not a known {what}",
            f"did you mean `{near}`?" if near else f"there are {listing(known)}",
        )

    @property
    def failed(self) -> bool:
        """Whether there is an error among the findings."""
        return any(one.is_error for one in self.found)

    @property
    def ordered(self) -> list[Diagnostic]:
        """The findings in source order."""
        return in_source_order(self.found)


def told(found: Iterable[Diagnostic]) -> str:
    """Return the findings with their lines as one sentence; those beyond the limit are only counted."""
    each = [f"line {one.span.line}: {one.message}{f'; {one.hint}' if one.hint else ''}" for one in found]
    more = [f"{len(each) - _MOST_TOLD} more"] if len(each) > _MOST_TOLD else []
    return "; ".join([*each[:_MOST_TOLD], *more])


@dataclass(eq=False)
class Fields:
    """The fields of one mapping; `owner` is its name in messages, `key` the place for reports of missing keys."""

    findings: Findings
    owner: str
    node: Mapping
    key: Node
    values: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Node] = field(default_factory=dict)
    meant: set[str] = field(default_factory=set)
    """The keys most similar to the unknown ones."""
    broken: bool = False
    """Whether a key is unknown, or a field cannot be read."""

    def __post_init__(self) -> None:
        for key, value in self.node.pairs:
            if not isinstance(key, Text):
                self.findings.wrong(key, f"a key of {self.owner}", "a word")
            elif key.text in self.keys:
                first = self.findings.span(self.keys[key.text])
                self.findings.add(rules.duplicate_id(self.findings.span(key), key.text, first))
            else:
                self.keys[key.text], self.values[key.text] = key, value

    @property
    def name(self) -> str:
        """The key of the mapping."""
        return getattr(self.key, "text", "")

    def nodes(self, name: str) -> list[Node]:
        """Return the items of a field, or its single value; empty if it is missing."""
        node = self.values.get(name)
        return node.items if isinstance(node, Sequence) else [] if node is None else [node]

    def names(self, name: str) -> list[str]:
        """Return the keys of a field that is a mapping, in lower case, even if their values are wrong."""
        node = self.values.get(name)
        pairs = node.pairs if isinstance(node, Mapping) else []
        return [key.text.lower() for key, _ in pairs if isinstance(key, Text)]

    def span(self, name: str) -> Span:
        """Return the span of a field's value; that of the mapping's key if the field is missing."""
        return self.findings.span(self.values.get(name, self.key))

    def what(self, name: str) -> str:
        """Return the name of a field for a message."""
        return f"`{name}` of {self.owner}"

    def wrong(self, name: str, expected: str) -> None:
        """Report a field that does not have the expected value."""
        self.findings.wrong(self.values.get(name, self.key), self.what(name), expected)

    def known(self, names: Iterable[str]) -> None:
        """Report every key that is not among these names."""
        allowed = tuple(names)
        for name, node in self.keys.items():
            if name not in allowed:
                self.broken = True
                like = nearest(name, allowed)
                self.meant.add(like or "")
                near = only_near_match(name, [one for one in allowed if one not in self.keys])
                edit = Edit(node.start, node.end, near or "")
                fix = None if near is None or node.end - node.start != len(name) else Fix(f"write `{near}`", (edit,))
                self.findings.add(rules.unknown_key(self.findings.span(node), name, self.owner, allowed, like, fix))

    def missing(self, names: Iterable[str], hint: str | None = None) -> None:
        """Report that none of these fields is present, unless a misspelled key is similar to one of them."""
        # A misspelled key is already reported, with the field that was meant.
        if self.meant.isdisjoint(names):
            *most, last = (f"`{one}`" for one in names)
            what = f"{', '.join(most)} or {last}" if most else last
            self.findings.add(rules.missing_field(self.findings.span(self.key), self.owner, what, hint))


NOWHERE = Fields(Findings(Source("")), "", Mapping(0), Mapping(0))
"""The position of an entry that was not read from a text."""
