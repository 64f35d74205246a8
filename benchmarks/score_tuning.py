"""Tuning and planning anew on the simulated Panda, in the manner of Action Contextualization (Gupta et al., 2024).

`python -m benchmarks.score_tuning objects|disturbed|glass|scenes` (`-j N`, `--runs N`, `--first N`, `--json FILE`):

- objects: six objects (an apple, an eaten apple, an empty and a full glass, two paper balls) on eight random tables
  with clutter. A trial is one object: rubbish into the bin, the empty glass into the sink, the full one onto the tray.
  It is done with `--on-failure replan` and the rules: an action is tuned up to three times, then the rest is planned
  anew. A trial succeeds where the object is where it should be by its true pose, and the full glass stands with at
  least 95 % of its contents; `in budget` counts those with at most four tunings, one new plan, and four tunings more.
- disturbed: the same trials, in each of which the object is moved, dropped, or has a post put in its way, as by
  `benchmarks.score_replan_panda`, so that there is something to tune and to plan anew.
- glass: "clear the table" with two apples, the nearer one in a niche that a full glass closes; 14 plans that are made
  independently are carried out, as `--best-of 14` does it. The plan may take the apple first only where geometry lets
  it. The table has the score of each run and how many tries its actions took; the best successful run is chosen.
- scenes: all six objects of a table in one task. original: table 0, again with other samples; random: another table
  each time; lamp: table 0 under a lamp that hangs low above it.

Balls have the rolling friction of crumpled paper and of a bitten apple, so that they come to rest.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.figures import figure, share
from benchmarks.score_clearing import Tilt
from benchmarks.score_replan_panda import KINDS, ROLLING, Fault
from benchmarks.tuning_scenes import BELONGS, FULL, SIX, TABLE, TRAY, glass_in_the_way, goal_of, six_objects, with_lamp

if TYPE_CHECKING:
    import numpy as np

    from clairify_cli.agents.execution.results import Run
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene

BARS = {"objects": 0.95, "disturbed": 0.90, "glass": 1.0, "scenes": 0.90}
"""The bars: shares of trials and runs that succeed."""

TRIALS, PLANS, RUNS = 8, 14, 10
KEPT = 0.95
"""The share of its contents that the full glass keeps."""

STANDS = math.cos(math.radians(15.0))
BUDGET = (8, 1)
"""How many tunings and new plans a trial of the paper has."""


@dataclass(slots=True)
class Result:
    """One run: what was asked of it, whether it succeeded, what is not where it should be, and how it went."""

    group: str
    number: int
    succeeded: bool
    left: list[str]
    why: str
    score: float
    tries: int
    tuned: int
    replanned: int
    simulated: float
    tilt: float
    seconds: float
    order: list[str] = field(default_factory=list)
    """The objects in the order in which they were first taken."""
    blocks: bool = False
    """Whether the nearer object could not be taken at first."""

    @property
    def in_budget(self) -> bool:
        """Whether it succeeded with no more tunings and new plans than a trial of the paper has."""
        return self.succeeded and self.tuned <= BUDGET[0] and self.replanned <= BUDGET[1]


def one_run(
    group: str, number: int, scene: Scene, names: Sequence[str], *, seed: int, sample: int = 0, fault: str = ""
) -> Result:
    """Bring the named objects where they belong, in a world of its own; a fault is one of `score_replan_panda`."""
    from clairify_cli.agents.execution.jobs.tabletop_facts import SEEN, objects_of, observed
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.execution.run import execute
    from clairify_cli.agents.execution.stages import Stage, Task
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files import data_text
    from clairify_cli.planning.solvers import registry
    from clairify_cli.planning.solvers.base import SolverError
    from clairify_cli.worlds.base import Action, Refusal
    from clairify_cli.worlds.panda.world import PandaWorld

    begun = time.monotonic()
    formulas = (*(goal_of(one) for one in names), "(hand-empty)")
    stage = Stage(1, f"clear {', '.join(names)}", Source("").span(0), None, formulas)
    domain = data_text("domains", "tabletop.pddl")
    task = Task(domain, (stage,), objects_of(scene), {}, frozenset(), observed, SEEN)
    tilt = Tilt()
    with PandaWorld(scene, seed=seed) as world:
        for item in scene.items:
            world.simulation.bullet.changeDynamics(world.simulation.ids[item.id], -1, rollingFriction=ROLLING)
        full = world.liquids.grams(FULL)
        world.simulation.on_step.append(lambda: tilt.look(world.simulation.pose(FULL)[2, 2]))
        first = world.prepare(Action("pick", (names[0], TABLE)), world.observe(), rng=_generator(seed))
        options = Options(seed=seed, on_failure="replan")
        try:
            made = Fault(fault, 1, world, Random(f"{seed} {fault}")) if fault else None
            tell = None if made is None else made.progress
            run = execute(task, world, registry.get("auto"), options, sample=sample, progress=tell)
        except SolverError as error:
            seconds = time.monotonic() - begun
            return Result(group, number, False, list(names), str(error), 0.0, 0, 0, 0, 0.0, 0.0, seconds)
        left = [one for one in names if not _is_there(world, scene, one)]
        if FULL in names and FULL not in left and world.liquids.grams(FULL) < KEPT * full:
            left.append(f"{full - world.liquids.grams(FULL):.0f} g of {FULL}")
    every = [done for one in run.stages for done in one.actions]
    return Result(
        group,
        number,
        run.succeeded and not left,
        left,
        _why(run),
        run.score,
        sum(len(done.tries) for done in every),
        sum(len(done.tries) - 1 for done in every),
        sum(one.replanned for one in run.stages),
        run.seconds,
        tilt.most,
        time.monotonic() - begun,
        list(dict.fromkeys(done.action.arguments[0] for done in every if done.outcome.succeeded)),
        isinstance(first, Refusal),
    )


def _generator(seed: int) -> np.random.Generator:
    import numpy as np

    return np.random.default_rng([seed, 7])


def _is_there(world: PandaWorld, scene: Scene, name: str) -> bool:
    """Whether an object is where it should be by its true pose; a glass that is full stands upright."""
    where = BELONGS.get(name, "bin")
    if where != TRAY:
        return world.observe().inside.get(name) == where
    pose = world.simulation.pose(name)
    zone = next(one for one in scene.zones if one.id == TRAY)
    inside = all(abs(pose[at, 3] - zone.centre[at]) <= zone.size[at] / 2 for at in (0, 1))
    return inside and abs(pose[2, 3]) < 0.02 and bool(pose[2, 2] >= STANDS)


def _why(run: Run) -> str:
    return "; ".join([one.message for one in run.findings] + ([run.failure.message] if run.failure else []))


# ------------------------------------------------------------------------------------------------------- what is run


def _object_trial(number: int) -> Result:
    table, name = number // len(SIX), SIX[number % len(SIX)]
    return one_run(name, table, six_objects(table), (name,), seed=table)


def _disturbed_trial(number: int) -> Result:
    table, name = number // len(SIX), SIX[number % len(SIX)]
    fault = KINDS[number % len(KINDS)] if "glass" not in name else ("moved", "blocked")[table % 2]
    return one_run(name, table, six_objects(table), (name,), seed=table, fault=fault)


def _glass_run(number: int) -> Result:
    return one_run("glass", number, glass_in_the_way(), ("apple", FULL, "half-apple"), seed=number, sample=number)


def _scene_run(number: int) -> Result:
    kind, run = ("original", "random", "lamp")[number % 3], number // 3
    scene = six_objects(100 + run if kind == "random" else 0)
    scene = with_lamp(scene) if kind == "lamp" else scene
    return one_run(kind, run, scene, SIX, seed=run, sample=run)


SUITES: dict[str, tuple[Callable[[int], Result], int]] = {
    "objects": (_object_trial, TRIALS * len(SIX)),
    "disturbed": (_disturbed_trial, TRIALS * len(SIX)),
    "glass": (_glass_run, PLANS),
    "scenes": (_scene_run, 3 * RUNS),
}


def _told(one: Result) -> str:
    came = "ok" if one.succeeded else f"FAILED, left: {', '.join(one.left) or 'nothing'}; {one.why}"
    return (
        f"  {one.group:12}{one.number:3}  score {one.score:6.3f}  {one.tries:3} tries, tuned {one.tuned}, planned anew "
        f"{one.replanned}  {one.simulated:6.1f} s simulated, {one.seconds:5.1f} s  {came}"
    )


def _table(results: Sequence[Result], bar: float) -> None:
    print(f"\n{'':12}{'runs':>6}{'success':>14}{'in budget':>11}{'score':>8}{'tries':>7}{'tuned':>7}{'anew':>6}")
    groups = list(dict.fromkeys(one.group for one in results))
    for group in (*groups, "all") if len(groups) > 1 else groups:
        _row(group, [one for one in results if group in (one.group, "all")])
    print(f"bar: {100 * bar:.0f} %")


def _row(name: str, results: Sequence[Result]) -> None:
    count, well = len(results), sum(one.succeeded for one in results)
    score = sum(one.score for one in results) / count
    tries, tuned = sum(one.tries for one in results), sum(one.tuned for one in results)
    anew, budget = sum(one.replanned for one in results), sum(one.in_budget for one in results)
    print(f"{name:12}{count:6}{well:5} ({100 * well / count:5.1f} %){budget:11}{score:8.3f}{tries:7}{tuned:7}{anew:6}")


def _glass_table(results: Sequence[Result]) -> None:
    """What the paper tells of its plans: scores, trials to success, and which one is chosen."""
    blocked = [one for one in results if one.blocks]
    first = sum(FULL in one.order and one.order.index(FULL) < _place(one.order, "apple") for one in blocked)
    print(
        f"the glass blocks the nearer apple in {len(blocked)} of {len(results)} runs; it goes first in {first} of them"
    )
    good = [one for one in results if one.succeeded]
    if good:
        best = max(good, key=lambda one: one.score)
        low, high = min(one.score for one in good), best.score
        mean = sum(one.tries for one in good) / len(good)
        print(
            f"scores from {low:.3f} to {high:.3f}; run {best.number + 1} of {len(results)} is chosen, with {high:.3f}"
        )
        print(f"tries to success: {mean:.1f} for {len(good[0].order) * 2} actions on average")


def _place(order: Sequence[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("suite", choices=tuple(SUITES))
    parser.add_argument("-j", "--jobs", type=int, default=1, help="runs at the same time")
    parser.add_argument("--first", type=int, default=0, help="the first run")
    parser.add_argument("--runs", type=int, help="how many (default: all)")
    parser.add_argument("--json", type=Path, help="a file for the results, one line each")
    asked = parser.parse_args()
    do, count = SUITES[asked.suite]
    numbers = range(asked.first, min(count, asked.first + (asked.runs or count)))
    results: list[Result] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for one in pool.map(do, numbers):
            results.append(one)
            print(_told(one), flush=True)
            if asked.json is not None:
                with asked.json.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
    if not results:
        return
    _table(results, BARS[asked.suite])
    share(f"tuning, {asked.suite}: success", sum(one.succeeded for one in results), len(results))
    share(f"tuning, {asked.suite}: in budget", sum(one.in_budget for one in results), len(results))
    figure(f"tuning, {asked.suite}: score", sum(one.score for one in results) / len(results), n=len(results))
    if asked.suite == "glass":
        _glass_table(results)


if __name__ == "__main__":
    main()
