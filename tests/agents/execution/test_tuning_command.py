"""`clairify execute --best-of` on the simulated Panda."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from schemas_kept import fits

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")
pytest.importorskip("up_fast_downward")

from agents.execution.test_replan_panda import SCENE_TEXT
from clairify_cli.app import run

PROBLEM = """(define (problem clear) (:domain tabletop) (:objects apple - block bin - bowl table - zone)
  (:init (at apple table) (at bin table) (clear apple) (hand-empty)) (:goal (and (in apple bin) (hand-empty))))
"""
PLAN = "(pick apple table)\n(place-in-bowl apple bin)\n"


def executed(folder: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the report."""
    (folder / "clear.plan").write_text(PLAN, encoding="utf-8")
    (folder / "problem.pddl").write_text(PROBLEM, encoding="utf-8")
    (folder / "bench.yaml").write_text(SCENE_TEXT, encoding="utf-8")
    made = folder / "run.json"
    given = ["--domain", "tabletop", "--problem", str(folder / "problem.pddl"), "--scene", str(folder / "bench.yaml")]
    code = run(["execute", str(folder / "clear.plan"), *given, "--report", str(made), *options])
    value = json.loads(made.read_text(encoding="utf-8")) if made.exists() else {}
    if value:
        fits(value, "run-report")
    return code, value


def test_of_two_plans_the_better_run_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, value = executed(tmp_path, "--best-of", "2")
    assert code == 0
    rounds = value["rounds"]
    (kept,) = (one for one in rounds if one["kept"])
    assert kept["score"] == max(one["score"] for one in rounds if one["succeeded"]) == value["totals"]["score"]
    assert len(value["totals"]["plan_scores"]) == len(rounds) == 2
    assert value["state"]["inside"] == {"apple": "bin"}
    assert "kept" in capfd.readouterr().err
