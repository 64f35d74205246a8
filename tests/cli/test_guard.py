"""The guard as a person sees it: whole runs that are killed, and runs without one."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from waiting import soon

pytest.importorskip("pybullet")
pytest.importorskip("websockets")

from ros_bridge.bridge import Bridge
from ros_bridge.goals import State
from ros_bridge.guard_node import config_for

from clairify_cli.worlds.ros.link.log import read_log
from clairify_cli.worlds.ros.profile.values import RobotProfile
from cli.conftest import CLAIRIFY, Run
from cli.robots import CONFIRM, GIVEN, HOME, at_terminal, prepare

UNATTENDED = "unattended: true\n"
LIMIT = 0.6
REACTION = 0.2
"""How much longer than its limit the guard may take (s)."""
PLATE = stored(__file__, "PLATE")
HEAT = stored(__file__, "HEAT")
BENCH = stored(__file__, "BENCH")


def robot(bridge: Bridge, *more: str, given: tuple[str, ...] = GIVEN) -> tuple[str, ...]:
    return ("execute", *given, "--robot", "ros", "--url", bridge.url, "--profile", "robot.yaml", *more)


def begun(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([CLAIRIFY, *arguments], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def heating(folder: Path, **options: Any) -> tuple[RobotProfile, tuple[str, ...]]:
    profile = prepare(folder, more=UNATTENDED + PLATE, **options)
    (folder / "heat.xdl").write_text(HEAT)
    (folder / "bench.yaml").write_text(BENCH)
    return profile, ("heat.xdl", "--scene", "bench.yaml")


def killed(process: subprocess.Popen[str], when: Callable[[], object]) -> float:
    """Kill a process when something is so; when that was."""
    assert soon(lambda: bool(when()) or process.poll() is not None, 60.0)
    assert process.poll() is None, process.stderr.read() if process.stderr else ""
    process.kill()
    at = time.monotonic()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()
    return at


@pytest.mark.long  # test_guard_line.py has a shorter one
@pytest.mark.parametrize("base", ["franka-ros1", "franka-ros2"])
def test_a_run_that_is_killed_in_a_motion_is_cancelled_with_the_grip_kept(base: str, own_folder: Path) -> None:
    profile = prepare(own_folder, rate=1.0, more=UNATTENDED, base=base)
    with Bridge(profile, home=HOME, guard=config_for(profile, LIMIT)) as bridge:
        assert bridge.guard is not None
        process = begun(*robot(bridge, "--yes", "-q", "--speed-scale", "0.3"))

        def carries() -> bool:
            goals = bridge.guard.arm_goals  # type: ignore[union-attr]
            held = any(name == "grasp" for _, name, _ in bridge.gripper.commands)
            return held and goals[-1].state is State.ACTIVE and bridge.guard.knows(goals[-1])  # type: ignore[union-attr]

        at = killed(process, lambda: bridge.motions and carries() and bridge.arm.moving)
        goal, commands = bridge.guard.arm_goals[-1], list(bridge.gripper.commands)
        assert soon(lambda: goal.ended_at is not None)
        assert goal.state is State.CANCELLED and not goal.replaced
        assert goal.ended_at is not None and goal.ended_at - at < LIMIT + REACTION
        assert not bridge.arm.moving
        assert bridge.stops == [] and bridge.gripper.commands == commands and bridge.hand.thing is not None
        assert [kind for _, kind, _ in bridge.guard.done] == ["cancel"]


@pytest.mark.long  # test_guard_line.py has a shorter one
def test_a_run_that_is_killed_while_it_heats_leaves_the_plate_off(own_folder: Path) -> None:
    profile, given = heating(own_folder)
    with Bridge(profile, home=HOME, guard=config_for(profile, LIMIT)) as bridge:
        assert bridge.guard is not None
        process = begun(*robot(bridge, "--yes", "-q", given=given))
        at = killed(process, lambda: bridge.bench.settings)
        assert bridge.bench.settings == [("hotplate", "temperature", 45.0)]
        assert soon(lambda: len(bridge.bench.settings) > 1)
        off = bridge.guard.done[0][0]
        assert bridge.bench.told("hotplate", "temperature") == [45.0, None] and off - at < LIMIT + REACTION
        assert not bridge.bench.nodes["hotplate", "temperature"].on
        assert bridge.stops == [] and bridge.cancels == []


@pytest.mark.long
def test_with_a_guard_the_run_is_the_usual_one(own_folder: Path, clairify: Run) -> None:
    profile, given = heating(own_folder)
    with Bridge(profile, home=HOME, guard=config_for(profile, LIMIT)) as bridge:
        assert bridge.guard is not None
        ran = clairify(*robot(bridge, "--yes", given=given))
        assert ran.code == 0, ran.err
        assert "guard: armed at the start; 0.6 s after the last heartbeat it cancels" in ran.err
        assert soon(lambda: bridge.guard is not None and bridge.guard.state == "idle")
        assert bridge.guard.done == [] and bridge.logged == []


def test_without_one_nothing_is_heated_unless_that_is_asked_for(own_folder: Path, clairify: Run) -> None:
    profile, given = heating(own_folder)
    with Bridge(profile, home=HOME) as bridge:
        ran = clairify(*robot(bridge, "--yes", given=given))
        assert ran.code == 3 and bridge.motions == [] and bridge.bench.settings == []
        assert "the run heats with hotplate, and no guard switches it off" in ran.err and "--without-guard" in ran.err
        assert "cause: no guard" in ran.err and "note: there is no guard" in ran.err
        ran = clairify(*robot(bridge, "--dry-run", given=given))
        assert ran.code == 0 and "it could not begin: the run heats with hotplate" in ran.err


@pytest.mark.long
def test_without_one_it_is_heated_where_that_is_asked_for(own_folder: Path, clairify: Run) -> None:
    profile, given = heating(own_folder)
    with Bridge(profile, home=HOME) as bridge:
        ran = clairify(*robot(bridge, "--yes", "--without-guard", given=given))
        assert ran.code == 0, ran.err
        assert bridge.bench.told("hotplate", "temperature") == [45.0, None]


@pytest.mark.long
def test_without_one_no_goal_that_is_sent_is_long(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, rate=1.0, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        ran = clairify(*robot(bridge, "--yes", "--speed-scale", "0.08"))
        assert ran.code == 0, ran.err
        lasts = [one.points[-1].seconds for one in bridge.motions]
        assert len(lasts) > 6 and max(lasts) <= 5.0
        assert all(not any(one.points[end].velocities) for one in bridge.motions for end in (0, -1))


def test_a_guard_that_goes_silent_stops_the_run(own_folder: Path) -> None:
    profile = prepare(own_folder, rate=1.0, more=UNATTENDED)
    with Bridge(profile, home=HOME, guard=config_for(profile)) as bridge:
        assert bridge.guard is not None
        process = begun(*robot(bridge, "--yes"))
        assert soon(lambda: bool(bridge.motions) and bridge.arm.moving, 60.0)
        bridge.guard.silent = True
        at = time.monotonic()
        said = process.communicate(timeout=60)[1]
        assert process.returncode == 3 and "cause: no guard" in said, said
        assert "The guard has gone silent" in said and "the motion was cancelled" in said
        assert min(bridge.cancels) - at < 1.0 + REACTION + 0.2  # its last status may be 0.2 s old


@pytest.mark.long  # test_guard_logic.py has a shorter one
def test_a_second_run_is_refused_and_does_not_disturb_the_first(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME, guard=config_for(profile)) as bridge:
        assert bridge.guard is not None
        other = {"v": 1, "say": "arm", "run": "other", "seq": 1, "goals": [], "off": []}
        bridge.guard.keep_armed_by(other)
        session = at_terminal(*robot(bridge))
        assert session.end({CONFIRM: "move\n"}) == 3, session.plain
        assert "does not watch this run: another run is armed" in session.plain
        assert "nothing had been begun" in session.plain
        assert bridge.motions == [] and bridge.stops == [] and bridge.cancels == []
        assert bridge.guard.state == "armed" and bridge.guard.done == []
    (log,) = own_folder.glob("robot-*.jsonl")
    assert read_log(log.read_bytes())[-1].kind == "refused"
