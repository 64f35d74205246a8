"""`clairify xdl`: what it takes, what it hands out, and what it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from fakes.openai_server import hangs, says, serve
from schemas_kept import fits

from cli.conftest import GOOD, Run, interrupted, replies, start

TEXT = "Add 15 g of acetic acid to a beaker. Stir for 20 seconds."
WATER = "Add 10 mL of water to a beaker. Stir for 20 s."
"""What `GOOD` is a program of."""
BAD_FIRST = GOOD.replace('time="20 s"', 'time="-20 s"')
FENCED = f"Here it is:\n```xml\n{GOOD}```\n"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    (own_folder / "text.txt").write_text(TEXT)
    return own_folder


def steps(program: str) -> list[str]:
    procedure = ET.fromstring(program).find(".//Procedure")
    assert procedure is not None
    return [step.tag for step in procedure]


def test_a_text(clairify: Run) -> None:
    ran = clairify("xdl", TEXT)
    assert ran.code == 0
    assert steps(ran.out) == ["Add", "Stir"]
    verdict, outcome = ran.err.splitlines()
    assert verdict == "Words for actions: 2 found, 2 with a step."
    assert outcome.startswith("<text>: valid (1 round, reader, ")


def test_a_file_and_standard_input(clairify: Run, feed: Callable[[bytes], None]) -> None:
    expected = clairify("xdl", TEXT).out
    assert clairify("xdl", "text.txt").out == expected
    for data in (TEXT.encode(), TEXT.encode("utf-16"), b"\xef\xbb\xbf" + TEXT.replace(". ", ".\r\n").encode()):
        feed(data)
        assert clairify("xdl", "-").out == expected


def test_the_output_is_ready_for_check(clairify: Run, feed: Callable[[bytes], None]) -> None:
    feed(clairify("xdl", "-q", TEXT).out.encode())
    assert clairify("check", "--strict", "-").code == 0


def test_no_verdict_on_what_was_not_compared(clairify: Run) -> None:
    for option in ("--no-fidelity", "-q"):
        assert "instructions" not in clairify("xdl", TEXT, option).err


def test_quiet(clairify: Run) -> None:
    assert clairify("xdl", "-q", TEXT).err == ""
    ran = clairify("xdl", "-q", TEXT, "--hardware", "flask", "--reagents", "water")
    assert (ran.code, ran.out) == (1, "")
    assert "error[XDL20" in ran.err
    assert "warning[" not in ran.err
    assert "not valid" in ran.err.splitlines()[-1]


def test_to_a_file(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", TEXT, "-o", "new/plan.xdl")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines()[-1].startswith("<text> -> new/plan.xdl: valid")
    assert steps((files / "new" / "plan.xdl").read_text()) == ["Add", "Stir"]
    assert clairify("xdl", TEXT, "-o", "-").out == (files / "new" / "plan.xdl").read_text()


def test_many_files_and_a_bad_one(clairify: Run, files: Path) -> None:
    (files / "more").mkdir()
    (files / "more" / "text.txt").write_text("Add 5 g of salt to a beaker.")
    (files / "more" / "Text-2.md").write_text("Add 6 g of salt to a beaker.")
    (files / "binary.txt").write_bytes(b"\0\1\2")
    (files / "blank.txt").write_text(" \n")
    (files / "ignored.pdf").write_text("Add 5 g of salt.")
    ran = clairify("xdl", ".", "missing.txt", "-o", "out/")
    assert (ran.code, ran.out) == (2, "")
    written = {str(path.relative_to("out")): path.read_text() for path in Path("out").rglob("*.xdl")}
    assert sorted(written) == ["more/Text-2.xdl", "more/text.xdl", "text.xdl"]
    assert "15 g" in written["text.xdl"]
    assert "6 g" in written["more/Text-2.xdl"]
    assert "5 g" in written["more/text.xdl"]
    assert "clairify: cannot read binary.txt: it is not a text" in ran.err
    assert "clairify: cannot read blank.txt: it is empty, and there is nothing to translate" in ran.err
    assert "clairify: cannot read missing.txt: there is no such file" in ran.err
    assert ran.err.splitlines()[-1] == "6 inputs: 3 valid, 3 not read or written"


def test_many_files_need_a_folder(clairify: Run, files: Path) -> None:
    (files / "more.txt").write_text(TEXT)
    ran = clairify("xdl", "text.txt", "more.txt")
    assert (ran.code, ran.out) == (2, "")
    assert "2 inputs need a folder for their programs: add -o FOLDER" in ran.err
    (files / "taken").write_text("")
    ran = clairify("xdl", "text.txt", "more.txt", "-o", "taken", "--model", replies(files / "none.jsonl", GOOD))
    assert (ran.code, ran.err) == (2, "clairify: cannot write taken/manifest.jsonl: taken is not a directory\n")


def test_a_mistyped_path(clairify: Run) -> None:
    for argument, words in (
        ("txt.txt", "cannot read txt.txt: there is no such file; did you mean text.txt?"),
        ("my text.txt", "cannot read my text.txt: there is no such file"),
        ("plans/one", "cannot read plans/one: there is no such file"),
        ("protocol.docx", "cannot read protocol.docx: there is no such file"),
        ("*.txtt", "cannot read *.txtt: no file matches it"),
        ("", "a name is expected, and this is empty"),
        ("  ", "cannot read <text>: it is empty, and there is nothing to translate"),
    ):
        ran = clairify("xdl", argument)
        assert (ran.code, ran.out) == (2, "")
        assert words in ran.err
    ran = clairify("xdl", "protocol")
    assert "note: there is no file `protocol`, so it was read as the instructions themselves" in ran.err


def test_what_was_not_read_is_said_with_its_place(clairify: Run, files: Path) -> None:
    (files / "odd.txt").write_text("Add 15 g of salt to a beaker.\nThe gizmo was nice, see page 3.\n")
    ran = clairify("xdl", "odd.txt")
    assert "odd.txt:2:5: warning[" in ran.err
    assert "2 | The gizmo was nice, see page 3." not in ran.err
    assert "Left out: `gizmo was nice`." in ran.err
    assert "2 | The gizmo was nice, see page 3." in clairify("xdl", "-v", "odd.txt").err
    assert "warning" not in clairify("xdl", "-q", "odd.txt").err


def test_a_model_is_corrected(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    model = replies(files / "replies.jsonl", BAD_FIRST, FENCED)
    ran = clairify("xdl", "text.txt", "--model", model, "--trace", "trace.jsonl")
    assert ran.code == 0
    assert ran.out == GOOD
    assert ran.err.splitlines()[-1].startswith("text.txt: valid (2 rounds, replay:")
    trace = [json.loads(line) for line in (files / "trace.jsonl").read_text().splitlines()]
    assert [line["round"] for line in trace] == [1, 2]
    assert trace[-1]["outcome"] == "valid"


def test_verbose_shows_every_round(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    ran = clairify("xdl", "text.txt", "-v", "--model", replies(files / "r.jsonl", BAD_FIRST, GOOD))
    assert "round 1: program, 1 error, " in ran.err
    assert "<round 1>:11:35: error[XDL305]" in ran.err
    assert "round 2: program, 0 errors, " in ran.err


def test_an_invalid_program_is_handed_out_only_if_asked_for(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    model = replies(files / "r.jsonl", BAD_FIRST)
    for place in ([], ["-o", "out.xdl"]):
        ran = clairify("xdl", "text.txt", "--model", model, "--rounds", "1", *place)
        assert (ran.code, ran.out) == (1, "")
        assert "<program>:11:35: error[XDL305]" in ran.err
        assert ran.err.rstrip().endswith("; --keep-invalid hands out the best program")
    assert not (files / "out.xdl").exists()
    ran = clairify("xdl", "text.txt", "--model", model, "--rounds", "1", "--keep-invalid")
    assert (ran.code, ran.out) == (1, BAD_FIRST)
    ran = clairify("xdl", "text.txt", "--model", model, "--rounds", "1", "--keep-invalid", "-o", "out.xdl")
    assert (ran.code, ran.out) == (1, "")
    assert (files / "out.xdl").read_text() == BAD_FIRST
    assert "out.xdl:11:35: error[XDL305]" in ran.err
    assert "text.txt -> out.xdl: not valid: the limit of rounds is reached, 1 error left" in ran.err


def test_a_model_that_fails_keeps_what_there_is(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    ran = clairify("xdl", "text.txt", "--keep-invalid", "--model", replies(files / "r.jsonl", BAD_FIRST))
    assert (ran.code, ran.out) == (3, BAD_FIRST)
    assert "the model failed: " in ran.err
    assert "r.jsonl has no answer left: it holds 1, and one more was asked for" in ran.err


def test_record_and_replay(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    first = clairify(
        "xdl", "text.txt", "--model", replies(files / "r.jsonl", BAD_FIRST, GOOD), "--record", "again.jsonl"
    )
    second = clairify("xdl", "text.txt", "--model", "replay:again.jsonl")
    assert (second.code, second.out) == (first.code, first.out)
    clairify("xdl", "text.txt", "--trace", "trace.jsonl")
    assert clairify("xdl", "text.txt", "--model", "replay:trace.jsonl").out == clairify("xdl", "text.txt").out


def test_a_program_that_declares_another_encoding_can_be_read_again(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    program = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + GOOD.replace("<Stir ", '<Stir comment="45 °C" ')
    ran = clairify("xdl", "text.txt", "--model", replies(files / "r.jsonl", program), "-o", "a.xdl")
    assert ran.code == 0
    assert 'comment="45 °C"' in (files / "a.xdl").read_text(encoding="utf-8")
    assert clairify("check", "--diff", "a.xdl").out == ""
    ET.parse(files / "a.xdl")


def test_files_that_cannot_be_written_are_refused_before_a_model_is_asked(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(WATER)
    for option in ("-o", "--trace", "--record"):
        model = replies(files / "r.jsonl", GOOD)
        ran = clairify("xdl", "text.txt", "--model", model, option, "text.txt/x")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "clairify: cannot write text.txt/x: text.txt is not a directory\n"
    ran = clairify("xdl", "text.txt", "-o", "/dev/full")
    assert (ran.code, ran.err) == (2, "clairify: cannot write /dev/full: no space left on device\n")
    ran = clairify("xdl", "text.txt", "--trace", "/dev/full")
    assert ran.code == 0
    assert "note: the trace /dev/full cannot be written: No space left on device" in ran.err


def test_constraints(clairify: Run, files: Path) -> None:
    (files / "lab.yaml").write_text("hardware:\n  beaker: 250 mL\nreagents:\n  - acetic acid\n  - 1,2-dichloroethane\n")
    ran = clairify("xdl", "text.txt", "--hardware", "@lab.yaml", "--reagents", "@lab.yaml")
    assert ran.code == 0
    assert "acetic acid" in ran.out


OPENAI = ("--model", "openai/some-model", "--time-limit", "30")


def test_a_server_and_the_cache(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (files / "text.txt").write_text(WATER)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("CLAIRIFY_CACHE", str(files / "cache"))
    with serve(says(GOOD)) as server:
        arguments = ("xdl", "text.txt", *OPENAI, "--api-base", server.address)
        ran = clairify(*arguments)
        assert (ran.code, ran.out, len(server.requests)) == (0, GOOD, 1)
        assert "10 + 5 tokens" in ran.err
        assert (files / "cache" / "replies").is_dir()
        ran = clairify(*arguments)
        assert (ran.code, ran.out, len(server.requests)) == (0, GOOD, 1)
        ran = clairify(*arguments, "--no-cache")
        assert (ran.code, ran.out, len(server.requests)) == (0, GOOD, 2)
        monkeypatch.setenv("CLAIRIFY_CACHE", "text.txt/cache")
        ran = clairify(*arguments)
        assert (ran.code, ran.out, len(server.requests)) == (0, GOOD, 3)
        assert ran.err.count("clairify: the reply cache text.txt/cache cannot be used (") == 1


def test_ctrl_c_while_a_model_is_thinking(files: Path, tmp_path: Path) -> None:
    (files / "text.txt").write_text(WATER)
    with serve(says(GOOD), hangs) as server:
        (files / "other.txt").write_text("Add 5 g of salt.")
        process = start(
            "xdl", "text.txt", "other.txt", "third.txt", *OPENAI, "--api-base", server.address, "-o", "out",
            OPENAI_API_KEY="none",
        )  # fmt: skip
        code, out, err = interrupted(process, lambda: len(server.requests) == 2)
    assert (code, out) == (130, "")
    assert sorted(path.name for path in (files / "out").iterdir()) == ["manifest.jsonl", "text.xdl"]
    assert (files / "out" / "text.xdl").read_text() == GOOD
    lines = err.splitlines()
    assert lines[0].startswith("other.txt: interrupted")
    assert lines[1] == "3 inputs: 1 valid, 2 not done"
    assert lines[2].startswith("clairify: interrupted; 1 of 3 are done, and the same command with --resume goes on")
    assert len(lines) == 3


def test_a_document_of_everything(clairify: Run) -> None:
    ran = clairify("xdl", "Add 15 g of acetic acid to a beaker. Stir.", "--format", "json")
    made = json.loads(ran.out)
    fits(made, "xdl-result")
    assert made["outcome"] == ("valid" if ran.code == 0 else "unfaithful")
    assert steps(made["program"]) == ["Add", "StartStir"]
    good = clairify("xdl", "text.txt", "--format", "json", "-o", "made/")
    assert (good.code, good.out) == (0, "")
    assert json.loads(Path("made/text.json").read_text())["diagnostics"] == []


def test_older_names_work_and_say_the_newer(clairify: Run) -> None:
    old = clairify("xdl", "text.txt", "--timeout", "30", "--seed=3", "--format", "xdl")
    new = clairify("xdl", "text.txt", "--time-limit", "30", "--model-seed", "3", "--format", "text")
    assert (old.code, old.out) == (new.code, new.out)
    assert old.err.splitlines()[:3] == [
        "note: --timeout is now --time-limit",
        "note: --seed is now --model-seed",
        "note: --format xdl is now --format text",
    ]
    Path("clairify.toml").write_text("[xdl]\ntimeout = -1\n")
    assert "the time limit must be more than 0 s, not -1" in clairify("xdl", "text.txt").err
