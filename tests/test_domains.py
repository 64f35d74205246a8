"""The domains that are shipped, and the problems of the benchmark: faultless, documented and solved."""

from __future__ import annotations

import json
import os
import re
import runpy
from functools import cache
from pathlib import Path

import pytest
from case_tables import stored

from benchmarks.problems import PlanningProblem, all_problems
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.describe import documentation
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.solvers.base import Limits, SolverMissingError
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.simulate import validate

ROOT = Path(__file__).parents[1]
DOMAINS = ROOT / "domains"
ALFRED = Path(os.environ.get("CLAIRIFY_SHARED_DATA", ROOT.parent / "shared" / "data")) / "alfworld"
needs_data = pytest.mark.skipif(not ALFRED.is_dir(), reason=f"no games in {ALFRED}; set CLAIRIFY_SHARED_DATA")

SHIPPED = sorted(path.stem for path in DOMAINS.glob("*.pddl"))
PROBLEMS = [
    PlanningProblem(f"{name}/{path.stem}", (DOMAINS / f"{name}.pddl").read_text(), path.read_text())
    for name in SHIPPED
    for path in sorted((DOMAINS / "problems" / name).glob("*.pddl"))
]
BENCHMARK = all_problems()
LARGE = {"household/house", "household/apartment", "lab/series"}
"""Those that take seconds; each domain has others."""
LIMITS = Limits(seconds=30)


def named(problem: PlanningProblem) -> str:
    return problem.name


def findings(text: str, *context: str) -> list[str]:
    options = CheckOptions(context=tuple(Source(one) for one in context))
    return [f"{one.code} {one.span.line}: {one.message}" for one in Pddl().check(Source(text), options)]


@cache
def domain(name: str) -> Domain:
    file, _ = read(Source((DOMAINS / f"{name}.pddl").read_text()))
    assert file.domain is not None
    return file.domain


def solve(problem: PlanningProblem) -> int:
    """Solve and validate; the number of steps."""
    try:
        solver = get("fast-downward")
    except SolverMissingError as error:
        pytest.skip(str(error))
    answer = solver.solve(problem.domain, problem.problem, LIMITS)
    assert answer.plan is not None, answer.message
    source = Source("\n".join(step.text for step in answer.plan.steps), "plan")
    plan, _ = read_plan(source)
    of_domain, of_problem = read(Source(problem.domain))[0].domain, read(Source(problem.problem))[0].problem
    assert of_domain is not None and of_problem is not None
    result = validate(make_task(of_domain, of_problem), plan, source)
    assert result.is_valid, [one.message for one in result.found]
    return len(plan.steps)


@pytest.mark.parametrize("name", SHIPPED)
def test_domain_is_faultless(name: str) -> None:
    assert findings((DOMAINS / f"{name}.pddl").read_text()) == []
    assert domain(name).name is not None and domain(name).name.text == name  # type: ignore[union-attr]


@pytest.mark.parametrize("problem", PROBLEMS, ids=named)
def test_problem_is_faultless(problem: PlanningProblem) -> None:
    assert findings(problem.problem, problem.domain) == []


