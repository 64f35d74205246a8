"""Perform actions on contents: pouring, swirling, and treatments by devices and time."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.worlds.base import Action, Motion, Obstruction, Refusal
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief
from clairify_cli.worlds.panda.heard import Pouring, Treated
from clairify_cli.worlds.panda.liquids import amounts
from clairify_cli.worlds.panda.liquids.amounts import Contents
from clairify_cli.worlds.panda.liquids.pour import pour as pour_liquid
from clairify_cli.worlds.panda.liquids.stir import Swirling, stir
from clairify_cli.worlds.panda.liquids.tipping import pour_poses
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.skills.bench import Bench, Now, device_at
from clairify_cli.worlds.panda.skills.prepared import Move, Path, Pour, Prepared, Treat
from clairify_cli.worlds.panda.skills.put import CLOSE
from clairify_cli.worlds.panda.skills.watch import PourWatch
from clairify_cli.worlds.scene.limits import HOTTEST

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.log import Log
    from clairify_cli.worlds.panda.skills.run import Runner

DEVICES = {
    "stir": ("stirrer", "hotplate"),
    "heat": ("hotplate",),
    "cool": ("ice-bath",),
    "dose": ("pump",),
    "wash": ("sink",),
}
"""The kinds of devices that can perform each treatment."""


def prepare(now: Now, action: Action) -> Prepared | Refusal:
    """`stir`, `heat`, `cool`, `dose`, `wash` a vessel that stands at its device, or `let-cool` one anywhere."""
    bench, belief, vessel = now.bench, now.belief, action.arguments[0]
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
    elif action.name == "dose":
        contents = amounts.together(belief.contents.get(vessel, ()), _dosed(bench, phase))
        after = replace(belief, contents={**belief.contents, vessel: contents})
    elif action.name == "let-cool":
        after = _at(belief, vessel, min(belief.temperatures.get(vessel, HOTTEST), COOL_ENOUGH))
    elif "temperature" in action.settings:
        after = _at(belief, vessel, float(action.settings["temperature"]))
    return Prepared((phase,), (), after)


def _at(belief: Belief, vessel: str, temperature: float) -> Belief:
    return replace(belief, temperatures={**belief.temperatures, vessel: temperature})


def _stands(bench: Bench, belief: Belief, vessel: str, device: str) -> bool:
    key = bench.place_key(device)
    return belief.places.get(key) == vessel or belief.inside.get(vessel) == key


COOL_ENOUGH = HOTTEST - 10.0
"""The temperature (°C) to which a hot vessel must cool before it is gripped again."""

RPM = 240.0
TIME = 60.0
COLD = 5.0
WARM = 60.0
"""Defaults if an action does not say: rpm and s of stirring, °C of cooling and of heating."""

LEANS = math.sin(math.radians(1.0))
SHIFTED = 0.002
"""How far a vessel may lean (sine) and be displaced (m) in the hand before its pouring path is planned again."""


def pour(runner: Runner, pouring: Pour, log: Log, scored: Motion | None) -> None:
    """Tilt the held vessel until the dose is in the other vessel, and back."""
    simulation, label = runner.simulation, runner.bench.label
    source, target = pouring.vessel, pouring.into
    asked = runner.liquids.grams(source) if pouring.grams is None else pouring.grams
    stood = simulation.pose(target)
    straightened, path = _as_seen(runner, pouring)
    if straightened is not None and not runner.move(Move("straighten", straightened, 0.1, source), log, None):
        return
    watch = PourWatch(runner.bench, simulation, runner.liquids, source, target, asked, log)
    simulation.tell(Pouring(source, target, pouring.grams))
    arm = runner.bench.arm
    done = pour_liquid(simulation, runner.liquids, arm, path, source, target, pouring.grams, watch=watch)
    simulation.tell(done)
    now = simulation.pose(target) if target in simulation.known() else None
    moved = math.inf if now is None else float(np.linalg.norm(now[:3, 3] - stood[:3, 3]))
    stands = now is not None and bool(now[2, 2] >= UPRIGHT)
    log.moved = True
    left, right = (0, 0) if watch.held.lost else runner.simulation.touches(source)
    log.checks.append(checks.holding(label(source), left, right, watch.held.slipped))
    log.checks.append(checks.amount(asked, done.grams))
    log.checks.append(checks.spilled(done.spilled, asked))
    log.checks.append(checks.at_location(label(target), "where it stood", moved, CLOSE, stands=stands))
    log.measured.update(poured_g=round(done.grams, 3), spilled_g=round(done.spilled, 3))
    log.measured["pouring_tilt_deg"] = round(done.tilt, 1)
    log.remarks += done.remarks
    if scored is not None:
        log.motions.append(replace(scored, seconds=done.seconds))
    if straightened is not None and not log.failed:
        runner.move(Move("back", straightened[::-1].copy(), 0.1, source), log, None)


def _as_seen(runner: Runner, pouring: Pour) -> tuple[Path | None, Path]:
    """Return the pouring path for the vessel's observed pose in the hand, and the way to its beginning.

    A vessel turns a little in the grip when it is lifted, which would displace its lip. The way is None if the vessel
    is as planned, or if the new path is not free.
    """
    simulation, made = runner.simulation, pouring.made
    seen = inverse(simulation.tool()) @ simulation.pose(pouring.vessel)
    leans = float(np.linalg.norm(seen[:3, 2] - made.grasp[:3, 2]))
    if leans < LEANS and float(np.linalg.norm(seen[:3, 3] - made.grasp[:3, 3])) < SHIFTED:
        return None, pouring.path
    cup, into = runner.bench.vessels[pouring.vessel].shape, runner.bench.vessels[pouring.into].shape
    tools = pour_poses(cup, seen, into, made.stands, yaw=made.yaw, direction=made.direction, most=made.most)
    surroundings = runner.holding_surroundings(pouring.vessel, ())
    way = paths.straight(surroundings, simulation.commanded(), tools[0])
    if isinstance(way, paths.Blocked):
        return None, pouring.path
    path = paths.cartesian(surroundings, way[-1], tools[1:])
    return (None, pouring.path) if isinstance(path, paths.Blocked) else (way, path)


def swirl(runner: Runner, move: Move, log: Log, scored: Motion | None) -> None:
    """Move a held vessel in circles with its contents loosened."""
    assert move.holding is not None
    had = runner.liquids.grams(move.holding)
    if had <= 0.0:
        runner.move(move, log, scored)
        return
    swirling = Swirling(runner.liquids, move.holding)
    runner.move(move, log, scored)
    done = swirling.end()
    log.measured["spilled_g"] = round(done.spilled_g, 3)
    log.measured["turned_rad"] = round(done.moved, 2)
    log.checks.append(checks.spilled(done.spilled_g, had))


def treat(runner: Runner, phase: Treat, log: Log) -> None:
    """Perform a treatment by a device or by waiting; most of its time is skipped."""
    effective = _usual(phase.kind, runner.bench.scene.ambient) | dict(phase.settings)
    dosed = _dosed(runner.bench, phase)
    if dosed:
        effective["volume"] = amounts.millilitres(dosed)
    runner.simulation.tell(Treated(phase.kind, phase.vessel, phase.device, effective))
    if phase.kind == "dose":
        runner.liquids.add(phase.vessel, dosed)
        runner.simulation.hold(1.0)
        log.measured["dosed_ml"] = round(effective["volume"], 3)
    elif phase.kind == "wash":
        gone = runner.liquids.empty(phase.vessel)
        runner.simulation.hold(1.0)
        log.measured["drained_g"] = round(gone, 3)
        log.checks.append(checks.amount(0.0, runner.liquids.grams(phase.vessel)))
        log.skipped += effective.get("time", 0.0)
    elif phase.kind == "stir":
        _stir(runner, phase.vessel, effective, log)
    else:
        _warm(runner, phase, effective, log)


def _dosed(bench: Bench, phase: Treat) -> Contents:
    """Return what a pump doses; without an amount, as in a plan, that is everything."""
    device = device_at(bench, phase.device) if phase.kind == "dose" and phase.device is not None else None
    if device is None:
        return ()
    have, mass = amounts.grams(device.contents), dict(phase.settings).get("mass")
    return amounts.share(device.contents, 1.0 if mass is None or not have else mass / have)


def _usual(kind: str, ambient: float) -> dict[str, float]:
    """Return the default settings of a treatment."""
    if kind == "stir":
        return {"time": TIME, "rpm": RPM}
    temperatures = {"heat": WARM, "cool": COLD, "let-cool": max(COOL_ENOUGH, ambient)}
    return {"temperature": temperatures[kind]} if kind in temperatures else {}


def _stir(runner: Runner, vessel: str, settings: dict[str, float], log: Log) -> None:
    asked, rpm = settings["time"], settings["rpm"]
    had = runner.liquids.grams(vessel)
    if had <= 0.0:  # plans may stir an empty vessel, which does no harm
        log.skipped += asked
        log.remarks.append(f"there was nothing to stir in {runner.bench.label(vessel)}: the stirrer ran without effect")
        return
    done = stir(runner.simulation, runner.liquids, vessel, rpm=rpm, seconds=asked)
    log.skipped += done.skipped
    log.checks.append(checks.stirred(done.simulated + done.skipped if done.enough else 0.0, asked, rpm))
    log.checks.append(checks.spilled(done.spilled_g, had))
    log.measured.update(turned_rad=round(done.moved, 2), spilled_g=round(done.spilled_g, 3))
    log.remarks += done.remarks


def _warm(runner: Runner, phase: Treat, settings: dict[str, float], log: Log) -> None:
    device = device_at(runner.bench, phase.device) if phase.device is not None and phase.kind != "let-cool" else None
    body = runner.body(phase.vessel, device)
    asked = settings["temperature"]
    done = body.heated(asked) if phase.kind == "heat" else body.cooled(asked)
    runner.simulation.hold(1.0)
    after = max(0.0, settings.get("time", 0.0))
    log.skipped += done.seconds + after
    reached = replace(body, now=done.celsius).kept(after)
    runner.temperatures[phase.vessel] = reached
    log.measured["temperature_c"] = round(reached, 1)
    log.remarks += done.remarks
    log.remarks.append(f"{done.seconds + after:.0f} s of {phase.kind} were skipped")
    log.checks.append(checks.temperature(asked, reached))
