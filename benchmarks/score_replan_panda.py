"""Clears tables on which something goes wrong in the middle of the run, with `--on-failure replan`.

`python -m benchmarks.score_replan_panda` (`--runs 20`, `--first 0`, `--kind moved`, `--mode stop`) takes the tables of
`benchmarks.clearing_scenes` as a PDDL problem of the domain `tabletop` (apples and paper balls into the bin, glasses
into the sink; items and vessels are blocks, bin and sink are bowls), has the solver plan all of it, and runs that plan.
At an action at random one fault is put in:

- moved: something that is still to be cleared lies at another free spot, at once, when the hand sets out for it;
- dropped: the fingers open while an item is carried, at a moment at which it falls on the table within reach (what is
  hurled off the table is lost, and a glass falls on its side: no hand here takes that up);
- blocked: a post stands in the way of the hand, or close to what it is about to take, when it sets out.

Balls roll off a table on which crumpled paper and a bitten apple come to rest; here they have the rolling friction of
these. A run counts as recovered where the fault was put in, the run reports success and everything is where it
belongs, by the true poses. The last columns say how often an action was tuned, and the plan made anew.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.clearing_scenes import random_scene
from benchmarks.figures import share
from benchmarks.score_clearing import TABLE, with_zone

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clairify_cli.agents.execution import events
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene

KINDS = ("moved", "dropped", "blocked")
BAR = 0.90
"""The share of runs that recover and finish."""

ROLLING = 0.01
"""Rolling friction of the rubbish, in m."""

_FARTHEST = 0.66


@dataclass(slots=True)
class Result:
    """One run: what was done to it, what came of it."""

    seed: int
    kind: str
    fault: str
    recovered: bool
    left: list[str]
    why: str
    tuned: int
    replanned: int
    seconds: float
    said: list[str] = field(default_factory=list)


def problem_of(scene: Scene) -> str:
    """The problem: everything lies on the table, rubbish belongs into the bin, glasses into the sink."""
    things = list(goals_of(scene))
    boxes = [one.id for one in scene.containers]
    init = [f"(at {one} {TABLE}) (clear {one})" for one in things] + [f"(at {one} {TABLE})" for one in boxes]
    goal = [f"(in {name} {box})" for name, box in goals_of(scene).items()]
    return (
        f"(define (problem clear) (:domain tabletop)\n(:objects {' '.join(things)} - block {' '.join(boxes)} - bowl "
        f"{TABLE} - zone)\n(:init {' '.join(init)} (hand-empty))\n(:goal (and {' '.join(goal)} (hand-empty))))\n"
    )


def goals_of(scene: Scene) -> dict[str, str]:
    """Where each thing belongs."""
    return {one.id: "bin" for one in scene.items} | {one.id: "sink" for one in scene.vessels}


class Fault:
    """Puts one fault into a run, when the action of that number begins; `told` says what was done."""

    def __init__(self, kind: str, number: int, world: PandaWorld, rng: Random) -> None:
        self.kind, self.number, self.world, self.rng = kind, number, world, rng
        self.begun = 0
        self.told = ""
        self._wait: float | None = None
        self._name = ""
        self._after = 0.0
        self._before: NDArray[np.float64] | None = None
        world.runner.progress = self._phase
        world.simulation.on_step.append(self._step)

    def progress(self, event: events.Event) -> None:
        """Counts the actions."""
        from clairify_cli.agents.execution import events

        if not isinstance(event, events.ActionStarted) or self.told:
            return
        name, thing = event.action.name, event.action.arguments[0]
        self._name, self._wait = "", None
        if name == "place-in-bowl" and thing in self.world.bench.items if self.kind == "dropped" else name == "pick":
            self.begun += 1
            if self.begun >= self.number:
                self._name = thing
                self._after = self.rng.uniform(0.1, 0.8)

    def _phase(self, name: str) -> None:
        if name != ("carry" if self.kind == "dropped" else "reach"):
            return
        if self._name and not self.told and self._wait is None:
            self._wait = self.world.clock + self._after

    def _step(self) -> None:
        if self._wait is None or self.told:
            return
        before, self._before = self._before, self.world.simulation.pose(self._name)[:3, 3]
        late = self.world.clock >= self._wait
        if late and (self.kind != "dropped" or (before is not None and self._lands(before, self._before))):
            self.told = {"dropped": self._drop, "moved": self._move, "blocked": self._block}[self.kind]()

    def _lands(self, before: NDArray[np.float64], now: NDArray[np.float64]) -> bool:
        """Whether something at a point (3,), and a step before at another one, falls on the table, within reach."""
        from clairify_cli.worlds.panda.simulation.engine import STEP

        falls = math.sqrt(2 * max(float(now[2]), 0.0) / 9.81)
        x, y = (float(one) for one in (now + (now - before) / STEP * falls)[:2])
        table = self.world.scene.table
        inside = all(
            abs(at - middle) < size / 2 - 0.1 for at, middle, size in zip((x, y), table.centre, table.size, strict=True)
        )
        return inside and 0.3 < math.hypot(x, y) < _FARTHEST

    def _drop(self) -> str:
        from benchmarks import panda_faults as faults

        faults.let_go(self.world.simulation)
        return f"{self._name} dropped"

    def _move(self) -> str:
        simulation = self.world.simulation
        height = float(simulation.pose(self._name)[2, 3])
        x, y = self._spot(0.05, lambda x, y: self.rng.random())
        pose = simulation.pose(self._name)
        pose[:3, 3] = (x, y, height)
        simulation.put(self._name, pose)
        return f"{self._name} moved to ({x:.2f}, {y:.2f})"

    def _block(self) -> str:
        from clairify_cli.worlds.panda.disturbed import POST, put_post

        simulation = self.world.simulation
        at, tool = simulation.pose(self._name)[:2, 3], simulation.tool()[:2, 3]
        where = self.rng.choice(("in the way of", "close to"))
        goal = (at + tool) / 2 if where == "in the way of" else at
        x, y = self._spot(POST.radius + 0.01, lambda x, y: math.hypot(x - goal[0], y - goal[1]))
        put_post(simulation, (x, y))
        return f"post at ({x:.2f}, {y:.2f}) {where} {self._name}"

    def _spot(self, radius: float, worth: Callable[[float, float], float]) -> tuple[float, float]:
        from clairify_cli.worlds.panda.disturbed import free_spot

        spot = free_spot(self.world.simulation, self.rng, radius, worth)
        assert spot is not None
        return spot


def one_run(seed: int, kind: str, mode: str = "replan", report_to: Path | None = None) -> Result:
    """One table with one fault."""
    from clairify_cli.agents.execution import events
    from clairify_cli.agents.execution.program import set_plan
    from clairify_cli.agents.execution.report import report, report_text
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.execution.run import execute
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files import data_text
    from clairify_cli.planning.solvers import registry
    from clairify_cli.planning.solvers.base import Limits
    from clairify_cli.worlds.panda.world import PandaWorld

    begun = time.monotonic()
    rng = Random(f"{seed} {kind}")
    scene = with_zone(random_scene(seed))
    domain, problem = data_text("domains", "tabletop.pddl"), problem_of(scene)
    solver = registry.get("auto")
    solution = solver.solve(domain, problem, Limits(seconds=30.0, memory_mb=2048))
    assert solution.plan is not None, solution.message
    plan = "".join(
        f"({' '.join((one.action.text, *(a.text for a in one.arguments)))})\n" for one in solution.plan.steps
    )
    setting = set_plan(Source(plan, "plan"), Source(domain, "d.pddl"), Source(problem, "p.pddl"), scene)
    task = setting.task
    assert task is not None, setting.findings
    said: list[str] = []
    with PandaWorld(scene, seed=seed) as world:
        for item in scene.items:
            world.simulation.bullet.changeDynamics(world.simulation.ids[item.id], -1, rollingFriction=ROLLING)
        fault = Fault(kind, rng.randint(1, 6), world, rng)

        def tell(event: events.Event) -> None:
            fault.progress(event)
            if isinstance(event, events.ActionDone):
                failed = [one for one in event.outcome.checks if not one.passed]
                said.extend(f"{event.outcome.action.text} {one.name}: {one.observed}" for one in failed)
            elif isinstance(event, events.Replanned):
                said.append(f"planned anew, {event.actions}: {event.why}")
            elif isinstance(event, events.ActionRetuned):
                said.append(f"tuned: {event.action.parameters}")

        run = execute(task, world, solver, Options(seed=seed, on_failure=mode), progress=tell)  # type: ignore[arg-type]
        inside = world.observe().inside
    left = [name for name, box in goals_of(scene).items() if inside.get(name) != box]
    if report_to is not None:
        (report_to / f"{kind}-{seed}.json").write_text(report_text(report(run, scene)), encoding="utf-8")
    recovered = bool(fault.told) and run.succeeded and not left
    tuned = sum(len(done.tries) - 1 for stage in run.stages for done in stage.actions)
    replanned = sum(one.replanned for one in run.stages)
    told = fault.told or "no fault"
    return Result(seed, kind, told, recovered, left, _why(run), tuned, replanned, time.monotonic() - begun, said)


def _why(run: Run) -> str:
    return "; ".join([one.message for one in run.findings] + ([run.failure.message] if run.failure else []))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=KINDS, help="only this fault (default: one after the other)")
    parser.add_argument("--mode", choices=("stop", "retune", "replan"), default="replan", help="as --on-failure")
    parser.add_argument("--reports", type=Path, help="a folder for the reports of the runs")
    parser.add_argument("--json", type=Path, help="a file for the results, one line each")
    parser.add_argument("-v", "--verbose", action="store_true", help="say what failed and how it went on")
    asked = parser.parse_args()
    results: list[Result] = []
    for seed in range(asked.first, asked.first + asked.runs):
        kind = asked.kind or KINDS[seed % len(KINDS)]
        one = one_run(seed, kind, asked.mode, asked.reports)
        results.append(one)
        came = "recovered" if one.recovered else f"FAILED, left: {', '.join(one.left) or 'nothing'}; {one.why}"
        print(
            f"  table {seed:3}  {kind:8}{one.fault}: {came} (tuned {one.tuned}, planned anew {one.replanned}, "
            f"{one.seconds:.0f} s)",
            flush=True,
        )
        for line in one.said if asked.verbose else ():
            print(f"      {line}", flush=True)
        if asked.json is not None:
            with asked.json.open("a", encoding="utf-8") as file:
                file.write(json.dumps({name: getattr(one, name) for name in Result.__slots__}) + "\n")
    print(f"\n{'fault':10}{'runs':>6}{'recovered':>11}{'tuned':>7}{'anew':>6}")
    for kind in KINDS:
        of_kind = [one for one in results if one.kind == kind]
        if of_kind:
            _row(kind, of_kind)
    _row("all", results)
    share("faults on the table: recovered", sum(one.recovered for one in results), len(results))
    print(f"bar: {100 * BAR:.0f} %")


def _row(name: str, results: list[Result]) -> None:
    well = sum(one.recovered for one in results)
    tuned, anew = sum(one.tuned for one in results), sum(one.replanned for one in results)
    print(f"{name:10}{len(results):6}{well:5} ({100 * well / max(1, len(results)):3.0f} %){tuned:7}{anew:6}")


if __name__ == "__main__":
    main()
