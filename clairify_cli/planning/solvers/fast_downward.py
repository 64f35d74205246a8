"""Fast Downward (Helmert, JAIR 26, 2006), through the driver in the package `up-fast-downward`.

It is GPL and run as a process of its own; the package's Python modules are never imported. Exit codes:
https://www.fast-downward.org/latest/documentation/exit-codes/. They distinguish an exhaustive search (11) from one that
gave up (12), so even the default greedy search can prove that there is no plan.
"""

from __future__ import annotations

import dataclasses
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from clairify_cli.files.extras import install
from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.targets import FAST_DOWNWARD, LACKS
from clairify_cli.planning.solvers.base import Limits, Solution, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.outputs import (
    BrokenPlanError,
    ended_early,
    killed_message,
    lacks_memory,
    memory_message,
    plan_of_file,
    solution,
    solved,
    timeout_message,
)
from clairify_cli.planning.solvers.process import Run, run, workspace
from clairify_cli.records import dataclass

NAME = FAST_DOWNWARD

_PROVEN = (10, 11)
_NOT_FOUND = (12, 13)
_MEMORY = (20, 22)
_TIME = (21, 23, 24)
_REFUSED = (31, 33, 36)
_UNSUPPORTED = 34
_FAILED = range(30, 38)
_NEGATIVE = 256
"""The driver returns a signal as its negative number, which becomes an exit code modulo 256."""

_AXIOMS = late(r"^Translator axioms: (\d+)$", re.MULTILINE)
_LIKE_VARIABLE = late(r"(?<=[\s(])\?[^\s()]+")
_LOOKED_AT = 1_000_000
_COST = late(r"^; cost = (\d+) \(.*\)\n\Z", re.MULTILINE)
_POLL = 0.1
"""Seconds between looks for a better plan."""

Better = Callable[[float, float], None]
"""Told of a better plan: its cost, and the seconds since the solver started."""

_NO_RELAXED = "No relaxed solution"


