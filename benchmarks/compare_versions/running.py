"""Running an invocation on a version, in a fresh folder, and collecting what it came to."""

from __future__ import annotations

import hashlib
import os
import pty
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.compare_versions import servers
from benchmarks.compare_versions.invocation import BRIDGE, SERVER, Invocation
from benchmarks.compare_versions.outcome import Outcome, file_text
from benchmarks.compare_versions.sides import Side

LIMIT = 300.0
"""Wall time of a command (s). What takes longer is stopped, and the outcome is not believed."""


class StoppedError(Exception):
    """The comparison was told to end."""


@dataclass
class Running:
    """The processes that are running, so that all can be ended at once."""

    folder: Path
    stopping: threading.Event = field(default_factory=threading.Event)
    processes: set[subprocess.Popen[bytes]] = field(default_factory=set)

    def stop(self) -> None:
        """End what runs; what comes later is not begun."""
        self.stopping.set()
        for process in list(self.processes):
            _kill(process)

    @contextmanager
    def started(self, *arguments: object, **more: object) -> Iterator[subprocess.Popen[bytes]]:
        """A process in a session of its own, which ends with the block."""
        if self.stopping.is_set():
            raise StoppedError
        process = subprocess.Popen(*arguments, start_new_session=True, **more)  # type: ignore[call-overload]
        self.processes.add(process)
        try:
            yield process
        finally:
            _kill(process)
            process.wait()
            self.processes.discard(process)
        if self.stopping.is_set():
            raise StoppedError


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The process and what it has started; a process that left its session ends with it or by itself."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def run(invocation: Invocation, side: Side, running: Running) -> Outcome:
    """What an invocation comes to on a version. Raises `StoppedError`."""
    place = running.folder / side.name / hashlib.sha256(invocation.id.encode()).hexdigest()[:16]
    shutil.rmtree(place, ignore_errors=True)
    work, home = place / "work", place / "home"
    work.mkdir(parents=True)
    home.mkdir()
    begun = time.monotonic()
    try:
        with ExitStack() as stack:
            served = servers.serving(invocation, stack)
            given = {name: _put(data, served.addresses) for name, data in invocation.files.items()}
            for name, data in given.items():
                (work / name).parent.mkdir(parents=True, exist_ok=True)
                (work / name).write_bytes(data)
            done = _commands(invocation, side, running, place, served.addresses)
            written = _written(work, given) | served.heard()
        masked = {str(place): "<HERE>", str(side.tree): "<TREE>", str(side.bin): "<BIN>"}
        masked |= {address: mark for mark, address in served.addresses.items()}
        return Outcome(
            _masked(done.stdout, masked),
            _masked(done.stderr, masked),
            done.exit,
            {_masked(name, masked): _masked(text, masked) for name, text in written.items()},
            time.monotonic() - begun,
            done.failed,
        )
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _commands(
    invocation: Invocation, side: Side, running: Running, place: Path, addresses: Mapping[str, str]
) -> Outcome:
    env = _environment(invocation, side, place)
    out, err, codes, failed = "", "", [], ""
    for number, words in enumerate(invocation.commands):
        said = [_put(word.encode(), addresses).decode() for word in words]
        told = ["sh", "-c", said[0]] if invocation.shell else [str(side.bin / "clairify"), *said]
        run_one = _at_terminal if invocation.terminal else _piped
        stdin = invocation.stdin if number == 0 else None
        one_out, one_err, code, late = run_one(told, stdin, place / "work", env, running)
        head = f"$ {number + 1}\n" if len(invocation.commands) > 1 else ""
        out += head + one_out
        err += head + one_err
        codes.append(str(code))
        failed = f"command {number + 1} took longer than {LIMIT:g} s" if late else failed
    return Outcome(out, err, " ".join(codes) + "\n", failed=failed)


def _environment(invocation: Invocation, side: Side, place: Path) -> dict[str, str]:
    return {
        "PATH": f"{side.bin}{os.pathsep}{os.environ.get('PATH', '')}",
        "HOME": str(place / "home"),
        "TMPDIR": str(place / "home"),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "CLAIRIFY_CACHE": str(place / "home" / "cache.sqlite3"),
        **{name: os.environ[name] for name in ("JAVA_HOME",) if name in os.environ},
        **invocation.env,
    }


Ran = tuple[str, str, int, bool]
"""stdout, stderr, exit code, and whether it took too long."""


def _piped(told: list[str], stdin: bytes | None, work: Path, env: dict[str, str], running: Running) -> Ran:
    pipe = subprocess.DEVNULL if stdin is None else subprocess.PIPE
    with running.started(
        told, cwd=work, env=env, stdin=pipe, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        late = False
        try:
            out, err = process.communicate(stdin, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            late = True
            _kill(process)
            out, err = process.communicate()
    return file_text(out), file_text(err), process.returncode, late


def _at_terminal(told: list[str], stdin: bytes | None, work: Path, env: dict[str, str], running: Running) -> Ran:
    ours, theirs = pty.openpty()
    shown, deadline = b"", time.monotonic() + LIMIT
    try:
        with running.started(
            told, cwd=work, env={**env, "TERM": "xterm"}, stdin=theirs, stdout=theirs, stderr=theirs
        ) as process:
            os.close(theirs)
            if stdin is not None:
                os.write(ours, stdin)
            while time.monotonic() < deadline and not running.stopping.is_set():
                if not select.select([ours], [], [], 0.2)[0]:
                    continue
                try:
                    shown += os.read(ours, 65536)
                except OSError:  # the other end is closed
                    break
            late = time.monotonic() >= deadline
            if not late:
                process.wait()
    finally:
        os.close(ours)
    return shown.decode(errors="replace"), "", process.returncode, late


def _put(data: bytes, addresses: Mapping[str, str]) -> bytes:
    for mark in (SERVER, BRIDGE):
        if mark in addresses:
            data = data.replace(mark.encode(), addresses[mark].encode())
    return data


def _masked(text: str, masked: Mapping[str, str]) -> str:
    for what, mark in masked.items():
        text = text.replace(what, mark)
    return text


def _written(work: Path, given: Mapping[str, bytes]) -> dict[str, str]:
    """What files were written, changed and removed."""
    found = {}
    for path in sorted(work.rglob("*")):
        name = path.relative_to(work).as_posix()
        if path.is_file() and (data := path.read_bytes()) != given.get(name):
            found[name] = file_text(data)
        elif path.is_dir() and not any(path.iterdir()):
            found[f"{name}/"] = "(empty folder)\n"
    return found | {name: "(removed)\n" for name in given if not (work / name).exists()}
