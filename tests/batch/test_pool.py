"""A pool of processes ends at once when the command is interrupted, whatever its processes are doing."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import active_children

import pytest

from clairify_cli.batch.executors.pool import processes


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no signals of POSIX here")
def test_an_interrupt_ends_running_work() -> None:
    others = active_children()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), processes(2, "waits") as pool:
        waiting = [pool.submit(time.sleep, 600) for _ in range(4)]
        for process in active_children():
            os.kill(process.pid or 0, signal.SIGINT)
        time.sleep(0.5)
        assert not any(one.done() for one in waiting)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 60
    assert active_children() == others
