"""The test bridge, for benchmarks: it is among the tests, and is found there."""

from __future__ import annotations

import sys
from pathlib import Path

_TESTS = str(Path(__file__).resolve().parents[1] / "tests")
if _TESTS not in sys.path:
    sys.path.insert(0, _TESTS)

from ros_bridge import errand  # noqa: E402
from ros_bridge.bridge import HOME, Bridge  # noqa: E402
from ros_bridge.cases import Case, cases_of  # noqa: E402
from ros_bridge.faults import Moment  # noqa: E402
from ros_bridge.trial import NEAR, Notes, Trial, motion, one_trial, rest  # noqa: E402

__all__ = [
    "HOME",
    "NEAR",
    "Bridge",
    "Case",
    "Moment",
    "Notes",
    "Trial",
    "cases_of",
    "errand",
    "motion",
    "one_trial",
    "rest",
]
