"""Explanations hold: a cause that is named is one, and nothing that has a plan is called unreachable."""

from __future__ import annotations

import gzip
import json
import os
import random
import time
from functools import partial
from pathlib import Path

import pytest
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.why_repairs import each_cause_is_true
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.explain.model import Verdict, WhyNot
from clairify_cli.planning.explain.rules import findings
from clairify_cli.planning.explain.why_not import explain
from clairify_cli.planning.explain.words import MOST_GOALS
from clairify_cli.planning.ground.datalog import Bounds
from clairify_cli.planning.ground.reachability import reach
from planning.lossy_tasks import lossy_task
from planning.random_tasks import random_task, states
from planning.why_cases import why

SHARED = Path(os.environ.get("CLAIRIFY_SHARED_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))
PAIRS = SHARED / "pddl-llm" / "pairs.jsonl.gz"
GAMES = SHARED / "alfworld"

LONGEST = 400
SEEDS = st.integers(0, 10**9)


def bounded(explained: WhyNot) -> None:
    """The findings keep to a bearable size and to places in the texts."""
    found = findings(explained)
    assert len(found) <= MOST_GOALS + len(explained.contradictions) + (explained.conflict is not None)
    sizes = {explained.domain.name: len(explained.domain.text), explained.problem.name: len(explained.problem.text)}
    for one in found:
        assert len(one.message) <= LONGEST and len(one.hint or "") <= LONGEST, one.message
        assert "\n" not in one.message
        for span in (one.span, *(other.span for other in one.related)):
            assert 0 <= span.start < span.end <= sizes[span.file], one
    assert (explained.verdict is Verdict.UNREACHABLE) <= bool(found), explained


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_every_cause_that_is_named_is_true(seed: int) -> None:
    made = random_task(seed)
    explained = explain(made.task, made.domain, made.problem)
    bounded(explained)
    assert each_cause_is_true(made.task, explained) == [], f"{made.domain.text}\n{made.problem.text}"


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_what_has_a_plan_is_not_explained_away(seed: int) -> None:
    made = random_task(seed)
    explained = explain(made.task, made.domain, made.problem)
    if made.task.domain.derived or explained.verdict is Verdict.REACHABLE:
        return
    assert not any(state.holds(made.task.goal, {}) for state in states(made.task, 300))


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_what_has_no_plan_is_explained_in_few_words(seed: int) -> None:
    made = lossy_task(seed)
    explored = list(states(made.task, 2000))
    if any(state.holds(made.task.goal, {}) for state in explored):
        assert explain(made.task, made.domain, made.problem).verdict is Verdict.REACHABLE
        return
    explained = explain(made.task, made.domain, made.problem, proven=True)
    bounded(explained)
    found = findings(explained)
    assert found and all(one.hint for one in found if one.code != "PLN308")
    hints = [one.hint for one in found]
    assert len(hints) == len(set(hints)), hints


def test_a_task_that_is_too_large_is_said_to_be_so() -> None:
    names = " ".join(f"?x{number}" for number in range(8))
    objects = " ".join(f"o{number}" for number in range(50))
    domain = f"(define (domain w) (:predicates (p {names}) (g)) (:action a :parameters ({names}) :effect (p {names})))"
    problem = f"(define (problem w) (:domain w) (:objects {objects}) (:init) (:goal (g)))"
    first, second = Source(domain, "domain.pddl"), Source(problem, "problem.pddl")
    start = time.monotonic()
    one, other = read(first)[0].domain, read(second)[0].problem
    assert one is not None and other is not None
    explained = explain(make_task(one, other), first, second, bounds=Bounds(seconds=0.3))
    assert explained.verdict is Verdict.NOT_DECIDED
    assert findings(explained) == []
    assert time.monotonic() - start < 10  # many times the bound, for a busy machine: without it, it would take days


def test_many_goals_give_few_findings() -> None:
    names = " ".join(f"o{number}" for number in range(40))
    goals = " ".join(f"(g o{number})" for number in range(40))
    explained = why(
        Source("(define (domain d) (:predicates (g ?x)))", "domain.pddl"),
        Source(f"(define (problem p) (:domain d) (:objects {names}) (:init) (:goal (and {goals})))", "problem.pddl"),
    )
    assert len(explained.goals) == 40
    assert len(findings(explained)) == MOST_GOALS


def test_a_long_chain_is_cut() -> None:
    actions = " ".join(f"(:action a{n} :precondition (p{n + 1}) :effect (p{n}))" for n in range(300))
    declared = " ".join(f"(p{n})" for n in range(301))
    explained = why(
        Source(f"(define (domain d) (:predicates {declared}) {actions})", "domain.pddl"),
        Source("(define (problem p) (:domain d) (:init) (:goal (p0)))", "problem.pddl"),
    )
    bounded(explained)
    assert len(findings(explained)[0].message) < 600


def test_a_domain_in_which_everything_needs_everything_is_explained_in_time() -> None:
    names = [f"p{n}" for n in range(40)]
    actions = " ".join(
        f"(:action a{n}-{m} :parameters (?x ?y) :precondition (and (p{m} ?x ?y) (p{(m + 7) % 40} ?y ?x) (q ?x))"
        f" :effect (p{n} ?x ?y))"
        for n in range(40)
        for m in range(0, 40, 3)
    )
    objects = " ".join(f"o{n}" for n in range(20))
    domain = Source(
        f"(define (domain d) (:predicates (q ?x) {' '.join(f'({name} ?x ?y)' for name in names)}) {actions})",
        "domain.pddl",
    )
    problem = Source(
        f"(define (problem p) (:domain d) (:objects {objects}) (:init (q o1)) (:goal (p0 o1 o2)))", "problem.pddl"
    )
    explained = costs_less(10, lambda: why(domain, problem))
    bounded(explained)
    assert explained.verdict is Verdict.UNREACHABLE


@pytest.mark.skipif(not PAIRS.exists(), reason="the shared data are not here")
def test_pairs_that_models_wrote() -> None:
    """None of them fails, also where the texts have errors; none that a planner solved is called unreachable."""
    with gzip.open(PAIRS, "rt", encoding="utf-8") as lines:
        given = [json.loads(line) for line in lines]
    unreachable = 0
    for one in given[::12]:
        domain, problem = Source(one["domain"], "domain.pddl"), Source(one["problem"], "problem.pddl")
        first, wrong = read(domain)
        second, wrong_too = read(problem)
        if first.domain is None or second.problem is None:
            continue
        explained = explain(make_task(first.domain, second.problem), domain, problem)
        bounded(explained)
        assert explained.verdict is not Verdict.NOT_DECIDED
        unreachable += explained.verdict is Verdict.UNREACHABLE
        refused = any(error.is_error for error in (*wrong, *wrong_too))
        names = [declared.name.text for declared in second.problem.objects]
        if one["solved"] and not refused and len(set(names)) == len(names):
            assert explained.verdict is Verdict.REACHABLE or not _types_known(explained), one["id"]
    assert unreachable >= 12


PIECES = ["(", ")", "?x", "- t", "(not ", "(or ", "(forall (?z) ", "(exists (?q - t) ", "(= ?a ?b)", "(when ", "object"]


@pytest.mark.skipif(not PAIRS.exists(), reason="the shared data are not here")
def test_broken_texts_are_no_reason_to_fail() -> None:
    """What can be made out of broken texts is explained; what comes of it is for the checks to prevent."""
    chance = random.Random(4)
    with gzip.open(PAIRS, "rt", encoding="utf-8") as lines:
        given = [json.loads(line) for line in lines]
    explained = 0
    for one in chance.sample(given, 30):
        texts = {"domain": one["domain"], "problem": one["problem"]}
        for _ in range(chance.randint(1, 5)):
            name = chance.choice(list(texts))
            at, size = chance.randrange(len(texts[name])), chance.choice([1, 5, 20])
            kept = texts[name][at + size :] if chance.random() < 0.5 else chance.choice(PIECES) + texts[name][at:]
            texts[name] = texts[name][:at] + kept
        domain, problem = Source(texts["domain"], "domain.pddl"), Source(texts["problem"], "problem.pddl")
        first, second = read(domain)[0].domain, read(problem)[0].problem
        if first is None or second is None:
            continue
        made = explain(make_task(first, second), domain, problem, proven=True)
        findings(made)
        explained += 1
    assert explained > 20


def _types_known(explained: WhyNot) -> bool:
    """Whether all types of the problem are declared; Fast Downward refuses the pair where they are not."""
    known = explained.task.hierarchy.supertypes
    return all(name in known for types in explained.task.objects.values() for name in types)


def texts_of(path: Path) -> tuple[str, str]:
    """The domain and the problem of a game; its list of variables with commas is mended."""
    game = json.loads(path.read_text(encoding="utf-8"))
    return game["pddl_domain"].replace("location, ?r", "location ?r"), game["pddl_problem"]


@pytest.mark.skipif(not GAMES.exists(), reason="the shared data are not here")
def test_games_are_reachable_in_no_time() -> None:
    paths = sorted(GAMES.glob("*.tw-pddl"))[::8]
    for path in paths:
        domain, problem = texts_of(path)
        explained = why(Source(domain, "domain.pddl"), Source(problem, "problem.pddl"), clean=False)
        assert explained.verdict is Verdict.REACHABLE, path.name
        assert costs_less(5, partial(reach, explained.task)).goal is True


@pytest.mark.skipif(not GAMES.exists(), reason="the shared data are not here")
def test_a_game_without_its_fridge() -> None:
    """A real game made unsolvable: no receptacle is a fridge any more."""
    for path in sorted(GAMES.glob("*.tw-pddl")):
        domain, problem = texts_of(path)
        if "(isCool ?o)" not in problem:
            continue
        lines = [one for one in problem.splitlines() if "receptacleType" not in one or "FridgeType" not in one]
        explained = why(Source(domain, "domain.pddl"), Source("\n".join(lines), "problem.pddl"), clean=False)
        assert explained.verdict is Verdict.UNREACHABLE
        said = [one.message for one in findings(explained)]
        assert any("CoolObject" in one and "(receptacleType ?r FridgeType)" in one for one in said), said
        return
    pytest.fail("no game cools anything")
