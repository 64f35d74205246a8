"""Trials of the simulated arm, after those of Action Contextualization (Gupta et al., 2024), judged by true poses.

The rows of `arm/trials.tsv` are tasks: one object to its place, or a table to be cleared. With more runs a task is done
again, with another seed and the next of its scenes. An action is tuned by rule up to three times, then the rest is
planned anew. With them come the programs of `household`, which need no arm.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from statistics import fmean
from typing import TYPE_CHECKING

from clairify_cli.batch.executors.pool import processes
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.charts import Bar
from clairify_cli.files.data import data_text, rows
from clairify_cli.records import asdict, dataclass
from clairify_cli.services.batch.run import workers
from clairify_cli.services.errors import RequestError
from clairify_cli.services.models import is_offline
from clairify_cli.services.study import household
from clairify_cli.services.study.household import FOLDER
from clairify_cli.services.study.tables import StudyRequest, bar, share_of, table

if TYPE_CHECKING:
    from clairify_cli.agents.execution.events import Progress
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene

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

    @property
    def succeeded(self) -> bool:
        """Whether everything is as it should be."""
        return not self.left

    @property
    def names(self) -> tuple[str, str]:
        """The rows of the table that it counts in: of its task, and of its group."""
        return f"{self.trial.group}: {self.trial.task}", f"{self.trial.group}, all"

    @property
    def words(self) -> str:
        """How it went, for people."""
        came = f"FAILED: {', '.join(self.left)}; {self.why}" if self.left else "ok"
        return f"{self.trial.task}, {self.trial.scene}: {came} ({self.simulated_s:.0f} s simulated)"


Done = Tried | household.Ran


def trials_of(runs: int) -> list[Trial]:
    """Return the trials of a study, in the order of its table."""
    return [
        Trial(group, task, names[run % len(names)], tuple(goals.split(", ")), run)
        for group, task, scenes, goals in rows(FOLDER / "trials.tsv")[1:]
        for names in [scenes.split()]
        for run in range(runs)
    ]


def study(request: StudyRequest, tell: Callable[[Done], None], remark: Callable[[str], None]) -> list[Done]:
    """Carry out all trials, as many at once as there are jobs; `tell` gets each result. Raises what a run raises.

    Raises `RequestError` for an unknown group of tasks, `ModelError` if the model that writes programs fails, and
    `FatalError` if a process dies.
    """
    known = dict.fromkeys([*(one.group for one in trials_of(1)), household.GROUP])
    wanted = request.inputs or tuple(known)
    if wrong := [one for one in wanted if one not in known]:
        raise RequestError(
            f"study arm has no tasks `{wrong[0][:60]}`: leave it out, or name some of {', '.join(known)}"
        )
    tasks = list(household.tasks()) if household.GROUP in wanted else []
    settings = request.settings
    done: list[Done] = []
    written = household.by_model(tasks, settings, remark) if tasks and not is_offline(settings.model) else repeat({})
    chosen = [one for one in trials_of(request.runs) if one.group in wanted]
    with processes(workers(request.batch.jobs, len(tasks) + len(chosen)), "carries out trials") as pool:
        trials = pool.map(tried, chosen)
        programs = pool.map(household.ran, tasks, written, repeat(request.runs))
        both: Iterator[Done] = chain(trials, chain.from_iterable(programs))
        for one in both:
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


def as_json(done: Sequence[Done]) -> str:
    """Return every trial, and every run of a program."""
    every = [{**asdict(one), "succeeded": one.succeeded} for one in done]
    return json.dumps({"format": "clairify-study-arm", "version": 1, "trials": every}, indent=2) + "\n"


def as_markdown(done: Sequence[Done]) -> str:
    """Return a row for each task and group, and for each way to write and run programs, and what was published."""
    from clairify_cli.services.study.games import published

    fields = [field for field in _MEANS if any(hasattr(one, field) for one in done)]
    lines = [
        [name, share_of(_good(of), len(of)), *(_mean(of, field) for field in fields)]
        for name, of in _grouped(done).items()
    ]
    others = table(["world", "from", "model", "succeeded", "", "comparable"], published({"arm", "household tasks"}))
    means = (field.replace("_", " ") for field in fields)
    own = table(["task", "as it should be (95 % interval)", *means], lines)
    return "\n".join(["Trials of the simulated arm and of programs, and means per trial\n", own, "Published\n", others])


_MEANS = ("score", "tuned", "replanned", "simulated_s", "goal_recall", "executability")


def _mean(of: Sequence[Done], field: str) -> str:
    """Return the mean of a field, for the table; a dash for results that do not have it."""
    return f"{fmean(getattr(one, field) for one in of):.2f}" if hasattr(of[0], field) else "-"


def bars(done: Sequence[Done]) -> list[Bar]:
    """Return the shares of trials and programs that succeeded as bars of a plot."""
    return [bar(name, _good(of), len(of)) for name, of in _grouped(done).items()]


def _grouped(done: Sequence[Done]) -> dict[str, list[Done]]:
    """Group results by the first of their names, then by the others."""
    found: dict[str, list[Done]] = {}
    for at in (0, 1):
        for one in done:
            for name in one.names[at : at + 1]:
                found.setdefault(name, []).append(one)
    return found


def _good(of: Sequence[Done]) -> int:
    return sum(one.succeeded for one in of)
