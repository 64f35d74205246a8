"""Recording what a model answered, and answering from it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clairify_cli.outcomes import Outcome
from clairify_cli.translate import (
    Feedback,
    Hooks,
    JsonLines,
    LoopOptions,
    ModelError,
    ModelSetupError,
    Reply,
    ResponseCache,
    Trace,
    translate,
)
from clairify_cli.translate.models.base import ChatMessage, ModelOptions
from clairify_cli.translate.models.errors import ServerFailedError
from clairify_cli.translate.models.record import RecordingModel, ReplayModel
from translate.scripted import Scripted
from translate.toy import Toy

Records = Callable[[Path], list[dict[str, Any]]]
SCRIPT: list[Reply | str | BaseException] = [
    "flsk = 1\n",
    "flsk = 1\n",
    "",
    Reply("```\nflask = 1\nbea", finish_reason="length"),
    Reply("flask = 1;\n", "stop", 30, 4, 0.5),
]


def comparable(rounds: Any) -> list[Any]:
    return [(r.kind, r.prompt_sha256, r.reply, r.candidate, r.diagnostics, r.fixes, r.repeated) for r in rounds]


@pytest.mark.parametrize("feedback", list(Feedback))
@pytest.mark.parametrize("source", ["record", "trace"])
def test_a_replay_takes_the_same_rounds(tmp_path: Path, source: str, feedback: Feedback) -> None:
    options = LoopOptions(feedback=feedback)
    with JsonLines(tmp_path / "record") as file, Trace(tmp_path / "trace") as trace:
        first = translate("x", Toy(), RecordingModel(Scripted(SCRIPT), file), options, hooks=Hooks(trace))
    assert first.outcome is Outcome.VALID
    second = translate("x", Toy(), ReplayModel(tmp_path / source), options)
    assert comparable(second.rounds) == comparable(first.rounds)
    assert (second.input_tokens, second.output_tokens) == (30, 4)
    assert second.cost == 0.0, "what is replayed costs nothing"


def test_a_failure_is_replayed_too(tmp_path: Path) -> None:
    with JsonLines(tmp_path / "r") as file:
        model = RecordingModel(Scripted(["flsk = 1\n", ServerFailedError("m: the server failed")]), file)
        translate("x", Toy(), model)
    result = translate("x", Toy(), ReplayModel(tmp_path / "r"))
    assert result.outcome is Outcome.MODEL_FAILED
    assert result.error == "m: the server failed"
    assert result.program == "flsk = 1\n"


def test_what_a_recording_holds(tmp_path: Path, lines_of: Records) -> None:
    with JsonLines(tmp_path / "r") as file:
        translate("x", Toy(), RecordingModel(Scripted(["flask = 1\n"]), file), LoopOptions(seed=3))
    (line,) = lines_of(tmp_path / "r")
    assert (line["format"], line["version"], line["model"], line["seed"]) == ("clairify-record", 1, "scripted", 3)
    assert line["reply"] == "flask = 1\n"


def test_a_cached_reply_is_recorded(tmp_path: Path, lines_of: Records) -> None:
    cache = ResponseCache(tmp_path / "cache")
    model = Scripted(["flask = 1\n"], cache_id="m")
    translate("x", Toy(), model, hooks=Hooks(cache=cache))
    with JsonLines(tmp_path / "r") as file:
        result = translate("x", Toy(), RecordingModel(model, file), hooks=Hooks(cache=cache))
    assert result.rounds[0].cached
    assert len(lines_of(tmp_path / "r")) == 1
    assert len(model.asked) == 1


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def ask(model: ReplayModel, prompt: str) -> str:
    return model.complete([ChatMessage("user", prompt)], ModelOptions()).text


def test_a_file_by_hand_answers_in_order(tmp_path: Path) -> None:
    model = ReplayModel(write(tmp_path / "r", {"reply": "one"}, {"reply": "two"}))
    assert [ask(model, "a"), ask(model, "a")] == ["one", "two"]
    with pytest.raises(ModelError, match="has no answer left: it holds 2, and one more was asked for"):
        ask(model, "a")


def test_the_same_prompt_gets_its_own_answers_first(tmp_path: Path) -> None:
    with JsonLines(tmp_path / "r") as file:
        recorder = RecordingModel(Scripted(["1", "2", "3"]), file)
        for prompt in ("a", "b", "a"):
            recorder.complete([ChatMessage("user", prompt)], ModelOptions())
    model = ReplayModel(tmp_path / "r")
    assert [ask(model, prompt) for prompt in ("b", "a", "a")] == ["2", "1", "3"]
    again = ReplayModel(tmp_path / "r")
    assert [ask(again, prompt) for prompt in ("new", "b", "newer")] == ["1", "2", "3"]


def test_a_replay_with_too_few_answers_ends_clearly(tmp_path: Path) -> None:
    result = translate("x", Toy(), ReplayModel(write(tmp_path / "r", {"reply": "flsk = 1\n"})))
    assert result.outcome is Outcome.MODEL_FAILED
    assert "has no answer left" in (result.error or "")
    assert result.program == "flsk = 1\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no answers"),
        (b"\n\n", "holds no answers"),
        (b'{"reply": "a"}\n{"reply": ', "line 2: this is not JSON"),
        (b'["reply"]', "line 1: an object with a `reply`"),
        (b'{"reply": 3}', "line 1: there is no `reply`"),
        (b'{"reply": "a", "version": 3}', "version 3 of the format is not known"),
        (b"\xff\xfe{", "not UTF-8"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "r").write_bytes(content)
    with pytest.raises(ModelSetupError, match=words):
        ReplayModel(tmp_path / "r")


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelSetupError, match="cannot be read: No such file"):
        ReplayModel(tmp_path / "nowhere")


def test_a_recording_that_cannot_be_written_ends_the_run(tmp_path: Path) -> None:
    file = JsonLines(tmp_path / "r")
    file.close()
    result = translate("x", Toy(), RecordingModel(Scripted(["flask = 1\n"]), file))
    assert result.outcome is Outcome.MODEL_FAILED
    assert "cannot be written" in (result.error or "")
