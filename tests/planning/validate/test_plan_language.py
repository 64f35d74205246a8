"""Plans as a language: check with and without a task, format, extract, claims, comments that silence."""

from __future__ import annotations

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.planning.validate.language import PlanLanguage
from planning.plan_cases import TASKS

LANGUAGE: Language = PlanLanguage()
CONTEXT = tuple(Source(text, name) for text, name in zip(TASKS["gripper"], ("d.pddl", "p.pddl"), strict=True))
GOOD = "(pick ball1 room-a left)\n(move room-a room-b)\n(drop ball1 room-b left)\n"


def codes(text: str, *context: Source) -> list[str]:
    return [one.code for one in LANGUAGE.check(Source(text, "t.plan"), CheckOptions(context=context))]


def test_with_a_task_the_plan_is_validated() -> None:
    assert codes(GOOD, *CONTEXT) == []
    assert codes(GOOD.splitlines()[0], *CONTEXT) == ["PLN106"]
    assert codes(GOOD.splitlines()[0]) == []


def test_domain_and_problem_may_come_in_any_order_or_in_one_text() -> None:
    assert codes(GOOD, *reversed(CONTEXT)) == []
    assert codes(GOOD, Source("".join(one.text for one in CONTEXT), "both.pddl")) == []


def test_faults_of_the_text_and_of_the_plan_come_in_one_run_in_order() -> None:
    text = "1. (pick ball1 room-a left)\n(move room-a room-c)\nthen stop.\n"
    assert codes(text, *CONTEXT) == ["PLN002", "PLN103", "PLN001"]


def test_comments_silence_findings() -> None:
    assert codes("(move room-a room-b) ; clairify: ignore PLN106\n", *CONTEXT) == []
    assert codes("; clairify: ignore PLN106 -- it goes on later\n(move room-a room-b)\n", *CONTEXT) == []
    assert codes("; clairify: ignore-file PLN1\n; more\n\n(move room-a room-b)\n", *CONTEXT) == []
    assert codes(f"; clairify: ignore PLN105\n{GOOD}", *CONTEXT) == ["CLA001"]


def test_format_is_one_action_a_line_with_the_comments_where_they_stood() -> None:
    text = "; take it\n0: (PICK Ball1, room-a left) [1] ; gently\n\n1. (move room-a\n room-b)\n(look) (look) ; there\n"
    made = LANGUAGE.format(Source(text), CheckOptions())
    assert made == ("; take it\n(pick ball1 room-a left)  ; gently\n(move room-a room-b)\n(look)\n(look)  ; there\n")
    assert LANGUAGE.format(Source(made), CheckOptions()) == made


def test_format_refuses_what_it_cannot_read() -> None:
    with pytest.raises(ValueError, match="line 2: `no idea!` is not an action"):
        LANGUAGE.format(Source("(look)\nno idea!\n"), CheckOptions())


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"Here you are:\n```pddl\n{GOOD}```\nIt works (I think).",
        f"First I thought:\n```\n(look)\n```\nbut then\n```\n{GOOD}```\n",
        f"The plan is:\n\n{GOOD}\nI hope that it helps.\n",
        f"```\n{GOOD}",
    ],
)
def test_extract_takes_the_plan_out_of_a_reply(reply: str) -> None:
    assert LANGUAGE.extract(reply) == GOOD


def test_extract_leaves_a_reply_without_a_plan_as_it_is() -> None:
    assert LANGUAGE.extract("I cannot do that.") == "I cannot do that."


def test_claims_have_every_step() -> None:
    claims = LANGUAGE.claims(Source(GOOD), CheckOptions())
    assert [(one.number, one.name) for one in claims] == [(1, "pick"), (2, "move"), (3, "drop")]


def test_the_description_holds_a_plan_that_is_one() -> None:
    text = LANGUAGE.describe(CheckOptions())
    assert codes(LANGUAGE.extract(text), *CONTEXT) == []
