"""`clairify program`: turn English into a program with assertions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.services.program.request import COMBINATIONS, ProgramRequest

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input


def run(request: ProgramRequest) -> int:
    """Write, and report."""
    from clairify_cli.cli.shared.batch import tell_batch
    from clairify_cli.cli.shared.formalised import refuse_given
    from clairify_cli.services.batch.texts import of_texts
    from clairify_cli.services.errors import FaultyError
    from clairify_cli.services.program.batch import program_batch

    try:
        return of_texts(
            request,
            inform,
            lambda item: _one(request, item),
            lambda found: tell_batch(request, lambda watcher: program_batch(request, found, watcher, complain)),
            lambda: _one(request, None),
        )
    except FaultyError as error:
        return refuse_given(error.given, error.findings, _NO_PROGRAM)


_NO_PROGRAM = "no program was written"


def _one(request: ProgramRequest, item: Input | None) -> int:
    from clairify_cli.cli.shared.formalised import refuse_given, show_given, tell
    from clairify_cli.cli.shared.narrate import narrating
    from clairify_cli.services.program.write import program

    quiet = request.narration.quiet
    with narrating(request.narration, keep_invalid=request.keep_invalid) as narrator:
        result = program(request, item, complain, narrator.progress)
    if result.printed:
        print_out(result.printed)
    if result.made is None and result.loop is None:
        return refuse_given(result.given, result.found, _NO_PROGRAM)
    if not quiet:
        show_given(result.given, result.found)
    if result.made is not None:
        tell(result.name, result.made, result.target, model=result.model, quiet=quiet)
    elif item is not None and result.loop is not None:
        narrator.tell(item, result.text or "", result.loop, result.target)
    return result.outcome.exit_code


def _old_world(words: Sequence[str], at: int) -> tuple[str, ...] | None:
    """Rewrite the older `--world`, which took a scene, or a `NAME.world.yaml` next to the domain NAME.pddl."""
    if at > 0 and words[at - 1] == "--world":
        return () if words[at].endswith(_DESCRIBED) else None  # the value was already included with the option
    flag, equals, value = words[at].partition("=")
    if flag != "--world":
        return None
    named = value if equals else "".join(words[at + 1 : at + 2])
    if named.endswith(_DESCRIBED):
        return ("--domain", named.removesuffix(_DESCRIBED) + ".pddl")
    return (f"--scene{equals}{value}",)


_DESCRIBED = ".world.yaml"

command = command_of("program", ProgramRequest, run, COMBINATIONS, rewrites=(_old_world,))
