"""Solves, validates the plan, and explains why there is none; identical texts are solved once."""

from __future__ import annotations

import threading
import time

from clairify_cli.agents.formalise.constraints import Constraints
from clairify_cli.agents.formalise.given import Write
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.companions import heading
from clairify_cli.languages.pddl.plan import Plan, timed_text
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.task import task_of
from clairify_cli.planning.solvers.base import Limits, Solution, Solver, SolverOutcome
from clairify_cli.planning.validate.heading import heading_text
from clairify_cli.records import dataclass, field, replace

PLAN = "<plan>"
"""What a solver's plan is called in messages."""

NOT_VALIDATED = "PLN114"

_NO_BLANK = late(r"[^\s]")

_NO_ANSWER = (SolverOutcome.NOT_FOUND, SolverOutcome.TIMEOUT, SolverOutcome.OUT_OF_MEMORY, SolverOutcome.UNSUPPORTED)
"""Outcomes that leave open whether there is a plan."""


@dataclass(frozen=True, slots=True)
class Planned:
    """The result of a solver for a domain and a problem.

    `plan` is the plan as it is printed. `flaws` are the validator's findings: it is good if there are none. `outcome`
    says how the run ended if there is no plan, and `why` are findings that explain it; an unreachable goal is one even
    if the solver itself gave no answer.
    """

    domain: Source
    problem: Source
    solution: Solution
    plan: str = ""
    flaws: tuple[Diagnostic, ...] = ()
    outcome: tuple[Diagnostic, ...] = ()
    why: tuple[Diagnostic, ...] = ()

    @property
    def solved(self) -> bool:
        """Whether there is a plan, and it is good."""
        return self.solution.solved and not self.flaws

    @property
    def unvalidated(self) -> bool:
        """Whether there is a plan that cannot be validated."""
        return bool(self.flaws) and all(one.code == NOT_VALIDATED for one in self.flaws)

    @property
    def has_no_plan(self) -> bool:
        """Whether it is known that there is no plan."""
        return self.solution.outcome is SolverOutcome.UNSOLVABLE or bool(self.why)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All findings about it."""
        return (*self.flaws, *self.outcome, *self.why)

    def faults_of(self, write: Write) -> tuple[Diagnostic, ...]:
        """The findings that are errors in the written text: that there is no plan, and why.

        That a limit was reached or the solver failed says nothing about the text. A feature that the solver lacks
        counts if it was written.
        """
        if self.solution.outcome is SolverOutcome.UNSOLVABLE:
            return (*self.outcome, *self.why)
        if self.solution.outcome is SolverOutcome.UNSUPPORTED and not self.why:
            given = self.solution.text != "problem"
            return self.outcome if write is Write.BOTH or (write is Write.PROBLEM and not given) else ()
        return self.why


@dataclass
class Planner:
    """A solver with its limits. `deadline` (seconds, monotonic) ends all of its runs; `stop` ends them at once."""

    solver: Solver
    limits: Limits = field(default_factory=Limits)
    stop: threading.Event | None = None
    deadline: float | None = None
    constraints: Constraints = Constraints()
    _known: dict[tuple[str, str], Planned] = field(default_factory=dict, init=False)

    def plan(self, domain: Source, problem: Source) -> Planned:
        """Solve the task of the two texts, which have no errors; identical tasks are not solved again."""
        key = (domain.text, problem.text)
        if key not in self._known:
            self._known[key] = self._planned(domain, problem)
        return self._known[key]

    def _planned(self, domain: Source, problem: Source) -> Planned:
        limits = self.limits
        if self.deadline is not None:
            left = max(0.1, self.deadline - time.monotonic())
            limits = replace(limits, seconds=min(limits.seconds, left))
        held = self.constraints.solution(domain, problem, self.solver, limits, self.stop) if self.constraints else None
        solution = held or self.solver.solve(alone(domain), alone(problem, "problem"), limits, stop=self.stop)
        is_barred = held is not None and held.outcome in (SolverOutcome.UNSOLVABLE, SolverOutcome.UNSUPPORTED)
        if is_barred:
            free = replace(self, constraints=Constraints()).plan(domain, problem)
            if free.solution.outcome is solution.outcome:
                return free
            solution = self.constraints.explained(solution, free.solution, domain, problem)
        made = Planned(domain, problem, solution)
        plan = solution.plan
        if plan is not None:
            head, unit = heading_text(domain, problem), not _has_costs(domain)
            text = head + plan_text(plan, solution.cost, unit=unit)
            flaws = validate(Source(text, PLAN), domain, problem)
            task = task_of(domain, problem)
            if task is not None and task.problem.metric is not None:
                # The validation is kept, so that it is not done again; of another cost it only warns.
                cost = _measured(Source(text, PLAN), domain, problem)
                if cost is not None:
                    solution = replace(solution, cost=cost)
                    text = head + plan_text(plan, cost, unit=False)
            return replace(made, solution=solution, plan=text, flaws=tuple(one for one in flaws if one.is_error))
        from clairify_cli.planning.solvers.outcome_rules import diagnose

        why = _why_not(solution, domain, problem) if held is None else ()
        ended = diagnose(solution, domain, problem, explained=bool(why) or is_barred)
        return replace(made, outcome=(ended,) if ended else (), why=why)


def _why_not(solution: Solution, domain: Source, problem: Source) -> tuple[Diagnostic, ...]:
    """Why there is no plan, if that is known."""
    if solution.outcome is not SolverOutcome.UNSOLVABLE and solution.outcome not in _NO_ANSWER:
        return ()
    from clairify_cli.planning.explain.rules import findings
    from clairify_cli.planning.explain.why_not import explain

    task = task_of(domain, problem)
    if task is None:
        return ()
    return tuple(findings(explain(task, domain, problem, proven=solution.outcome is SolverOutcome.UNSOLVABLE)))


def _measured(plan: Source, domain: Source, problem: Source) -> float | None:
    """The value of the problem's metric after a good plan, which most engines do not state; None if it is unknown."""
    from clairify_cli.planning.validate.language import judged

    run = judged(read_plan(plan)[0], plan, CheckOptions(context=(domain, problem), problem_given=True))[2]
    return run.cost if run is not None and run.is_valid else None


