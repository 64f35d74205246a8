"""TextWorldExpress's CoinCollector: the original game in Java (Jansen and Côté, 2022), behind our interface.

The parameters are those of its publications: 3 to 11 rooms, no distractors, doors, a hundred steps.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from clairify_cli.worlds.text import java_server
from clairify_cli.worlds.text.base import ActionForm, Closing, GameError, Observation
from clairify_cli.worlds.text.bundled import forms_of_kind

KIND = "textworld-express"
LIMIT = 100
SIZE = 11
"""The default number of rooms, which is also the largest."""

SIZES = range(1, 12)
"""The possible numbers of rooms; publications use 3, 5, 7, 9 and 11."""

_REFUSALS = (
    "Unknown action",
    "That is not a command",
    "That is already",
    "You can't move there",
    "Your inventory currently has",
)
"""The beginnings of the game's messages that nothing was done."""


def coin_collector(seed: int, size: int | None = SIZE) -> CoinCollector:
    """Create the game of a seed with `size` rooms; the same seed gives the same game.

    Raises `WorldMissingError` if Java or the `worlds` extra is missing, `GameError` for an unsupported size or seed.
    """
    rooms = SIZE if size is None else size
    if rooms not in SIZES:
        raise GameError(f"CoinCollector has {SIZES[0]} to {SIZES[-1]} rooms, not {rooms}")
    if not -(2**31) <= seed < 2**31:
        raise GameError(f"the seed of a CoinCollector game is a whole number of 32 bits, not {seed}")
    return CoinCollector(seed, rooms)


class CoinCollector(Closing):
    """One game. All games of a process share one Java process, which keeps a state for each."""

    kind = KIND
    limit = LIMIT

    def __init__(self, seed: int, size: int) -> None:
        self.seed = seed
        self.size = size
        self.name = f"textworld-express-{size}-{seed}"
        self._server = java_server.server()
        self._game: Any = java_server.call(self._server.gateway.jvm.textworldexpress.runtime, "PythonInterface")
        parameters = f"numLocations={size},numDistractorItems=0,includeDoors=1,limitInventorySize=0"
        fault = java_server.call(self._game, "load", "coin", parameters)
        if fault:
            raise GameError(f"TextWorldExpress refuses the game: {str(fault).strip()}")
        self._steps = 0
        self._done = True
        self._commands: tuple[str, ...] = ()
        self._begin()
        self.task: str = java_server.call(self._game, "getTaskDescription")

    @cached_property
    def forms(self) -> tuple[ActionForm, ...]:
        return forms_of_kind(KIND)

    def reset(self) -> Observation:
        """Start or restart the game."""
        return Observation(self._begin())

    def act(self, command: str) -> Observation:
        """Perform a command; a refused one counts as a step, too. Raises ValueError once the game is over."""
        if self._done:
            raise ValueError("the game is done: reset it")
        plain = " ".join(command.encode("utf-8", "replace").decode("utf-8").split())
        said = json.loads(java_server.call(self._game, "stepJSON", plain))
        text = said["observation"].strip()
        won = bool(said["tasksuccess"]) or said["score"] >= 1.0
        self._steps += 1
        self._done = won or bool(said["taskfailure"]) or self._steps >= LIMIT
        self._commands = tuple(sorted(said["validActions"]))
        return Observation(text, won, self._done, text.startswith(_REFUSALS), self._steps)

    def commands(self) -> tuple[str, ...]:
        """Return the commands that the game lists as valid, in alphabetical order; none once the game is over."""
        return () if self._done else self._commands

    def close(self) -> None:
        """Release the game. The Java process remains for other games; it ends with Python."""
        self._done = True
        game, self._game = self._game, None
        if game is not None and self._server.alive:
            self._server.gateway.detach(game)

    def _begin(self) -> str:
        if self._game is None:
            raise ValueError("the game is closed")
        said = json.loads(java_server.call(self._game, "generateNewGameJSON", self.seed, "train", False))
        self._steps, self._done = 0, False
        self._commands = tuple(sorted(said["validActions"]))
        return str(said["observation"].strip())
