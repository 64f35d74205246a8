"""What a piece of work costs, measured so that a busy machine and other threads of the test run do not count.

Only the CPU time of the calling thread is counted (`time.thread_time`), with the garbage collector off; and where the
first try is too dear, the least of a few tries is what it costs. The limits of tests are guards against growth that
runs away, many times what the work takes; what it takes is measured in `benchmarks/`.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

TRIES = 3
"""How often a piece of work is done at most where it seems too dear."""
GROWTH = 3.0
"""How many times what linear growth gives a larger piece of work may cost."""
NOISE = 0.01
"""CPU time (s) that is too short to tell a growth by."""

Result = TypeVar("Result")


def measured(work: Callable[[], Result]) -> tuple[Result, float]:
    """What `work` gives, and the CPU time (s) of this thread that one try of it takes."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        begun = time.thread_time()
        result = work()
        return result, time.thread_time() - begun
    finally:
        if collecting:
            gc.enable()


def costs_less(limit: float, work: Callable[[], Result]) -> Result:
    """What `work` gives, if it takes less than `limit` (s of CPU time) in one of a few tries.

    Raises:
        AssertionError: it took longer each time.
    """
    least = float("inf")
    for _ in range(TRIES):
        result, took = measured(work)
        least = min(least, took)
        if least < limit:
            return result
    raise AssertionError(f"{least:.2f} s of CPU time; less than {limit:g} s was expected")


def grows_linearly(work: Callable[[int], object], small: int, large: int) -> None:
    """That the cost of `work(size)` grows no faster than the size.

    The least of a few tries of each size is compared. With sizes in the ratio of six to one, quadratic growth costs
    twice what is let pass.

    Raises:
        AssertionError: it grows faster.
    """
    little = much = float("inf")
    for _ in range(TRIES):
        little = min(little, measured(lambda: work(small))[1])
        much = min(much, measured(lambda: work(large))[1])
        if much < NOISE + GROWTH * large / small * little:
            return
    raise AssertionError(f"{little:.3f} s of CPU time for {small:,}, {much:.3f} s for {large:,}")
