"""Convert nested lists to the facts of an initial state: atoms, values of functions, timed literals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from clairify_cli.languages.pddl.reading.expressions import Group, Item
from clairify_cli.languages.pddl.reading.formulas import ASSIGNMENTS, COMPARISONS, LOGICAL, Place, atom, takes
from clairify_cli.languages.pddl.reading.numeric import expression, is_numeric
from clairify_cli.languages.pddl.reading.parts import NUMBER, Reading
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Atom, Broken, Comparison, Formula, Name, Not, Timed


def facts(reading: Reading, items: Sequence[Item]) -> tuple[Formula, ...]:
    """Read the facts of an initial state: atoms, negated atoms, values of functions, timed literals."""
    made: list[Formula] = []
    for item in items:
        if isinstance(item, Group) and not item.has_lists and item.items:  # most facts by far
            words = cast("list[Name]", item.items)
            name = words[0].text
            if name not in _IN_FACTS and name[0].isalpha():
                made.append(Atom(words[0], tuple(words[1:]), item.start, item.end))
                continue
        head = item.items[0] if isinstance(item, Group) and item.items else None
        if not isinstance(item, Group) or not isinstance(head, Name) or head.text in _IN_FACTS:
            made += _special_fact(reading, item)
        else:
            made.append(atom(reading, item, head, Place.FACT))
    return tuple(made)


_IN_FACTS = frozenset((*LOGICAL, *COMPARISONS, *ASSIGNMENTS, "when", "at"))


def _special_fact(reading: Reading, item: Item) -> tuple[Formula, ...]:
    if isinstance(item, Name) or not item.items or isinstance(item.items[0], Group):
        hint = "an atom, `(PREDICATE OBJECTS)`, or a value, `(= (FUNCTION OBJECTS) NUMBER)`"
        reading.unexpected(item, Place.FACT.value, hint)
        return (Broken(item.start, item.end),)
    head = item.items[0]
    if head.text == "not":
        return (_negative_fact(reading, item, head),)
    if head.text == "=":
        return (_value(reading, item, head),)
    if (
        head.text == "at"
        and len(item.items) == 3
        and isinstance(item.items[1], Name)
        and isinstance(item.items[2], Group)
    ):
        if NUMBER.fullmatch(item.items[1].text):
            if float(item.items[1].text) < 0:
                at = reading.span(item.items[1])
                reading.report(rules.unexpected(at, item.items[1].written, "in a timed fact", "a time of 0 or later"))
            (literal, *_) = facts(reading, item.items[2:])
            return (Timed(item.items[1].text, literal, item.start, item.end),)
        return (atom(reading, item, head, Place.FACT),)
    if head.text == "at" or not item.has_lists:
        return (atom(reading, item, head, Place.FACT),)
    reading.misplaced(item, head.text, Place.FACT.value, "atoms, each as `(PREDICATE OBJECTS)`")
    return facts(reading, item.items[1:]) if head.text == "and" else (Broken(item.start, item.end),)


def _negative_fact(reading: Reading, group: Group, head: Name) -> Formula:
    if not takes(reading, group, head, 1, "one formula"):
        return Broken(group.start, group.end)
    inner = group.items[1]
    if isinstance(inner, Group) and inner.head == "not":
        where = "within `not` in an initial state"
        reading.misplaced(inner, "not", where, "an atom")
        return Broken(group.start, group.end)
    (operand, *_) = facts(reading, (inner,))
    return Not(operand, group.start, group.end)


def _value(reading: Reading, group: Group, head: Name) -> Formula:
    """Read `(= (FUNCTION OBJECTS) NUMBER)`."""
    if not takes(reading, group, head, 2, "the value of a function and a number"):
        return Broken(group.start, group.end)
    left, right = group.items[1:]
    if isinstance(right, Group) or not is_numeric(right):
        reading.report(rules.no_number(reading.span(right), reading.shown(right), "as a value in an initial state"))
        return Broken(group.start, group.end)
    if isinstance(left, Name) and is_numeric(left):
        expected = "`(FUNCTION OBJECTS)`"
        reading.unexpected(left, "as what has a value", expected)
        return Broken(group.start, group.end)
    return Comparison(
        head,
        expression(reading, left, "as what has a value"),
        expression(reading, right, "as a value in an initial state"),
        group.start,
        group.end,
    )
