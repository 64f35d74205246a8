"""The files that a model would write for the small world, stage by stage, and replies that hold them."""

from __future__ import annotations

DOMAIN = """\
(define (domain rooms)
  (:requirements :strips :typing :negative-preconditions)
  (:types room direction coin - object)
  (:predicates (at ?r - room) (connected ?a ?b - room ?d - direction) (closed-door ?a ?b - room)
    (in ?c - coin ?r - room) (have ?c - coin))
  (:action open-door
    :parameters (?here ?there - room ?direction - direction)
    :precondition (and (at ?here) (connected ?here ?there ?direction) (closed-door ?here ?there))
    :effect (not (closed-door ?here ?there)))
  (:action go
    :parameters (?here ?there - room ?direction - direction)
    :precondition (and (at ?here) (connected ?here ?there ?direction) (not (closed-door ?here ?there)))
    :effect (and (at ?there) (not (at ?here))))
  (:action take
    :parameters (?coin - coin ?room - room)
    :precondition (and (at ?room) (in ?coin ?room))
    :effect (and (have ?coin) (not (in ?coin ?room)))))
"""


def problem(objects: str, init: str, goal: str) -> str:
    return f"""\
(define (problem now)
  (:domain rooms)
  (:objects {objects})
  (:init {init})
  (:goal {goal}))
"""


FIRST = problem(
    "kitchen living-room - room east - direction",
    "(at kitchen) (connected kitchen living-room east)",
    "(at living-room)",
)
SECOND = problem(
    "kitchen living-room north-of-living-room - room east west north - direction",
    "(at living-room) (connected kitchen living-room east) (connected living-room kitchen west) "
    "(connected living-room north-of-living-room north) (closed-door living-room north-of-living-room)",
    "(at north-of-living-room)",
)
THIRD_LINES = 'RENAME north-of-living-room pantry BECAUSE "You are in the pantry"'
THIRD = problem(
    "kitchen living-room pantry - room east west north south - direction coin - coin",
    "(at pantry) (connected pantry living-room south) (in coin pantry)",
    "(have coin)",
)


def reply(problem: str, domain: str = DOMAIN, lines: str = "") -> str:
    return f"{lines}\n```pddl\n{domain}\n{problem}```\n"


GOOD = [reply(FIRST), reply(SECOND), reply(THIRD, lines=THIRD_LINES)]
"""What wins the game in three stages."""
