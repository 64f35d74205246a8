"""PDDL as a language of the tool: what a text is held against, and clean files that stay clean."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from case_tables import stored
from effort import costs_less

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import NAMES, SEARCHED, by_suffix, get
from clairify_cli.languages.base import CheckOptions

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("CLAIRIFY_SHARED_DATA", ROOT.parent / "shared" / "data")) / "alfworld"
GAMES = sorted(DATA.glob("*.tw-pddl")) if DATA.is_dir() else []

DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = stored(__file__, "PROBLEM")


def check(text: str, *context: str) -> list[Diagnostic]:
    given = tuple(Source(one, f"context{number}.pddl") for number, one in enumerate(context))
    return get("pddl").check(Source(text, "text.pddl"), CheckOptions(context=given))


def codes(text: str, *context: str) -> list[str]:
    return [one.code for one in check(text, *context)]


def test_the_language_is_known_and_is_not_the_default() -> None:
    assert NAMES[0] == "xdl"
    assert "pddl" in NAMES
    assert get("pddl").name == "pddl"
    assert by_suffix(".PDDL") == "pddl"
    assert ".pddl" in SEARCHED


def test_clean_texts_have_no_findings() -> None:
    assert codes(DOMAIN) == []
    assert codes(PROBLEM) == []
    assert codes(PROBLEM, DOMAIN) == []
    assert codes(DOMAIN, PROBLEM) == []
    assert codes(DOMAIN + PROBLEM) == []


def test_a_problem_is_checked_against_the_domain_in_its_text_or_in_the_context() -> None:
    wrong = PROBLEM.replace("(clean cup)", "(clean sponge)")
    assert codes(wrong) == []
    assert codes(wrong, DOMAIN) == ["PDL303"]
    assert [(one.code, one.span.line) for one in check(DOMAIN + wrong)] == [("PDL303", 11)]


def test_of_several_domains_the_one_of_the_name_counts() -> None:
    other = DOMAIN.replace("kitchen", "garden").replace("clean", "dug")
    assert codes(PROBLEM, other, DOMAIN) == []
    assert codes(PROBLEM, DOMAIN, other) == []
    assert codes(PROBLEM, other) == ["PDL220", "PDL202"]


def test_only_findings_about_the_text_come_back() -> None:
    broken = DOMAIN.replace("(:types dish tool)", "(:types dish)").replace("(wet ?t - tool)", "(wet ?t - tool")
    for found in (check(PROBLEM, broken), check(DOMAIN, PROBLEM[:-20]), check("(:goal (clean cup))", broken, PROBLEM)):
        assert {one.span.file for one in found} <= {"text.pddl"}
        assert not any(one.is_error for one in found), found


@pytest.mark.parametrize("context", ["", "(", "no pddl", "(define)", "(define (domain kitchen))", DOMAIN[:100]])
def test_any_text_can_be_context(context: str) -> None:
    for text in (PROBLEM, DOMAIN, "(:goal (clean cup))"):
        assert {one.span.file for one in check(text, context)} <= {"text.pddl"}


def test_a_goal_alone_is_checked_against_domain_and_problem() -> None:
    assert codes("(:goal (clean cup))", DOMAIN, PROBLEM) == []
    assert codes("(:goal (clean mug))", DOMAIN, PROBLEM) == ["PDL204"]
    assert codes("(:goal (cleaned cup))", DOMAIN, PROBLEM) == ["PDL202"]
    assert codes("(:goal (clean sponge))", DOMAIN, PROBLEM) == ["PDL303"]
    assert codes("(:goal (wet sponge))", DOMAIN, PROBLEM) == ["PDL412"]
    assert codes("(:goal (clean cup cup))", DOMAIN, PROBLEM) == ["PDL301"]
    assert codes("(:goal (clean mug))", DOMAIN) == []
    assert codes("(:goal (clean mug))") == []


def test_a_name_that_may_be_in_what_could_not_be_read_is_not_refused() -> None:
    broken = DOMAIN.replace("(:predicates (clean ?d - dish) (wet ?t - tool))", "((clean ?d - dish) (wet ?t - tool))")
    assert "PDL202" not in codes(PROBLEM, broken)


def test_comments_silence_findings() -> None:
    loud = DOMAIN.replace("(wet ?t - tool))", "(wet ?t - tool) (dry ?t - tool))")
    assert codes(loud) == ["PDL214"]
    assert codes(loud.replace("(dry ?t - tool))", "(dry ?t - tool)) ; clairify: ignore PDL214")) == []
    assert codes(f"; clairify: ignore-file PDL214\n{loud}") == []


def test_a_dialect_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no dialect"):
        get("pddl").check(Source(DOMAIN), CheckOptions("2.0"))


def test_a_domain_claims_nothing() -> None:
    assert get("pddl").claims(Source(DOMAIN), CheckOptions()) == ()


def test_findings_are_the_same_on_every_run_and_in_source_order() -> None:
    text = DOMAIN.replace("dish)", "disch)").replace("wet sponge", "wet spong ?x") + PROBLEM.replace("cup", "?cup")
    first = check(text)
    assert first == check(text)
    assert len(first) > 4
    assert [one.span.start for one in first] == sorted(one.span.start for one in first)


def test_one_cause_is_one_finding() -> None:
    text = DOMAIN.replace("(:types dish tool)", "(:types tool)") + PROBLEM
    found = [one for one in check(text) if one.is_error]
    assert [(one.code, one.span.line) for one in found] == [("PDL201", 5), ("PDL201", 9)]
    assert "(and in 1 more place)" in found[0].message


# -------------------------------------------------------------------------------------------------- clean files

OWN = [
    (domain, problem)
    for domain in sorted((ROOT / "domains").glob("*.pddl"))
    for problem in sorted((ROOT / "domains" / "problems" / domain.stem).glob("*.pddl"))
]


@pytest.mark.parametrize(("domain", "problem"), OWN, ids=lambda path: path.stem)
def test_our_own_domains_and_problems_are_clean(domain: Path, problem: Path) -> None:
    texts = domain.read_text(encoding="utf-8"), problem.read_text(encoding="utf-8")
    assert [one.message for one in check(texts[1], texts[0])] == []
    assert [one.message for one in check(texts[0], texts[1]) if one.is_error] == []
    assert len(check(texts[0])) <= 1


@pytest.mark.skipif(not GAMES, reason=f"no games in {DATA}; set CLAIRIFY_SHARED_DATA to the shared data")
def test_the_games_of_alfworld_have_the_errors_that_are_there() -> None:
    """Of `(?l - location, ?r - receptacle)`, Fast Downward takes the comma for a part of the type, of which there is
    nothing, so that the action can never be used. And actions name kinds such as `SinkType`, which are objects of the
    problem and no constants: Fast Downward refuses that."""
    for path in GAMES[::6]:
        game = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        domain = game["pddl_domain"]
        errors = [one for one in check(domain, game["pddl_problem"]) if one.is_error]
        assert domain[: errors[0].span.end].endswith("?l - location,")
        assert {one.code for one in errors[1:]} == {"PDL204"}
        assert all(domain[one.span.start : one.span.end].endswith("Type") for one in errors[1:])
        assert not [one for one in check(game["pddl_problem"], domain) if one.is_error]


# ---------------------------------------------------------------------------------------------------- large texts

MANY = 5000
NAMES_OF_MANY = " ".join(f"o{number}" for number in range(MANY))
SMALL_DOMAIN = stored(__file__, "SMALL_DOMAIN")


def large_problem(objects: str, fact: str) -> str:
    facts = " ".join(fact.format(number) for number in range(MANY))
    return f"(define (problem x) (:domain d) (:objects {objects}) (:init {facts}) (:goal (q o1)))"


def chain(step: int, count: int = 20_000) -> str:
    types = " ".join(f"t{number} - t{(number + 1) % count}" for number in range(0, count, step))
    return f"(define (domain d) (:types {types}) (:predicates (p ?x - t1)))"


@pytest.mark.parametrize(
    ("text", "context"),
    [
        (large_problem(f"{NAMES_OF_MANY} - a", "(p o{})"), SMALL_DOMAIN),
        (large_problem(f"{NAMES_OF_MANY} - a", "(p u{})"), SMALL_DOMAIN),
        (large_problem(f"{NAMES_OF_MANY} - b", "(p o{})"), SMALL_DOMAIN),
        (large_problem(f"{NAMES_OF_MANY} {NAMES_OF_MANY} - a", "(p o1)"), SMALL_DOMAIN),
        (large_problem(f"{NAMES_OF_MANY} - a", "(p{} o1)"), SMALL_DOMAIN),
        (large_problem(f"{NAMES_OF_MANY} - a", "(not (p o{}))"), SMALL_DOMAIN),
        (chain(1), PROBLEM),
        (chain(2), PROBLEM),
        (SMALL_DOMAIN.replace("(:action", 2000 * "(:action y :effect (r ?x)) (:action"), PROBLEM),
    ],
    ids=["good", "undeclared", "of a wrong type", "twice", "of many predicates", "false", "circle", "pairs", "actions"],
)
def test_large_texts_come_to_an_end(text: str, context: str) -> None:
    """Nothing grows with the square of the text. Half a minute is many times what each of them takes."""
    costs_less(30, lambda: check(text, context))
