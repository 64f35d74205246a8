"""Repairs of plans: cases as data, and properties over random perturbations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.repair_cases import Case, cases, planned, task_of
from benchmarks.score_repair import is_valid
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, initial_state, is_applicable
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.diff import changes, compare
from clairify_cli.planning.repair.model import Forbidden, How, Situation, fits, run_steps, step_text
from clairify_cli.planning.repair.repairing import WORTH, new_plan, repair
from clairify_cli.planning.repair.texts import solver_texts, without
from clairify_cli.planning.solvers.base import Limits, Solver, SolverMissingError
from clairify_cli.planning.solvers.registry import get

LIMITS = Limits(30)

PLAN = ("(take apple1 shelf1)", "(wash apple1)", "(put apple1 fridge1)")
GOAL = "(and (in apple1 fridge1) (clean apple1))"


def step(text: str) -> tuple[str, ...]:
    return tuple(text.strip("()").split())


def situation(
    plan: Sequence[str] = PLAN,
    *,
    goal: str = GOAL,
    executed: int = 0,
    true: Sequence[str] = (),
    false: Sequence[str] = (),
    forbid: Sequence[str] = (),
    failed: str = "",
    domain: str = DOMAIN,
) -> Situation:
    one, other = Source(domain, "domain"), Source(SCENE.replace("(and (in apple1 fridge1))", goal), "problem")
    task = task_of(one, other)
    steps = [step(each) for each in plan]
    now = run_steps(task, steps[:executed], initial_state(task)).last
    atoms = (now.atoms | {step(each) for each in true}) - {step(each) for each in false}
    now = WorldState(atoms, now.numbers)
    stuck = step(failed) if failed else None
    forbidden = Forbidden(tuple(step(each) for each in forbid), stuck)
    return Situation(task, one, other, now, tuple(steps[executed:]), forbidden)


def no_solver() -> Solver:
    raise AssertionError("no solver is needed")


def auto() -> Solver:
    return get("auto")


def missing() -> Solver:
    raise SolverMissingError("there is none")


ON_2: dict[str, Any] = {"true": ["in apple1 shelf2"], "false": ["in apple1 shelf1", "locked shelf2"]}

CASES: dict[str, tuple[dict[str, Any], str, str]] = stored(__file__, "CASES")


@pytest.mark.parametrize("name", CASES)
def test_cases(name: str) -> None:
    values, how, wanted = CASES[name]
    made = repair(situation(**values), auto)
    assert made.steps is not None
    assert made.fewest
    assert (made.how, " ".join(step_text(one) for one in made.steps)) == (How[how], wanted)


def test_what_failed_is_not_used_again() -> None:
    """The fridge does not take the apple, whatever else is done."""
    seen: dict[str, Any] = {
        "true": ["holding apple1", "clean apple1", "in apple2 fridge1"],
        "false": ["in apple1 shelf1", "in apple2 shelf1", "free"],
    }
    one = situation(PLAN[2:], goal="(in apple1 fridge1)", failed=PLAN[2], **seen)
    for way in (repair, new_plan):
        assert way(one, auto, LIMITS).no_way
    other = situation(PLAN, failed=PLAN[0], false=["locked shelf2"])
    assert repair(other, auto).no_way  # only from its shelf can the apple be taken


def test_a_new_plan_where_no_bridge_does() -> None:
    one = situation(["(wash egg1)"], goal="(in apple1 fridge1)")
    made = repair(one, auto)
    assert (made.how, made.steps) == (How.NEW, (step(PLAN[0]), step(PLAN[2])))


@pytest.mark.parametrize("forbid", ["take", "take apple1", "take * shelf1", "ta*", "take apple* sh*"])
def test_there_is_no_way_without_what_is_forbidden(forbid: str) -> None:
    made = repair(situation(forbid=[forbid]), auto)
    assert (made.steps, made.no_way) == (None, True)


def test_what_holds_already_takes_no_step() -> None:
    made = repair(situation([], goal="(free)"), no_solver)
    assert (made.how, made.steps) == (How.KEEP, ())
    assert new_plan(situation([PLAN[0]], goal="(free)"), no_solver, LIMITS).steps == ()


AT_GOAL: dict[str, Any] = stored(__file__, "AT_GOAL")


def test_nothing_is_carried_back_for_old_steps_to_bring_it_again() -> None:
    """A bridge is not worth while where a new plan costs much less; it is offered beside it."""
    made = repair(situation(**AT_GOAL), auto)
    assert made.steps == tuple(map(step, PLAN))


def test_a_long_detour_gives_way_to_a_new_plan_and_is_offered() -> None:
    """The rest goes by every place; with the apple washed and at hand, a bridge would undo that."""
    one = situation(
        ("(put apple1 shelf1)", "(take apple1 shelf1)", "(wash apple1)", "(put apple1 fridge1)"),
        goal="(in apple1 fridge1)",
        true=["holding apple1"],
        false=["in apple1 shelf1", "free"],
        forbid=["wash"],
    )
    made = repair(one, missing)  # Fast Downward compares both on the task of editing, where no solver is asked
    assert made.steps == (step(PLAN[2]),)
    assert made.other == (step("(put apple1 shelf1)"), step(PLAN[0]), step(PLAN[2]))


def test_without_fast_downward_a_plan_is_still_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clairify_cli.planning.repair.closest.find", missing)
    made = repair(situation(**ON_2), missing)
    assert made.steps == tuple(map(step, ("(take apple1 shelf2)", *PLAN[1:])))
    assert made.how is How.BRIDGE


def test_no_way_is_said_before_much_is_searched() -> None:
    """The solver proves it; the search for few changes would have to look everywhere."""
    asked: list[str] = []

    def solver() -> Solver:
        asked.append("asked")
        return get("auto")

    made = repair(situation(forbid=["put * fridge1"]), solver)
    assert made.no_way
    assert len(asked) <= 1


def test_what_only_a_conditional_effect_brings_about_is_no_proof() -> None:
    """To wash an apple cleans it only while it is held, as the fridge needs it."""
    domain = DOMAIN.replace(":effect (clean ?x)", ":effect (when (holding ?x) (clean ?x))")
    made = repair(situation(domain=domain, **ON_2), auto)
    assert made.steps is not None and not made.no_way


def test_of_as_few_changes_those_that_cost_the_least_are_made() -> None:
    """One step has to be put in before the rest; the dear one stands first in the domain."""
    domain = Source(
        "(define (domain d) (:requirements :action-costs) (:predicates (open) (in)) (:functions (total-cost))"
        " (:action force :effect (and (open) (increase (total-cost) 50)))"
        " (:action ring :effect (and (open) (increase (total-cost) 2)))"
        " (:action enter :precondition (open) :effect (and (in) (increase (total-cost) 1))))"
    )
    problem = Source("(define (problem p) (:domain d) (:init) (:goal (in)) (:metric minimize (total-cost)))")
    task = task_of(domain, problem)
    made = repair(Situation(task, domain, problem, initial_state(task), (("enter",),)), auto)
    assert made.fewest and made.steps == (("ring",), ("enter",))


def test_tasks_that_do_not_go_into_bits() -> None:
    """With a conditional effect on a disjunction, the solver is asked for a new plan, which happens to be close."""
    stuck = "(forall (?p - place) (when (or (locked ?p) (in ?x ?p)) (not (free))))"
    scene = {**ON_2, "domain": DOMAIN.replace(":effect (clean ?x)", f":effect (and (clean ?x) {stuck})")}
    with pytest.raises(TooLargeError):
        ground_small(situation(**scene).task)
    made = repair(situation(**scene), auto)
    assert (made.how, len(made.steps or ())) == (How.BRIDGE, 3)


# ------------------------------------------------------------------------------------------------------ properties


@pytest.fixture(scope="module")
def perturbed() -> list[Case]:
    return list(cases(45))


def test_repaired_plans_are_valid_and_change_little(perturbed: list[Case]) -> None:
    more = kept = 0
    for case in perturbed:
        made, anew = (way(case.situation, auto, LIMITS) for way in (repair, new_plan))
        if made.steps is None:
            assert made.no_way and anew.no_way, case
            continue
        rest = case.situation.rest
        assert is_valid(case, made.steps) and anew.steps is not None, case
        assert changes(rest, made.other or made.steps) <= changes(rest, anew.steps), case
        has_metric = case.situation.task.problem.metric is not None
        assert made.how is How.KEEP or has_metric or len(made.steps) <= WORTH * len(anew.steps), case
        more += changes(rest, made.steps) > 0
        kept += made.how is How.KEEP
    assert more >= 5 and kept >= 5  # or nothing was tested


STEPS = st.lists(st.tuples(st.sampled_from("abc")), max_size=8)


@given(STEPS, STEPS)
def test_a_comparison_is_both_plans(old: list[tuple[str, ...]], new: list[tuple[str, ...]]) -> None:
    lines = compare(old, new)
    assert [one.step for one in lines if one.old is not None] == old
    assert [one.step for one in lines if one.new is not None] == new
    assert [one.old for one in lines if one.old is not None] == list(range(len(old)))
    assert [one.new for one in lines if one.new is not None] == list(range(len(new)))
    assert changes(old, new) == changes(new, old) <= len(old) + len(new)
    assert (changes(old, new) == 0) == (old == new)


WORD = st.sampled_from(["*", "apple1", "apple2", "egg1", "apple*", "shelf1", "fridge1"])


@given(st.lists(st.tuples(WORD, WORD), max_size=4))
def test_what_is_left_of_an_action_is_what_no_pattern_fits(patterns: list[tuple[str, ...]]) -> None:
    one = situation()
    action = next(one for one in one.task.domain.actions if one.name.text == "put")._replace(precondition=None)
    left = without(action, [(("put", *words), None) for words in patterns], one.task.objects)
    for row in product(one.task.objects, repeat=2):
        wanted = not any(fits(pattern, row) for pattern in patterns)
        assert wanted == (left is not None and is_applicable(left, row, one.now, one.task))


def test_a_solver_takes_a_domain_without_forbidden_steps() -> None:
    one = planned("gripper", "1", 0)
    assert one is not None
    forbidden = Forbidden((("grasp", "*", "left"),))
    state = initial_state(one.task)
    domain, problem = solver_texts(one.task, one.domain, one.problem, state, forbidden)
    answer = get("fast-downward").solve(domain.text, problem.text, LIMITS)
    assert answer.plan is not None
    assert run_steps(one.task, [step.words for step in answer.plan.steps], state, forbidden).stopped is None
