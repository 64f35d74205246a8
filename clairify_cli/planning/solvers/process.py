"""Run a planner as a process with limits on time, memory and output; nothing of it outlives the run.

The command is started through `supervisor.py`, which terminates with all its descendants as soon as we close the pipe
to its standard input. The operating system closes it even if we are killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from clairify_cli.files.extras import POSIX_ONLY, is_posix
from clairify_cli.planning.solvers.base import Limits, SolverError, SolverMissingError

GRACE = 0.5
"""Seconds between the polite and the final signal."""

_PATIENCE = 8.0
"""Seconds that the supervisor may take to end before it is killed itself."""

_POLL = 0.05
"""Seconds between checks of the stop event."""

_WATCHES = sys.platform == "darwin"
"""Whether to measure memory while a command runs: macOS does not allow a limit on it."""

_LONG_POLL = 3600.0
"""Seconds between checks of the clock, since no wait may be infinite."""

_KEPT = 1 << 20
"""Bytes kept of the beginning and of the end of an output; the middle is discarded."""

GAP = "\n[...]\n"
"""Replacement for the discarded part."""


class Run(NamedTuple):
    """How a command ended.

    `exit_code` is negative for a signal, None if it did not end by itself or could not be started. `ended_by` is
    "itself", "time", "memory", "stop" (the caller's event) or "error", with the reason in `error`. `cpu_seconds` counts
    all of its processes, our supervisor's few milliseconds among them.
    """

    exit_code: int | None
    ended_by: str
    stdout: str
    stderr: str
    seconds: float
    cpu_seconds: float
    error: str = ""
    cut: bool = False
    """Whether the standard output was too long to keep whole."""


class _Kept:
    """The beginning and the end of a stream of bytes."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.cut = False

    def add(self, data: bytes) -> None:
        room = _KEPT - len(self._head)
        self._head += data[:room]
        self._tail += data[max(room, 0) :]
        if len(self._tail) > 2 * _KEPT:
            self.cut = True
            del self._tail[:-_KEPT]

    def text(self) -> str:
        middle = GAP if self.cut else ""
        return bytes(self._head + middle.encode() + self._tail).decode("utf-8", "replace")


@contextlib.contextmanager
def workspace(*texts: str, names: Sequence[str] = ("domain.pddl", "problem.pddl")) -> Iterator[Path]:
    """Create a temporary directory with the texts as files, removed at the end.

    Raises SolverError if that fails, for example on a full disk.
    """
    with contextlib.ExitStack() as stack:
        try:
            place = tempfile.TemporaryDirectory(prefix="clairify-", ignore_cleanup_errors=True)
            directory = Path(stack.enter_context(place))
            for file, text in zip(names, texts, strict=True):
                (directory / file).write_text(text, encoding="utf-8", errors="replace", newline="")
        except OSError as error:
            reason = error.strerror or str(error)
            raise SolverError(f"the solver's files cannot be written to a temporary directory: {reason}") from error
        yield directory


def run(
    command: Sequence[str],
    directory: Path,
    limits: Limits,
    *,
    stop: threading.Event | None = None,
    environment: Mapping[str, str] | None = None,
    outlives: bool = False,
) -> Run:
    """Run a command in a directory until it ends, reaches a limit or `stop` is set; never through a shell.

    `environment` is added to ours. A KeyboardInterrupt ends the command before it propagates;
    if the run `outlives` it, it is "stop" instead.
    """
    if not is_posix():
        raise SolverMissingError(f"running a solver {POSIX_ONLY}")
    started = time.monotonic()
    reading, writing = os.pipe()
    try:
        process = subprocess.Popen(  # noqa: S603  (to run a planner is what is asked)
            _supervised(command, writing, limits),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=directory,
            env={**_environment(directory), **(environment or {})},
            pass_fds=(writing,),
            start_new_session=True,
        )
    except OSError as error:
        os.close(reading)
        raise SolverError(f"no process could be started for the solver: {error.strerror or error}") from error
    except BaseException:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    with process, os.fdopen(reading, "rb") as status:
        streams = status, process.stdout, process.stderr
        kept = _Kept(), _Kept(), _Kept()
        readers = [_reader(stream, one) for stream, one in zip(streams, kept, strict=True)]
        try:
            ended_by = _wait(readers[0], started + limits.seconds, stop, process.pid, limits.memory_mb * 2**20)
        except KeyboardInterrupt:
            if not outlives:
                raise
            ended_by = "stop"
        finally:
            cpu = _end(process, readers)
    words, stdout, stderr = (one.text() for one in kept)
    reason = words.partition("\n")[0].removeprefix("error ") if words.startswith("error ") else ""
    return Run(
        _exit_code(words) if ended_by == "itself" and not reason else None,
        "error" if reason else ended_by,
        stdout,
        stderr,
        time.monotonic() - started,
        cpu,
        reason,
        kept[1].cut,
    )


def _environment(directory: Path) -> dict[str, str]:
    """Return our environment, with the directory for what engines leave behind; planners have modules beside them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"} | {"TMPDIR": str(directory)}


def _supervised(command: Sequence[str], status: int, limits: Limits) -> list[str]:
    memory = 0 if _WATCHES else max(limits.memory_mb, 0) * 2**20
    program = str(Path(__file__).with_name("supervisor.py"))
    return [sys.executable, "-I", "-S", program, str(status), str(memory), str(GRACE), *command]


def _reader(stream: IO[bytes] | None, kept: _Kept) -> threading.Thread:
    """Start a thread that reads a stream until the last process that holds it has ended."""
    assert stream is not None
    descriptor = stream.fileno()

    def read() -> None:
        try:
            while data := os.read(descriptor, 1 << 16):
                kept.add(data)
        except OSError:  # closed by us, after waiting in vain for a process that holds the other end
            return

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def _wait(status: threading.Thread, deadline: float, stop: threading.Event | None, process: int, memory: int) -> str:
    """Wait until the supervisor has reported how the command ended, and return why waiting ended."""
    while status.is_alive():
        left = deadline - time.monotonic()
        if left <= 0:
            return "time"
        if stop is not None and stop.is_set():
            return "stop"
        if _WATCHES and 0 < memory < _memory_of(process):
            return "memory"
        status.join(min(left, _LONG_POLL if stop is None and not _WATCHES else _POLL))
    return "itself"


def _memory_of(process: int) -> int:
    """Return the resident bytes of a process and its descendants; 0 if psutil is missing or fails."""
    try:
        import psutil
    except ImportError:
        return 0
    total = 0
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(process)
        for one in (root, *root.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                total += one.memory_info().rss
    return total


def _end(process: subprocess.Popen[bytes], readers: list[threading.Thread]) -> float:
    """End all processes that still run, wait for them, and return their processor time in seconds."""
    assert process.stdin is not None
    process.stdin.close()
    until = time.monotonic() + _PATIENCE
    used = None
    while used is None and time.monotonic() < until:
        used = _wait_for(process, os.WNOHANG)
        if used is None:
            time.sleep(0.001)
    if used is None:
        process.kill()
        used = _wait_for(process, 0)
    # The supervisor failed or was killed, so it may not have cleaned up.
    if process.returncode != 0:
        _kill_session(process.pid)
    for reader in readers:
        reader.join(_PATIENCE)
    return used or 0.0


def _wait_for(process: subprocess.Popen[bytes], options: int) -> float | None:
    """Return the processor time of a process and the children it waited for; None while it runs."""
    ended, code, usage = os.wait4(process.pid, options)
    if ended == 0:
        return None
    process.returncode = os.waitstatus_to_exitcode(code)
    return usage.ru_utime + usage.ru_stime


def _kill_session(session: int) -> None:
    """Kill the remaining processes in the session of a supervisor that was killed itself."""
    try:
        numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    except OSError:
        return
    for number in numbers:
        with contextlib.suppress(OSError):
            if os.getsid(number) == session:
                os.kill(number, signal.SIGKILL)


def _exit_code(words: str) -> int:
    """Return the exit code that the supervisor wrote, or -SIGKILL if it was killed and wrote none."""
    _, found, code = words.rpartition("exit ")
    return int(code) if found else -signal.SIGKILL
