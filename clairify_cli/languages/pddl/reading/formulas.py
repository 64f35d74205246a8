"""Convert nested lists to conditions, effects and the facts of an initial state.

The nesting of formulas is bounded by `expressions.MOST_DEPTH`, so recursion on them is safe.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import cast

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Edit, Fix, Severity
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.languages.pddl.reading.expressions import Buried, Group, Item
from clairify_cli.languages.pddl.reading.numeric import expression, is_numeric
from clairify_cli.languages.pddl.reading.parts import NUMBER, Reading, replacement, typed_list
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    And,
    Assignment,
    Atom,
    Broken,
    Comparison,
    Formula,
    FunctionTerm,
    Imply,
    Name,
    Not,
    Or,
    Preference,
    Quantified,
    Timed,
    When,
)


class Place(enum.Enum):
    """The context of a formula, in words; it decides which operators are allowed."""

    CONDITION = "in a condition"
    EFFECT = "in an effect"
    TIMED_CONDITION = "in the condition of a durative action"
    TIMED_EFFECT = "in the effect of a durative action"
    FACT = "in an initial state"
    CONSTRAINT = "in a constraint"

    def __init__(self, words: str) -> None:
        self.is_effect = "effect" in words
        self.is_timed = "durative" in words


COMPARISONS = frozenset(("<", "<=", "=", ">=", ">"))
ASSIGNMENTS = frozenset(("assign", "increase", "decrease", "scale-up", "scale-down"))
LOGICAL = ("and", "or", "not", "imply", "forall", "exists")
_OF_EFFECTS = ("and", "not", "forall", "when")
_MODAL = {
    "always": (0, 1),
    "sometime": (0, 1),
    "at-most-once": (0, 1),
    "within": (1, 1),
    "sometime-after": (0, 2),
    "sometime-before": (0, 2),
    "always-within": (1, 2),
    "hold-during": (2, 1),
    "hold-after": (1, 1),
}
"""The operators of constraints, with how many numbers and then how many formulas they take."""

_TIMES = frozenset(("at start", "at end", "over all"))


def one_formula(reading: Reading, items: Sequence[Item], keyword: Name, place: Place) -> Formula | None:
    """Read the single formula after a keyword; several are reported and read as a conjunction."""
    made = [formula(reading, item, place) for item in items]
    if len(made) <= 1:
        return made[0] if made else None
    start, end = items[0].start, items[-1].end
    fix = Fix("put `(and ...)` around them", (Edit(start, start, "(and "), Edit(end, end, ")")), safe=False)
    at = reading.source.span(items[1].start, items[-1].end)
    reading.report(rules.several_formulas(at, keyword.text, len(items), fix))
    return And(tuple(made), start, end)


def formula(reading: Reading, item: Item, place: Place) -> Formula:
    """Read a condition or an effect."""
    if isinstance(item, Name):
        reading.report(rules.no_formula(reading.span(item), item.written, place.value))
        return Broken(item.start, item.end)
    if item.items and not item.has_lists:
        words = cast("list[Name]", item.items)
        if words[0].text not in _OPERATORS and words[0].text[0].isalpha():
            return Atom(words[0], tuple(words[1:]), item.start, item.end)
    if not item.items:
        if not isinstance(item, Buried):
            reading.report(rules.empty_formula(reading.span(item), place.value))
            return And((), item.start, item.end)
        return Broken(item.start, item.end)
    head = item.items[0]
    if isinstance(head, Group):
        return _without_operator(reading, item, place)
    read = _OPERATORS.get(head.text)
    if read is not None:
        made = read(reading, item, head, place)
        if made is not None:
            return made
    return atom(reading, item, head, place)


def atom(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    """Read a predicate applied to terms."""
    arguments = group.items[1:]
    if group.has_lists:
        nested = [item for item in arguments if isinstance(item, Group)]
        if len(nested) == len(arguments):
            return _unknown_operator(reading, group, head, place)
        for item in nested:
            reading.report(rules.nested_term(reading.span(item), head.written, reading.shown(item)))
        return Broken(group.start, group.end)
    if not head.text[0].isalpha() and (head.text[0] in ":?-" or NUMBER.fullmatch(head.text)):
        hint = "a formula begins with an operator or the name of a predicate"
        reading.report(rules.bad_name(reading.span(head), head.written, "a predicate", hint, Severity.ERROR))
        return Broken(group.start, group.end)
    return Atom(head, tuple(arguments), group.start, group.end)  # type: ignore[arg-type]  # no lists are among them


def _operands(reading: Reading, group: Group, place: Place) -> tuple[Formula, ...]:
    return tuple([formula(reading, item, place) for item in group.items[1:]])


def _without_operator(reading: Reading, group: Group, place: Place) -> Formula:
    """Read `((p) (q))` as `(and (p) (q))` or `((p))` as `(p)`, and report it."""
    inner: Item = group
    while isinstance(inner, Group) and len(inner.items) == 1 and isinstance(inner.items[0], Group):
        inner = inner.items[0]
    if inner is not group:
        edits = (Edit(group.start, inner.start, ""), Edit(inner.end, group.end, ""))
        reading.report(rules.no_operator(reading.opening(group), 1, Fix("take the outer brackets out", edits)))
        return formula(reading, inner, place)
    first = group.items[0]
    fix = Fix("write `and`", (Edit(first.start, first.start, "and "),), safe=False)
    reading.report(rules.no_operator(reading.opening(group), len(group.items), fix))
    return And(tuple(formula(reading, item, place) for item in group.items), group.start, group.end)


def _unknown_operator(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    """Report an unknown word followed only by lists, and read it as `and`, so that the lists are checked."""
    allowed = _OF_EFFECTS if place.is_effect else (*LOGICAL, *_MODAL) if place is Place.CONSTRAINT else LOGICAL
    sure = only_near_match(head.text, dict.fromkeys((*allowed, *LOGICAL, "when")))
    fix = replacement(head, sure, safe=False) if sure is not None and sure in allowed else None
    near = sure if sure in allowed else nearest(head.text, allowed)
    reading.report(rules.unknown_operator(reading.span(head), head.written, allowed, near, fix))
    return And(_operands(reading, group, place), group.start, group.end)


# ------------------------------------------------------------------------------------------------- operators


def _and(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    return And(_operands(reading, group, place), group.start, group.end)


def _or(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    _only_in_conditions(reading, group, head, place)
    return Or(_operands(reading, group, place), group.start, group.end)


def _not(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    if not takes(reading, group, head, 1, "one formula"):
        return Broken(group.start, group.end)
    inner = group.items[1]
    if place.is_effect and isinstance(inner, Group) and inner.has_lists and inner.head in (*LOGICAL, "when"):
        reading.misplaced(inner, inner.head, "in `not` in an effect", "an atom, `(PREDICATE TERMS)`")
    return Not(formula(reading, inner, place), group.start, group.end)


def _imply(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    _only_in_conditions(reading, group, head, place)
    if not takes(reading, group, head, 2, "two formulas"):
        return Broken(group.start, group.end)
    left, right = _operands(reading, group, place)
    return Imply(left, right, group.start, group.end)


def _quantified(reading: Reading, group: Group, head: Name, place: Place) -> Formula:
    if head.text == "exists":
        _only_in_conditions(reading, group, head, place)
    if not takes(reading, group, head, 2, "a list of variables and a formula"):
        return Broken(group.start, group.end)
    declared, body = group.items[1:]
    if isinstance(declared, Name) or (not declared.items and not place.is_effect):
        reading.unexpected(declared, f"after `{head.text}`", "variables, such as `(?x - box)`")
        return Broken(group.start, group.end)
    variables = typed_list(reading, declared.items, "variable", variables=True, strict=False)
    return Quantified(head.text, variables, formula(reading, body, place), group.start, group.end)


def _when(reading: Reading, group: Group, head: Name, place: Place) -> Formula | None:
    if not place.is_effect:
        if not group.has_lists:
            return None
        reading.misplaced(group, "when", place.value, "`imply`")
    if not takes(reading, group, head, 2, "a condition and an effect"):
        return Broken(group.start, group.end)
    condition, effect = group.items[1:]
    of = Place.TIMED_CONDITION if place.is_timed else Place.CONDITION
    return When(top_formula(reading, condition, of), formula(reading, effect, place), group.start, group.end)


def top_formula(reading: Reading, item: Item, place: Place) -> Formula:
    """Read a whole precondition or condition, which may be empty."""
    if isinstance(item, Group) and not item.items:
        return And((), item.start, item.end)
    return formula(reading, item, place)


def _comparison(reading: Reading, group: Group, head: Name, place: Place) -> Formula | None:
    operands = group.items[1:]
    if place.is_effect:
        hint = "`(assign ...)` or an atom" if group.has_lists else "atoms"
        reading.misplaced(group, head.text, place.value, hint)
    if not takes(reading, group, head, 2, "two terms" if head.text == "=" else "two numbers"):
        return Broken(group.start, group.end)
    if head.text == "=" and not any(is_numeric(item) for item in operands):
        return None
    left, right = (expression(reading, item, f"in `{head.text}`") for item in operands)
    return Comparison(head, left, right, group.start, group.end)


def _assignment(reading: Reading, group: Group, head: Name, place: Place) -> Formula | None:
    operands = group.items[1:]
    if not place.is_effect:
        if not group.has_lists:
            return None
        reading.misplaced(group, head.text, place.value, "atoms and comparisons")
    elif len(operands) == 2 and not any(is_numeric(item) for item in operands):
        return None
    if not takes(reading, group, head, 2, "the value of a function and a number"):
        return Broken(group.start, group.end)
    return Assignment(
        head,
        _target(reading, operands[0], head),
        expression(reading, operands[1], f"in `{head.text}`"),
        group.start,
        group.end,
    )


def _target(reading: Reading, item: Item, operator: Name) -> FunctionTerm | Broken:
    """Read the target of an assignment: a function term in brackets."""
    if isinstance(item, Group) and isinstance(item.items[0] if item.items else None, Name):
        made = expression(reading, item, f"in `{operator.text}`")
        if isinstance(made, FunctionTerm | Broken):
            return made
    named = isinstance(item, Name) and not NUMBER.fullmatch(item.text) and item.text[0] not in ":?"
    fix = replacement(item, f"({item.written})") if isinstance(item, Name) and named else None
    reading.unexpected(item, f"as what `{operator.text}` changes", "`(FUNCTION TERMS)`", fix)
    if isinstance(item, Name) and named:
        return FunctionTerm(item, (), item.start, item.end)
    return Broken(item.start, item.end)


def _timed(reading: Reading, group: Group, head: Name, place: Place) -> Formula | None:
    """Read `(at start F)`, `(at end F)` or `(over all F)`; None if `at` or `over` is an ordinary predicate."""
    second = group.items[1] if len(group.items) > 1 else None
    if not isinstance(second, Name) or not any(isinstance(item, Group) for item in group.items[2:]):
        return None
    time = f"{head.text} {second.text}"
    if time not in _TIMES:
        return None
    if not (place.is_timed or (place is Place.CONSTRAINT and time == "at end")):
        reading.misplaced(group, time, place.value, "formulas without times")
    if len(group.items) != 3:
        reading.miscounted(group, time, "one formula", len(group.items) - 2)
        return Broken(group.start, group.end)
    made = Timed(time, formula(reading, group.items[2], place), group.start, group.end)
    if place is Place.TIMED_EFFECT and time == "over all" and not isinstance(made.operand, Assignment):
        reading.misplaced(group, time, place.value, "`at start` and `at end`, when facts change")
    return made


def _preference(reading: Reading, group: Group, head: Name, place: Place) -> Formula | None:
    if not group.has_lists:
        return None
    if place.is_effect:
        reading.misplaced(group, "preference", place.value, "atoms")
    name = group.items[1]
    named = isinstance(name, Name)
    if len(group.items) != (3 if named else 2):
        given = len(group.items) - 1
        reading.miscounted(group, "preference", "a name and a formula", given)
        return Broken(group.start, group.end)
    body = formula(reading, group.items[-1], place)
    return Preference(name if isinstance(name, Name) else None, body, group.start, group.end)


def _modal(reading: Reading, group: Group, head: Name, place: Place) -> Formula | None:
    """Read an operator of constraints, as what holds at each of its parts; None if the word is used as a predicate."""
    if place is not Place.CONSTRAINT:
        return None
    numbers, formulas = _MODAL[head.text]
    given = group.items[1:]
    if len(given) != numbers + formulas:
        what = " and ".join(counted(n, word) for n, word in ((numbers, "number"), (formulas, "formula")) if n)
        reading.miscounted(group, head.text, what, len(given))
        return Broken(group.start, group.end)
    for item in given[:numbers]:
        if not isinstance(item, Name) or not NUMBER.fullmatch(item.text):
            reading.unexpected(item, f"in `{head.text}`", "a number first")
    parts = [Timed(head.text, formula(reading, item, place), item.start, item.end) for item in given[numbers:]]
    return And(tuple(parts), group.start, group.end)


_Read = Callable[[Reading, Group, Name, Place], Formula | None]

_OPERATORS: dict[str, _Read] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "imply": _imply,
    "forall": _quantified,
    "exists": _quantified,
    "when": _when,
    "at": _timed,
    "over": _timed,
    "preference": _preference,
    **dict.fromkeys(_MODAL, _modal),
    **dict.fromkeys(COMPARISONS, _comparison),
    **dict.fromkeys(ASSIGNMENTS, _assignment),
}
"""Readers of formulas by their first word; they return None if the word is used as a predicate."""


def takes(reading: Reading, group: Group, head: Name, wanted: int, what: str) -> bool:
    """Whether an operator has the right number of operands; report it if not."""
    given = len(group.items) - 1
    if given != wanted:
        reading.miscounted(group, head.text, what, given)
    return given == wanted


def _only_in_conditions(reading: Reading, group: Group, head: Name, place: Place) -> None:
    if place.is_effect:
        allowed = "atoms, " + ", ".join(f"`{operator}`" for operator in _OF_EFFECTS)
        reading.misplaced(group, head.text, place.value, allowed)
