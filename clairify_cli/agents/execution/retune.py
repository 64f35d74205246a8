"""Other parameters for an action that failed a check, by a documented rule for each check.

| failed check | what is changed |
|---|---|
| collision_free | 0.02 m more clearance; then the other grasp; then both |
| can_reach | the other grasp |
| motion_health, timeout | half the speed |
| can_grasp, holding | the other grasp; then half the speed as well |
| upright, spilled | orientation 1 and half the speed |
| at_location | half the speed |
| amount | the rest of the dose, where too little arrived |
| stirred, temperature | again |

The first failed check of the outcome counts. Values are clipped to what they may be. An action is tuned at most
`MOST` times.

The tuning history of each action: the parameters tried, their scores, and what failed.

The history is kept over a run, its replannings, and all rounds of `--best-of`. Models are shown it when
they tune, as in Action Contextualization (Gupta et al., 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

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
    """One attempt at an action: its round (from 1), how it was done, its score, and what failed, in words."""

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
    """All attempts in the order in which they were made; `round` is the current one."""

    attempts: list[Attempt] = field(default_factory=list)
    round: int = 1

    def add(self, outcome: Outcome, why: str) -> None:
        """Note how an action ended; `why` says what failed, empty if nothing did."""
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
    """Attempts for a prompt, one per line; the last ones if there are many.

    Rounds are named if there is more than one, with `now` as the current one.
    """
    made = list(attempts)
    rounds = {now, *(one.round for one in made)}
    lines = [f"- {f'round {one.round}, ' if len(rounds) > 1 else ''}{one.words}" for one in made]
    left_out = len(lines) - MOST_SHOWN
    if left_out > 0:
        lines = [f"- ({left_out} earlier ones)", *lines[left_out:]]
    return "\n".join(lines) or "- none"


def dose_words(action: Action) -> str:
    """The amount to pour or weigh, if it was specified: only the rest if a dose was partly poured."""
    mass = action.settings.get("mass")
    return "" if mass is None else f", a dose of {mass:.4g} g"


def parameter_words(parameters: Parameters) -> str:
    """Parameters in words: `speed 0.4, obstacle_clearance by context, ...`."""
    values = ((name, getattr(parameters, name)) for name in (*RANGES, "grasp"))
    return ", ".join(f"{name} {'by context' if value is None else value}" for name, value in values)


MOST = 3
"""How often an action is tuned."""

_SPEED = 0.5
"""The speed that is taken for one that the context chose, before it is halved."""

_CLEARANCE = 0.02
_LEAST_REST_G = 0.05


BY_CONTEXT = "by context"
"""The value of a parameter that is left to the context again."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change: the value of a parameter, or the `mass` of the dose, and why, in words."""

    name: str
    value: float | str
    why: str

    @property
    def parameter(self) -> float | str | None:
        """The value as parameters have it."""
        return None if self.value == BY_CONTEXT else self.value


@dataclass(frozen=True, slots=True)
class Retuned:
    """The action with other parameters, and what was changed."""

    action: Action
    changes: tuple[Change, ...]


Tuner = Callable[[Action, Outcome, int, History], Retuned | None]
"""How an action that failed is changed after a number of earlier tunings; None if nothing helps.

The history has all attempts of the run, this one last.
"""


def by_rule(action: Action, outcome: Outcome, times: int, history: History | None = None) -> Retuned | None:
    """The action as the rules have it after it was tuned `times` times; None if no rule helps.

    The rules go by what failed just now, not by a history.
    """
    if times >= MOST:
        return None
    failed = next((one.name for one in outcome.checks if not one.passed), "can_reach" if outcome.refusal else "")
    changes = _changes(failed, action, outcome, times)
    return applied(action, changes) if changes is not None else None


def applied(action: Action, changes: tuple[Change, ...]) -> Retuned:
    """The action with changes made to it."""
    parameters = {one.name: one.parameter for one in changes if one.name != "mass"}
    mass = {one.name: float(one.value) for one in changes if one.name == "mass"}
    made = replace(
        action,
        parameters=replace(action.parameters, **parameters),  # type: ignore[arg-type]
        settings={**action.settings, **mass},
    )
    return Retuned(made, changes)


def clipped(name: str, value: float) -> float:
    """A value within the range of its parameter."""
    low, high = RANGES[name]
    return round(min(max(value, low), high), 4)


def rest_of_dose(action: Action, measured: Mapping[str, float]) -> float | None:
    """The rest of a partly poured dose in g, 0 if it is complete; None if none was started."""
    asked, poured = action.settings.get("mass"), measured.get("poured_g", 0.0)
    if asked is None or poured < _LEAST_REST_G:
        return None
    return round(asked - poured, 3) if asked - poured >= _LEAST_REST_G else 0.0


def _changes(failed: str, action: Action, outcome: Outcome, times: int) -> tuple[Change, ...] | None:
    now = action.parameters
    match failed:
        case "can_reach":
            return (_other_grasp(now),)
        case "collision_free":
            more = _more_clearance(now)
            return ((more,), (_other_grasp(now),), (more, _other_grasp(now)))[times]
        case "motion_health" | "timeout":
            return (_slower(now, failed),)
        case "can_grasp" | "holding":
            return (_other_grasp(now),) if times == 0 else (_other_grasp(now), _slower(now, failed))
        case "upright" | "spilled":
            return Change("orientation", 1.0, f"{failed}: kept upright"), _slower(now, failed)
        case "at_location":
            return (_slower(now, failed),)
        case "amount":
            rest = _rest(action, outcome.measured)
            return None if rest is None else (Change("mass", rest, "amount: the rest of the dose"),)
        # Nothing is to be changed: it only takes longer than was thought.
        case "stirred" | "temperature":
            return ()
    return None


def _more_clearance(now: Parameters) -> Change:
    value = clipped("obstacle_clearance", (now.obstacle_clearance or 0.0) + _CLEARANCE)
    return Change("obstacle_clearance", value, "more clearance")


def _other_grasp(now: Parameters) -> Change:
    return Change("grasp", "side" if now.grasp == "top" else "top", "the other grasp")


def _slower(now: Parameters, failed: str) -> Change:
    return Change("speed", clipped("speed", (now.speed or _SPEED) / 2), f"{failed}: slower")


def _rest(action: Action, measured: Mapping[str, float]) -> float | None:
    """What is missing of a dose in g; None if nothing is missing, or the amount is unknown."""
    asked, poured = action.settings.get("mass"), measured.get("poured_g")
    if asked is None or poured is None or asked - poured < _LEAST_REST_G:
        return None
    return round(asked - poured, 3)
