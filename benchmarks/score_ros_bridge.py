"""The test bridge, for benchmarks: it is among the tests, and is found there."""

from __future__ import annotations

# The path is set before the tests' packages are imported.
# isort: off
import benchmarks.tests_path  # noqa: F401
from ros_bridge import errand
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.cases import Case, cases_of
from ros_bridge.faults import Fault, Moment
from ros_bridge.faults import Kind as FaultKind
from ros_bridge.stalls import Stalls
from ros_bridge.trial import NEAR, Notes, Trial, motion, one_trial, rest
# isort: on

__all__ = [
    "HOME",
    "NEAR",
    "Bare",
    "Bridge",
    "Case",
    "Fault",
    "FaultKind",
    "Moment",
    "Notes",
    "Stalls",
    "Trial",
    "cases_of",
    "errand",
    "motion",
    "one_trial",
    "rest",
]
