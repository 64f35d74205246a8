"""Nothing that a text may hold makes the reader raise, hang, or point outside of the text."""

from __future__ import annotations

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.reading.expressions import MOST_DEPTH
from clairify_cli.languages.pddl.reading.lexer import MOST_TOKENS
from clairify_cli.languages.pddl.reading.parts import MOST_FINDINGS
from clairify_cli.languages.pddl.writing.format import format_pddl

DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = stored(__file__, "PROBLEM")
PIECES = st.sampled_from(stored(__file__, "PIECES"))


def check(text: str) -> list[Diagnostic]:
    """Read a text, and hold what is found against what holds for any text."""
    _, found = read(Source(text))
    assert found == in_source_order(found)
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text), one
        for edit in one.fix.edits if one.fix else ():
            assert 0 <= edit.start <= edit.end <= len(text), one
    return found


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    check(text)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_pieces_of_pddl_in_any_order(text: str) -> None:
    check(text)
    try:
        formatted = format_pddl(Source(text))
    except ValueError:
        return
    assert format_pddl(Source(formatted)) == formatted


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((DOMAIN, PROBLEM)), st.data())
def test_texts_with_pieces_taken_out_and_put_in(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.one_of(st.just(""), PIECES)) + text[end:]
    check(text)


@pytest.mark.parametrize("text", [DOMAIN, PROBLEM, DOMAIN + PROBLEM], ids=["domain", "problem", "both"])
def test_texts_without_faults(text: str) -> None:
    assert check(text) == []


@pytest.mark.parametrize("at", range(0, len(DOMAIN) - 2, 7))
def test_texts_that_are_cut_off(at: int) -> None:
    assert any(one.is_error for one in check(DOMAIN[:at]))


MILLION = 1_000_000
LONG = {
    "nested brackets": "(" * MILLION + ")" * MILLION,
    "nested negations": "(:goal " + "(not " * MILLION,
    "empty brackets": "()" * (MILLION // 4),
    "definitions": "(define (domain d))" * (MILLION // 20),
    "facts": "(:goal (and " + "(at a b) " * (MILLION // 10) + "))",
    "a word": "a" * (20 * MILLION),
    "a comment": ";" * (20 * MILLION),
    "control characters": "\0" * (20 * MILLION),
    "characters outside ASCII": "é " * (MILLION // 4),
    "escaped line breaks": "\\n" * (MILLION // 4),
}


@pytest.mark.parametrize("name", LONG)
def test_long_texts_take_seconds(name: str) -> None:
    found = costs_less(10, lambda: check(LONG[name]))
    assert len(found) <= MOST_FINDINGS
    assert bool(found) == (name != "facts")


def test_a_text_of_twenty_megabytes() -> None:
    text = "(" * (20 * MILLION)
    found = costs_less(30, lambda: check(text))
    assert {"PDL007", "PDL008"} <= {one.code for one in found}
    assert f"{MOST_TOKENS:,}" in next(one.message for one in found if one.code == "PDL008")


def test_the_deepest_formula_that_is_read() -> None:
    depth = MOST_DEPTH - 2  # the goal and the atom
    assert check("(:goal " + "(not " * depth + "(clean a)" + ")" * depth + ")") == []
    depth += 1
    found = check("(:goal " + "(not " * depth + "(clean a)" + ")" * depth + ")")
    assert [one.code for one in found] == ["PDL007"]


EIGHT = " ".join(f"?x{number}" for number in range(8))


@pytest.mark.parametrize(
    ("condition", "effect"),
    [
        ("(q)", f"(forall ({EIGHT}) (not (r {EIGHT})))"),
        ("(q)", f"(forall ({EIGHT}) (when (p ?x7) (s)))"),
        (f"(forall ({EIGHT}) (imply (p ?x0) (exists (?y) (or (p ?y) (r {EIGHT})))))", "(s)"),
        (f"(exists ({EIGHT}) (and (or (p ?x0) (s)) (or (s) (r {EIGHT}))))", "(s)"),
    ],
)
def test_too_many_choices_of_objects_are_counted_and_said(
    condition: str, effect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty objects for eight variables are 25,600,000,000 choices."""
    monkeypatch.setattr("clairify_cli.languages.pddl.meaning.view.MOST_TRIED", 100_000)
    domain = f"""(define (domain d) (:requirements :adl) (:predicates (p ?x) (q) (s) (r {EIGHT}))
        (:action a :parameters () :precondition {condition} :effect {effect}))"""
    objects = [f"o{number}" for number in range(20)]
    facts = " ".join(f"(p {one})" for one in objects)
    problem = f"(define (problem t) (:domain d) (:objects {' '.join(objects)}) (:init {facts} (q)) (:goal (s)))"
    context = (Source(domain, "d.pddl"), Source(problem, "t.pddl"))
    plan = Source("(a)\n", "t.plan")
    found = costs_less(5, lambda: get("plan").check(plan, CheckOptions(context=context)))
    assert [one.code for one in found] == ["PLN114"]
    assert "choices of objects" in found[0].message
