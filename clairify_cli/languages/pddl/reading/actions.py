"""Convert nested lists to actions, durative actions and derived predicates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.languages.pddl.reading.expressions import Group, Item
from clairify_cli.languages.pddl.reading.formulas import Place, formula, one_formula, top_formula
from clairify_cli.languages.pddl.reading.parts import Reading, declared_name, replacement, typed_list
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Action, Derived, DurativeAction, Formula, Name, TypedName

FIELDS = (":parameters", ":precondition", ":effect")
TIMED_FIELDS = (":parameters", ":duration", ":condition", ":effect")


class _Field:
    """A keyword of an action with what follows it, up to the next keyword."""

    __slots__ = ("items", "keyword")

    def __init__(self, keyword: Name) -> None:
        self.keyword = keyword
        self.items: list[Item] = []


def action(reading: Reading, group: Group) -> Action | None:
    """Read `(:action NAME :parameters (...) :precondition F :effect F)`, or a `:process` or `:event` of this form."""
    name, fields = _parts(reading, group, FIELDS, (":effect",))
    if name is None:
        return None
    return Action(
        name,
        _parameters(reading, fields),
        _formula(reading, fields, ":precondition", Place.CONDITION),
        _formula(reading, fields, ":effect", Place.EFFECT),
        group.start,
        group.end,
        group.head,
    )


def durative_action(reading: Reading, group: Group) -> DurativeAction | None:
    """Read `(:durative-action NAME :parameters (...) :duration F :condition F :effect F)`."""
    name, fields = _parts(reading, group, TIMED_FIELDS, (":duration", ":effect"))
    if name is None:
        return None
    return DurativeAction(
        name,
        _parameters(reading, fields),
        _formula(reading, fields, ":duration", Place.TIMED_CONDITION),
        _formula(reading, fields, ":condition", Place.TIMED_CONDITION),
        _formula(reading, fields, ":effect", Place.TIMED_EFFECT),
        group.start,
        group.end,
    )


def derived(reading: Reading, group: Group) -> Derived | None:
    """Read `(:derived (PREDICATE VARIABLES) CONDITION)`."""
    head = group.items[1] if len(group.items) > 1 else None
    if not isinstance(head, Group) or not head.items or not isinstance(head.items[0], Name):
        expected = "the predicate that is derived, `(PREDICATE VARIABLES)`"
        if head is None:
            reading.report(rules.nothing_after_keyword(reading.opening(group), ":derived", expected))
        else:
            reading.unexpected(head, "after `:derived`", expected)
        return None
    name = declared_name(reading, head.items[0], "a predicate")
    parameters = typed_list(reading, head.items[1:], "variable", variables=True, either=True)
    keyword = group.items[0]
    assert isinstance(keyword, Name)
    condition = _value(reading, group.items[2:], keyword, Place.CONDITION)
    if condition is None:
        if len(group.items) == 2:  # the keyword and the predicate
            reading.report(rules.nothing_after_keyword(reading.opening(group), ":derived", "a condition"))
        return None
    return Derived(name, parameters, condition, group.start, group.end)


def _parts(
    reading: Reading, group: Group, allowed: Sequence[str], due: Sequence[str]
) -> tuple[Name | None, dict[str, _Field]]:
    """Return the name and the fields of an action; report those that are missing."""
    name = _name(reading, group)
    fields = _fields(reading, group, name, allowed)
    for keyword in due:
        if name is not None and keyword not in fields:
            reading.report(rules.missing_field(reading.span(name), keyword, f"the action `{name.written}`"))
    return name, fields


def _name(reading: Reading, group: Group) -> Name | None:
    """Return the name after the keyword of an action."""
    item = group.items[1] if len(group.items) > 1 else None
    if isinstance(item, Name) and not item.text.startswith(":"):
        return declared_name(reading, item, "an action")
    reading.report(rules.nothing_after_keyword(reading.opening(group), group.head, "the name of the action"))
    return None


def _fields(reading: Reading, group: Group, name: Name | None, allowed: Sequence[str]) -> dict[str, _Field]:
    """Return the fields of an action by keyword; report unknown and duplicate keywords, and a wrong order."""
    of = f"the action `{name.written}`" if name else "the action"
    fields: dict[str, _Field] = {}
    current: _Field | None = None
    last = ""
    items = _without_own_brackets(reading, group.items[1 if name is None else 2 :], allowed)
    written = {item.text for item in items if isinstance(item, Name)}
    for number, item in enumerate(items):
        if not isinstance(item, Name) or not item.text.startswith(":"):
            if current is not None:
                current.items.append(item)
            else:
                expected = "`:parameters`, `:precondition` or `:effect`"
                reading.unexpected(item, f"in {of}", expected)
            continue
        current = _Field(item)
        if item.text == _MORE and (meant := _MEANT[_MORE]) in written:
            fix = _merged(reading, items, number)
            reading.report(rules.unknown_field(reading.span(item), item.written, of, allowed, meant, fix))
            fields[item.text] = current
            continue
        keyword = _keyword(reading, item, of, allowed)
        if keyword is None:
            continue
        if keyword in fields:
            first = reading.span(fields[keyword].keyword)
            reading.report(rules.field_twice(reading.span(item), keyword, of, first))
            continue
        if last and allowed.index(keyword) < allowed.index(last):
            reading.report(rules.field_order(reading.span(item), keyword, last, of, allowed))
        fields[keyword] = current
        last = keyword
    return fields


def _merged(reading: Reading, items: Sequence[Item], number: int) -> Fix | None:
    """Return the fix that moves the variables of `:vars` into `:parameters`, if both are lists in brackets."""
    lists = {
        keyword.text: (keyword, following)
        for keyword, following in pairwise(items)
        if isinstance(keyword, Name) and isinstance(following, Group)
    }
    if not {_MORE, ":parameters"} <= lists.keys() or items[number] is not lists[_MORE][0]:
        return None
    keyword, more = lists[_MORE]
    end = lists[":parameters"][1].end - 1
    start = len(reading.text[: keyword.start].rstrip())
    moved = reading.text[more.start + 1 : more.end - 1].strip()
    unsure = ";" in reading.text[start : more.end] or reading.text[end] != ")" or reading.text[more.end - 1] != ")"
    if unsure:
        return None
    return Fix("move them to `:parameters`", (Edit(start, more.end, ""), Edit(end, end, f" {moved}")))


def _without_own_brackets(reading: Reading, items: Sequence[Item], allowed: Sequence[str]) -> list[Item]:
    """Return the items of an action, with `(:effect F)` read as `:effect F` and reported."""
    made: list[Item] = []
    for item in items:
        first = item.items[0] if isinstance(item, Group) and item.items else None
        if isinstance(item, Group) and isinstance(first, Name) and first.text in allowed:
            fix = None
            if reading.text[item.end - 1 : item.end] == ")":
                edits = (Edit(item.start, item.start + 1, ""), Edit(item.end - 1, item.end, ""))
                fix = Fix("take the brackets out", edits)
            reading.report(rules.field_in_brackets(reading.span(first), first.text, fix))
            made += item.items
        else:
            made.append(item)
    return made


_MEANT = {
    ":pre": ":precondition",
    ":precond": ":precondition",
    ":preconds": ":precondition",
    ":vars": ":parameters",
    ":params": ":parameters",
    ":param": ":parameters",
    ":eff": ":effect",
    ":post": ":effect",
    ":postcondition": ":effect",
    ":postconditions": ":effect",
}
"""Common wrong keywords for the parts of an action."""

_MORE = ":vars"
"""What PDDL 1.2 calls further parameters."""


def _keyword(reading: Reading, item: Name, of: str, allowed: Sequence[str]) -> str | None:
    """Return the keyword that is written or most likely meant; None if unclear."""
    if item.text in allowed:
        return item.text
    sure = _MEANT.get(item.text) or only_near_match(item.text, allowed)
    if item.text == ":condition" and ":precondition" in allowed:
        sure = ":precondition"
    elif item.text == ":precondition":
        sure = ":condition"
    sure = sure if sure in allowed else None
    fix = replacement(item, sure) if sure else None
    near = sure or nearest(item.text, allowed)
    reading.report(rules.unknown_field(reading.span(item), item.written, of, allowed, near, fix))
    return sure


def _parameters(reading: Reading, fields: dict[str, _Field]) -> tuple[TypedName, ...]:
    field, more = fields.get(":parameters"), fields.get(_MORE)
    if field is None:
        return ()
    expected = "a list of variables, such as `(?x - box)`, or `()`"
    if not field.items:
        reading.report(rules.nothing_after_keyword(reading.span(field.keyword), ":parameters", expected))
        return ()
    first, *rest = field.items
    if isinstance(first, Name):  # the list is written without brackets
        start, end = first.start, field.items[-1].end
        fix = Fix("put brackets around the list", (Edit(start, start, "("), Edit(end, end, ")")))
        at = reading.source.span(start, end)
        written = " ".join(reading.shown(item) for item in field.items)
        reading.report(rules.unexpected(at, written, "after `:parameters`", expected, fix))
        return typed_list(reading, field.items, "parameter", variables=True)
    _nothing_more(reading, rest, ":parameters")
    others = [item for one in (more.items[:1] if more else ()) if isinstance(one, Group) for item in one.items]
    return typed_list(reading, [*first.items, *others], "parameter", variables=True)


def _nothing_more(reading: Reading, rest: Sequence[Item], keyword: str) -> None:
    if rest:
        at = reading.source.span(rest[0].start, rest[-1].end)
        written = reading.shown(rest[0])
        reading.report(rules.unexpected(at, written, f"behind the value of `{keyword}`", "the next keyword"))


def _formula(reading: Reading, fields: dict[str, _Field], keyword: str, place: Place) -> Formula | None:
    field = fields.get(keyword)
    if field is None:
        return None
    if not field.items:
        reading.report(rules.nothing_after_keyword(reading.span(field.keyword), keyword, "a formula, or `()`"))
        return None
    return _value(reading, field.items, field.keyword, place)


def _value(reading: Reading, items: Sequence[Item], keyword: Name, place: Place) -> Formula | None:
    """Read the formula of a field: one list, or an atom without its brackets."""
    if len(items) == 1:
        return top_formula(reading, items[0], place)
    if items and all(isinstance(item, Name) for item in items):
        return _bare(reading, items, place)
    return one_formula(reading, items, keyword, place)


def _bare(reading: Reading, items: Sequence[Item], place: Place) -> Formula:
    """Read `clean ?x` as `(clean ?x)`, and report the missing brackets."""
    start, end = items[0].start, items[-1].end
    group = Group(start)
    group.end = end
    group.items = list(items)
    fix = Fix("put brackets around it", (Edit(start, start, "("), Edit(end, end, ")")))
    reading.report(rules.no_formula(reading.span(group), reading.shown(group), place.value, fix))
    return formula(reading, group, place)
