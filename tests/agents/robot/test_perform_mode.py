"""A script on a robot that says which mode it is in: not begun with, stopped in pauses too, and written down."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("websockets")
pytest.importorskip("numpy")

from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind, Moment

from agents.robot.scripts import BACK, STEP, THERE, quick, script
from clairify_cli.agents.robot.perform import perform
from clairify_cli.agents.robot.performance import Answer, Performance, Question
from clairify_cli.agents.robot.words import confirmed, how_to_go_on
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.ledger import JournalFile
from clairify_cli.worlds.ros.link.log import read_log
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.script.values import Pause, Script, Treatment

RATE = 4.0
both = pytest.mark.parametrize("base", ["franka-ros1", "franka-ros2"])
WASH = Treatment("wash", STEP, "wash", "flask1", None)


def done(bridge: Bridge, what: Script, log: Path, asked: Callable[[], None] | None = None) -> Performance:
    """Carry a script out; where a person is asked, something may happen meanwhile, and the answer is long in coming."""
    profile = bridge.profile

    def ask(question: Question, meanwhile: Callable[[], None]) -> Answer:
        if asked is not None:
            asked()
        until = time.monotonic() + 3.0
        while time.monotonic() < until:
            meanwhile()
            time.sleep(0.02)
        return Answer(True)

    with JournalFile(log) as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)
        try:
            return perform(what, robot, journal, ask, rate=profile.rate)
        finally:
            robot.close()


@both
def test_arm_in_a_user_stop_is_not_begun_with(base: str, tmp_path: Path) -> None:
    with Bridge(quick(base, rate=RATE), faults=[Fault(Kind.USER_STOP)]) as bridge:
        made = done(bridge, script(), tmp_path / "run.jsonl")
        assert made.halted is not None and made.halted.cause is Cause.NOT_IN_ORDER
        assert "user stop" in made.halted.message and "error recovery" in made.halted.message
        assert (made.motions, made.commands) == (0, 0)
        assert bridge.controller.accepted == [] and bridge.cancels == [] and bridge.stops == []
    assert confirmed(made.halted.stopped) == ["nothing had been begun, and nothing had to be stopped"]
    assert "back in order" in how_to_go_on(made.halted.cause)


@both
@pytest.mark.parametrize(
    ("kind", "cause"), [(Kind.GUIDING, Cause.NOT_IN_ORDER), (Kind.DEAD_DRIVER, Cause.STALE)], ids=["guided", "gone"]
)
def test_arm_is_looked_after_while_a_person_is_asked(base: str, kind: Kind, cause: Cause, tmp_path: Path) -> None:
    with Bridge(quick(base, rate=RATE), faults=[]) as bridge:
        what = script(THERE, WASH, BACK)
        made = done(bridge, what, tmp_path / "run.jsonl", lambda: bridge.begin(Fault(kind)))
        assert made.halted is not None and made.halted.cause is cause
        assert (made.motions, len(bridge.motions)) == (1, 1)
        assert bridge.cancels == bridge.stops == []


@both
def test_log_of_a_reflex_has_the_modes(base: str, tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    with Bridge(quick(base, rate=RATE), faults=[Fault(Kind.REFLEX, Moment.MIDDLE, motion=2)]) as bridge:
        made = done(bridge, script(), log)
        assert made.halted is not None and made.halted.cause is Cause.NOT_IN_ORDER
        assert (made.motions, len(bridge.motions)) == (1, 2)
    modes = {one.kind: one.fields.get("mode") for one in read_log(log.read_bytes())}
    assert (modes["start"], modes["halt"]) == ("idle", "reflex")


def test_pause_ends_at_once_where_the_arm_is_not_in_order(tmp_path: Path) -> None:
    what = script(THERE, Pause("settle", STEP, 4.0 * RATE), BACK)
    with Bridge(quick(rate=RATE), faults=[Fault(Kind.REFLEX, Moment.BEFORE, motion=2)]) as bridge:
        made = done(bridge, what, tmp_path / "run.jsonl")
        assert made.halted is not None and made.halted.cause is Cause.NOT_IN_ORDER
        assert len(bridge.motions) == 1
    times = {one.kind: one.seconds for one in read_log((tmp_path / "run.jsonl").read_bytes())}
    assert times["halt"] - times["command"] < 3.0
