"""What PyBullet prints goes nowhere, whichever streams are open; a library that is missing is named in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest
from case_tables import stored

from clairify_cli.files.extras import install

QUIET = stored(__file__, "QUIET")

WITHOUT = stored(__file__, "WITHOUT")


def python(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("closed", [[], [1], [2], [1, 2], [0, 1, 2]])
def test_streams_that_are_closed_stay_closed(closed: list[int]) -> None:
    done = python(QUIET.format(closed=closed))
    assert done.stderr == repr([number for number in range(3) if number not in closed])
    assert done.stdout == ""


def test_scripts_are_told_which_library_is_missing() -> None:
    libraries = ["numpy", "pinocchio", "coal", "ompl", "pybullet", "pybullet_data"]
    done = python(WITHOUT.format(libraries=libraries))
    assert done.stdout.splitlines() == [
        f"the simulated arm needs {one}, which is not installed: {install('robot')}" for one in libraries
    ]
