"""`clairify describe`: the language in words, as a model is told of it."""

from __future__ import annotations

import click

from clairify_cli.commands.options import check_options
from clairify_cli.languages import NAMES, get


@click.command("describe")
@click.argument("language", type=click.Choice(NAMES), default="xdl")
@click.option("--dialect", metavar="NAME", help="Dialect of the language.")
@click.pass_context
def command(ctx: click.Context, language: str, dialect: str | None) -> int:
    """Describe a language: steps, properties, types and units, made from its schema."""
    click.echo(get(language).describe(check_options(ctx, language, dialect, None, None)), nl=False)
    return 0
