"""Help pages: one structure, written plainly into a pipe and by rich on a terminal."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import click
from typer.core import TyperCommand, TyperOption

from clairify_cli.cli.shared.old_names import Rewrite, renamed
from clairify_cli.services.options import Argument, Option, Panel

_OTHER = "Other"
_ORDER = (*(panel.value for panel in Panel), _OTHER)


@dataclass(frozen=True, slots=True)
class Page:
    """What the help of a command says besides its options.

    `text` is paragraphs with an empty line between them; `examples` are command lines to copy, each with what it does;
    `codes` are the exit codes of the command with their meaning.
    """

    text: str
    examples: tuple[tuple[str, str], ...]
    codes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A titled list of pairs: an option and its help, an exit code and its meaning."""

    title: str
    rows: tuple[tuple[str, str], ...]


class HelpfulCommand(TyperCommand):
    """A command whose help is made from its `page` and from the panels of its options."""

    page: ClassVar[Page]
    declared: Mapping[str, Option | Argument]
    """How the request declares its fields, by name."""
    rewrites: ClassVar[tuple[Rewrite, ...]] = ()
    """They know the older options whose new names depend on the rest of the command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if ctx.resilient_parsing else renamed(args, self.declared, self.rewrites))

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if sys.stdout is not None and sys.stdout.isatty():
            from clairify_cli.cli.shared.rich_help import print_help

            print_help(self.get_usage(ctx), self.page, list(sections(self, ctx)))
            return
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Examples"):
            for line, what in self.page.examples:
                formatter.write(f"{'':{formatter.current_indent}}# {what}\n{'':{formatter.current_indent}}{line}\n")
        for section in sections(self, ctx):
            with formatter.section(section.title):
                formatter.write_dl(section.rows)


def sections(command: HelpfulCommand, ctx: click.Context) -> Iterator[Section]:
    """The arguments, the options by panel, and the exit codes."""
    arguments: list[tuple[str, str]] = []
    panels: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for param in command.get_params(ctx):
        if isinstance(param, click.Argument):
            arguments.append((param.make_metavar(ctx), command.declared[str(param.name)].help))
        elif (record := param.get_help_record(ctx)) is not None:
            panel = param.rich_help_panel if isinstance(param, TyperOption) else None
            panels[panel or _OTHER].append(record)
    if arguments:
        yield Section("Arguments", tuple(arguments))
    for title in _ORDER:
        if title in panels:
            yield Section(title, tuple(panels[title]))
    yield Section("Exit codes", tuple((str(code), what) for code, what in command.page.codes))
