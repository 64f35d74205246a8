"""Faults of one kind for one text and its right program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from .case import Case
from .draft import Draft
from .fault import Fault
from .kinds.registry import FINDERS
from .sound import sound

#: the kinds of faults, in the order of the brief
KINDS: tuple[str, ...] = tuple(FINDERS)


def _spread(drafts: list[Draft], rng: Random) -> list[Draft]:
    """The drafts in chance order, but one of each place before a second one of any."""
    rng.shuffle(drafts)
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, Draft]] = []
    for draft in drafts:
        ranked.append((seen[draft.place], draft))
        seen[draft.place] += 1
    return [draft for _, draft in sorted(ranked, key=lambda pair: pair[0])]


def inject(kind: str, text: str, program: str, rng: Random, most: int) -> Iterator[Fault]:
    """Up to `most` different faults of a kind; nothing where it cannot be sure, or cannot read the program."""
    case = Case(text, program)
    try:
        if not case.steps:
            return
    except ValueError:
        return
    given: set[tuple[str, str]] = {(program, text)}
    for draft in _spread(list(FINDERS[kind](case, rng)), rng):
        if len(given) > most:
            return
        fault = Fault(kind, draft.program or program, draft.text or text, draft.what)
        if (fault.program, fault.text) in given or not sound(program, fault.program):
            continue
        given.add((fault.program, fault.text))
        yield fault
