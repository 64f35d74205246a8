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
from clairify_cli.translate import Feedback, Hooks, JsonLines, LoopOptions, Reply, Trace, translate
from clairify_cli.translate.models.errors import ServerFailedError
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
