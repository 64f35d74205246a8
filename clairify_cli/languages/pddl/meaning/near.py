"""Objects that come nearest to what an `exists` asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from clairify_cli.languages.pddl.meaning.conditions import is_existential, is_true
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.shape import predicates_of, shape_of
from clairify_cli.languages.pddl.meaning.terms import Binding
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.syntax import And, Formula, Not, Quantified, TypedName


def near_instances(
    formula: Quantified, positive: bool, binding: Binding, view: View
) -> Iterator[tuple[Binding, list[Formula]]]:
    """Objects of which most of a body holds.

    First those that lack one conjunct only; then those of which as many conjuncts hold as can be made to, one after the
    other. What actions can change is given up before what they cannot. With each come all conjuncts, in the order of
    the text.
    """
    variables, written = _opened(formula, positive, binding)
    written.sort(key=lambda one: one.start)
    conjuncts = sorted(written, key=lambda one: not _can_change(one, view))
    found = False
    for at in range(len(conjuncts)):
        for one in islice(_instances_of(variables, conjuncts[:at] + conjuncts[at + 1 :], binding, view), 1):
            found = True
            yield one, written
    if found:
        return
    kept: list[Formula] = []
    best: dict[str, str] | None = None
    for conjunct in reversed(conjuncts):
        tried = next(_instances_of(variables, [*kept, conjunct], binding, view), None)
        if tried is not None:
            best = tried
            kept.append(conjunct)
    if best is not None:
        yield best, written


def _instances_of(
    variables: tuple[TypedName, ...], conjuncts: list[Formula], binding: Binding, view: View
) -> Iterator[dict[str, str]]:
    return solutions(variables, And(tuple(conjuncts), 0, 0), True, binding, view, is_true)


def _opened(formula: Quantified, positive: bool, binding: Binding) -> tuple[tuple[TypedName, ...], list[Formula]]:
    """The variables and conjuncts of an `exists`, with those of the `exists` among its conjuncts."""
    variables = list(formula.variables)
    names = {one.name.text for one in variables} | set(binding)
    conjuncts: list[Formula] = []
    waiting: list[tuple[Formula, bool]] = [(formula.body, positive)]
    while waiting:
        body, sign = waiting.pop(0)
        shape = shape_of(body, sign)
        conjuncts += shape.atoms
        for one in shape.filters:
            inner = one.formula
            if isinstance(inner, Quantified) and is_existential(inner, one.positive):
                own = {each.name.text for each in inner.variables}
                if not own & names:
                    names |= own
                    variables += inner.variables
                    waiting.append((inner.body, one.positive))
                    continue
            conjuncts.append(inner if one.positive else Not(inner, inner.start, inner.end))
    return tuple(variables), conjuncts


def _can_change(formula: Formula, view: View) -> bool:
    return any(name in view.index.changing for name in predicates_of(formula))
