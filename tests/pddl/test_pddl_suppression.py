"""Comments of PDDL silence findings: on their line, on the next, or in the whole file."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions


def codes(text: str) -> list[str]:
    return [one.code for one in get("pddl").check(Source(text), CheckOptions())]


PROBLEM: str = stored(__file__, "PROBLEM")


def problem(behind: str = "", before: str = "") -> str:
    return PROBLEM.format(behind=behind, before=before)


def test_without_a_comment() -> None:
    assert codes(problem()) == ["PDL117", "PDL120"]


@pytest.mark.parametrize(
    "comment", ["; clairify: ignore PDL117", ";; clairify: ignore PDL1 -- it is a number", "; clairify: ignore"]
)
def test_on_its_line(comment: str) -> None:
    assert codes(problem(behind=comment)) == ["PDL120"]


def test_of_the_next_line_that_is_none_of_comments() -> None:
    text = problem().replace("  (:goal", "  ; clairify: ignore PDL120\n  ; one after the other\n\n  (:goal")
    assert codes(text) == ["PDL117"]


def test_in_the_whole_file() -> None:
    assert codes("; clairify: ignore-file PDL117, PDL120\n" + problem()) == []


def test_of_nothing() -> None:
    found = codes(problem(behind="; clairify: ignore PDL203"))
    assert found == ["PDL117", "CLA001", "PDL120"]


def test_of_the_fidelity_to_a_text_that_is_not_there() -> None:
    assert codes(problem(behind="; clairify: ignore PDL601")) == ["PDL117", "PDL120"]


def test_misspelt() -> None:
    assert "CLA002" in codes(problem(behind="; clairify: ignor PDL117"))


def test_behind_the_last_definition() -> None:
    assert "CLA001" in codes(problem() + "; clairify: ignore PDL117\n")
