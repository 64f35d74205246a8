"""What conditions and actions mean: cases worked out by hand, and properties held against plain enumeration."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st
from pddl_trees import bare

from benchmarks.random_adl import Features, random_task
from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import (
    GroundAction,
    NoOutcomeError,
    Unmet,
    WorldState,
    applicable,
    apply,
    changes_of,
    explain,
    find_action,
    holds,
    initial_state,
    is_applicable,
    misfits,
    why_false,
)
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Action, Formula, Not
from clairify_cli.languages.pddl.task import Task, make_task


def task_of(domain_text: str, problem_text: str) -> Task:
    (domain, wrong), (problem, also) = read(Source(domain_text, "d")), read(Source(problem_text, "p"))
    assert domain.domain is not None and problem.problem is not None
    assert not [one.message for one in (*wrong, *also) if one.is_error]
    return make_task(domain.domain, problem.problem)


def task_with(
    effect: str = "(done)", init: str = "", goal: str = "(done)", extra: str = "", parameters: str = "?x - thing"
) -> Task:
    """A task with one action `act` over things a and b, of which b is also a box."""
    domain = f"""(define (domain test) (:requirements :adl :fluents :derived-predicates)
      (:types thing nothing - object box - thing)
      (:predicates (done) (p ?x - thing) (q ?x - thing) (on ?x ?y - thing) (over ?x ?y - thing) (top ?x - thing))
      (:functions (level) (weight ?x - thing) (total-cost))
      {extra}
      (:action act :parameters ({parameters}) :effect {effect}))"""
    problem = f"(define (problem one) (:domain test) (:objects a - thing b - box) (:init {init}) (:goal {goal}))"
    return task_of(domain, problem)


def after(task: Task, *arguments: str) -> WorldState:
    action = find_action(task, "act")
    assert action is not None
    return apply(action, arguments, initial_state(task), task)


def goal_holds(goal: str, init: str = "", extra: str = "") -> bool:
    task = task_with(init=init, goal=goal, extra=extra)
    return holds(task.goal, {}, initial_state(task), task)


# ----------------------------------------------------------------------------------------------------- effects


def test_what_is_added_and_deleted_is_added() -> None:
    for effect in ("(and (p ?x) (not (p ?x)))", "(and (not (p ?x)) (p ?x))"):
        assert ("p", "a") in after(task_with(effect, init="(p a)"), "a").atoms
        assert ("p", "a") in after(task_with(effect), "a").atoms


def test_conditions_of_effects_are_those_of_the_state_before() -> None:
    task = task_with("(and (p ?x) (when (p ?x) (q ?x)) (when (not (p ?x)) (done)))")
    assert after(task, "a").atoms == {("p", "a"), ("done",)}


def test_effects_for_all_are_for_the_objects_of_the_type() -> None:
    task = task_with("(forall (?y - box) (when (p ?y) (and (not (p ?y)) (q ?y))))", init="(p a) (p b)")
    assert after(task, "a").atoms == {("p", "a"), ("q", "b")}


def test_numbers_are_those_of_the_state_before() -> None:
    task = task_with(
        "(and (assign (level) (weight ?x)) (increase (weight ?x) (level)))", "(= (level) 2) (= (weight a) 5)"
    )
    assert after(task, "a").numbers == {("level",): 5, ("weight", "a"): 7, ("total-cost",): 0}


@pytest.mark.parametrize(("effect", "value"), stored(__file__, "numeric_effects"))
def test_numeric_effects(effect: str, value: float) -> None:
    task = task_with(effect, "(= (level) 8) (= (weight a) 1) (= (weight b) 2)")
    assert after(task, "a").numbers["level",] == value


@pytest.mark.parametrize(("effect", "said"), stored(__file__, "effects_without_an_outcome_say_why"))
def test_effects_without_an_outcome_say_why(effect: str, said: str) -> None:
    task = task_with(effect, "(= (weight b) 2)")
    with pytest.raises(NoOutcomeError, match=said):
        after(task, "a")
    action = find_action(task, "act")
    assert action is not None and len(changes_of(action, ("a",), initial_state(task), task).faults) == 1


def test_a_state_is_a_value_that_nothing_changes() -> None:
    task = task_with("(and (p ?x) (increase (level) 1))", init="(= (level) 0)")
    state = initial_state(task)
    before = WorldState(state.atoms, dict(state.numbers))
    assert apply(task.domain.actions[0], ("a",), state, task) != state
    assert state == before and hash(state) == hash(before)


def test_total_cost_begins_at_nothing() -> None:
    assert after(task_with("(increase (total-cost) 3)"), "a").numbers["total-cost",] == 3


# -------------------------------------------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    ("goal", "expected"),
    stored(__file__, "conditions"),
)
def test_conditions(goal: str, expected: bool) -> None:
    third = 0.1 + 0.1 + 0.1
    assert goal_holds(goal, f"(p a) (q b) (= (level) {third})") is expected


@pytest.mark.parametrize("goal", ["(> (level) 1)", "(= (level) (level))", "(< (/ 1 0) 3)", "(> (+ 1 (weight a)) 0)"])
def test_neither_a_comparison_without_a_value_nor_its_contrary_holds(goal: str) -> None:
    for condition in (goal, f"(not {goal})", f"(forall (?x - thing) (not {goal}))", f"(and (or) {goal})"):
        task = task_with(goal=condition)
        state = initial_state(task)
        assert not holds(task.goal, {}, state, task)
        assert "cannot be told" in " ".join(explain(part) for part in why_false(task.goal, {}, state, task))
    assert goal_holds(f"(or {goal} (p a))", "(p a)")


AXIOMS = """
(:derived (over ?x ?y - thing) (or (on ?x ?y) (exists (?z - thing) (and (on ?x ?z) (over ?z ?y)))))
(:derived (top ?x - thing) (not (exists (?y - thing) (over ?y ?x))))
"""


def test_derived_predicates_are_closed_stratum_by_stratum() -> None:
    task = task_with(init="(on a b) (on b b)", extra=AXIOMS)
    derived = view_of(task, initial_state(task)).derived
    assert derived == {("over", "a", "b"), ("over", "b", "b"), ("top", "a")}
    assert goal_holds("(and (over a b) (top a) (not (top b)) (not (over b a)))", "(on a b)", AXIOMS)


def test_axioms_that_deny_each_other_in_a_circle_end() -> None:
    circle = "(:derived (over ?x ?y - thing) (not (top ?x))) (:derived (top ?x - thing) (not (over ?x ?x)))"
    task = task_with(extra=circle)
    assert view_of(task, initial_state(task)).derived


def test_a_long_chain_is_closed_in_a_moment() -> None:
    names = [f"o{number}" for number in range(60)]
    init = " ".join(f"(on {one} {two})" for one, two in pairwise(names))
    axiom = AXIOMS.splitlines()[1].replace(" - thing", "")
    problem = f"(:domain d) (:objects {' '.join(names)}) (:init {init}) (:goal (over o0 o59))"
    task = task_of(
        f"(define (domain d) (:predicates (on ?x ?y) (over ?x ?y)) {axiom})", f"(define (problem p) {problem})"
    )
    assert len(view_of(task, initial_state(task)).derived) == 60 * 59 // 2


# ------------------------------------------------------------------------------------- why, and what can be done


@pytest.mark.parametrize(
    ("goal", "said"),
    stored(__file__, "why_false"),
)
def test_why_false(goal: str, said: list[str]) -> None:
    task = task_with(init="(p a) (= (level) 2)", goal=goal)
    assert [explain(part) for part in why_false(task.goal, {}, initial_state(task), task)] == said


def test_the_place_of_what_is_false_is_that_of_the_text() -> None:
    text = "(define (problem one) (:domain d) (:objects a) (:init) (:goal (and (not (q a)) (p a))))"
    task = task_of("(define (domain d) (:predicates (p ?x) (q ?x)))", text)
    (part,) = why_false(task.goal, {}, initial_state(task), task)
    assert text[part.start : part.end] == "(p a)"


def test_steps_that_make_no_sense() -> None:
    task = task_with()
    kinds = {
        ("act", "a"): [],
        ("ac", "a"): ["unknown action"],
        ("act",): ["wrong number of arguments"],
        ("act", "c"): ["unknown object"],
        ("act", "a", "c"): ["wrong number of arguments", "unknown object"],
    }
    for (name, *arguments), expected in kinds.items():
        assert [one.kind.value for one in misfits(task, name, arguments)] == expected
    boxes = task_with(parameters="?x - box")
    assert [(one.kind.value, one.position) for one in misfits(boxes, "act", ["a"])] == [("wrong type", 0)]


FEATURES = st.sampled_from([Features(), Features(numbers=True), Features(derived=True), Features(True, True)])


def all_ground(task: Task) -> set[tuple[str, ...]]:
    """Every ground action by plain enumeration."""
    return {
        (action.name.text, *arguments)
        for action in task.domain.actions
        for arguments in product(*[task.objects_of((one.types[0].text,)) for one in action.parameters])
    }


def named(one: GroundAction) -> tuple[str, ...]:
    return (one.action.name.text, *one.arguments)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), FEATURES)
def test_applicable_finds_what_plain_enumeration_finds_each_once(seed: int, features: Features) -> None:
    task = task_of(*random_task(random.Random(seed), features))
    state = initial_state(task)
    for _ in range(3):
        found = [named(one) for one in applicable(task, state)]
        assert len(found) == len(set(found))
        plain = {
            (name, *arguments)
            for name, *arguments in all_ground(task)
            if is_applicable(action_of(task, name), arguments, state, task)
        }
        assert set(found) == plain
        try:
            state = next((apply(*one, state, task) for one in applicable(task, state)), state)
        except NoOutcomeError:
            return


def action_of(task: Task, name: str) -> Action:
    action = find_action(task, name)
    assert action is not None
    return action


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), FEATURES)
def test_there_are_reasons_exactly_where_a_condition_does_not_hold(seed: int, features: Features) -> None:
    task = task_of(*random_task(random.Random(seed), features))
    state = initial_state(task)
    for condition in (task.goal, *(Not(one.condition, 0, 0) for one in task.domain.derived if not one.parameters)):
        reasons = list(why_false(condition, {}, state, task))
        assert bool(reasons) is not holds(condition, {}, state, task)
        for part in reasons:
            assert_false(part, state, task)


def assert_false(part: Unmet, state: WorldState, task: Task) -> None:
    """A part that is said not to hold does not, and nor do the parts that it lacks."""
    formula: Formula = part.formula if part.wanted else Not(part.formula, part.start, part.end)
    assert not holds(formula, part.binding, state, task), part.text
    if part.atom is not None:
        known = part.atom in state.atoms or part.atom in view_of(task, state).derived
        assert known is not part.wanted
    for leaf in part.leaves:
        assert_false(leaf, state, task)


@pytest.mark.parametrize(
    "layer", ["(not {})", "(and (p a) {})", "(or (q b) {})", "(imply (p a) {})", "(exists (?x - thing) {})"]
)
def test_conditions_as_deep_as_can_be_read_are_judged_and_explained(layer: str) -> None:
    depth = 90  # an even number of `not`
    goal = "(q a)"
    for _ in range(depth):
        goal = layer.format(goal)
    task = task_with(init="(p a)", goal=goal)
    state = initial_state(task)
    assert not holds(task.goal, {}, state, task)
    assert list(why_false(task.goal, {}, state, task))


# ------------- A closing bracket taken out of a text, or put in, is found in its line, and nothing else is reported


DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = stored(__file__, "PROBLEM")
TEXTS = {"domain": DOMAIN, "problem": PROBLEM}
CLOSING = [(name, at) for name, text in TEXTS.items() for at, written in enumerate(text) if written == ")"]
OPENING = [(name, at) for name, text in TEXTS.items() for at, written in enumerate(text) if written == "("]


def faults(text: str) -> list[tuple[str, int]]:
    return [(one.code, one.span.line) for one in read(Source(text))[1] if one.is_error]


def tree(text: str) -> Any:
    """What a text is read as, without offsets."""
    return bare(read(Source(text))[0].definitions)


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def lines_of_run(text: str, at: int) -> range:
    """Lines of the run of closing brackets around an offset, with the word before it.

    A bracket may be missing or too many anywhere in its run: the text means the same.
    """
    first = last = at
    while text[first - 1] in ") \n":
        first -= 1
    while last + 1 < len(text) and text[last + 1] in ") \n":
        last += 1
    return range(line_of(text, first - 1), line_of(text, last) + 1)


@pytest.mark.parametrize(("name", "at"), CLOSING)
def test_a_closing_bracket_is_missing(name: str, at: int) -> None:
    text = TEXTS[name]
    broken = text[:at] + text[at + 1 :]
    found = faults(broken)
    assert [code for code, _ in found] == ["PDL004"], found
    assert found[0][1] in lines_of_run(text, at), found
    mended, _ = apply_fixes(broken, read(Source(broken))[1], unsafe=True)
    assert faults(mended) == []
    assert tree(broken) == tree(mended)


@pytest.mark.parametrize(("name", "at"), CLOSING)
def test_a_closing_bracket_is_too_many(name: str, at: int) -> None:
    text = TEXTS[name]
    broken = f"{text[:at]}){text[at:]}"
    found = faults(broken)
    assert [code for code, _ in found] == ["PDL005"], found
    assert found[0][1] in lines_of_run(text, at), found
    mended, _ = apply_fixes(broken, read(Source(broken))[1], unsafe=True)
    assert faults(mended) == []
    assert tree(broken) == tree(mended) == tree(text)


@pytest.mark.parametrize(("name", "at"), OPENING)
def test_an_opening_bracket_is_missing(name: str, at: int) -> None:
    text = TEXTS[name]
    assert faults(text[:at] + text[at + 1 :]), "nothing is found"
