"""Near names for very many unknown objects: the first get one, and the work stays bounded."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import MOST_COMPARED
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

OBJECTS, UNKNOWN = 2_000, 60
DOMAIN = """(define (domain blocks) (:requirements :strips) (:predicates (on-table ?x))
(:action take :parameters (?x) :precondition (on-table ?x) :effect (not (on-table ?x))))
"""


def test_near_names_are_looked_for_as_long_as_there_is_something_left_to_spend() -> None:
    objects = [f"block{number}" for number in range(OBJECTS)]
    problem = f"(define (problem p) (:domain blocks) (:objects {' '.join(objects)}) (:init) (:goal (and)))"
    program = "def task():\n" + "".join(f'    take("blok{number}x")\n' for number in range(UNKNOWN))
    found = get("program").check(Source(program, "task.py"), CheckOptions(context=(Source(DOMAIN), Source(problem))))
    unknown = [one for one in found if one.code == "PRG103"]
    assert len(unknown) == UNKNOWN
    meant = ["did you mean" in (one.hint or "") for one in unknown]
    told = meant.count(True)
    assert 0 < told <= MOST_COMPARED // OBJECTS
    assert meant == [True] * told + [False] * (UNKNOWN - told)
    assert all("block0" in (one.hint or "") for one in unknown)  # what there is, is said to the end
