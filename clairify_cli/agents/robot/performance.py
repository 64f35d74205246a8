"""What came of carrying a script out on a robot, and what is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.agents.robot.persons import Answer
from clairify_cli.worlds.ros.robot import Cause, HaltError, Switched
from clairify_cli.worlds.ros.script import Command


@dataclass(frozen=True, slots=True)
class Weighed:
    """A weighing: what was asked for and what was found, in g; None where a person said that it is good, or not."""

    vessel: str
    grams: float
    tolerance: float
    found: float | None
    good: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person was asked, and what the answer was."""

    question: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Performance:
    """How far it came: motions done of so many, and commands. `halted` is why the robot was stopped.

    `failed` says which check failed: then the arm holds and stays. `switched` is what is known at the end of all that
    was set of devices, each of which was switched off.
    """

    motions: int
    of: int
    commands: int
    halted: HaltError | None = None
    failed: str | None = None
    asked: tuple[Asked, ...] = ()
    weighings: tuple[Weighed, ...] = ()
    switched: tuple[Switched, ...] = ()
    at: Command | None = None
    """The command at which it ended, where it did not come to its end."""

    @property
    def unconfirmed(self) -> bool:
        """Whether all was done, but there is no evidence of a setting for which the profile wants some."""
        is_open = any(not (one.confirmed or one.allowed) for one in self.switched)
        return is_open and self.halted is None and self.failed is None

    @property
    def succeeded(self) -> bool:
        """Whether all was done, with evidence where it is needed."""
        return self.halted is None and self.failed is None and not self.unconfirmed

    @property
    def interrupted(self) -> bool:
        """Whether a person stopped it."""
        return self.halted is not None and self.halted.cause is Cause.INTERRUPTED


@dataclass(frozen=True, slots=True)
class Began:
    """A command begins: its number from 1 of so many."""

    number: int
    count: int
    command: Command


@dataclass(frozen=True, slots=True)
class Ended:
    """A command is done; `shown` is what was measured, in words."""

    number: int
    count: int
    command: Command
    shown: str = ""


Told = Began | Ended
Tell = Callable[[Told], None]
