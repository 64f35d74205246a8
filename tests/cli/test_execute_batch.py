"""`clairify execute` with many inputs: a run for each, a manifest, a report, going on where a batch ended."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from schemas_kept import fits

from cli.batches import runs
from cli.conftest import GOOD, Run, interrupted, start
from cli.test_execute import TEXT, WAIT, masked

pytest.importorskip("pybullet")


ODD = GOOD.replace('<Stir vessel="beaker" time="20 s"/>', '<Evaporate vessel="beaker" time="20 min"/>')


def test_a_folder_is_carried_out(clairify: Run, own_folder: Path) -> None:
    (own_folder / "in" / "more").mkdir(parents=True)
    (own_folder / "in" / "wait.xdl").write_text(WAIT)
    (own_folder / "in" / "more" / "wait.xdl").write_text(WAIT.replace("2 h", "1 h"))
    (own_folder / "in" / "odd.xdl").write_text(ODD)
    (own_folder / "in" / "domain.pddl").write_text("(define (domain d))")
    arguments = ("execute", "in", "gone.txt", "-o", "runs", "-j", "2", "--report", "all.json")
    ran = clairify(*arguments)
    assert (ran.code, ran.out) == (2, "")
    lines = runs()
    assert {output: line["outcome"] for output, line in lines.items()} == {
        "more/wait.run.json": "valid",
        "odd.run.json": "refused",
        "wait.run.json": "valid",
        "gone.run.json": "unreadable",
    }
    assert [lines["wait.run.json"]["steps"], lines["odd.run.json"]["errors"] != {}] == [1, True]
    report = json.loads((own_folder / "runs" / "more" / "wait.run.json").read_text())
    assert report["totals"]["skipped_s"] == 3600
    said = masked(ran.err)
    assert "in/wait.xdl -> wait.run.json: done (1 step, # s)\n" in said
    assert "in/odd.xdl: cannot be done: line 11: `Evaporate` cannot be done by the arm" in said
    assert "clairify: cannot read gone.txt: there is no such file\n" in said
    assert said.splitlines()[-1] == "4 inputs: 2 done, 1 cannot be done, 1 not read or written (# s)"
    made = json.loads((own_folder / "all.json").read_text())
    fits(made, "batch-report")
    assert (made["inputs"], made["valid"], made["outcomes"]["refused"]) == (4, 2, 1)

    before = (own_folder / "runs" / "wait.run.json").stat().st_mtime_ns
    (own_folder / "in" / "odd.xdl").write_text(WAIT.replace("2 h", "3 h"))
    again = clairify("execute", "in", "-o", "runs", "--resume", "-q")
    assert (again.code, again.said) == (0, "")
    assert (own_folder / "runs" / "wait.run.json").stat().st_mtime_ns == before
    assert runs()["odd.run.json"]["outcome"] == "valid"


def test_ctrl_c_ends_a_batch_that_plans_and_resume_goes_on(clairify: Run, own_folder: Path) -> None:
    (own_folder / "a.xdl").write_text(WAIT)
    (own_folder / "b.txt").write_text(TEXT + " Add 3 g of salt to the beaker." * 2)
    process = start("execute", "a.xdl", "b.txt", "-o", "runs", "--dry-run")
    path = own_folder / "runs" / "manifest.jsonl"

    def is_at_the_second() -> bool:
        if not path.exists() or b"\n" not in path.read_bytes():
            return False
        time.sleep(0.5)
        return True

    code, out, err = interrupted(process, is_at_the_second)
    assert (code, out) == (130, "")
    assert "clairify: interrupted; 1 of 2 are done, and the same command with --resume goes on\n" in err
    assert set(runs()) == {"a.run.json"}
    assert {one.name for one in path.parent.iterdir()} <= {"a.run.json", "manifest.jsonl", ".clairify.lock"}
