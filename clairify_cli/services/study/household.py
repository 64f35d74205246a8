"""Household tasks done by programs, after those of ProgPrompt (Singh et al., 2023), where things come undone.

The rows of `arm/household.tsv` are tasks in the flat of `arm/household.pddl`, in words of our own. A program runs in
the state of that problem, which is judged at the end: once undisturbed, then once for each seed while the world
interferes (`agents.programs.disturb`). With and without assertions, the same seed is the same bad luck as long as the
same is done. What fails is gone on after, as in the paper, so that executability says something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import product
from pathlib import Path

from clairify_cli.agents.formalise.given import Given, Write, read_domain
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.agents.programs.base import Bounds
from clairify_cli.agents.programs.disturb import Disturbed, Reach
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.agents.programs.write import program_of
from clairify_cli.agents.programs.write_model import write_with_model
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import rows
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.vocabulary import vocabulary_of
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.solvers.registry import get
from clairify_cli.records import dataclass, replace
from clairify_cli.services.models import open_model
from clairify_cli.services.parts import ModelSettings, Solver
from clairify_cli.services.planning.goals import goal_reader, lexicon_of
from clairify_cli.services.planning.solving import open_planner
from clairify_cli.translate import Translation
from clairify_cli.translate.models.errors import ModelError

GROUP = "household"
FOLDER = Path(__file__).with_name("arm")

_NOT_ITS_OWN = (Outcome.MODEL_FAILED, Outcome.BUDGET, Outcome.INTERRUPTED)
"""What ends a study, since it says nothing about the programs of a model."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task: its name, its text, and the flat with its goal, which no writer of programs is told."""

    name: str
    text: str
    given: Given


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program went: ProgPrompt's three measures. Without a seed, nothing interfered."""

    task: str
    by: str
    assertions: bool
    seed: int | None
    succeeded: bool = False
    goal_recall: float = 0.0
    executability: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The row of the table that it counts in."""
        ends = "undisturbed" if self.seed is None else "disturbed"
        return (f"{GROUP}: {self.by}, {'with' if self.assertions else 'without'} assertions, {ends}",)

    @property
    def words(self) -> str:
        """How it went, for people."""
        return f"{self.task}, {self.names[0]}: {'ok' if self.succeeded else 'FAILED'}"


def tasks() -> Iterator[Task]:
    """Yield the tasks in the order of their table."""
    domain = read_domain("household", most_bytes=100_000)
    flat, lexicon = (FOLDER / "household.pddl").read_text(encoding="utf-8"), lexicon_of(None, domain)
    for name, text, goal in rows(FOLDER / "household.tsv")[1:]:
        yield Task(name, text, Given(domain, Source(flat.replace("$goal", goal), name), lexicon))


def by_rule(task: Task) -> str:
    """Write the program of a plan for what a task's text says; empty if there is none."""
    made = formalise(task.text, task.given, Write.GOAL, goal_reader(task.given), planner=open_planner(Solver()))
    program = program_of(made, task.given, task.text)
    return program.text if program is not None else ""


def by_model(chosen: Sequence[Task], settings: ModelSettings, remark: Callable[[str], None]) -> list[dict[str, str]]:
    """Have a model write programs for each task, with comments and without. Raises `ModelError`."""
    made: list[dict[str, str]] = []
    with ExitStack() as stack:
        asked = open_model(stack, settings, remark)
        ask = partial(write_with_model, model=asked.model, options=asked.options, hooks=asked.hooks())
        for task in chosen:
            made.append({})
            for comments in (True, False):
                loop, _ = ask(task.text, task.given, comments=comments)
                made[-1] |= before_and_after(loop, f"{asked.model.name}{'' if comments else ' without comments'}")
    return made


def before_and_after(loop: Translation, by: str) -> dict[str, str]:
    """Return a model's first program and its last one by how they were written. Raises `ModelError` if it failed."""
    if loop.outcome in _NOT_ITS_OWN:
        raise ModelError(f"{by}: {loop.error or loop.outcome.value}")
    first = "".join(one.candidate or "" for one in loop.rounds[:1])
    return {f"{by} before feedback": first, f"{by} after feedback": loop.program}


def ran(task: Task, written: Mapping[str, str], seeds: int) -> list[Ran]:
    """Run the program by rule and those that are `written`, each undisturbed and with so many seeds.

    A program that cannot be read fails in everything.
    """
    domain, problem = task.given.context
    known, _ = vocabulary_of((domain, problem))
    assert known is not None
    reach = Reach(known.task, domain, problem, get("auto"))
    done = []
    programs = {"rule": by_rule(task), **written}
    for (by, text), assertions, seed in product(programs.items(), (True, False), (None, *range(seeds))):
        went = Ran(task.name, by, assertions, seed)
        program, found = read(Source(text))
        if program is not None and not any(one.is_error for one in found):
            executor = TaskExecutor(known) if seed is None else Disturbed(known, seed, reach)
            end = run_program(program, executor, Bounds(assertions=assertions, after_failure="go-on"))
            share = 1.0 if end.executability is None else end.executability
            went = replace(
                went, succeeded=end.goal is True, goal_recall=end.goal_condition_recall or 0.0, executability=share
            )
        done.append(went)
    return done
