"""Requests served without a command line: the same is done, and nothing is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clairify_cli import api
from clairify_cli.outcomes import Outcome
from clairify_cli.services.batch.run import BatchResult
from clairify_cli.services.check.request import Fixes
from clairify_cli.services.parts import Output, Task
from clairify_cli.services.program.request import ProgramResult
from clairify_cli.services.replan.play import PlayResult
from clairify_cli.services.replan.repair import RepairResult
from clairify_cli.services.replan.request import Games
from clairify_cli.services.xdl.write import XdlResult

TEXT = "Add 15 g of acetic acid to a beaker. Stir for 20 seconds."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_text_and_many(capfd: pytest.CaptureFixture[str]) -> None:
    one = api.serve(api.XdlRequest((TEXT,)))
    assert isinstance(one, XdlResult)
    assert one.outcome is Outcome.VALID
    many = api.serve(api.XdlRequest((TEXT, "Add 5 g of salt to a flask."), output=Output("made")))
    assert isinstance(many, BatchResult)
    assert (many.exit_code, many.summary.done) == (0, 2)
    assert len(Path("made/manifest.jsonl").read_text().splitlines()) == 2
    assert capfd.readouterr() == ("", "")


def test_fixing_files_and_texts() -> None:
    program = api.translate(TEXT).program
    broken = program.replace('"20 s"', '"20 seconds"')
    assert api.fix(broken) == api.fix(program)
    Path("one.xdl").write_text(broken)
    found = api.serve(api.CheckRequest(("one.xdl",), fixes=Fixes(fix=True)))
    assert found.exit_code(strict=False) == 0
    assert Path("one.xdl").read_text() == api.fix(broken)
    (formatted,) = api.serve(api.FormatRequest(("one.xdl",)))
    assert formatted.after is not None
    assert formatted.after.text == api.format(api.fix(broken))


def test_repairing_a_plan_and_playing() -> None:
    pytest.importorskip("up_fast_downward")
    made = api.solve("household", "kitchen")
    assert made.plan is not None
    Path("a.plan").write_text(made.plan)
    repaired = api.serve(api.ReplanRequest(("household", "kitchen", "a.plan")))
    assert isinstance(repaired, RepairResult)
    assert repaired.repaired.outcome is Outcome.KEPT
    played = api.serve(api.ReplanRequest(games=Games(world="coin_collector")))
    assert isinstance(played, PlayResult)
    assert json.loads(played.results.text)


def test_a_program_for_a_goal() -> None:
    pytest.importorskip("up_fast_downward")
    task = Task("household", "kitchen")
    made = api.serve(api.ProgramRequest(("Close the fridge.",), task=task))
    assert isinstance(made, ProgramResult)
    assert "def " in made.printed
