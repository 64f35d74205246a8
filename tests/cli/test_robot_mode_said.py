"""What a person is told of the mode of a robot: before anything moves, and when it was stopped for that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from schemas_kept import fits

pytest.importorskip("pybullet")
pytest.importorskip("websockets")

from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind, Moment

from clairify_cli.worlds.ros.link.log import read_log
from cli.robots import CONFIRM, GIVEN, HOME, at_terminal, prepare, without_terminal

MOVE = {CONFIRM: "move\n"}


def robot(bridge: Bridge, *more: str) -> tuple[str, ...]:
    """The arguments of a run on the arm behind a bridge."""
    return ("execute", *GIVEN, "--robot", "ros", "--url", bridge.url, "--profile", "robot.yaml", *more)


def test_an_arm_that_somebody_stopped_is_not_moved_and_what_to_do_is_said(own_folder: Path) -> None:
    profile = prepare(own_folder, more="unattended: true\n")
    with Bridge(profile, home=HOME, faults=[Fault(Kind.USER_STOP)]) as bridge:
        ran = without_terminal(*robot(bridge, "--yes"))
        assert (ran.returncode, ran.stdout) == (3, ""), ran.stderr
        assert bridge.controller.accepted == [] and bridge.arm.positions == HOME
    assert "cause: not in order" in ran.stderr and "error recovery" in ran.stderr
    (log,) = own_folder.glob("robot-*.jsonl")
    (entry,) = [one for one in read_log(log.read_bytes()) if one.kind == "refused"]
    assert entry.fields["cause"] == "not in order"


@pytest.mark.parametrize("base", ["franka-ros1", "franka-ros2"])
def test_a_reflex_stops_the_run_at_once(base: str, own_folder: Path) -> None:
    profile = prepare(own_folder, base=base)
    with Bridge(profile, home=HOME, faults=[Fault(Kind.REFLEX, Moment.MIDDLE, motion=2)]) as bridge:
        session = at_terminal(*robot(bridge, "--report", "run.json"))
        assert session.end(MOVE) == 3, session.plain
        begun = bridge.mischief.begun[0][0]
        assert len(bridge.motions) == 2
        assert min(one for one in bridge.cancels if one > begun) - begun < 0.5
    assert "it says that it is in the mode idle" in session.plain
    assert "cause: not in order" in session.plain and "observed reflex" in session.plain
    assert "the hand was left as it is" in session.plain and "the arm stands still" in session.plain
    made = json.loads((own_folder / "run.json").read_text())
    fits(made, "run-report")
    assert made["robot"]["halted"]["cause"] == "not in order"


@pytest.mark.long
def test_a_robot_that_says_nothing_of_it_is_remarked_on_before_the_question(own_folder: Path) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME, with_robot_state=False) as bridge:
        session = at_terminal(*robot(bridge))
        session.until(CONFIRM)
        assert (
            "note: No franka_msgs/msg/FrankaRobotState comes on /franka_robot_state_broadcaster/robot_state"
            in session.plain
        )
        assert session.end(MOVE) == 0, session.plain
        assert len(bridge.motions) == 6
