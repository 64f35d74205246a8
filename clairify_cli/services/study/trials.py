"""Trials of the simulated arm, after those of Action Contextualization (Gupta et al., 2024), judged by true poses.

The rows of `arm/trials.tsv` are tasks: one object to its place, or a table to be cleared. With more runs a task is done
again, with another seed and the next of its scenes. An action is tuned by rule up to three times, then the rest is
planned anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.batch.executors.pool import processes
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import data_text, rows
from clairify_cli.records import asdict, dataclass
from clairify_cli.services.study.plot import Bar
from clairify_cli.services.study.tables import StudyRequest, bar, share_of, table

if TYPE_CHECKING:
    from clairify_cli.agents.execution.events import Progress
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene

FOLDER = Path(__file__).with_name("arm")

ROLLING = 0.01
"""The rolling friction (m) of items: as of crumpled paper and bitten apples, which come to rest."""

KEPT = 0.95
"""The share of its contents that a vessel keeps in a trial that succeeds."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A task on a bundled scene; `goals` are facts of the domain `tabletop`, without brackets."""

    group: str
    task: str
    scene: str
    goals: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Tried:
    """How a trial went: what is not as it should be, by true poses, why the run ended early, and its counts."""

    trial: Trial
    left: tuple[str, ...]
    why: str
    score: float
    tuned: int
    replanned: int
    simulated_s: float


def trials_of(runs: int) -> list[Trial]:
    """Return the trials of a study, in the order of its table."""
    return [
        Trial(group, task, names[run % len(names)], tuple(goals.split(", ")), run)
        for group, task, scenes, goals in rows(FOLDER / "trials.tsv")[1:]
        for names in [scenes.split()]
        for run in range(runs)
    ]


def study(request: StudyRequest, tell: Callable[[Tried], None]) -> list[Tried]:
    """Carry out all trials, as many at once as there are jobs; `tell` gets each result. Raises what a run raises.

    Raises `FatalError` if a process dies.
    """
    done: list[Tried] = []
    with processes(request.batch.jobs, "carries out trials") as pool:
        for one in pool.map(tried, trials_of(request.runs)):
            tell(one)
            done.append(one)
    return done


def tried(trial: Trial) -> Tried:
    """Carry out a trial in a world of its own."""
    from clairify_cli.agents.execution.carry import carried_out, why_not
    from clairify_cli.agents.execution.jobs.tabletop_facts import SEEN, objects_of, observed
    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.execution.stages import Stage, Task
    from clairify_cli.services.refused import read_scene_file

    scene = read_scene_file(str(FOLDER / f"{trial.scene}.yaml"), 100_000)
    formulas = tuple(f"({one})" for one in (*trial.goals, "hand-empty"))
    stage = Stage(1, trial.task, Source("").span(0), None, formulas)
    task = Task(data_text("domains", "tabletop.pddl"), (stage,), objects_of(scene), {}, frozenset(), observed, SEEN)
    options = Options(seed=trial.seed, on_failure="replan")
    run = carried_out(Setting(task, scene, ()), options, watch=_with_friction)
    tuned = sum(len(done.tries) - 1 for one in run.stages for done in one.actions)
    anew = sum(one.replanned for one in run.stages)
    return Tried(trial, _left(scene, trial, run), why_not(run), round(run.score, 4), tuned, anew, round(run.seconds, 2))


def _with_friction(world: PandaWorld) -> Progress:
    for item in world.scene.items:
        world.simulation.bullet.changeDynamics(world.simulation.ids[item.id], -1, rollingFriction=ROLLING)
    return lambda event: None


def _left(scene: Scene, trial: Trial, run: Run) -> tuple[str, ...]:
    """Return the goals that do not hold at the end, and what vessels lost of their contents."""
    from clairify_cli.agents.execution.jobs.tabletop_facts import observed
    from clairify_cli.worlds.panda.liquids.amounts import grams

    assert run.last is not None
    facts = observed(scene, run.last)
    left = [one for one in trial.goals if tuple(one.split()) not in facts]
    for one in scene.vessels:
        there = grams(run.last.contents.get(one.id, ()))
        if there < KEPT * grams(one.contents):
            left.append(f"{grams(one.contents) - there:.0f} g of {one.id}")
    return tuple(left)


def as_json(done: Sequence[Tried]) -> str:
    """Return every trial."""
    trials = [{**asdict(one), "succeeded": not one.left} for one in done]
    return json.dumps({"format": "clairify-study-arm", "version": 1, "trials": trials}, indent=2) + "\n"


def as_markdown(done: Sequence[Tried]) -> str:
    """Return a row for each task, one for each group, and what was published."""
    from clairify_cli.services.study.games import published

    head = ["task", "as it should be (95 % interval)", "score", "tunings", "new plans", "simulated s"]
    lines = [
        [name, share_of(_good(of), len(of)), *(f"{_mean(of, field):.2f}" for field in _MEANS)]
        for name, of in _grouped(done).items()
    ]
    others = table(["world", "from", "model", "succeeded", "", "comparable"], list(published({"arm"})))
    return "\n".join(["Trials of the simulated arm, and means per trial\n", table(head, lines), "Published\n", others])


_MEANS = ("score", "tuned", "replanned", "simulated_s")


def bars(done: Sequence[Tried]) -> list[Bar]:
    """Return the shares of trials that succeeded as bars of a plot."""
    return [bar(name, _good(of), len(of)) for name, of in _grouped(done).items()]


def _grouped(done: Sequence[Tried]) -> dict[str, list[Tried]]:
    """Group the trials by task, then by group."""
    found: dict[str, list[Tried]] = {}
    for name in ("{0.group}: {0.task}", "{0.group}, all"):
        for one in done:
            found.setdefault(name.format(one.trial), []).append(one)
    return found


def _good(of: Sequence[Tried]) -> int:
    return sum(not one.left for one in of)


def _mean(of: Sequence[Tried], field: str) -> float:
    return float(sum(getattr(one, field) for one in of)) / len(of)
