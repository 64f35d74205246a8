"""Without `fcntl` and `resource`, as on Windows: what needs them says so in one sentence, and everything else works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from case_tables import stored

PROJECT = Path(__file__).parents[1]
TEXT = "Add 20 g of water to a beaker. Stir for 20 seconds."
KITCHEN = ("--domain", "household", "--problem", "kitchen")
SCENE = "examples/scenes/blocks.yaml"
ARM = ("--url", "ws://127.0.0.1:1", "--profile", "franka-ros2", "--scene", SCENE)
SAID = "needs Linux or macOS; on Windows, install clairify in WSL"

pytestmark = pytest.mark.slow


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A folder whose `sitecustomize` makes the modules unavailable, in worker processes too."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import sys\nsys.modules['fcntl'] = sys.modules['resource'] = None\n")
    return folder


def clairify(blocked: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "clairify_cli", *arguments],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(blocked), str(PROJECT)])},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    stored(__file__, "what_needs_neither_works"),
)
def test_what_needs_neither_works(blocked: Path, arguments: list[str], code: int) -> None:
    done = clairify(blocked, *arguments)
    assert (done.returncode, done.stdout != "") == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_a_batch_works(blocked: Path, tmp_path: Path) -> None:
    texts = tmp_path / "texts.csv"
    texts.write_text(f"text\n{TEXT}\n{TEXT}\n", encoding="utf-8")
    done = clairify(blocked, "xdl", str(texts), "-o", str(tmp_path / "made"), "-j", "2")
    assert (done.returncode, len(list((tmp_path / "made").glob("*.xdl")))) == (0, 2), done.stderr


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["pddl", "Close the fridge.", *KITCHEN], "running a solver"),
        (["execute", TEXT], "the simulated arm"),
        (["execute", TEXT, "--robot", "ros", *ARM, "--dry-run"], "the simulated arm"),
    ],
)
def test_what_needs_them_says_so_in_one_sentence(blocked: Path, arguments: list[str], what: str) -> None:
    done = clairify(blocked, *arguments)
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    assert done.stderr == f"clairify: {what} {SAID}\n"
