"""`clairify xdl`: English into verified XDL."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.commands.complete import complete_files
from clairify_cli.commands.model_options import model_options
from clairify_cli.commands.options import check_options, constraint_options, max_size_option
from clairify_cli.commands.output import complain, hand_out
from clairify_cli.commands.view_options import show, view_options, views_of

if TYPE_CHECKING:
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.commands.narrate import Narrator
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import Translation
    from clairify_cli.translate.views import Views

TEXT_SUFFIXES = (".txt", ".md")


@click.command("xdl")
@click.argument("inputs", nargs=-1, required=True, metavar="TEXT|FILE...", shell_complete=complete_files)
@constraint_options
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    shell_complete=complete_files,
    help="Write the program to a file; for several inputs, a folder.",
)
@view_options
@click.option("--keep-invalid", is_flag=True, help="Hand out the best program even if it has errors.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show what was wrong with the program of every round.")
@model_options
@max_size_option(1_000_000)
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

    Give the instructions as TEXT in quotes, as a FILE, a directory (searched for *.txt and *.md), a glob in quotes,
    or - for standard input. The program goes to stdout if it is valid; what was read, fixed and left goes to stderr.

    Without --model the offline reader is used: no network, no key.

    \b
    Exit code
      0    every program is valid
      1    no valid program was found for an input
      2    a file could not be read or written, or the command line is wrong
      3    the model failed
      130  interrupted; the programs that were finished are kept
    """
    from clairify_cli.checking import internal_error
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.commands.narrate import Narrator
    from clairify_cli.files.inputs import expand
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.translate import ModelError, ModelSetupError

    options = check_options(ctx, "xdl", dialect, hardware, reagents)
    items = expand(inputs, TEXT_SUFFIXES, allow_text=True)
    output = None if output == "-" else output
    if len(items) > 1 and output is None:
        raise click.UsageError(f"{len(items)} inputs need a folder for their programs: add -o FOLDER", ctx)
    try:
        targets = _targets(items, output)
        views = views_of(ctx, items, map_, page, format_, targets)
        with ExitStack() as stack:
            asked = open_model(ctx, stack, values)
            narrator = Narrator(len(items), quiet=quiet, verbose=verbose, keep_invalid=keep_invalid)
            codes = []
            for item, target, wanted in zip(items, targets, views, strict=True):
                try:
                    codes.append(_one(item, target, wanted, asked, options, narrator, max_size))
                except Exception as error:  # a bug; what the other inputs cost is not to be lost by it
                    complain(f"{item.name}: {internal_error(error)}")
                    codes.append(3)
                if codes[-1] == 130:
                    break
            narrator.end(codes)
            return max(codes)
    except (UnwritableError, ModelSetupError) as error:
        complain(error)
        return 2
    except ModelError as error:
        complain(error)
        return 3


def _targets(items: list[Input], output: str | None) -> list[Path | None]:
    """Where each program goes; of inputs with one name, all but the first get numbers.

    Raises `UnwritableError` where it is plain that nothing can be written: before a model is asked, not after.
    """
    from clairify_cli.files.writing import refuse_unwritable

    if output is None:
        return [None] * len(items)
    path = Path(output)
    if len(items) == 1 and not path.is_dir() and not output.endswith(("/", "\\")):
        targets: list[Path | None] = [path]
    else:
        taken: set[str] = set()
        targets = [path / f"{_free_name(item.stem, taken)}.xdl" for item in items]
    for target in targets:
        if target is not None:
            refuse_unwritable(target)
    return targets


def _free_name(stem: str, taken: set[str]) -> str:
    """The stem, with a number where it is taken. Case does not tell names apart, since not every file system does."""
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name


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
        text = item.read(most_bytes=most_bytes).text
        if not text.strip():
            raise UnreadableError(item.name, "it is empty, and there is nothing to translate")
    except UnreadableError as error:
        complain(error)
        return 2
    narrator.begin(item)
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
    from clairify_cli.files.writing import write_text
    from clairify_cli.translate.batch.work import as_file

    if not result.program or not (result.is_valid or keep_invalid):
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
