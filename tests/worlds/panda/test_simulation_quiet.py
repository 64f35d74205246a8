"""What PyBullet prints goes nowhere, whichever streams are open; a library that is missing is named in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("pybullet")

QUIET = """
import os, sys
kept = os.dup(2)
for number in {closed}:
    os.close(number)
if 1 in {closed}:
    sys.stdout = None
if 2 in {closed}:
    sys.stderr = None
from clairify_cli.worlds.panda.simulation.engine import quiet
with quiet():
    os.write(1, b"one")
    os.write(2, b"two")
still = [number for number in range(3) if os.path.exists(f"/dev/fd/{{number}}")]
os.write(kept, repr(still).encode())
"""

WITHOUT = """
import sys
sys.modules["{library}"] = None
from clairify_cli import api
from clairify_cli.worlds.panda.extra import RobotMissingError
wait = '<XDL><Synthesis><Hardware/><Reagents/><Procedure><Wait time="2 h"/></Procedure></Synthesis></XDL>'
try:
    api.execute(wait)
except RobotMissingError as error:
    print(error)
"""


def python(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("closed", [[], [1], [2], [1, 2], [0, 1, 2]])
def test_streams_that_are_closed_stay_closed(closed: list[int]) -> None:
    done = python(QUIET.format(closed=closed))
    assert done.stderr == repr([number for number in range(3) if number not in closed])
    assert done.stdout == ""


@pytest.mark.parametrize("library", ["numpy", "pinocchio", "coal", "ompl", "pybullet", "pybullet_data"])
def test_scripts_are_told_which_library_is_missing(library: str) -> None:
    done = python(WITHOUT.format(library=library))
    assert done.stdout == (
        f"the simulated arm needs {library}, which is not installed: pip install 'clairify-cli[robot]'\n"
    )
