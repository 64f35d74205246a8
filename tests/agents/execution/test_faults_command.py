"""`clairify execute` on scenes with something wrong in them: one clear sentence, the exit code, and a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from case_tables import stored
from schemas_kept import fits

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")
pytest.importorskip("up_fast_downward")
from worlds.panda.faulty_bench import POURING_TEXT

from clairify_cli.app import run

PROGRAM = stored(__file__, "PROGRAM")
TWIN = POURING_TEXT + "  twin: {capacity: 220 mL, at: [0.51, 0.21]}\n"
SLIPPERY = POURING_TEXT.replace("mass: 80 g", "mass: 80 g, friction: 0.01")


def executed(folder: Path, scene: str, said: pytest.CaptureFixture[str]) -> tuple[int, str, str, Path]:
    """The exit code, stdout, stderr, and where the report would be."""
    (folder / "program.xdl").write_text(PROGRAM, encoding="utf-8")
    (folder / "bench.yaml").write_text(scene, encoding="utf-8")
    report = folder / "run.json"
    said.readouterr()
    code = run(["execute", str(folder / "program.xdl"), "--scene", str(folder / "bench.yaml"), "--report", str(report)])
    told = said.readouterr()
    return code, told.out, told.err, report


def test_a_slippery_bottle_ends_with_1_and_a_report(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, said, path = executed(tmp_path, SLIPPERY, capfd)
    assert code == 1
    assert out == ""
    assert "holding" in said
    assert "water-bottle" in said
    made = json.loads(path.read_text(encoding="utf-8"))
    fits(made, "run-report")
    failure = made["failure"]
    assert failure["action"]["name"] == "take"
    assert [one["name"] for one in failure["checks"] if not one["passed"]] == ["holding"]
    assert failure["line"] == 5
    assert made["totals"]["success"] is False


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        pytest.param(
            POURING_TEXT + "  twin: {capacity: 220 mL, at: [0.51, 0.21]}\n",
            ("twin", "water-bottle"),
            id="two objects in one place",
        ),
        pytest.param(
            POURING_TEXT.replace("at: slot", "at: [0.75, 0.55]"), ("water-bottle", "too far"), id="out of reach"
        ),
        pytest.param(
            POURING_TEXT + "\nitems:\n  rock: {mesh: rock.obj, mass: 50 g, at: [0.3, 0.1]}\n",
            ("rock.obj",),
            id="a missing mesh",
        ),
        pytest.param("scene: 1\nname: [", ("YAML",), id="unreadable"),
        pytest.param("", ("scene",), id="empty"),
    ],
)
def test_what_is_wrong_with_a_scene_is_said_before_anything_moves(
    tmp_path: Path, scene: str, words: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, said, path = executed(tmp_path, scene, capfd)
    assert code == 1
    assert out == ""
    assert all(word in said for word in words), said
    assert said.endswith("clairify: nothing was moved: this cannot be carried out\n")
    assert not path.exists()


def test_a_scene_that_is_not_there_ends_with_2(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "program.xdl"
    program.write_text(PROGRAM, encoding="utf-8")
    assert run(["execute", str(program), "--scene", str(tmp_path / "nowhere.yaml")]) == 2
    assert "nowhere.yaml" in capfd.readouterr().err


def test_a_bottle_that_slips_is_put_back_before_anything_else_is_tried(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The run stops in the end, wherever the bottle has slid to by then, and nothing is poured from it."""
    (tmp_path / "program.xdl").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "bench.yaml").write_text(SLIPPERY, encoding="utf-8")
    capfd.readouterr()
    report = tmp_path / "run.json"
    arguments = ["--scene", str(tmp_path / "bench.yaml"), "--on-failure", "replan", "--report", str(report)]
    assert run(["execute", str(tmp_path / "program.xdl"), *arguments]) == 1
    made = json.loads(report.read_text(encoding="utf-8"))
    fits(made, "run-report")
    assert made["options"]["on_failure"] == "replan"
    step = made["steps"][0]
    assert [one["name"] for one in step["actions"]][:2] == ["take", "put"]
    assert "pour" not in {one["name"] for one in step["actions"]}
    first = step["replannings"][0]
    assert "holding" in first["why"]
    assert first["kept"] == ["(put water-bottle slot)"]
    assert made["failure"]["action"]["name"] in {"take", "put"}
    assert made["totals"]["success"] is False
    assert [one["in_vessel_g"] for one in made["totals"]["masses"]] == [0.0]
    assert "planned again" in capfd.readouterr().err
