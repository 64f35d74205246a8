"""`clairify describe`: the language in words, as a model is told of it."""

from __future__ import annotations

import click

from clairify_cli.commands.complete import complete_dialects
from clairify_cli.commands.options import check_options
from clairify_cli.commands.output import hand_out
from clairify_cli.languages import NAMES, get


@click.command("describe")
@click.argument("language", type=click.Choice(NAMES), default="xdl", metavar="[LANGUAGE]")
@click.option("--dialect", metavar="NAME", shell_complete=complete_dialects, help="Dialect of the language.")
@click.option("--markdown", is_flag=True, help="Print the reference of all dialects as Markdown (docs/xdl.md).")
@click.pass_context
def command(ctx: click.Context, language: str, dialect: str | None, markdown: bool) -> int:
    """Describe a language: steps, properties, types and units, made from its schema.

    The description is what a model is told. With --markdown it is the whole reference, for people.
    """
    if markdown:
        from clairify_cli.languages.xdl.reference import reference

        hand_out(reference())
        return 0
    hand_out(get(language).describe(check_options(ctx, language, dialect, None, None)))
    return 0
