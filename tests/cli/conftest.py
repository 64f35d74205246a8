"""Running the command line, in this process and in one of its own."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.compare_versions.recorded.inputs import BROKEN, FIXABLE, GOOD
from clairify_cli.app import run

__all__ = ["BROKEN", "FIXABLE", "GOOD"]


@dataclass(frozen=True)
class Ran:
    """What a run of the command line came to."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


Run = Callable[..., Ran]


def steps_in(plan: str) -> str:
    """A plan without the comments at its top, which say what it is for."""
    lines = plan.splitlines(keepends=True)
    return "".join(one for one in lines if not one.startswith(("; domain:", "; problem:", "; goal:")))


def replies(path: Path, *texts: str) -> str:
    """A recording of replies, as the name of a model."""
    path.write_text("".join(json.dumps({"reply": text}) + "\n" for text in texts))
    return f"replay:{path}"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Every test has a working folder of its own, an empty cache, and none of the user's settings."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-settings"))
    monkeypatch.setenv("CLAIRIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("CLAIRIFY_MODEL", "CLAIRIFY_API_BASE", "CLAIRIFY_DIALECT", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    yield work


@pytest.fixture
def clairify(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs the command line in this process."""

    def call(*arguments: str) -> Ran:
        capfdbinary.readouterr()
        code = run(list(arguments))
        captured = capfdbinary.readouterr()
        return Ran(code, captured.out.decode(errors="replace"), captured.err.decode())

    return call


PATIENCE = 120.0
"""So long a program may take on a busy machine (s), whose start alone may take half a minute."""
CLAIRIFY = str(Path(sys.executable).with_name("clairify"))


def start(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """The command line in a process of its own, with pipes."""
    return subprocess.Popen(
        [CLAIRIFY, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )


def interrupted(process: subprocess.Popen[bytes], when: Callable[[], bool]) -> tuple[int, str, str]:
    """Send Ctrl-C once `when` holds; exit code, stdout and stderr."""
    deadline = time.monotonic() + PATIENCE
    while not when():
        assert process.poll() is None, process.stderr and process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out.decode(), err.decode()


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What a run shows on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [CLAIRIFY, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **environment}
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], PATIENCE)[0]:
        try:
            shown += os.read(ours, 10_000)
        except OSError:
            break
    os.close(ours)
    process.wait(timeout=PATIENCE)
    return shown.decode()


def shell(script: str, **environment: str) -> Ran:
    """What a shell script with `clairify` in it comes to."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, env={**os.environ, "PATH": path, **environment}, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes where standard input is."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put
