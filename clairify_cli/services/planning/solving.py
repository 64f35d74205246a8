"""Open the requested solver."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import Solver

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.planner import Planner
    from clairify_cli.planning.solvers.base import Limits
    from clairify_cli.planning.solvers.fast_downward import Better


def solver_limits(wanted: Solver) -> Limits:
    """Return the limits of a solver run. Raises `RequestError`."""
    from clairify_cli.planning.solvers.base import Limits

    if not wanted.solve_timeout > 0:
        raise RequestError(f"the time limit of the solver must be more than 0 s, not {wanted.solve_timeout:g}")
    if wanted.memory < 1:
        raise RequestError(f"the memory limit of the solver must be at least 1 MB, not {wanted.memory}")
    return Limits(wanted.solve_timeout, wanted.memory)


def open_planner(
    wanted: Solver, seconds: float | None = None, *, anytime: bool = False, better: Better | None = None
) -> Planner:
    """Return the solver with its limits; all of its runs end `seconds` from now.

    If `anytime`, it goes on to better plans, and `better` is told of each.

    Raises `RequestError`, or `SolverError` if it is missing or unknown.
    """
    limits = solver_limits(wanted)
    from clairify_cli.agents.formalise.planner import Planner
    from clairify_cli.planning.solvers.registry import get

    deadline = None if seconds is None else time.monotonic() + seconds
    return Planner(
        get(wanted.solver, optimal=wanted.optimal, anytime=anytime, better=better), limits, deadline=deadline
    )
