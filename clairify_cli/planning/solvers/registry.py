"""The solvers by name."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from clairify_cli.files.extras import check_versions, install
from clairify_cli.planning.solvers import engines
from clairify_cli.planning.solvers.base import (
    Limits,
    Solution,
    Solver,
    SolverError,
    SolverMissingError,
    SolverOutcome,
)
from clairify_cli.planning.solvers.support import UnreadableTaskError, features, read_task
from clairify_cli.records import dataclass, replace

if TYPE_CHECKING:
    from clairify_cli.planning.solvers.fast_downward import Better

NAMES = ("auto", "fast-downward", "pyperplan")
"""The values of `--solver`, in addition to engines (`up:...`) and command templates (`cmd:...`)."""


def get(name: str, *, optimal: bool = False, anytime: bool = False, better: Better | None = None) -> Solver:
    """The solver of a name: one of NAMES, `fd`, or `cmd:` with a command.

    `auto` is Fast Downward where it is installed, else pyperplan, and for what these lack an engine (see `OrEngine`).
    SolverMissingError where the solver is not
    installed, SolverError if there is none of that name or it cannot do what is asked. `better` is told of each plan of
    a solver that is to go on to better plans (`anytime`).
    """
    if anytime:
        if name.lower() not in ("auto", "fast-downward", "fd"):
            raise SolverError(
                f"--anytime works with Fast Downward only: leave it out for {name}, or write --solver fast-downward"
            )
        return _fast_downward(optimal, anytime=True, better=better)
    if name.startswith("cmd:"):
        from clairify_cli.planning.solvers import command

        if optimal:
            raise SolverError("whether a command's plans cost the least is for the command to say: leave --optimal out")
        return command.parse(name.removeprefix(command.PREFIX))
    if name.lower().startswith(engines.PREFIX):
        engine = name[len(engines.PREFIX) :].lower()
        engines.find(engine)
        return engines.Engine(engine, optimal)
    check_versions("plan", "planning", SolverMissingError)
    match name.lower():
        case "auto":
            return OrEngine(_first_installed(optimal), optimal)
        case "fast-downward" | "fd":
            return _fast_downward(optimal)
        case "pyperplan":
            return _pyperplan(optimal)
    from clairify_cli.diagnostics.nearest import nearest

    close = nearest(name.lower(), NAMES)
    meant = f", did you mean `{close}`?" if close else ""
    raise SolverError(f"no solver is called `{name}`{meant} (there are {', '.join(NAMES)}, up:ENGINE and 'cmd:...')")


@dataclass(frozen=True, slots=True)
class OrEngine:
    """`usual`, and where that lacks a feature, the installed engines of unified-planning for what the task uses."""

    usual: Solver
    optimal: bool = False

    @property
    def name(self) -> str:
        return self.usual.name

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        """See `Solver`."""
        answer = self.usual.solve(domain, problem, limits, stop=stop)
        if answer.outcome is not SolverOutcome.UNSUPPORTED:
            return answer
        try:
            task = read_task(domain, problem)
        except UnreadableTaskError:
            return answer
        used = frozenset(one.feature for one in features(task.domain, task.problem))
        for engine in engines.for_features(used):
            other = replace(engine, optimal=self.optimal).solve(domain, problem, limits, stop=stop)
            if other.outcome not in (SolverOutcome.UNSUPPORTED, SolverOutcome.CRASHED):
                return other
            answer = other
        return answer


def _fast_downward(optimal: bool, *, anytime: bool = False, better: Better | None = None) -> Solver:
    from clairify_cli.planning.solvers.fast_downward import FastDownward, find

    return FastDownward(find(), optimal, anytime, better)


def _pyperplan(optimal: bool) -> Solver:
    from clairify_cli.planning.solvers.pyperplan import Pyperplan, find

    find()
    return Pyperplan(optimal)


def _first_installed(optimal: bool) -> Solver:
    for make in (_fast_downward, _pyperplan):
        try:
            return make(optimal)
        except SolverMissingError:
            continue
    raise SolverMissingError(
        f"no solver is installed: {install('plan')} brings Fast Downward and pyperplan, "
        "and --solver 'cmd:/path/planner {domain} {problem} {plan}' takes any other"
    )
