"""Texts and programs that several tables give to commands."""

from __future__ import annotations

import json
import re
from pathlib import Path

from benchmarks.compare_versions.sides import ROOT

DOMAINS = ROOT / "domains"
EXAMPLES = ROOT / "examples"

GOOD = """\
<XDL>
  <Synthesis>
    <Hardware>
      <Component id="beaker" type="beaker"/>
    </Hardware>
    <Reagents>
      <Reagent name="water"/>
    </Reagents>
    <Procedure>
      <Add vessel="beaker" reagent="water" volume="10 mL"/>
      <Stir vessel="beaker" time="20 s"/>
    </Procedure>
  </Synthesis>
</XDL>
"""
FIXABLE = GOOD.replace('time="20 s"', 'time="20 secs"')
"""One warning, with a safe fix."""
BROKEN = GOOD.replace('reagent="water"', 'reagnt="water"').replace('time="20 s"', 'time="-20 secs"')
"""An error with a safe fix, an error without one, and a warning."""
OTHER = GOOD.replace("10 mL", "15 mL").replace('<Stir vessel="beaker" time="20 s"/>', '<Filter vessel="beaker"/>')
RAGGED = GOOD.replace("      <Stir", "<Stir")
TEXT = "Add 10 mL of water to a beaker.\nStir for 20 s.\n"
XDL = {
    "good.xdl": GOOD,
    "fixable.xdl": FIXABLE,
    "broken.xdl": BROKEN,
    "other.xdl": OTHER,
    "ragged.xdl": RAGGED,
    "good.txt": TEXT,
}
"""Programs with their text: one that is good, and some that are not."""

TASK = "Put a clean apple in the fridge."
KITCHEN = """\
(define (domain kitchenette)
  (:requirements :strips :typing :negative-preconditions)
  (:types place item - object fridge shelf - place apple egg - item)
  (:predicates
    (in ?x - item ?p - place)   ; ?x is in or on ?p
    (holding ?x - item)         ; the robot holds ?x
    (free)                      ; the robot holds nothing
    (clean ?x - item)           ; ?x has been washed
    (locked ?p - place))        ; ?p cannot be reached into
  (:action take
    :parameters (?x - item ?p - place)
    :precondition (and (in ?x ?p) (free) (not (locked ?p)))
    :effect (and (holding ?x) (not (in ?x ?p)) (not (free))))
  (:action put
    :parameters (?x - item ?p - place)
    :precondition (and (holding ?x) (not (locked ?p)))
    :effect (and (in ?x ?p) (free) (not (holding ?x))))
  (:action wash :parameters (?x - item) :precondition (holding ?x) :effect (clean ?x)))
"""
MORNING = """\
; Two shelves and a fridge.   Odd  spacing is   kept.
(define (problem morning)
  (:domain kitchenette)
  (:objects fridge1 - fridge  shelf1 shelf2 - shelf apple1 apple2 - apple egg1 - egg)
  (:init (in apple1 shelf1) (in apple2 shelf1) (in egg1 shelf2) (locked shelf2) (free))
  (:goal (and (in apple1 fridge1))))
"""
PLAN = "(take apple1 shelf1)\n(wash apple1)\n(put apple1 fridge1)\n"
PDDL = {
    "kitchenette.pddl": KITCHEN,
    "morning.pddl": MORNING,
    "broken.pddl": MORNING.replace("egg1 - egg", "egg1 - eg").replace("(free))", "(fre) (clean apple1 shelf1))"),
    "task.txt": f"{TASK}\n",
    "good.plan": PLAN,
    "wrong.plan": "(take apple1 shelf1)\n(put apple1 shelf2)\n(wash egg1)\n",
}
"""A domain, problems and plans of a small kitchen."""
GIVEN = "--domain kitchenette.pddl --problem morning.pddl"

PROGRAM = """\
# clairify: domain household, problem kitchen
def put_a_clean_apple_in_the_fridge():
    go("table1", "fridge1", "kitchen")
    open("fridge1")
    go("fridge1", "table1", "kitchen")
    take("apple1", "table1")
    go("table1", "sink1", "kitchen")
    clean("apple1", "sink1")
    go("sink1", "fridge1", "kitchen")
    assert holding("apple1"), [
        go("fridge1", "table1", "kitchen"), take("apple1", "table1"), go("table1", "fridge1", "kitchen")
    ]
    put("apple1", "fridge1")
"""


def record(*replies: str, tokens: bool = False) -> str:
    """Replies of a model, as `--model replay:FILE` reads them."""
    more = {"input_tokens": 100, "output_tokens": 5} if tokens else {}
    lines = (json.dumps({"format": "clairify-record", "version": 1, "reply": one, **more}) for one in replies)
    return "".join(f"{one}\n" for one in lines)


def fenced(text: str, language: str = "xdl") -> str:
    """A program as a model hands it out."""
    return f"Here it is:\n```{language}\n{text}```\n"


def plain(text: object) -> str:
    """A text or a name as part of an id."""
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-")[:60]


def files_of(folder: Path, *patterns: str) -> dict[str, bytes]:
    """Files of a folder by their names."""
    return {path.name: path.read_bytes() for pattern in patterns for path in sorted(folder.glob(pattern))}


def number(name: str) -> tuple[int, str]:
    """For sorting names such as exp2 and exp10."""
    digits = re.sub(r"\D", "", name)
    return int(digits or 0), name
