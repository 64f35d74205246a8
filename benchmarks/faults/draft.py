"""A fault before it is checked and given out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from .case import Case


@dataclass(frozen=True)
class Draft:
    """A changed program (or a changed text), what was changed, and the place, so that faults can be spread out."""

    place: str
    what: str
    program: str | None = None
    text: str | None = None


#: finds the faults of one kind that a case allows
Finder = Callable[[Case, Random], Iterator[Draft]]
