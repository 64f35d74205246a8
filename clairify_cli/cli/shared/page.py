"""What a help page says, as values."""

from __future__ import annotations

from dataclasses import dataclass


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
