"""Tasks as objects of unified-planning and tarski: the meaning is kept both ways, or an error says what is not."""

from __future__ import annotations

import doctest
import gzip
import json
import os
import re
from collections.abc import Callable, Collection, Hashable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import unified_planning.shortcuts as up
from case_tables import stored
from tarski.search.operations import is_applicable, progress
from tarski.syntax.transform.action_grounding import ground_schema_into_plain_operator
from tarski.syntax.transform.substitutions import enumerate_substitutions
from unified_planning.engines.sequential_simulator import UPSequentialSimulator

from clairify_cli import interop
from clairify_cli.interop import (
    InteropError,
    InteropMissingError,
    from_tarski,
    from_unified_planning,
    to_tarski,
    to_unified_planning,
)
from clairify_cli.interop.sameness import first_difference
from clairify_cli.languages.pddl.meaning.effects import apply
from clairify_cli.languages.pddl.meaning.state import initial_state
from clairify_cli.languages.pddl.meaning.steps import applicable
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.solvers.support import read_task

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("CLAIRIFY_SHARED_DATA", ROOT.parent / "shared" / "data"))
PAIRS = SHARED / "pddl-llm" / "pairs.jsonl.gz"

WAYS = {"unified-planning": (to_unified_planning, from_unified_planning), "tarski": (to_tarski, from_tarski)}
every_library = pytest.mark.parametrize("library", WAYS)


def task_of(domain: str, problem: str) -> Task:
    read = read_task(domain, problem)
    return make_task(read.domain, read.problem)


def beside(folder: str, of: Callable[[Path], Path]) -> list[tuple[Path, Path]]:
    return [(of(one), one) for one in sorted(ROOT.glob(folder)) if of(one).is_file()]


SHIPPED = beside("domains/problems/*/*.pddl", lambda one: ROOT / "domains" / f"{one.parent.name}.pddl")
SMALLEST = {one: (one, other) for one, other in sorted(SHIPPED, key=lambda pair: -pair[1].stat().st_size)}
"""The smallest problem of each domain: unified-planning takes seconds for some of the others."""
OTHERS = [
    *beside("benchmarks/goals/scenes/*.pddl", lambda one: one.parents[1] / "domains" / one.name),
    *beside("tests/pddl/levels/*-problem.pddl", lambda one: Path(str(one).replace("-problem", ""))),
]


def survives(library: str, domain: str, problem: str) -> str:
    """Why a task is refused; empty where it comes back as it was."""
    to, back = WAYS[library]
    try:
        made = to(domain, problem)
    except InteropError as error:
        return str(error)
    assert first_difference(task_of(domain, problem), task_of(*back(made))) is None
    return ""


@every_library
@pytest.mark.parametrize(
    "tasks", [pytest.param(SMALLEST.values(), id="smallest"), pytest.param(SHIPPED, id="all", marks=pytest.mark.long)]
)
def test_shipped_tasks_come_back_as_they_were(library: str, tasks: Collection[tuple[Path, Path]]) -> None:
    assert len(tasks) >= 6
    assert {survives(library, one.read_text(), other.read_text()) for one, other in tasks} == {""}


@every_library
def test_other_tasks_come_back_or_are_refused_for_a_feature(library: str) -> None:
    found = {other.stem: survives(library, one.read_text(), other.read_text()) for one, other in OTHERS}
    refused = {name.removesuffix("-problem"): why for name, why in found.items() if why}
    assert all(why.startswith(f"{library} ") for why in refused.values())
    assert sorted(refused) == sorted(stored(__file__, "refused")[library])


@every_library
def test_tasks_of_models(library: str) -> None:
    if not PAIRS.exists():
        pytest.skip(f"no {PAIRS}; set CLAIRIFY_SHARED_DATA to the shared data")
    with gzip.open(PAIRS, "rt", encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file][::60]
    kept = 0
    for pair in pairs:
        try:
            kept += not survives(library, pair["domain"], pair["problem"])
        except ValueError as error:
            assert not isinstance(error, InteropError)  # the text itself has errors
    assert kept > len(pairs) // 5


# The objects themselves: what happens in them


def reached(start: Hashable, steps: Callable[[Any], Iterable[tuple[str, Hashable]]]) -> tuple[int, set[str]]:
    """How many states can be reached, and all ground actions that can be done in one of them."""
    seen, waiting, done = {start}, [start], set()
    while waiting:
        for name, state in steps(waiting.pop()):
            done.add(name)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return len(seen), done


def of_ours(task: Task) -> tuple[int, set[str]]:
    return reached(
        initial_state(task),
        lambda state: [(one.text, apply(one.action, one.arguments, state, task)) for one in applicable(task, state)],
    )


def of_unified_planning(problem: Any) -> tuple[int, set[str]]:
    simulator, states, facts = UPSequentialSimulator(problem), {}, sorted(problem.initial_values, key=str)

    def known(state: Any) -> Hashable:
        states[key := tuple(str(state.get_value(one)) for one in facts)] = state
        return key

    def steps(key: Any) -> Iterable[tuple[str, Hashable]]:
        for action, terms in simulator.get_applicable_actions(states[key]):
            yield f"({' '.join([action.name, *map(str, terms)])})", known(simulator.apply(states[key], action, terms))

    return reached(known(simulator.get_initial_state()), steps)


