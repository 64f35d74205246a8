"""An arm that is pushed while nothing of ours moves it: noticed wherever that happens in a run."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

pytest.importorskip("websockets")

from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind

from agents.robot.scripts import DEVICES, GRASP, NEAR, motion, quick, script
from agents.robot.test_perform import HEAT, STIR, done
from clairify_cli.agents.robot.performance import Answer, Question
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.script.values import Command, Pause, Step

REST = Pause("rest", Step("(rest)"), 6.0)
THERE = motion(HOME, NEAR, 0.4)
WHERE: dict[str, tuple[tuple[Command, ...], str]] = {
    "in a pause": ((THERE, REST), ""),
    "before the first motion": ((REST, THERE), ""),
    "while a person is asked": ((THERE, STIR), ""),
    "while the hand closes": ((THERE, GRASP), ""),
    "while a plate holds its temperature": ((THERE, HEAT), DEVICES),
}
SOON = 0.25
"""Within so many s the stop begins: .01 rad at .5 rad/s is 20 ms, states come every 10 ms, and machines are busy."""


def thinks(question: Question, meanwhile: Callable[[], None]) -> Answer:
    """A person who takes a while."""
    until = time.monotonic() + 6.0
    while time.monotonic() < until:
        meanwhile()
        time.sleep(0.02)
    return Answer(True)


def wall(log: Path, *kinds: str) -> float:
    """When the log has the first entry of some kinds (s of the wall's date)."""
    entries = map(json.loads, log.read_text().splitlines())
    return next(datetime.fromisoformat(one["utc"]).timestamp() for one in entries if one["kind"] in kinds)


@pytest.mark.parametrize("name", ["franka-ros1", "franka-ros2"])
@pytest.mark.parametrize("where", WHERE)
def test_a_push_is_noticed_and_the_run_ends(where: str, name: str, tmp_path: Path) -> None:
    commands, devices = WHERE[where]
    devices = devices if name == "franka-ros2" else devices.replace("/msg/", "/").replace("/srv/", "/")
    profile, log = quick(name, devices, 1.0), tmp_path / "log"
    number = commands.index(THERE) * -1 + 2
    with Bridge(profile) as bridge:

        def push(_: object) -> None:
            while f'"number": {number}, "of"' not in (log.read_text() if log.exists() else ""):
                time.sleep(0.005)
            time.sleep(0.4)
            bridge.begin(Fault(Kind.DRIFT, speed=0.5, size=0.4))

        made = done(bridge, profile, script(*commands), log, ask=thinks, meanwhile=push)
        ((begun, _),) = bridge.mischief.begun
        noticed = wall(log, "halt", "end") - (time.time() - time.monotonic() + begun)
        assert len(bridge.motions) == made.motions == number - 1
    assert made.halted is not None and made.halted.cause is Cause.MOVED, made
    assert "joint 4" in made.halted.message.lower() and made.halted.expected and made.halted.actual
    print(f"push to stop, {where}, {name}: {1000 * noticed:.0f} ms")
    assert noticed < SOON


def test_an_arm_that_trembles_a_little_is_not_stopped(tmp_path: Path) -> None:
    profile = quick(rate=1.0)
    with Bridge(profile, noise=0.0005) as bridge:
        pause = Pause("rest", Step("(rest)"), 1.5)
        made = done(bridge, profile, script(THERE, pause, GRASP, motion(NEAR, HOME, 0.4), pause), tmp_path / "log")
    assert made.succeeded, made.halted
