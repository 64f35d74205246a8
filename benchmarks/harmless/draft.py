"""A rewriting before it is checked and given out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.faults.case import Case


@dataclass(frozen=True)
class Draft:
    """A rewritten program and what was done."""

    program: str
    what: str


#: finds the rewritings of one kind that a program allows
Rewriter = Callable[[Case, Random], Iterator[Draft]]
