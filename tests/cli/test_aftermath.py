"""After a run that ended since the arm was not in order, only a person begins another one."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("websockets")

from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind, Moment

from clairify_cli.services.execute.lock import alone_on
from clairify_cli.worlds.ros.robot import Cause, HaltError, halt
from cli.conftest import Run
from cli.robots import GIVEN, HOME, prepare

URL, ACTION = "ws://127.0.0.1:9090", "/arm/follow_joint_trajectory"
REFLEX = halt("mode", said="the mode reflex", to_do="See.", allowed="idle or move", words="reflex")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.mark.parametrize("error", [None, HaltError(Cause.LATE, "late"), HaltError(Cause.INTERRUPTED, "stop")])
def test_other_ends_leave_nothing(error: HaltError | None) -> None:
    with alone_on(URL, ACTION, lambda _: None) as aftermath:
        aftermath.leave(error)
    with alone_on(URL, ACTION, lambda _: None) as aftermath:
        assert aftermath.left is None


def test_a_reflex_is_left_until_a_person_begins() -> None:
    with alone_on(URL, ACTION, lambda _: None) as aftermath:
        aftermath.leave(REFLEX)
    for _ in range(2):  # looking does not clear it
        with alone_on(URL, ACTION, lambda _: None) as aftermath:
            assert aftermath.left == "The robot says that it is in the mode reflex. See."
    with alone_on(URL, "/other/follow_joint_trajectory", lambda _: None) as other:
        assert other.left is None
    with alone_on(URL, ACTION, lambda _: None) as aftermath:
        aftermath.clear()
    with alone_on(URL, ACTION, lambda _: None) as aftermath:
        assert aftermath.left is None


def test_a_run_without_a_person_is_refused_after_a_reflex(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more="unattended: true\n")
    with Bridge(profile, home=HOME, faults=[Fault(Kind.REFLEX, Moment.MIDDLE)]) as bridge:
        given = ("execute", *GIVEN, "--robot", "ros", "--url", bridge.url, "--profile", "robot.yaml", "--yes")
        ran = clairify(*given)
        assert ran.code == 3 and "cause: not in order" in ran.err, ran.err
        bridge.mischief.active.clear()  # somebody, or something, has recovered it
        begun = len(bridge.motions)
        ran = clairify(*given, "--robot-log", "second.jsonl")
        assert ran.code == 1 and "A person looks at the arm, and begins the next run" in ran.err, ran.err
        assert len(bridge.motions) == begun
