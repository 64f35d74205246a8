"""A pool of processes for work that leaves nothing half done: an interrupt ends it at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, resource_tracker

from clairify_cli.batch.executors.base import FatalError
from clairify_cli.batch.executors.worker import blocked


@contextmanager
def processes(jobs: int, what: str) -> Iterator[Executor]:
    """Yield a pool of `jobs` processes. If the body raises, as for Ctrl-C, they end, whatever they are doing.

    Raises `FatalError` if a process dies; `what` says what its work was.
    """
    others = active_children()
    # Ctrl-C reaches every process of the group; only this one handles it.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=signal.signal, initargs=ignore) as pool:
        try:
            if hasattr(signal, "pthread_sigmask"):
                resource_tracker.ensure_running()  # else it would be started below, where it lets signals through
            with blocked({signal.SIGINT}):  # else processes would print tracebacks while they import
                for _ in range(jobs):
                    pool.submit(int)  # starts a process, as none is idle yet
            yield pool
        except BrokenProcessPool:
            why = f"a process that {what} ended before it was done, as when memory is short; try again with -j 1"
            raise FatalError(why) from None
        except BaseException:
            for process in active_children():
                if process not in others:
                    process.terminate()
            raise
