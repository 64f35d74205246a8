"""Running all invocations on both versions, some at a time, and finding what differs."""

from __future__ import annotations

import difflib
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.compare_versions.allowance import Allowance
from benchmarks.compare_versions.invocation import Invocation
from benchmarks.compare_versions.normalising import channels
from benchmarks.compare_versions.outcome import Cache, Outcome
from benchmarks.compare_versions.running import Running, StoppedError, run
from benchmarks.compare_versions.sides import Side

TRIES = 3
"""So often an invocation with limits in real time is run before a difference is believed."""


@dataclass(frozen=True)
class Difference:
    """What differs in an invocation, beyond the allowance: the channels with a unified diff of each."""

    invocation: Invocation
    diffs: dict[str, str]


@dataclass
class Comparison:
    """What came of it. `seconds` has the wall time of each invocation, on the old and the new version."""

    differences: list[Difference] = field(default_factory=list)
    allowed: int = 0
    same: int = 0
    kept: int = 0
    """Outcomes of the old version that the cache had."""
    failed: list[str] = field(default_factory=list)
    """What could not be judged, one sentence each."""
    seconds: dict[str, tuple[float, float]] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    """Exit codes of the new version."""


@dataclass
class Comparer:
    """Compares invocations one by one; it may be called from several threads."""

    old: Side
    new: Side
    running: Running
    allowance: Allowance
    cache: Cache | None
    result: Comparison = field(default_factory=Comparison)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def compare(self, invocation: Invocation) -> None:
        """Run an invocation on both versions, and note what came of it. Raises `StoppedError`."""
        before, kept = self._old(invocation)
        after = run(invocation, self.new, self.running)
        tries = TRIES if invocation.alone else 1
        while tries > 1 and self._left(invocation, before, after):
            tries -= 1
            before, kept = run(self.allowance.for_the_old(invocation), self.old, self.running), False
            after = run(invocation, self.new, self.running)
        with self._lock:
            self._note(invocation, before, after, kept)

    def _old(self, invocation: Invocation) -> tuple[Outcome, bool]:
        told = self.allowance.for_the_old(invocation)
        if self.cache and (found := self.cache.get(told.key())):
            return found, True
        made = run(told, self.old, self.running)
        if self.cache:
            self.cache.put(told.key(), made)
        return made, False

    def _left(self, invocation: Invocation, before: Outcome, after: Outcome) -> list[str]:
        return self.allowance.left(invocation.id, *_both(invocation, before, after))

    def _note(self, invocation: Invocation, before: Outcome, after: Outcome, kept: bool) -> None:
        result = self.result
        result.seconds[invocation.id] = (before.seconds, after.seconds)
        result.codes[invocation.id] = after.exit.strip()
        result.kept += kept
        for name, outcome in (("old", before), ("new", after)):
            if outcome.failed:
                result.failed.append(f"{invocation.id} on the {name} version: {outcome.failed}")
        left = self._left(invocation, before, after)
        if left:
            result.differences.append(Difference(invocation, self._diffs(invocation, left, before, after)))
        elif _same(invocation, before, after):
            result.same += 1
        else:
            result.allowed += 1

    def _diffs(self, invocation: Invocation, left: Sequence[str], before: Outcome, after: Outcome) -> dict[str, str]:
        old, new = _both(invocation, before, after)
        return {name: _diff(self.allowance.rewritten(invocation.id, name, old[name]), new[name], name) for name in left}


def _both(invocation: Invocation, before: Outcome, after: Outcome) -> tuple[dict[str, str], dict[str, str]]:
    first, last = (channels(one, unordered=invocation.unordered) for one in (before, after))
    return first, last


def _same(invocation: Invocation, before: Outcome, after: Outcome) -> bool:
    old, new = _both(invocation, before, after)
    return old == new


def _diff(old: str, new: str, channel: str) -> str:
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"old/{channel}", f"new/{channel}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no newline at the end\n" for line in lines)


def compare_all(
    comparer: Callable[[Running], Comparer], invocations: Iterable[Invocation], jobs: int, progress: bool = True
) -> tuple[Comparison, bool]:
    """Compare invocations, `jobs` at a time; those with limits in real time one by one at the end.

    What came of it, and whether it was interrupted. The folders of the runs are gone afterwards.
    """
    wanted = list(invocations)
    with tempfile.TemporaryDirectory(prefix="clairify-compare-") as folder:
        running = Running(Path(folder))
        made = comparer(running)
        interrupted = False

        def stop(number: int, frame: object) -> None:
            nonlocal interrupted
            interrupted = True
            running.stop()

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            told = _Progress(len(wanted), made.result, progress)
            for some, at_a_time in (
                ([one for one in wanted if not one.alone], jobs),
                ([one for one in wanted if one.alone], 1),
            ):
                with ThreadPoolExecutor(max(1, at_a_time)) as pool:
                    for _ in pool.map(lambda one: _unless_stopped(made, one), some):
                        told.step()
            if not interrupted:
                told.end()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        made.result.differences.sort(key=lambda one: one.invocation.id)
        return made.result, interrupted


def _unless_stopped(comparer: Comparer, invocation: Invocation) -> None:
    try:
        comparer.compare(invocation)
    except StoppedError:
        return


class _Progress:
    """A line on stderr that says how far it is: rewritten at a terminal, else now and then."""

    def __init__(self, total: int, result: Comparison, shown: bool):
        self._total, self._result, self._shown = total, result, shown
        self._done, self._begun, self._told = 0, time.monotonic(), 0.0
        self._terminal = sys.stderr.isatty()

    def step(self) -> None:
        self._done += 1
        if self._shown and time.monotonic() - self._told > (0.2 if self._terminal else 30.0):
            self._tell("\r" if self._terminal else "", "" if self._terminal else "\n")

    def end(self) -> None:
        if self._shown:
            self._tell("\r" if self._terminal else "", "\n")

    def _tell(self, begin: str, end: str) -> None:
        self._told = time.monotonic()
        seconds = self._told - self._begun
        print(
            f"{begin}{self._done:,} of {self._total:,}, {len(self._result.differences):,} different ({seconds:.0f} s)",
            end=end,
            file=sys.stderr,
            flush=True,
        )
