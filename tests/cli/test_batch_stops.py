"""A batch that is interrupted, told to end, or loses a worker: nothing finished is lost, and --resume goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.batches import is_alive, lines_in, manifest, outcomes, programs, wait_for, workers_of, write_table, write_texts
from cli.conftest import Ran, Run, start

COUNT, BEGUN = 200, 20
"""So many inputs, and so many of them are done when something happens."""
MANIFEST = Path("out/manifest.jsonl")
COMMAND = ("xdl", "t.jsonl", "-o", "out")

linux = pytest.mark.skipif(sys.platform != "linux", reason="it finds the workers in /proc")


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    write_table(own_folder / "t.jsonl", COUNT)
    return own_folder


def ended(process: subprocess.Popen[bytes]) -> Ran:
    out, err = process.communicate(timeout=60)
    return Ran(process.returncode, out.decode(), err.decode())


def all_is_done_by_resuming(clairify: Run, done: int) -> None:
    """Resume, and see that what had been done was not done again."""
    before = {path: path.stat().st_mtime_ns for path in Path("out").glob("*.xdl")}
    ran = clairify(*COMMAND, "-j", "2", "--resume")
    assert ran.code == 0, ran.err
    assert f"done before         {done:,}\n" in ran.err
    assert outcomes() == ["valid"] * COUNT
    assert [line["row"] for line in manifest()] == list(range(1, COUNT + 1))
    again = [path for path, time_before in before.items() if path.stat().st_mtime_ns != time_before]
    assert len(again) <= len(before) - done


@pytest.mark.parametrize(
    ("jobs", "number"),
    [("1", signal.SIGTERM), ("2", signal.SIGINT), pytest.param("2", signal.SIGTERM, marks=pytest.mark.long)],
)
def test_a_signal_loses_nothing_finished(clairify: Run, jobs: str, number: signal.Signals) -> None:
    process = start(*COMMAND, "-j", jobs)
    wait_for(process, lambda: lines_in(MANIFEST) > BEGUN)
    process.send_signal(number)
    ran = ended(process)
    lines = manifest()
    done = len(lines)
    assert ran.code == 130
    assert BEGUN < done < COUNT
    assert ran.err.splitlines() == [
        f"{COUNT} inputs: {done:,} valid, {COUNT - done:,} not done",
        f"clairify: interrupted; {done:,} of {COUNT} are done, and the same command with --resume goes on",
    ]
    assert [line["row"] for line in lines] == sorted(line["row"] for line in lines)
    assert len(programs()) == done
    all_is_done_by_resuming(clairify, done)


def test_ctrl_c_on_a_terminal_reaches_the_workers_too(files: Path) -> None:
    """A terminal sends the signal to every process of the group."""
    process = subprocess.Popen(
        [str(Path(sys.executable).with_name("clairify")), *COMMAND, "-j", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    wait_for(process, lambda: lines_in(MANIFEST) > BEGUN)
    os.killpg(process.pid, signal.SIGINT)
    ran = ended(process)
    assert ran.code == 130
    assert len(ran.err.splitlines()) == 2, ran.err
    assert set(outcomes()) == {"valid"}


@linux
def test_a_second_ctrl_c_stops_at_once(clairify: Run) -> None:
    process = start(*COMMAND, "-j", "2")
    wait_for(process, lambda: lines_in(MANIFEST) > BEGUN and len(workers_of(process)) == 2)
    workers = workers_of(process)
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)  # which will not finish what it is at
    process.send_signal(signal.SIGINT)
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    ran = ended(process)
    assert ran.code == 130
    assert ran.err.splitlines() == [
        "note: what is going on is being finished; another Ctrl-C stops at once",
        "clairify: interrupted",
    ]
    assert not any(map(is_alive, workers))
    all_is_done_by_resuming(clairify, len(manifest()))


@linux
def test_a_worker_that_is_killed_costs_one_input(clairify: Run) -> None:
    process = start(*COMMAND, "-j", "2")
    wait_for(process, lambda: lines_in(MANIFEST) > BEGUN and len(workers_of(process)) == 2)
    os.kill(workers_of(process)[0], signal.SIGKILL)
    ran = ended(process)
    assert ran.code == 3
    assert len(manifest()) == COUNT
    assert outcomes().count("died") == 1
    assert outcomes().count("valid") == COUNT - 1
    lost = next(line for line in manifest() if line["outcome"] == "died")
    assert lost["error"] == "the worker process was ended by SIGKILL"
    assert (
        f"clairify: t.jsonl row {lost['row']}: the worker process was ended by SIGKILL; --resume tries it again"
        in ran.err
    )
    assert ran.err.splitlines()[-1] == f"{COUNT} inputs: {COUNT - 1} valid, 1 failed"
    all_is_done_by_resuming(clairify, COUNT - 1)


@linux
def test_workers_end_with_their_parent(clairify: Run) -> None:
    process = start(*COMMAND, "-j", "2")
    wait_for(process, lambda: lines_in(MANIFEST) > BEGUN and len(workers_of(process)) == 2)
    workers = workers_of(process)
    process.kill()
    ended(process)
    deadline = time.monotonic() + 10
    while any(map(is_alive, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    done = lines_in(MANIFEST)
    assert done >= BEGUN
    all_is_done_by_resuming(clairify, done)


@linux
def test_a_text_that_takes_too_long_is_given_up(files: Path) -> None:
    write_texts(files / "texts", 200)
    process = start("xdl", "texts", "-o", "out", "-j", "2", "--time-limit", "0.5")
    wait_for(process, lambda: lines_in(MANIFEST) > 20 and len(workers_of(process)) == 2)
    os.kill(workers_of(process)[0], signal.SIGSTOP)
    ran = ended(process)
    assert ran.code == 1
    assert sorted(set(outcomes())) == ["timeout", "valid"]
    assert outcomes().count("timeout") == 1
    assert "not valid: the time is up" in ran.err


def test_two_runs_do_not_share_a_folder(clairify: Run) -> None:
    process = start(*COMMAND, "-j", "2")
    wait_for(process, MANIFEST.exists)
    ran = clairify("xdl", "t.jsonl", "-o", "out", "--resume")
    assert (ran.code, ran.err) == (
        2,
        "clairify: another run is writing to out: wait for its end or use another folder\n",
    )
    assert ended(process).code == 0
    assert outcomes() == ["valid"] * COUNT
