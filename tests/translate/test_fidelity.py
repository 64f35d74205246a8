"""The loop holds a program to the text: differences are errors that go back to the model."""

from __future__ import annotations

import pytest

from clairify_cli.languages import get
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import LoopOptions, Reply, resolve_model, translate
from clairify_cli.translate.options import DISPUTABLE
from translate.scripted import Scripted

TEXT = "Add 5 g of salt to 50 mL of water in a beaker. Stir for 10 min."
FAITHFUL = translate(TEXT, get("xdl"), resolve_model("reader")).program
WRONG = FAITHFUL.replace("10 min", "20 min")
BROKEN = FAITHFUL.replace("10 min", "-10 min")
XDL = get("xdl")


def test_a_difference_goes_back_to_the_model() -> None:
    model = Scripted([WRONG, FAITHFUL])
    result = translate(TEXT, XDL, model)
    assert (result.outcome, result.program, len(result.rounds)) == (Outcome.VALID, FAITHFUL, 2)
    assert [finding.code for finding in result.rounds[0].diagnostics if finding.is_error] == ["XDL602"]
    told = model.asked[1][0][1].content
    assert "the text has `10 min`, in `Stir for 10 min`, and not `20 min` for the `time` of `Stir`" in told
    assert "It did not match the text." in told


def test_an_error_in_the_program_itself_comes_first() -> None:
    model = Scripted([BROKEN, FAITHFUL])
    translate(TEXT, XDL, model)
    assert "It was not valid xdl." in model.asked[1][0][1].content


def test_the_model_is_told_what_the_verifier_holds_against_it() -> None:
    model = Scripted([FAITHFUL])
    translate(TEXT, XDL, model)
    assert "A verifier compares program and text in both directions" in model.asked[0][0][0].content


OUT_OF_ORDER = "Put 5 g of salt on a filter. Wash it with ethanol (20 mL) and ether (30 mL)."


def _turned(program: str) -> str:
    """The program with its last two steps in the other order."""
    lines = program.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if "<WashSolid" in line)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return "".join(lines)


def test_the_same_answer_to_a_finding_about_fidelity_is_disputed() -> None:
    model = Scripted([WRONG, f"The text means 20 minutes.\n```xdl\n{WRONG}```", FAITHFUL])
    result = translate(TEXT, XDL, model)
    assert (result.outcome, result.outcome.exit_code, len(result.rounds)) == (Outcome.DISPUTED, 1, 2)
    assert (result.program, result.error) == (WRONG, "The text means 20 minutes.")
    assert [one.code for one in result.diagnostics if one.is_error] == ["XDL602"]
    assert "If findings are mistaken, leave what they are about as it is" in model.asked[1][0][1].content


TWICE_WRONG = WRONG.replace("50 mL", "60 mL").replace("5 g", "6 g")


@pytest.mark.parametrize(
    ("words", "after", "rounds"),
    [
        ("MISTAKEN 3: it is twenty", WRONG, 2),
        ("**MISTAKEN 1, 2 and 3:** it is twenty", WRONG, 2),
        ("MISTAKEN 2: it is twenty", WRONG, 3),
        ("MISTAKEN 3: it is twenty", WRONG.replace("50 mL", "70 mL"), 3),
        ("MISTAKEN 9: it is twenty", WRONG, 3),
        ("It is twenty", WRONG, 3),
        ("MISTAKEN 3: it is twenty", FAITHFUL, 2),
    ],
    ids=["one", "all", "another", "a new fault", "none of them", "no number", "it is not"],
)
def test_a_finding_that_a_model_calls_mistaken_is_disputed_at_once(words: str, after: str, rounds: int) -> None:
    result = translate(TEXT, XDL, Scripted([TWICE_WRONG, f"{words}\n```xdl\n{after}```", FAITHFUL]))
    disputed = rounds == 2 and after != FAITHFUL
    assert (len(result.rounds), result.outcome) == (rounds, Outcome.DISPUTED if disputed else Outcome.VALID)
    assert result.error == ("it is twenty" if disputed else None)


def test_a_model_that_only_names_the_mistaken_findings_stands_by_its_program() -> None:
    result = translate(TEXT, XDL, Scripted([WRONG, "MISTAKEN 1: it is twenty", FAITHFUL]))
    assert (result.outcome, result.program, result.error) == (Outcome.DISPUTED, WRONG, "it is twenty")
    assert len(translate(TEXT, XDL, Scripted(["MISTAKEN 1: it is twenty", FAITHFUL])).rounds) == 2


