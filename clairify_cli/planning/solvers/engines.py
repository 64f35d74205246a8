"""Engines of unified-planning: `up:aries`, `up:kairos`, `up:enhsp`, `up:tamer` and every other one that it knows.

Each runs in a process of its own, with the same limits as every solver. unified-planning supports only part of PDDL, so
constructs that it cannot read and plans do not depend on are rewritten. Plans are validated against the original.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

from clairify_cli.files.extras import install
from clairify_cli.languages.pddl.features import Feature
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    And,
    Atom,
    Domain,
    Formula,
    FunctionTerm,
    Metric,
    Name,
    Or,
    PredicateDeclaration,
    Problem,
    Timed,
    TypedName,
)
from clairify_cli.languages.pddl.unfolding import unfolded
from clairify_cli.languages.pddl.walk import conjuncts, everything_in
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
    features,
    read_task,
    unsupported,
)
from clairify_cli.records import dataclass, replace

PREFIX = "up:"

_PROCESS = Path(__file__).with_name("engine_process.py")

_QUANTIFIED = frozenset((Feature.EXISTENTIAL, Feature.UNIVERSAL, Feature.UNIVERSAL_EFFECTS))
_TEMPORAL = frozenset((Feature.DURATIVE, Feature.TIMED_LITERALS))

PREFERRED = {True: ("aries", "kairos", "tamer", "lpg"), False: ("kairos", "enhsp", "tamer", "aries")}
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
            bare = unfolded(task.domain, task.problem)
            if bare is None:
                use = next(one for one in features(task.domain, task.problem) if one.feature is Feature.DERIVED)
                return unsupported(self.name, use, task)
            plain = plainer(replace(task, domain=bare[0], problem=bare[1]))
        except UnreadableTaskError as error:
            message = f"{self.name} was not asked, since {error}"
            return Solution(SolverOutcome.CRASHED, None, None, False, self.name, 0.0, 0.0, message)
        with workspace(*plain) as directory:
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
            same = task.problem.metric is None or _metric(task.problem) is not None
            optimal_found = self.optimal and same and "status SOLVED_OPTIMALLY" in ran.stdout
            note = "" if "note the metric" not in ran.stdout else ", without a look at the metric"
            return solved(self.name, ran, plan, optimal=optimal_found, note=note)
        return ended_early(self.name, ran, limits) or self._without_plan(ran, limits)

    def _without_plan(self, ran: Run, limits: Limits) -> Solution:
        last = next((one for one in reversed(ran.stdout.splitlines()) if one.split(" ")[0] in _SAID), "")
        kind, _, said = last.partition(" ")
        if kind == "lacks":
            message = f"{self.name} does not support {said}"
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


_SAID = ("lacks", "refused", "status")


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


def plainer(task: ReadTask) -> tuple[str, str]:
    """Return the texts without constructs that unified-planning or engines lack, if plans do not depend on them.

    unified-planning reads keywords in lower case only; in plans, case does not matter.
    """
    domain, problem = task.domain, task.problem
    used = {one.feature for one in features(domain, problem)}
    layered = any(one.types for one in domain.types) or Feature.EITHER in used
    if layered and not used & _QUANTIFIED:  # quantified variables would need type conditions, too
        domain, problem = _untyped(domain, problem)
    timed = [one._replace(duration=_without_times(one.duration)) for one in domain.durative_actions]
    domain = domain._replace(durative_actions=tuple(timed))
    return print_tree(domain).lower(), print_tree(problem._replace(metric=_metric(problem))).lower()


def _without_times(duration: Formula | None) -> Formula | None:
    """Remove `at start` from a duration constraint, which refers to the start of the action anyway."""
    match duration:
        case And():
            kept = [inner for one in duration.operands if (inner := _without_times(one)) is not None]
            return duration._replace(operands=tuple(kept))
        case Timed():
            return duration.operand
    return duration


def _metric(problem: Problem) -> Metric | None:
    """Return the metric; None if unified-planning lacks a part of it, since the rest would be a different metric."""
    metric = problem.metric
    if metric is None or isinstance(metric.expression, FunctionTerm):
        return metric
    terms = {one.function.text for one in everything_in(metric.expression) if isinstance(one, FunctionTerm)}
    return None if terms & {"total-time", "is-violated"} else metric


def _untyped(domain: Domain, problem: Problem) -> tuple[Domain, Problem]:
    """Replace types by unary predicates: few engines support subtypes or `either`."""
    hierarchy = hierarchy_of(domain)
    predicate = PredicateDeclaration(name_of(""), (TypedName(name_of("?x")),), 0, 0)
    facts: list[Formula] = []
    for one in (*domain.constants, *problem.objects):
        above = {name for each in one.types for name in hierarchy.supertypes.get(each.text, ())}
        facts += [_is(one.name, name) for name in sorted(above - {OBJECT})]
    actions = [
        one._replace(parameters=_bare(one.parameters), precondition=_and(_kinds(one.parameters), one.precondition))
        for one in domain.actions
    ]
    durative = []
    for timed in domain.durative_actions:
        kinds = [Timed("at start", one, 0, 0) for one in _kinds(timed.parameters)]
        condition = _and(kinds, timed.condition)
        durative.append(timed._replace(parameters=_bare(timed.parameters), condition=condition))
    predicates = [one._replace(parameters=_bare(one.parameters)) for one in domain.predicates]
    predicates += [predicate._replace(name=name_of(_KIND + one)) for one in hierarchy.supertypes if one != OBJECT]
    untyped = domain._replace(
        types=(),
        sections=tuple(one for one in domain.sections if one.keyword.text != ":types"),
        constants=_bare(domain.constants),
        predicates=tuple(predicates),
        functions=tuple(one._replace(parameters=_bare(one.parameters)) for one in domain.functions),
        actions=tuple(actions),
        durative_actions=tuple(durative),
        derived=tuple(one._replace(parameters=_bare(one.parameters)) for one in domain.derived),
    )
    return untyped, problem._replace(objects=_bare(problem.objects), init=(*problem.init, *facts))


_KIND = "is-a-"


def _is(name: Name, kind: str) -> Atom:
    return Atom(name_of(_KIND + kind), (name,), 0, 0)


def _bare(names: Iterable[TypedName]) -> tuple[TypedName, ...]:
    return tuple(TypedName(one.name) for one in names)


def _kinds(names: Iterable[TypedName]) -> list[Formula]:
    """Return conditions that each name is of its type, or of one of its types."""
    made = [tuple(_is(one.name, each.text) for each in one.types if each.text != OBJECT) for one in names]
    return [kinds[0] if len(kinds) == 1 else Or(kinds, 0, 0) for kinds in made if kinds]


def _and(kinds: Sequence[Formula], condition: Formula | None) -> Formula:
    return And((*kinds, *conjuncts(condition)), 0, 0)
