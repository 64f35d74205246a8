"""Repairs searched for in this process: plans with few changes.

The flaws of the old plan guide the search (`flaws`), which often proves that nothing has fewer. Bounds are on work, not
on time: the result is the same on every run. Tasks that do not go into bits are left to `blind`, and so are those for
which what was found turns out to be no plan, as where it hangs on numbers.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import islice, product

from clairify_cli.planning.ground.bits import Operator, ground_small, numbers_of
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair import blind, nearby
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.edits import Edits, edits_of
from clairify_cli.planning.repair.flaws import MOST_STEPS, Answer, fixed
from clairify_cli.planning.repair.model import Found, GroundStep, Situation, reaches


def editing(situation: Situation) -> Edits | None:
    """The task of editing the rest of a plan in bits, for what follows here; None if it does not go into bits."""
    try:
        return edits_of(situation)
    except TooLargeError:
        return None


_MOST_WAYS = 16
"""Ways to reach a goal that are looked at where it can be reached in several: `an apple` is any of them."""


def way_back(situation: Situation, *, most: int) -> tuple[GroundStep, ...] | None:
    """Steps after which all of the rest goes on, before it: a short plan for what the rest needs, by `nearby`.

    `most` bounds the states that are looked at.
    """
    now = replace(situation.task, init=situation.now.atoms, notes={})
    try:
        ground = ground_small(now)
    except TooLargeError:
        return None
    steps = {one.words: one for one in reversed(ground.operators)}
    if not steps.keys() >= set(situation.rest):
        return None
    wanted = []
    for ways in islice(product(*ground.goal), _MOST_WAYS):
        needs = 0
        for way in ways:
            needs |= way.needs
        for one in reversed([steps[each] for each in situation.rest]):
            needs = needs & ~one.makes | one.needs
        wanted.append(Operator(None, needs, 0, 0, tuple(numbers_of(needs)), ()))
    found = nearby.search(replace(ground, goal=(tuple(wanted),)), most=most).plan
    if found is None:
        return None
    made = [(one.action.name.text, *one.arguments) for one in found]
    return _checked(situation, (*made, *situation.rest))


SOON = MOST_STEPS // 4
"""Work for what is soon found: a second."""


def few_changes(
    situation: Situation,
    edits: Edits | None,
    best: tuple[GroundStep, ...] | None = None,
    stop: threading.Event | None = None,
    *,
    most: int = MOST_STEPS,
) -> Found:
    """A plan with few steps added and dropped; `proven` is whether none has fewer, or whether there is none.

    The search begins with the `best` plan that is known, which is what comes of it if there is no better one.
    `most` bounds the work.
    """
    if edits is not None:
        answer = fixed(edits, Answer(best, 0 if best is None else changes(situation.rest, best)), stop, most=most)
        found = _found(situation, answer)
        if answer.steps is None or found.steps is not None:
            return found
    if best is not None:
        return Found(best, False)
    found = blind.bridge_to_rest(situation, stop=stop)
    return Found(found.steps, found.proven and found.steps is None)


def _found(situation: Situation, answer: Answer) -> Found:
    """An answer as far as it is a plan."""
    if answer.steps is None:
        return Found(None, answer.complete)
    steps = _checked(situation, answer.steps)
    return Found(steps, steps is not None and (answer.cost <= 1 or answer.complete))


def _checked(situation: Situation, steps: tuple[GroundStep, ...]) -> tuple[GroundStep, ...] | None:
    """Steps that were gone through one by one: conditions may be larger than bits can tell, or on numbers."""
    return steps if reaches(situation.task, steps, situation.now, situation.forbidden) else None