def test_a_model_is_shown_its_steps_without_the_declarations_that_it_did_not_write() -> None:
    step = '<Add vessel="beaker" reagent="water" volume="60 mL"/>'
    model = Scripted([f"<XDL><Synthesis><Procedure>\n{step}\n</Procedure></Synthesis></XDL>", WRONG, FAITHFUL])
    translate(TEXT, XDL, model)
    first, second = (asked[0][1].content for asked in model.asked[1:])
    shown = first.partition(" -----\n<XDL>")[2]
    assert "<Component" not in shown
    assert shown.splitlines()[3].strip() == step  # what follows <XDL> is line 2
    assert "Line 4, error: the text has `50 mL`" in shown
    assert "<Component" in second


def test_a_person_may_accept_a_disputed_order_and_no_disputed_quantity() -> None:
    accepting = LoopOptions(accept_disputed=True)
    assert translate(TEXT, XDL, Scripted([WRONG]), accepting).outcome is Outcome.DISPUTED
    turned = _turned(translate(OUT_OF_ORDER, XDL, resolve_model("reader")).program)
    first = translate(OUT_OF_ORDER, XDL, Scripted([turned]))
    codes = {one.code for one in first.diagnostics if one.is_error}
    assert first.outcome is Outcome.DISPUTED
    assert codes and codes <= DISPUTABLE
    result = translate(OUT_OF_ORDER, XDL, Scripted([turned]), accepting)
    assert (result.outcome, result.program) == (Outcome.VALID, turned)
    assert codes <= {one.code for one in result.diagnostics}
    assert any("accepted as disputed" in one for one in result.remarks)


def test_the_same_answer_to_an_error_in_itself_is_no_dispute() -> None:
    assert translate(TEXT, XDL, Scripted([BROKEN]), LoopOptions(rounds=3)).outcome is Outcome.ROUNDS


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [("NO PROCEDURE: a poem.", Outcome.NO_PROCEDURE), (Reply("", "content_filter", refusal="no"), Outcome.DECLINED)],
)
def test_a_reply_without_a_program_may_end_the_loop(reply: Reply | str, outcome: Outcome) -> None:
    result = translate(TEXT, XDL, Scripted([WRONG, reply]))
    assert (result.outcome, len(result.rounds), result.program) == (outcome, 2, WRONG)
    assert result.error in ("a poem.", "no")


def test_without_fidelity_any_valid_program_will_do() -> None:
    result = translate(TEXT, XDL, Scripted([WRONG]), LoopOptions(fidelity=False))
    assert (result.outcome, len(result.rounds), result.diagnostics) == (Outcome.VALID, 1, ())


@pytest.mark.parametrize(
    ("program", "outcome", "sound"), [(WRONG, Outcome.UNFAITHFUL, True), (BROKEN, Outcome.STUCK, False)]
)
def test_a_model_that_cannot_do_otherwise(program: str, outcome: Outcome, sound: bool) -> None:
    result = translate(TEXT, XDL, Scripted([program], deterministic=True))
    assert (result.outcome, result.is_valid, result.is_sound) == (outcome, False, sound)
    assert result.program == program


def test_a_program_that_differs_is_better_than_one_that_is_wrong_in_itself() -> None:
    twice_wrong = WRONG.replace("50 mL", "60 mL")
    result = translate(TEXT, XDL, Scripted([twice_wrong, BROKEN]), LoopOptions(rounds=2))
    assert (result.outcome, result.program, result.is_sound) == (Outcome.ROUNDS, twice_wrong, True)


def test_a_value_that_is_wrong_in_itself_is_one_error() -> None:
    result = translate(TEXT, XDL, Scripted([BROKEN]), LoopOptions(rounds=1))
    assert [finding.code for finding in result.diagnostics if finding.is_error] == ["XDL305"]


def test_the_offline_reader_says_where_it_differs() -> None:
    text = "Add 50 mL of water to a beaker. Bewitch it with 5 g of salt. Stir for 10 min."
    result = translate(text, XDL, resolve_model("reader"))
    assert (result.outcome, result.is_sound) == (Outcome.UNFAITHFUL, True)
    (missing,) = [finding for finding in result.diagnostics if finding.is_error]
    assert missing.code == "XDL601"
    (related,) = missing.related
    assert text[related.span.start : related.span.end] == "5 g"
