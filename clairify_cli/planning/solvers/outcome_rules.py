"""The findings about how solving ended, one for each outcome except a plan; none of them may be mistaken for another.

An unsolvable task is a finding about the task. All others are about the solver only.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.diagnostics.wording import RuleTable
from clairify_cli.languages.pddl.targets import FAST_DOWNWARD, LACKS
from clairify_cli.planning.solvers.base import Solution, SolverOutcome

rules = RuleTable([Path(__file__).with_suffix(".txt")])

_RULES = {
    SolverOutcome.UNSOLVABLE: rules.unsolvable,
    SolverOutcome.NOT_FOUND: rules.plan_not_found,
    SolverOutcome.TIMEOUT: rules.solver_timeout,
    SolverOutcome.OUT_OF_MEMORY: rules.solver_out_of_memory,
    SolverOutcome.CRASHED: rules.solver_failed,
    SolverOutcome.INTERRUPTED: rules.solver_interrupted,
}


_ENGINES = {
    **dict.fromkeys((one.words for one in LACKS[FAST_DOWNWARD] - LACKS["up:kairos"]), "kairos"),
    "up:aries": "kairos",
}
"""The engine of unified-planning to name for a feature that the bundled solvers lack, or that an engine lacks."""


def diagnose(solution: Solution, domain: Source, problem: Source, *, explained: bool = False) -> Diagnostic | None:
    """The finding for a solution, None if there is a plan.

    Its place is the first use of an unsupported feature, otherwise the problem's goal. If other findings have
    `explained` why there is no plan, they also say what to change, so this one has no hint.
    """
    found = _finding(solution, domain, problem)
    return replace(found, hint=None) if found is not None and explained else found


def _finding(solution: Solution, domain: Source, problem: Source) -> Diagnostic | None:
    if solution.outcome is SolverOutcome.UNSUPPORTED:
        at, engine = _feature(solution, domain, problem), _ENGINES.get(solution.feature or solution.solver)
        from clairify_cli.planning.solvers.engines import is_installed

        missing = engine if engine and not is_installed(engine) else None
        return rules.solver_lacks_feature(at, solution.message, solution.text, engine, missing)
    made = _RULES.get(solution.outcome)
    return made(_goal(problem), solution.message) if made is not None else None


def _goal(problem: Source) -> Span:
    """The head of the goal in the text of a problem; the beginning of the text if there is none."""
    from clairify_cli.languages.pddl.reader import read
    from clairify_cli.languages.pddl.syntax import section_of

    tree = read(problem)[0].problem
    goal = section_of(tree, ":goal") if tree else None
    return problem.span(0) if goal is None else problem.span(goal.start, goal.keyword.end)


def _feature(solution: Solution, domain: Source, problem: Source) -> Span:
    source = problem if solution.text == "problem" else domain
    if solution.line is None:
        return _goal(problem)
    start = 0
    for _ in range(solution.line - 1):
        start = source.text.index("\n", start) + 1
    line = source.line(solution.line)
    return source.span(start + len(line) - len(line.lstrip()), start + len(line))
