"""What the log of a run behind the test bridge shows, and what a log that no run wrote is told."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("websockets")
pytest.importorskip("pybullet")

from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind, Moment

from agents.robot.scripts import NEAR, quick, script
from clairify_cli.agents.robot.perform import perform
from clairify_cli.agents.robot.replay import recorded, replayed
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.ledger import JournalFile
from clairify_cli.worlds.ros.link.log import Entry, LogError, read_log
from clairify_cli.worlds.scene.model import Robot, Scene, Table

SCENE = Scene("bench", Robot(Pose((0.0, 0.0, 0.0))), Table((1.4, 1.9), (0.2, 0.0)))


def log_of(path: Path, *faults: Fault) -> Path:
    """The log of a run there and back; the hand closes on a thing in between."""
    profile = quick(rate=4.0)
    with Bridge(profile, faults=faults) as bridge, JournalFile(path) as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)
        perform(script(), robot, journal, None, rate=profile.rate)
        robot.close()
    return path


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return log_of(tmp_path_factory.mktemp("log") / "run.jsonl")


@pytest.mark.parametrize("suffix", [".jsonl", ".mcap"])
def test_what_was_commanded_measured_and_confirmed_is_shown(suffix: str, log: Path) -> None:
    found = replayed(read_log(log.with_suffix(suffix).read_bytes()))
    assert [(row[1], row[4]) for row in found.rows] == [("(test)", "yes")] * 5
    assert found.rows[1][2:4] == ("grip width 0.03, force 20, thing vial, tolerance 0.005", "width 0.03")
    states, off, end = found.rows[0][3].split(", ")
    assert int(states.split()[0]) > (8 if suffix == ".mcap" else 2)
    assert float(off.split()[0]) < 0.02 and float(end.split()[0]) < 0.02
    assert (found.ended, found.succeeded) == ("ended: all was done", True)


def test_arm_is_filmed_where_it_was_measured(log: Path) -> None:
    entries = read_log(log.with_suffix(".mcap").read_bytes())
    film = recorded(entries, replayed(entries).rows, SCENE, "log")
    assert [one.action for one in film.scenelets] == [row[2] for row in replayed(entries).rows]
    assert film.frames[film.scenelets[0].last].joints[:7] == pytest.approx(NEAR, abs=0.02)
    assert film.scenelets[0].note == replayed(entries).rows[0][3]
    assert all(film.frames[one.first].shown == () for one in film.scenelets)


def test_a_run_that_was_stopped_is_not_confirmed(tmp_path: Path) -> None:
    data = log_of(tmp_path / "run.jsonl", Fault(Kind.REFLEX, Moment.MIDDLE, motion=2)).read_bytes()
    found = replayed(read_log(data))
    assert [row[4] for row in found.rows] == ["yes", "yes", "no, not in order"]
    assert (found.ended, found.succeeded) == ("ended: not in order", False)
    cut = replayed(read_log(data[: data.rindex(b'"kind": "end"')]))
    assert cut.ended.startswith("cut off after ") and not cut.succeeded


def test_what_was_wanted_is_not_what_was_measured() -> None:
    weighing = {"do": "weighing", "name": "weigh", "action": "(weigh)", "vessel": "flask", "grams": 20.0}
    heating = {"do": "treatment", "name": "heat", "action": "(heat)", "settings": {"temperature": 60.0}}
    log = [
        Entry(0.0, "found", {"joints": ["a"]}),
        Entry(1.0, "command", {"number": 1, "command": heating}),
        Entry(2.0, "reading", {"device": "plate1", "temperature": 58.5}),
        Entry(2.0, "done", {"number": 1}),
        Entry(3.0, "command", {"number": 2, "command": weighing}),
        Entry(4.0, "weighing", {"vessel": "flask", "grams": 20.0, "tolerance": 1.0, "found": 0.5, "good": False}),
    ]
    assert [row[2:] for row in replayed(log).rows] == [
        ("heat temperature 60", "temperature 58.5", "yes"),
        ("weigh vessel flask, grams 20", "found 0.5, good False", "no"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"kind": "done"', b'"kind": "dome"', None),
        (b'"commands": 5', b'"commands": 6', None),
        (b'"number": 2, "of"', b'"number": 3, "of"', "lacks one"),
        (b'"do": "motion"', b'"dance": "motion"', "no run writes"),
        (b'"points": [[', b'"points": [[0.0, ', "no run writes"),
        (b'"points": [[', b'"points": [["x"], [', "no run writes"),
        (b'"kind": "found"', b'"kind": "lost"', "before the arm was found"),
        (b'"version": 1', b'"version": 2', "an entry `journal`, version 1"),
        (b'"kind": "command"', b'"kind": NaN', "line [0-9]+ is no entry"),
        (b'"t": ', b'"t": 1e999, "t_": ', "line 1 is no entry"),
    ],
)
def test_a_log_that_no_run_wrote(old: bytes, new: bytes, why: str | None, log: Path) -> None:
    data = log.read_bytes()
    assert old in data
    if why is None:
        assert not replayed(read_log(data.replace(old, new))).succeeded
        return
    with pytest.raises(LogError, match=why):
        replayed(read_log(data.replace(old, new)))


def test_a_width_that_is_none_is_refused_in_a_film(log: Path) -> None:
    entries = read_log(log.read_bytes().replace(b'"width": 0.03, "mode"', b'"width": [1], "mode"'))
    with pytest.raises(LogError, match="no run writes"):
        recorded(entries, replayed(entries).rows, SCENE, "log")
