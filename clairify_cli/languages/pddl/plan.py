"""Plans in the format of the planning competitions: one action per line, `(pick ball1 room-a left)`."""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.languages.pddl.syntax import Name
from clairify_cli.records import dataclass


class Step(NamedTuple):
    """An action in a plan with its arguments, all in lower case in `text`; offsets refer to the plan's text.

    `time` is the number before the action and `duration` the one after it, if given.
    """

    action: Name
    arguments: tuple[Name, ...]
    start: int
    end: int
    time: float | None = None
    duration: float | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The action and its arguments as strings."""
        return (self.action.text, *[name.text for name in self.arguments])

    @property
    def text(self) -> str:
        """The step as printed, without time and duration."""
        return f"({' '.join(self.words)})"


def timed_text(step: Step) -> str:
    """Format a step with its time and duration, if it has them."""
    time = "" if step.time is None else f"{step.time:.12g}: "
    return time + step.text + ("" if step.duration is None else f" [{step.duration:.12g}]")


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a plan in order. `cost` is the value in a `; cost = ...` comment; None if there is none."""

    steps: tuple[Step, ...]
    cost: float | None = None
