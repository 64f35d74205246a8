"""Find single effects without which there would be a plan."""

from __future__ import annotations

import time
from dataclasses import replace

from clairify_cli.planning.explain.model import Culprit
from clairify_cli.planning.ground.grounder import contrary
from clairify_cli.planning.ground.pairs import Operator
from clairify_cli.planning.ground.state_space import explore
from clairify_cli.planning.ground.task import GroundTask

MOST_CULPRITS = 3


def culprits(ground: GroundTask, *, seconds: float) -> tuple[Culprit, ...]:
    """Return single effects without which there would be a plan: actions with the predicate that they make false."""
    losses = dict.fromkeys(
        Culprit(one.name, key[1][0])
        for one in ground.usable
        for key in one.makes
        if not key[0] and contrary(key) in one.needs
    )
    deadline = time.monotonic() + seconds
    found: list[Culprit] = []
    for loss in losses:
        left = deadline - time.monotonic()
        if left <= 0 or len(found) >= MOST_CULPRITS:
            break
        # To explore anew is costly, but a deletion that looks guilty may be harmless: only a plan shows that it is not.
        kept = [_kept(one, loss) for one in ground.found.operators]
        if explore(ground.reached.task, kept, ground.parts, seconds=left).reached:
            found.append(loss)
    return tuple(found)


def _kept(one: Operator, loss: Culprit) -> Operator:
    """Return an operator without the given deletion."""
    if one.name != loss.action:
        return one
    return replace(one, makes=tuple(key for key in one.makes if key[0] or key[1][0] != loss.predicate))
