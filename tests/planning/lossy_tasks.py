"""Small random tasks in which much is lost for good: doors that lead one way, things that are used up, propositions."""

from __future__ import annotations

import random

from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from planning.random_tasks import RandomTask

ROOMS = stored(__file__, "ROOMS")


def made(domain: str, problem: str) -> RandomTask:
    """A task of two texts."""
    one, other = Source(domain, "domain.pddl"), Source(problem, "problem.pddl")
    first, second = read(one)[0].domain, read(other)[0].problem
    assert first is not None and second is not None
    return RandomTask(one, other, make_task(first, second))


def lossy_task(seed: int) -> RandomTask:
    """A task of a seed."""
    chance = random.Random(seed)
    return chance.choice([rooms, supplies, propositions, lamps, shopping])(chance)


def rooms(chance: random.Random) -> RandomTask:
    """A robot that carries balls through rooms; each way through a door is there or not."""
    names = ["r0", "r1", "r2", "r3"][: chance.randint(2, 4)]
    doors = " ".join(f"(door {a} {b})" for a in names for b in names if a != b and chance.random() < 0.45)
    balls = ["b0", "b1"]
    at = " ".join(f"(at {ball} {chance.choice(names)})" for ball in balls)
    wanted = [
        *(f"(at {ball} {room})" for ball in balls for room in names),
        *(f"(robot-at {room})" for room in names),
        *(f"(seen {room})" for room in names),
        *(f"(not (seen {room}))" for room in names),
        "(forall (?b - ball) (exists (?h - hand) (has ?b ?h)))",
        "(exists (?r - room) (and (robot-at ?r) (not (seen ?r))))",
        "(forall (?r - room) (imply (door ?r r0) (exists (?b - ball) (at ?b ?r))))",
    ]
    goal = " ".join(chance.sample(wanted, chance.randint(1, 3)))
    return made(
        ROOMS,
        f"(define (problem p) (:domain d) (:objects {' '.join(names)} - room b0 b1 - ball h - hand)"
        f" (:init (robot-at r0) (free h) {at} {doors}) (:goal (and {goal})))",
    )


LAMPS, SHOP = stored(__file__, "LAMPS"), stored(__file__, "SHOP")


def lamps(chance: random.Random) -> RandomTask:
    """Lamps that are switched in pairs, or moved from one to another."""
    names = ["a", "b", "c", "d"][: chance.randint(2, 4)]
    wired = [f"({chance.choice(['wired', 'tied'])} {' '.join(chance.sample(names, 2))})" for _ in range(4)]
    lit = [f"(lit {one})" for one in names if chance.random() < 0.5]
    goal = [f"(lit {one})" if chance.random() < 0.5 else f"(not (lit {one}))" for one in names]
    return made(
        LAMPS,
        f"(define (problem p) (:domain d) (:objects {' '.join(names)}) (:init {' '.join(wired + lit)})"
        f" (:goal (and {' '.join(goal)})))",
    )


def shopping(chance: random.Random) -> RandomTask:
    """Things to buy for money that is counted in levels, some of which two people share."""
    things, people = ["x", "y", "z"][: chance.randint(1, 3)], ["p", "q"][: chance.randint(1, 2)]
    purses = " ".join(f"(purse {one} m{chance.randrange(3)})" for one in people)
    return made(
        SHOP,
        f"(define (problem p) (:domain d) (:objects {' '.join(things)} - thing {' '.join(people)} - person"
        f" m0 m1 m2 m3 - level) (:init {purses} (next m3 m2) (next m2 m1) (next m1 m0))"
        f" (:goal (and {' '.join(f'(have {chance.choice(people)} {one})' for one in things)})))",
    )


EXTRA = stored(__file__, "EXTRA")


def supplies(chance: random.Random) -> RandomTask:
    """Candles, and matches for them; enough or not."""
    candles = ["a", "b", "c"][: chance.randint(1, 3)]
    matches = " ".join(f"(match m{number})" for number in range(chance.randint(0, 3)))
    return made(
        "(define (domain d) (:predicates (match ?m) (lit ?c) (shop)) (:action light :parameters (?m ?c)"
        f" :precondition (match ?m) :effect (and (lit ?c) (not (match ?m)))) {chance.choice(EXTRA)})",
        f"(define (problem p) (:domain d) (:objects a b c m0 m1 m2) (:init {matches} {chance.choice(['', '(shop)'])}"
        f" {chance.choice(['', '(lit a)'])}) (:goal (and {' '.join(f'(lit {name})' for name in candles)})))",
    )


def propositions(chance: random.Random) -> RandomTask:
    """Facts without arguments, and actions that make some true and others false."""
    facts = [f"(p{number})" for number in range(6)]
    actions = []
    for number in range(chance.randint(3, 7)):
        needs = " ".join(f if chance.random() < 0.8 else f"(not {f})" for f in chance.sample(facts, 2))
        gone = " ".join(f"(not {f})" for f in chance.sample(facts, chance.randint(1, 2)))
        effect = f"(and {chance.choice(facts)} {gone})"
        actions.append(f"(:action a{number} :precondition (and {needs}) :effect {effect})")
    goal = " ".join(f if chance.random() < 0.8 else f"(not {f})" for f in chance.sample(facts, chance.randint(1, 3)))
    return made(
        f"(define (domain d) (:requirements :adl) (:predicates {' '.join(facts)}) {' '.join(actions)})",
        f"(define (problem p) (:domain d) (:init {' '.join(chance.sample(facts, 3))}) (:goal (and {goal})))",
    )
