"""Steps that plans must not have and steps that they must have, from options and from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.files.reading import read_text
from clairify_cli.records import replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import Constrained

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.given import Given
    from clairify_cli.agents.formalise.planner import Planner


def constraints_of(asked: Constrained, most_bytes: int) -> Constrained:
    """Return what the options and the file of `--constraints` ask for. Raises `RequestError` and `UnreadableError`."""
    found = {"forbid": asked.forbid, "require": asked.require}
    text = "" if asked.constraints is None else read_text(asked.constraints, most_bytes=most_bytes)
    for number, line in enumerate(text.splitlines(), 1):
        word, _, step = line.partition(";")[0].strip().partition(" ")
        if word and not (word in found and step):
            why = f"{asked.constraints}:{number}: write `forbid STEP` or `require STEP`, such as `forbid (put * sink)`"
            raise RequestError(why)
        if word:
            found[word] += (step,)
    return Constrained(found["forbid"], found["require"])


def constrained(planner: Planner | None, asked: Constrained, given: Given, most_bytes: int) -> Planner | None:
    """Return the planner that keeps to the constraints, for a task without errors. Raises `RequestError` for what can
    be no step there, and where there is no planner or no task yet; and `UnreadableError`."""
    found = constraints_of(asked, most_bytes)
    if not (found.forbid or found.require):
        return planner
    if planner is None or given.domain is None or given.problem is None:
        why = "--forbid and --require hold for what a solver plans in a given domain and problem"
        raise RequestError(f"{why}: give both, and leave out --no-solve and a model that writes programs")
    from clairify_cli.agents.formalise.constraints import Constraints
    from clairify_cli.agents.repair.facts import StoryError, read_constraints
    from clairify_cli.languages.pddl.task import task_of

    task = task_of(given.domain, given.problem)
    assert task is not None
    try:
        return replace(planner, constraints=Constraints(*read_constraints(found.forbid, found.require, task)))
    except StoryError as error:
        raise RequestError(f"--forbid and --require: {error}") from None
