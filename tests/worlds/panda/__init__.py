"""Tests of the simulated arm, which are skipped where its libraries are not installed."""

from importlib.util import find_spec

import pytest

# They are not imported here: pybullet prints a line when it is, unless the package that uses it keeps it quiet.
if not all(map(find_spec, ("numpy", "pybullet", "pinocchio", "coal", "ompl", "ruckig"))):
    pytest.skip("the libraries of the arm are not installed", allow_module_level=True)
