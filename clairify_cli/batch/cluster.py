"""Workers of a Dask cluster, for batches that outgrow one machine.

Items travel in chunks. A Dask worker runs them in a child process (`Processes`), so a text that crashes its process
does not take the worker down; it is tried once more. If a Dask worker itself dies, Dask gives its chunks to others; a
chunk that killed several workers is split into single items. An answer counts once, when the coordinator receives it.
Processes ask the coordinator for shared resources, such as a rate limit. Questions go through the scheduler, the only
connection that is sure to exist. `answer` is told when a worker dies, so no decision is lost or made twice.

This is the only module that imports `distributed`.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import multiprocessing
import pickle
import queue
import threading
import time
import uuid
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError
from functools import cached_property
from typing import Any, Generic

from clairify_cli import __version__
from clairify_cli.batch.executors.base import (
    Answering,
    Appended,
    Done,
    FatalError,
    Going,
    I,
    Lost,
    R,
    Work,
    drive,
)
from clairify_cli.batch.executors.processes import Processes, append_here
from clairify_cli.files.addresses import hold_back, without_secrets
from clairify_cli.files.extras import install
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.translate.models.deadline import run_within

CHUNK = 20
"""Items in a chunk."""

_TRIES = 2
"""How often an item is tried if its process or worker dies."""

_AHEAD = 2
"""Chunks per thread of the cluster, so that no thread has to wait for its next chunk."""

_CONNECTING = 15.0
"""Time limit for connecting to the scheduler, in seconds."""

_LOOK = 2.0
"""Seconds between checks of the cluster's size."""

_ANSWERING = 600.0
"""Time limit for an answer of the coordinator, in seconds."""


@dataclass(frozen=True)
class _Pickled:
    """Work pickled by cloudpickle, which can also pickle closures."""

    data: bytes

    @cached_property
    def _work(self) -> Work[object, object]:
        work: Work[object, object] = pickle.loads(self.data)  # noqa: S301 - of our own coordinator
        return work

    def __call__(self, item: object, going: Going) -> object:
        return self._work(item, going)


@dataclass(frozen=True)
class _Job:
    """What Dask workers need to know about a batch. `name` is unique to the batch."""

    name: str
    version: str
    work: _Pickled
    limit: float | None
    fresh: bool
    interruptible: bool
    asks: bool


@dataclass(frozen=True)
class _Chunk(Generic[I]):
    """Items sent together, each with the number of earlier tries."""

    items: Sequence[tuple[I, int]]
    future: Any


Answers = tuple[list[tuple[int, Any, float]], list[Appended]]
"""(index in the chunk, result, seconds) of each item; and lines for the coordinator's files."""