@pytest.mark.parametrize(
    "path",
    sorted([*DOMAINS.rglob("*.pddl"), *(ROOT / "benchmarks" / "problems" / "domains").glob("*.pddl")]),
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_file_is_in_canonical_form(path: Path) -> None:
    text = path.read_text()
    assert Pddl().format(Source(text), CheckOptions()) == text, f"run `clairify format -w {path.relative_to(ROOT)}`"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_domain_has_a_toy_and_two_larger_problems(name: str) -> None:
    sizes = [len(one.problem) for one in PROBLEMS if one.name.startswith(f"{name}/")]
    assert len(sizes) >= 3
    assert min(sizes) < 1500


@pytest.mark.parametrize(
    "problem",
    [pytest.param(one, marks=pytest.mark.long) if one.name in LARGE else one for one in PROBLEMS],
    ids=named,
)
def test_problem_is_solved(problem: PlanningProblem) -> None:
    assert solve(problem) > 0


@pytest.mark.parametrize("name", SHIPPED)
def test_every_declaration_has_its_comment(name: str) -> None:
    source = Source((DOMAINS / f"{name}.pddl").read_text())
    file, _ = read(source)
    found = domain(name)
    types = [(one.name.text, one.name.start, one.types[-1].end if one.types else one.name.end) for one in found.types]
    others = [(one.name.text, one.start, one.end) for one in found.predicates]
    others += [(one.name.text, one.start, one.end) for one in found.actions]
    said = {name: documentation(start, end, file.comments, source.text) for name, start, end in (*types, *others)}
    assert [name for name, words in said.items() if not words] == []
    # A comment that two declarations share would tell both the same.
    assert len({*said.values()}) == len(said)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_comment_of_a_predicate_names_its_variables(name: str) -> None:
    source = Source((DOMAINS / f"{name}.pddl").read_text())
    file, _ = read(source)
    for one in domain(name).predicates:
        words = documentation(one.start, one.end, file.comments, source.text)
        assert [v.name.text for v in one.parameters if v.name.text not in words] == [], words


def test_the_guide_has_the_tables_of_the_files() -> None:
    page = ROOT / "docs" / "domains.md"
    written = runpy.run_path(str(ROOT / "docs" / "domains.py"))["page"](page.read_text())
    assert written == page.read_text(), "run `python docs/domains.py`"
    assert all(f"\n## {name}\n" in written for name in SHIPPED)


def test_the_broken_example_shows_the_linter() -> None:
    found = findings((ROOT / "examples" / "broken.pddl").read_text())
    assert len({one.split()[0] for one in found}) >= 6
    assert any("`at` takes 2 arguments" in one for one in found)


# ------------------------------------------------------------------------------------------------------ household


def readable(camel: str) -> str:
    """`TVStand` as it is written in the domain: `tv-stand`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", camel).lower()


@needs_data
def test_household_has_every_type_of_alfred() -> None:
    seen = json.loads((ALFRED / "where-things-are.json").read_text())
    names = {*seen["objects_seen_in_receptacles"], *seen["receptacles_seen"]}
    known = hierarchy_of(domain("household"))
    assert sorted(name for name in names if readable(name) not in known) == []
    for name in seen["receptacles_seen"]:
        assert known.is_a(readable(name), "furniture"), name


def goal(task: dict[str, str]) -> str:
    """The goal of a game of ALFRED, in the words of the domain."""
    thing, where, lamp = (readable(task[key]) for key in ("object_target", "parent_target", "toggle_target"))
    kind = task["task_type"]
    if kind == "look_at_obj_in_light":
        return f"(:goal (exists (?x - {thing} ?lamp - {lamp}) (examined ?x ?lamp)))"
    if kind == "pick_two_obj_and_place":
        return f"(:goal (exists (?x ?y - {thing} ?p - {where}) (and (not (= ?x ?y)) (in ?x ?p) (in ?y ?p))))"
    state = {"clean": "(clean ?x)", "heat": "(hot ?x)", "cool": "(cold ?x)"}.get(kind.split("_")[1], "")
    if task["mrecep_target"]:
        inner = readable(task["mrecep_target"])
        return f"(:goal (exists (?x - {thing} ?m - {inner} ?p - {where}) (and {state} (in ?x ?m) (in ?m ?p))))"
    return f"(:goal (exists (?x - {thing} ?p - {where}) (and {state} (in ?x ?p))))"


@needs_data
def test_household_can_say_every_goal_of_alfred() -> None:
    house = (DOMAINS / "problems" / "household" / "house.pddl").read_text()
    written = (DOMAINS / "household.pddl").read_text()
    goals = {goal(json.loads(line)) for line in (ALFRED / "descriptions.jsonl").read_text().splitlines()}
    assert len(goals) > 60
    no_faults = ("requirements", "PDL412")  # a goal may be true from the beginning
    errors = {
        one: [said for said in findings(one, written, house) if not any(word in said for word in no_faults)]
        for one in goals
    }
    assert {one: said for one, said in errors.items() if said} == {}


TASKS = stored(__file__, "TASKS")


@pytest.mark.parametrize("name", TASKS)
def test_every_type_of_task_of_alfred_is_solved(name: str) -> None:
    kind, thing, where, inner = TASKS[name]
    task = {"task_type": kind, "object_target": thing, "parent_target": where, "mrecep_target": inner}
    kitchen = (DOMAINS / "problems" / "household" / "kitchen.pddl").read_text()
    start = kitchen.index("  (:goal")
    text = f"{kitchen[:start]}{goal({**task, 'toggle_target': 'DeskLamp'})})"
    assert solve(PlanningProblem(name, (DOMAINS / "household.pddl").read_text(), text)) >= 4


def test_the_house_has_one_of_every_kind_of_thing() -> None:
    file, _ = read(Source((DOMAINS / "problems" / "household" / "house.pddl").read_text()))
    assert file.problem is not None
    known = hierarchy_of(domain("household"))
    there = {above for one in file.problem.objects for above in known.supertypes[one.types[0].text]}
    assert len(file.problem.objects) >= 100
    assert sorted(set(known.supertypes) - there) == []


# ------------------------------------------------------------------------------------------------------ benchmark


def test_there_are_42_problems_of_more_than_ten_domains() -> None:
    assert len({one.name for one in BENCHMARK}) == len({one.problem for one in BENCHMARK}) == 42
    assert len({one.domain for one in BENCHMARK}) >= 10


def test_the_problems_are_the_same_each_time() -> None:
    assert all_problems() == BENCHMARK


@pytest.mark.parametrize("problem", BENCHMARK, ids=named)
def test_benchmark_problem_is_faultless(problem: PlanningProblem) -> None:
    assert findings(problem.domain) == []
    assert findings(problem.problem, problem.domain) == []


@pytest.mark.parametrize("problem", [one for one in BENCHMARK if one.name.endswith("-1")], ids=named)
def test_small_benchmark_problem_is_solved(problem: PlanningProblem) -> None:
    assert solve(problem) > 0


@pytest.mark.parametrize(
    "word",
    ["total-cost", ":negative-preconditions", ":conditional-effects|:adl", r"\(:goal \(forall", ":derived"],
)
def test_every_feature_is_there(word: str) -> None:
    assert any(re.search(word, one.domain + one.problem) for one in BENCHMARK)
