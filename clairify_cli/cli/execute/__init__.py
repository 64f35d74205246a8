"""`clairify execute`: execute programs and plans with a simulated Panda or a real arm."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import aligned, complain, inform, print_out
from clairify_cli.diagnostics.counts import counted
from clairify_cli.services.combinations import combinations
from clairify_cli.services.execute.request import ExecuteRequest

if TYPE_CHECKING:
    from clairify_cli.services.execute.results import ExecuteResult


def run(request: ExecuteRequest) -> int:
    """Execute, and report."""
    from clairify_cli.cli.execute.tell import Teller
    from clairify_cli.cli.shared.narrate import show_reports
    from clairify_cli.services.execute.run import execute
    from clairify_cli.services.refused import RefusedError

    # Do not start a run whose result could not be printed.
    if sys.stdout is None and (request.bench.print_scene or request.prints_report):
        complain("cannot write to standard output: it is closed")
        return 2
    _open_standard_streams()
    tell = Teller(request)
    person = None
    if request.arm.robot == "ros":
        from clairify_cli.cli.execute.ask import Terminal

        person = Terminal(tell.wipe)
    try:
        result = execute(request, tell, person)
    except RefusedError as error:
        show_reports(error.reports)
        raise
    _show(result, request)
    return result.outcome.exit_code


def _open_standard_streams() -> None:
    """Open missing standard streams, or a file opened later would get their descriptor and the simulator's C output."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115 - as long as the process


def _show(result: ExecuteResult, request: ExecuteRequest) -> None:
    """Show the result, if it has not been printed yet."""
    from clairify_cli.outcomes import Outcome
    from clairify_cli.services.execute.results import ArmRun, BatchRun, LogReplay, ProgramRun, RobotRun, Scened

    said = request.narration
    quiet = said.quiet
    match result:
        case Scened(scene):
            from clairify_cli.worlds.scene.printer import print_scene

            print_out(print_scene(scene))
        case ArmRun(name, source, done, scene, seconds):
            from clairify_cli.cli.execute.simulated import show_findings, show_run

            show_findings(source, done)
            show_run(name, done, scene, seconds, quiet=quiet, verbose=said.verbose)
        case RobotRun(_, _, halted) if halted is not None:
            from clairify_cli.cli.execute.robot import show_halt

            show_halt(halted)
        case RobotRun(name, Outcome.DONE, is_dry=True) if not quiet:
            inform(f"{name}: dry run, nothing was moved")
        case ProgramRun(source, ran):
            from clairify_cli.cli.execute.tell import show_ran

            show_ran(source.name, ran, quiet=quiet, dry_run=request.running.dry_run)
        case LogReplay(name, replayed):
            header = ("", "action", "commanded", "measured", "confirmed")
            print_out("\n".join([*aligned([header, *replayed.rows], left={1, 2, 3, 4}), ""]))
            inform(f"{name}: {counted(len(replayed.rows), 'command')}; {replayed.ended}")
        case BatchRun():
            from clairify_cli.cli.execute.batch import show_batch

            show_batch(result, quiet=quiet)
        case _:
            pass


def _film(words: Sequence[str], at: int) -> tuple[str, ...] | None:
    """Rewrite the older `--record` for films, given as a file name or, for many inputs, a format, to `--film`."""
    flag, equals, value = words[at].partition("=")
    if flag != "--record":
        return None
    named = value if equals else "".join(words[at + 1 : at + 2])
    kind = (Path(named).suffix.removeprefix(".") or named).lower()
    return (f"--film{equals}{value}",) if kind in ("mp4", "png") else None


command = command_of(
    "execute", ExecuteRequest, run, combinations("execute"), rewrites=(_film,), without_old=("time_limit",)
)
