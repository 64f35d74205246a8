"""What the command line prints of PDDL, whole, as files in `golden-pddl`. Times are left out.

`CLAIRIFY_GOLDEN=write pytest tests/cli/test_golden_pddl.py` writes them anew, for `git diff` to show.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored

from clairify_cli import __version__
from cli.conftest import Run
from cli.golden_files import golden_text

GOLDEN = Path(__file__).parent / "golden-pddl"
GIVEN = "--domain kitchenette.pddl --problem morning.pddl"

CASES = stored(__file__, "CASES")


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