def of_tarski(problem: Any) -> tuple[int, set[str]]:
    operators = [
        ground_schema_into_plain_operator(action, one)
        for action in problem.actions.values()
        for one in enumerate_substitutions(list(action.parameters))
    ]
    states: dict[Hashable, Any] = {}

    def known(state: Any) -> Hashable:
        states[key := frozenset(map(str, state.as_atoms()))] = state
        return key

    def steps(key: Any) -> Iterable[tuple[str, Hashable]]:
        for one in operators:
            if is_applicable(states[key], one):
                yield f"({' '.join(re.findall(r'[^(), ]+', one.name))})", known(progress(states[key], one))

    return reached(known(problem.init), steps)


@pytest.mark.parametrize(("domain", "problem"), [("blocks", "three"), ("tabletop", "three-blocks")])
def test_the_same_ground_actions_can_be_reached(domain: str, problem: str) -> None:
    files = [ROOT / f"domains/{one}.pddl" for one in (domain, f"problems/{domain}/{problem}")]
    task = task_of(*[one.read_text() for one in files])
    ours = of_ours(task)
    assert ours[0] > 10
    assert of_unified_planning(to_unified_planning(domain, problem)) == ours
    assert of_tarski(to_tarski(domain, problem)) == ours


# The comparison that conversions rest on


@pytest.mark.parametrize(("one", "other", "part"), stored(__file__, "same_or_not"))
def test_what_means_the_same_and_what_does_not(one: dict[str, str], other: dict[str, str], part: str | None) -> None:
    tasks = [
        task_of(
            "(define (domain d) (:types t - object) (:predicates (p ?x) (q ?x ?y)) (:functions (n) (m ?x)) (:action a "
            f":parameters (?x - t ?y) :precondition {made.get('condition', '()')} :effect {made.get('effect', '()')}))",
            f"(define (problem z) (:domain d) (:objects b - t c) (:init {made.get('init', '')}) (:goal (p b)))",
        )
        for made in (one, other)
    ]
    assert first_difference(*tasks) == part


# What must be an error


@pytest.mark.parametrize(("library", "parts", "says"), stored(__file__, "what_is_lost_is_named"))
def test_what_is_lost_is_named(library: str, parts: dict[str, str], says: str) -> None:
    domain = f"(define (domain d) (:predicates (p) (q ?x)) {parts['domain']})"
    problem = f"(define (problem x) (:domain d) {parts.get('objects', '')} (:init) (:goal {parts.get('goal', '(p)')}))"
    with pytest.raises(InteropError, match=re.escape(says)):
        WAYS[library][0](domain, problem)


@every_library
def test_a_task_with_errors_is_refused(library: str) -> None:
    with pytest.raises(ValueError, match="<problem>, line 1") as raised:
        WAYS[library][0]("blocks", "(define (problem p) (:domain blocks) (:init) (:goal (no-such)))")
    assert not isinstance(raised.value, InteropError)


@every_library
def test_a_missing_library_is_named_with_the_command(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clairify_cli.interop.conversion.find_spec", lambda name: None)
    with pytest.raises(InteropMissingError, match=rf"^{library} is not installed: .*install.*interop"):
        WAYS[library][0]("blocks", "three")


def made_problem(kind: object = None, *, value: object = 0, effects: bool = True) -> Any:
    """A problem of unified-planning that is made by hand, with a number, costs and a name that PDDL does not allow."""
    problem = up.Problem("by hand")
    fluent = problem.add_fluent("light on", default_initial_value=False)
    number = problem.add_fluent(up.Fluent("level", kind or up.IntType()), default_initial_value=value)
    action = up.InstantaneousAction("Turn On")
    action.add_precondition(up.Not(fluent))
    if effects:
        action.add_effect(fluent, True)
        action.add_increase_effect(number, 2)
    problem.add_action(action)
    problem.add_goal(fluent)
    problem.add_quality_metric(up.MinimizeActionCosts({action: up.Int(3)}))
    return problem


def test_names_that_pddl_does_not_allow_are_replaced() -> None:
    made = from_unified_planning(made_problem())
    assert "(:action turn_on" in made.domain and "(increase (total-cost) 3)" in made.domain
    assert of_unified_planning(to_unified_planning(*made))[1] == {"(turn_on)"}


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (lambda: made_problem(up.IntType(0, 9)), "PDDL does not keep what this problem uses: bounded types"),
        (lambda: made_problem(up.RealType(), value=Fraction(1, 3)), "cannot exactly represent"),
        (lambda: made_problem(effects=False), "writes no cost for `Turn On`"),
    ],
)
def test_problems_made_by_hand_that_pddl_does_not_keep(problem: Callable[[], Any], says: str) -> None:
    with pytest.raises(InteropError, match=re.escape(says)):
        from_unified_planning(problem())


def test_effects_and_names_of_tarski_that_pddl_lacks() -> None:
    from tarski.fstrips import LiteralEffect

    problem = to_tarski("blocks", "three")
    problem.language.constant("a b", "object")
    with pytest.raises(InteropError, match="PDDL does not allow the name `a b`"):
        from_tarski(problem)
    problem = to_tarski("blocks", "three")
    problem.actions["stack"].effects.append(LiteralEffect(problem.goal))
    with pytest.raises(InteropError, match="no LiteralEffect, which the action `stack` uses"):
        from_tarski(problem)


def test_the_example() -> None:
    assert doctest.testmod(interop).failed == 0
