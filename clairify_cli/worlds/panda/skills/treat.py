"""What is done to a vessel by the device that it stands on, or by waiting: the arm does not move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.limits import HOTTEST
from clairify_cli.worlds.panda.skills.bench import Bench, device_at
from clairify_cli.worlds.panda.skills.prepared import Prepared, Treat

DEVICES = {"stir": ("stirrer", "hotplate"), "heat": ("hotplate",), "cool": ("ice-bath",), "wash": ("sink",)}
"""Which kinds of devices do what."""

COOL_ENOUGH = HOTTEST - 10.0
"""What has cooled to this many °C can be gripped again."""


def prepare(bench: Bench, belief: Belief, action: Action, rng: np.random.Generator) -> Prepared | Refusal:
    """`stir`, `heat`, `cool`, `wash` of a vessel that stands at its device, `let-cool` of one anywhere."""
    vessel = action.arguments[0]
    device = action.arguments[1] if len(action.arguments) > 1 else None
    if device is not None:
        kind = bench.containers[device].kind if device in bench.containers else None
        found = device_at(bench, device)
        kind = found.kind if found is not None else kind
        if kind not in DEVICES[action.name]:
            return Refusal(Obstruction.NO_GRASP, f"{bench.label(device)} cannot {action.name}", vessel, device)
        rated = dict(found.ratings) if found is not None else {}
        asked = action.settings.get("temperature")
        limit = rated.get("hottest" if action.name == "heat" else "coldest")
        if asked is not None and limit is not None and (asked > limit if action.name == "heat" else asked < limit):
            message = f"{bench.label(device)} goes to {limit:g} °C, and {asked:g} °C are asked for"
            return Refusal(Obstruction.NO_GRASP, message, vessel, device)
        if not _stands(bench, belief, vessel, device):
            message = f"{bench.label(vessel)} does not stand at {bench.label(device)}"
            return Refusal(Obstruction.NO_GRASP, message, vessel, device)
    phase = Treat(action.name, vessel, device, tuple(sorted(action.settings.items())))
    after = belief
    if action.name == "wash":
        after = replace(belief, contents={**belief.contents, vessel: ()})
    elif action.name == "let-cool":
        after = _at(belief, vessel, min(belief.temperatures.get(vessel, HOTTEST), COOL_ENOUGH))
    elif "temperature" in action.settings:
        after = _at(belief, vessel, float(action.settings["temperature"]))
    return Prepared(action, (phase,), (), after, float(action.settings.get("time", 0.0)))


def _at(belief: Belief, vessel: str, temperature: float) -> Belief:
    return replace(belief, temperatures={**belief.temperatures, vessel: temperature})


def _stands(bench: Bench, belief: Belief, vessel: str, device: str) -> bool:
    key = bench.place_key(device)
    return belief.places.get(key) == vessel or belief.inside.get(vessel) == key
