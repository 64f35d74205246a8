"""A model writes programs, behind a server that speaks the protocol: what it is told, what of it stands, and when."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from case_tables import stored
from fakes.openai_server import Request, fails, says, serve

from clairify_cli.agents.formalise.given import Given, read_domain
from clairify_cli.agents.programs.write import Written
from clairify_cli.agents.programs.write_model import MOST_DOUBTED, NOT_HELD, write_with_model
from clairify_cli.diagnostics.model import Severity, Source
from clairify_cli.fidelity.goals import lexicon_of
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import LoopOptions, Translation
from clairify_cli.translate.models.litellm_model import LiteLLMModel

FLAT = Path(__file__).parents[3] / "clairify_cli/services/study/arm/household.pddl"
SALMON = "Put the salmon in the microwave and close the microwave."
FETCH = """\
    go_next_door("sofa1", "microwave1", "living-room", "kitchen")
    open("microwave1")
    go("microwave1", "fridge1", "kitchen")
    open("fridge1")
    take("salmon1", "fridge1")
    go("fridge1", "microwave1", "kitchen")
"""
END = '    put("salmon1", "microwave1")\n    close("microwave1")\n'
WITH_FREE_HANDS = stored(__file__, "WITH_FREE_HANDS")
SHORT = '    put("salmon1", "microwave1")\n'


def program(body: str) -> str:
    return f"```python\ndef cook():\n{body}```"


def write(
    replies: Sequence[str | None], text: str = SALMON, rounds: int = 10, *, assertions: bool = True
) -> tuple[Translation, Written | None, list[Request]]:
    """What comes of replies, one for each round (None: the server fails), and what was asked for."""
    domain = read_domain("household", most_bytes=1_000_000)
    given = Given(domain, Source(FLAT.read_text(encoding="utf-8"), "flat.pddl"), lexicon_of([domain]))
    script = [fails(400, "no more") if one is None else says(one) for one in replies]
    with serve(*script) as server:
        model = LiteLLMModel("openai/scripted", server.address)
        result, written = write_with_model(text, given, model, LoopOptions(rounds=rounds), assertions=assertions)
        return result, written, list(server.requests)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.mark.parametrize("assertions", [True, False])
def test_a_program_that_asserts_nothing_need_not_begin_with_it_at_its_end(assertions: bool) -> None:
    result, _, asked = write([program(FETCH + END)], assertions=assertions)
    assert (result.outcome, len(asked), result.diagnostics) == (Outcome.VALID, 1, ())


def test_a_program_that_is_given_twice_is_meant_and_its_doubts_are_warnings() -> None:
    doubted = program(FETCH + SHORT)
    result, written, asked = write([doubted, doubted])
    assert (result.outcome, len(asked)) == (Outcome.VALID, 2)
    assert [(one.code, one.severity) for one in result.diagnostics] == [("PRG210", Severity.WARNING)]
    assert "once more" not in str(result.diagnostics[0].hint)
    assert written is not None and "close(" not in written.text


def test_doubts_alone_are_told_so_often_and_no_more() -> None:
    replies = [program(f"    # {number}\n{FETCH}{SHORT}") for number in range(5)]
    result, _, asked = write(replies)
    assert (result.outcome, len(asked)) == (Outcome.VALID, MOST_DOUBTED + 1)
    assert [one.severity for one in result.diagnostics] == [Severity.WARNING]


@pytest.mark.parametrize("rounds", [1, 2])
def test_what_there_are_only_doubts_of_stands_however_the_loop_ends(rounds: int) -> None:
    result, written, _ = write([program(FETCH + SHORT), None], rounds=rounds)
    assert result.outcome is Outcome.VALID
    assert result.error is None
    assert bool(result.remarks) is (rounds == 2)  # the model failed
    assert written is not None


def test_what_is_left_of_the_text_is_told() -> None:
    result, _, asked = write([program(FETCH + SHORT), program(FETCH + END)])
    assert (result.outcome, len(asked)) == (Outcome.VALID, 2)
    assert 'does not reach the goal: `closed("microwave1")` does not hold at its end' in asked[1].user
    assert "if it is meant so, give the same program once more" in asked[1].user


def test_a_program_that_does_nothing_is_sent_back() -> None:
    nothing = '    if holding("salmon1"):\n        put("salmon1", "microwave1")\n'
    result, _, asked = write([program(nothing), program(FETCH + END)], "Do as you like.")
    assert (result.outcome, len(asked)) == (Outcome.VALID, 2)
    assert "this program executes no step" in asked[1].user
    assert result.remarks == (NOT_HELD,)
    assert write([program(FETCH + END)])[0].remarks == ()


def test_what_cannot_be_done_may_be_said_and_is_no_program() -> None:
    result, _, asked = write([program("    # there is no egg and no pan\n    pass\n")], "Fry two eggs in the pan.")
    assert (result.outcome, len(asked)) == (Outcome.STUCK, 1)  # to ask again would be to ask for something else
    assert [(one.code, one.severity) for one in result.diagnostics] == [("PRG212", Severity.ERROR)]
    assert "there is no egg and no pan" in result.diagnostics[0].message
    assert "answer with a function with only a comment that says what is missing" in asked[0].system
    assert "heat_on_stove, cook: not here" in asked[0].system
    assert "- cook(" not in asked[0].system


def test_where_the_text_can_be_read_it_is_asked_once_more() -> None:
    told = program("    # there is no salmon\n    pass\n")
    result, _, asked = write([told, program(FETCH + END)])
    assert (result.outcome, len(asked)) == (Outcome.VALID, 2)
    assert "if that is impossible with these actions and objects, give the same answer once more" in asked[1].user
    again = program("    # salmon is lacking\n    pass\n").replace("cook", "fry")
    result, _, asked = write([told, again])
    assert (result.outcome, len(asked)) == (Outcome.STUCK, 2)


def test_without_assertions_none_are_asked_for_and_none_are_kept() -> None:
    body = f"    # 1: all of it\n{WITH_FREE_HANDS}{FETCH}"
    inner = f'    if holding("salmon1"):\n    {WITH_FREE_HANDS}        put("salmon1", "microwave1")\n'
    closing = '    close("microwave1")\n'
    result, written, asked = write([program(body + inner + closing)], assertions=False)
    assert result.is_valid
    assert "leave out every assert" in asked[0].user
    assert written is not None and "assert " not in written.text
    assert "# 1: all of it\n    go_next_door(" in written.text
