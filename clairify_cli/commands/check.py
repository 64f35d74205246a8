"""`clairify check`: everything that is wrong with program files."""

from __future__ import annotations

from collections.abc import Callable

import click

from clairify_cli.commands.options import check_options, codes, constraint_options, say, wants_color
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import NAMES, by_suffix, get, suffixes
from clairify_cli.languages.base import CheckOptions

FORMATS = ("text", "concise", "json", "jsonl", "sarif", "junit", "github")


@click.command("check")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...")
@click.option("--language", type=click.Choice(NAMES), help="Language, where the file's ending does not say it.")
@constraint_options
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", help="Format of the report.")
@click.option("-o", "--output", metavar="FILE", help="Write the report to a file.")
@click.option("--select", multiple=True, metavar="CODES", help="Only these rules: codes or prefixes, with commas.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these rules. The longest prefix wins.")
@click.option("--fix", is_flag=True, help="Apply safe fixes to the files (to stdout for -).")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: apply fixes that may change the meaning too.")
@click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@click.option("--strict", is_flag=True, help="Exit 1 for warnings too.")
@click.option("-q", "--quiet", is_flag=True, help="Report errors only, no warnings.")
@click.option("--statistics", is_flag=True, help="Count the findings of each rule.")
@click.option("--max-size", default=20_000_000, metavar="BYTES", help="Refuse larger files (20,000,000).")
@click.pass_context
def command(
    ctx: click.Context,
    inputs: tuple[str, ...],
    language: str | None,
    dialect: str | None,
    hardware: str | None,
    reagents: str | None,
    format_: str,
    output: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    strict: bool,
    quiet: bool,
    statistics: bool,
    max_size: int,
) -> int:
    """Say everything that is wrong with programs: where, why, and how to mend it.

    FILE is a file, a directory (searched for programs), a glob, or - for standard input. The report goes to stdout.
    Exit code 0: no errors; 1: errors; 2: a file that cannot be read.
    """
    from clairify_cli.checking import Selection, check_inputs
    from clairify_cli.diagnostics.render import render
    from clairify_cli.files.inputs import expand
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError, write_text

    selection = Selection(codes(select), codes(ignore), errors_only=quiet)
    _refuse_unknown(ctx, selection.select + selection.ignore)
    shared: dict[str, CheckOptions] = {}

    def checker(suffix: str) -> Callable[[Source], list[Diagnostic]]:
        name = language or by_suffix(suffix) or "xdl"
        if name not in shared:
            shared[name] = check_options(ctx, name, dialect, hardware, reagents)
        found = get(name)
        return lambda source: found.check(source, shared[name])

    checker("")  # so that a wrong option is refused before any file is read
    try:
        files = list(expand(inputs, suffixes()))
        checked = check_inputs(files, checker, selection, fix=fix or diff, unsafe=unsafe_fixes, most_bytes=max_size)
        for item in checked:
            if diff and item.diff:
                click.echo(item.diff, nl=False)
            elif fix and not diff:
                _write_fixed(item.name, item.fixed, item.is_file)
        to_stderr = diff or (fix and any(item.fixed is not None and not item.is_file for item in checked))
        color = format_ in ("text", "concise") and not output and wants_color("stderr" if to_stderr else "stdout")
        text = render(format_, [item.report for item in checked], color=color, statistics=statistics)
        if output:
            write_text(output, text)
        else:
            click.echo(text, nl=False, err=to_stderr, color=color)
    except (UnreadableError, UnwritableError) as error:
        say(f"clairify: {error}")
        return 2
    if any(item.report.error for item in checked):
        return 2
    bad = any(d.is_error or strict for item in checked for d in item.report.diagnostics)
    return 1 if bad else 0


def _refuse_unknown(ctx: click.Context, wanted: tuple[str, ...]) -> None:
    """A misspelt code would silence nothing, or everything."""
    if not wanted:
        return
    from clairify_cli.diagnostics.select import unknown_codes
    from clairify_cli.rulebook import all_rules

    all_rules()
    for unknown in unknown_codes(wanted):
        raise click.UsageError(unknown.message, ctx)


def _write_fixed(name: str, fixed: str | None, is_file: bool) -> None:
    from clairify_cli.files.writing import write_text

    if fixed is None:
        return
    if is_file:
        write_text(name, fixed)
    else:
        click.echo(fixed, nl=False)
