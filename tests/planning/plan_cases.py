"""Rule cases of plans as data: how `plan_rules/PLN*.yaml` is read.

A file holds a list of cases for the rule of its name. A case has a `name` and a plan as `fail` or `pass`. `⟦`, `⟧` in
a failing plan stand around what the finding points at; they are not part of the text. Any case may have

    task                     gripper, or the name of another task below, that the plan is held against
    domain, problem          whole texts instead

and a failing one

    fix                      the text after the safe fix
    says                     words that the message or the hint holds, one text or a list
    times                    how many findings of the rule there are, where it is not 1 (the mark is on the first)
    also                     codes of other findings that come with it; none other may
    related                  what stands at the places that the finding refers to, in order
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions

RULES = Path(__file__).resolve().parent / "plan_rules"
KEYS = {"name", "fail", "pass", "task", "domain", "problem", "fix", "says", "times", "also", "related"}


@dataclass(frozen=True)
class PlanCase:
    """A case of a rule. `start` and `end` are the offsets in `text` at which the finding is due."""

    code: str
    name: str
    text: str
    start: int
    end: int
    data: Mapping[str, Any]

    @property
    def fails(self) -> bool:
        return "fail" in self.data

    @property
    def context(self) -> tuple[Source, ...]:
        domain, problem = TASKS[self.data["task"]] if "task" in self.data else ("", "")
        texts = {"domain": self.data.get("domain", domain), "problem": self.data.get("problem", problem)}
        return tuple(Source(text, f"{name}.pddl") for name, text in texts.items() if text)

    @property
    def options(self) -> CheckOptions:
        return CheckOptions(context=self.context)


def load_cases() -> list[PlanCase]:
    """All cases of all rules, in order of the rules."""
    return [case for path in sorted(RULES.glob("*.yaml")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[PlanCase]:
    for data in yaml.safe_load(path.read_text(encoding="utf-8")):
        assert set(data) <= KEYS, f"{path.name}: {data['name']}: {set(data) - KEYS}"
        assert ("fail" in data) != ("pass" in data), f"{path.name}: {data['name']}"
        marked = data.get("fail", data.get("pass"))
        text = marked.replace("⟦", "").replace("⟧", "")
        start, end = marked.find("⟦"), marked.find("⟧") - 1
        assert ("fail" in data) == (start >= 0), f"{path.name}: {data['name']}: the mark"
        yield PlanCase(path.stem, data["name"], text, start, end, data)


GRIPPER = """\
(define (domain gripper)
  (:requirements :typing :action-costs)
  (:types room ball hand)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - hand) (carry ?b - ball ?g - hand))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?from ?to - room)
    :precondition (at-robby ?from)
    :effect (and (at-robby ?to) (not (at-robby ?from)) (increase (total-cost) 2)))
  (:action pick
    :parameters (?b - ball ?r - room ?g - hand)
    :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g)) (increase (total-cost) 1)))
  (:action drop
    :parameters (?b - ball ?r - room ?g - hand)
    :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)) (increase (total-cost) 1))))
"""

TWO_BALLS = """\
(define (problem two-balls)
  (:domain gripper)
  (:objects room-a room-b - room ball1 ball2 - ball left right - hand)
  (:init (at-robby room-a) (at ball1 room-a) (at ball2 room-a) (free left) (free right))
  (:goal (at ball1 room-b)))
"""

FUEL = """\
(define (domain fuel)
  (:requirements :typing :fluents :adl :derived-predicates)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place) (road ?from ?to - place) (washed ?t - truck) (dirty ?t - truck)
    (reachable ?from ?to - place))
  (:functions (fuel ?t - truck) (way ?from ?to - place) (spent))
  (:derived (reachable ?from ?to - place)
    (or (road ?from ?to) (exists (?p - place) (and (road ?from ?p) (reachable ?p ?to)))))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (road ?from ?to) (>= (fuel ?t) (way ?from ?to)))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (decrease (fuel ?t) (way ?from ?to)) (dirty ?t)
      (increase (spent) 1)))
  (:action wash
    :parameters (?t - truck)
    :precondition (or (dirty ?t) (not (washed ?t)))
    :effect (and (washed ?t) (not (dirty ?t))))
  (:action block
    :parameters (?from ?to - place)
    :precondition (forall (?t - truck) (not (at ?t ?to)))
    :effect (not (road ?from ?to)))
  (:action weigh
    :parameters (?t - truck)
    :precondition (not (at ?t ?t))
    :effect (and (assign (fuel ?t) 1) (increase (fuel ?t) 1)))
  (:action tour
    :parameters (?t - truck ?to - place)
    :precondition (exists (?p - place) (and (at ?t ?p) (reachable ?p ?to)))
    :effect (forall (?p - place) (when (at ?t ?p) (and (not (at ?t ?p)) (at ?t ?to))))))
"""

ONE_TRUCK = """\
(define (problem one-truck)
  (:domain fuel)
  (:objects t1 - truck depot mill shop - place)
  (:init (at t1 depot) (road depot mill) (road mill shop) (= (fuel t1) 5) (= (way depot mill) 3) (= (way mill shop) 3)
    (washed t1) (= (spent) 0))
  (:goal (and (at t1 shop) (not (dirty t1)))))
"""

COSTLY = TWO_BALLS.rstrip()[:-1] + "\n  (:metric minimize (total-cost)))\n"

TASKS = {"gripper": (GRIPPER, TWO_BALLS), "costly": (GRIPPER, COSTLY), "fuel": (FUEL, ONE_TRUCK)}
