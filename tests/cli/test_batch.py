"""`clairify xdl` with many inputs: what is written, what is said, and what is done again."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import pytest
from case_tables import stored

from cli.batches import GRAMS, batch_report, manifest, outcomes, programs, write_table, write_texts
from cli.conftest import GOOD, Run, on_a_terminal, replies, shell

SHARED = Path(os.environ.get("CLAIRIFY_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
CHEM_RND = SHARED / "chem-rnd"
BAD = GOOD.replace('time="20 s"', 'time="-20 s"')


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    write_texts(own_folder / "texts", 5)
    return own_folder


@pytest.mark.skipif(not CHEM_RND.is_dir(), reason="the laboratory procedures are not here")
def test_laboratory_procedures(files: Path) -> None:
    paths = sorted(CHEM_RND.glob("*.txt"))[::8]
    names = [path.name for path in paths]
    (files / "procedures").mkdir()
    for path in paths:
        (files / "procedures" / path.name).write_bytes(path.read_bytes())
    ran = shell("clairify xdl procedures -o out -j 2 --report report.json")
    lines = manifest()
    assert ran.out == ""
    assert ran.code == (0 if all(line["valid"] for line in lines) else 1)
    assert [Path(line["input"]).name for line in lines] == names
    assert {line["outcome"] for line in lines} <= {"valid", "unfaithful", "stuck", "no-procedure"}
    assert sum(line["output_sha256"] is not None for line in lines) >= 0.95 * len(names)
    for line in lines:
        if line["output_sha256"] is not None:
            assert hashlib.sha256(Path("out", line["output"]).read_bytes()).hexdigest() == line["output_sha256"]
            assert line["steps"] > 0
    told = batch_report("report.json")
    assert (told["inputs"], told["done"], told["sound"]) == (len(names), len(names), len(programs()))
    assert told["valid"] == sum(line["valid"] for line in lines)
    assert f"valid programs      {len(programs())} of {len(names)} (" in ran.err
    assert re.search(r"^verifier calls +mean 1\.\d\d, sd 0\.\d\d, max/min \d/1$", ran.err, re.M)


def test_a_folder_keeps_its_structure(clairify: Run, files: Path) -> None:
    for name in ("a/x.txt", "b/x.txt", "b/x.md", "B/X.txt"):
        (files / "texts" / name).parent.mkdir(exist_ok=True)
        (files / "texts" / name).write_text(GRAMS.format(3))
    ran = clairify("xdl", "texts", "-o", "out")
    assert ran.code == 0
    assert programs() == ["0000.xdl", "0001.xdl", "0002.xdl", "0003.xdl", "0004.xdl", "B/X.xdl", "a/x.xdl",
                          "b/x-2.xdl", "b/x-3.xdl"]  # fmt: skip
    clairify("xdl", "tex*/**/x.txt", "-o", "glob")
    assert programs("glob") == ["texts/a/x.xdl", "texts/b/x.xdl"]
    clairify("xdl", "texts/a/x.txt", "texts/b/x.txt", "-o", "named")
    assert programs("named") == ["x-2.xdl", "x.xdl"]
    assert [line["input"] for line in manifest("named")] == ["texts/a/x.txt", "texts/b/x.txt"]


def test_the_same_with_one_worker_and_with_many(clairify: Run, files: Path) -> None:
    (files / "texts" / "bad.txt").write_bytes(b"\xff")
    kept = []
    for jobs in ("1", "2", "0"):
        ran = clairify("xdl", "texts", "-o", f"out{jobs}", "-j", jobs)
        assert ran.code == 2
        lines = [{**line, "time": "", "seconds": 0} for line in manifest(f"out{jobs}")]
        kept.append((lines, [Path(f"out{jobs}", name).read_text() for name in programs(f"out{jobs}")]))
    assert kept[0] == kept[1] == kept[2]


def test_what_a_manifest_says(clairify: Run, files: Path) -> None:
    model = replies(files / "r.jsonl", BAD, GOOD, BAD, BAD, BAD)
    ran = clairify("xdl", "texts/0000.txt", "texts/0001.txt", "-o", "out", "--model", model, "--rounds", "3",
                   "--report", "report.json", "--no-fidelity")  # fmt: skip
    assert ran.code == 1
    first, second = manifest()
    assert (first["outcome"], first["valid"], first["rounds"], first["steps"]) == ("valid", True, 2, 2)
    assert (first["first_errors"], first["errors"]) == ({"XDL305": 1}, {})
    assert first["text_sha256"] == hashlib.sha256(GRAMS.format(1).encode()).hexdigest()
    assert (second["outcome"], second["valid"], second["rounds"]) == ("rounds", False, 3)
    assert (second["first_errors"], second["errors"]) == ({"XDL305": 1}, {"XDL305": 1})
    assert second["output_sha256"] is None
    assert second["fingerprint"] == first["fingerprint"]
    assert programs() == ["0000.xdl"]
    lines = ran.err.splitlines()
    assert lines[0].startswith("texts/0001.txt: not valid: the limit of rounds is reached, left XDL305 (3 rounds, ")
    assert lines[1] == "valid programs      1 of 2 (50.0 %)"
    assert lines[2] == "verifier calls      mean 2.50, sd 0.50, max/min 3/2"
    table = [line.split() for line in lines if line.startswith(("XDL305", "all"))]
    assert [row[0] for row in table] == ["XDL305", "all"]
    assert [row[-4:] for row in table] == [["2", "2", "1", "1"]] * 2
    told = batch_report("report.json")
    assert told["verifier_calls"] == {"mean": 2.5, "sd": 0.5, "max": 3, "min": 2}
    assert told["first_errors"] == [{"code": "XDL305", "count": 2, "inputs": 2}]
    assert told["errors"] == [{"code": "XDL305", "count": 1, "inputs": 1}]


def test_programs_that_differ_from_their_texts_are_counted_apart(clairify: Run, files: Path) -> None:
    faithful = GOOD.replace('reagent="water" volume="10 mL"', 'reagent="acetic acid" mass="1 g"')
    faithful = faithful.replace('name="water"', 'name="acetic acid"')
    model = replies(files / "r.jsonl", faithful, GOOD, BAD)
    ran = clairify("xdl", "texts/0000.txt", "texts/0001.txt", "texts/0002.txt", "-o", "out", "--model", model,
                   "--rounds", "1", "--report", "report.json")  # fmt: skip
    assert ran.code == 1
    assert programs() == ["0000.xdl", "0001.xdl"]
    assert [line["valid"] for line in manifest()] == [True, False, False]
    lines = ran.err.splitlines()
    assert lines[0].startswith("texts/0001.txt -> 0001.xdl: valid, but it differs from the text, left XDL6")
    assert lines[2:4] == ["valid programs      2 of 3 (66.7 %)", "faithful programs   1 of 3 (33.3 %)"]
    assert lines[-1] == "3 inputs: 1 valid, 1 valid that differ from their texts, 1 not valid"
    told = batch_report("report.json")
    assert (told["sound"], told["valid"]) == (2, 1)


def test_only_problems_are_said(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "texts", "-o", "out")
    assert "0000.txt" not in ran.err
    assert ran.err.splitlines()[-1] == "5 inputs: 5 valid"
    assert clairify("xdl", "-q", "texts", "-o", "out2").err == ""
    ran = clairify("xdl", "-v", "texts", "-o", "out3")
    assert ran.err.splitlines()[0].startswith("texts/0000.txt -> 0000.xdl: valid (1 round, ")


def test_a_terminal_shows_a_bar(files: Path) -> None:
    write_table(files / "t.jsonl", 150)
    shown = on_a_terminal("xdl", "t.jsonl", "-o", "out", "-j", "2", TERM="xterm", NO_COLOR="1", COLUMNS="60")
    drawn = re.findall(r"[━╸╺ ]+ (\d+/150[^\r\x1b]*)", shown)
    assert any(re.search(r"^\d+/150  \d+/s  \d:\d\d left *$", line) for line in drawn), shown
    assert shown.endswith("150 inputs: 150 valid\r\n")
    for options in ({"TERM": "dumb"}, {"TERM": "xterm", "quiet": "-q"}):
        extra = [options.pop("quiet")] if "quiet" in options else []
        assert "━" not in on_a_terminal("xdl", "texts", "-o", "out2", *extra, **options)


def test_resume_does_what_is_left_or_changed(clairify: Run, files: Path) -> None:
    (files / "texts" / "0005.txt").write_text(" ")
    assert clairify("xdl", "texts", "-o", "out").code == 2
    before = {path: path.stat().st_mtime_ns for path in (files / "out").glob("*.xdl")}
    (files / "texts" / "0001.txt").write_text(GRAMS.format(99))  # changed
    (files / "out" / "0002.xdl").unlink()  # gone
    (files / "out" / "0003.xdl").write_text("<XDL/>")  # not what was written
    (files / "texts" / "0005.txt").write_text(GRAMS.format(6))  # failed before
    (files / "texts" / "0006.txt").write_text(GRAMS.format(7))  # new
    ran = clairify("xdl", "texts", "-o", "out", "--resume", "--report", "report.json")
    assert ran.code == 0
    assert "done before         2\n" in ran.err
    assert (batch_report("report.json")["skipped"], batch_report("report.json")["done"]) == (2, 7)
    assert [line["output"] for line in manifest()] == [f"{number:04}.xdl" for number in range(7)]
    assert outcomes() == ["valid"] * 7
    untouched = [path.stem for path in before if path.exists() and path.stat().st_mtime_ns == before[path]]
    assert sorted(untouched) == ["0000", "0004"]
    assert 'mass="99 g"' in (files / "out" / "0001.xdl").read_text()


def test_resume_with_other_options_does_all(clairify: Run, files: Path) -> None:
    clairify("xdl", "texts", "-o", "out")
    first = manifest()[0]["fingerprint"]
    for options in (["--dialect", "clairify"], ["--hardware", "beaker"], ["--model-seed", "1"], ["--feed-warnings"]):
        ran = clairify("xdl", "texts", "-o", "out", "--resume", *options)
        assert "done before" not in ran.err, options
        assert manifest()[0]["fingerprint"] != first
    clairify("xdl", "texts", "-o", "out", "--resume")
    for options in (["--rounds", "3"], ["--time-limit", "9"], ["-j", "2"], ["--keep-invalid"], ["--max-cost", "1"]):
        assert "done before         5\n" in clairify("xdl", "texts", "-o", "out", "--resume", *options).err, options


def test_resume_keeps_what_other_inputs_came_to(clairify: Run, files: Path) -> None:
    clairify("xdl", "texts", "nothing.txt", "-o", "out")
    (files / "out" / "0004.xdl").unlink()
    clairify("xdl", "texts/0003.txt", "texts/0001.txt", "-o", "out", "--resume")
    outputs = [line["output"] for line in manifest()]
    assert outputs == ["0003.xdl", "0001.xdl", "0000.xdl", "0002.xdl", "0004.xdl", "nothing.xdl"]


def test_without_resume_everything_is_done_anew(clairify: Run, files: Path) -> None:
    clairify("xdl", "texts", "-o", "out")
    before = (files / "out" / "manifest.jsonl").read_bytes()
    (files / "texts" / "0004.txt").unlink()
    ran = clairify("xdl", "texts", "-o", "out")
    assert ran.code == 0
    assert ran.err.splitlines()[0] == (
        "note: everything is done anew; manifest.jsonl of the last run is now manifest.previous.jsonl "
        "(--resume does only what is left or changed)"
    )
    assert (files / "out" / "manifest.previous.jsonl").read_bytes() == before
    assert len(manifest()) == 4


def test_a_line_that_was_cut_off_counts_for_nothing(clairify: Run, files: Path) -> None:
    clairify("xdl", "texts", "-o", "out")
    path = files / "out" / "manifest.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    ran = clairify("xdl", "texts", "-o", "out", "--resume")
    assert "done before         4\n" in ran.err
    assert outcomes() == ["valid"] * 5


def test_a_program_of_a_text_that_has_changed_does_not_stay(clairify: Run, files: Path) -> None:
    clairify("xdl", "texts", "-o", "out")
    (files / "texts" / "0000.txt").write_text("")
    (files / "texts" / "0001.txt").write_bytes(b"\0")
    (files / "out" / "0001.xdl").write_text("<XDL/>")
    ran = clairify("xdl", "texts", "-o", "out", "--resume")
    assert programs() == ["0001.xdl", "0002.xdl", "0003.xdl", "0004.xdl"]
    assert "note: out/0001.xdl was there before and is not a program of this run" in ran.err


def test_manifests_of_others_are_left_alone(clairify: Run, files: Path) -> None:
    (files / "out").mkdir()
    path = files / "out" / "manifest.jsonl"
    for content, words in (
        ('{"name": "my data"}\n', "was not written by clairify, so it is left alone: use another folder"),
        ('{"format":"clairify-manifest","version":7,"output":"a"}\n', "has version 7 of the format"),
    ):
        path.write_text(content)
        for options in ([], ["--resume"]):
            ran = clairify("xdl", "texts", "-o", "out", *options)
            assert (ran.code, ran.out) == (2, "")
            assert words in ran.err
        assert path.read_text() == content
    path.unlink()
    for name in ("manifest.jsonl", "0000.xdl"):
        os.mkfifo(path.with_name(name))  # for which nobody waits
        for options in ([], ["--resume"]):
            ran = clairify("xdl", "texts", "-o", "out", *options)
            assert (ran.code, ran.err) == (2, f"clairify: cannot write out/{name}: it is not a regular file\n")
        path.with_name(name).unlink()
    assert programs() == []


def test_a_model_that_always_fails_is_not_asked_for_ever(clairify: Run, files: Path) -> None:
    write_texts(files / "texts", 20)
    model = replies(files / "r.jsonl", GOOD)
    ran = clairify("xdl", "texts", "-o", "out", "--model", model, "--no-fidelity")
    assert ran.code == 3
    assert outcomes() == ["valid"] + ["model-failed"] * 5
    assert ran.err.splitlines()[-2:] == [
        "20 inputs: 1 valid, 5 failed, 14 not done",
        "clairify: stopped: the model failed 5 times in the same way; 6 of 20 are done, "
        "and the same command with --resume goes on",
    ]


def test_a_bug_at_one_text_is_seen_with_its_name(files: Path) -> None:
    script = (
        "from clairify_cli.translate.models.offline import ReaderModel\n"
        "from clairify_cli.app import main\n"
        "complete = ReaderModel.complete\n"
        "def fail(self, messages, options):\n"
        "    if '3 g' in options.source_text:\n"
        "        raise ZeroDivisionError('division by zero')\n"
        "    return complete(self, messages, options)\n"
        "ReaderModel.complete = fail\n"
        "main()\n"
    )
    (files / "main.py").write_text(script)
    for jobs in (1, 2):
        ran = shell(f"python main.py xdl texts -o out{jobs} -j {jobs}")
        assert ran.code == 3
        assert "clairify: texts/0002.txt: internal error: ZeroDivisionError: division by zero (this is a bug" in ran.err
        assert outcomes(f"out{jobs}") == ["valid", "valid", "crashed", "valid", "valid"]
        assert "Traceback" not in ran.err


def test_final_results_stay_unless_they_are_to_be_tried_again(clairify: Run, files: Path) -> None:
    options = ("texts", "-o", "out", "--no-fidelity", "--no-cache", "--rounds", "1")
    clairify("xdl", *options, "--model", replies(files / "r.jsonl", GOOD, BAD, BAD, GOOD, GOOD))
    model = replies(files / "r.jsonl", *[GOOD] * 5)  # the file is part of what shapes the programs only by its name
    ran = clairify("xdl", *options, "--model", model, "--resume")
    assert ran.code == 1
    assert "done before         5\n" in ran.err
    assert "note: 2 inputs were not tried again, since the same would come of it (--retry does)\n" in ran.err
    ran = clairify("xdl", *options, "--model", model, "--resume", "--retry")
    assert (ran.code, outcomes()) == (0, ["valid"] * 5)
    assert "done before         3\n" in ran.err
    ran = clairify("xdl", *options, "--retry")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "clairify: --retry does nothing without --resume")


def test_parts_of_a_batch_are_merged(clairify: Run, files: Path) -> None:
    for part in ("1/2", "2/2"):
        ran = clairify("xdl", "texts", "-o", "out", "--shard", part, "--report", "report.json")
        assert ran.code == 0
        assert batch_report("report.json")["inputs"] == (3 if part == "1/2" else 2)
    assert sorted(path.name for path in (files / "out").glob("manifest*")) == [
        "manifest.1-of-2.jsonl",
        "manifest.2-of-2.jsonl",
    ]
    ran = clairify("xdl", "texts/0000.txt", "-o", "none", "--shard", "2/2")
    assert (ran.code, ran.err) == (0, "0 inputs: nothing to do\n")
    ran = clairify("xdl", "texts", "-o", "out", "--resume")
    assert "done before         5\n" in ran.err
    assert [(line["number"], line["output"]) for line in manifest()] == [(at, f"{at:04}.xdl") for at in range(5)]
    assert [path.name for path in (files / "out").glob("manifest*")] == ["manifest.jsonl"]
    assert "--shard: a part is written K/N" in clairify("xdl", "texts", "-o", "out", "--shard", "3/2").err


def test_pages_go_beside_programs(clairify: Run, files: Path) -> None:
    (files / "texts" / "sub").mkdir()
    (files / "texts" / "sub" / "a.txt").write_text(GRAMS.format(1))
    assert clairify("xdl", "texts", "-o", "out", "--page", "pages", "-j", "2").code == 0
    assert (files / "pages" / "sub" / "a.html").is_file()
    assert len(list((files / "pages").rglob("*.html"))) == 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    stored(__file__, "what_cannot_be_done_is_refused_at_once"),
)
def test_what_cannot_be_done_is_refused_at_once(clairify: Run, files: Path, arguments: str, words: str) -> None:
    ran = clairify("xdl", *arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert not programs()


def test_the_only_file_of_a_folder(clairify: Run, files: Path) -> None:
    write_texts(files / "one", 1)
    assert "<XDL>" in clairify("xdl", "one").out
    assert clairify("xdl", "one", "-o", "plan.xdl").code == 0
    assert (files / "plan.xdl").is_file()
    assert clairify("xdl", "one", "-o", "out/").code == 0
    assert outcomes() == ["valid"]


def test_a_report_as_a_table(clairify: Run, files: Path) -> None:
    (files / "texts" / "wand.txt").write_text("Add 5 g of salt. Tap it with a magic wand.")
    clairify("xdl", "texts", "-o", "out", "--report", "report.csv")
    head, good, *_, bad = Path("report.csv").read_text().splitlines()
    assert head == "input,output,outcome,errors,guessed,left out,only in comments,warnings,steps,seconds"
    assert "valid,,0,0,0,0," in good
    assert "unfaithful,XDL608×1,1," in bad
