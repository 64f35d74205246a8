"""Plans that the world disagrees with, made at random: for `score_repair` and for tests.

A task is a problem that comes along, begun from where a random walk ends, with a plan of a solver. A perturbation lets
some of the plan be carried out, and then a fact is added or removed, somebody else does something, the next step
fails, or a step of the rest is forbidden.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, zip_longest

from benchmarks.problems import all_problems
from benchmarks.problems.text import SHIPPED, domain_text
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning import WorldState, applicable, apply, holds, initial_state
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import GroundAtom, Task, make_task
from clairify_cli.planning.ground.achievers import changing_predicates
from clairify_cli.planning.repair.model import Forbidden, GroundStep, Situation, run_steps
from clairify_cli.planning.repair.texts import problem_now, solver_texts
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get

PROBLEMS = {
    "blocks": ("three", "ten"),
    "coin-collector": ("three-rooms", "apartment", "maze"),
    "household": ("snack", "kitchen", "apartment", "house"),
    "lab": ("salt-water", "indicator", "series"),
    "tabletop": ("three-blocks", "sorting", "crowded"),
    "gripper": ("1", "2"),
    "logistics": ("1", "2"),
    "transport": ("1", "2"),
}
"""The problems of each domain: those that come along, then those of `benchmarks.problems`."""
KINDS = ("added", "removed", "moved", "failed", "forbidden")
_LONGEST_WALK = 6
_TRIES = 50
_MOST_SEEDS = 12


@dataclass(frozen=True)
class Planned:
    """A task with its texts and a plan for it."""

    name: str
    task: Task
    domain: Source
    problem: Source
    plan: tuple[GroundStep, ...]


@dataclass(frozen=True)
class Case:
    """A plan that was perturbed: what happened, and where things stand."""

    kind: str
    name: str
    executed: int
    situation: Situation


@cache
def texts(domain: str, problem: str) -> tuple[Source, Source]:
    """The texts of a problem that comes along, or of one that is made for benchmarks."""
    path = SHIPPED / "problems" / domain / f"{problem}.pddl"
    if path.exists():
        text = path.read_text(encoding="utf-8")
    else:
        text = next(one.problem for one in all_problems() if one.name == f"{domain}-{problem}")
    return Source(domain_text(domain), f"{domain}.pddl"), Source(text, path.name)


def task_of(domain: Source, problem: Source) -> Task:
    """The task of two texts."""
    first, second = read(domain)[0].domain, read(problem)[0].problem
    assert first is not None and second is not None
    return make_task(first, second)


def planned(domain: str, problem: str, seed: int) -> Planned | None:
    """A task that begins where a random walk ends, with a plan; None where it has none, or none is needed."""
    rng = random.Random(f"{domain} {problem} {seed}")
    text, scene = texts(domain, problem)
    task = task_of(text, scene)
    state = initial_state(task)
    for _ in range(rng.randrange(_LONGEST_WALK) if seed else 0):
        state = _walked(rng, task, state)
    assert task.problem is not None
    begun = problem_now(scene, task.problem, state)
    task = task_of(text, begun)
    if holds(task.goal, {}, state, task):
        return None
    answer = get("auto").solve(text.text, begun.text, Limits(30))
    if answer.plan is None:
        return None
    return Planned(f"{domain}/{problem}", task, text, begun, tuple(one.words for one in answer.plan.steps))


def _walked(rng: random.Random, task: Task, state: WorldState) -> WorldState:
    steps = list(applicable(task, state))
    if not steps:
        return state
    one = rng.choice(steps)
    return apply(one.action, one.arguments, state, task)


def perturbed(given: Planned, seed: int, kind: str) -> Case | None:
    """The plan of a task with something gone wrong; None where that cannot happen to it."""
    rng = random.Random(f"{given.name} {seed} {kind}")
    task, plan = given.task, given.plan
    executed = rng.randrange(len(plan))
    now = run_steps(task, plan[:executed], initial_state(task)).last
    rest = plan[executed:]
    forbidden = Forbidden()
    match kind:
        case "added":
            atom = _absent(rng, task, now)
            if atom is None:
                return None
            now = WorldState(now.atoms | {atom}, now.numbers)
        case "removed":
            changing = changing_predicates(task.domain)
            there = sorted(one for one in now.atoms if one[0] in changing)
            if not there:
                return None
            now = WorldState(now.atoms - {rng.choice(there)}, now.numbers)
        case "moved":
            for _ in range(rng.randint(1, 3)):
                now = _walked(rng, task, now)
        case "failed":
            forbidden = Forbidden((), rest[0])
        case _:
            forbidden = Forbidden((rng.choice(rest),))
    situation = Situation(task, given.domain, given.problem, now, rest, forbidden)
    return Case(kind, given.name, executed, situation)


def _absent(rng: random.Random, task: Task, state: WorldState) -> GroundAtom | None:
    """A fact that does not hold, of a predicate that changes."""
    changing = changing_predicates(task.domain)
    declared = [one for one in task.domain.predicates if one.name.text in changing]
    for _ in range(_TRIES):
        one = rng.choice(declared)
        choices = [task.objects_of(type_names(each.types)) for each in one.parameters]
        if all(choices):
            atom = (one.name.text, *(rng.choice(objects) for objects in choices))
            if atom not in state.atoms:
                return atom
    return None


def cases(count: int, *, domains: Sequence[str] = tuple(PROBLEMS)) -> Iterator[Case]:
    """So many cases, the same number of each domain, in turn, and about the same of each kind."""
    sources = [_of_domain(domain, -(-count // len(domains))) for domain in domains]
    yield from islice((one for row in zip_longest(*sources) for one in row if one is not None), count)


def _of_domain(domain: str, count: int) -> Iterator[Case]:
    """So many cases of a domain; its tasks are made when they are needed, and each is perturbed in every way."""
    source = _tasks(domain)
    tasks: list[Planned] = []
    made = number = 0
    while made < count:
        if number % len(KINDS) == 0:
            tasks.append(next(source, None) or tasks[number // len(KINDS) % len(tasks)])
        case = perturbed(tasks[-1], number, KINDS[number % len(KINDS)])
        number += 1
        if case is not None:
            made += 1
            yield case


def _tasks(domain: str) -> Iterator[Planned]:
    """Tasks of a domain, the problems in turn."""
    for seed in range(_MOST_SEEDS):
        for name in PROBLEMS[domain]:
            one = planned(domain, name, seed)
            if one is not None:
                yield one


def problem_text(case: Case) -> tuple[Source, Source]:
    """The texts of where a case stands, for a judge that knows nothing of repairs."""
    one = case.situation
    return solver_texts(one.task, one.domain, one.problem, one.now, Forbidden())
