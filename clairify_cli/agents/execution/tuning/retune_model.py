"""Let a model tune an action that failed a check. Its answer is data: changes, verified against the ranges.

Without a usable answer the rules are followed, so a model failure never ends a run.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
from collections.abc import Callable, Iterator, Sequence

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
from clairify_cli.files import filled
from clairify_cli.languages.motion import PARAMETERS, fault_of
from clairify_cli.records import dataclass, replace
from clairify_cli.translate import ChatMessage, Model, ModelError, ModelOptions, Reply
from clairify_cli.translate.models.base import Wrapper
from clairify_cli.translate.models.errors import ModelStoppedError
from clairify_cli.worlds.base import GRASPS, RANGES, Action, Outcome, Parameters
from clairify_cli.worlds.panda.skills.context import manner

ASKED_AGAIN = 2
"""How often a model is told the errors in its answer before the run continues without it."""

_LONGEST = 4000
_MOST_FAULTS = 10
"""The most faults of an answer that are reported at once."""
_FENCED = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_JSON = re.compile(r"\[.*\]|\{.*\}", re.DOTALL)
_TRAILING = re.compile(r",(?=\s*[}\]])")
_LEFT = (BY_CONTEXT, "context", "none", "null")
_NONE = re.compile(r"\[\s*\]")


def model_tuner(
    model: Model,
    options: ModelOptions | None = None,
    *,
    tell: Callable[[str], None] = lambda words: None,
    told: str = "",
) -> Tuner:
    """Return a tuner that asks a model, and follows the rules if the model fails or gives no usable answer.

    `tell` is called in that case, and if the model says that no change would help. `told` is what a person says.
    """
    asked = options or ModelOptions()

    def tune(action: Action, outcome: Outcome, times: int, history: History) -> Retuned | None:
        failed = {one.name for one in outcome.checks if not one.passed}
        if times >= MOST or failed <= {"amount", "stirred", "temperature"}:
            return by_rule(action, outcome, times)
        system, user = prompt(action, outcome, times, history.of(action)[:-1], history.round, told)
        question, why = user, ""
        for _ in range(1 + ASKED_AGAIN):
            try:
                reply = model.complete((ChatMessage("system", system), ChatMessage("user", question)), asked)
            except ModelStoppedError:
                return None
            except ModelError as error:
                why = f"the model gave no answer ({error})"
                break
            changes = read_changes(reply.text)
            if changes == ():
                tell("the model says that no parameter would help")
                return None
            if not isinstance(changes, str):
                return applied(action, changes)
            why, answer = f"no answer of the model can be used ({changes})", reply.text[:_LONGEST]
            marker = hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()[:12]
            question = user + filled("retune-wrong", answer=answer, why=changes, marker=marker)
        tell(f"{why}: what is changed goes by rule")
        return by_rule(action, outcome, times)

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
    made = _json_in(text[:_LONGEST])
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
    return "; ".join(list(dict.fromkeys(faults))[:_MOST_FAULTS]) if faults else changes


def _json_in(text: str) -> object | str:
    """Return the JSON list or object in a text, preferring the last fenced block; None if there is none.

    Trailing commas are accepted. For invalid JSON, return a text that says what is wrong.
    """
    found: object = None
    # A model that shows several answers shows the best one last.
    for part in (*reversed(_FENCED.findall(text)), text):
        match = _JSON.search(part)
        if match is None:
            continue
        try:
            made: object = json.loads(_TRAILING.sub("", match.group()))
        except (ValueError, RecursionError) as error:
            found = f"its JSON cannot be read: {error}"
        else:
            return made
    return found


def _checked(name: str, value: str) -> Change | str:
    """Return the change of a parameter to a value, or a text that says what is wrong with it.

    Case is ignored, and so is the unit of a clearance. A value may be left to the context.
    """
    name, value = name.strip().lower(), value.strip().lower()
    if value in _LEFT and name in PARAMETERS:
        return Change(name, BY_CONTEXT, "a model's choice")
    if name == "obstacle_clearance":
        value = value.removesuffix("m").rstrip()
    wrong = fault_of(name, value)
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


_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class BoundedModel(Wrapper):
    """A model whose calls end with `ModelStoppedError` as soon as `is_over` returns True."""

    is_over: Callable[[], bool]

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        """Return the model's reply."""
        if self.is_over():
            raise ModelStoppedError("the run was stopped before the model was asked")
        over, answered = threading.Event(), threading.Event()

        def watch() -> None:
            while not answered.wait(_POLL_SECONDS):
                if self.is_over():
                    over.set()
                    return

        threading.Thread(target=watch, name="clairify-run-clock", daemon=True).start()
        try:
            return self.model.complete(messages, replace(options, stop=over))
        finally:
            answered.set()
