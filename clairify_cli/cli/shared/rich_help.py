"""A help page on a terminal, drawn by rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from clairify_cli.cli.shared.page import Page, Section

_WIDEST = 120
"""Lines longer than this are hard to read."""


def print_help(usage: str, page: Page, sections: Sequence[Section]) -> None:
    """Print the page to standard output."""
    console = Console(highlight=False, markup=False, emoji=False)
    width = min(console.width, _WIDEST)
    console.print(Padding(Text(usage, "bold"), (1, 1)))
    console.print(Padding(Text("\n\n".join(_paragraphs(page.text))), (0, 1)), width=width)
    lines = [Text.assemble((f"# {what}", "dim"), "\n", (line, "cyan")) for line, what in page.examples]
    console.print(_panel("Examples", Group(*lines)), width=width)
    for section in sections:
        table = Table.grid(padding=(0, 2), expand=True)
        table.add_column(no_wrap=True)
        table.add_column(ratio=1)
        for name, what in section.rows:
            table.add_row(Text(name, "cyan"), Text(what))
        console.print(_panel(section.title, table), width=width)


def _panel(title: str, content: Group | Table) -> Panel:
    return Panel(content, title=title, title_align="left", border_style="dim", padding=(0, 1))


def _paragraphs(text: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]
