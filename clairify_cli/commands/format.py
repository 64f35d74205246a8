"""`clairify format`: programs in canonical form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files
from clairify_cli.commands.options import follows_links, links_option, max_size_option
from clairify_cli.commands.output import complain, hand_out, hand_out_changed, inform
from clairify_cli.languages.base import CheckOptions
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import KINDS, Kinds, opened
from clairify_cli.services.kinds import language as language_of

if TYPE_CHECKING:
    from clairify_cli.files.encoding import Decoded
    from clairify_cli.files.inputs import Input


@click.command("format")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
@declare.plain(
    "--language", type=click.Choice(KINDS), help="Language, where neither the file's ending nor its beginning says it."
)
@declare.writes("--write", "-w", is_flag=True, help="Write the files instead of printing.")
@declare.plain("--check", "only_check", is_flag=True, help="Print nothing; exit 1 if a file is not in canonical form.")
@declare.plain("--diff", is_flag=True, help="Print the changes as a diff; exit 1 if there are any.")
@links_option
@max_size_option(20_000_000)
@click.pass_context
def command(
    ctx: click.Context,
    inputs: tuple[str, ...],
    language: str | None,
    write: bool,
    only_check: bool,
    diff: bool,
    max_size: int,
) -> int:
    """Print programs in canonical form: indentation, order of properties, quotes. Comments are kept.

    The meaning is never changed. FILE is a file, a directory (searched for *.xdl, *.pddl and *.plan), a glob in
    quotes, or - for standard input.

    \b
    Exit code
      0  good
      1  a file is not well-formed; or, with --check or --diff, not in canonical form
      2  a file could not be read or written, or the command line is wrong
    """
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError

    if write and (only_check or diff):
        raise RequestError("--write does not go with --check or --diff, which change nothing")
    worst = 0
    items = opened(inputs, language, most_bytes=max_size, follow=follows_links(), remark=inform)
    kinds = Kinds(items, language, lambda _kind: CheckOptions())
    for item in items:
        try:
            read = item.read(most_bytes=max_size)
            code = _one(item, read, kinds.of(item), write=write, only_check=only_check, diff=diff)
        except (UnreadableError, UnwritableError) as error:
            complain(error)
            code = 2
        worst = max(worst, code)
    return worst


def _one(item: Input, read: Decoded, language: str, *, write: bool, only_check: bool, diff: bool) -> int:
    """Format one file and do with it as asked; the exit code comes back."""
    from clairify_cli.diagnostics.fixes import unified_diff
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.encoding import Decoded
    from clairify_cli.files.writing import rewrite_text

    try:
        after = language_of(language).format(Source(read.text, item.name), CheckOptions())
    except ValueError as error:
        complain(f"{item.name} is not well-formed: {error}; `clairify check` says more")
        return 1
    if "\r\n" in read.text[:1000]:
        after = after.replace("\n", "\r\n")
    changed = after != read.text
    if only_check or diff:
        if diff:
            hand_out(unified_diff(read.text, after, item.name))
        if only_check and changed:
            complain(f"{item.name} is not in canonical form")
        return 1 if changed else 0
    if not write or item.path is None:
        hand_out_changed(Decoded(after, read.encoding))
    elif changed:
        rewrite_text(item.path, Decoded(after, read.encoding))
    return 0
