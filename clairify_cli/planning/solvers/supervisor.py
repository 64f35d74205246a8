"""Supervise one command, as a separate program: `python -I -S supervisor.py STATUS MEMORY GRACE COMMAND...`.

This small process runs between us and a planner, so nothing of the planner outlives its run, whatever it does:

- Its standard input is a pipe that the caller holds open. When the caller closes it, or is itself killed, the command
  is asked to end (SIGTERM) and killed GRACE seconds later (SIGKILL), with everything that it started.
- On Linux it adopts orphaned descendants (PR_SET_CHILD_SUBREAPER), so even a process that has left the command's
  process group is found and killed.
- If the caller is gone, it removes the directory that the command ran in, if the caller created it for that purpose.
- The command runs with a limit on its address space (MEMORY bytes, 0 for none; its children inherit the limit), without
  core dumps and without our standard input.

It writes how the command ended to the file descriptor STATUS, in a line: `exit CODE` (negative: a signal), after a
line `error REASON` if it could not be started.
It imports nothing of the project, since it must start in a few milliseconds.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import resource
import signal
import sys
import time

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LINUX = sys.platform == "linux"
_LONGEST_SWEEP = 5.0
"""Maximum seconds of killing processes that keep starting others."""


def main(arguments: list[str]) -> None:
    """Run the command, and end only when all of its processes have ended."""
    caller = os.getppid()
    status, memory, grace = int(arguments[0]), int(arguments[1]), float(arguments[2])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child == 0:
        _become(arguments[3:], memory, status)
    _thread.start_new_thread(_end_with_caller, (child, grace))
    while True:
        ended, code = os.waitpid(-1, 0)
        if ended == child:
            break
    if not _LINUX:  # descendants cannot be listed, so the process group is all that is known
        _signal_group(child, signal.SIGKILL)
    _sweep()
    if os.getppid() != caller:
        _remove_workspace()
        os._exit(1)
    os.write(status, f"exit {os.waitstatus_to_exitcode(code)}\n".encode())
    os._exit(0)


def _become(command: list[str], memory: int, status: int) -> None:
    """In the child process: execute the command."""
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.setpgid(0, 0)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.set_inheritable(status, False)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            _limit_memory(memory)
        os.execvp(command[0], command)  # noqa: S606  (no shell is what is wanted)
    except OSError as error:
        os.write(status, f"error {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _limit_memory(memory: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
    except (ValueError, OSError):
        if _LINUX:
            raise
        # macOS has the limit, but does not allow setting it.


def _end_with_caller(child: int, grace: float) -> None:
    """Wait until the caller closes our standard input, then end the command."""
    while True:
        try:
            if not os.read(0, 1):
                break
        except OSError:
            break
    _signal_group(child, signal.SIGTERM)
    for process in _descendants():
        _signal(process, signal.SIGTERM)
    time.sleep(grace)
    until = time.monotonic() + _LONGEST_SWEEP
    while time.monotonic() < until:
        _signal_group(child, signal.SIGKILL)
        for process in _descendants():
            _signal(process, signal.SIGKILL)
        time.sleep(0.01)
    os._exit(1)


def _remove_workspace() -> None:
    """Remove the current directory if `process.workspace` created it."""
    import shutil

    directory = os.getcwd()  # noqa: PTH109
    if os.path.basename(directory).startswith("clairify-"):  # noqa: PTH119
        shutil.rmtree(directory, ignore_errors=True)


def _sweep() -> None:
    """Kill the processes that the command left behind, and wait for them."""
    until = time.monotonic() + _LONGEST_SWEEP
    while time.monotonic() < until:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for process in _descendants():
                    _signal(process, signal.SIGKILL)
                time.sleep(0.002)
        except ChildProcessError:
            return


def _descendants() -> list[int]:
    """Return the descendants of this process according to /proc; empty on systems without it."""
    if not _LINUX:
        return []
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  (pathlib takes as long to import as all the rest)
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
            except OSError:
                continue
            if state != b"Z":
                children.setdefault(int(parent), []).append(int(name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _signal(process: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, number)


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(group, number)


def _prctl(option: int, value: int) -> None:
    """Set a Linux-only process option; elsewhere, or if it is refused, the rest still works."""
    if not _LINUX:
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
