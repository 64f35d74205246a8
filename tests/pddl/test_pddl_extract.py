"""The PDDL in a model's reply: out of fences and prose, domain before problem."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
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


# Thirty broken files, each with several faults: all of them are found in one run, at their line and column


FOLDER = Path(__file__).resolve().parent / "broken"
DUE: dict[str, dict[str, Any]] = yaml.load((FOLDER / "expected.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
MOST_FAULTS = 5


def source(name: str) -> Source:
    return Source((FOLDER / name).read_text(encoding="utf-8"), name)


def check(name: str) -> list[Diagnostic]:
    domain = DUE.get(name, {}).get("domain")
    context = (source(domain),) if domain else ()
    return get("pddl").check(source(name), CheckOptions(context=context))


@pytest.mark.parametrize("name", DUE)
def test_every_fault_is_found_in_one_run_and_nothing_else_is_an_error(name: str) -> None:
    found = check(name)
    shown = "\n".join(f"{one.code} {one.span.line}:{one.span.column} {one.message}" for one in found)
    due = [tuple(one) for one in DUE[name]["due"]]
    assert not Counter(due) - Counter((one.code, one.span.line, one.span.column) for one in found), shown
    errors = [(one.code, one.span.line, one.span.column) for one in found if one.is_error]
    assert not Counter(errors) - Counter(due), shown


@pytest.mark.parametrize("name", DUE)
def test_every_error_says_what_to_do(name: str) -> None:
    for one in check(name):
        if one.is_error:
            assert one.hint, one.code
            assert "\n" not in one.message


def test_there_are_thirty_files_with_up_to_five_faults() -> None:
    assert len(DUE) == 30
    assert all(1 <= len(due["due"]) <= MOST_FAULTS for due in DUE.values())
    assert sum(len(due["due"]) >= 3 for due in DUE.values()) >= 25
    assert {path.name for path in FOLDER.glob("*.pddl")} - set(DUE) == {"kitchen.pddl"}


def test_what_they_are_held_against_has_no_faults() -> None:
    assert check("kitchen.pddl") == []
