"""Harmless rewritings of one kind for one program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.sound import sound

from .kinds.registry import REWRITERS

#: the kinds of rewritings
KINDS: tuple[str, ...] = tuple(REWRITERS)


@dataclass(frozen=True)
class Rewrite:
    """A program that means the same as the one it was made from, with one sentence that says what was done."""

    kind: str
    program: str
    what: str


def rewrite(kind: str, program: str, rng: Random, text: str = "") -> Iterator[Rewrite]:
    """All different rewritings of a kind in chance order; `addition-order` needs the text too."""
    case = Case(text, program)
    try:
        if not case.steps:
            return
    except ValueError:
        return
    drafts = list(REWRITERS[kind](case, rng))
    rng.shuffle(drafts)
    given = {program}
    for draft in drafts:
        if draft.program not in given and sound(program, draft.program):
            given.add(draft.program)
            yield Rewrite(kind, draft.program, draft.what)
