"""Clears tables at random: apples and paper balls into the bin, glasses into the sink, the full one upright.

`python -m benchmarks.score_clearing` (`--scenes 30`, `--first 0`, `--retune`, `--speed 0.3`) prints for each scene what
was cleared, how far the full glass tilted at most (its true pose after each step of 1/240 s, from the beginning until
all is done) and what of its contents is missing in the end. What is in the way is taken later; nothing is tried more
than twice. While it is carried the contents of the full glass are a lump, which becomes spheres that can run out as
soon as the glass leans too far for its level.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, replace

from benchmarks.clearing_scenes import random_scene
from benchmarks.figures import figure, share
from clairify_cli.worlds.scene.model import Scene, Zone

CLEARED, TILT = 0.90, 15.0
"""The bars: the share of things that is cleared, and the largest tilt of the full glass in degrees."""

TABLE, FULL = "on-table", "full-glass"


@dataclass(slots=True)
class Cleared:
    """One scene: what was cleared and what was not, with why; the full glass's largest tilt (degrees) and loss (g)."""

    done: list[str]
    left: dict[str, str]
    tilt: float
    lost: float
    seconds: float

    @property
    def share(self) -> float:
        return len(self.done) / (len(self.done) + len(self.left))


def clear(seed: int, *, retune: bool = False, speed: float | None = None) -> Cleared:
    """Clear the table of a seed, one thing after another; what cannot be had yet comes later."""
    from clairify_cli.agents.execution.jobs.tabletop_facts import SEEN, objects_of, observed
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.execution.run import execute
    from clairify_cli.agents.execution.stages import Stage, Task
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files import data_text
    from clairify_cli.planning.solvers import registry
    from clairify_cli.worlds.base import Parameters
    from clairify_cli.worlds.panda.world import PandaWorld

    begun = time.monotonic()
    scene = with_zone(random_scene(seed))
    solver = registry.get("auto", optimal=True)
    options = Options(seed=seed, on_failure="retune" if retune else "stop", parameters=Parameters(speed=speed))
    goals = {one.id: "bin" for one in scene.items} | {one.id: "sink" for one in scene.vessels}
    left: dict[str, str] = dict.fromkeys(goals, "")
    tries = dict.fromkeys(goals, 0)
    tilt = Tilt()
    with PandaWorld(scene, seed=seed) as world:
        full = world.liquids.grams(FULL)
        world.simulation.on_step.append(lambda: tilt.look(world.simulation.pose(FULL)[2, 2]))
        while True:
            name = next((one for one in left if tries[one] < 2 and tries[one] == min(tries[two] for two in left)), None)
            if name is None:
                break
            tries[name] += 1
            formulas = (f"(in {name} {goals[name]})", "(hand-empty)")
            stage = Stage(1, f"{name} into the {goals[name]}", Source("").span(0), None, formulas)
            task = Task(
                data_text("domains", "tabletop.pddl"), (stage,), objects_of(scene), {}, frozenset(), observed, SEEN
            )
            run = execute(task, world, solver, options)
            if run.succeeded:
                del left[name]
            else:
                words = [one.message for one in run.findings] + ([run.failure.message] if run.failure else [])
                left[name] = "; ".join(words)
        inside = world.observe().inside
        lost = full - world.liquids.grams(FULL)
    for name in goals:
        if name not in left and inside.get(name) != goals[name]:
            left[name] = "it is not there any more"
    done = [name for name in goals if name not in left]
    return Cleared(done, left, tilt.most, lost, time.monotonic() - begun)


class Tilt:
    """The largest angle between a thing's axis and the vertical, in degrees, that was seen."""

    def __init__(self) -> None:
        self.most = 0.0

    def look(self, upright: float) -> None:
        """`upright` is the cosine of the angle."""
        self.most = max(self.most, math.degrees(math.acos(min(1.0, max(-1.0, upright)))))


def with_zone(scene: Scene) -> Scene:
    """The scene with one zone, which is the whole table."""
    return replace(scene, zones=(*scene.zones, Zone(TABLE, "table", scene.table.centre, scene.table.size)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--retune", action="store_true", help="try again with other parameters where a check fails")
    parser.add_argument("--speed", type=float, help="the share of the arm's limits (default: by context)")
    asked = parser.parse_args()
    results = []
    for seed in range(asked.first, asked.first + asked.scenes):
        found = clear(seed, retune=asked.retune, speed=asked.speed)
        results.append(found)
        left = "; ".join(f"{name}: {why}" for name, why in found.left.items())
        print(
            f"  scene {seed:3}  {len(found.done)}/{len(found.done) + len(found.left)} cleared  full glass tilted "
            f"{found.tilt:5.1f}°, {found.lost:.1f} g lost  {found.seconds:6.1f} s  {left}".rstrip(),
            flush=True,
        )
    count = sum(len(one.done) + len(one.left) for one in results)
    done = sum(len(one.done) for one in results)
    whole = sum(not one.left for one in results)
    tilted = max((one.tilt for one in results), default=0.0)
    print(f"\ncleared: {done}/{count} things ({100 * done / max(1, count):.1f} %, bar {100 * CLEARED:.0f} %)")
    print(f"whole tables: {whole}/{len(results)}")
    lost = max((one.lost for one in results), default=0.0)
    share("clearing: things cleared", done, count)
    share("clearing: whole tables", whole, len(results))
    figure("clearing: largest tilt of the full glass", tilted, "°", n=len(results), better="less")
    figure("clearing: largest loss of the full glass", lost, "g", n=len(results), better="less")
    print(f"full glass: {tilted:.1f}° at most (bar {TILT:.0f}°), {lost:.1f} g of 160 g lost at most")


if __name__ == "__main__":
    main()