def validate(plan: Source, domain: Source, problem: Source) -> list[Diagnostic]:
    """The findings in a plan for a task."""
    from clairify_cli.planning.validate.language import PlanLanguage

    return PlanLanguage().check(plan, CheckOptions(context=(domain, problem), problem_given=True))


def alone(source: Source, what: str = "domain") -> str:
    """The text as solvers accept it: for a file with a domain and a problem, only one of them, with blanks for the
    other.

    Lines and columns stay as they are.
    """
    defined = heading(source.text)
    if defined.domain is None or defined.problem is None:
        return source.text
    file = read_once(source)[0]
    other = file.problem if what == "domain" else file.domain
    if other is None:
        return source.text
    blanks = _NO_BLANK.sub(" ", source.text[other.start : other.end])
    return source.text[: other.start] + blanks + source.text[other.end :]


def plan_text(plan: Plan, cost: float | None, *, unit: bool) -> str:
    """A plan as the planning competitions write it, its cost in the last line."""
    if any(step.duration is not None for step in plan.steps):
        return "".join(f"{timed_text(step)}\n" for step in plan.steps)
    cost = float(len(plan.steps)) if cost is None else cost
    lines = [*(step.text for step in plan.steps), f"; cost = {cost:.10g} ({'unit' if unit else 'general'} cost)"]
    return "\n".join(lines) + "\n"


def _has_costs(domain: Source) -> bool:
    found = read_once(domain)[0].domain
    return found is not None and any(one.name.text == "total-cost" for one in found.functions)
