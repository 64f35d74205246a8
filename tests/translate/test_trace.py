"""The trace: every line as the schema says, whole, and in the order of the rounds."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clairify_cli.files import data_text
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

jsonschema: Any = importlib.import_module("jsonschema")  # it has no type information
SCHEMA = json.loads(data_text("schemas", "trace.schema.json"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

RUNS: dict[str, list[Reply | str | BaseException]] = {
    "valid": ["flask = 1\n"],
    "mended": ["flsk = 1;\n", Reply("flask = 0\n", "stop", 12, 5, 0.25, 1.5)],
    "odd replies": ["", "prose only", Reply("```\nflask", finish_reason="length"), "lone \ud800 surrogate = 1"],
    "failed": ["flsk = 1\n", ServerFailedError("the server failed")],
    "interrupted": ["flsk = 1\n", KeyboardInterrupt()],
}


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("feedback", list(Feedback))
@pytest.mark.parametrize("run", list(RUNS))
def test_every_line_is_as_the_schema_says(tmp_path: Path, lines_of: Records, run: str, feedback: Feedback) -> None:
    with Trace(tmp_path / "t.jsonl") as trace:
        options = LoopOptions(rounds=5, feedback=feedback, temperature=0.5, seed=1, max_tokens=10)
        result = translate("Take one.", Toy(), Scripted(RUNS[run]), options, hooks=Hooks(trace))
    lines = lines_of(tmp_path / "t.jsonl")
    assert len(lines) == len(result.rounds)
    for line in lines:
        VALIDATOR.validate(line)
    assert {line["run"] for line in lines} == {lines[0]["run"]}
    assert [line["outcome"] is not None for line in lines] == [False] * (len(lines) - 1) + [True]


def test_a_line_says_what_happened(tmp_path: Path, lines_of: Records) -> None:
    with Trace(tmp_path / "t.jsonl") as trace:
        translate("Take one.", Toy(), Scripted(RUNS["mended"]), hooks=Hooks(trace))
    first, second = lines_of(tmp_path / "t.jsonl")
    assert first["candidate"] == "flsk = 1\n"
    assert first["reply"] == "flsk = 1;\n"
    assert [(d["code"], d["start"]["line"], d["start"]["column"]) for d in first["diagnostics"]] == [("TOY1", 1, 1)]
    assert [d["code"] for d in first["fixes"]] == ["TOY4"]
    assert first["messages"][1]["content"].startswith("Translate this text into toy.")
    assert (second["input_tokens"], second["output_tokens"], second["cost"], second["seconds"]) == (12, 5, 0.25, 1.5)


def test_prompts_can_be_left_out(tmp_path: Path, lines_of: Records) -> None:
    with Trace(tmp_path / "t.jsonl", messages=False) as trace:
        translate("Take one.", Toy(), Scripted(["flask = 1"]), hooks=Hooks(trace))
    (line,) = lines_of(tmp_path / "t.jsonl")
    assert "messages" not in line
    VALIDATOR.validate(line)


def test_the_schema_refuses_what_is_no_trace_line(tmp_path: Path, lines_of: Records) -> None:
    with Trace(tmp_path / "t.jsonl") as trace:
        translate("Take one.", Toy(), Scripted(["flask = 1"]), hooks=Hooks(trace))
    (line,) = lines_of(tmp_path / "t.jsonl")
    changes: list[dict[str, Any]] = [
        {"round": 0},
        {"outcome": "fine"},
        {"extra": 1},
        {"cost": "1"},
        {"diagnostics": [{}]},
    ]
    for change in changes:
        assert not VALIDATOR.is_valid({**line, **change})
    assert not VALIDATOR.is_valid({name: value for name, value in line.items() if name != "reply"})


def test_each_line_is_on_disk_when_its_round_ends(tmp_path: Path, lines_of: Records) -> None:
    counts: list[int] = []
    with Trace(tmp_path / "t.jsonl") as trace:
        model = Scripted(["flsk = 1\n", "flsk = 2\n", "flask = 1\n"])
        translate(
            "x", Toy(), model, hooks=Hooks(trace, progress=lambda _: counts.append(len(lines_of(tmp_path / "t.jsonl"))))
        )
    assert counts == [0, 1, 1, 2, 2, 3]


def test_runs_are_appended(tmp_path: Path, lines_of: Records) -> None:
    for _ in range(2):
        with Trace(tmp_path / "deep" / "t.jsonl") as trace:
            translate("x", Toy(), Scripted(["flask = 1\n"]), hooks=Hooks(trace))
    lines = lines_of(tmp_path / "deep" / "t.jsonl")
    assert len({line["run"] for line in lines}) == 2


def test_a_half_line_of_another_writer_is_left_to_itself(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"half": ')
    with JsonLines(path) as file:
        file.write({"a": 1})
    assert path.read_text() == '{"half": \n{"a":1}\n'


def test_a_file_that_cannot_be_opened_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        Trace(tmp_path)


def _write_many(path: Path, name: str) -> None:
    with JsonLines(path) as file:
        for n in range(200):
            file.write({"name": name, "n": n, "filler": name * 3000})


def test_lines_of_several_processes_do_not_mix(tmp_path: Path, lines_of: Records) -> None:
    path = tmp_path / "t.jsonl"
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write_many, args=(path, name)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    lines = lines_of(path)
    assert len(lines) == 600
    assert all(line["filler"] == line["name"] * 3000 for line in lines)
    for name in "abc":
        assert [line["n"] for line in lines if line["name"] == name] == list(range(200))


def test_a_full_disk_costs_a_remark() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    with Trace("/dev/full") as trace:
        result = translate("x", Toy(), Scripted(["flask = 1\n"]), hooks=Hooks(trace))
    assert result.is_valid
    assert "No space left" in result.remarks[0]


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
