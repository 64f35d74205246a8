"""All scores in one table: what is worse, what is gone, what a score says to machines."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from case_tables import stored

from benchmarks.figures import VARIABLE, figure, share
from benchmarks.score_all import PARTS, Row, main, verdict


def row(value: float, better: str = "more", name: str = "x") -> Row:
    return Row("part", name, value, "%", 10, 1.0, better)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "better", "before", "said"),
    stored(__file__, "what_is_worse"),
)
def test_what_is_worse(value: float, better: str, before: list[float], said: str) -> None:
    assert verdict(row(value, better), before) == said


def written(path: Path, *rows: Row) -> str:
    path.write_text(json.dumps({"rows": [one.__dict__ for one in rows]}))
    return str(path)


def test_two_columns_and_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = written(tmp_path / "before.json", row(90), row(5, name="y"))
    after = written(tmp_path / "after.json", row(80), row(5, name="y"))
    assert main(["--read", after, "--compare", before]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["x", "90", "80", "%", "10", "1.0", "worse"]
    assert lines[-1] == "1 of 2 rows are worse"
    assert main(["--read", before, "--compare", before]) == 0
    assert main(["--read", written(tmp_path / "less.json", row(90)), "--compare", before]) == 1
    assert "gone: y" in capsys.readouterr().out
    assert main(["--read", str(tmp_path / "gone.json")]) == 2


@pytest.mark.long
def test_a_score_is_run_and_its_figures_are_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--only", "programs", "--quick", "--logs", str(tmp_path), "--json", str(tmp_path / "out.json")]
    assert main(told) == 0, (tmp_path / "programs.txt").read_text()
    rows = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert {one["part"] for one in rows} == {"programs"} and all(one["n"] > 0 for one in rows)
    assert any(one["name"].endswith("success") and one["unit"] == "%" for one in rows)


def test_a_score_that_fails_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import score_all

    monkeypatch.setattr(score_all, "PARTS", (score_all.Part("nothing", "no_such_module"),))
    assert main(["--logs", str(tmp_path)]) == 1
    assert "failed: nothing: exit code 1; " in capsys.readouterr().out


def test_figures_are_noted_only_where_somebody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    figure("x", 1)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "figures"))
    share("x", 1, 4, better="less")
    assert json.loads((tmp_path / "figures").read_text()) == {
        "name": "x", "value": 25.0, "unit": "%", "n": 4, "better": "less",
    }  # fmt: skip


def test_every_script_of_a_score_is_there_and_every_score_is_run() -> None:
    folder = Path(__file__).parents[2] / "benchmarks"
    run = {word.split()[0] for one in PARTS for word in (one.command, one.quick) if word}
    assert all(importlib.util.find_spec(f"benchmarks.{name}") for name in run)
    scores = {path.stem for path in folder.glob("score_*.py") if not path.stem.startswith("score_ros_")}
    assert scores - run == {"score_all"}
    parts = re.findall(r'add_parser\("(\w+)"', (folder / "score_ros.py").read_text())
    assert set(parts) == {one.command.split()[1] for one in PARTS if one.command.startswith("score_ros ")}