class Cluster(Generic[I, R]):
    """Processes items on the cluster of the scheduler at `address`; None takes the address from Dask's settings.

    `chunk` is the number of items sent together; the other parameters are as for `Processes`.
    Raises `FatalError` if the cluster cannot be used.
    """

    def __init__(
        self,
        work: Work[I, R],
        address: str | None,
        chunk: int = CHUNK,
        *,
        limit: float | None = None,
        fresh: bool = False,
        interruptible: bool = True,
        answer: Answering | None = None,
    ) -> None:
        self._client = connected(address)
        import cloudpickle

        name = f"clairify-{uuid.uuid4().hex}"
        pickled = _Pickled(cloudpickle.dumps(work))
        self._job = _Job(name, __version__, pickled, limit, fresh, interruptible, answer is not None)
        self._size = chunk
        self._left: deque[tuple[I, int]] = deque()
        self._chunks: dict[str, _Chunk[I]] = {}
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._found: list[Done[I, R]] = []
        self._threads = (0.0, 1)
        if answer is not None:
            self._client.subscribe_topic(name, _Answerer(self._client, answer).hear)

    @property
    def has_room(self) -> bool:
        seen, threads = self._threads
        if time.monotonic() - seen > _LOOK:
            threads = sum(self._client.nthreads().values())
            self._threads = time.monotonic(), threads
        return len(self._chunks) + len(self._left) / self._size < _AHEAD * max(threads, 1)

    @property
    def is_idle(self) -> bool:
        return not self._left and not self._chunks and not self._found

    def submit(self, item: I) -> None:
        self._left.append((item, 0))
        if len(self._left) >= self._size:
            self._send([self._left.popleft() for _ in range(self._size)])

    def _send(self, items: Sequence[tuple[I, int]]) -> None:
        key = f"{self._job.name}-{uuid.uuid4().hex}"
        future = self._client.submit(run_chunk, self._job, key, [item for item, _ in items], key=key, pure=False)
        self._chunks[key] = _Chunk(items, future)
        future.add_done_callback(self._ended.put)

    def done(self, seconds: float) -> list[Done[I, R]]:
        if self._left:  # the coordinator is waiting for answers and will submit no more items to fill the chunk
            self._send(list(self._left))
            self._left.clear()
        found, self._found = self._found, []
        with contextlib.suppress(queue.Empty):
            while True:
                found += self._answered(self._ended.get(timeout=0.0 if found else seconds))
        return found

    def _answered(self, future: Any) -> list[Done[I, R]]:
        """Return the results of a finished chunk. Items whose process died may be sent again instead."""
        chunk = self._chunks.pop(future.key, None)
        if chunk is None:
            return []
        try:
            answers, lines = future.result(timeout=_ANSWERING)
        except _distributed().KilledWorker:
            return self._again(chunk.items, Lost(Outcome.DIED, "its workers of Dask died"), 0.0)
        except FatalError:
            raise
        except CancelledError:
            raise FatalError("the scheduler of Dask has gone; the same command with --resume goes on") from None
        except Exception as error:
            why = without_secrets(f"{type(error).__name__}: {error}".strip().partition("\n")[0])
            raise FatalError(
                f"the cluster cannot go on ({why}); see that its workers run this version of clairify ({__version__}); "
                "the same command with --resume goes on"
            ) from None
        finally:
            future.release()
        for message in lines:
            append_here(message)
        found: list[Done[I, R]] = []
        for place, value, taken in answers:
            item, tries = chunk.items[place]
            if isinstance(value, Lost) and value.outcome is Outcome.DIED:
                found += self._again([(item, tries)], value, taken)
            else:
                found.append(Done(item, value, taken))
        return found

    def _again(self, items: Sequence[tuple[I, int]], why: Lost, seconds: float) -> list[Done[I, R]]:
        """Send items again, one per chunk. Return those that have no tries left as lost."""
        found: list[Done[I, R]] = []
        for item, tries in items:
            if tries + 1 < _TRIES:
                self._send([(item, tries + 1)])
            else:
                found.append(Done(item, replace(why, why=f"{why.why}, twice"), seconds))
        return found

    def stop(self) -> None:
        self._left.clear()
        with contextlib.suppress(Exception):  # a worker that cannot be reached is not waited for either
            self._client.run(_stop, self._job.name, wait=False)

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._client.cancel([chunk.future for chunk in self._chunks.values()], force=True)
            self._client.run(_forget, self._job.name, wait=False)
        self._client.close(timeout=5)


def _distributed() -> Any:
    """Import Dask's library, typed as Any because its type hints are incomplete."""
    return importlib.import_module("distributed")


def connected(address: str | None) -> Any:
    """Return a client connected to the scheduler at `address`. Raises `FatalError`."""
    try:
        from dask import config

        distributed = _distributed()
    except ImportError:
        raise FatalError(f"--executor dask needs distributed, which is not installed: {install('cluster')}") from None
    if (address := address or config.get("scheduler-address", None)) is None:
        raise FatalError("--executor dask needs --scheduler, the address of Dask's, such as tcp://host:8786", 2)
    for name in ("distributed", "distributed.client"):  # a batch reports its own losses
        logging.getLogger(name).setLevel(logging.CRITICAL)
    hold_back(address)
    client = distributed.Client.__new__(distributed.Client)  # without __init__, so it can be closed if that fails
    how = {"timeout": _CONNECTING, "set_as_default": False, "name": "clairify"}
    try:
        run_within(lambda: client.__init__(address, **how), _CONNECTING + 2)
    except BaseException as error:
        client.close(timeout=1)  # while its thread still runs; closing at exit would wait for it forever
        if not isinstance(error, Exception):
            raise
        why = str(error).partition("\n")[0] or "something listens there, and does not answer as one"
        raise FatalError(without_secrets(f"no scheduler of Dask answers at {address}: {why}")) from None
    return client


