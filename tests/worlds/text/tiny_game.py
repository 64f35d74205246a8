"""A game of our own in the form of ALFWorld's, small enough to be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DOMAIN = """
(define (domain tiny)
  (:requirements :adl :typing)
  (:types agent place thing)
  (:predicates (at ?a - agent ?p - place) (in ?t - thing ?p - place) (holds ?a - agent ?t - thing) (checked ?a))
  (:action go :parameters (?a - agent ?from - place ?to - place)
    :precondition (at ?a ?from) :effect (and (not (at ?a ?from)) (at ?a ?to)))
  (:action take :parameters (?a - agent ?p - place ?t - thing)
    :precondition (and (at ?a ?p) (in ?t ?p) (not (exists (?o - thing) (holds ?a ?o))))
    :effect (and (holds ?a ?t) (not (in ?t ?p))))
  (:action put :parameters (?a - agent ?p - place ?t - thing)
    :precondition (and (at ?a ?p) (holds ?a ?t)) :effect (and (in ?t ?p) (not (holds ?a ?t))))
  (:action lift :parameters (?a - agent ?t - thing)
    :precondition (exists (?l - place, ?p - place) (and (at ?a ?l) (in ?t ?p))) :effect (checked ?a))
  (:action look :parameters (?a - agent) :precondition () :effect (checked ?a)))
"""

PROBLEM = """
(define (problem one) (:domain tiny)
  (:objects me - agent Shelf_bar_1 Shelf_bar_2 Sink_bar_1_bar_basin - place Cup_bar_1 Cup_bar_2 - thing)
  (:init (at me Shelf_bar_1) (in Cup_bar_1 Shelf_bar_1) (in Cup_bar_2 Shelf_bar_1)
    (in Cup_bar_2 Sink_bar_1_bar_basin) (in Cup_bar_1 Shelf_bar_2))
  (:goal (in Cup_bar_1 Sink_bar_1_bar_basin)))
"""

GRAMMAR = '''
# A comment, which says nothing.
grammar :: """
  {"intro": [{"rhs": "Hello.\\n\\n#task#"}],
   "task": [{"rhs": "Your task is to: wash a cup."}],
   "seen": [{"condition": "in(t:thing, to:place)",
             "rhs": "there is [{t.indefinite + ' ' + t.name | in(t:thing, to:place)}]"},
            {"rhs": "there is nothing"}],
   "list_empty": [{"rhs": "nothing"}], "list_separator": [{"rhs": ", "}], "list_last_separator": [{"rhs": ", and "}]}
""";
action go { template :: "go to [{to.name | at(a:agent, from:place)}]"; feedback :: "You are at {to.name}: #seen#."; }
action take { template :: "take {t} from {p}"; feedback :: "#taken#";
  grammar :: """
    # The rules of one action.
    {"taken": [{"condition": "not_in(t:thing, p:place)", "rhs": "You take {t.definite} {t.name or t.id}."}]}
  """;
}
action put { template :: "put {t} at {p}"; feedback :: "You put down {t.name}."; }
action lift { template :: "lift {t}"; feedback :: "Up."; }
action look { template :: "look"; feedback :: "You see."; }
'''

WALKTHROUGH = ("take cup 2 from shelf 2", "go to sinkbasin 1", "put cup 2 at sinkbasin 1")


def data(**changes: Any) -> dict[str, Any]:
    """The content of the game's file, with some of it changed; None leaves a part out."""
    parts: dict[str, Any] = {
        "pddl_domain": DOMAIN,
        "pddl_problem": PROBLEM,
        "grammar": GRAMMAR,
        "walkthrough": list(WALKTHROUGH),
    }
    return {key: value for key, value in (parts | changes).items() if value is not None}


def written(folder: Path, **changes: Any) -> Path:
    """The game as a file."""
    path = folder / "tiny.tw-pddl"
    path.write_text(json.dumps(data(**changes)), encoding="utf-8")
    return path
