"""Where a circle had best begin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_tables import stored
from rule_cases import WHY, Case, cases_of
from rule_cases import explained as explain_case

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.explain.model import Verdict, WhyNot
from clairify_cli.planning.explain.rings import beginnings
from clairify_cli.planning.explain.why_not import explain
from clairify_cli.planning.ground.conditions import Literal
from planning.tasks import task_of

DOMAIN = """(define (domain d) (:predicates (in ?i ?p) (holding ?i) (empty) (on ?i))
 (:action take :parameters (?i ?p) :precondition (and (in ?i ?p) (empty))
   :effect (and (holding ?i) (not (in ?i ?p)) (not (empty))))
 (:action put :parameters (?i ?p) :precondition (holding ?i) :effect (and (in ?i ?p) (empty) (not (holding ?i)))))"""


def task(init: str, goal: str) -> Task:
    problem = f"(define (problem p) (:domain d) (:objects cup pan box) (:init {init}) (:goal {goal}))"
    return task_of(DOMAIN, problem)


HOLDING, IN, EMPTY, CUP = (
    Literal(True, "holding", ("?i",)),
    Literal(True, "in", ("cup", "?p")),
    Literal(True, "empty", ()),
    Literal(True, "holding", ("cup",)),
)


@pytest.mark.parametrize(
    ("init", "goal", "ring", "best"),
    [
        ("(in cup box)", "(on cup)", (HOLDING, EMPTY, HOLDING), (EMPTY,)),
        ("(in cup box)", "(empty)", (CUP, EMPTY), (EMPTY,)),  # what is held is not in the box: worse than the goal
        ("(in pan box)", "(on cup)", (CUP, IN, CUP), (IN,)),  # the initial state has it of other things
        ("(empty)", "(on cup)", (CUP, IN, CUP), (IN,)),  # a hand that holds something is not empty
        ("", "(on cup)", (CUP, IN, CUP), (CUP,)),  # nothing tells, and one leaves no object open
        ("", "(holding cup)", (CUP, IN), (IN,)),  # the goal asks for the other
        ("", "(on cup)", (Literal(False, "empty", ()),), ()),
    ],
)
def test_beginnings(init: str, goal: str, ring: tuple[Literal, ...], best: tuple[Literal, ...]) -> None:
    assert beginnings(task(init, goal), ring) == best


# -------------------- A fact that is said to be missing mends the task when it is put in, and each of several is needed


NAMED = stored(__file__, "NAMED")
CASES = [case for case in cases_of(WHY) if case.name in NAMED]


def test_the_cases_are_there() -> None:
    assert [case.name for case in CASES] == NAMED


def with_facts(explained: WhyNot, facts: list[tuple[str, ...]]) -> WhyNot:
    """The explanation of the task with further facts, as though a solver had found no plan."""
    task: Task = replace(explained.task, init=explained.task.init | set(facts), notes={})
    return explain(task, explained.domain, explained.problem, proven=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_missing_mends_the_task(case: Case) -> None:
    explained = explain_case(case.text, {**case.data, "proven": True})
    assert explained.verdict is Verdict.EXCLUSIVE and explained.missing
    for one in explained.missing:
        facts = [(x.predicate, *x.arguments) for x in one.facts]
        assert not set(facts) & explained.task.init
        after = with_facts(explained, facts)
        # All states are looked at where there is said to be no plan: with nothing left to say, there is one.
        assert after.verdict is Verdict.REACHABLE and after.conflict is None
        for left_out in facts if len(facts) > 1 else ():
            assert with_facts(explained, [x for x in facts if x != left_out]).verdict is Verdict.EXCLUSIVE
