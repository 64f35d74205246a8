"""`clairify xdl`: English into verified XDL."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.commands.model_options import Asked, model_options, open_model
from clairify_cli.commands.options import check_options, constraint_options, say, wants_color

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import Progress, Translation

TEXT_SUFFIXES = (".txt", ".md")


@click.command("xdl")
@click.argument("inputs", nargs=-1, required=True, metavar="TEXT|FILE...")
@constraint_options
@click.option("-o", "--output", metavar="PATH", help="Write to a file, or for several inputs to a folder.")
@click.option("--keep-invalid", is_flag=True, help="Hand out the best program even if it has errors.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show what was wrong with the program of every round.")
@model_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    dialect: str | None,
    hardware: str | None,
    reagents: str | None,
    output: str | None,
    keep_invalid: bool,
    quiet: bool,
    verbose: bool,
    **values: Any,
) -> int:
    """Translate English into a verified XDL program.

    Give the instructions as TEXT in quotes, as a FILE, a directory of *.txt, a glob, or - for standard input. The
    program goes to stdout if it is valid; what was read, fixed and left goes to stderr.

    Without --model the offline reader is used: no network, no key.
    """
    from clairify_cli.files.inputs import expand
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.translate import ModelError

    options = check_options(ctx, "xdl", dialect, hardware, reagents)
    try:
        items = list(expand(inputs, TEXT_SUFFIXES, allow_text=True))
        if len(items) > 1 and output is None:
            raise click.UsageError(f"{len(items)} inputs need a folder for their programs: add -o FOLDER", ctx)
        with ExitStack() as stack:
            asked = open_model(ctx, stack, values)
            targets = _targets(items, output)
            worst = 0
            for item, target in zip(items, targets, strict=True):
                code = _one(item, target, asked, options, keep_invalid=keep_invalid, quiet=quiet, verbose=verbose)
                if code == 130:
                    return code
                worst = max(worst, code)
            return worst
    except ModelError as error:
        say(f"clairify: {error}")
        return 3
    except (UnreadableError, UnwritableError) as error:
        say(f"clairify: {error}")
        return 2


def _targets(items: list[Input], output: str | None) -> list[Path | None]:
    """Where each program goes; two inputs of one name get numbers."""
    if output is None:
        return [None] * len(items)
    path = Path(output)
    if len(items) == 1 and not path.is_dir() and not output.endswith(("/", "\\")):
        return [path]
    taken: dict[str, int] = {}
    targets: list[Path | None] = []
    for item in items:
        count = taken[item.stem] = taken.get(item.stem, 0) + 1
        targets.append(path / f"{item.stem}{'' if count == 1 else f'-{count}'}.xdl")
    return targets


def _one(
    item: Input,
    target: Path | None,
    asked: Asked,
    options: CheckOptions,
    *,
    keep_invalid: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Translate one input and hand out its program; the exit code comes back."""
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import write_text
    from clairify_cli.languages import get
    from clairify_cli.translate import translate

    try:
        text = item.text()
    except UnreadableError as error:
        say(f"clairify: {error}")
        return 2
    result = translate(
        text,
        get("xdl"),
        asked.model,
        asked.options,
        options,
        trace=asked.trace,
        cache=asked.cache,
        progress=_verbose_progress if verbose else None if quiet else _progress,
    )
    if result.program and (result.is_valid or keep_invalid):
        if target is None:
            click.echo(result.program, nl=not result.program.endswith("\n"))
        else:
            write_text(target, result.program)
    _summary(item, text, result, target, keep_invalid=keep_invalid, quiet=quiet)
    return _exit_code(result)


def _exit_code(result: Translation) -> int:
    from clairify_cli.translate import Outcome

    codes = {Outcome.VALID: 0, Outcome.MODEL_FAILED: 3, Outcome.INTERRUPTED: 130}
    return codes.get(result.outcome, 1)


def _progress(progress: Progress) -> None:
    """On a terminal, say which round is going on; it is wiped when the round is over."""
    if not sys.stderr.isatty():
        return
    if progress.done is None:
        print(f"\rround {progress.number} of at most {progress.rounds} …", end="", file=sys.stderr, flush=True)
    else:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _verbose_progress(progress: Progress) -> None:
    """After every round, the findings in its program."""
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render import render
    from clairify_cli.diagnostics.render.report import Report

    _progress(progress)
    done = progress.done
    if done is None:
        return
    name = f"<round {done.number}>"
    say(f"round {done.number}: {done.kind.value}, {done.errors} errors, {done.warnings} warnings")
    if done.candidate is not None and done.errors:
        found = [_in_file(finding, name) for finding in done.diagnostics if finding.is_error]
        say(render("text", [Report(Source(done.candidate, name), found)], color=wants_color("stderr")).rstrip("\n"))


def _summary(
    item: Input, text: str, result: Translation, target: Path | None, *, keep_invalid: bool, quiet: bool
) -> None:
    """What happened: findings about the text, findings left in the program, rounds, fixes."""
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render import render
    from clairify_cli.diagnostics.render.report import Report

    color = wants_color("stderr")
    reports = []
    notes = [_in_file(note, item.name) for note in result.notes]
    if notes and not quiet:
        reports.append(Report(Source(text, item.name), notes))
    left = [finding for finding in result.diagnostics if finding.is_error or not quiet]
    if left:
        shown = str(target) if target is not None and (result.is_valid or keep_invalid) else "<program>"
        source = Source(result.program, shown)
        reports.append(Report(source, [_in_file(finding, shown) for finding in left]))
    if reports:
        say(render("text", reports, color=color).rstrip("\n"))
    for remark in result.remarks if not quiet else ():
        say(f"note: {remark}")
    if not quiet or not result.is_valid:
        say(_line(item, result, target))


def _in_file(finding: Any, name: str) -> Any:
    """A finding under the name that the user knows its text by."""
    from dataclasses import replace

    return replace(finding, span=replace(finding.span, file=name))


def _line(item: Input, result: Translation, target: Path | None) -> str:
    """One line about the run."""
    rounds = len(result.rounds)
    parts = [f"{rounds} round{'' if rounds == 1 else 's'}", result.model, f"{result.seconds:.2f} s"]
    if result.input_tokens or result.output_tokens:
        parts.append(f"{result.input_tokens} + {result.output_tokens} tokens")
        parts.append("cost unknown" if result.cost is None else f"${result.cost:.4f}")
    fixed = _counted([finding.code for finding in result.fixes])
    if fixed:
        parts.append(f"fixed {fixed}")
    errors = sum(1 for finding in result.diagnostics if finding.is_error)
    words = {
        "valid": "valid",
        "rounds": "not valid: the limit of rounds is reached",
        "timeout": "not valid: the time is up",
        "budget": "not valid: the budget is spent",
        "stuck": "not valid: the model has nothing else to offer",
        "model-failed": f"the model failed: {result.error}",
        "interrupted": "interrupted",
    }
    left = f", {errors} error{'' if errors == 1 else 's'} left" if errors else ""
    hint = ""
    if not result.is_valid and result.program and result.outcome.value not in ("interrupted", "model-failed"):
        hint = "; --keep-invalid hands out the best program"
    where = f" -> {target}" if target is not None and result.is_valid else ""
    return f"{item.name}{where}: {words[result.outcome.value]}{left} ({', '.join(parts)}){hint}"


def _counted(codes: list[str]) -> str:
    counts = {code: codes.count(code) for code in sorted(set(codes))}
    return ", ".join(code if count == 1 else f"{code} ×{count}" for code, count in counts.items())
