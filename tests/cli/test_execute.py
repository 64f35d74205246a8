"""`clairify execute`: what it says before anything moves, and whole runs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from case_tables import stored
from schemas_kept import fits

from clairify_cli.files.extras import install
from cli.conftest import BROKEN, CLAIRIFY, GOOD, Run, on_a_terminal, shell, start

TEXT = "Add 12 g of water to a beaker."

EXTRA = "pybullet,pinocchio,ompl,coal"
BLOCKED = """
import sys
for name in sys.argv.pop(1).split(","):
    sys.modules[name] = None
from clairify_cli.app import run
sys.exit(run(sys.argv[1:]))
"""

OLD = """
import importlib.metadata, sys
name, real = sys.argv.pop(1), importlib.metadata.version
importlib.metadata.version = lambda asked: "0.1" if asked == name else real(asked)
from clairify_cli.app import run
sys.exit(run(sys.argv[1:]))
"""

LOADED = """
import sys
from clairify_cli.app import run
code = run(sys.argv[1:])
print(code, *sys.modules, file=sys.stderr)
"""

THREE_BLOCKS = Path(__file__).parents[2] / "domains/problems/tabletop/three-blocks.pddl"
TOWER = stored(__file__, "TOWER")

WAIT = stored(__file__, "WAIT")
"""A run in which nothing moves."""


def clairify_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CLAIRIFY, *arguments], capture_output=True, text=True, check=False)


def masked(said: str) -> str:
    """What was said, without times and what else is measured, and without the spaces that align it."""
    said = re.sub(r"\d+:\d\d min", "0.0 s", said)  # just above a minute or just below
    lines = [re.sub(r" +", " ", re.sub(r"\d+\.\d+", "#", line)).strip() for line in said.splitlines() if line]
    return "".join(re.sub(r", # g spilled", "", line) + "\n" for line in lines)


def python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("missing", "named"),
    [(EXTRA, "pybullet"), ("imageio_ffmpeg", "imageio_ffmpeg")],
)
def test_the_missing_extra_is_one_sentence_before_anything_else(missing: str, named: str) -> None:
    pytest.importorskip("pybullet")
    done = python(BLOCKED, missing, "execute", TEXT, "--film", "run.mp4", "--report", "run.json")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (f"clairify: the simulated arm needs {named}, which is not installed: {install('robot')}\n")
    assert not Path("run.json").exists()


@pytest.mark.parametrize("old", ["ompl", pytest.param("up-fast-downward", marks=pytest.mark.long)])
def test_an_unsupported_version_is_one_sentence_before_anything_else(old: str) -> None:
    pytest.importorskip("pybullet")
    done = python(OLD, old, "execute", TEXT, "--report", "run.json")
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(
        rf"clairify: the simulated arm needs {old} [\d.]+ or newer, and 0\.1 is installed: "
        r"(?:uv )?pip install .*\[robot\]'\n",
        done.stderr,
    ), done.stderr
    assert not Path("run.json").exists()


def test_fast_downward_is_asked_for_where_it_is_missing() -> None:
    pytest.importorskip("pybullet")
    pytest.importorskip("pyperplan")
    done = python(BLOCKED, "up_fast_downward", "execute", TEXT, "--dry-run", "-q")
    assert (done.returncode, done.stdout) == (3, "")
    assert "could not be planned: pyperplan does not support negative conditions" in done.stderr
    assert done.stderr.endswith(f"; Fast Downward does, which {install('plan')} brings\n")


def test_a_scene_is_printed_without_the_extra_and_without_heavy_imports() -> None:
    done = python(BLOCKED, EXTRA, "execute", TEXT, "--print-scene", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert yaml.safe_load(done.stdout)["scene"] == 1
    done = python(LOADED, "execute", TEXT, "--print-scene", "-q")
    code, *modules = done.stderr.splitlines()[-1].split()
    assert code == "0"
    assert not {"pybullet", "pinocchio", "ompl", "coal"} & set(modules)


def test_a_printed_scene_can_be_given_again(clairify: Run, own_folder: Path) -> None:
    first = clairify("execute", TEXT, "--print-scene", "-q")
    (own_folder / "bench.yaml").write_text(first.out)
    again = clairify("execute", TEXT, "--scene", "bench.yaml", "--print-scene", "-q")
    assert (again.code, again.out, again.err) == (0, first.out, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    stored(__file__, "usage"),
)
def test_usage(arguments: tuple[str, ...], said: str, clairify: Run) -> None:
    ran = clairify("execute", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize("text", [TEXT, WAIT])
def test_standard_input_is_read_once_whatever_it_is(text: str) -> None:
    told = [CLAIRIFY, "execute", "-", "--print-scene", "-q"]
    ran = subprocess.run(told, input=text, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert yaml.safe_load(ran.stdout)["scene"] == 1


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


@pytest.mark.parametrize(
    ("line", "said"),
    stored(__file__, "constraints_come_from_a_file"),
)
def test_constraints_come_from_a_file(line: str, said: str, clairify: Run, own_folder: Path) -> None:
    (own_folder / "rules.txt").write_text(f"; what may not be done\n{line} ; a comment\n")
    ran = clairify("execute", TEXT, "--print-scene", "-q", "--constraints", "rules.txt")
    assert ran.code == (2 if said else 0)
    assert said in ran.err


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


def test_no_amount_is_made_up_unless_one_is_assumed(clairify: Run, own_folder: Path) -> None:
    (own_folder / "unsaid.xdl").write_text(GOOD.replace('reagent="water" volume="10 mL"', 'reagent="water"'))
    ran = clairify("execute", "unsaid.xdl", "--print-scene")
    assert (ran.code, ran.out) == (1, "")
    assert "error[RUN104]" in ran.err and "--assume" in ran.err
    assumed = clairify("execute", "unsaid.xdl", "--print-scene", "--assume", "12 g")
    assert assumed.code == 0
    assert "12 g is taken" in assumed.err
    wrong = clairify("execute", "unsaid.xdl", "--print-scene", "--assume", "12 min")
    assert wrong.code == 2
    assert "--assume 12 min: it is a mass or a volume" in wrong.err


def test_a_dry_run_moves_nothing(clairify: Run) -> None:
    pytest.importorskip("pybullet")
    ran = clairify("execute", TEXT, "--dry-run", "--report", "-")
    assert ran.code == 0
    made = json.loads(ran.out)
    assert made["totals"]["moved"] is False
    assert [one["status"] for one in made["steps"]] == ["planned"]
    assert (
        masked(ran.err)
        == """\
