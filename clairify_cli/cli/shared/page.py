"""The contents of a help page, as values. The text is in `cli/pages/COMMAND.txt`."""

from __future__ import annotations

from pathlib import Path

from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """The help of a command apart from its options.

    `text` is paragraphs separated by empty lines; `examples` are command lines to copy, each with a description;
    `codes` are the exit codes of the command with their meanings.
    """

    text: str
    examples: tuple[tuple[str, str], ...]
    codes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A titled list of pairs: an option and its help, an exit code and its meaning."""

    title: str
    rows: tuple[tuple[str, str], ...]


def page_of(name: str) -> Page:
    """Read a command's page: paragraphs; then examples, each below its description; then exit codes and meanings."""
    file = Path(__file__).parents[1] / "pages" / f"{name}.txt"
    text, examples, codes = file.read_text(encoding="utf-8").split("---\n")
    lines = examples.splitlines()
    pairs = zip(lines[1::2], lines[::2], strict=True)
    meanings = (line.partition(" ") for line in codes.splitlines())
    return Page(
        text, tuple((line, what.removeprefix("# ")) for line, what in pairs), tuple((int(a), b) for a, _, b in meanings)
    )
