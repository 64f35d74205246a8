"""`clairify pddl`: turn English into a PDDL goal, problem or domain, and that into a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.services.pddl import COMBINATIONS, PddlRequest

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input


_NOTHING = "nothing was written or solved"


def run(request: PddlRequest) -> int:
    """Write, solve and report."""
    from clairify_cli.cli.shared.batch import tell_batch
    from clairify_cli.cli.shared.formalised import refuse_given
    from clairify_cli.services.batch.texts import of_texts
    from clairify_cli.services.errors import FaultyError
    from clairify_cli.services.pddl.batch import pddl_batch

    try:
        return of_texts(
            request,
            inform,
            lambda item: _one(request, item),
            lambda found: tell_batch(request, lambda watcher: pddl_batch(request, found, watcher, complain)),
            lambda: _one(request, None),
        )
    except FaultyError as error:
        return refuse_given(error.given, error.findings, _NOTHING)


def _one(request: PddlRequest, item: Input | None) -> int:
    from clairify_cli.cli.shared.formalised import refuse_given, show_given, tell
    from clairify_cli.cli.shared.narrate import narrating
    from clairify_cli.services.pddl.write import pddl

    quiet = request.narration.quiet
    with narrating(request.narration, keep_invalid=request.keep_invalid) as narrator:
        result = pddl(request, item, complain, narrator.progress, None if quiet else _tell_better)
    if result.printed:
        print_out(result.printed)
    if result.made.faults:
        return refuse_given(result.given, result.found, _NOTHING)
    if not quiet:
        show_given(result.given, result.found)
    tell(result.name, result.made, result.target, model=result.model, quiet=quiet)
    return result.outcome.exit_code


def _tell_better(cost: float, seconds: float) -> None:
    inform(f"a plan that costs {cost:g} after {seconds:.1f} s")


command = command_of("pddl", PddlRequest, run, COMBINATIONS)
