"""Scores the plan validator against independent judges, on random plans, good and bad. No disagreement is allowed.

`python -m benchmarks.score_validator` compares some 10,000 plans: with tarski on random ADL tasks, on the planning
problems of `benchmarks/problems` and on pairs of domain and problem that language models wrote; with Unified Planning
(where it is installed; it is no dependency) on random tasks with numbers and on the planning problems; with Fast
Downward on tasks with derived predicates and on household games whose domain the other two do not take for typed.

tarski and Unified Planning are held to the number of the first step that fails, to the goal, to every atom of the last
state and to every number but the cost, which both keep elsewhere; Fast Downward says valid or not. `--scale 0.1` is a
tenth of it. Exit code 1 where there is a disagreement; each is printed with the texts that show it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.figures import figure
from benchmarks.plan_oracles import fast_downward_judge, unified_planning_judge
from benchmarks.plan_oracles.constants import with_constants
from benchmarks.plan_oracles.tarski_judge import TarskiJudge
from benchmarks.plan_oracles.verdict import Steps, UnsupportedTaskError, Verdict
from benchmarks.plans import random_plans
from benchmarks.problems import all_problems
from benchmarks.random_adl import Features, random_task
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import TOTAL_COST
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.simulate import Run, validate

SENSELESS = {"PLN101", "PLN102", "PLN103", "PLN104"}
"""Findings of steps that name nothing: Fast Downward's judge is not asked about them."""

_LONGEST_SOLUTION = 50

Texts = tuple[str, str, str]
"""A name, a domain and a problem."""

Judge = Callable[[str, str], Callable[[Steps, Run], bool | None]]
"""Given a domain and a problem: given a plan and our validation, whether the judge agrees; None where it cannot say."""


@dataclass
class Score:
    """How one judge compares on one source of tasks."""

    source: str
    judge: str
    tasks: int = 0
    plans: int = 0
    valid: int = 0
    failing: int = 0
    passed_over: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)
    seconds: float = 0.0


def compare(
    source: str, name: str, texts: Iterator[Texts], judge: Judge, plans: int, longest: int = 8, *, solve: bool = False
) -> Score:
    """Hold the validator against a judge, on random plans for each task; with `solve`, on a planner's plan as well."""
    score = Score(source, name)
    for task_name, domain, problem in texts:
        task = task_of(domain, problem)
        if task is None:
            score.passed_over["errors of syntax"] += 1
            continue
        try:
            ask = judge(domain, problem)
        except UnsupportedTaskError as error:
            score.passed_over[str(error).split(":")[0]] += 1
            continue
        score.tasks += 1
        solution = solved(domain, problem) if solve else None
        for steps in random_plans(task, plans, longest, random.Random(task_name), solution):
            _compare_plan(score, task, steps, ask, (task_name, domain, problem))
    return score


def _compare_plan(
    score: Score, task: Task, steps: Steps, ask: Callable[[Steps, Run], bool | None], texts: Texts
) -> None:
    begun = time.perf_counter()
    ours = validated(task, steps)
    score.seconds += time.perf_counter() - begun
    try:
        agrees = ask(steps, ours)
    except UnsupportedTaskError as error:
        score.passed_over[str(error).split(":")[0]] += 1
        return
    if agrees is None:
        return
    score.plans += 1
    score.valid += ours.is_valid
    score.failing += ours.stopped is not None
    if not agrees:
        found = "; ".join(one.message for one in ours.found)
        score.disagreements.append("\n".join([*texts, plan_text(steps), f"ours: {found or 'valid'}"]))


def task_of(domain: str, problem: str) -> Task | None:
    """The task, where both texts can be read without an error."""
    (one, wrong), (two, also) = read(Source(domain, "domain")), read(Source(problem, "problem"))
    if one.domain is None or two.problem is None or any(each.is_error for each in (*wrong, *also)):
        return None
    return make_task(one.domain, two.problem)


def solved(domain: str, problem: str) -> Steps | None:
    """Fast Downward's plan; None where it has none of a bearable length after five seconds."""
    plan = get("fast-downward").solve(domain, problem, Limits(seconds=5)).plan
    if plan is None or len(plan.steps) > _LONGEST_SOLUTION:
        return None
    return tuple((step.action.text, *(name.text for name in step.arguments)) for step in plan.steps)


def plan_text(steps: Steps) -> str:
    """The plan in the IPC format."""
    return "".join(f"({' '.join(step)})\n" for step in steps)


def validated(task: Task, steps: Steps) -> Run:
    """What our validator says of a plan."""
    source = Source(plan_text(steps), "plan")
    plan, wrong = read_plan(source)
    assert len(plan.steps) == len(steps) and all(not one.is_error for one in wrong)
    return validate(task, plan, source)


# -------------------------------------------------------------------------------------------------------- judges


def tarski(domain: str, problem: str) -> Callable[[Steps, Run], bool]:
    """tarski as a judge."""
    judge = TarskiJudge(domain, problem)
    return lambda steps, ours: _agrees(judge.judge(steps), ours)


def unified_planning(domain: str, problem: str) -> Callable[[Steps, Run], bool]:
    """Unified Planning as a judge."""
    judge = unified_planning_judge.UnifiedPlanningJudge(domain, problem)
    return lambda steps, ours: _agrees(judge.judge(steps), ours)


