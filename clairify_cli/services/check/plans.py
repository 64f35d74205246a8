"""`--explain` and `--show`: plans step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from clairify_cli.checking import Checked
from clairify_cli.diagnostics.render.report import Explained
from clairify_cli.files.jsonl import json_object
from clairify_cli.planning.validate.story import story_of
from clairify_cli.planning.validate.story_text import report
from clairify_cli.records import replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import PLAN, Kinds


def explained(checked: Sequence[Checked], kinds: Kinds, *, whole: bool) -> list[Checked]:
    """Return the results, those on plans with what happens in them; `whole` includes the states.

    Raises `RequestError` if there is no plan.
    """
    if not any(kinds.of(one.item) == PLAN for one in checked):
        raise RequestError("--explain tells what happens in a plan, and none of the files is one")
    return [_explained(one, kinds, whole) if kinds.of(one.item) == PLAN else one for one in checked]


def shown(checked: Sequence[Checked], kinds: Kinds, how: Literal["states", "gantt"], *, whole: bool) -> str:
    """Return the plan with its states, or drawn. Raises `RequestError` if there is not just one."""
    from clairify_cli.services.pddl.show import shown_plan

    if len(checked) != 1 or kinds.of(checked[0].item) != PLAN:
        raise RequestError("--show is for one plan")
    (one,) = checked
    source = one.report.source
    return "" if one.report.error else shown_plan(source, kinds.options(one.item, source), how, whole=whole)


def _explained(checked: Checked, kinds: Kinds, whole: bool) -> Checked:
    told, source = checked.report, checked.report.source
    story = None if told.error is not None else story_of(source, kinds.options(checked.item, source), whole=whole)
    if story is None:  # the findings say why
        return checked
    text = f"{source.name}, step by step:\n{report(story)}"
    return replace(checked, report=replace(told, explained=Explained(text, json_object(story))))
