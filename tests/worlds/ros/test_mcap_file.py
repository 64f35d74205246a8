"""The log as MCAP: the same entries as the JSON lines, every state that came, and readable after a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("websockets")
pytest.importorskip("mcap")

from agents.robot.scripts import quick, script
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.trial import NEAR, motion

from clairify_cli.agents.robot.perform import perform
from clairify_cli.files.writing import UnwritableError
from clairify_cli.worlds.ros import mcap_file
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.ledger import JournalFile
from clairify_cli.worlds.ros.link.log import Entry, LogError, read_log

SLOW = motion(HOME, NEAR, 2.0)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """The JSON lines and the MCAP file of a run of one motion of 2 s."""
    profile, path = quick(rate=1.0), Path(tmp_path_factory.mktemp("log")) / "run.jsonl"
    with Bridge(profile) as bridge, JournalFile(path) as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)
        made = perform(script(SLOW), robot, journal, None, rate=profile.rate)
        robot.close()
    assert made.succeeded, made
    return path, path.with_suffix(".mcap").read_bytes()


def read(data: bytes) -> list[Entry]:
    """The entries of a log; none before its first one is whole."""
    try:
        return read_log(data)
    except LogError:
        return []


def own(entries: Sequence[Entry]) -> list[Entry]:
    return [one for one in entries if not one.kind.startswith("/")]


def test_both_have_the_same_entries(logs: tuple[Path, bytes]) -> None:
    assert own(read_log(logs[1])) == read_log(logs[0].read_bytes())


def test_states_are_there_at_the_rate_at_which_they_came(logs: tuple[Path, bytes]) -> None:
    """The fake tells a hundred in a second; a busy machine tells fewer, and the lines have two."""
    found = Counter(one.kind for one in read_log(logs[1]))
    assert found["/joint_states"] > 10 * found["state"] > 0
    assert {one for one in found if one.startswith("/")} == {
        "/joint_states",
        "/franka_robot_state_broadcaster/robot_state",
        "/robot_description",
    }


def test_a_file_that_is_cut_off_anywhere_is_read_up_to_there(logs: tuple[Path, bytes]) -> None:
    for data in (logs[0].read_bytes(), logs[1]):
        whole, before = read_log(data), 0
        for end in range(0, len(data), len(data) // 97):
            found = read(data[:end])
            assert found == whole[: len(found)] and len(found) >= before
            before = len(found)
        assert before > 10


def test_what_a_killed_process_wrote_is_read(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom clairify_cli.worlds.ros.link.ledger import JournalFile\n"
        "log = JournalFile(sys.argv[1])\n"
        "for n in range(100):\n log.write('state', {'n': n})\n"
        " log.record('/joint_states', 'x', {'name': ['a'], 'position': [n]})\n"
        "print('written', flush=True)\ntime.sleep(60)\n"
    )
    path = tmp_path / "run.jsonl"
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "written\n"
        end = time.monotonic() + 10.0
        while time.monotonic() < end:  # the file is written beside the program, so nothing may be in it yet
            if len(read(path.with_suffix(".mcap").read_bytes())) >= 201:
                break
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
    found = read_log(path.with_suffix(".mcap").read_bytes())
    assert [one.fields["n"] for one in found if one.kind == "state"] == list(range(100))
    assert [one.fields["position"] for one in found if one.kind == "/joint_states"] == [[n] for n in range(100)]


def test_neither_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.mcap").write_bytes(b"mine")
    with pytest.raises(UnwritableError, match=r"a\.mcap.*there already"):
        JournalFile(tmp_path / "a.jsonl")
    monkeypatch.setattr(mcap_file, "installed", lambda: False)
    with JournalFile(tmp_path / "b.jsonl") as journal:
        journal.record("/joint_states", "x", {})
    assert not (tmp_path / "b.mcap").exists()


def test_a_state_that_has_nan_is_kept(tmp_path: Path) -> None:
    with JournalFile(tmp_path / "c.jsonl") as journal:
        journal.record("/joint_states", "x", {"name": ["a"], "position": [float("nan")]})
    (_, state) = read_log((tmp_path / "c.mcap").read_bytes())
    assert state.fields["position"] == ["NaN"]
