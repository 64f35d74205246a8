"""Whether two tasks mean the same: their declarations, facts, conditions and effects in a normal form.

Conditions are in negation normal form, with conjunctions and disjunctions as sets and variables numbered from the
outside. Effects are sets of simple effects, each with what is around it. An expression is its value where every
function has an arbitrary large number as its value: expressions with one value there are equal (the test of identity
by Schwartz and Zippel).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import permutations
from operator import add, mul, sub, truediv

from clairify_cli.languages.pddl import syntax as tree
from clairify_cli.languages.pddl.features import TOTAL_COST, is_total_cost
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.task import Task
from clairify_cli.languages.pddl.walk import effects_in, signed_parts

_OPERATORS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul, "/": truediv}
_CHANGES = {"increase": add, "decrease": sub, "scale-up": mul, "scale-down": truediv}
_MOST_ORDERED = 5
"""The most variables of a quantifier whose order is disregarded: unified-planning shuffles them."""

Names = Mapping[str, str]
"""Variables in the text, each with its number in the normal form."""


def first_difference(one: Task, other: Task) -> str | None:
    """Return the first part that differs, such as "the effect of `move`"; None if the tasks mean the same."""
    left, right = dict(_parts(one)), dict(_parts(other))
    return next((name for name in {**left, **right} if left.get(name) != right.get(name)), None)


def _parts(task: Task) -> Iterator[tuple[str, object]]:
    """Yield every part of a task in its normal form. Types count by their objects, since writers drop unused ones."""
    domain, problem = task.domain, task.problem
    yield "the objects", set(task.objects)
    yield from ((f"the type `{name}`", set(members)) for name, members in task.of_type.items() if members)
    declarations: list[tree.PredicateDeclaration | tree.FunctionDeclaration] = [*domain.predicates, *domain.functions]
    for declared in declarations:
        if declared.name.text != TOTAL_COST:
            yield f"the declaration of `{declared.name.text}`", _types(declared.parameters)
    actions: list[tree.Action | tree.DurativeAction] = [*domain.actions, *domain.processes, *domain.durative_actions]
    for action in actions:
        names, of = _numbered(action.parameters, {}), f"of `{action.name.text}`"
        yield f"the parameters {of}", _types(action.parameters)
        yield f"the effect {of}", set(_effects(action.effect, names, single=_single(action.effect)))
        for part in ("kind", "duration", "condition", "precondition"):
            value = getattr(action, part, None)
            yield f"the {part} {of}", value if part == "kind" else condition(value, names)
    yield (
        "the derived predicates",
        {
            (one.name.text, _types(one.parameters), condition(one.condition, _numbered(one.parameters, {})))
            for one in domain.derived
        },
    )
    facts = [one for one in problem.init if not (isinstance(one, tree.Comparison) and is_total_cost(one.left))]
    yield "the initial state", {condition(one, {}) for one in facts if not isinstance(one, tree.Not)}
    yield "the goal", condition(problem.goal, {})
    if (metric := problem.metric) is not None:
        yield "the metric", (metric.direction.text, _value(metric.expression, {}))


def _types(names: Iterable[tree.TypedName]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(type_names(one.types)) for one in names)


def _numbered(names: Iterable[tree.TypedName], around: Names) -> Names:
    first = 1 + max((int(one[1:]) for one in around.values()), default=-1)  # a name may hide another
    return {**around, **{one.name.text: f"?{at}" for at, one in enumerate(names, first)}}


def condition(formula: tree.Formula | None, names: Names, positive: bool = True, time: str = "") -> object:
    """Return the normal form of a condition or fact, or of its negation if not `positive`."""
    match formula:
        case tree.Atom(predicate, arguments):
            terms = [names.get(name.text, name.text) for name in arguments]
            return predicate.text, tuple(sorted(terms) if predicate.text == "=" else terms), positive, time
        case tree.Comparison(operator, left, right):
            sides = [_value(left, names), _value(right, names)]
            if operator.text == "=":  # as both inequalities
                return ("all", positive), frozenset((positive, one, time) for one in (tuple(sides), tuple(sides[::-1])))
            or_equal = operator.text.endswith("=") is positive
            return or_equal, tuple(sides if operator.text.startswith("<") is positive else sides[::-1]), time
        case tree.Quantified(quantifier, variables, body):
            orders = permutations(variables) if len(variables) <= _MOST_ORDERED else [variables]
            forms = [(_types(one), condition(body, _numbered(one, names), positive, time)) for one in orders]
            return (quantifier == "forall") is positive, frozenset(forms)
        case tree.Timed(when, operand):  # of a timed literal, the time is a number
            return condition(operand, names, positive, when if " " in when else str(float(when)))
    kind, inner = signed_parts(formula or tree.And((), 0, 0), positive) or (None, ())
    if kind is None:
        raise ValueError(f"there is no normal form of {type(formula).__name__}")
    flat: set[object] = set()
    for one in [condition(part, names, sign, time) for part, sign in inner]:
        flat.update(one[1] if isinstance(one, tuple) and one[0] == ("all", kind) else [one])
    return next(iter(flat)) if len(flat) == 1 else (("all", kind), frozenset(flat))


def _value(expression: tree.Expression, names: Names) -> Fraction:
    """The value of an expression where functions have arbitrary values."""
    match expression:
        case tree.Number(value):
            return Fraction(str(value))
        case tree.FunctionTerm(function, arguments):
            return Fraction(hash((function.text, *[names.get(one.text, one.text) for one in arguments])))
        case tree.Arithmetic(operator, operands):
            values = [_value(one, names) for one in operands]
            return -values[0] if [operator.text, len(values)] == ["-", 1] else reduce(_OPERATORS[operator.text], values)
    raise ValueError("an expression could not be read")


def _single(effect: tree.Formula | None) -> bool:
    """Whether no function is changed twice by the text of an effect."""
    changed = [one.target for one in effects_in(effect) if isinstance(one, tree.Assignment)]
    functions = [one.function.text for one in changed if isinstance(one, tree.FunctionTerm)]
    return len(functions) == len(set(functions))


def _effects(
    effect: tree.Formula | None, names: Names, around: frozenset[object] = frozenset(), *, single: bool
) -> Iterator[object]:
    """Yield the simple effects, each with the variables, conditions and times around it.

    The only change of a function is an assignment; several add up, which assignments do not.
    """
    match effect:
        case None:
            return
        case tree.And(operands):
            for one in operands:
                yield from _effects(one, names, around, single=single)
        case tree.Quantified(_, variables, body):
            yield from _effects(body, _numbered(variables, names), around | {_types(variables)}, single=False)
        case tree.When(asked, inner):
            yield from _effects(inner, names, around | {condition(asked, names)}, single=single)
        case tree.Timed(time, operand):
            yield from _effects(operand, names, around | {time}, single=single)
        case tree.Assignment(operator, target, value):
            old, new, kind = _value(target, names), _value(value, names), operator.text
            if new == 0 and kind == "increase" and isinstance(target, tree.FunctionTerm) and is_total_cost(target):
                return  # a cost of zero, which libraries give to actions without costs
            if single and kind in _CHANGES:
                kind, new = "assign", _CHANGES[kind](old, new)
            yield around, kind, old, new
        case _:
            yield around, condition(effect, names)
