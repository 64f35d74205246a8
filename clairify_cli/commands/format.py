"""`clairify format`: programs in canonical form."""

from __future__ import annotations

import click

from clairify_cli.commands.options import say
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import NAMES, by_suffix, get, suffixes
from clairify_cli.languages.base import CheckOptions


@click.command("format")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...")
@click.option("--language", type=click.Choice(NAMES), help="Language, where the file's ending does not say it.")
@click.option("--write", "-w", is_flag=True, help="Write the files instead of printing.")
@click.option("--check", "only_check", is_flag=True, help="Print nothing; exit 1 if a file is not in canonical form.")
@click.option("--diff", is_flag=True, help="Print the changes as a diff.")
def command(inputs: tuple[str, ...], language: str | None, write: bool, only_check: bool, diff: bool) -> int:
    """Print programs in canonical form: indentation, order of properties, quotes. Comments are kept.

    The meaning is never changed. FILE is a file, a directory, a glob, or - for standard input.
    """
    from clairify_cli.diagnostics.fixes import unified_diff
    from clairify_cli.files.inputs import expand
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError, write_text

    worst = 0
    try:
        for item in expand(inputs, suffixes()):
            name = language or by_suffix(item.path.suffix if item.path else "") or "xdl"
            before = item.text()
            try:
                after = get(name).format(Source(before, item.name), CheckOptions())
            except ValueError as error:
                say(f"clairify: {item.name} is not well-formed: {error}; `clairify check` says more")
                worst = max(worst, 1)
                continue
            if only_check:
                if before != after:
                    say(f"{item.name} is not in canonical form")
                    worst = max(worst, 1)
            elif diff:
                click.echo(unified_diff(before, after, item.name), nl=False)
            elif write and item.path is not None:
                if before != after:
                    write_text(item.path, after)
            else:
                click.echo(after, nl=False)
    except (UnreadableError, UnwritableError) as error:
        say(f"clairify: {error}")
        return 2
    return worst
