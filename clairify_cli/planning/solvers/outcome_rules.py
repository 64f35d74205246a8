"""The findings about how solving ended, one for each outcome but a plan; none of them may read as another.

A task without a plan is a finding about the task. All others say nothing about it, only about the solver.
"""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source, Span
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.planning.solvers.base import Solution, SolverOutcome


@rule("PLN201", "unsolvable", Severity.ERROR)
def unsolvable(message: str) -> Message:
    """The task has no plan, and that is proven.

    Finds a task for which a solver has ruled out every state that can be reached, or has shown that the goal can
    hold in none. No other solver and no longer time will find a plan: the goal, the initial state or the actions
    have to change. The findings PLN3xx, where there are any, say what stands in the way.

    Wrong:
        (:init (on-table a) (clear a) (handempty))
        (:goal (and (holding a) (on-table a)))

    Right:
        (:goal (holding a))
    """
    return Message(message, "change the goal, the initial state or the actions: more time would not help")


@rule("PLN202", "plan-not-found", Severity.ERROR)
def not_found(message: str) -> Message:
    """The solver gave up without a plan and without a proof that there is none.

    Finds a search that left out some states, as a fast search may, and came to its end. There may be a plan.

    Wrong:
        clairify pddl --solver 'cmd:hill-climber {domain} {problem}' ...

    Right:
        clairify pddl --solver fast-downward ...
    """
    return Message(message, "try another solver; fast-downward looks everywhere")


@rule("PLN203", "solver-timeout", Severity.ERROR)
def timeout(message: str) -> Message:
    """The solver's time was up before it had a plan.

    Finds a run that was ended at the time limit. Whether there is a plan is open. Large problems, many objects that
    do not matter to the goal, and optimal planning take long.

    Wrong:
        clairify pddl --optimal --solve-timeout 5 ...

    Right:
        clairify pddl --solve-timeout 300 ...
    """
    return Message(message, "give it more time, make the problem smaller, or do not ask for an optimal plan")


@rule("PLN204", "solver-out-of-memory", Severity.ERROR)
def out_of_memory(message: str) -> Message:
    """The solver's memory was used up before it had a plan.

    Finds a run that ended at the memory limit. Whether there is a plan is open. Actions with many parameters take the
    most memory, since they are written out for all combinations of objects.

    Wrong:
        (:action carry :parameters (?a ?b ?c ?d ?e ?f ?g - object) ...)

    Right:
        (:action carry :parameters (?r - robot ?i - item ?to - place) ...)
    """
    return Message(message, "give it more memory, or make the problem or the actions' parameters fewer")


@rule("PLN205", "solver-lacks-feature", Severity.ERROR)
def unsupported(message: str, text: str | None) -> Message:
    """The task uses a feature of PDDL that the solver does not have.

    Finds it in what is written, whatever `:requirements` says. The solver was not asked, or refused. It says nothing
    about the task: another solver may solve it, or the feature may be written in other words.

    Wrong:
        clairify pddl --solver pyperplan ...     with (:precondition (not (hot ?x)))

    Right:
        clairify pddl --solver fast-downward ...
    """
    other = "take a solver that has it"
    return Message(message, f"{other}, or write the {text} without it" if text else other)


@rule("PLN206", "solver-failed", Severity.ERROR)
def crashed(message: str) -> Message:
    """The solver failed.

    Finds a solver that was killed, failed with an error of its own, refused the task, or wrote something that is no
    plan. It says nothing about whether there is a plan. `clairify check` finds what most refusals are about.

    Wrong:
        clairify pddl --solver 'cmd:./planner {domain} {problem}' ...     where the planner stops with exit code 1

    Right:
        clairify check domain.pddl problem.pddl
    """
    return Message(message, "check the domain and the problem, or try another solver")


@rule("PLN207", "solver-interrupted", Severity.ERROR)
def interrupted(message: str) -> Message:
    """The solver was stopped before it had an answer.

    Finds a run that ended because it was asked to. It says nothing about whether there is a plan.

    Wrong:
        a run that is ended with Control-C

    Right:
        a run that is waited for
    """
    return Message(message)


_RULES = {
    SolverOutcome.UNSOLVABLE: unsolvable,
    SolverOutcome.NOT_FOUND: not_found,
    SolverOutcome.TIMEOUT: timeout,
    SolverOutcome.OUT_OF_MEMORY: out_of_memory,
    SolverOutcome.CRASHED: crashed,
    SolverOutcome.INTERRUPTED: interrupted,
}


def diagnose(solution: Solution, domain: Source, problem: Source, *, explained: bool = False) -> Diagnostic | None:
    """The finding for a solution, None where there is a plan.

    It stands at the first use of a feature that is not supported, else at the problem's goal. Where it is `explained`
    why there is no plan, the findings that do so say what to change, and this one says nothing of it.
    """
    found = _finding(solution, domain, problem)
    return replace(found, hint=None) if found is not None and explained else found


def _finding(solution: Solution, domain: Source, problem: Source) -> Diagnostic | None:
    if solution.outcome is SolverOutcome.UNSUPPORTED:
        return unsupported(_feature(solution, domain, problem), solution.message, solution.text)
    made = _RULES.get(solution.outcome)
    return made(_goal(problem), solution.message) if made is not None else None


EXIT_CODES = {SolverOutcome.SOLVED: 0, SolverOutcome.UNSOLVABLE: 1, SolverOutcome.INTERRUPTED: 130}
"""The exit codes of the command line; what is not here is 3, something outside failed."""


def exit_code(solution: Solution) -> int:
    """The exit code of a command that was to find a plan: only a proof is a finding about the task."""
    return EXIT_CODES.get(solution.outcome, 3)


def _goal(problem: Source) -> Span:
    """The head of the goal in the text of a problem; its beginning where there is none."""
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
