"""A limit that holds whatever the call does, and an interrupt that is heard at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from fakes import openai_server as fake
from waiting import soon

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
from clairify_cli.translate import LoopOptions, Trace, translate, Hooks
from clairify_cli.translate.models.litellm_model import LiteLLMModel
for address, path, timeout in zip(*[iter(sys.argv[1:])] * 3):
    with Trace(path) as trace:
        model = LiteLLMModel("openai/m", address)
        result = translate("x", Toy(), model, LoopOptions(timeout=float(timeout)), hooks=Hooks(trace))
    print(result.outcome.value, len(result.rounds), repr(result.program), flush=True)
"""


def start(*loops: tuple[str, Path, float]) -> subprocess.Popen[str]:
    """A process that carries out some loops one after the other, each with its server, its trace and its limit."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *(str(word) for loop in loops for word in loop)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_control_c_is_heard_at_once_and_a_process_ends_although_its_server_goes_on(tmp_path: Path) -> None:
    """All in one process, since it takes seconds to begin."""
    said, traces = fake.says("flsk = 1"), [tmp_path / f"{number}.jsonl" for number in range(3)]
    with (
        fake.serve(said, fake.hangs) as silent,
        fake.serve(said, fake.fails(429, headers={"retry-after": "60"})) as busy,
        fake.serve(fake.drips) as endless,
    ):
        process = start(
            (silent.address, traces[0], 300), (busy.address, traces[1], 300), (endless.address, traces[2], 4)
        )
        assert process.stdout is not None
        for server, trace in ((silent, traces[0]), (busy, traces[1])):
            assert soon(lambda server=server: len(server.requests) == 2, 30)  # type: ignore[misc]
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            interrupted = time.monotonic()
            assert process.stdout.readline() == "interrupted 2 'flsk = 1\\n'\n"
            assert time.monotonic() - interrupted < 10  # at once, but for a busy machine: the calls would last a minute
            assert len(trace.read_text().splitlines()) == 2
        assert soon(lambda: len(endless.requests) == 1, 30)
        asked = time.monotonic()
        out, err = process.communicate(timeout=20)
    assert time.monotonic() - asked < 15
    assert (out, err) == ("model-failed 1 ''\n", ""), "a server that never answered has failed"
