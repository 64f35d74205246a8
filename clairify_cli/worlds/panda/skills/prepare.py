"""From an action to what prepares it: whether it makes sense on this bench, and then its skill."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.skills import context, lids, pouring, put, take, treat
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.catalogue import CATALOGUE, Entry
from clairify_cli.worlds.panda.skills.prepared import Prepared

Skill = Callable[[Bench, Belief, Action, np.random.Generator], Prepared | Refusal]

_SKILLS: dict[str, Skill] = {
    "put": put.prepare,
    "place": put.prepare,
    "place_in": put.prepare,
    "stack": put.prepare,
    "uncap": lids.uncap,
    "cap": lids.cap,
    "pour": pouring.pour,
    "transfer": pouring.pour,
    "swirl": pouring.swirl,
    "wash": treat.prepare,
    "stir": treat.prepare,
    "heat": treat.prepare,
    "let_cool": treat.prepare,
    "cool": treat.prepare,
}
"""The functions by the names that the catalogue has for them; `take` and `pick` take a grip to repeat, too."""


def prepare(
    bench: Bench, belief: Belief, action: Action, rng: np.random.Generator, *, like: Pose | None = None
) -> Prepared | Refusal:
    """Plans an action from a belief, without moving anything; a refusal says why it cannot be done.

    `like` is a pose of the thing in the frame of the tool: a grip that is tried before all others.
    """
    what = action.arguments[0] if action.arguments else ""
    entry = CATALOGUE.get(action.name)
    if entry is None:
        return Refusal(Obstruction.NO_GRASP, f"no skill does `{action.name}`", what)
    wrong = _wrong(bench, action, entry)
    if wrong is not None:
        return Refusal(Obstruction.NO_GRASP, f"{action.text}: {wrong}", what)
    if entry.skill in ("take", "pick"):
        return take.prepare(bench, belief, action, rng, like=like)
    return _SKILLS[entry.skill](bench, belief, action, rng)


def _wrong(bench: Bench, action: Action, entry: Entry) -> str | None:
    """What is wrong with an action itself, in words."""
    if len(action.arguments) != len(entry.arguments):
        return f"it takes {len(entry.arguments)} arguments, not {len(action.arguments)}"
    for name, kind in zip(action.arguments, entry.arguments, strict=True):
        if not _is(bench, name, kind):
            return f"there is no {kind} `{name}` on this bench"
    for name in entry.needed:
        if action.settings.get(name) is None:
            return f"its `{name}` is not given"
    return context.invalid(action.parameters)


def _is(bench: Bench, name: str, kind: str) -> bool:
    if kind == "reagent":
        return True
    if kind == "vessel":
        return name in bench.vessels
    if kind in ("item", "support"):
        return bench.movable(name) is not None
    if kind == "container":
        return name in bench.containers
    return bench.spot(name) is not None
