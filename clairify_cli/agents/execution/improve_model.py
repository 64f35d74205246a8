"""A model says with which other parameters a task that succeeded might score better; its answer is verified data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import Template

from clairify_cli.agents.execution.answers import json_in, told_faults, told_wrong
from clairify_cli.agents.execution.history import Attempt, History, listed, parameter_words
from clairify_cli.agents.execution.improve import Improver, Proposal, Tried, proposal, ranked
from clairify_cli.agents.execution.results import Run
from clairify_cli.agents.execution.retune import Change
from clairify_cli.agents.execution.retune_model import checked_change, contexts_text, ranges_text
from clairify_cli.agents.execution.task_motion import Tuned
from clairify_cli.files import data_text
from clairify_cli.translate import ChatMessage, Model, ModelError, ModelOptions
from clairify_cli.worlds.base import Action

ASKED_AGAIN = 2
"""How often a model is told what is wrong with its answer; then there are no more rounds."""

MOST_ACTIONS = 20
"""So many actions are shown, those with the lowest scores."""

MOST_SETS = 20
"""So many sets of values that were tried are shown."""

_LONGEST = 8000
_LIST = re.compile(r"\[.*\]", re.DOTALL)
_OBJECT = re.compile(r"\{[^{}]*\}")


def model_improver(model: Model, options: ModelOptions | None = None) -> Improver:
    """An improver that asks a model. Where it fails or has no answer that can be used, nothing is left to try."""
    asked = options or ModelOptions()

    def improve(best: Run, tuned: Tuned, tried: Tried, history: History) -> Proposal | None:
        actions = [action for action, _ in ranked(best)][:MOST_ACTIONS]
        if not actions:
            return None
        system, user = prompt(best, history, tuned, tried)
        question = user
        for _ in range(1 + ASKED_AGAIN):
            try:
                reply = model.complete((ChatMessage("system", system), ChatMessage("user", question)), asked)
            except ModelError:
                return None
            found = read_proposal(reply.text, actions, tuned)
            if found is None:
                return None
            if isinstance(found, Proposal) and frozenset(found.tuned.items()) in tried:
                found = "just these values were tried already; others may be better, or [] where nothing can"
            if isinstance(found, Proposal):
                return found
            question = user + told_wrong("improve", reply.text, found)
        return None

    return improve


def prompt(best: Run, history: History, tuned: Tuned, tried: Tried) -> tuple[str, str]:
    """What a model is told: the system's and the user's message."""
    told = []
    for number, (action, score) in enumerate(ranked(best)[:MOST_ACTIONS], 1):
        told.append(f"{number}. {action.text}, score {score:.3f}, {parameter_words(action.parameters)}")
        told.append("   All its attempts:")
        told += [f"   {line}" for line in listed(_distinct(history.of(action)), history.round).splitlines()]
    user = Template(data_text("prompts", "improve-user.txt")).substitute(
        score=f"{best.score:.3f}", actions="\n".join(told), tried="\n".join(_sets(tuned, tried)) or "- none"
    )
    return Template(data_text("prompts", "improve-system.txt")).substitute(
        ranges=ranges_text(), contexts=contexts_text()
    ), user


def _sets(tuned: Tuned, tried: Tried) -> list[str]:
    """What was tried, a line each: how it differs from the parameters of the best run."""
    lines = []
    for one in tried:
        changed = sorted((" ".join(key), values) for key, values in one if tuned.get(key) != values)
        if changed:
            lines.append("- " + "; ".join(f"({name}) {parameter_words(values)}" for name, values in changed))
    return sorted(lines)[:MOST_SETS]


def _distinct(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Attempts that say something new: others came out alike with the same parameters."""
    new: dict[object, Attempt] = {}
    for one in attempts:
        new.setdefault((one.action.parameters, one.score, one.succeeded, one.why), one)
    return list(new.values())


def read_proposal(text: str, actions: list[Action], tuned: Tuned) -> Proposal | str | None:
    """The parameters of an answer, a JSON list of changes to numbered actions (from 1); what is wrong with it else.

    None where it says with an empty list that nothing would help.
    """
    made = json_in(text[:_LONGEST], _LIST)
    if made is None or isinstance(made, str):
        single = json_in(text[:_LONGEST], _OBJECT)
        made = [single] if isinstance(single, dict) else made
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
        change = checked_change(str(one.get("parameter")), str(one.get("value")))
        if isinstance(change, str):
            faults.append(change)
        elif any(change.name == before.name for before in changes.get(number, ())):
            faults.append(f"{change.name} of action {number} stands twice")
        else:
            changes.setdefault(number, []).append(change)
    if faults:
        return told_faults(faults)
    return proposal(tuned, tuple((actions[number - 1], tuple(each)) for number, each in changes.items()))