@dataclass(frozen=True, slots=True)
class FastDownward:
    """Fast Downward with `lama-first`, with A* and an admissible heuristic if `optimal`, or with `lama` if `anytime`.

    `driver` is the path of its `fast-downward.py`. If `anytime`, `better` is told of each plan as it comes, in a thread
    of its own; a limit or Ctrl-C ends the search, and the best plan is the answer.
    """

    driver: Path
    optimal: bool = False
    anytime: bool = False
    better: Better | None = None

    @property
    def name(self) -> str:
        return NAME

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        """See `Solver`."""
        with workspace(domain, problem) as directory:
            if self.anytime:
                ran = self._anytime(directory, limits, stop)
                if plans := _plans(directory):
                    return _best(ran, [path for path, _ in plans])
                if ran.ended_by == "stop" and not (stop is not None and stop.is_set()):
                    raise KeyboardInterrupt
                note = ""
            elif self.optimal:
                ran, note = self._optimally(directory, limits, stop)
            else:
                ran, note = self._driver(directory, limits, stop, ["--alias", "lama-first", *_TASK]), ""
            answer = self._answer(ran, directory / _PLAN, limits, note)
        if answer.outcome is SolverOutcome.CRASHED and ran.exit_code in _FAILED:
            return _unsupported(answer, domain, problem) or answer
        return answer

    def search(
        self, task: str, search: str, limits: Limits, stop: threading.Event | None = None
    ) -> tuple[list[str] | None, bool]:
        """Run a search on a task in the translator's format.

        Return the names of the operators of the best plan found, or None, and whether it is proven that there is none.
        """
        with workspace(task, names=[_SAS]) as directory:
            ran = self._driver(directory, limits, stop, [_SAS, "--search", search])
            plans = _plans(directory)
            if not plans:
                return None, ran.exit_code in _PROVEN
            lines = plans[-1][0].read_text(encoding="ascii").splitlines()
        return [line.strip("()") for line in lines if line.startswith("(")], False

    def _driver(self, directory: Path, limits: Limits, stop: threading.Event | None, arguments: list[str]) -> Run:
        command = [sys.executable, str(self.driver), "--plan-file", _PLAN, *arguments]
        environment = {"PYTHONHASHSEED": "0"}
        return run(command, directory, limits, stop=stop, environment=environment, outlives=self.anytime)

    def _anytime(self, directory: Path, limits: Limits, stop: threading.Event | None) -> Run:
        """Look for better and better plans, and tell of each."""
        ended, started = threading.Event(), time.monotonic()
        tell = self.better or (lambda _cost, _seconds: None)

        def watch() -> None:
            number, is_last = 1, False
            while not is_last:
                is_last = ended.wait(_POLL)
                while (cost := _cost(directory / f"{_PLAN}.{number}")) is not None:
                    number += 1
                    tell(cost, time.monotonic() - started)

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        try:
            return self._driver(directory, limits, stop, ["--alias", "lama", *_TASK])
        finally:
            ended.set()
            watching.join()

    def _optimally(self, directory: Path, limits: Limits, stop: threading.Event | None) -> tuple[Run, str]:
        """Run A* with LM-cut; if that lacks a feature, with h^max or, for axioms, without a heuristic."""
        first = self._driver(directory, limits, stop, ["--keep-sas-file", *_TASK, "--search", "astar(lmcut())"])
        left = limits.seconds - first.seconds
        if first.exit_code != _UNSUPPORTED or left <= 0:
            return first, ""
        axioms = _AXIOMS.search(first.stdout)
        if axioms is None or int(axioms[1]):
            search, note = "astar(blind())", "; LM-cut does not know axioms, so A* searched without a heuristic"
        else:
            search, note = "astar(hmax())", "; LM-cut does not know conditional effects, so A* used h^max"
        limits = dataclasses.replace(limits, seconds=left)
        second = self._driver(directory, limits, stop, [_SAS, "--search", search])
        seconds, cpu = first.seconds + second.seconds, first.cpu_seconds + second.cpu_seconds
        stdout = first.stdout + second.stdout
        return second._replace(seconds=seconds, cpu_seconds=cpu, stdout=stdout), note

    def _answer(self, ran: Run, plan_file: Path, limits: Limits, note: str) -> Solution:
        if early := ended_early(NAME, ran, limits):
            return early
        code = ran.exit_code
        assert code is not None
        # 1 to 3: memory or time ran out after a plan was found.
        if code in (0, 1, 2, 3):
            try:
                plan = plan_of_file(plan_file)
            except BrokenPlanError as error:
                return solution(NAME, ran, SolverOutcome.CRASHED, _unreadable(plan_file, error))
            if plan is not None:
                return solved(NAME, ran, plan, optimal=self.optimal and code == 0, note=note)
        if code in _PROVEN:
            return solution(NAME, ran, SolverOutcome.UNSOLVABLE, f"there is no plan: {_proof(ran)}{note}", detail="")
        if code in _NOT_FOUND:
            words = f"{NAME} gave up without having looked everywhere, so there may be a plan{note}"
            return solution(NAME, ran, SolverOutcome.NOT_FOUND, words)
        if code in _MEMORY or (code not in _TIME and lacks_memory(ran)):
            return solution(NAME, ran, SolverOutcome.OUT_OF_MEMORY, memory_message(NAME, limits))
        if code in _TIME:
            return solution(NAME, ran, SolverOutcome.TIMEOUT, timeout_message(NAME, limits))
        if code == _UNSUPPORTED:
            return solution(NAME, ran, SolverOutcome.UNSUPPORTED, f"{NAME} cannot solve this: {_reason(ran)}")
        return solution(NAME, ran, SolverOutcome.CRASHED, _failure(ran, code))


_PLAN = "plan"
_SAS = "output.sas"
_TASK = ("domain.pddl", "problem.pddl")


def _plans(directory: Path) -> list[tuple[Path, float]]:
    """Return the files of the plans with their costs, the best last.

    A search that goes on to better plans numbers them. A plan that is not yet written to its end has no cost.
    """
    files = sorted(directory.glob(f"{_PLAN}*"), key=lambda path: int(path.suffix[1:] or 0))
    costs = [(one, _cost(one)) for one in files]
    return [(one, cost) for one, cost in costs if cost is not None]


