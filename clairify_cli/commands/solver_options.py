"""Options of the commands that solve planning tasks, and what becomes of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from clairify_cli.agents.formalise import Planner

F = TypeVar("F", bound=Callable[..., Any])


def _complete_solvers(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The solvers by name, and the beginning of a command."""
    from click.shell_completion import CompletionItem

    from clairify_cli.planning.solvers import NAMES

    return [CompletionItem(name) for name in (*NAMES, "cmd:") if name.startswith(incomplete)]


def solver_options(command: F) -> F:
    """`--no-solve`, `--solver` and its limits. `open_planner` takes the values, by name."""
    command = planner_options(command)
    return declare.runs("--no-solve", "solve", flag_value=False, default=True, help="Write and verify only.")(command)


def planner_options(command: F) -> F:
    """`--solver` and its limits."""
    options = (
        declare.starts(
            "--solver",
            default="auto",
            show_default=True,
            metavar="NAME",
            shell_complete=_complete_solvers,
            help="auto, fast-downward, pyperplan, or any planner: 'cmd:/path/planner {domain} {problem} {plan}'.",
        ),
        declare.plain("--optimal", is_flag=True, help="Look for a plan of the least cost."),
        declare.plain(
            "--solve-timeout",
            type=float,
            default=60.0,
            show_default=True,
            metavar="SECONDS",
            help="Time limit of a run of the solver.",
        ),
        declare.plain(
            "--memory", type=int, default=2048, show_default=True, metavar="MB", help="Memory limit of the solver."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def solver_limits(values: dict[str, Any]) -> tuple[float, int]:
    """The time (s) and the memory (2**20 bytes) of a run of the solver. Raises `RequestError`."""
    seconds, memory = values["solve_timeout"], values["memory"]
    if not seconds > 0:
        raise RequestError(f"the time limit of the solver must be more than 0 s, not {seconds:g}")
    if memory < 1:
        raise RequestError(f"the memory limit of the solver must be at least 1 MB, not {memory}")
    return seconds, memory


def open_planner(values: dict[str, Any]) -> Planner | None:
    """The solver with its limits; None with `--no-solve`.

    Raises `RequestError`, or `SolverError` for a solver that is missing or that nobody knows.
    """
    if not values["solve"]:
        return None
    seconds, memory = solver_limits(values)
    from clairify_cli.agents.formalise import Planner
    from clairify_cli.planning.base import Limits
    from clairify_cli.planning.solvers import get

    return Planner(get(values["solver"], optimal=values["optimal"]), Limits(seconds, memory))
