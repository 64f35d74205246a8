"""A log of a run behind the test bridge, held to the script that it has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("websockets")
pytest.importorskip("numpy")

from ros_bridge.bridge import Bridge

from agents.robot.scripts import BACK, THERE, quick, script
from clairify_cli.agents.robot.perform import perform
from clairify_cli.agents.robot.replay import compared, replay, script_of
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.journal_file import JournalError, JournalFile, read_journal
from clairify_cli.worlds.ros.script.values import Pause
from clairify_cli.worlds.scene.model import Robot, Scene, Table

RATE = 4.0
SCENE = Scene("bench", Robot(Pose((0.0, 0.0, 0.0))), Table((1.4, 1.9), (0.2, 0.0)))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The log of a run of two motions."""
    profile, path = quick(rate=RATE), Path(tmp_path_factory.mktemp("log")) / "run.jsonl"
    with Bridge(profile) as bridge, JournalFile(path) as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)
        made = perform(script(), robot, journal, None, rate=profile.rate)
        robot.close()
    assert made.succeeded, made
    yield path.read_text(encoding="utf-8")


def test_a_log_has_the_script_to_the_last_bit(log: str) -> None:
    found, motions, whole = script_of(read_journal(log))
    assert found == script() and whole
    assert [one.motion for one in motions] == [THERE, BACK]
    for one in motions:
        made = compared(one, RATE)
        assert (made.equal, made.done) == (True, True)
        assert made.states >= 1 and made.difference is not None and made.difference < 0.02


def test_a_log_that_was_cut_has_what_was_begun(log: str) -> None:
    lines = log.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if '"what": "motion"' in line)
    found, motions, whole = script_of(read_journal("".join(lines[: at + 1])))
    assert not whole and found.commands == (THERE,)
    made = compared(motions[0], RATE)
    assert (made.equal, made.done, made.difference) == (True, False, None)


def test_where_the_arm_was_when_it_was_stopped_counts(log: str) -> None:
    lines = log.splitlines()
    at = next(number for number, line in enumerate(lines) if '"what": "motion"' in line)
    goal = json.loads(lines[at])
    halt = {"t": goal["t"] + 0.01, "utc": goal["utc"], "kind": "halt", "cause": "off its path"}
    halt["joints"] = [one + 0.07 for one in goal["from"]]
    _, motions, _ = script_of(read_journal("\n".join([*lines[: at + 1], json.dumps(halt)])))
    made = compared(motions[0], RATE)
    assert made.states == 1 and made.difference == pytest.approx(0.07, abs=0.01)


@pytest.mark.parametrize(("field", "value"), [("points", 3), ("seconds", 1.1), ("to", [0.0] * 7), ("from", "nowhere")])
def test_what_was_sent_and_is_not_in_the_script_is_seen(field: str, value: object, log: str) -> None:
    lines = []
    for line in log.splitlines():
        entry = json.loads(line)
        if entry.get("what") == "motion":
            entry[field] = value
        lines.append(json.dumps(entry))
    _, motions, _ = script_of(read_journal("\n".join(lines)))
    assert [compared(one, RATE).equal for one in motions] == [False, False]


def test_a_motion_that_was_sent_twice_is_seen(log: str) -> None:
    lines = [line for line in log.splitlines() for _ in range(2 if '"what": "motion"' in line else 1)]
    _, motions, _ = script_of(read_journal("\n".join(lines)))
    assert [compared(one, RATE).equal for one in motions] == [False, False]


def test_a_state_that_is_off_is_seen(log: str) -> None:
    lines = []
    for line in log.splitlines():
        entry = json.loads(line)
        if entry.get("when") == "end" and entry.get("motion") == "there":
            entry["joints"][3] += 0.1
        lines.append(json.dumps(entry))
    _, motions, _ = script_of(read_journal("\n".join(lines)))
    assert compared(motions[0], RATE).difference == pytest.approx(0.1, abs=0.01)


def test_logs_that_cannot_be_replayed(log: str) -> None:
    lines = log.splitlines()
    start = next(number for number, line in enumerate(lines) if '"kind": "start"' in line)
    with pytest.raises(JournalError, match="before anything was carried out"):
        script_of(read_journal("\n".join(lines[:start])))
    with pytest.raises(JournalError, match="has no `home`"):
        script_of(read_journal("\n".join(line.replace('"home"', '"hime"') for line in lines)))
    with pytest.raises(JournalError, match="not 'dance'"):
        script_of(read_journal("\n".join(line.replace('"do": "motion"', '"do": "dance"') for line in lines)))


def without(log: str, words: str, which: int = 0) -> str:
    """The log without one of the entries that have these words."""
    lines = log.splitlines()
    del lines[[number for number, line in enumerate(lines) if words in line][which]]
    return "\n".join(lines)


def test_entries_that_are_missing_are_noticed(log: str) -> None:
    with pytest.raises(JournalError, match="of command 2, and 1 comes next"):
        script_of(read_journal(without(log, '"kind": "command"')))
    with pytest.raises(JournalError, match="of command 1, and 6 comes next"):
        script_of(read_journal(log + log))
    with pytest.raises(JournalError, match="says that all was done"):
        replay(read_journal(without(log, '"kind": "done"')), SCENE)
    with pytest.raises(JournalError, match="says that all was done"):
        replay(read_journal(without(log, '"kind": "command"', -1)), SCENE)
    _, motions, _ = script_of(read_journal(without(log, '"what": "motion"')))
    assert [compared(one, RATE).equal for one in motions] == [False, True]


HUGE = "1" + 400 * "0"


@pytest.mark.parametrize("value", [HUGE, "1e999", "true", '"NaN"', "null"])
@pytest.mark.parametrize("field", ["width", "scale", "home", "rate", "commands", "t"])
def test_numbers_that_no_log_has_are_said(field: str, value: str, log: str) -> None:
    """Whoever changed the log; integers in JSON may be larger than any other number."""
    lines = log.splitlines()
    start = next(number for number, line in enumerate(lines) if '"kind": "start"' in line)
    entry = json.loads(lines[start])
    entry[field] = [HUGE] * 7 if field == "home" else "@"
    lines[start] = json.dumps(entry).replace(f'"{HUGE}"', value).replace('"@"', value)
    at = "" if (field, value) == ("commands", HUGE) else start + 1  # then it is the end that cannot be
    with pytest.raises(JournalError, match=f"line {at}"):
        replay(read_journal("\n".join(lines)), SCENE)


@pytest.mark.parametrize("value", [HUGE, "1e999"])
def test_numbers_that_no_goal_and_no_state_has_are_no_error(value: str, log: str) -> None:
    changed = []
    for line in log.splitlines():
        entry = json.loads(line)
        if entry.get("what") == "motion":
            entry["seconds"] = "@"
        if entry.get("when") == "end":
            entry["joints"][2] = "@"
        changed.append(json.dumps(entry).replace('"@"', value))
    _, motions, _ = script_of(read_journal("\n".join(changed)))
    assert [compared(one, RATE).equal for one in motions] == [False, False]


def test_commands_that_are_no_motions_are_in_it_too(log: str) -> None:
    found, _, _ = script_of(read_journal(log))
    assert isinstance(found.commands[-1], Pause)
