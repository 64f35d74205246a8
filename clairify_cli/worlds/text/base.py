"""The interface of text worlds: a task, commands in, observations out, and whether the game is over.

A world hides its state. Its action forms list the possible actions: the command of each PDDL action. A planning policy
writes a domain with these actions; a chat policy writes commands.
"""

from __future__ import annotations

from typing import Protocol, Self

from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Observation:
    """A world's response.

    `refused`: the command could not be done, and nothing changed; `text` gives the reason.
    `done`: the game is over, because it is won or no steps are left. `steps` counts the commands so far, including
    refused ones.
    """

    text: str
    won: bool = False
    done: bool = False
    refused: bool = False
    steps: int = 0


@dataclass(frozen=True, slots=True)
class ActionForm:
    """An action and its command: `(open-door ?here ?there ?direction)` is "open door to {direction}".

    `parameters` are names with their types, in order, without question marks; the command has those that it needs in
    braces. `meaning` is one line for a model.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    command: str
    meaning: str = ""


class TextWorld(Protocol):
    """One game: `reset` starts it (again), `act` performs one command.

    `name` is the game's name in reports, `kind` its family ("coin_collector"), `task` the goal in the world's own
    words, `limit` the number of commands it allows. Call `close()` at the end; the worlds here are context managers,
    too.
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
        """Start or restart the game; return the first observation."""

    def act(self, command: str) -> Observation:
        """Perform a command, or refuse one that is unknown or impossible. Raises ValueError once the game is over."""

    def commands(self) -> tuple[str, ...]:
        """Return the possible commands, in the same order on every run."""

    def close(self) -> None:
        """End any background process; a second time does nothing."""


class Closing:
    """Mixin for context managers. Without a background process, `close` does nothing."""

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


WORLDS = {
    "coin_collector": "rooms with doors and a coin",
    "household": "a home with things to find, clean, heat and put away",
    "textworld-express": "CoinCollector as published, in Java",
    "cookingworld": "cooking by a recipe, in TextWorldExpress; for policies with a model",
    "twc": "things to put in their usual places, in TextWorldExpress; for policies with a model",
    "alfworld": "ALFWorld games, *.tw-pddl",
    "pddl": "problems of your own, with a description of how they talk",
}
"""The worlds by name."""

ENGINE = ("textworld-express", "cookingworld", "twc")
"""Those of TextWorldExpress, whose games are in folds: train, dev and test."""


class WorldError(Exception):
    """A world is unavailable; the message is one sentence that says what to do."""


class WorldMissingError(WorldError):
    """A requirement of a world is not installed: an extra or Java."""


class GameError(WorldError):
    """A game's file is missing, broken or not a game; the message names it."""
