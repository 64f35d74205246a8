"""The interface of text worlds, whoever made them: a task, commands in, observations out, and when it is over.

A world hides its state. What may be done is said by its action forms: how each action of PDDL is spelt as a command.
A policy that plans writes a domain with these actions; a policy that talks writes commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class Observation:
    """What a world says.

    `refused`: the command could not be done, and nothing changed; `text` says why, unless the world is terse. `done`:
    it is over, since it is won or no steps are left. `steps` counts the commands given so far, refused ones too.
    """

    text: str
    won: bool = False
    done: bool = False
    refused: bool = False
    steps: int = 0


@dataclass(frozen=True, slots=True)
class ActionForm:
    """An action and its command: `(open-door ?here ?there ?direction)` is "open door to {direction}".

    `parameters` are names with their types, in order, without question marks; the command names those that it needs in
    braces. `meaning` is one line for a model.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    command: str
    meaning: str = ""


class TextWorld(Protocol):
    """One game: `reset` begins it (again), `act` gives one command.

    `name` is what reports call the game, `kind` its family ("coin_collector"), `task` what is to be reached, in the
    world's own words, `limit` how many commands it takes. Call `close()` at the end; the worlds here can stand in
    a `with` statement, too.
    """

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...

    task: str

    @property
    def limit(self) -> int: ...
    @property
    def forms(self) -> tuple[ActionForm, ...]: ...

    def reset(self) -> Observation:
        """Begins the game (again); what is seen first."""

    def act(self, command: str) -> Observation:
        """Gives a command. What cannot be understood or done is refused; ValueError once the game is done."""

    def commands(self) -> tuple[str, ...]:
        """What may be done now, in an order that is the same on every run."""

    def close(self) -> None:
        """Ends what runs behind it; a second time does nothing."""


class Closing:
    """What a `with` statement closes at its end. If nothing runs behind it, there is nothing to do for that."""

    def close(self) -> None:
        """Ends what runs behind it: nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


WORLDS = {
    "coin_collector": "rooms with doors and a coin",
    "household": "a home with things to find, clean, heat and put away",
    "textworld-express": "CoinCollector as published, in Java",
    "alfworld": "ALFWorld games, *.tw-pddl",
    "pddl": "problems of your own, with a description of how they talk",
}
"""The worlds by name."""


class WorldError(Exception):
    """A world is unavailable; the message is one sentence that says what to do."""


class WorldMissingError(WorldError):
    """What a world needs is not installed: an extra, Java."""


class GameError(WorldError):
    """A game's file is missing, broken or not a game; the message names it."""
