"""Ten household tasks in the style of ProgPrompt, as programs with assertions and without, while the world interferes.

`python -m benchmarks.score_programs` (`--seeds 10`, `--chance 0.3`, `--most 2`, `--tasks apple-away ...`, `--json
FILE`) takes the tasks of `benchmarks/programs/tasks.yaml` and for each

- has the program written by a model, whose replies are recorded (`NAME.replay.jsonl`; written by hand in the manner of
  models, with the slips that the loop has to repair), and by rule, without a model;
- runs both in the state of the problem, with the assertions and without them, once undisturbed, and then with
  disturbances (`agents.programs.disturb`: what was opened closes, what was taken is back where it was, after an action
  with the chance, at most so often), for every seed. With and without assertions, the same seed is the same bad luck as
  long as the same is done.

Printed are the three measures of ProgPrompt (Singh et al., 2023): success (the goal holds at the end), goal-condition
recall (the share of the goal's conditions that do) and executability (the share of the actions that the world took).
What fails is gone on after, as there, so that executability says something.

`--model NAME` has the programs written by that model instead of the recordings, and `--rounds 1` without the feedback
of the checks. Comments change nothing in a program that is run, so there is no row for them. The published row is
GPT-3 with assertions and comments, ten tasks, five runs each (Singh et al., 2023): another simulator, another home.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from benchmarks.figures import figure
from clairify_cli.agents.formalise.assemble import assembled
from clairify_cli.agents.formalise.given import Given, Write, read_domain, read_problem
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.agents.programs.base import AfterFailure, Bounds, Executor, Ran
from clairify_cli.agents.programs.disturb import Disturbed, Reach
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.agents.programs.write import program_of
from clairify_cli.agents.programs.write_model import write_with_model
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read as read_pddl
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Program
from clairify_cli.languages.program.vocabulary import vocabulary_of
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.reader.goals import lexicon_beside, load_lexicon
from clairify_cli.translate.models.offline import GoalModel
from clairify_cli.translate.models.record import ReplayModel
from clairify_cli.translate.options import LoopOptions
from clairify_cli.translate.resolve import resolve_model

FOLDER = Path(__file__).parent / "programs"
_MOST_BYTES = 1_000_000
_WRITERS = ("model", "rule")


@dataclass(frozen=True)
class Task:
    """A task: its name, its text, and the problem with its goal."""

    name: str
    text: str
    given: Given
    problem: Source


@dataclass
class Score:
    """The runs of one way to do the tasks."""

    runs: list[Ran] = field(default_factory=list)
    missing: int = 0
    """The runs that there would be, had the program been valid: they fail in everything."""

    @property
    def success(self) -> float:
        """The share of runs at whose end the goal holds."""
        return self._share(float(run.succeeded) for run in self.runs)

    @property
    def recall(self) -> float:
        """The mean goal-condition recall."""
        return self._share(run.goal_condition_recall or 0.0 for run in self.runs)

    @property
    def executability(self) -> float:
        """The mean share of actions that the world took."""
        return self._share(1.0 if run.executability is None else run.executability for run in self.runs)

    @property
    def count(self) -> int:
        return len(self.runs) + self.missing

    def _share(self, values: Iterable[float]) -> float:
        return statistics.mean([*values, *[0.0] * self.missing])

    def as_json(self) -> dict[str, float | int]:
        """The three measures, and of how many runs."""
        return {
            "runs": self.count,
            "success": round(self.success, 4),
            "goal-condition recall": round(self.recall, 4),
            "executability": round(self.executability, 4),
        }


@dataclass(frozen=True)
class Setting:
    """How runs are disturbed, and what is done after an action that failed."""

    seeds: int = 10
    chance: float = 0.3
    most: int = 2
    after_failure: AfterFailure = "go-on"
    model: str | None = None
    rounds: int = 10


def tasks(names: Sequence[str] = ()) -> Iterator[Task]:
    """The tasks of those names, or all of them."""
    domain = read_domain("household", most_bytes=_MOST_BYTES)
    flat = read_problem(str(Path("clairify_cli/services/study/arm/household.pddl")), domain, most_bytes=_MOST_BYTES)
    beside = lexicon_beside(Path(domain.name))
    given = Given(domain, flat, load_lexicon(beside) if beside is not None else None)
    listed = yaml.safe_load((FOLDER / "tasks.yaml").read_text(encoding="utf-8"))
    for name, one in listed.items():
        if not names or name in names:
            whole = assembled(Source(f"(:goal {one['goal']})", "<goal>"), given, Write.GOAL)
            assert whole is not None
            yield Task(name, one["text"], given, whole.problem)


PUBLISHED = "published (ProgPrompt, GPT-3): not comparable", 50, 0.34, 0.65, 0.84


def programs(task: Task, name: str | None = None, rounds: int = 10) -> dict[str, tuple[Program, int, int]]:
    """The programs for a task by who wrote them, with the rounds that it took and the errors of the first round."""
    made: dict[str, tuple[Program, int, int]] = {}
    model = ReplayModel(FOLDER / f"{task.name}.replay.jsonl") if name is None else resolve_model(name)
    result, _ = write_with_model(task.text, task.given, model, LoopOptions(rounds=rounds))
    if result.is_valid:
        first = result.rounds[0]
        errors = first.errors + sum(1 for one in first.fixes if one.is_error)
        made["model"] = (_read(result.program), len(result.rounds), errors)
    assert task.given.domain is not None and task.given.problem is not None
    reader = GoalModel(read_pddl(task.given.domain)[0], read_pddl(task.given.problem)[0], task.given.lexicon)
    planner = Planner(get("auto"), Limits(60.0, 2048))
    written = program_of(formalise(task.text, task.given, Write.GOAL, reader, planner=planner), task.given, task.text)
    if written is not None:
        made["rule"] = (_read(written.text), 1, 0)
    return made


def _read(text: str) -> Program:
    program, found = read(Source(text, "<program>"))
    assert program is not None and not any(one.is_error for one in found)
    return program


def run(task: Task, program: Program, reach: Reach, setting: Setting, seed: int | None, *, assertions: bool) -> Ran:
    """Run a program once, undisturbed without a seed."""
    assert task.given.domain is not None
    known, _ = vocabulary_of((task.given.domain, task.problem))
    assert known is not None
    executor: Executor = TaskExecutor(known)
    if seed is not None:
        executor = Disturbed(TaskExecutor(known), seed, reach, setting.chance, setting.most)
    return run_program(program, executor, Bounds(assertions=assertions, after_failure=setting.after_failure))


def score(chosen: Sequence[Task], setting: Setting) -> tuple[dict[str, Score], list[str]]:
    """The scores by `WRITER, ASSERTIONS, DISTURBED`, and a line about each task."""
    scores: dict[str, Score] = {}
    lines: list[str] = []
    for task in chosen:
        made = programs(task, setting.model, setting.rounds)
        assert task.given.domain is not None
        known, _ = vocabulary_of((task.given.domain, task.problem))
        assert known is not None
        reach = Reach(known.task, task.given.domain, task.problem, get("auto"))
        told = []
        for writer in _WRITERS:
            if writer not in made:
                told.append(f"{writer}: no program")
                for assertions in (True, False):
                    for disturbed, runs in ((False, 1), (True, setting.seeds)):
                        name = _name(writer, assertions, disturbed=disturbed)
                        scores.setdefault(name, Score()).missing += runs
                continue
            program, rounds, errors = made[writer]
            shares = []
            for assertions in (True, False):
                here = Score()
                for seed in (None, *range(setting.seeds)):
                    ran = run(task, program, reach, setting, seed, assertions=assertions)
                    name = _name(writer, assertions, disturbed=seed is not None)
                    scores.setdefault(name, Score()).runs.append(ran)
                    if seed is not None:
                        here.runs.append(ran)
                shares.append(f"{here.success:.0%}" if here.runs else "-")
            how = f", {rounds} rounds, {errors} errors at first" if writer == "model" else ""
            told.append(f"{writer}: disturbed {shares[0]} with, {shares[1]} without assertions{how}")
        lines.append(f"{task.name}: {'; '.join(told)}")
        print(lines[-1], flush=True)
    return scores, lines


def _name(writer: str, assertions: bool, *, disturbed: bool) -> str:
    return f"{writer}, {'with' if assertions else 'without'} assertions, {'disturbed' if disturbed else 'undisturbed'}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Score the tasks and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--chance", type=float, default=0.3)
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--after-failure", choices=("end", "look", "go-on"), default="go-on")
    parser.add_argument("--tasks", nargs="*", default=[])
    parser.add_argument("--model")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    chosen = list(tasks(given.tasks))
    setting = Setting(given.seeds, given.chance, given.most, given.after_failure, given.model, given.rounds)
    scores, _ = score(chosen, setting)
    print(f"\n{'':48} {'runs':>5} {'success':>8} {'recall':>7} {'exec.':>6}")
    for name in sorted(scores, key=lambda one: ("undisturbed" not in one, one)):
        one = scores[name]
        print(f"{name:48} {one.count:5} {one.success:8.1%} {one.recall:7.2f} {one.executability:6.2f}")
        figure(f"programs: {name}: success", 100 * one.success, "%", n=one.count)
        figure(f"programs: {name}: recall", 100 * one.recall, "%", n=one.count)
        figure(f"programs: {name}: executability", 100 * one.executability, "%", n=one.count)
    name, runs, success, recall, executability = PUBLISHED
    print(f"{name:48} {runs:5} {success:8.1%} {recall:7.2f} {executability:6.2f}")
    if given.json is not None:
        given.json.write_text(
            json.dumps({name: one.as_json() for name, one in sorted(scores.items())}, indent=2) + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
