"""robots/guard/guard.py, the file that is shipped, with a clock of the test's."""

from __future__ import annotations

import ast
import json
import time
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from ros_bridge.guard_node import FILE, logic

GUARD = logic()
ACTION = "/arm/follow_joint_trajectory"
PLATE = {"topic": "/plate/t", "type": "std_msgs/Float64", "message": {"data": 0.0}}
STIRRER = {"service": "/stirrer", "type": "lab_msgs/SetFloat", "message": {"value": 0}}
CONFIG = {"limit": 1.0, "actions": [ACTION], "off": [PLATE, STIRRER]}


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Beats:
    """A guard, its clock, and what a run says to it."""

    def __init__(self, config: Any = CONFIG) -> None:
        self.clock = Clock()
        self.guard = GUARD.Guard(GUARD.read_config(json.dumps(config)), self.clock)
        self.seq = 0

    def say(self, what: str, *, run: str = "r1", seq: int | None = None, **fields: Any) -> None:
        self.seq = self.seq + 1 if seq is None else seq
        self.guard.hear(json.dumps({"v": 1, "say": what, "run": run, "seq": self.seq, **fields}))

    def armed(self, run: str = "r1") -> Beats:
        self.say("arm", run=run, goals=[{"action": ACTION}], off=[PLATE, STIRRER])
        assert (self.guard.state, self.guard.run) == ("armed", run)
        return self

    def open(self, run: str = "r1") -> None:
        self.say("beat", run=run, goals=[{"action": ACTION, "id": "g1"}], off=[PLATE, STIRRER])

    def ticks(self, seconds: float) -> list[tuple[float, str, str]]:
        """What is done in so long: when after now, what, and of what."""
        found, begin = [], self.clock.now
        while self.clock.now < begin + seconds:
            self.clock.now += 0.02
            found += [(round(self.clock.now - begin, 2), one.kind, one.goal or one.name) for one in self.guard.tick()]
        return found


def test_a_lapse_undoes_our_goals_and_devices_once_and_nothing_else() -> None:
    one = Beats().armed()
    one.open()
    assert one.ticks(0.95) == []
    done = one.ticks(0.15)
    assert [(what, of) for _, what, of in done] == [("cancel", "g1"), ("off", "/plate/t"), ("off", "/stirrer")]
    assert done[0][0] <= 0.1
    assert {kind for _, kind, _ in one.ticks(60.0)} == {"cancel", "off"}
    acts = json.loads(one.guard.status())["acts"]
    assert [(act["outcome"], act["tries"]) for act in acts] == [("unconfirmed", 50), ("sent", 5), ("unconfirmed", 50)]
    assert one.guard.state == "tripped" and not one.guard.undoing and one.ticks(60.0) == []


def test_what_is_confirmed_is_not_repeated() -> None:
    one = Beats().armed()
    one.open()
    one.ticks(1.1)
    for act in one.guard.acts:
        one.guard.confirm(act)
    assert one.ticks(5.0) == [] and not one.guard.undoing
    told = json.loads(one.guard.status())["acts"]
    assert {act["outcome"] for act in told} == {"confirmed"} and all(1.0 < act["seconds"] < 1.2 for act in told)


def test_what_has_ended_is_left_alone() -> None:
    one = Beats().armed()
    one.open()
    one.say("beat", goals=[], off=[PLATE])
    assert [of for _, _, of in one.ticks(1.1)] == ["/plate/t"]


def test_it_never_sends_but_what_its_configuration_has() -> None:
    one = Beats().armed()
    hot = {**PLATE, "message": {"data": 300.0}}
    foreign = {"topic": "/laser/on", "type": "std_msgs/Bool", "message": {"data": True}}
    one.say("beat", goals=[{"action": "/other", "id": "g"}, {"action": ACTION, "id": ""}], off=[hot, foreign])
    one.clock.now += 1.5
    (act,) = one.guard.tick()
    assert act.off == PLATE and one.guard.ignored["not allowed"] == 3


@pytest.mark.parametrize(
    ("goals", "off", "why"),
    stored(__file__, "a_run_that_needs_more_is_not_armed"),
)
def test_a_run_that_needs_more_is_not_armed(goals: Any, off: Any, why: str) -> None:
    one = Beats()
    one.say("arm", goals=goals, off=off)
    assert one.guard.state == "idle" and why in json.loads(one.guard.status())["refused"]["why"]


