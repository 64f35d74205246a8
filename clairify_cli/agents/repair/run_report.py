"""Read from a report of `clairify execute` how far a plan got, which step failed, and what was then observed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from clairify_cli.agents.repair.facts import Observed, StoryError, read_facts
from clairify_cli.languages.pddl.meaning import WorldState, misfits
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.ground.achievers import changing_predicates
from clairify_cli.planning.repair.model import GroundStep
from clairify_cli.records import dataclass

VERSIONS = (1, 2)
"""The readable versions of reports (`schemas/run-report.schema.json`); they differ only in their findings."""


@dataclass(frozen=True, slots=True)
class RunReport:
    """The parts of a report that repairs need: the executed text, the completed steps, the failed step, and all facts
    at the end in PDDL syntax (None if nothing was observed)."""

    text: str
    done: tuple[GroundStep, ...]
    failed: GroundStep | None
    facts: tuple[str, ...] | None


def read_report(text: str, name: str) -> RunReport:
    """Read a report from a text. Raises `StoryError` if it is not a report."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise StoryError(f"{name} is no report of `clairify execute`: it is no JSON") from None
    if not isinstance(found, dict) or not {"version", "input", "steps", "failure", "state"} <= found.keys():
        raise StoryError(f"{name} is no report of `clairify execute`, or one of many runs together")
    if found["version"] not in VERSIONS:
        raise StoryError(f"{name} is a report of version {found['version']}, and 1 and 2 are understood")
    try:
        return _read(found)
    except (KeyError, TypeError, IndexError, AttributeError):
        raise StoryError(f"{name} is no report as schemas/run-report.schema.json describes it") from None


def _read(found: dict[str, Any]) -> RunReport:
    done = tuple(
        _step(action)
        for stage in found["steps"]
        for action in stage["actions"]
        if action["tries"] and action["tries"][-1]["succeeded"]
    )
    failure = found["failure"]
    failed = _step(failure["action"]) if failure is not None and failure["action"] is not None else None
    state = failure["state"] if failure is not None else found["state"]
    facts = tuple(str(one) for one in state["facts"]) if state is not None else None
    return RunReport(str(found["input"]["text"]), done, failed, facts)


def _step(action: dict[str, Any]) -> GroundStep:
    return (str(action["name"]).lower(), *(str(one).lower() for one in action["arguments"]))


def executed_of(report: RunReport, plan: Sequence[GroundStep]) -> int:
    """Count the steps of a plan that the run completed before it first deviated from the plan."""
    # From the first difference on the run did something else, for example after replanning.
    same = takewhile(lambda pair: pair[0] == pair[1], zip(report.done, plan, strict=False))
    return sum(1 for _ in same)


def failed_of(report: RunReport, task: Task) -> GroundStep | None:
    """Return the step that failed, if it is a valid step of the task."""
    failed = report.failed
    return None if failed is None or misfits(task, failed[0], failed[1:]) else failed


def observed_of(report: RunReport, task: Task, state: WorldState) -> Observed:
    """Return what was observed relative to the expected state. Changeable facts that were not observed are false.

    Raises `StoryError` for facts that the task does not know.
    """
    if report.facts is None:
        return Observed()
    true: set[GroundAtom] = set()
    for fact in report.facts:
        true |= read_facts(fact, task).true
    changing = changing_predicates(task.domain)
    gone = frozenset(one for one in state.atoms if one[0] in changing and one not in true)
    return Observed(frozenset(true) - state.atoms, gone)
