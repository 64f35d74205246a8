"""What is known of the parameters of each action: with which it was tried, how it was scored, and what failed.

Such a history is kept over a run, over plans that are made anew in it, and over all rounds of `--best-of` and
`--improve`. Models are shown it when they tune, as in Action Contextualization (Gupta et al., 2024).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from clairify_cli.worlds.base import RANGES, Action, Outcome, Parameters

MOST_SHOWN = 30
"""So many attempts of an action are shown in a prompt, the last ones."""

Key = tuple[str, ...]
"""An action by its name and its arguments."""


def key_of(action: Action) -> Key:
    """The name and the arguments, which an action keeps while its parameters change."""
    return (action.name, *action.arguments)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One time that an action was done: in which round (from 1), how, with which score, and what failed, in words."""

    round: int
    action: Action
    score: float
    succeeded: bool
    why: str = ""

    @property
    def words(self) -> str:
        """The attempt in one line, without its round."""
        came = "succeeded" if self.succeeded else f"FAILED: {self.why}"
        return f"{parameter_words(self.action.parameters)}{dose_words(self.action)}: score {self.score:.3f}, {came}"


@dataclass(slots=True)
class History:
    """All attempts in the order in which they were made; `round` is the one that goes on."""

    attempts: list[Attempt] = field(default_factory=list)
    round: int = 1

    def add(self, outcome: Outcome, why: str) -> None:
        """Note how an action ended; `why` says what failed, empty where nothing did."""
        self.attempts.append(Attempt(self.round, outcome.action, outcome.score, outcome.succeeded, why))

    def of(self, action: Action) -> tuple[Attempt, ...]:
        """The attempts of an action, with whatever parameters."""
        return tuple(one for one in self.attempts if key_of(one.action) == key_of(action))

    def by_action(self) -> dict[Key, list[Attempt]]:
        """The attempts of each action, in the order in which they were first done."""
        found: dict[Key, list[Attempt]] = {}
        for one in self.attempts:
            found.setdefault(key_of(one.action), []).append(one)
        return found


def listed(attempts: Iterable[Attempt], now: int = 1) -> str:
    """Attempts for a prompt, a line each; the last ones where there are many.

    Rounds are told where there is more than one, with the round that goes on `now`.
    """
    made = list(attempts)
    rounds = {now, *(one.round for one in made)}
    lines = [f"- {f'round {one.round}, ' if len(rounds) > 1 else ''}{one.words}" for one in made]
    left_out = len(lines) - MOST_SHOWN
    if left_out > 0:
        lines = [f"- ({left_out} earlier ones)", *lines[left_out:]]
    return "\n".join(lines) or "- none"


def dose_words(action: Action) -> str:
    """How much is poured or weighed, where that was asked for: only the rest, where a dose was begun before."""
    mass = action.settings.get("mass")
    return "" if mass is None else f", a dose of {mass:.4g} g"


def parameter_words(parameters: Parameters) -> str:
    """Parameters in words: `speed 0.4, obstacle_clearance by context, ...`."""
    return ", ".join(parameter_list(parameters))


def parameter_list(parameters: Parameters) -> list[str]:
    """Each parameter in words: `speed 0.4`."""
    values = ((name, getattr(parameters, name)) for name in (*RANGES, "grasp"))
    return [f"{name} {'by context' if value is None else value}" for name, value in values]
