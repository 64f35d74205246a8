"""A model says with which other parameters a task that succeeded might score better; its answer is verified data."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clairify_cli.agents.execution.results import Run
from clairify_cli.agents.execution.retune import (
    Attempt,
    Change,
    History,
    dose_words,
    key_of,
    listed,
    parameter_list,
    parameter_words,
)
from clairify_cli.agents.execution.task_motion import Tuned
from clairify_cli.agents.execution.tuning.answers import Told, Unanswered, answered, json_in, told_faults
from clairify_cli.agents.execution.tuning.improve import Improver, Proposal, Tried, moved, proposal
from clairify_cli.agents.execution.tuning.retune_model import checked_change, contexts_text, ranges_text
from clairify_cli.files import filled
from clairify_cli.translate import Model, ModelOptions
from clairify_cli.worlds.base import Action, Outcome, Parameters

MOST_ACTIONS = 20
"""So many actions are shown, those with the lowest scores."""

MOST_SETS = 20
"""So many sets of values that were tried are shown, the last ones."""

_LONGEST = 8000
_LIST = re.compile(r"\[.*\]", re.DOTALL)
_OBJECT = re.compile(r"\{[^{}]*\}")


def model_improver(model: Model, options: ModelOptions | None = None, *, tell: Told = lambda words: None) -> Improver:
    """An improver that asks a model. If it fails or gives no usable answer, nothing is left to try.

    `tell` is called in that case, and if the model says that nothing can be improved.
    """
    asked = options or ModelOptions()

    def improve(best: Run, tuned: Tuned, tried: Tried, history: History) -> Proposal | None:
        actions = [one.action for one in _shown(best)]
        if not actions:
            return None

        def read(text: str) -> Proposal | tuple[()] | str:
            found = read_proposal(text, actions, tuned)
            if isinstance(found, Proposal) and frozenset(found.tuned.items()) in tried:
                return "just these values were tried already; others may be better, or [] where nothing can"
            return () if found is None else found

        found = answered(model, asked, prompt(best, history, tuned, tried), "improve", read)
        if isinstance(found, Proposal):
            return found
        why = found.why if isinstance(found, Unanswered) else "the model says that nothing can get better"
        if not (isinstance(found, Unanswered) and found.is_over):
            tell(f"{why}: it ends here")
        return None

    return improve


def prompt(best: Run, history: History, tuned: Tuned, tried: Tried) -> tuple[str, str]:
    """The prompt for a model: the system message and the user message."""
    told = []
    shown = _shown(best)
    for number, one in enumerate(shown, 1):
        what = f"{number}. {one.action.text}{dose_words(one.action)}"
        told.append(f"{what}: {_score(one)}; {parameter_words(one.action.parameters)}")
        others = [each for each in _distinct(history.of(one.action)) if not _is_it(each, one)]
        if others:
            told.append("   Its other attempts:")
            told += [f"   {line}" for line in listed(others, now=0).splitlines()]
    now = {key_of(one.action): one.action.parameters for one in moved(best)} | dict(tuned)
    user = filled(
        "improve-user",
        score=f"{best.score:.3f}",
        seconds=f"{best.seconds:.1f}",
        actions="\n".join(told),
        tried="\n".join(_sets(tuned, now, tried)) or "- none",
    )
    return filled("improve-system", ranges=ranges_text(), contexts=contexts_text()), user


def _shown(best: Run) -> list[Outcome]:
    """The actions that a model may change, in the order in which they were done."""
    done = moved(best)
    lowest = sorted(done, key=lambda one: one.score)[:MOST_ACTIONS]
    return [one for one in done if one in lowest]


def _score(outcome: Outcome) -> str:
    """The score of an action with its two parts, means over its motions."""
    count = len(outcome.motions)
    joints = sum(one.isotropy for one in outcome.motions) / count
    distance = sum(one.clearance for one in outcome.motions) / count
    return f"score {outcome.score:.3f} = joints {joints:.3f} + distance {distance:.3f}, {outcome.seconds:.1f} s"


def _is_it(attempt: Attempt, outcome: Outcome) -> bool:
    """Whether an attempt is the one that counts, or came out like it."""
    alike = attempt.succeeded and f"{attempt.score:.3f}" == f"{outcome.score:.3f}"
    return alike and attempt.action.parameters == outcome.action.parameters


def _sets(tuned: Tuned, now: Tuned, tried: Tried) -> list[str]:
    """What was tried, a line each: how it differs from the parameters of the best run, and the result.

    `tuned` has the parameters that are not those of the first round, `now` those of all actions.
    """
    lines = []
    for one, came in tried.items():
        own = dict(one)
        changed = [
            f"({' '.join(key)}) {_changed(now.get(key), own[key])}" for key in sorted(own) if own[key] != now.get(key)
        ]
        changed += [f"({' '.join(key)}) as in the first round" for key in sorted(tuned) if key not in own]
        if changed and came:
            lines.append(f"- {'; '.join(changed)}: {came}")
    return lines[-MOST_SETS:]


def _changed(now: Parameters | None, values: Parameters) -> str:
    """The differences from now, in words."""
    if now is None:
        return parameter_words(values)
    return ", ".join(one for one in parameter_list(values) if one not in parameter_list(now))


def _distinct(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Attempts that say something new: others came out alike with the same parameters."""
    new: dict[object, Attempt] = {}
    for one in attempts:
        new.setdefault((one.action.parameters, one.score, one.succeeded, one.why), one)
    return list(new.values())


def read_proposal(text: str, actions: list[Action], tuned: Tuned) -> Proposal | str | None:
    """The parameters of an answer, a JSON list of changes to numbered actions (from 1); otherwise what is wrong with
    it.

    None if it says with an empty list that nothing would help.
    """
    made = json_in(text[:_LONGEST], _LIST)
    if made is None and len(_OBJECT.findall(text[:_LONGEST])) == 1:
        single = json_in(text[:_LONGEST], _OBJECT)
        made = [single] if isinstance(single, dict) else single
    if isinstance(made, str):
        return made
    if not isinstance(made, list) or not all(isinstance(one, dict) for one in made):
        return "it has no JSON list of changes"
    if not made:
        return None
    changes: dict[int, list[Change]] = {}
    faults: list[str] = []
    for one in made:
        number = one.get("action")
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(actions):
            faults.append(f"there is no action {str(number)[:40]}; they have the numbers 1 to {len(actions)}")
            continue
        change = checked_change(str(one.get("parameter")), str(one.get("value", "")))
        if isinstance(change, str):
            faults.append(change)
        elif any(change.name == before.name for before in changes.get(number, ())):
            faults.append(f"{change.name} of action {number} stands twice")
        else:
            changes.setdefault(number, []).append(change)
    if faults:
        return told_faults(faults)
    return proposal(tuned, tuple((actions[number - 1], tuple(each)) for number, each in changes.items()))
