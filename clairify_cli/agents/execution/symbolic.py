"""Symbolic planning, one goal at a time: the solver plans, and its plan is validated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from clairify_cli.agents.execution.domain_text import Atom, Barred, Wanted, domain_text, problem_text
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.extras import install
from clairify_cli.languages.pddl.companions import heading
from clairify_cli.languages.pddl.meaning import WorldState, apply, find_action, holds, is_applicable
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.solvers.base import Limits, Solution, Solver, SolverOutcome
from clairify_cli.planning.solvers.pyperplan import NAME as PYPERPLAN
from clairify_cli.records import dataclass, field

LIMITS = Limits(seconds=30.0, memory_mb=2048)
"""The solver's limits for one goal."""


@dataclass(frozen=True, slots=True)
class Symbolic:
    """A plan as ground actions, or why there is no plan; `unanswered` says that there may still be one."""

    steps: tuple[Atom, ...] | None
    why: str = ""
    unanswered: bool = False


@dataclass(slots=True)
class SymbolicPlanner:
    """Plans in a domain (its PDDL text). Results are cached."""

    domain: str
    solver: Solver
    limits: Limits = LIMITS
    order: int = 0
    """Seed for the order of objects and goals; another order may give another plan of equal cost."""
    _known: dict[tuple[str, str], Symbolic] = field(default_factory=dict)

    def plan(self, wanted: Wanted, barred: Iterable[Barred] = ()) -> Symbolic:
        """Plan from the facts of what is wanted to its goal, with the formulas that only tidy up."""
        objects, goal = wanted.objects, wanted.formulas + wanted.tidy
        # Solvers break ties by the order of the text, so another order can give another plan.
        if self.order:
            objects, goal = _shuffled(objects, goal, self.order)
        task_domain = domain_text(self.domain, objects, allowed=wanted.allowed, barred=barred)
        problem = problem_text(_domain_name(self.domain), wanted.facts, goal)
        key = (task_domain, problem)
        if key not in self._known:
            self._known[key] = self._asked(task_domain, problem)
        return self._known[key]

    def _asked(self, domain: str, problem: str) -> Symbolic:
        task = task_of(domain, problem)
        state = WorldState(task.init)
        # The goal holds already: skip the solver, which takes a fraction of a second to start.
        if holds(task.goal, {}, state, task):
            return Symbolic(())
        solution = self.solver.solve(domain, problem, self.limits)
        if solution.plan is None:
            return Symbolic(None, _why(solution), unanswered=solution.outcome is not SolverOutcome.UNSOLVABLE)
        steps = tuple(one.words for one in solution.plan.steps)
        for step in steps:
            action = find_action(task, step[0])
            if action is None or not is_applicable(action, step[1:], state, task):
                return Symbolic(None, f"the solver's step {' '.join(step)} cannot be done", unanswered=True)
            state = apply(action, step[1:], state, task)
        if not holds(task.goal, {}, state, task):
            return Symbolic(None, "the solver's plan does not reach the goal", unanswered=True)
        return Symbolic(steps)


def _shuffled(objects: Mapping[str, str], goal: Iterable[str], order: int) -> tuple[dict[str, str], tuple[str, ...]]:
    """Shuffle objects and goals, with `order` as the random seed."""
    random = Random(order)  # noqa: S311 - an order, no secret
    names, goals = list(objects.items()), list(goal)
    random.shuffle(names)
    random.shuffle(goals)
    return dict(names), tuple(goals)


def _why(solution: Solution) -> str:
    """Return the solver's message; if pyperplan lacks a feature, add how to install Fast Downward, which has it."""
    if solution.outcome is SolverOutcome.UNSUPPORTED and solution.solver == PYPERPLAN:
        return f"{solution.message}; Fast Downward does, which {install('plan')} brings"
    return solution.message


@dataclass(frozen=True, slots=True)
class Effects:
    """Applies a domain's actions to facts, for one set of objects."""

    task: Task

    @classmethod
    def of(cls, domain: str, objects: Mapping[str, str]) -> Effects:
        return cls(task_of(domain_text(domain, objects), problem_text(_domain_name(domain), (), ())))

    def can(self, step: Atom, facts: frozenset[Atom]) -> bool:
        """Whether the preconditions of a ground action hold."""
        action = find_action(self.task, step[0])
        return action is not None and is_applicable(action, step[1:], WorldState(facts), self.task)

    def reached(self, formulas: Iterable[str], facts: frozenset[Atom]) -> bool:
        """Whether all of the formulas hold."""
        task = _goal(self.task, formulas)
        return holds(task.goal, {}, WorldState(facts), task)

    def achieves(self, steps: Iterable[Atom], formulas: Iterable[str], facts: frozenset[Atom]) -> bool:
        """Whether all steps can be done one after another, and all of the formulas hold then."""
        for step in steps:
            if not self.can(step, facts):
                return False
            facts = self.after(step, facts)
        return self.reached(formulas, facts)

    def after(self, step: Atom, facts: frozenset[Atom]) -> frozenset[Atom]:
        """Return the facts after a ground action."""
        action = find_action(self.task, step[0])
        if action is None:
            return facts
        return apply(action, step[1:], WorldState(facts), self.task).atoms


def _goal(domain: Task, formulas: Iterable[str]) -> Task:
    """Return the task with these formulas as its goal."""
    text = f"(define (problem goal) (:domain d) (:init) (:goal (and {' '.join(formulas)})))"
    problem = read(Source(text))[0].problem
    assert problem is not None
    return make_task(domain.domain, problem)


def task_of(domain: str, problem: str) -> Task:
    """Return the task of a domain and a problem that are known to be valid."""
    one, other = read(Source(domain))[0].domain, read(Source(problem))[0].problem
    assert one is not None and other is not None
    return make_task(one, other)


def _domain_name(domain: str) -> str:
    return heading(domain).domain or "lab"
