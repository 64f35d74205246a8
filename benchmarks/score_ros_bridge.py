"""The test bridge, for benchmarks: it is among the tests, and is found there.

`python -m benchmarks.score_ros_bridge --record FILE --url ws://arm:9090 [--profile NAME] [--move]`: connects to a
genuine bridge as a run does, and keeps all that it says in a file, which then plays against the client in tests
(`tests/ros_bridge/recordings`). Nothing moves unless `--move` is given: then joint 7 turns by 0.05 rad and back,
slowly, and a person watches that with a hand on the emergency stop.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

# The path is set before the tests' packages are imported.
# isort: off
import benchmarks.tests_path  # noqa: F401
from ros_bridge import errand
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.cases import Case, cases_of
from ros_bridge.faults import Fault, Moment
from ros_bridge.faults import Kind as FaultKind
from ros_bridge.recording import recorder
from ros_bridge.ahead import Stalls
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

_TURN, _LASTS = 0.05, 4.0
"""How far joint 7 turns (rad), and how long that takes (s)."""


def main() -> None:
    from clairify_cli.worlds.ros.arm import RosRobot
    from clairify_cli.worlds.ros.profile.text import profile_named

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", type=Path, required=True, metavar="FILE", help="a new file")
    parser.add_argument("--url", required=True)
    parser.add_argument("--profile", default="franka-ros2")
    parser.add_argument("--move", action="store_true")
    asked = parser.parse_args()
    profile = profile_named(asked.profile)
    with recorder(asked.url, asked.record, asked.profile) as url:
        robot = RosRobot.connect(url, profile, Notes())
        try:
            end = time.monotonic() + 3.0
            while time.monotonic() < end:
                here = robot.state().joints
                time.sleep(0.05)
            if asked.move:
                there = (*here[:-1], here[-1] - _TURN if here[-1] > 0 else here[-1] + _TURN)
                robot.follow(motion(here, there, _LASTS, points=40))
                robot.follow(motion(there, here, _LASTS, points=40))
        finally:
            robot.close()
    print(f"{robot.found.trajectory}: {asked.record.stat().st_size / 1000:.0f} kB in {asked.record}")
    for remark in robot.found.remarks:
        print(f"note: {remark}")


if __name__ == "__main__":
    main()
