"""What a language has to offer so that it can be checked, written by a model and repaired."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from clairify_cli.diagnostics.model import Diagnostic, Source


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a laboratory has. None means that nothing was said, an empty tuple that there is nothing.

    `capacities` gives the capacity in millilitres of hardware for which the list names one.
    """

    hardware: tuple[str, ...] | None = None
    reagents: tuple[str, ...] | None = None
    capacities: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What a text is held against: a dialect of the language and the laboratory's constraints."""

    dialect: str | None = None
    constraints: Constraints = field(default_factory=Constraints)


class Language(Protocol):
    """A domain-specific language that can describe itself to a model, check a text and print it canonically."""

    @property
    def name(self) -> str:
        """The language's short name, as in `--language xdl`."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name endings, with their dots, that belong to the language."""

    @property
    def dialects(self) -> tuple[str, ...]:
        """Names of the dialects; the first is the default."""

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Everything that is wrong with the text, in source order, after suppression."""

    def describe(self, options: CheckOptions) -> str:
        """The language in words for a model: what may be written, with types and units."""

    def extract(self, reply: str) -> str:
        """The program in a model's reply: without prose or fence; the reply itself where none is found."""

    def format(self, source: Source, options: CheckOptions) -> str:
        """The text in canonical form; raises `ValueError` with one sentence where the text cannot be read."""
