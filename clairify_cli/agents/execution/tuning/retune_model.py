"""Let a model tune an action that failed a check. Its answer is data: changes, verified against the ranges."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from clairify_cli.agents.execution.retune import (
    BY_CONTEXT,
    MOST,
    Attempt,
    Change,
    History,
    Retuned,
    Tuner,
    applied,
    by_rule,
    dose_words,
    listed,
    parameter_words,
)
from clairify_cli.agents.execution.tuning.answers import Told, Unanswered, answered, json_in, told_faults
from clairify_cli.files import filled
from clairify_cli.translate import Model, ModelOptions
from clairify_cli.worlds.base import GRASPS, RANGES, Action, Outcome, Parameters
from clairify_cli.worlds.panda.skills.context import manner

_LONGEST = 4000
_LEFT = (BY_CONTEXT, "context", "none", "null")
_NONE = re.compile(r"\[\s*\]")


def model_tuner(
    model: Model, options: ModelOptions | None = None, *, tell: Told = lambda words: None, told: str = ""
) -> Tuner:
    """Return a tuner that asks a model, and follows the rules if the model fails or gives no usable answer.

    `tell` is called in that case, and if the model says that no change would help. `told` is what a person says.
    """
    asked = options or ModelOptions()

    def tune(action: Action, outcome: Outcome, times: int, history: History) -> Retuned | None:
        failed = {one.name for one in outcome.checks if not one.passed}
        if times >= MOST or failed <= {"amount", "stirred", "temperature"}:
            return by_rule(action, outcome, times)
        question = prompt(action, outcome, times, history.of(action)[:-1], history.round, told)
        changes = answered(model, asked, question, read_changes)
        if isinstance(changes, Unanswered):
            if changes.is_over:
                return None
            tell(f"{changes.why}: what is changed goes by rule")
            return by_rule(action, outcome, times)
        if not changes:
            tell("the model says that no parameter would help")
            return None
        return applied(action, changes)

    return tune


def prompt(
    action: Action, outcome: Outcome, times: int = 0, earlier: Sequence[Attempt] = (), now: int = 1, told: str = ""
) -> tuple[str, str]:
    """Return the prompt for a model: the system message and the user message.

    `times` is how often the action was tuned; `earlier` are all attempts before this one, with their scores; `now` is
    the round.
    """
    checks = [
        f"- {one.name}: {'passed' if one.passed else 'FAILED'}; expected {one.expected}, observed {one.observed}"
        for one in outcome.checks
    ]
    measured = ", ".join(f"{name} {value:.4g}" for name, value in sorted(outcome.measured.items())) or "nothing"
    user = filled(
        "retune-user",
        step=f", of step {action.step}" if action.step is not None else "",
        left=f"{MOST - times} times" if times < MOST - 1 else "once",
        action=f"{action.text}{dose_words(action)}",
        parameters=parameter_words(action.parameters),
        score=f"{outcome.score:.3f}",
        checks="\n".join(checks),
        motions=", ".join(f"{one.name} ({one.seconds:.1f} s)" for one in outcome.motions) or "none",
        began="" if outcome.refusal is None else "\nIt was refused before anything moved, for the check that failed.",
        remarks="\n".join(f"- {one}" for one in outcome.remarks) or "- none",
        tries=listed(earlier, now),
        measured=measured,
        told=f"\nWhat the person who watches says about this run:\n{told}\n" if told else "",
    )
    return filled("retune-system", ranges=_ranges(), contexts="\n".join(_contexts())), user


def _ranges() -> str:
    """List the parameters and their ranges, one per line."""
    ranges = [f"- {name}: a number from {low:g} to {high:g}" for name, (low, high) in RANGES.items()]
    grasp = (
        f"- grasp: {' or '.join(GRASPS)}, from where the thing is gripped; only round things that stand upright, such"
    )
    return "\n".join(
        (*ranges, f"{grasp}\n  as vessels, can be gripped from the side, all else, and lids, from the top alone")
    )


def _contexts() -> Iterator[str]:
    """List the default parameters, one line for each kind of object in the hand."""
    for words, holding, vessel, open_full in (
        ("nothing in the hand", False, False, False),
        ("an open vessel with something in it", True, True, True),
        ("an empty or closed vessel", True, True, False),
        ("anything else in the hand", True, False, False),
    ):
        used = manner(Parameters(), holding=holding, vessel=vessel, open_full=open_full)
        tilt = "any tilt" if used.tilt is None else f"a tilt of at most {math.degrees(used.tilt):.0f}°"
        yield f"- {words}: speed {used.speed:g}, obstacle_clearance {used.clearances[0]:g}, {tilt}"


def read_changes(text: str) -> tuple[Change, ...] | str:
    """Read the changes from an answer, a JSON list; return a text that says what is wrong if it is invalid.

    An empty list, which says that no change would help, gives an empty tuple.
    """
    made = json_in(text[:_LONGEST])
    if isinstance(made, str):
        return made
    found = [pair for one in (made if isinstance(made, list) else [made]) for pair in _pairs_of(one)]
    if not found:
        return () if _NONE.search(text[:_LONGEST]) else "it has no changes"
    checked = [_checked(name, value) for name, value in dict.fromkeys(found)]
    faults = [one for one in checked if isinstance(one, str)]
    changes = tuple(one for one in checked if isinstance(one, Change))
    names = [one.name for one in changes]
    faults += [f"{name} stands twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    return told_faults(faults) if faults else changes


def _checked(name: str, value: str) -> Change | str:
    """Return the change of a parameter to a value, or a text that says what is wrong with it.

    Case is ignored, and so is the unit of a clearance. A value may be left to the context.
    """
    name, value = name.strip().lower(), value.strip().lower()
    if value in _LEFT and (name in RANGES or name == "grasp"):
        return Change(name, BY_CONTEXT, "a model's choice")
    if name == "obstacle_clearance":
        value = value.removesuffix("m").rstrip()
    wrong = _wrong(name, value)
    if wrong is not None:
        return wrong
    return Change(name, value if name == "grasp" else round(float(value), 4), "a model's choice")


def _pairs_of(change: object) -> list[tuple[str, str]]:
    """Return (parameter, value) pairs from a change, or from an object with a key for each parameter."""
    if not isinstance(change, dict):
        return []
    if "parameter" in change or "value" in change:
        return [(str(change.get("parameter")), str(change.get("value", "")))]
    return [(name, str(value)) for name, value in change.items()]


def _wrong(name: str, value: str) -> str | None:
    """Return why a value is invalid for a parameter; None if it is valid."""
    if name == "grasp":
        return None if value in GRASPS else f"grasp is {' or '.join(GRASPS)}, not `{value[:40]}`"
    if name not in RANGES:
        return f"there is no parameter `{name[:40]}`, only {', '.join((*RANGES, 'grasp'))}"
    low, high = RANGES[name]
    try:
        number = float(value)
    except ValueError:
        return f"{name} is a number, not `{value[:40]}`"
    return None if low <= number <= high else f"{name} is from {low:g} to {high:g}, not {number:g}"
