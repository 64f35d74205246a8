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
import importlib
import os
import sys
wait = '<XDL><Synthesis><Hardware/><Reagents/><Procedure><Wait time="2 h"/></Procedure></Synthesis></XDL>'
from clairify_cli import api
for library in {libraries}:
    importlib.import_module(library)  # once, and not in each process
for library in {libraries}:
    if os.fork():
        os.wait()
        continue
    sys.modules[library] = None
    from clairify_cli.worlds.panda.extra import RobotMissingError
    try:
        api.execute(wait)
    except RobotMissingError as error:
        print(error, flush=True)
    os._exit(0)
"""


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
        f"the simulated arm needs {one}, which is not installed: pip install 'clairify-cli[robot]'" for one in libraries
    ]
