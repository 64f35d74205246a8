"""Events and outputs common to all kinds of execution."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from clairify_cli.outcomes import Outcome
from clairify_cli.services.execute.events import Said, Tell
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.interrupts import interrupts
from clairify_cli.services.refused import RefusedError

if TYPE_CHECKING:
    from clairify_cli.agents.execution import events as simulation


class Moving:
    """Forwards the events of a simulation, and knows whether anything has moved yet."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.is_moving = False

    def __call__(self, event: simulation.Event) -> None:
        from clairify_cli.agents.execution.events import StageStarted

        self.is_moving = self.is_moving or isinstance(event, StageStarted)
        self._tell(event)


@contextlib.contextmanager
def failures(watched: Moving | None = None) -> Iterator[None]:
    """Turn solver and simulator failures, and interrupts before `watched` saw a motion, into `RefusedError`.

    Raises `RefusedError`.
    """
    from clairify_cli.planning.solvers.base import SolverError
    from clairify_cli.worlds.panda.extra import RobotMissingError
    from clairify_cli.worlds.panda.simulation.engine import SceneError

    try:
        yield
    except SolverError as error:
        raise RefusedError(Outcome.SOLVER_FAILED, str(error)) from None
    except (SceneError, RobotMissingError, RuntimeError) as error:
        raise RefusedError(Outcome.SIMULATOR_FAILED, str(error)) from None
    except KeyboardInterrupt:
        if watched is None or watched.is_moving:
            raise
        why = "interrupted while it was planned; nothing was moved"
        raise RefusedError(Outcome.INTERRUPTED, why) from None


def deliver(request: ExecuteRequest, text: str, tell: Tell) -> None:
    """Write the report if requested. Raises `UnwritableError`."""
    from clairify_cli.files.writing import write_text

    if request.batch.report not in (None, "-"):
        write_text(request.batch.report, text)
    if request.prints_report:
        tell(Said("artefact", text))


def refuse_without_extra(films: Sequence[str] = ()) -> None:
    """Raise `RefusedError` if a dependency of the simulated arm is missing.

    `films` are the suffixes of the requested films.
    """
    from clairify_cli.worlds.panda.extra import fault

    if (why := fault(films)) is not None:
        raise RefusedError(Outcome.SIMULATOR_FAILED, str(why))


class Stop:
    """Whether a run should stop: `stop` returns True, or `time_limit` (in seconds from now) is over."""

    def __init__(self, stop: Callable[[], bool], time_limit: float | None) -> None:
        self._stop = stop
        self._limit = time_limit
        self._begun = time.monotonic()
        self.is_late = False
        """Whether the time limit was the reason at the last call."""

    def __call__(self) -> bool:
        if self._stop():
            return True
        self.is_late = self._limit is not None and time.monotonic() - self._begun > self._limit
        return self.is_late

    @property
    def is_interrupted(self) -> bool:
        """Whether a person stopped it, and not the time limit."""
        return self._stop()


@contextlib.contextmanager
def stopping(
    time_limit: float | None,
    tell: Tell,
    is_moving: Callable[[], bool] = lambda: True,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Stop]:
    """Provide the `Stop` of a run, which is true after Ctrl-C or when the time is up.

    Ctrl-C raises `KeyboardInterrupt` the second time, and while nothing moves yet. With `stop`, the caller decides.
    """
    if stop is not None:
        yield Stop(stop, None)
        return
    stopped = threading.Event()

    def handle() -> None:
        if stopped.is_set() or not is_moving():
            raise KeyboardInterrupt
        stopped.set()
        tell(Said("note", "stopping after this action; Ctrl-C again stops at once"))

    with interrupts(handle):
        yield Stop(stopped.is_set, time_limit)
