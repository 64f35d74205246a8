"""The PDDL in a model's reply: out of fences and prose, domain before problem."""

from __future__ import annotations

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.languages.pddl.extract import extract

DOMAIN = "(define (domain kitchen)\n  (:predicates (clean ?x))\n)"
PROBLEM = "(define (problem dishes)\n  (:domain kitchen)\n  (:init)\n  (:goal (clean a)))"
GOAL = "(:goal (and (clean a) (clean b)))"
FORMULA = "(and (clean a)\n     (not (dirty b)))"
BOTH = f"{DOMAIN}\n\n{PROBLEM}\n"

REPLIES = stored(__file__, "REPLIES")


@pytest.mark.parametrize("name", REPLIES)
def test_replies(name: str) -> None:
    reply, program = REPLIES[name]
    assert extract(reply) == program


@pytest.mark.parametrize("name", REPLIES)
def test_what_is_extracted_stays(name: str) -> None:
    once = extract(REPLIES[name][0])
    assert extract(once) == once


PARTS = st.sampled_from(
    [DOMAIN, PROBLEM, GOAL, "```", "```pddl\n", "\n", "prose (in brackets) ", "(define ", ")", "; note\n"]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(PARTS, max_size=12).map("".join))
def test_any_reply(reply: str) -> None:
    found = extract(reply)
    if DOMAIN in reply:
        assert "(define (domain kitchen)" in found
    if PROBLEM in reply:
        assert "(define (problem dishes)" in found


def test_long_replies_take_no_time() -> None:
    for piece in ("(define (domain a ", "(and\n", "```\n", "; note\n", "(:goal "):
        extract(piece * 20_000)
