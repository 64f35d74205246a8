"""Engines of unified-planning: `up:aries`, `up:kairos`, `up:enhsp`, `up:tamer` and every other one that it knows.

Each runs in a process of its own, with the same limits as every solver. unified-planning supports only part of PDDL, so
constructs that it cannot read and plans do not depend on are rewritten. Plans are validated against the original.
"""

from __future__ import annotations

import sys
import threading
from importlib.util import find_spec
from pathlib import Path

from clairify_cli.files.extras import install
from clairify_cli.languages.pddl.features import Feature
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    FunctionTerm,
    Metric,
    Problem,
    TypedName,
)
from clairify_cli.languages.pddl.targets import UNREAD
from clairify_cli.languages.pddl.unfolding import plain
from clairify_cli.languages.pddl.walk import everything_in
from clairify_cli.languages.pddl.writing.nodes import name_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.solvers.base import Limits, Solution, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.outputs import (
    BrokenPlanError,
    ended_early,
    lacks_memory,
    last_lines,
    memory_message,
    plan_of_file,
    solution,
    solved,
    timeout_message,
)
from clairify_cli.planning.solvers.process import Run, run, workspace
from clairify_cli.planning.solvers.support import (
    ReadTask,
    UnreadableTaskError,
    Use,
    first_lacking,
    read_task,
    unsupported,
)
from clairify_cli.records import dataclass, replace

PREFIX = "up:"

_PROCESS = Path(__file__).with_name("engine_process.py")

DIRECT = "kairos"
"""The engine that is given the texts as they are."""

_TEMPORAL = frozenset((Feature.DURATIVE, Feature.TIMED_LITERALS))

PREFERRED = {True: ("aries", "kairos", "tamer"), False: ("kairos", "enhsp", "tamer", "aries")}
"""The engines to try for tasks beyond Fast Downward, with and without time."""

_ENDED = {
    "UNSOLVABLE_PROVEN": (SolverOutcome.UNSOLVABLE, "there is no plan: {name} has ruled out every one"),
    "UNSOLVABLE_INCOMPLETELY": (
        SolverOutcome.NOT_FOUND,
        "{name} gave up without having looked everywhere, so there may be a plan",
    ),
    "UNSUPPORTED_PROBLEM": (SolverOutcome.UNSUPPORTED, "{name} cannot solve this"),
}


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine of unified-planning; `engine` is its name there."""

    engine: str
    optimal: bool = False

    @property
    def name(self) -> str:
        return PREFIX + self.engine

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        """See `Solver`."""
        try:
            task = read_task(domain, problem)
            texts: tuple[str, str] | Use = (domain, problem) if self.engine == DIRECT else plainer(task)
            if isinstance(texts, Use):
                return unsupported(self.name, texts, task)
        except UnreadableTaskError as error:
            message = f"{self.name} was not asked, since {error}"
            return Solution(SolverOutcome.CRASHED, None, None, False, self.name, 0.0, 0.0, message)
        with workspace(*texts) as directory:
            files = ["domain.pddl", "problem.pddl", "plan"]
            optimal = "optimal" if self.optimal else "any"
            command = [sys.executable, str(_PROCESS), self.engine, *files, f"{limits.seconds:g}", optimal]
            surroundings = {"PYTHONHASHSEED": "0", **_java(limits.memory_mb)}
            ran = run(command, directory, limits, stop=stop, environment=surroundings)
            try:
                plan = plan_of_file(directory / "plan")
            except BrokenPlanError as error:
                return solution(self.name, ran, SolverOutcome.CRASHED, f"what {self.name} wrote {error}")
        if plan is not None and ran.ended_by == "itself":
            metric = task.problem.metric if self.engine == DIRECT else _metric(task.problem)
            left_out = metric != task.problem.metric or "note the metric" in ran.stdout
            is_least = self.optimal and not left_out and "status SOLVED_OPTIMALLY" in ran.stdout
            caveat = ", found without a look at the metric" if left_out else ""
            caveat += ", not proven to cost the least" if self.optimal and not is_least else ""
            return replace(solved(self.name, ran, plan, optimal=is_least, note=caveat), caveat=caveat)
        return ended_early(self.name, ran, limits) or self._without_plan(ran, limits)

    def _without_plan(self, ran: Run, limits: Limits) -> Solution:
        last = next((one for one in reversed(ran.stdout.splitlines()) if one.split(" ")[0] in _SAID), "")
        kind, _, said = last.partition(" ")
        if kind == "lacks":
            message = f"{self.name} does not support {said}"
            return solution(self.name, ran, SolverOutcome.UNSUPPORTED, message)
        if kind == "unread":
            reader = "it" if self.engine == DIRECT else "unified-planning"
            message = f"{self.name} was not asked, since {reader} cannot read this task: {said}"
            return solution(self.name, ran, SolverOutcome.UNSUPPORTED, message)
        if said in _ENDED:
            outcome, words = _ENDED[said]
            return solution(self.name, ran, outcome, words.format(name=self.name), detail="")
        if said == "MEMOUT" or lacks_memory(ran):
            return solution(self.name, ran, SolverOutcome.OUT_OF_MEMORY, memory_message(self.name, limits))
        if said == "TIMEOUT":
            return solution(self.name, ran, SolverOutcome.TIMEOUT, timeout_message(self.name, limits))
        reason = said if kind == "refused" else last_lines(ran).rpartition("\n")[2]
        return solution(self.name, ran, SolverOutcome.CRASHED, f"{self.name} failed: {reason or 'it gives no reason'}")


_SAID = ("lacks", "refused", "status", "unread")


def _java(memory_mb: int) -> dict[str, str]:
    """Return options that keep a Java virtual machine (ENHSP) from reserving more address space than it may use."""
    if memory_mb <= 0:
        return {}
    heap = max(64, memory_mb // 2)
    small = "-XX:+UseSerialGC -XX:ReservedCodeCacheSize=64m -XX:CompressedClassSpaceSize=64m"
    return {"JAVA_TOOL_OPTIONS": f"-Xmx{heap}m {small}"}


def find(engine: str) -> None:
    """Check that unified-planning and the engine's package are installed; raise SolverMissingError if not."""
    if find_spec("unified_planning") is None:
        raise SolverMissingError(f"unified-planning is not installed: {install('engines')} brings it, and some engines")
    if engine.replace("-", "_") in _PACKAGED and not is_installed(engine):
        raise SolverMissingError(f"the engine `{engine}` is not installed: pip install up-{engine}")


