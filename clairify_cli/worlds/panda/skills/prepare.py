"""Prepare an action: check that it makes sense on this bench, then plan it by its skill."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.skills import context, lids, pouring, put, take, treating
from clairify_cli.worlds.panda.skills.bench import Bench, Now
from clairify_cli.worlds.panda.skills.context import CATALOGUE, Entry
from clairify_cli.worlds.panda.skills.prepared import Prepared
from clairify_cli.worlds.scene import limits

Skill = Callable[[Now, Action], Prepared | Refusal]

_SKILLS: dict[str, Skill] = {
    "put": put.prepare,
    "uncap": lids.uncap,
    "cap": lids.cap,
    "pour": pouring.pour,
    "swirl": pouring.swirl,
    "treat": treating.prepare,
}
"""The skills by their names in the catalogue; `take` is separate because it accepts a grip to repeat."""


def prepare(now: Now, action: Action, *, like: Pose | None = None) -> Prepared | Refusal:
    """Plan an action from a belief, without moving anything; a refusal gives the reason.

    `like` is a pose of the object in the tool frame: a grip to try first.
    """
    what = action.arguments[0] if action.arguments else ""
    entry = CATALOGUE.get(action.name)
    if entry is None:
        return Refusal(Obstruction.NO_GRASP, f"no skill does `{action.name}`", what)
    wrong = _wrong(now.bench, action, entry)
    if wrong is not None:
        return Refusal(Obstruction.NO_GRASP, f"{action.text}: {wrong}", what)
    gone = _missing(now, action, entry)
    if gone is not None:
        return gone
    if entry.skill == "take":
        return take.prepare(now, action, like=like)
    return _SKILLS[entry.skill](now, action)


def _wrong(bench: Bench, action: Action, entry: Entry) -> str | None:
    """Return the error in an action itself, in words."""
    if len(action.arguments) != len(entry.arguments):
        return f"it takes {len(entry.arguments)} arguments, not {len(action.arguments)}"
    for name, kind in zip(action.arguments, entry.arguments, strict=True):
        if not _is(bench, name, kind):
            return f"there is no {kind} `{name}` on this bench"
    for name in entry.settings:
        given = action.settings
        if name in given and (wrong := context.out_of_range(name, given[name], *SETTINGS[name])):
            return wrong
    return context.invalid(action.parameters)


SETTINGS: Mapping[str, tuple[float, float, str]] = {
    "mass": (0.001, limits.PAYLOAD_G, " g"),
    "time": (0.0, 1e7, " s"),
    "temperature": (-273.15, 2000.0, " °C"),
    "rpm": (1.0, 10000.0, " rpm"),
}
"""The allowed settings of actions, both ends included, with their unit; devices may be more limited."""


def _missing(now: Now, action: Action, entry: Entry) -> Refusal | None:
    """Return the refusal for an object of an action that is no longer on the bench."""
    bench = now.bench
    for name, kind in zip(action.arguments, entry.arguments, strict=True):
        if kind in ("vessel", "item", "support") and bench.movable(name) is not None and name not in now.belief.poses:
            return Refusal(Obstruction.NO_GRASP, f"{bench.label(name)} is not on the bench", name)
    return None


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
