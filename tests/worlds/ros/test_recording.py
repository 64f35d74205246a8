"""Recordings of a bridge played against the client: made here of the test bridge, and those of genuine bridges.

`python -m benchmarks.score_ros_bridge --record FILE --url URL` makes one of a genuine bridge; what is put into
`tests/ros_bridge/recordings` is played here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("websockets")

from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment
from ros_bridge.recording import player, read, recorder
from ros_bridge.trial import NEAR, Notes, motion

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.robot import Cause, HaltError

GENUINE = sorted((Path(__file__).parents[2] / "ros_bridge" / "recordings").glob("*.jsonl"))
BOTH = ("franka-ros1", "franka-ros2")


def moved(url: str, name: str) -> HaltError | None:
    """Go there and back; what went wrong."""
    robot = RosRobot.connect(url, profile_named(name), Notes())
    try:
        robot.follow(motion(HOME, NEAR, 0.6))
        robot.follow(motion(NEAR, HOME, 0.6))
    except HaltError as error:
        return error
    finally:
        robot.close()
    return None


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("fault", [None, Kind.ABORT, Kind.REFLEX], ids=["undisturbed", "abort", "reflex"])
def test_a_recording_is_played_as_it_was(name: str, fault: Kind | None, tmp_path: Path) -> None:
    path, faults = tmp_path / "bridge.jsonl", [] if fault is None else [Fault(fault, Moment.MIDDLE, motion=2)]
    with Bridge(profile_named(name), faults=faults) as bridge, recorder(bridge.url, path, name) as url:
        first = moved(url, name)
    assert read(path)[0] == name
    with player(path) as url:
        again = moved(url, name)
    wanted = {None: None, Kind.ABORT: Cause.ABORTED, Kind.REFLEX: Cause.NOT_IN_ORDER}[fault]
    assert (first and first.cause) is wanted and (again and again.cause) is wanted, (first, again)


def test_a_client_that_does_something_else_is_not_answered(tmp_path: Path) -> None:
    path = tmp_path / "bridge.jsonl"
    with Bridge(profile_named("franka-ros2")) as bridge, recorder(bridge.url, path, "franka-ros2") as url:
        RosRobot.connect(url, profile_named("franka-ros2"), Notes()).close()
    with player(path) as url:
        error = moved(url, "franka-ros2")
    assert error is not None and error.cause is Cause.NO_FEEDBACK


@pytest.mark.parametrize("path", GENUINE, ids=lambda one: one.name)
def test_the_client_understands_a_genuine_bridge(path: Path) -> None:
    name, _ = read(path)
    with player(path) as url:
        robot = RosRobot.connect(url, profile_named(name), Notes())
        state = robot.state()
        robot.close()
    assert len(state.joints) == len(robot.found.joints) and state.unfit is None
