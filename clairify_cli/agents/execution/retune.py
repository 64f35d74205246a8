"""Change the parameters of an action that failed a check, by a documented rule for each check.

| failed check | what is changed |
|---|---|
| collision_free | 0.02 m more clearance; then the other grasp; then both |
| can_reach | the other grasp |
| motion_health, timeout | half the speed |
| can_grasp, holding | the other grasp; then half the speed as well |
| upright, spilled | orientation 1 and half the speed |
| at_location | half the speed |
| amount | only the rest of the dose, if too little arrived |
| stirred, temperature | nothing: the action is repeated |

The first failed check of the outcome counts. Values are clipped to their ranges. An action is tuned at most `MOST`
times.

The module also keeps the tuning history of each action: the parameters tried, their scores, and what failed. The
history spans a run, its replannings, and all rounds of `--best-of`. Models that tune see it, as in Action
Contextualization (Gupta et al., 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from clairify_cli.languages.motion import PARAMETERS
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import RANGES, Action, Outcome, Parameters

MOST_SHOWN = 30
"""The most attempts at an action shown in a prompt; the last ones are kept."""

Key = tuple[str, ...]
"""The name and the arguments that identify an action."""


def key_of(action: Action) -> Key:
    """Return the action's name and arguments, which stay the same while its parameters change."""
    return (action.name, *action.arguments)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at an action: its round (from 1), the action as tried, its score, and what failed, in words."""

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
    """All attempts in chronological order; `round` is the current round."""

    attempts: list[Attempt] = field(default_factory=list)
    round: int = 1

    def add(self, outcome: Outcome, why: str) -> None:
        """Record how an action ended; `why` says what failed and is empty on success."""
        self.attempts.append(Attempt(self.round, outcome.action, outcome.score, outcome.succeeded, why))

    def of(self, action: Action) -> tuple[Attempt, ...]:
        """Return the attempts at an action with any parameters."""
        return tuple(one for one in self.attempts if key_of(one.action) == key_of(action))


def listed(attempts: Iterable[Attempt], now: int = 1) -> str:
    """List attempts for a prompt, one per line; only the last ones if there are many.

    Rounds are named if there is more than one; `now` is the current round.
    """
    made = list(attempts)
    rounds = {now, *(one.round for one in made)}
    lines = [f"- {f'round {one.round}, ' if len(rounds) > 1 else ''}{one.words}" for one in made]
    left_out = len(lines) - MOST_SHOWN
    if left_out > 0:
        lines = [f"- ({left_out} earlier ones)", *lines[left_out:]]
    return "\n".join(lines) or "- none"


def dose_words(action: Action) -> str:
    """Describe the amount to pour or weigh, if specified; it is only the rest if a dose was partly poured."""
    mass = action.settings.get("mass")
    return "" if mass is None else f", a dose of {mass:.4g} g"


def parameter_words(parameters: Parameters) -> str:
    """Describe parameters: `speed 0.4, obstacle_clearance by context, ...`."""
    values = ((name, getattr(parameters, name)) for name in PARAMETERS)
    return ", ".join(f"{name} {'by context' if value is None else value}" for name, value in values)


MOST = 3
"""How often an action is tuned."""

_SPEED = 0.5
"""The speed assumed, before halving, if the context chose the actual one."""

_CLEARANCE = 0.02
_LEAST_REST_G = 0.05


BY_CONTEXT = "by context"
"""The value that leaves a parameter to the context again."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new value of a parameter, or of the dose's `mass`, and the reason in words."""

    name: str
    value: float | str
    why: str

    @property
    def parameter(self) -> float | str | None:
        """The value as stored in `Parameters`; None leaves it to the context."""
        return None if self.value == BY_CONTEXT else self.value


@dataclass(frozen=True, slots=True)
class Retuned:
    """The action with its new parameters, and what was changed."""

    action: Action
    changes: tuple[Change, ...]


Tuner = Callable[[Action, Outcome, int, History], Retuned | None]
"""Changes a failed action, given the number of earlier tunings; returns None if nothing helps.

The history has all attempts of the run, the failed one last.
"""


def by_rule(action: Action, outcome: Outcome, times: int, history: History | None = None) -> Retuned | None:
    """Retune the action by rule after `times` earlier tunings; None if no rule helps.

    The rules look only at the latest failure, not at the history.
    """
    if times >= MOST:
        return None
    failed = next((one.name for one in outcome.checks if not one.passed), "can_reach" if outcome.refusal else "")
    changes = _changes(failed, action, outcome, times)
    return applied(action, changes) if changes is not None else None


def applied(action: Action, changes: tuple[Change, ...]) -> Retuned:
    """Apply changes to an action."""
    parameters = {one.name: one.parameter for one in changes if one.name != "mass"}
    mass = {one.name: float(one.value) for one in changes if one.name == "mass"}
    made = replace(
        action,
        parameters=replace(action.parameters, **parameters),  # type: ignore[arg-type]
        settings={**action.settings, **mass},
    )
    return Retuned(made, changes)


def clipped(name: str, value: float) -> float:
    """Clip a value to the range of its parameter and round it to 4 decimal places."""
    low, high = RANGES[name]
    return round(min(max(value, low), high), 4)


def rest_of_dose(action: Action, measured: Mapping[str, float], least: float = _LEAST_REST_G) -> float | None:
    """Return the rest of a dose in g, 0 if it is complete; None if less than `least` g of it are known."""
    asked, poured = action.settings.get("mass"), measured.get("poured_g")
    if asked is None or poured is None or poured < least:
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
            rest = rest_of_dose(action, outcome.measured, least=0.0)
            return (Change("mass", rest, "amount: the rest of the dose"),) if rest else None
        # No change: the action only needs more time than expected, so repeating it is enough.
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
