"""Tasks without derived predicates and conditional effects hold and do the same as with them."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, applicable, apply, holds
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.languages.pddl.unfolding import split, unfolded

TEXT = """(define (domain d) (:requirements :adl :derived-predicates)
  (:predicates (p ?x) (r ?x ?y) (some ?x) (none ?x) (either ?x))
  (:derived (some ?x) (exists (?y) (r ?x ?y)))
  (:derived (none ?y) (and (not (some ?y)) (not (p ?y))))
  (:derived (either ?x) (p ?x))
  (:derived (either ?x) (exists (?y) (and (r ?y ?x) (none ?y))))
  (:action a :parameters (?x ?y) :precondition (not (none ?x))
    :effect (and (r ?x ?y) (when (and (p ?y) (some ?y)) (not (p ?y))) (when (either ?x) (p ?x)))))
(define (problem q) (:domain d) (:objects o1 o2) (:init) (:goal (exists (?y) (and (either ?y) (not (none ?y))))))"""
ATOMS = [("p", "o1"), ("p", "o2"), *(("r", a, b) for a in ("o1", "o2") for b in ("o1", "o2"))]


def task_of(text: str) -> tuple[Task, Task]:
    file = read(Source(text))[0]
    assert file.domain is not None
    assert file.problem is not None
    bare = unfolded(file.domain, file.problem)
    assert bare is not None
    return make_task(file.domain, file.problem), make_task(split(bare[0]), bare[1])


def after(task: Task, state: WorldState) -> set[tuple[tuple[str, ...], frozenset[tuple[str, ...]]]]:
    steps = applicable(task, state)
    return {(one.words, frozenset(apply(one.action, one.arguments, state, task).atoms)) for one in steps}


def test_every_state_and_step_is_the_same() -> None:
    one, other = task_of(TEXT)
    assert not other.domain.derived
    assert len(other.domain.actions) == 4
    for atoms in chain.from_iterable(combinations(ATOMS, n) for n in range(len(ATOMS) + 1)):
        state = WorldState(frozenset(atoms), {})
        assert holds(one.goal, {}, state, one) == holds(other.goal, {}, state, other), atoms
        assert after(one, state) == after(other, state), atoms


def test_what_follows_from_itself_stays() -> None:
    file = read(Source(TEXT.replace("(and (not (some ?y)) (not (p ?y)))", "(exists (?z) (and (r ?y ?z) (none ?z)))")))[
        0
    ]
    assert file.domain is not None
    assert file.problem is not None
    assert unfolded(file.domain, file.problem) is None


@pytest.mark.parametrize("effect", ["(forall (?z) (when (p ?z) (not (p ?z))))", "(when (p ?x) (p ?y)) " * 4])
def test_what_comes_out_in_too_many_ways_stays(effect: str) -> None:
    domain = read(Source(TEXT.replace("(r ?x ?y) (when", f"{effect} (when")))[0].domain
    assert domain is not None
    assert split(domain) is domain
