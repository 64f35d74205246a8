"""Small planning tasks for the tests of the solvers."""

from __future__ import annotations

import random

CHAIN = """(define (domain chain)
 (:requirements :strips)
 (:predicates (p ?x) (q ?x) (r ?x))
 (:action a :parameters (?x) :precondition (p ?x) :effect (and (q ?x) (not (p ?x))))
 (:action b :parameters (?x) :precondition (q ?x) :effect (and (r ?x) (not (q ?x)))))
"""


def chain(goal: str, init: str = "(p o)") -> str:
    """A problem of the domain CHAIN."""
    return f"(define (problem c) (:domain chain) (:objects o o2) (:init {init}) (:goal {goal}))"


FUEL = """(define (domain fuel)
 (:requirements :strips)
 (:predicates (p ?x) (q ?x) (r ?x) (full ?y) (used ?y))
 (:action a :parameters (?x ?y) :precondition (and (p ?x) (full ?y)) :effect (and (q ?x) (not (full ?y)) (used ?y)))
 (:action b :parameters (?x ?y) :precondition (and (q ?x) (full ?y)) :effect (and (r ?x) (not (full ?y)) (used ?y))))
"""

TOO_LITTLE_FUEL = """(define (problem little) (:domain fuel) (:objects o o2 f f2 f3)
 (:init (p o) (p o2) (full f) (full f2) (full f3)) (:goal (and (r o) (r o2))))
"""
"""Unsolvable, which only a search shows: relaxed, the fuel is never used up."""

GRIPPER = """(define (domain gripper)
 (:requirements :strips :typing)
 (:types room ball hand)
 (:predicates (in-room ?r - room) (at ?b - ball ?r - room) (free ?g - hand) (carry ?b - ball ?g - hand))
 (:action move :parameters (?from ?to - room) :precondition (in-room ?from)
  :effect (and (in-room ?to) (not (in-room ?from))))
 (:action pick :parameters (?b - ball ?r - room ?g - hand)
  :precondition (and (at ?b ?r) (in-room ?r) (free ?g))
  :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
 (:action drop :parameters (?b - ball ?r - room ?g - hand)
  :precondition (and (carry ?b ?g) (in-room ?r))
  :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
"""


def gripper(balls: int) -> str:
    """Carry the balls from one room to the other."""
    names = [f"b{number}" for number in range(balls)]
    return f"""(define (problem g) (:domain gripper)
 (:objects left right - hand a b - room {" ".join(names)} - ball)
 (:init (in-room a) (free left) (free right) {" ".join(f"(at {name} a)" for name in names)})
 (:goal (and {" ".join(f"(at {name} b)" for name in names)})))
"""


BLOCKS = """(define (domain blocks)
 (:requirements :strips)
 (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
 (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
 (:action put-down :parameters (?x) :precondition (holding ?x)
  :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
 (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
 (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
"""

SUSSMAN = """(define (problem sussman) (:domain blocks) (:objects a b c)
 (:init (ontable a) (ontable b) (on c a) (clear b) (clear c) (handempty))
 (:goal (and (on a b) (on b c))))
"""
"""Sussman's anomaly: six steps at best."""

SLIDING = """(define (domain sliding)
 (:requirements :strips)
 (:predicates (at ?t ?p) (blank ?p) (beside ?p ?q))
 (:action slide :parameters (?t ?p ?q) :precondition (and (at ?t ?p) (blank ?q) (beside ?p ?q))
  :effect (and (at ?t ?q) (not (at ?t ?p)) (blank ?p) (not (blank ?q)))))
"""


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