<text>: valid (1 round, reader, # s)
step text actions result score simulated skipped
1 Add 12 g water to beaker 6 planned #
<text>: can be done (score #, # s)
"""
    )


def test_english_to_report_and_contact_sheet(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    image = pytest.importorskip("PIL.Image")
    ran = clairify("execute", TEXT, "--film", "run.png", "--film", "run.html", "--view", "--report", "run.json")
    assert (ran.code, ran.out) == (0, "")
    shown = (own_folder / "run.html").read_text(encoding="utf-8")
    assert '"words": [[0, 29]]' in shown and '"action": "uncap water"' in shown
    address = re.search(r"^the run is shown at (http://127\.0\.0\.1:[0-9]+/\S+/)\n", ran.err, re.MULTILINE)
    assert address is not None
    made = json.loads((own_folder / "run.json").read_text())
    fits(made, "run-report")
    assert made["totals"]["success"] is True
    (mass,) = made["totals"]["masses"]
    assert abs(mass["in_vessel_g"] - 12) < 1.2
    assert (
        masked(ran.err.replace(address[0], ""))
        == """\
<text>: valid (1 round, reader, # s)
step 1 (1 of 1), 6 actions: Add 12 g water to beaker
take beaker from beaker slot: ok (# s)
put beaker on balance: ok (# s)
uncap water: ok (# s)
take water from water bottle slot: ok (# s)
weigh water into beaker: ok (# s; # g poured)
put water on water bottle slot: ok (# s)
run.png: a contact sheet of the run
run.html: a page of the run
step text actions result score simulated skipped
1 Add 12 g water to beaker 6 ok # # s
in asked for found
beaker water # g # g
spilled: # g
<text>: done (score #, # s simulated, # s)
"""
    )
    with image.open(own_folder / "run.png") as sheet:
        assert sheet.width > 1000
        assert len(sheet.convert("RGB").getcolors(sheet.width * sheet.height)) > 50
    assert {path.name for path in own_folder.iterdir()} == {"run.json", "run.png", "run.html"}


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
    assert b"clairify: the run was stopped at step 1" in said
    assert b"stopped" in said.split(b"result")[1]


def test_what_is_interrupted_before_anything_moves_says_so(own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    (own_folder / "good.xdl").write_text(GOOD)
    ran = clairify_process("execute", "good.xdl", "--time-limit", "0.001", "--report", "run.json")
    assert ran.returncode == 1
    assert ran.stderr == "clairify: the 0.001 s of --time-limit were over before all was planned; nothing was moved\n"
    assert not (own_folder / "run.json").exists()


def test_closed_streams(own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    (own_folder / "wait.xdl").write_text(WAIT)
    ran = shell("clairify execute wait.xdl --report - >&-")
    assert (ran.code, ran.err) == (2, "clairify: cannot write to standard output: it is closed\n")
    assert shell("clairify execute wait.xdl --report run.json >&- 2>&-").code == 0
    assert json.loads((own_folder / "run.json").read_text())["totals"]["skipped_s"] == 7200


def test_progress_on_a_terminal(own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    (own_folder / "tower.plan").write_text("(unstack green-block red-block)\n(stack green-block blue-block)\n")
    goal = THREE_BLOCKS.read_text().replace(
        "(and (on red-block green-block) (on green-block blue-block))", "(on green-block blue-block)"
    )
    (own_folder / "one.pddl").write_text(goal)
    arguments = ("execute", "tower.plan", "--domain", "tabletop", "--problem", "one.pddl")
    shown = on_a_terminal(*arguments, COLUMNS="50", TERM="xterm")
    assert "\r\x1b[Kplanning 1 of 1: plan of 2 steps …" in shown
    assert "\r\x1b[Kstep 1: plan of 2 steps: take green block off red" in shown  # cut off where the line ends
    assert "take green block off red block" not in shown
    *_, table = shown.split("\r\x1b[K")
    assert table.startswith("step  text")
    assert "tower.plan: done (score" in table
    assert all(len(line) < 50 for part in shown.split("\r\x1b[K")[:-1] for line in part.split("\r"))
