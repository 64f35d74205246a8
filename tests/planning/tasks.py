"""Small planning tasks for the tests of the solvers."""

from __future__ import annotations

import random

from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task


def task_of(domain: str, problem: str) -> Task:
    """The task of two texts."""
    first, second = read(Source(domain))[0].domain, read(Source(problem))[0].problem
    assert first is not None and second is not None
    return make_task(first, second)


CHAIN = stored(__file__, "CHAIN")


def chain(goal: str, init: str = "(p o)") -> str:
    """A problem of the domain CHAIN."""
    return f"(define (problem c) (:domain chain) (:objects o o2) (:init {init}) (:goal {goal}))"


PRICES = stored(__file__, "PRICES")
"""A domain and its problem: the shortest plan costs 9, the cheapest 5."""

FUEL = stored(__file__, "FUEL")

TOO_LITTLE_FUEL = """(define (problem little) (:domain fuel) (:objects o o2 f f2 f3)
 (:init (p o) (p o2) (full f) (full f2) (full f3)) (:goal (and (r o) (r o2))))
"""
"""Unsolvable, which only a search shows: relaxed, the fuel is never used up."""

GRIPPER = stored(__file__, "GRIPPER")


def gripper(balls: int) -> str:
    """Carry the balls from one room to the other."""
    names = [f"b{number}" for number in range(balls)]
    return f"""(define (problem g) (:domain gripper)
 (:objects left right - hand a b - room {" ".join(names)} - ball)
 (:init (in-room a) (free left) (free right) {" ".join(f"(at {name} a)" for name in names)})
 (:goal (and {" ".join(f"(at {name} b)" for name in names)})))
"""


BLOCKS = stored(__file__, "BLOCKS")

SUSSMAN = """(define (problem sussman) (:domain blocks) (:objects a b c)
 (:init (ontable a) (ontable b) (on c a) (clear b) (clear c) (handempty))
 (:goal (and (on a b) (on b c))))
"""
"""Sussman's anomaly: six steps at best."""

SLIDING = stored(__file__, "SLIDING")


def sliding(size: int) -> str:
    """A sliding-tile puzzle with two tiles swapped: unsolvable, with half of (size * size)! states to see."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    tiles = list(range(1, size * size))
    random.Random(7).shuffle(tiles)
    order = [*tiles]
    inversions = sum(one > two for i, one in enumerate(order) for two in order[i + 1 :])
    if inversions % 2 == 0:
        order[0], order[1] = order[1], order[0]
    place = {cell: f"p{cell[0]}-{cell[1]}" for cell in cells}
    beside = [
        f"(beside {place[cell]} {place[other]})"
        for cell in cells
        for other in cells
        if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1
    ]
    init = [f"(blank {place[cells[0]]})", *beside]
    init += [f"(at t{tile} {place[cell]})" for tile, cell in zip(order, cells[1:], strict=True)]
    goal = [f"(at t{tile} {place[cell]})" for tile, cell in zip(sorted(tiles), cells[1:], strict=True)]
    return f"""(define (problem s) (:domain sliding)
 (:objects {" ".join(f"t{tile}" for tile in tiles)} {" ".join(place.values())})
 (:init {" ".join(init)})
 (:goal (and {" ".join(goal)})))
"""
