"""The loop itself: its stops, its choice of the best candidate, and what survives an interrupt."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import Feedback, Hooks, LoopOptions, Progress, Reply, ReplyKind, Trace, translate
from clairify_cli.translate.models.errors import ModelTimeoutError, ServerFailedError
from translate.scripted import Scripted
from translate.toy import Toy

ONE_ERROR = "flask = 1\nbeker = 2\n"
TWO_ERRORS = "flsk = 1\nbeker = 2\n"
WARNING = "flask = 0\n"
GOOD = "flask = 1\n"


def test_valid_in_the_first_round(toy: Toy) -> None:
    result = translate("One flask.", toy, Scripted([GOOD]))
    assert result.outcome is Outcome.VALID
    assert result.is_valid
    assert result.program == GOOD
    assert len(result.rounds) == 1


def test_a_warning_does_not_keep_the_loop_going(toy: Toy) -> None:
    result = translate("No flask.", toy, Scripted([WARNING]), LoopOptions(feed_warnings=True))
    assert result.outcome is Outcome.VALID
    assert [d.code for d in result.diagnostics] == ["TOY5"]


def test_safe_fixes_come_before_the_model_is_asked_again(toy: Toy) -> None:
    model = Scripted(["flask = 1;\nbeaker = 2;\n"])
    result = translate("x", toy, model)
    assert result.outcome is Outcome.VALID
    assert result.program == "flask = 1\nbeaker = 2\n"
    assert [d.code for d in result.fixes] == ["TOY4", "TOY4"]
    assert len(model.asked) == 1


def test_only_what_fixes_leave_is_fed_back(toy: Toy) -> None:
    model = Scripted(["flsk = 1;\n", GOOD])
    translate("x", toy, model)
    assert "semicolon" not in model.user(2)
    assert "`flsk` is no known name" in model.user(2)
    assert "flsk = 1\n" in model.user(2), "the program is shown as it stands after the fixes"


def test_constraints_are_told_and_checked(toy: Toy) -> None:
    model = Scripted([GOOD, "vial 3 = 1\n", "vial = 1\n"])
    options = CheckOptions(constraints=Constraints(hardware=("vial", "jar"), reagents=(), capacities=(("jar", 250.0),)))
    result = translate("x", toy, model, check_options=options)
    assert result.outcome is Outcome.VALID
    assert len(result.rounds) == 3
    system = model.asked[0][0][0].content
    assert "- vial\n- jar (holds at most 250 mL)\n" in system
    assert "There are no reagents at all" in system
    assert model.asked[0][1].constraints == options.constraints


def test_the_best_candidate_is_kept(toy: Toy) -> None:
    warned = "beker = 2\nflask = 0\n"
    model = Scripted([TWO_ERRORS, warned, ONE_ERROR, "beker = 3\nflask = 1\n", TWO_ERRORS])
    result = translate("x", toy, model, LoopOptions(rounds=5))
    assert result.outcome is Outcome.ROUNDS
    assert result.program == "beker = 3\nflask = 1\n", "fewest errors, then fewest warnings, then the latest"
    assert [d.code for d in result.diagnostics] == ["TOY1"]


def test_a_program_with_errors_is_better_than_none(toy: Toy) -> None:
    model = Scripted([TWO_ERRORS, "", "I cannot do that.", Reply("```\nflask = 1", finish_reason="length")])
    result = translate("x", toy, model, LoopOptions(rounds=4))
    assert result.program == TWO_ERRORS
    kinds = [done.kind for done in result.rounds]
    assert kinds == [ReplyKind.PROGRAM, ReplyKind.EMPTY, ReplyKind.NO_PROGRAM, ReplyKind.CUT_OFF]


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_the_round_limit(toy: Toy, rounds: int) -> None:
    model = Scripted([f"flsk = {n}\n" for n in range(20)])
    result = translate("x", toy, model, LoopOptions(rounds=rounds))
    assert result.outcome is Outcome.ROUNDS
    assert len(model.asked) == rounds


def test_a_model_that_can_only_say_the_same_again_is_asked_once(toy: Toy) -> None:
    model = Scripted([ONE_ERROR], deterministic=True)
    result = translate("x", toy, model)
    assert result.outcome is Outcome.STUCK
    assert len(model.asked) == 1
    assert result.program == ONE_ERROR


def test_white_space_does_not_hide_a_repeated_candidate(toy: Toy) -> None:
    model = Scripted(["flsk = 1\n", "flsk = 1  \n\n", GOOD])
    assert [done.repeated for done in translate("x", toy, model).rounds] == [False, True, False]


def test_an_older_candidate_counts_as_repeated(toy: Toy) -> None:
    model = Scripted([ONE_ERROR, TWO_ERRORS, ONE_ERROR, GOOD])
    result = translate("x", toy, model, LoopOptions(temperature=0.8))
    assert [done.repeated for done in result.rounds] == [False, False, True, False]
    assert [asked.temperature for _, asked in model.asked] == [0.8, 0.8, 0.8, 1.0]


def test_sampling_goes_back_after_something_new(toy: Toy) -> None:
    model = Scripted([ONE_ERROR, ONE_ERROR, TWO_ERRORS, "flsk = 9\n", GOOD])
    translate("x", toy, model, LoopOptions(temperature=0.0, seed=5))
    assert [asked.temperature for _, asked in model.asked] == [0.0, 0.0, 0.3, 0.0, 0.0]
    assert [asked.seed for _, asked in model.asked] == [5, 5, 6, 5, 5]


def test_the_same_prompt_is_never_asked_the_same_way(toy: Toy) -> None:
    model = Scripted([f"flsk = {n}\n" for n in range(20)])
    translate("x", toy, model, LoopOptions(rounds=6, seed=1, feedback=Feedback.NAIVE))
    asked = [(messages, options.seed, options.attempt) for messages, options in model.asked]
    assert len(set(asked)) == 6


def test_the_budget_is_not_passed(toy: Toy) -> None:
    model = Scripted([Reply(f"flsk = {n}\n", cost=0.4) for n in range(9)])
    result = translate("x", toy, model, LoopOptions(max_cost=1.0))
    assert result.outcome is Outcome.BUDGET
    assert len(model.asked) == 2, "a third round would have cost 1.2"
    assert result.cost == pytest.approx(0.8)
    assert result.remarks == ()


def test_a_model_without_a_price_is_mentioned(toy: Toy) -> None:
    model = Scripted([Reply(ONE_ERROR), Reply(GOOD)])
    result = translate("x", toy, model, LoopOptions(max_cost=0.01))
    assert result.outcome is Outcome.VALID
    assert result.cost is None
    assert result.remarks == ("the price of scripted is not known, so its cost was not held to the budget",)


def test_the_time_limit_ends_the_loop_between_rounds(toy: Toy) -> None:
    model = Scripted([ONE_ERROR])
    result = translate("x", toy, model, LoopOptions(timeout=0.001))
    assert result.outcome is Outcome.TIMEOUT
    assert result.program == ONE_ERROR


def test_a_call_gets_what_is_left(toy: Toy) -> None:
    model = Scripted([ONE_ERROR, TWO_ERRORS, GOOD])
    translate("x", toy, model, LoopOptions(timeout=50))
    limits = [asked.timeout or 0 for _, asked in model.asked]
    assert 50 >= limits[0] >= limits[1] >= limits[2] > 40


def test_a_model_that_gives_up_early_has_failed(toy: Toy) -> None:
    result = translate("x", toy, Scripted([ModelTimeoutError("m did not answer")]), LoopOptions(timeout=60))
    assert result.outcome is Outcome.MODEL_FAILED
    assert result.error == "m did not answer"


def test_a_failure_after_a_candidate(toy: Toy) -> None:
    result = translate("x", toy, Scripted([ONE_ERROR, ServerFailedError("boom")]))
    assert result.outcome is Outcome.MODEL_FAILED
    assert result.program == ONE_ERROR
    assert result.error == "boom"


def test_an_interrupt_keeps_everything(
    toy: Toy, tmp_path: Path, lines_of: Callable[[Path], list[dict[str, Any]]]
) -> None:
    with Trace(tmp_path / "t.jsonl") as trace:
        result = translate("x", toy, Scripted([TWO_ERRORS, ONE_ERROR, KeyboardInterrupt()]), hooks=Hooks(trace))
    assert result.outcome is Outcome.INTERRUPTED
    assert result.program == ONE_ERROR
    lines = lines_of(tmp_path / "t.jsonl")
    assert [line["outcome"] for line in lines] == [None, None, "interrupted"]
    assert lines[-1]["error"] == "interrupted"


def test_an_interrupt_while_checking_keeps_the_reply(tmp_path: Path) -> None:
    class Interrupted(Toy):
        def check(self, source: Source, options: CheckOptions) -> list[Any]:
            raise KeyboardInterrupt

    result = translate("x", Interrupted(), Scripted([Reply(GOOD, cost=0.5)]))
    assert result.outcome is Outcome.INTERRUPTED
    assert result.rounds[0].reply == GOOD
    assert result.cost == 0.5


def test_a_stop_between_rounds(toy: Toy) -> None:
    stop = threading.Event()

    def watch(progress: Progress) -> None:
        if progress.done is not None:
            stop.set()

    result = translate("x", toy, Scripted([ONE_ERROR]), hooks=Hooks(progress=watch, stop=stop))
    assert result.outcome is Outcome.INTERRUPTED
    assert result.program == ONE_ERROR


def test_progress_is_told_before_and_after_each_round(toy: Toy) -> None:
    seen: list[Progress] = []
    translate("x", toy, Scripted([ONE_ERROR, GOOD]), hooks=Hooks(progress=seen.append))
    assert [(p.number, p.done is not None) for p in seen] == [(1, False), (1, True), (2, False), (2, True)]
    assert {p.rounds for p in seen} == {10}


def test_notes_about_the_source_text_are_handed_on(toy: Toy) -> None:
    note = Diagnostic("TOY9", Severity.WARNING, "not read", Source("Take a flask.").span(0, 4))
    result = translate("Take a flask.", toy, Scripted([Reply(GOOD, diagnostics=(note,))]))
    assert result.notes == (note,)
    assert result.diagnostics == ()


@pytest.mark.parametrize("comment", ["# clairify: ignore", "#clairify ignore", "# clairify:ignore TOY1"])
def test_a_model_cannot_silence_its_verifier(toy: Toy, comment: str) -> None:
    program = f"flsk = 1 {comment}\n"
    assert toy.check(Source(program), CheckOptions()) == [], "a person may"
    result = translate("x", toy, Scripted([program]), LoopOptions(rounds=1))
    assert result.outcome is Outcome.ROUNDS
    assert any(d.is_error for d in result.diagnostics)


def test_the_trace_of_a_run_that_cannot_be_written_costs_a_remark(toy: Toy, tmp_path: Path) -> None:
    trace = Trace(tmp_path / "t.jsonl")
    trace.close()
    result = translate("x", toy, Scripted([GOOD]), hooks=Hooks(trace))
    assert result.outcome is Outcome.VALID
    assert len(result.remarks) == 1
    assert "cannot be written" in result.remarks[0]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        *stored(__file__, "limits_that_make_no_sense_are_refused"),
        ({"timeout": float("nan")}, "time limit"),
    ],
)
def test_limits_that_make_no_sense_are_refused(values: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        LoopOptions(**values)