class _Answerer:
    """Answers the questions of processes on the cluster, in the thread of the client.

    A process is identified by its chunk, the attempt at that chunk, and its number. A new attempt means that the
    previous one died.
    """

    def __init__(self, client: Any, answer: Answering) -> None:
        self._client = client
        self._answer = answer
        self._attempts: dict[str, tuple[str, object]] = {}

    async def hear(self, event: Any) -> None:
        """Answer one question."""
        key, attempt, process, question = pickle.loads(event[1])  # noqa: S301 - of our own workers
        last = self._attempts.get(key, (attempt, process))
        if last[0] != attempt:
            self._answer((key, *last), None)
        self._attempts[key] = attempt, process
        reply = self._answer((key, attempt, process), question)
        if question is not None:
            await _distributed().Queue(f"{key}-{attempt}", client=self._client).put(pickle.dumps(reply))


# The code below runs in Dask's workers.

_slots: dict[int, _Slot] = {}
"""By thread, because a slot outlives a chunk."""

_stops: dict[str, threading.Event] = {}
"""By batch."""


def run_chunk(job: _Job, key: str, items: Sequence[object]) -> Answers:
    """Process items in the child process of this thread. Items not reached before a stop have no answer.

    Raises `FatalError`.
    """
    if job.version != __version__:
        raise FatalError(f"a worker of Dask runs clairify {__version__}, not {job.version}: install the same there")
    thread = threading.get_ident()
    slot = _slots.get(thread)
    if slot is None or slot.job.name != job.name:
        _end(thread)
        slot = _slots[thread] = _Slot(job)
    slot.begin(key)
    done = drive(iter(enumerate(items)), slot.processes, stopping=_stops.setdefault(job.name, threading.Event()))
    try:
        return [(one.item[0], one.value, one.seconds) for one in done], slot.lines
    except BaseException:
        _end(thread)
        raise


class _Slot:
    """The child process for one thread of a Dask worker."""

    def __init__(self, job: _Job) -> None:
        self.job = job
        # Dask's workers are daemons unless configured otherwise, and daemons may not start processes.
        multiprocessing.current_process().daemon = False
        self.processes: Processes[tuple[int, object], object] = Processes(
            _Numbered(job.work),
            1,
            limit=job.limit,
            ahead=_AHEAD,
            fresh=job.fresh,
            interruptible=job.interruptible,
            method="spawn",
            append=self._append,
            answer=self._ask if job.asks else None,
        )

    def begin(self, key: str) -> None:
        """Begin with a chunk."""
        self.lines: list[Appended] = []
        self._attempt = (key, uuid.uuid4().hex)

    def _append(self, message: Appended) -> None:
        self.lines.append(message)

    def _ask(self, process: object, question: object) -> object:
        distributed = _distributed()
        replies = distributed.Queue("-".join(self._attempt))  # must exist before the answer is put into it
        distributed.get_worker().log_event(self.job.name, pickle.dumps((*self._attempt, process, question)))
        return None if question is None else pickle.loads(replies.get(timeout=_ANSWERING))  # noqa: S301 - of our own


@dataclass(frozen=True)
class _Numbered:
    """Work on items with a number."""

    work: _Pickled

    def __call__(self, item: tuple[int, object], going: Going) -> object:
        return self.work(item[1], going)


async def _stop(name: str) -> None:
    """Start no further item of a batch."""
    _stops.setdefault(name, threading.Event()).set()


async def _forget(name: str) -> None:
    """End the processes of a batch."""
    for thread, slot in list(_slots.items()):
        if slot.job.name == name:
            _end(thread)
    _stops.pop(name, None)


def _end(thread: int) -> None:
    if (slot := _slots.pop(thread, None)) is not None:
        slot.processes.close()