def fast_downward(domain: str, problem: str) -> Callable[[Steps, Run], bool | None]:
    """Fast Downward as a judge."""

    def ask(steps: Steps, ours: Run) -> bool | None:
        if any(one.code in SENSELESS for one in ours.found):
            return None
        return fast_downward_judge.is_valid(domain, problem, steps) == ours.is_valid

    return ask


def _agrees(theirs: Verdict, ours: Run) -> bool:
    numbers = {name: value for name, value in ours.state.numbers.items() if name != TOTAL_COST}
    their_numbers = {name: value for name, value in (theirs.numbers or {}).items() if name != TOTAL_COST}
    return (ours.stopped, ours.goal_reached, ours.state.atoms, numbers) == (
        theirs.failed,
        theirs.goal,
        theirs.atoms,
        their_numbers,
    )


# ------------------------------------------------------------------------------------------------- sources of tasks


def random_tasks(count: int, features: Features, first: int = 0) -> Iterator[Texts]:
    """Random ADL tasks."""
    for seed in range(first, first + count):
        yield (f"random-{seed}", *random_task(random.Random(seed), features))


def problems(count: int) -> Iterator[Texts]:
    """The planning problems of the benchmarks, the smaller ones of each domain first."""
    ordered = sorted(all_problems(), key=lambda one: (one.name.rsplit("-", 1)[-1], len(one.problem)))
    return ((one.name, one.domain, one.problem) for one in ordered[:count])


def pairs(count: int) -> Iterator[Texts]:
    """Pairs of the shared data, evenly over the file; those that cannot be read are passed over later."""
    path = DATA / "pddl-llm" / "pairs.jsonl.gz"
    if not path.is_file():
        return
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows[:: max(1, len(rows) // max(1, count))]:
        yield row["id"], row["domain"], row["problem"]


def games(count: int) -> Iterator[Texts]:
    """Household games of the shared data, without the comma that makes `location,` a type, and with their objects as
    constants, because the domain names some of them."""
    paths = sorted((DATA / "alfworld").glob("*.tw-pddl")) if DATA.is_dir() else []
    for path in paths[:: max(1, len(paths) // max(1, count))]:
        game = json.loads(path.read_text(encoding="utf-8"))
        yield path.name, *with_constants(game["pddl_domain"].replace(", ?", " ?"), game["pddl_problem"])


def derived_problems() -> Iterator[Texts]:
    """The planning problems that have derived predicates."""
    return ((one.name, one.domain, one.problem) for one in all_problems() if ":derived" in one.domain)


def all_scores(scale: float) -> Iterator[Score]:
    """Every comparison; `scale` 1 is some 10,000 plans."""

    def size(number: int) -> int:
        return max(2, round(number * scale))

    yield compare("random ADL", "tarski", random_tasks(size(300), Features()), tarski, 18)
    yield compare("planning problems", "tarski", problems(size(42)), tarski, 40, 15, solve=True)
    yield compare("pairs by language models", "tarski", pairs(size(300)), tarski, 12)
    if unified_planning_judge.available():
        numeric = random_tasks(size(130), Features(numbers=True), 1000)
        yield compare("random ADL with numbers", "Unified Planning", numeric, unified_planning, 12)
        yield compare("planning problems", "Unified Planning", problems(size(20)), unified_planning, 20, 10, solve=True)
    derived = random_tasks(size(60), Features(derived=True), 2000)
    yield compare("random ADL with axioms", "Fast Downward", derived, fast_downward, 3)
    axioms = "planning problems with axioms"
    yield compare(axioms, "Fast Downward", derived_problems(), fast_downward, size(20), solve=True)
    yield compare("household games", "Fast Downward", games(size(60)), fast_downward, 4, solve=True)


def main(arguments: Sequence[str]) -> int:
    """Compare, and print a table; 1 where there is a disagreement."""
    parser = argparse.ArgumentParser(description="Plan validation against independent judges.")
    parser.add_argument("--scale", type=float, default=1.0, help="how much of the whole is compared")
    scale = parser.parse_args(arguments).scale
    scores: list[Score] = []
    heads = f"{'tasks':>5} {'plans':>6} {'valid':>6} {'fail':>6} {'differ':>6} {'ms/plan':>8}"
    print(f"{'tasks from':30} {'judge':17} {heads}")
    for one in all_scores(scale):
        scores.append(one)
        each = 1000 * one.seconds / max(1, one.plans)
        counts = f"{one.tasks:5} {one.plans:6} {one.valid:6} {one.failing:6} {len(one.disagreements):6} {each:8.2f}"
        print(f"{one.source:30} {one.judge:17} {counts}", flush=True)
        if one.passed_over:
            print(f"  passed over: {dict(one.passed_over)}")
        for shown in one.disagreements[:3]:
            print(shown)
    plans, differ = sum(one.plans for one in scores), sum(len(one.disagreements) for one in scores)
    print(f"{plans} plans, {differ} disagreements (bar: none)")
    figure("validator: disagreements with other judges", differ, n=plans, better="less")
    figure(
        "validator: time of a plan",
        1000 * sum(one.seconds for one in scores) / max(1, plans),
        "ms",
        n=plans,
        better="less",
    )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
