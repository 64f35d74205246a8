"""Whatever goes wrong before anything moves: nobody is there, somebody else is there, or nothing is said."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from ros_bridge.ahead import Ahead
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind
from ros_bridge.trial import PROFILES, QUICK, Notes, both, run_trial

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError


@contextmanager
def _peer(answer: bytes | None) -> Iterator[str]:
    """Somebody who is no bridge: says nothing (None), or something, and leaves the connection open."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = []

        def serve() -> None:
            try:
                while True:
                    one, _ = server.accept()
                    kept.append(one)
                    if answer is not None:
                        one.recv(4096)
                        one.sendall(answer)
            except OSError:
                return

        threading.Thread(target=serve, daemon=True).start()
        yield f"ws://127.0.0.1:{server.getsockname()[1]}"
        for one in kept:
            one.close()


@pytest.mark.parametrize(
    "answer", [None, b"HTTP/1.1 200 OK\r\n\r\nhello", b"\x00\x01\x02" * 50], ids=["mute", "web", "noise"]
)
def test_somebody_else_is_there(answer: bytes | None) -> None:
    profile = replace(PROFILES[0], watching=QUICK)
    with _peer(answer) as url:
        begin = time.monotonic()
        with pytest.raises(HaltError) as raised:
            RosRobot.connect(url, profile, Notes())
    assert raised.value.cause is Cause.CLOSED
    assert time.monotonic() - begin < 5


def test_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"ws://127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(HaltError) as raised:
        RosRobot.connect(url, PROFILES[0], Notes())
    assert raised.value.cause is Cause.CLOSED
    assert raised.value.stopped is None


OPENING: dict[Kind, set[Cause]] = {
    Kind.FREEZE: {Cause.STALE, Cause.NO_ANSWER, Cause.CLOSED},
    Kind.FREEZE_HARD: {Cause.STALE, Cause.NO_ANSWER, Cause.CLOSED},
    Kind.STALE: {Cause.STALE},
    Kind.NAN: {Cause.NOT_FINITE},
    Kind.MISSING_JOINT: {Cause.NOT_FINITE, Cause.STALE},
}
"""What may be said where a fault is there from the begin."""
TRIALS = Ahead([(one, kind) for kind in OPENING for one in PROFILES], lambda case: run_trial(case[0], [Fault(case[1])]))


@pytest.mark.parametrize("place", TRIALS.params(lambda one: f"{one[0].name}-{one[1].value}"))
def test_bridge_that_is_no_good_from_the_begin(place: int) -> None:
    trial = TRIALS.of(place)
    assert trial.error is not None and trial.error.cause in OPENING[TRIALS.cases[place][1]]
    assert trial.ended == trial.after == 0


@both
def test_arm_that_is_elsewhere_does_not_move(profile: RobotProfile) -> None:
    """Both values are said."""
    trial = run_trial(profile, home=tuple(one + 0.02 for one in HOME))
    assert trial.error is not None and trial.error.cause is Cause.ELSEWHERE
    assert trial.error.expected and trial.error.actual
    assert trial.after == 0


@pytest.mark.parametrize(
    ("one_thread", "most", "stops"), [(False, None, True), (True, None, None), (True, 1, False)]
)  # where a second connection is to be had, it is tried
def test_bridge_is_asked_whether_it_stops_at_once(one_thread: bool, most: int | None, stops: bool | None) -> None:
    profile = PROFILES[1]
    with Bridge(profile, one_thread=one_thread, most=most) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        found = robot.found
        robot.close()
        assert found.stops_at_once is stops
        assert bridge.motions == []
        assert bridge.arm.positions == HOME
        assert bridge.logged == []
    assert bool(found.remarks) is not stops
