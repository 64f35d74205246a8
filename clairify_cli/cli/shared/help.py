"""Help pages: one structure, written as plain text into a pipe and with rich on a terminal."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import click
from typer.core import TyperCommand, TyperOption

from clairify_cli.cli.shared.old_names import Rewrite, renamed
from clairify_cli.cli.shared.page import Page, Section
from clairify_cli.services.options import Argument, Option, Panel

_OTHER = "Other"
_ORDER = (*(panel.value for panel in Panel), _OTHER)


class HelpfulCommand(TyperCommand):
    """A command whose help is made from its `page` and the panels of its options."""

    page: ClassVar[Page]
    request: ClassVar[type]
    declared: Mapping[str, Option | Argument]
    """How the request declares its fields, by name."""
    rewrites: ClassVar[tuple[Rewrite, ...]] = ()
    """Functions for older options whose new names depend on the rest of the command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if ctx.resilient_parsing else renamed(args, self.declared, self.rewrites))

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        show_help(self.get_usage(ctx), self.page, list(sections(self, ctx)), formatter)


def show_help(usage: str, page: Page, sections: Sequence[Section], formatter: click.HelpFormatter) -> None:
    """Draw the help page on a terminal, or write it as plain text into the formatter."""
    every = (*sections, Section("Exit codes", tuple((str(code), what) for code, what in page.codes)))
    # Importing rich takes longer than everything else, and a pipe does not need it.
    if sys.stdout is not None and sys.stdout.isatty():
        from clairify_cli.cli.shared.rich_help import print_help

        print_help(usage, page, every)
        return
    formatter.write(f"{usage}\n")
    for paragraph in page.text.split("\n\n"):
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(" ".join(paragraph.split()))
    with formatter.section("Examples"):
        for line, what in page.examples:
            formatter.write(f"{'':{formatter.current_indent}}# {what}\n{'':{formatter.current_indent}}{line}\n")
    for section in every:
        with formatter.section(section.title):
            formatter.write_dl(section.rows)


def sections(command: HelpfulCommand, ctx: click.Context) -> Iterator[Section]:
    """The arguments, and the options by panel."""
    arguments = [one for one in command.get_params(ctx) if isinstance(one, click.Argument)]
    if arguments:
        rows = ((one.make_metavar(ctx), command.declared[str(one.name)].help) for one in arguments)
        yield Section("Arguments", tuple(rows))
    yield from options(command, ctx)


def options(command: click.Command, ctx: click.Context) -> Iterator[Section]:
    """The options by panel."""
    panels: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for param in command.get_params(ctx):
        if (record := param.get_help_record(ctx)) is not None and isinstance(param, click.Option):
            panel = param.rich_help_panel if isinstance(param, TyperOption) else None
            panels[panel or _OTHER].append(record)
    yield from (Section(title, tuple(panels[title])) for title in _ORDER if title in panels)
