"""Where a circle had best begin."""

from __future__ import annotations

import pytest

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.explain.rings import beginnings
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