def _cost(file: Path) -> float | None:
    """Return the cost in the last line of a plan; None if that is not there yet."""
    try:
        found = _COST.search(file.read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return None
    return float(found[1]) if found else None


def _best(ran: Run, plans: list[Path]) -> Solution:
    """Return the last of some plans as the solution."""
    try:
        plan = plan_of_file(plans[-1])
    except BrokenPlanError as error:
        return solution(NAME, ran, SolverOutcome.CRASHED, _unreadable(plans[-1], error))
    assert plan is not None
    why = {"time": "the time is up", "stop": "it was stopped", "memory": "the memory is used up"}
    note = f"; the best of {len(plans)}" if len(plans) > 1 else ""
    return solved(NAME, ran, plan, note=note + (f"; {why[ran.ended_by]}" if ran.ended_by in why else ""))


def find() -> Path:
    """Return the driver's path; raise SolverMissingError if it is not installed."""
    from importlib.util import find_spec

    spec = find_spec("up_fast_downward")
    for place in (spec.submodule_search_locations or []) if spec else []:
        driver = Path(place) / "downward" / "fast-downward.py"
        if driver.is_file():
            return driver
    raise SolverMissingError(f"Fast Downward is not installed: {install('plan')} brings it")


def _proof(ran: Run) -> str:
    if _NO_RELAXED in ran.stdout:
        return "the goal could not be reached even if nothing that becomes true ever became false again"
    if "Generating unsolvable task" in ran.stdout or "trivially false goal" in ran.stdout.lower():
        return f"{NAME} proved before searching that the goal contradicts what always holds"
    return f"{NAME} has ruled out every state that can be reached"


def _unreadable(plan_file: Path, error: BrokenPlanError) -> str:
    """Say why a plan cannot be read: usually objects are named like variables, which the translator accepts."""
    text = plan_file.read_text(encoding="utf-8", errors="replace")[:_LOOKED_AT] if plan_file.is_file() else ""
    named = _LIKE_VARIABLE.search(text)
    if named is None:
        return f"what {NAME} wrote {error}"
    return f"{NAME} found a plan that names the object `{named[0]}`, which is a variable's name: rename the object"


def _failure(ran: Run, code: int) -> str:
    if code >= _NEGATIVE // 2:
        return killed_message(NAME, _NEGATIVE - code)
    if code in _REFUSED:
        return f"{NAME} refused the task: {_reason(ran)}"
    reason = _reason(ran)
    if reason.startswith("KeyError: "):
        return f"{NAME} failed at the name {reason.removeprefix('KeyError: ')}, which may not be declared"
    return f"{NAME} failed (exit code {code}): {reason}"


def _reason(ran: Run) -> str:
    """Return the translator's or the search's own message about what is wrong, on one line."""
    if error := ran.stderr.strip():
        # The driver prints the translator's stderr as the repr of bytes; the last line of the traceback has the error.
        lines = error.removesuffix("'").removesuffix("\\n").replace("\\n", "\n").replace("\\'", "'").splitlines()
        return lines[-1 if error.startswith("b'") else 0].strip()
    before = ran.stdout.partition("translate exit code")[0].rstrip().splitlines()
    said: list[str] = []
    for line in reversed(before):
        if not line.strip() or "->" in line or line.startswith(("Parsing", "INFO", "Error: Could not parse")):
            break
        said.append(line.strip().removeprefix("Reason: "))
    return "; ".join(reversed(said)) or "it gives no reason"


def _unsupported(answer: Solution, domain: str, problem: str) -> Solution | None:
    """Return the answer as "not supported" if the task uses a feature that the translator refuses, else None."""
    from clairify_cli.planning.solvers.support import UnreadableTaskError, first_lacking, read_task, unsupported

    try:
        task = read_task(domain, problem)
    except UnreadableTaskError:
        return None
    use = first_lacking(LACKS[NAME], task)
    return unsupported(NAME, use, task, answer) if use else None
