"""`clairify execute`: what it says before anything moves, and whole runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped, unused-ignore]

from cli.conftest import BROKEN, GOOD, Run, start

TEXT = "Add 12 g of water to a beaker."
SCHEMA = Path(__file__).parents[2] / "schemas" / "run-report.schema.json"

BLOCKED = """
import sys
for name in ("pybullet", "pinocchio", "ompl", "coal", "ruckig"):
    sys.modules[name] = None
from clairify_cli.app import run
sys.exit(run(sys.argv[1:]))
"""

LOADED = """
import sys
from clairify_cli.app import run
code = run(sys.argv[1:])
print(code, *sys.modules, file=sys.stderr)
"""


def python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)


def test_the_missing_extra_is_one_sentence_before_anything_else() -> None:
    done = python(BLOCKED, "execute", "Add 12 g of water to a beaker.", "--report", "run.json")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "clairify: the simulated arm needs pybullet, which is not installed: pip install 'clairify-cli[robot]'\n"
    )
    assert not Path("run.json").exists()


def test_a_scene_is_printed_without_the_extra_and_without_heavy_imports() -> None:
    done = python(BLOCKED, "execute", TEXT, "--print-scene", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert yaml.safe_load(done.stdout)["scene"] == 1
    done = python(LOADED, "execute", TEXT, "--print-scene", "-q")
    code, *modules = done.stderr.splitlines()[-1].split()
    assert code == "0"
    assert not {"pybullet", "pinocchio", "ompl", "coal", "ruckig"} & set(modules)


def test_a_printed_scene_can_be_given_again(clairify: Run, own_folder: Path) -> None:
    first = clairify("execute", TEXT, "--print-scene", "-q")
    (own_folder / "bench.yaml").write_text(first.out)
    again = clairify("execute", TEXT, "--scene", "bench.yaml", "--print-scene", "-q")
    assert (again.code, again.out, again.err) == (0, first.out, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((TEXT, "--record", "run.avi"), "--record run.avi: a film is .mp4 or .gif, a contact sheet .png"),
        ((TEXT, "--set", "speed"), "--set speed: write NAME=VALUE"),
        ((TEXT, "--set", "sped=1"), "with one of speed, obstacle_clearance, orientation, grasp"),
        ((TEXT, "--set", "speed=2"), "speed is a number from 0.05 to 1"),
        ((TEXT, "--set", "speed=nan"), "speed is a number from 0.05 to 1"),
        ((TEXT, "--set", "grasp=below"), "a grasp is top or side"),
        ((TEXT, "--dry-run", "--record", "a.png"), "there is nothing to film with --dry-run"),
        ((TEXT, "--print-scene", "--report", "-"), "--print-scene moves nothing"),
        ((TEXT, "--domain", "lab"), "--domain and --problem are for PDDL plans"),
        (("(take a b)",), "a plan is carried out for a problem: add --domain and --problem"),
        (("nowhere.xdl",), "cannot read nowhere.xdl: there is no such file"),
        ((TEXT, "--scene", "nowhere.yaml"), "cannot read nowhere.yaml: there is no such file"),
        ((TEXT, "--on-failure", "replan"), "--on-failure"),
    ],
)
def test_usage(arguments: tuple[str, ...], said: str, clairify: Run) -> None:
    ran = clairify("execute", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_programs_with_errors_are_not_run(clairify: Run, own_folder: Path) -> None:
    (own_folder / "broken.xdl").write_text(BROKEN)
    ran = clairify("execute", "broken.xdl")
    assert (ran.code, ran.out) == (1, "")
    assert "broken.xdl:10:" in ran.err
    assert "clairify: nothing was moved" in ran.err


def test_a_scene_with_errors_is_not_run(clairify: Run, own_folder: Path) -> None:
    (own_folder / "bench.yaml").write_text("scene: 1\nvessels: 3\n")
    ran = clairify("execute", TEXT, "--scene", "bench.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert "bench.yaml:2" in ran.err


def test_a_step_without_a_skill_is_an_error_at_its_line(clairify: Run, own_folder: Path) -> None:
    odd = GOOD.replace('<Stir vessel="beaker" time="20 s"/>', '<Evaporate vessel="beaker" time="20 min"/>')
    (own_folder / "odd.xdl").write_text(odd)
    ran = clairify("execute", "odd.xdl", "--print-scene")
    assert (ran.code, ran.out) == (1, "")
    assert "odd.xdl:11:" in ran.err
    assert "error[RUN1" in ran.err
    skipped = clairify("execute", "odd.xdl", "--print-scene", "--skip-unsupported")
    assert skipped.code == 0
    assert "RUN1" in skipped.err


def test_a_dry_run_moves_nothing(clairify: Run) -> None:
    pytest.importorskip("pybullet")
    ran = clairify("execute", TEXT, "--dry-run", "--report", "-")
    assert ran.code == 0
    made = json.loads(ran.out)
    assert made["totals"]["moved"] is False
    assert [one["status"] for one in made["steps"]] == ["planned"]
    assert "planned" in ran.err
    assert "can be done" in ran.err


def test_a_step_that_is_not_there(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    ran = clairify("execute", TEXT, "--until", "7", "--record", "run.png")
    assert ran.code == 1
    assert not list(own_folder.iterdir())
    assert "RUN" in ran.err
    assert "7" in ran.err


def test_english_to_report_and_contact_sheet(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    image = pytest.importorskip("PIL.Image")
    ran = clairify("execute", TEXT, "--record", "run.png", "--report", "run.json")
    assert (ran.code, ran.out) == (0, "")
    made = json.loads((own_folder / "run.json").read_text())
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(made)
    assert made["totals"]["success"] is True
    (mass,) = made["totals"]["masses"]
    assert abs(mass["in_vessel_g"] - 12) < 1.2
    assert "step 1 (1 of 1)" in ran.err
    assert "result" in ran.err
    assert "asked for" in ran.err
    with image.open(own_folder / "run.png") as sheet:
        assert sheet.width > 1000
        assert len(sheet.convert("RGB").getcolors(sheet.width * sheet.height)) > 50
    assert {path.name for path in own_folder.iterdir()} == {"run.json", "run.png"}


def test_ctrl_c_stops_safely_and_keeps_the_report(own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    process = start("execute", TEXT, "--report", "run.json")
    assert process.stderr is not None
    said = b""
    deadline = time.monotonic() + 100
    os.set_blocking(process.stderr.fileno(), False)
    while b"step 1 (" not in said:
        assert process.poll() is None
        assert time.monotonic() < deadline
        said += process.stderr.read() or b""
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    os.set_blocking(process.stderr.fileno(), True)
    _, err = process.communicate(timeout=100)
    said += err
    assert process.returncode == 130, said
    assert b"stopping after this action" in said
    made = json.loads((own_folder / "run.json").read_text())
    assert made["failure"]["message"] == "the run was stopped"
