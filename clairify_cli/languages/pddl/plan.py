"""Plans as the planning competitions write them: an action a line, `(pick ball1 room-a left)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from clairify_cli.languages.pddl.syntax import Name


class Step(NamedTuple):
    """An action of a plan with its arguments, all in lower case in `text`; offsets are into the plan's text.

    `time` is the number before it and `duration` the one after it, if given.
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
        """The step as it is printed."""
        return f"({' '.join(self.words)})"


def timed_text(step: Step) -> str:
    """The step with its time and duration, as far as it has them."""
    time = "" if step.time is None else f"{step.time:.12g}: "
    return time + step.text + ("" if step.duration is None else f" [{step.duration:.12g}]")


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a plan in order. `cost` is what a `; cost = ...` comment says, None if there is none."""

    steps: tuple[Step, ...]
    cost: float | None = None
