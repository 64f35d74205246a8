"""`clairify execute --improve`, and `--best-of` on the simulated Panda, with a replayed model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")
pytest.importorskip("up_fast_downward")
pytest.importorskip("jsonschema")
import jsonschema  # type: ignore[import-untyped, unused-ignore]

from agents.execution.test_replan_panda import SCENE
from clairify_cli.app import run
from clairify_cli.files import data_text
from clairify_cli.worlds.scene.printer import print_scene

PROBLEM = """(define (problem clear) (:domain tabletop) (:objects apple - block bin - bowl table - zone)
  (:init (at apple table) (at bin table) (clear apple) (hand-empty)) (:goal (and (in apple bin) (hand-empty))))
"""
PLAN = "(pick apple table)\n(place-in-bowl apple bin)\n"


def executed(folder: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the report."""
    (folder / "clear.plan").write_text(PLAN, encoding="utf-8")
    (folder / "problem.pddl").write_text(PROBLEM, encoding="utf-8")
    (folder / "bench.yaml").write_text(print_scene(SCENE), encoding="utf-8")
    made = folder / "run.json"
    given = ["--domain", "tabletop", "--problem", str(folder / "problem.pddl"), "--scene", str(folder / "bench.yaml")]
    code = run(["execute", str(folder / "clear.plan"), *given, "--report", str(made), *options])
    value = json.loads(made.read_text(encoding="utf-8")) if made.exists() else {}
    if value:
        jsonschema.validate(value, json.loads(data_text("schemas", "run-report.schema.json")))
    return code, value


def replayed(folder: Path, *answers: str) -> str:
    """A model that gives these answers."""
    lines = [json.dumps({"reply": one}) for one in answers]
    path = folder / "model.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"replay:{path}"


def test_a_success_is_improved_once_and_the_better_run_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, value = executed(tmp_path, "--improve", "1", "--best-of", "2")
    assert code == 0
    rounds = value["rounds"]
    assert [one["kind"] for one in rounds] == ["plan", "plan", "improve"]
    (kept,) = (one for one in rounds if one["kept"])
    assert kept["score"] == max(one["score"] for one in rounds if one["succeeded"]) == value["totals"]["score"]
    assert len(value["totals"]["plan_scores"]) == 2
    assert {one["round"] for each in value["history"] for one in each["attempts"]} == {1, 2, 3}
    assert value["state"]["inside"] == {"apple": "bin"}
    assert "kept" in capfd.readouterr().err


def test_a_replayed_model_proposes_what_to_improve(tmp_path: Path) -> None:
    model = replayed(tmp_path, '[{"action": 1, "parameter": "speed", "value": 0.9}]')
    code, value = executed(tmp_path, "--improve", "1", "--model", model)
    assert code == 0
    (change_made,) = value["rounds"][1]["changes"]
    assert (change_made["name"], change_made["value"]) == ("speed", 0.9)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--improve", "1", "--dry-run"), "--dry-run moves nothing"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    code, value = executed(tmp_path, *options)
    assert code == 2 and not value
    assert said in " ".join(capfd.readouterr().err.split())
