"""Which checks count for an action: those that fit what it does, unless a model picks from them.

Whatever a model picks, the mandatory three always count, and so does the reason for a refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from clairify_cli.agents.execution.tuning.answers import Told, Unanswered, answered, json_in, told_faults
from clairify_cli.files import filled
from clairify_cli.translate import Model, ModelOptions
from clairify_cli.worlds.base import CHECKS, Action, Outcome

MANDATORY = ("collision_free", "timeout", "motion_health")
"""The checks that every action has."""

MOST_ACTIONS = 60
"""So many actions are put into one question; those beyond have our checks."""

Chosen = Mapping[str, frozenset[str]]
"""The checks by the text of an action; if there are none for an action, they are ours."""

Chooser = Callable[[Sequence[Action]], Chosen]

_LONGEST = 20_000
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


def judged(outcome: Outcome, chosen: frozenset[str] | None) -> Outcome:
    """The outcome with only the checks that count; None is all. A remark names the checks that were left out."""
    if chosen is None or outcome.refusal is not None:
        return outcome
    kept = tuple(one for one in outcome.checks if one.name in MANDATORY or one.name in chosen)
    failed = [one for one in outcome.checks if one not in kept and not one.passed]
    passed = ", ".join(one.name for one in outcome.checks if one not in kept and one.passed)
    remarks = [
        f"not asked for, and failed: {one.name}, expected {one.expected}, observed {one.observed}" for one in failed
    ]
    remarks += [f"not asked for, and passed: {passed}"] if passed else []
    return replace(outcome, checks=kept, remarks=(*outcome.remarks, *remarks))


def model_chooser(model: Model, options: ModelOptions | None = None, *, tell: Told = lambda words: None) -> Chooser:
    """A chooser that asks a model once for each plan; if its answers are unusable, our checks apply.

    `tell` hears of that.
    """
    asked = options or ModelOptions()
    known: dict[str, frozenset[str]] = {}

    def choose(actions: Sequence[Action]) -> Chosen:
        new = list(dict.fromkeys(one.text for one in actions if one.text not in known))[:MOST_ACTIONS]
        if not new:
            return known
        listed = "\n".join(f"{number}. {text}" for number, text in enumerate(new, 1))
        user = filled("checks-user", actions=listed)
        system = filled("checks-system", mandatory=", ".join(MANDATORY))
        found = answered(model, asked, (system, user), "checks", lambda text: read_choice(text, new))
        if not isinstance(found, Unanswered):
            known.update(found)
        elif not found.is_over:
            tell(f"{found.why}: the checks are ours")
        return known

    return choose


def read_choice(text: str, actions: Sequence[str]) -> dict[str, frozenset[str]] | str:
    """The checks of an answer, a JSON object from numbers (from 1) of actions to names; what is wrong otherwise.

    An action that is not in the answer has our checks. Names are verified; the mandatory three are added.
    """
    made = json_in(text[:_LONGEST], _OBJECT)
    if isinstance(made, str):
        return made
    if not isinstance(made, dict) or not made:
        return "it has no JSON object with the numbers of actions"
    found: dict[str, frozenset[str]] = {}
    faults: list[str] = []
    for key, names in made.items():
        number = int(key) if key.isascii() and key.isdigit() and len(key) < 6 else 0
        if not 1 <= number <= len(actions):
            faults.append(f"there is no action {key[:40]!r}; they have the numbers 1 to {len(actions)}")
        elif not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            faults.append(f"the checks of action {number} are no list of names")
        else:
            faults += [_unknown(one) for one in names if one not in CHECKS]
            found[actions[number - 1]] = frozenset((*names, *MANDATORY))
    return told_faults(faults) if faults else found


def _unknown(name: str) -> str:
    near = get_close_matches(name[:40], CHECKS, 1)
    return f"there is no check `{name[:40]}`" + (f", is it `{near[0]}`?" if near else "")
