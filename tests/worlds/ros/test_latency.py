"""Undisturbed runs over a slow and uneven network, several at a time on the same machine: nothing is stopped."""

from __future__ import annotations

import pytest

pytest.importorskip("websockets")

from ros_bridge.ahead import Ahead
from ros_bridge.faults import Fault, Kind
from ros_bridge.trial import Trial, run_trial

from clairify_cli.worlds.ros.profile.text import profile_named

RUNS, FEW = 20, 8
"""So many are tried, and so many of them in a run without `long` tests: each profile, holding a thing or not."""
PROFILES = ("franka-ros1", "franka-ros2")


def _tried(number: int) -> Trial:
    slow = Fault(Kind.LATENCY, seconds=0.05, size=0.3)
    return run_trial(profile_named(PROFILES[number % 2]), [slow], watching=None, seconds=1.2, holding=number % 4 > 1)


TRIALS = Ahead(range(RUNS), _tried, 4)


@pytest.mark.parametrize("place", TRIALS.params(str, lambda number: number < FEW))
def test_latency_of_50_to_300_ms_stops_nothing(place: int) -> None:
    trial = TRIALS.of(place)
    assert trial.error is None and trial.ended == 2, trial.error
    assert trial.logged == []
