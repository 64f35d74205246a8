"""Several candidates, a draft by rule, and another model where the first comes to no good end."""

from __future__ import annotations

import pytest

from clairify_cli.languages import get
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import LoopOptions, Reply, resolve_model, translate
from clairify_cli.translate.models.errors import ServerFailedError
from clairify_cli.translate.rounds import first_good
from translate.scripted import Scripted

XDL = get("xdl")
TEXT = "Add 5 g of salt to 50 mL of water in a beaker. Stir for 10 min."
GOOD = translate(TEXT, XDL, resolve_model("reader")).program
WRONG = GOOD.replace("10 min", "20 min")
WORSE = WRONG.replace("50 mL", "60 mL")


def test_the_verifier_takes_the_best_of_several_candidates() -> None:
    model = Scripted([WORSE, GOOD, WRONG])
    result = translate(TEXT, XDL, model, LoopOptions(candidates=3))
    assert (result.outcome, result.program, len(result.rounds)) == (Outcome.VALID, GOOD, 3)
    assert len({messages for messages, _ in model.asked}) == 1, "all answer the first prompt"
    assert [asked.temperature for _, asked in model.asked] == [None, None, None]
    assert len({asked.attempt for _, asked in model.asked}) == 3


def test_the_loop_goes_on_from_the_best_candidate() -> None:
    model = Scripted([WRONG, WORSE, GOOD])
    result = translate(TEXT, XDL, model, LoopOptions(candidates=2))
    assert (result.outcome, result.program) == (Outcome.VALID, GOOD)
    assert "20 min" in model.user(3)
    assert "60 mL" not in model.user(3)


def test_what_most_candidates_say_is_taken_among_equals() -> None:
    other = GOOD.replace("beaker", "flask")
    mixed = GOOD.replace("<Stir ", "<Stir stir_speed='300 RPM' ")
    model = Scripted([GOOD, other, mixed])
    result = translate(TEXT, XDL, model, LoopOptions(candidates=3, fidelity=False))
    assert (result.outcome, result.program) == (Outcome.VALID, other), "vessels may have any names"


def test_equal_candidates_are_no_dispute() -> None:
    assert translate(TEXT, XDL, Scripted([WRONG, WRONG, GOOD]), LoopOptions(candidates=2)).outcome is Outcome.VALID


def test_more_candidates_than_rounds_make_no_sense() -> None:
    with pytest.raises(ValueError, match="candidates"):
        LoopOptions(rounds=2, candidates=3)


def test_a_draft_is_shown_with_what_is_doubtful() -> None:
    text = "Add 50 mL of water to a beaker. Bewitch it with 5 g of salt. Stir for 10 min."
    model = Scripted([GOOD])
    translate(text, XDL, model, LoopOptions(draft=True, rounds=1))
    told = model.user(1)
    assert "made by simple rules" in told
    assert '<Stir vessel="beaker" time="10 min"/>' in told
    assert "- no step has the text's `5 g`" in told
    plain = Scripted([GOOD])
    translate(text, XDL, plain, LoopOptions(rounds=1))
    assert "made by simple rules" not in plain.user(1)


@pytest.mark.parametrize("first", [ServerFailedError("down"), WRONG, Reply("", refusal="no"), "CANNOT SAY: no"])
def test_another_model_is_asked_where_the_first_comes_to_no_good_end(first: Reply | str | BaseException) -> None:
    models = [Scripted([first], name="one"), Scripted([Reply(GOOD, cost=0.5, input_tokens=7)], name="two")]
    result = first_good(models, lambda model: translate(TEXT, XDL, model, LoopOptions(rounds=2)))
    assert (result.outcome, result.program, result.model) == (Outcome.VALID, GOOD, "two")
    assert result.input_tokens == 7
    assert len(result.rounds) == len(models[0].asked) + 1
    assert any(remark.startswith("one ended ") for remark in result.remarks)


def test_another_model_is_not_asked_without_need() -> None:
    models = [Scripted(["NO PROCEDURE: a poem"]), Scripted([GOOD])]
    assert first_good(models, lambda model: translate(TEXT, XDL, model)).outcome is Outcome.NO_PROCEDURE
    assert not models[1].asked


def test_the_better_program_is_kept_where_no_model_is_right() -> None:
    models = [Scripted([WRONG], name="one"), Scripted([WORSE], name="two")]
    result = first_good(models, lambda model: translate(TEXT, XDL, model))
    assert (result.outcome, result.program, result.model) == (Outcome.DISPUTED, WRONG, "one")
