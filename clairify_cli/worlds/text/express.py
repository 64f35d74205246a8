"""TextWorldExpress's games: the original games in Java (Jansen and Côté, 2022), behind our interface.

`domains/games/textworld-express.toml` has their parameters. Like the engine's, they end after a hundred steps.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from clairify_cli.files.data import data_path, toml
from clairify_cli.worlds.text import java_server
from clairify_cli.worlds.text.base import ActionForm, Closing, GameError, Observation
from clairify_cli.worlds.text.bundled import forms_of_kind, is_described

LIMIT = 100

_TABLE = toml(data_path("domains", "games/textworld-express.toml"))
_REFUSALS = tuple(_TABLE["refusals"])
"""The beginnings of the games' messages that nothing was done."""


def rooms_of(kind: str, size: int | None) -> int:
    """Return the number of rooms of a game, the usual one without a `size`. Raises `GameError` if it is unsupported."""
    most = _TABLE["games"][kind]["most"]
    rooms: int = _TABLE["games"][kind]["usual"] if size is None else size
    if not 1 <= rooms <= most:
        raise GameError(f"`{kind}` has 1 to {most} rooms, not {rooms}")
    return rooms


class ExpressGame(Closing):
    """One game, by kind, seed, number of rooms and fold; all games of a process share a Java process.

    The same seed gives the same game. Raises `WorldMissingError` if Java or the `worlds` extra is missing, `GameError`
    for an unsupported size or seed.
    """

    limit = LIMIT

    def __init__(self, kind: str, seed: int, size: int | None = None, fold: str | None = None) -> None:
        if not -(2**31) <= seed < 2**31:
            raise GameError(f"the seed of a game of TextWorldExpress is a whole number of 32 bits, not {seed}")
        self.kind = kind
        self.seed = seed
        self.size = rooms_of(kind, size)
        self.fold = fold or "train"
        self.name = "-".join(filter(None, (kind, str(self.size), str(seed), fold)))
        self._server = java_server.server()
        self._game: Any = java_server.call(self._server.gateway.jvm.textworldexpress.runtime, "PythonInterface")
        game = _TABLE["games"][kind]
        parameters = f"numLocations={self.size},{game['parameters']}"
        fault = java_server.call(self._game, "load", game["engine"], parameters)
        if fault:
            raise GameError(f"TextWorldExpress refuses the game: {str(fault).strip()}")
        self._steps = 0
        self._done = True
        self._commands: tuple[str, ...] = ()
        self._begin()
        self.task: str = java_server.call(self._game, "getTaskDescription")

    @cached_property
    def forms(self) -> tuple[ActionForm, ...]:
        if is_described(self.kind):
            return forms_of_kind(self.kind)
        forms = [(one, _TABLE["forms"][one]) for one in _TABLE["games"][self.kind]["forms"]]
        return tuple(
            ActionForm(name, tuple(form["parameters"].items()), form["command"], form["meaning"])
            for name, form in forms
        )

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
        said = json.loads(java_server.call(self._game, "generateNewGameJSON", self.seed, self.fold, False))
        self._steps, self._done = 0, False
        self._commands = tuple(sorted(said["validActions"]))
        return str(said["observation"].strip())