_PACKAGED = ("aries", "enhsp", "fast_downward", "kairos", "lpg", "pyperplan", "symk", "tamer")


def is_installed(engine: str) -> bool:
    """Whether the package of an engine is installed."""
    return find_spec(f"up_{engine.replace('-', '_')}") is not None


def for_features(features: frozenset[Feature]) -> list[Engine]:
    """Return the installed engines that are preferred for the features of a task."""
    if find_spec("unified_planning") is None:
        return []
    return [Engine(one) for one in PREFERRED[bool(features & _TEMPORAL)] if is_installed(one)]


# ----------------------------------------------------------------------------- PDDL as unified-planning reads it


def plainer(task: ReadTask) -> tuple[str, str] | Use:
    """Return the texts without constructs that unified-planning or engines lack, if plans do not depend on them; or
    the first use of what cannot be said there.

    unified-planning reads keywords in lower case only; in plans, case does not matter.
    """
    domain, problem = plain(task.domain, task.problem._replace(metric=_metric(task.problem)))
    if use := first_lacking(UNREAD, replace(task, domain=domain, problem=problem)):
        return use
    # There, an `object` is only of a type that is declared as one, events follow processes, and a requirement that it
    # does not know is an error.
    types = [one if one.types else TypedName(one.name, (name_of(OBJECT),)) for one in domain.types]
    domain = domain._replace(
        requirements=(name_of(":strips"),),
        sections=(),
        types=tuple(one for one in types if one.name.text != OBJECT),
        processes=tuple(sorted(domain.processes, key=lambda one: one.kind, reverse=True)),
    )
    problem = problem._replace(requirements=domain.requirements)
    return print_tree(domain).lower(), print_tree(problem).lower()


def _metric(problem: Problem) -> Metric | None:
    """Return the metric; None if unified-planning lacks a part of it, since the rest would be a different metric."""
    metric = problem.metric
    if metric is None or isinstance(metric.expression, FunctionTerm):
        return metric
    terms = {one.function.text for one in everything_in(metric.expression) if isinstance(one, FunctionTerm)}
    return None if terms & {"total-time", "is-violated"} else metric
