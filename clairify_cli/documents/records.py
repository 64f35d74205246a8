"""Documents as frozen dataclasses: annotations describe the fields, and everything else is derived from them.

    @dataclass(frozen=True, slots=True)
    class Zone(Entry):
        \"\"\"A part of the table.\"\"\"

        size: Annotated[tuple[float, ...], Says(PAIR, hint="write [x, y] in m")]
        name: Annotated[str | None, Line()] = None

`docs/documents.toml` describes the meaning of fields, and `docs/documents.py` makes schemas from their forms. A field
without a default is required. Constraints between fields are checked in `check`.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.documents import yaml_tree
from clairify_cli.documents.fields import NOWHERE, Fields, Findings, described
from clairify_cli.documents.forms import Form, flow
from clairify_cli.documents.rules import rules
from clairify_cli.documents.yaml_tree import Mapping, Node, Sequence, Text, YamlError, is_empty
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Says:
    """Details of a field beyond its form: what to write if it is missing, its key in the file.

    With `needed`, a missing field is reported although it has a default, so that the rest can still be checked; with
    `printed`, it is printed even if it has its default value.
    """

    form: Form
    hint: str | None = None
    key: str = ""
    needed: bool = False
    printed: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """Fields of which at most one may be given, and at least one if `needed`."""

    keys: tuple[str, ...]
    needed: bool = True

    def check(self, fields: Fields) -> None:
        """Report if several are given, or none although one is needed."""
        given = [one for one in self.keys if one in fields.values]
        fields.broken = fields.broken or len(given) > 1 or (self.needed and not given)
        if len(given) > 1:
            both = f"given as {' and '.join(f'`{one}`' for one in given)}"
            fields.findings.add(
                rules.wrong_type(fields.findings.span(fields.keys[given[1]]), fields.owner, both, "one of them")
            )
        if not given and self.needed:
            fields.missing(self.keys)


class Entry:
    """A mapping in a document. Its position is not a field, so that equality does not depend on it."""

    __slots__ = ("_where",)
    one_of: ClassVar[tuple[OneOf, ...]] = ()
    partial: ClassVar[bool] = False
    """Whether a document that extends another one may leave out fields."""

    @property
    def where(self) -> Fields:
        """The positions of its fields; `NOWHERE` for an entry that was not read from a text."""
        return getattr(self, "_where", NOWHERE)

    def check(self) -> None:
        """Report errors in fields that can all be read."""

    def has(self, *keys: str) -> bool:
        """Whether one of these fields is present, readable or not."""
        return any(one in self.where.values for one in keys)


E_ = TypeVar("E_", bound=Entry)


Declared = dict[str, tuple[str, Says, Any]]
"""By key in the file: the name of a field, its details, and its default (`MISSING` if it has none)."""


_DECLARED: dict[type, Declared] = {}


def fields_of(kind: type[Any]) -> Declared:
    """Return the descriptions of the fields of an entry class; cached."""
    if kind not in _DECLARED:
        _DECLARED[kind] = _declared(kind)
    return _DECLARED[kind]


def _declared(kind: type[Any]) -> Declared:
    hints = typing.get_type_hints(kind, include_extras=True)
    found: Declared = {}
    for one in dataclasses.fields(kind):
        for said in getattr(hints[one.name], "__metadata__", ()):
            says = said if isinstance(said, Says) else Says(said)
            default = one.default if one.default_factory is dataclasses.MISSING else one.default_factory()
            found[says.key or one.name] = (one.name, says, default)
    return found


@dataclass(frozen=True, slots=True)
class Record(Form, Generic[E_]):
    """A mapping with the fields of a dataclass; `noun`, if given, names it in messages."""

    kind: type[E_]
    noun: str = ""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> E_ | None:
        # An entry without fields is written `name:`, which YAML reads as null.
        if is_empty(node):
            node = Mapping(node.start, node.end)
        if not isinstance(node, Mapping):
            at.wrong(node, what, "a mapping")
            return None
        fields, declared = Fields(at, self.noun or what, node, key), fields_of(self.kind)
        fields.known(declared)
        values: dict[str, Any] = {}
        whole = True
        for name, (attribute, says, default) in declared.items():
            given = fields.values.get(name)
            if given is None and (says.needed or default is dataclasses.MISSING):
                fields.missing((name,), says.hint)
            value = None if given is None else says.form.read(at, given, fields.what(name), fields.keys[name])
            if value is not None:
                values[attribute] = value
            fields.broken = fields.broken or (value is None and given is not None)
            whole = whole and (value is not None or default is not dataclasses.MISSING)
        for group in self.kind.one_of:
            group.check(fields)
        if not whole:
            return None
        made = self.kind(**values)
        object.__setattr__(made, "_where", fields)
        made.check()
        return made

    def show(self, value: Any) -> str:
        return flow(self.pairs(value))

    def pairs(self, value: E_) -> list[tuple[str, str]]:
        """Return the fields of an entry that differ from their defaults, each printed."""
        each = [
            (key, says, getattr(value, name), default) for key, (name, says, default) in fields_of(self.kind).items()
        ]
        chosen = [(key, says, one) for key, says, one, default in each if says.printed or one not in (None, default)]
        return [(key, says.form.show(one)) for key, says, one in chosen]


@dataclass(frozen=True, slots=True)
class ByKey(Form):
    """A mapping whose kind depends on its keys: the record in `keyed` for the first key that it has, else `other`."""

    keyed: dict[str, Record[Any]]
    other: Record[Any]

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Any:
        keys = {name.text for name, _ in node.pairs if isinstance(name, Text)} if isinstance(node, Mapping) else set()
        chosen = next((one for name, one in self.keyed.items() if name in keys), self.other)
        return chosen.read(at, node, what, key)


def laid_over(kind: type[Entry], own: Mapping, base: Mapping, at: Node) -> Mapping:
    """Return a mapping with missing fields taken from `base`; findings about these are reported at `at`.

    Lists and mappings from names are not merged, and a mapping's own fields exclude alternatives in `base`.
    """
    said = {key.text: value for key, value in own.pairs if isinstance(key, Text) and not is_empty(value)}
    groups = [set(one.keys) for one in kind.one_of]
    excluded = {key for one in groups if not one.isdisjoint(said) for key in one}
    pairs = [(key, value) for key, value in own.pairs if not isinstance(key, Text) or key.text in said]
    for key, value in base.pairs:
        assert isinstance(key, Text)
        form, mine = fields_of(kind)[key.text][1].form, said.get(key.text)
        if isinstance(form, Record) and isinstance(mine, Mapping) and isinstance(value, Mapping):
            place = next(number for number, (_, one) in enumerate(pairs) if one is mine)
            pairs[place] = (pairs[place][0], laid_over(form.kind, mine, value, at))
        elif mine is None and key.text not in excluded:
            pairs.append((_moved(key, at), _moved(value, at)))
    return Mapping(own.start, own.end, pairs)


def _moved(node: Node, at: Node) -> Node:
    """Return a node of another text, with a position in this one."""
    if isinstance(node, Text):
        return Text(node.text, node.plain, at.start, at.end)
    if isinstance(node, Mapping):
        return Mapping(at.start, at.end, [(_moved(key, at), _moved(value, at)) for key, value in node.pairs])
    return Sequence(at.start, at.end, [_moved(one, at) for one in node.items])


def compose(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """Return the tree of a text; None with a finding if it is not YAML. Never raises."""
    try:
        return yaml_tree.compose(source.text), []
    except YamlError as error:
        return None, [rules.not_yaml(source.span(error.start, error.end), error.problem)]


def read_record(kind: type[E_], findings: Findings, root: Mapping, owner: str) -> E_ | None:
    """Read a mapping as a document; None with findings if that fails."""
    return Record(kind).read(findings, root, owner, root)


def opened(
    source: Source, key: str, version: str, refused: Callable[[Span, str], Diagnostic]
) -> tuple[Mapping | None, list[Diagnostic]]:
    """Return the mapping in a text if its `key` has this `version`; otherwise findings that say why not."""
    root, found = compose(source)
    if found:
        return None, found
    at = source.span(0, len(source.line(1)))
    if not isinstance(root, Mapping):
        return None, [refused(at, "this is empty" if root is None else f"this is {described(root)}")]
    given = next((value for name, value in root.pairs if isinstance(name, Text) and name.text == key), None)
    if isinstance(given, Text) and given.text == version:
        return root, []
    where = at if given is None else source.span(given.start, given.end)
    return None, [refused(where, f"there is no `{key}`" if given is None else f"`{key}` is {described(given)}")]
