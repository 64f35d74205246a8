"""`clairify pddl`: English into a goal, a problem or a domain of PDDL, and that into a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.services.pddl import COMBINATIONS, PddlRequest

if TYPE_CHECKING:
    from clairify_cli.batch.items import Source
    from clairify_cli.files.inputs import Input


_NOTHING = "nothing was written or solved"


def run(request: PddlRequest) -> int:
    """Write and solve, and tell."""
    from clairify_cli.services.batch.texts import many_of
    from clairify_cli.services.pddl.write import found_texts

    if not request.inputs:
        return _one(request, None)
    items = found_texts(request, inform)
    found = many_of(request, items)
    if found is not None:
        return _batch(request, items, found)
    return _one(request, items[0])


def _one(request: PddlRequest, item: Input | None) -> int:
    from clairify_cli.cli.shared.formalised import refuse_given, show_given, tell
    from clairify_cli.cli.shared.narrate import narrating
    from clairify_cli.services.pddl.write import pddl

    quiet = request.narration.quiet
    with narrating(request.narration, keep_invalid=request.keep_invalid) as narrator:
        result = pddl(request, item, complain, narrator.progress)
    if result.printed:
        print_out(result.printed)
    if result.made.faults:
        return refuse_given(result.given, result.found, _NOTHING)
    if not quiet:
        show_given(result.given, result.found)
    tell(result.name, result.made, result.target, model=result.model, quiet=quiet)
    return result.outcome.exit_code


def _batch(request: PddlRequest, items: Sequence[Input], found: Sequence[Source]) -> int:
    """Process every text into the folder of -o, and return the exit code."""
    from clairify_cli.cli.shared.batch import tell_batch
    from clairify_cli.cli.shared.formalised import refuse_given
    from clairify_cli.services.pddl.batch import pddl_batch
    from clairify_cli.services.pddl.write import prepare

    ready = prepare(request)
    if ready.errors:
        return refuse_given(ready.given.context, ready.errors, _NOTHING)
    return tell_batch(request, lambda watcher: pddl_batch(request, ready, items, found, watcher, complain))


command = command_of("pddl", PddlRequest, run, COMBINATIONS)
