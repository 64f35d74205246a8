"""A planner that does what it is told: `planner.py BEHAVIOUR [DOMAIN PROBLEM PLAN]`.

It stands in for planners that misbehave in ways that the real ones cannot be made to. Run as a program of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

PLAN = "(a o)\n(b o)\n; cost = 2 (unit cost)\n"


def sleep() -> None:
    time.sleep(600)


def ignore_term() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(600)


def fork_and_leave() -> None:
    """Leave a process behind that no process group and no open pipe leads to."""
    _detached()
    print(PLAN)


def fork_and_stay() -> None:
    """The same, and run on, deaf to signals."""
    _detached()
    ignore_term()


def _detached() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(1)
            os.close(2)
            ignore_term()
        os._exit(0)


def fork_with_output() -> None:
    """Leave a process behind that holds the output open."""
    if os.fork() == 0:
        ignore_term()
    print(PLAN, flush=True)


def close_output() -> None:
    """Close both outputs long before the end."""
    os.close(1)
    os.close(2)
    time.sleep(0.5)
    Path(sys.argv[4]).write_text(PLAN)
    os._exit(0)


def eat_memory() -> None:
    eaten = []
    while True:
        eaten.append(bytearray(2**24))


def eat_memory_and_wait() -> None:
    eaten = [b"x" * 2**28]
    time.sleep(60)
    del eaten


def flood() -> None:
    line = b"searching searching searching searching searching searching\n" * 2**14
    for _ in range(100 * 2**20 // len(line)):
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.write(b"\n" + PLAN.encode())


def write_plan() -> None:
    Path(sys.argv[4]).write_text(PLAN)


def print_plan() -> None:
    print("some planner 1.0\nreading (domain.pddl)\n\n0: (A O)\n1: (B O)\nplan length 2\ntime 0.1 s")


def write_broken_plan() -> None:
    Path(sys.argv[4]).write_text("(a o)\nand then (b o\n)))")


def write_binary_plan() -> None:
    Path(sys.argv[4]).write_bytes(bytes(range(256)))


def write_nothing() -> None:
    Path(sys.argv[4]).write_text("")


def print_half_a_plan() -> None:
    print("(a o)\n(b")


def better_and_better() -> None:
    """Write two plans, the longer first, and go on searching."""
    plan = Path(sys.argv[4])
    plan.with_name("plan.1").write_text("(a o)\n(a o2)\n(b o)\n")
    plan.with_name("plan.2").write_text(PLAN)
    sleep()


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def fail() -> None:
    print("cannot do that", file=sys.stderr)
    sys.exit(7)


def silent() -> None:
    pass


def unsolvable() -> None:
    print("ff: goal can be simplified to FALSE. No plan will solve it")
    sys.exit(1)


def doubtful() -> None:
    print("Warning! No landmarks found. Task unsolvable?")


def until_its_limit() -> None:
    """End by itself when the time that it was told is over."""
    time.sleep(float(sys.argv[5]))
    sys.exit(2)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
