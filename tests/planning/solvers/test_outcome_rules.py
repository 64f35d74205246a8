"""The findings about how solving ended: a rule for each outcome, at a place that helps, and no two alike."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.planning.solvers.base import Solution, SolverOutcome
from clairify_cli.planning.solvers.outcome_rules import diagnose
from clairify_cli.rulebook import all_rules
from planning.tasks import CHAIN, chain

CODES = {
    SolverOutcome.UNSOLVABLE: "PLN201",
    SolverOutcome.NOT_FOUND: "PLN202",
    SolverOutcome.TIMEOUT: "PLN203",
    SolverOutcome.OUT_OF_MEMORY: "PLN204",
    SolverOutcome.UNSUPPORTED: "PLN205",
    SolverOutcome.CRASHED: "PLN206",
    SolverOutcome.INTERRUPTED: "PLN207",
}
DOMAIN = Source(CHAIN, "chain.pddl")
PROBLEM = Source(chain("(r o)").replace(" (:goal", "\n (:goal"), "problem.pddl")


def ended(outcome: SolverOutcome, text: str | None = None, line: int | None = None) -> Solution:
    return Solution(outcome, None, None, False, "planner", 1.0, 1.0, "what happened", "", text and "x", text, line)


@pytest.mark.parametrize("outcome", [one for one in SolverOutcome if one is not SolverOutcome.SOLVED])
def test_every_outcome_has_its_rule(outcome: SolverOutcome) -> None:
    finding = diagnose(ended(outcome), DOMAIN, PROBLEM)
    assert finding is not None
    assert finding.code == CODES[outcome]
    assert finding.message == "what happened"
    assert finding.is_error
    assert (finding.span.file, finding.span.line) == ("problem.pddl", 2)
    assert PROBLEM.text[finding.span.start : finding.span.end] == "(:goal"


@pytest.mark.parametrize("outcome", [one for one in SolverOutcome if one is not SolverOutcome.SOLVED])
def test_what_is_explained_carries_no_hint_of_its_own(outcome: SolverOutcome) -> None:
    plain = diagnose(ended(outcome), DOMAIN, PROBLEM)
    told = diagnose(ended(outcome), DOMAIN, PROBLEM, explained=True)
    assert plain is not None and told is not None
    assert told.hint is None and (plain.hint is not None or outcome is SolverOutcome.INTERRUPTED)
    assert (told.code, told.message, told.span) == (plain.code, plain.message, plain.span)


def test_a_plan_is_no_finding() -> None:
    assert diagnose(ended(SolverOutcome.SOLVED), DOMAIN, PROBLEM) is None


@pytest.mark.parametrize(
    ("text", "line", "file", "words"),
    stored(__file__, "what_is_not_supported_is_shown"),
)
def test_what_is_not_supported_is_shown(text: str, line: int, file: str, words: str) -> None:
    finding = diagnose(ended(SolverOutcome.UNSUPPORTED, text, line), DOMAIN, PROBLEM)
    assert finding is not None and finding.hint is not None
    source = DOMAIN if text == "domain" else PROBLEM
    assert (finding.span.file, finding.span.line) == (file, line)
    assert source.text[finding.span.start : finding.span.end] == words
    assert finding.hint.endswith(f"or write the {text} without it")


@pytest.mark.parametrize("problem", ["", "(define (problem p))", "no PDDL", "((((", ")"])
def test_a_problem_without_a_goal(problem: str) -> None:
    finding = diagnose(ended(SolverOutcome.CRASHED), DOMAIN, Source(problem, "problem.pddl"))
    assert finding is not None and finding.span.start == 0


@pytest.mark.parametrize("code", [*CODES.values()])
def test_pages(code: str) -> None:
    page = all_rules()[code].page
    assert "\nWrong:\n" in page and "\nRight:\n" in page
    assert len(page.splitlines()[0]) <= 80


def test_only_a_proof_speaks_of_there_being_no_plan() -> None:
    """The hints go to a model: none of them may let it change a task that may be right."""
    hints = {}
    for outcome in CODES:
        finding = diagnose(ended(outcome), DOMAIN, PROBLEM)
        assert finding is not None
        hints[outcome] = finding.hint or ""
    assert "change the goal" in hints.pop(SolverOutcome.UNSOLVABLE)
    assert not any("change" in hint for hint in hints.values())
