"""Tests of the simulated arm, which are skipped where its libraries are not installed."""

import pytest

for _library in ("numpy", "pybullet", "pinocchio", "coal", "ompl", "ruckig"):
    pytest.importorskip(_library)
