"""What the command line prints of PDDL, whole, as files in `golden-pddl`. Times are left out.

`CLAIRIFY_GOLDEN=write pytest tests/cli/test_golden_pddl.py` writes them anew, for `git diff` to show.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from agents.kitchenette import DOMAIN, SCENE

from clairify_cli import __version__
from cli.conftest import Run
from cli.golden_files import golden_text

GOLDEN = Path(__file__).parent / "golden-pddl"
GIVEN = "--domain kitchenette.pddl --problem morning.pddl"

CASES = {
    "plan": f"pddl task.txt {GIVEN}",
    "goal": f"pddl task.txt {GIVEN} --no-solve",
    "problem": f"pddl task.txt {GIVEN} --no-solve --emit problem -q",
    "json": f"pddl task.txt {GIVEN} --format json",
    "as-it-is": f"pddl {GIVEN} --optimal",
    "no-plan": f"pddl 'Put the egg in the fridge.' {GIVEN}",
    "no-plan-json": f"pddl 'Put the egg in the fridge.' {GIVEN} --format json -q",
    "unknown-words": f"pddl 'Put the kumquat in the fridge.' {GIVEN}",
    "several-readings": "pddl 'Put the block on c.' --domain blocks --problem three",
    "unsupported": f"pddl {GIVEN} --solver pyperplan",
    "given-with-errors": "pddl task.txt --domain kitchenette.pddl --problem broken.pddl",
    "check": "check kitchenette.pddl morning.pddl broken.pddl",
    "check-plan": f"check wrong.plan {GIVEN}",
    "check-concise": "check --format concise . --statistics",
    "replan": "replan kitchenette.pddl morning.pddl wrong.plan --executed 1",
    "replan-json": "replan kitchenette.pddl morning.pddl wrong.plan --executed 1 --observe '(clean apple2)' "
    "--format json",
    "replan-no-way": "replan kitchenette.pddl morning.pddl wrong.plan --observe '(locked fridge1)'",
    "describe": "describe pddl --domain kitchenette.pddl",
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str, clairify: Run, own_folder: Path) -> None:
    for file, text in (
        ("kitchenette.pddl", DOMAIN),
        ("morning.pddl", SCENE),
        ("broken.pddl", SCENE.replace("egg1 - egg", "egg1 - eg").replace("(free))", "(fre) (clean apple1 shelf1))")),
        ("task.txt", "Put a clean apple in the fridge.\n"),
        ("wrong.plan", "(take apple1 shelf1)\n(put apple1 shelf2)\n(wash egg1)\n"),
    ):
        (own_folder / file).write_text(text, encoding="utf-8")
    ran = clairify(*shlex.split(CASES[name]))
    got = f"$ clairify {CASES[name]}\n" + ran.out.replace(f'"{__version__}"', '"VERSION"')
    got += "".join(f"stderr: {line}\n" for line in ran.err.splitlines())
    got += f"exit code {ran.code}\n"
    got = re.sub(r"\b\d+\.\d\d s\b", "0.00 s", got)
    got = re.sub(r'("(?:cpu_)?seconds": )[\d.]+', r"\g<1>0.0", got)
    assert got == golden_text(GOLDEN / f"{name}.txt", got)


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)
