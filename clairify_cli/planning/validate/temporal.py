"""Validate plans with times: durations, conditions at start, over all and at end, timed facts, concurrent actions.

A durative action is two moments, each an action without duration, and a condition that must hold between them
(Fox and Long, JAIR 20, 2003). Moments at the same time must not interfere, so their order does not matter. Like other
validators, this one compares times with a tolerance, since planners round their output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import (
    WorldState,
    binding_of,
    number_words,
    value_of,
    words_of,
    words_of_atom,
    writes_of,
)
from clairify_cli.languages.pddl.meaning.conditions import instances
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.terms import ground_atom, ground_term
from clairify_cli.languages.pddl.plan import Plan, Step
from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Assignment,
    Atom,
    Comparison,
    Domain,
    DurativeAction,
    Expression,
    Formula,
    FunctionTerm,
    Name,
    Not,
    Problem,
    Quantified,
    Timed,
    When,
)
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import conjuncts, everything_in, parts
from clairify_cli.planning.validate.history import Phase
from clairify_cli.planning.validate.rules import rules
from clairify_cli.planning.validate.simulate import TIMED, Run
from clairify_cli.planning.validate.trajectory import is_known
from clairify_cli.planning.validate.wording import Texts
from clairify_cli.records import dataclass, replace

_SAME = 1e-5
"""Times that differ by less are considered equal."""

_TOLERANCE = 1.1e-3
"""Tolerance for durations: planners print three decimals."""

_DURATION: GroundAtom = ("?duration",)


def is_timed(task: Task, plan: Plan) -> bool:
    """Whether times matter: the task has timed facts, or durative actions and a step that has or needs a time."""
    lasting = {one.name.text for one in task.domain.durative_actions}
    if any(isinstance(one, Timed) for one in task.problem.init):
        return True
    return bool(lasting) and any(one.time is not None or one.action.text in lasting for one in plan.steps)


def beyond(domain: Domain, problem: Problem, *, timed: bool) -> str:
    """Name the first feature of a task that cannot be validated for a plan with or without times; empty if none."""
    if domain.processes:
        return "processes or events"
    if not all(is_known(one.constraints, timed=timed) for one in (domain, problem)):
        return "constraints on the whole plan" + ("" if timed else " that depend on times")
    for action in domain.durative_actions:
        for one in everything_in(action.effect):
            if isinstance(one, FunctionTerm) and one.function.text == "#t":
                return "numbers that change while time goes by"
            if isinstance(one, When) and _times_in(one.condition) - _times_in(one.effect):
                return "effects at the end of an action that hang on its start"
    return ""


def _times_in(formula: Formula) -> set[str]:
    return {one.time for one in everything_in(formula) if isinstance(one, Timed)}


def _part(formula: Formula | None, time: str) -> Formula | None:
    """Return the part of a durative condition or effect that belongs to a time; None if there is none."""
    match formula:
        case And():
            made = [one for operand in formula.operands if (one := _part(operand, time)) is not None]
            return formula._replace(operands=tuple(made)) if made else None
        case Timed():
            return formula.operand if formula.time == time else None
        case Quantified():
            body = _part(formula.body, time)
            return None if body is None else formula._replace(body=body)
        case When():
            effect = _part(formula.effect, time)
            condition = _part(formula.condition, time) or And((), formula.start, formula.start)
            return None if effect is None else formula._replace(condition=condition, effect=effect)
        case _:  # a preference, which may be violated
            return None


class _Moment(NamedTuple):
    """Something that happens at a time: the start or end of a step, or timed facts if `step` is None."""

    time: float
    action: Action
    arguments: tuple[str, ...]
    number: int
    step: Step | None
    when: Phase
    numbers: dict[GroundAtom, float]
    """The value of `?duration`."""

    @property
    def text(self) -> str:
        return f"`{self.step.text}`" if self.step is not None else TIMED


@dataclass(frozen=True, slots=True)
class _Lasting:
    """A step that has begun, with the condition that must hold until it ends."""

    moment: _Moment
    until: float
    condition: Formula | None


def validate_timed(
    task: Task,
    plan: Plan,
    plan_source: Source,
    domain_source: Source | None = None,
    problem_source: Source | None = None,
) -> Run:
    """Execute a plan with times and report its errors, up to the first moment that fails."""
    of = {one.name.text: one for one in task.domain.durative_actions}
    begun = tuple(_moment(one, "at start") for one in of.values())
    domain = task.domain._replace(actions=(*task.domain.actions, *begun))
    task = replace(task, domain=domain, notes={})
    run = Run(task, Texts(plan_source, domain_source, problem_source))
    senseless = run.check_names(plan.steps)
    untimed = [one for one in plan.steps if one.time is None or (one.duration is None and one.action.text in of)]
    for step in untimed:
        what = "time" if step.time is None else "duration"
        action = of.get(step.action.text)
        related = run.texts.in_domain("it is declared here", action.name) if action is not None else ()
        run.found.append(rules.durative_step(run.texts.of_step(step), step.text, what, related))
    if not senseless and not untimed:
        _carry_out(run, _moments(task, plan, of), of)
        if run.stopped is None:
            run.check_goal(plan.steps)
    return run


def _moment(action: DurativeAction, time: str) -> Action:
    """Return the start or the end of a durative action as an action without duration."""
    condition, effect = _part(action.condition, time), _part(action.effect, time)
    return Action(action.name, action.parameters, condition, effect, action.start, action.end)


def _moments(task: Task, plan: Plan, of: dict[str, DurativeAction]) -> list[_Moment]:
    """Return all moments in chronological order."""
    found: list[_Moment] = []
    for number, step in enumerate(plan.steps, 1):
        assert step.time is not None
        arguments = tuple([one.text for one in step.arguments])
        action = of.get(step.action.text)
        if action is None:
            plain = next(one for one in task.domain.actions if one.name.text == step.action.text)
            found.append(_Moment(step.time, plain, arguments, number, step, "", {}))
            continue
        assert step.duration is not None
        lasting = {_DURATION: step.duration}
        times: tuple[tuple[Phase, float], ...] = (("at start", step.time), ("at end", step.time + step.duration))
        for time, at in times:
            found.append(_Moment(at, _moment(action, time), arguments, number, step, time, lasting))
    for fact in task.problem.init:
        if isinstance(fact, Timed):
            effect = fact.operand
            if isinstance(effect, Comparison) and isinstance(effect.left, FunctionTerm):
                effect = Assignment(effect.operator._replace(text="assign"), effect.left, effect.right, *fact[2:])
            happening = Action(Name("", fact.start, fact.start, ""), (), None, effect, *fact[2:])
            found.append(_Moment(float(fact.time), happening, (), 0, None, "", {}))
    return sorted(found, key=lambda one: one.time)


def _carry_out(run: Run, moments: list[_Moment], of: dict[str, DurativeAction]) -> None:
    """Execute the moments until one fails."""
    lasting: list[_Lasting] = []
    at = 0
    while at < len(moments):
        now = moments[at].time
        group = [one for one in moments[at:] if one.time - now < _SAME]
        at += len(group)
        for one in group:
            lasts = of.get(one.action.name.text)
            if one.when == "at start" and lasts is not None:
                _check_duration(run, one, lasts)
                until = one.time + one.numbers[_DURATION] - _SAME
                lasting.append(_Lasting(one, until, _part(lasts.condition, "over all")))
            when = f" at its {one.when[3:]}, at {number_words(one.time)}" if one.when else ""
            _check(run, one, one.action.precondition, when)
        if not run.found:
            _check_interference(run, group)
        if run.found:
            run.stopped = run.stopped or next((one.number for one in group if one.number), 1)
            return
        for one in group:
            state = _with(run.state, one.numbers)
            run.change(one.number, one.step, one.action, one.arguments, state, when=one.when, time=one.time)
        lasting = [one for one in lasting if one.until > now]
        for each in lasting:
            _check(run, each.moment, each.condition, f" at {number_words(now)}, while it lasts")
        if run.found:
            run.stopped = run.stopped or next((one.number for one in group if one.number), 1)
            return


def _with(state: WorldState, numbers: dict[GroundAtom, float]) -> WorldState:
    return replace(state, numbers={**state.numbers, **numbers}, notes={}) if numbers else state


def _check(run: Run, one: _Moment, condition: Formula | None, when: str) -> None:
    """Report a condition that does not hold now."""
    if one.step is None:
        return
    if not run.require(condition, one.number, one.step, one.action, _with(run.state, one.numbers), when=when):
        run.stopped = run.stopped or one.number


def _check_duration(run: Run, one: _Moment, action: DurativeAction) -> None:
    """Report a duration that the constraint does not allow, with a tolerance for rounding."""
    binding, numbers = binding_of(one.action, one.arguments), {**run.state.numbers, **one.numbers}
    for part in conjuncts(action.duration):
        inner = part.operand if isinstance(part, Timed) else part
        if isinstance(inner, Comparison) and not _allows(inner, binding, numbers) and one.step is not None:
            related = run.texts.in_domain("the duration is declared here", inner)
            lasts, wanted = number_words(one.numbers[_DURATION]), f"`{words_of(inner, binding)}`"
            limit = value_of(inner.right, binding, numbers)
            wanted += "" if limit is None else f", where the right side is {number_words(limit)}"
            place = run.texts.of_step(one.step)
            run.found.append(rules.bad_duration(place, one.number, one.step.text, lasts, wanted, related))


def _allows(one: Comparison, binding: dict[str, str], numbers: dict[GroundAtom, float]) -> bool:
    left, right = value_of(one.left, binding, numbers), value_of(one.right, binding, numbers)
    if left is None or right is None:
        return False
    more = left - right
    match one.operator.text:
        case "=":
            return abs(more) <= _TOLERANCE
        case "<" | "<=":
            return more <= _TOLERANCE
    return more >= -_TOLERANCE


def _check_interference(run: Run, group: Sequence[_Moment]) -> None:
    """Report two simultaneous moments if one changes what the other needs, or both change it differently."""
    used = [_Used.of(run, one) for one in group] if len(group) > 1 else []
    for (one, its), (other, others) in combinations(zip(group, used, strict=False), 2):
        step = other.step or one.step
        clash = its.clash(others) or others.clash(its)
        if clash is not None and step is not None:
            place, time = run.texts.of_step(step), number_words(one.time)
            run.found.append(rules.interference(place, time, one.text, other.text, words_of_atom(clash)))


@dataclass(frozen=True, slots=True)
class _Used:
    """What a moment reads, adds, deletes and changes; `numbers` says whether only by increasing or decreasing."""

    reads: set[GroundAtom]
    added: set[GroundAtom]
    deleted: set[GroundAtom]
    numbers: dict[GroundAtom, bool]

    @classmethod
    def of(cls, run: Run, one: _Moment) -> _Used:
        state = _with(run.state, one.numbers)
        reads: set[GroundAtom] = set()
        binding = binding_of(one.action, one.arguments)
        for formula, written in ((one.action.precondition, False), (one.action.effect, True)):
            if formula is not None:
                reads.update(_read(run, formula, binding, written=written))
        return cls(reads, *writes_of(one.action, one.arguments, state, run.task))

    def clash(self, other: _Used) -> GroundAtom | None:
        """Return something that this moment changes and the other needs or changes differently; None if nothing."""
        facts = (self.added | self.deleted | set(self.numbers)) & other.reads or self.added & other.deleted
        both = {one for one in self.numbers if one in other.numbers and not (self.numbers[one] and other.numbers[one])}
        return min(facts | both, default=None)


def _read(run: Run, formula: Formula | Expression, binding: dict[str, str], *, written: bool) -> Iterator[GroundAtom]:
    """Yield the atoms and functions that a condition reads, or an effect (`written`) in its conditions and values."""
    match formula:
        case Quantified():
            for one in instances(formula, binding, view_of(run.task, run.state)):
                yield from _read(run, formula.body, one, written=written)
        case When():
            yield from _read(run, formula.condition, binding, written=False)
            yield from _read(run, formula.effect, binding, written=True)
        case Assignment():
            yield from _read(run, formula.value, binding, written=False)
        case Atom():
            if not written and formula.predicate.text != "=":
                yield ground_atom(formula, binding)
        case FunctionTerm():
            yield ground_term(formula, binding)
        case Not() if written:
            return
        case _:
            for part in parts(formula):
                yield from _read(run, part, binding, written=written)
