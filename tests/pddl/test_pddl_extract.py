"""The PDDL in a model's reply: out of fences and prose, domain before problem."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.languages.pddl.extract import extract

DOMAIN = "(define (domain kitchen)\n  (:predicates (clean ?x))\n)"
PROBLEM = "(define (problem dishes)\n  (:domain kitchen)\n  (:init)\n  (:goal (clean a)))"
GOAL = "(:goal (and (clean a) (clean b)))"
FORMULA = "(and (clean a)\n     (not (dirty b)))"
BOTH = f"{DOMAIN}\n\n{PROBLEM}\n"

REPLIES = {
    "the problem alone": (PROBLEM, f"{PROBLEM}\n"),
    "in a fence": (f"Sure!\n\n```pddl\n{PROBLEM}\n```\nIt works (I think).", f"{PROBLEM}\n"),
    "in a fence without a name": (f"```\n{PROBLEM}\n```", f"{PROBLEM}\n"),
    "two fences": (f"Domain:\n```lisp\n{DOMAIN}\n```\nProblem:\n```lisp\n{PROBLEM}\n```\n", BOTH),
    "two fences, the problem first": (f"```pddl\n{PROBLEM}\n```\nand\n```pddl\n{DOMAIN}\n```", BOTH),
    "both in one fence": (f"```\n{DOMAIN}\n{PROBLEM}\n```", BOTH),
    "prose between": (f"The domain is\n{DOMAIN}\nand the problem (a small one) is\n{PROBLEM}\nThat is all.", BOTH),
    "a better one last": (f"{PROBLEM.replace('dishes', 'draft')}\nNo, rather:\n{PROBLEM}", f"{PROBLEM}\n"),
    "comments before": (f"Here:\n\n; dishes\n; and more\n{PROBLEM}", f"; dishes\n; and more\n{PROBLEM}\n"),
    "brackets in comments": (
        f"{PROBLEM[:-1]} ; :) done\n)\nbye",
        f"{PROBLEM[:-1]} ; :) done\n)\n",
    ),
    "upper case": (f"so\n{PROBLEM.upper()}\nbye", f"{PROBLEM.upper()}\n"),
    "a goal": (f"The goal is:\n```\n{GOAL}\n```", f"{GOAL}\n"),
    "a goal in prose": (f"I suggest {GOAL} as the goal.", f"{GOAL}\n"),
    "a formula": (f"It is\n\n{FORMULA}\n\nI hope that helps.", f"{FORMULA}\n"),
    "a goal within a problem": (f"First (:goal (clean a)), then:\n{PROBLEM}", f"{PROBLEM}\n"),
    "a bracket is missing": (f"```pddl\n{PROBLEM[:-1]}\n```\nDone (all of it).", f"{PROBLEM[:-1]}\n"),
    "a bracket is missing, with prose behind": (f"{PROBLEM[:-1]}\n\nThat is all.", f"{PROBLEM[:-1]}\n"),
    "a bracket is missing before the next definition": (
        f"{DOMAIN[:-1]}\n{PROBLEM}",
        f"{DOMAIN[:-1].rstrip()}\n\n{PROBLEM}\n",
    ),
    "a bracket too many before a section": (
        PROBLEM.replace("(:init)", "(:init))"),
        PROBLEM.replace("(:init)", "(:init))") + "\n",
    ),
    "cut off": (f"```pddl\n{PROBLEM[:60]}", f"{PROBLEM[:60].rstrip()}\n"),
    "nothing of the kind": ("I cannot do that.", "I cannot do that."),
    "something in a fence": ("Here:\n```\n(clean a)\n```\nDone.", "(clean a)"),
}


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
