"""`clairify xdl`: English into verified XDL."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files
from clairify_cli.commands.options import check_options, constraint_options, found_inputs
from clairify_cli.commands.output import complain, hand_out
from clairify_cli.commands.view_options import show, view_options, views_of
from clairify_cli.commands.writing_options import writing_options

if TYPE_CHECKING:
    from clairify_cli.cli.shared.narrate import Narrator
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import Translation
    from clairify_cli.translate.views import Views

TEXT_SUFFIXES = (".txt", ".md")


@click.command("xdl")
@click.argument("inputs", nargs=-1, required=True, metavar="TEXT|FILE...", shell_complete=complete_files)
@constraint_options
@declare.writes(
    "-o",
    "--output",
    metavar="PATH",
    shell_complete=complete_files,
    help="Write the program to a file; for several inputs, a folder.",
)
@view_options
@writing_options("Hand out the best program even if it has errors.", 1_000_000)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    dialect: str | None,
    hardware: str | None,
    reagents: str | None,
    output: str | None,
    map_: str | None,
    page: str | None,
    format_: str,
    keep_invalid: bool,
    quiet: bool,
    verbose: bool,
    max_size: int,
    **values: Any,
) -> int:
    """Translate English into a verified XDL program.

    Give the instructions as TEXT in quotes, as a FILE, a directory (searched for *.txt and *.md), a glob in quotes, a
    table (*.jsonl, *.csv, *.tsv) or - for standard input. The program goes to stdout if it is valid XDL; what was read,
    fixed and left goes to stderr, and so does every way in which the program differs from the text: what is missing,
    invented or something else (XDL601 to XDL613; not with --no-fidelity). Several inputs go into the folder of -o, with
    a manifest.jsonl of what was done.

    Without --model the offline reader is used: no network, no key.

    \b
    Exit code
      0    every program is valid and has everything that its text says
      1    no valid program was found for an input, or it differs from its text
      2    a file could not be read or written, or the command line is wrong
      3    the model failed, or is missing
      130  interrupted; the programs that were finished are kept
    """
    from clairify_cli.cli.shared.narrate import Narrator
    from clairify_cli.commands.batch import batch_folder, is_batch, run_batch, sources
    from clairify_cli.commands.model_options import exit_code_of, open_model
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.translate import ModelError
    from clairify_cli.translate.batch import Job

    options = check_options(ctx, dialect, hardware, reagents)
    items = found_inputs(inputs, TEXT_SUFFIXES, allow_text=True)
    found = sources(items, values["column"], values["id_column"])
    output = None if output == "-" else output
    try:
        if is_batch(found, output, asked_for=values["resume"] or values["report"] is not None):
            folder = batch_folder(len(found), output, map_, page, format_)

            def job_of(asked: Asked) -> Job:
                return Job(
                    "xdl",
                    asked.model,
                    folder,
                    asked.options,
                    options,
                    asked.trace,
                    asked.cache,
                    keep_invalid=keep_invalid,
                    most_bytes=max_size,
                    maps=Path(map_) if map_ else None,
                    pages=Path(page) if page else None,
                )

            return run_batch(
                found, folder, values, job_of, suffix=".xdl", views=(map_, page), quiet=quiet, verbose=verbose
            )
        item, target = items[0], _target(items[0], output)
        views = views_of(items, map_, page, format_, [target])[0]
        with ExitStack() as stack:
            asked = open_model(stack, values)
            narrator = Narrator(quiet=quiet, verbose=verbose, keep_invalid=keep_invalid)
            return _one(item, target, views, asked, options, narrator, max_size)
    except UnwritableError as error:
        complain(error)
        return 2
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


def _target(item: Input, output: str | None) -> Path | None:
    """Where the program goes; None for stdout.

    Raises `UnwritableError` where it is plain that nothing can be written, and `RequestError` where it would go
    over its text: before a model is asked, not after.
    """
    from clairify_cli.commands.options import follows_links
    from clairify_cli.services.places import target_of

    if output is None:
        return None
    read = [] if item.path is None else [("the text", str(item.path))]
    return target_of(output, f"{item.stem}.xdl", read, follow_links=follows_links())


def _one(
    item: Input,
    target: Path | None,
    views: Views,
    asked: Asked,
    options: CheckOptions,
    narrator: Narrator,
    most_bytes: int,
) -> int:
    """Translate one input and hand out its program; the exit code comes back."""
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.languages import get
    from clairify_cli.translate import translate

    try:
        text = item.words(most_bytes=most_bytes)
    except UnreadableError as error:
        complain(error)
        return 2
    result = translate(
        text,
        get("xdl"),
        asked.model,
        asked.options,
        options,
        trace=asked.trace,
        cache=asked.cache,
        progress=narrator.progress,
    )
    narrator.wipe()
    try:
        handed_out = not views.instead and _hand_out(result, target, narrator.keep_invalid)
        if views.wanted and result.program:
            show(result, text, item.name, target, views, options)
    except UnwritableError as error:
        complain(error)
        return 2
    narrator.tell(item, text, result, target if handed_out else None)
    return _exit_code(result)


def _hand_out(result: Translation, target: Path | None, keep_invalid: bool) -> bool:
    """Write the program, or print it; whether there was one to hand out."""
    from clairify_cli.files.encoding import as_file
    from clairify_cli.files.writing import write_text

    if not result.program or not (result.is_valid or result.is_sound or keep_invalid):
        return False
    program = as_file(result.program)
    if target is None:
        hand_out(program)
    else:
        write_text(target, program)
    return True


def _exit_code(result: Translation) -> int:
    from clairify_cli.translate import Outcome

    codes = {Outcome.VALID: 0, Outcome.MODEL_FAILED: 3, Outcome.INTERRUPTED: 130}
    return codes.get(result.outcome, 1)