def test_a_goodbye_disarms_and_the_run_is_over() -> None:
    one = Beats().armed()
    one.open()
    one.say("goodbye")
    assert one.guard.state == "idle" and one.ticks(10.0) == []
    one.say("arm")
    assert one.guard.state == "idle" and "this run is over" in one.guard.status()
    one.armed("r2")


def test_heartbeats_alone_arm_nothing_again() -> None:
    one = Beats().armed()
    one.open()
    one.ticks(1.1)
    one.say("arm")
    one.open("r2")
    assert one.guard.state == "tripped" and one.guard.ignored["not armed"] == 1
    one.say("arm", run="r2")
    assert one.guard.refused == ("r2", "what the last run left is still being undone")
    one.ticks(11.0)
    one.armed("r2")
    one.say("beat", run="r1", seq=99)
    one.open("r2")
    assert one.guard.ignored["another run"] == 1 and next(of for _, _, of in one.ticks(1.1)) == "g1"


def test_a_second_run_is_refused_while_the_first_is_armed() -> None:
    one = Beats().armed()
    one.open()
    one.say("arm", run="r2")
    one.say("goodbye", run="r2")
    assert (one.guard.state, one.guard.run) == ("armed", "r1")
    assert json.loads(one.guard.status())["refused"] == {"run": "r2", "why": "another run is armed"}
    one.ticks(0.5)
    one.say("beat", run="r2")  # which does not keep the first alive
    assert one.ticks(0.6) != []


def test_old_heartbeats_keep_nothing_alive() -> None:
    one = Beats().armed()
    one.open()
    one.ticks(0.6)
    one.say("beat", seq=2)
    assert one.guard.ignored["out of order"] == 1 and one.ticks(0.5) != []


def test_a_heartbeat_that_is_looked_at_too_late_revives_nothing() -> None:
    """The guard's own process was stopped for a while, and the message waited."""
    one = Beats().armed()
    one.open()
    one.clock.now += 1.5
    one.open()
    assert one.guard.state == "tripped" and len(one.guard.tick()) == 3


def test_the_date_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    guard = GUARD.Guard(GUARD.read_config(json.dumps(CONFIG)))
    guard.hear(json.dumps({"v": 1, "say": "arm", "run": "r", "seq": 1}))
    monkeypatch.setattr(time, "time", lambda: 4e9)
    assert guard.tick() == [] and guard.state == "armed"


GOOD = {"v": 1, "say": "beat", "run": "r1", "seq": 2}


@pytest.mark.parametrize(
    "text",
    [
        *(json.dumps(GOOD | one) for one in stored(__file__, "malformed")),
        "",
        "{",
        "[]",
        "null",
        "NaN",
        "[" * 10_000,
        '{"v": 1, "say": "beat", "run": "r1", "seq": ' + "9" * 5000 + "}",
        json.dumps({**GOOD, "goals": [{"action": ACTION}] * 9}),
        json.dumps({**GOOD, "off": [PLATE] * 33}),
    ],
)
def test_what_is_malformed_is_counted_and_keeps_nothing_alive(text: str) -> None:
    one = Beats().armed()
    one.ticks(0.6)
    one.guard.hear(text)
    assert dict(one.guard.ignored) == {"malformed": 1}
    one.ticks(0.5)
    assert one.guard.state == "tripped"


def test_what_is_too_long_or_no_text_is_counted() -> None:
    one = Beats().armed()
    one.guard.hear(json.dumps({**GOOD, "x": "x" * 17_000}))
    one.guard.hear(json.dumps({**GOOD, "x": "ä" * 9_000}, ensure_ascii=False))
    one.guard.hear(b"{}")
    assert dict(one.guard.ignored) == {"oversized": 2, "malformed": 1}


@pytest.mark.parametrize(
    ("change", "why"),
    stored(__file__, "what_is_wrong_with_a_configuration"),
)
def test_what_is_wrong_with_a_configuration(change: Any, why: str) -> None:
    with pytest.raises(GUARD.ConfigError) as error:
        GUARD.read_config(json.dumps(CONFIG | change))
    assert why in str(error.value)
    with pytest.raises(GUARD.ConfigError):
        GUARD.read_config('{"limit": NaN, "actions": ["/a"]}')


def test_the_example_is_good_and_the_files_are_for_old_pythons() -> None:
    GUARD.read_config((FILE.parent / "guard.example.json").read_text(encoding="utf-8"))
    files: list[Path] = sorted(FILE.parent.glob("*.py"))
    assert len(files) == 3
    for file in files:
        ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(FILE.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
    }
    assert imported <= {"__future__", "collections", "json", "time", "typing"}
