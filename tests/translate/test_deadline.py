"""A limit that holds whatever the call does, and an interrupt that is heard at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes import openai_server as fake

from clairify_cli.translate.models.deadline import run_within, sleep_unless_stopped
from clairify_cli.translate.models.errors import ModelStoppedError

TESTS = Path(__file__).resolve().parents[1]


def test_a_result_and_an_error_come_through() -> None:
    assert run_within(lambda: 3, 5) == 3
    with pytest.raises(ZeroDivisionError):
        run_within(lambda: 1 // 0, 5)


def test_a_call_that_does_not_end_is_left_behind() -> None:
    release = threading.Event()
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        run_within(lambda: release.wait(30), 0.1)
    assert time.monotonic() - started < 5
    release.set()


def test_a_stop_is_heard_while_waiting() -> None:
    release, stop = threading.Event(), threading.Event()
    threading.Timer(0.1, stop.set).start()
    started = time.monotonic()
    with pytest.raises(ModelStoppedError):
        run_within(lambda: release.wait(30), 20, stop)
    with pytest.raises(ModelStoppedError):
        sleep_unless_stopped(20, stop)
    assert time.monotonic() - started < 5
    release.set()


PROGRAM = """
import sys
from translate.toy import Toy
from clairify_cli.translate import LoopOptions, Trace, translate
from clairify_cli.translate.models.litellm_model import LiteLLMModel
with Trace(sys.argv[2]) as trace:
    model = LiteLLMModel("openai/m", sys.argv[1])
    result = translate("x", Toy(), model, LoopOptions(timeout=float(sys.argv[3])), trace=trace)
print(result.outcome.value, len(result.rounds), repr(result.program))
"""


def start(address: str, trace: Path, timeout: float) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, address, str(trace), str(timeout)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.parametrize("behaviour", [fake.hangs, fake.fails(429, headers={"retry-after": "60"})])
def test_control_c_is_heard_at_once(tmp_path: Path, behaviour: fake.Behaviour) -> None:
    with fake.serve(fake.says("flsk = 1"), behaviour) as server:
        process = start(server.address, tmp_path / "t.jsonl", 300)
        _until(lambda: len(server.requests) == 2)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        out, err = process.communicate(timeout=20)
    assert time.monotonic() - interrupted < 10  # at once, but for a busy machine: the calls would last a minute
    assert (out, err) == ("interrupted 2 'flsk = 1\\n'\n", "")
    assert len((tmp_path / "t.jsonl").read_text().splitlines()) == 2


def test_a_process_ends_although_its_server_goes_on(tmp_path: Path) -> None:
    with fake.serve(fake.drips) as server:
        process = start(server.address, tmp_path / "t.jsonl", 4)
        _until(lambda: len(server.requests) == 1)
        asked = time.monotonic()
        out, err = process.communicate(timeout=20)
    assert time.monotonic() - asked < 15
    assert (out, err) == ("timeout 1 ''\n", "")


def _until(condition: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
