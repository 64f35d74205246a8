"""The reader's results: steps with the words they came from, vessels, and the reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Vessel:
    """A vessel of the procedure: its id and type in the program, and the words that first named it (if any did).

    `capacity` is the size in these words, in XDL's notation.
    """

    id: str
    type: str
    words: str
    span: Span | None = None
    capacity: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its name in XDL, its properties in print order, and the spans of text that it came from."""

    name: str
    properties: tuple[tuple[str, str], ...]
    spans: tuple[Span, ...] = ()
    children: tuple[Step, ...] = ()

    def get(self, name: str) -> str | None:
        """The value of a property, or None."""
        return next((value for key, value in self.properties if key == name), None)


def walk(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps with those inside them."""
    for step in steps:
        yield step
        yield from walk(step.children)


@dataclass(frozen=True, slots=True)
class Remark:
    """A stretch of the text that is recognised as not an instruction.

    `kind` is one of `title` (a heading within the text), `yield` (the product, its amount and its looks),
    `spectrum`, `point` (a melting or boiling point), `analysis`, `monitoring`, `safety`, `reference` (literature,
    another procedure, a note), `observation`, `equipment` or `remark` (anything else).
    """

    span: Span
    kind: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The understood and the unread parts of a text.

    `remarks` are stretches that are not instructions (`Record the colour`), each with its kind; `unread` are the
    reported stretches that no step covers; both are in text order, as are the diagnostics.
    """

    steps: tuple[Step, ...] = ()
    vessels: tuple[Vessel, ...] = ()
    reagents: tuple[str, ...] = ()
    title: str | None = None
    unread: tuple[Span, ...] = ()
    remarks: tuple[Remark, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderResult:
    """A program with the warnings about the English text and the reading behind it."""

    xdl: str
    diagnostics: tuple[Diagnostic, ...]
    reading: Reading
