"""Games in corridors, to be played in other processes."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass, field

from agents.games.corridor import Corridor, Fixed
from clairify_cli.agents.games.constraints import Constraints
from clairify_cli.agents.games.record import Episode
from clairify_cli.translate.models.errors import ModelError
from clairify_cli.worlds.text.base import GameError, TextWorld, WorldMissingError

PLAY = {
    "won": [("go east", "planner"), ("take coin", "explorer")],
    "lost": [("go west", "model")] * 9,
    "gives up": [],
    "no model": [],
    "wrong": [],
}


class Deadly(Corridor):
    def act(self, command: str) -> object:  # type: ignore[override]
        os.kill(os.getpid(), signal.SIGKILL)
        return None


class Slow(Corridor):
    def act(self, command: str) -> object:  # type: ignore[override]
        print("a world that prints")
        time.sleep(0.05)
        return super().act(command)


@dataclass(frozen=True)
class CorridorSetup:
    """`kinds` says for each game by number what becomes of it."""

    kinds: tuple[str, ...]
    pids: dict[int, int] = field(default_factory=dict)

    def name(self, episode: Episode) -> str:
        return f"corridor-{episode.number}"

    def world(self, episode: Episode) -> Corridor:
        kind = self.kinds[episode.number]
        if kind == "missing":
            raise WorldMissingError("a corridor needs bricks: buy bricks")
        if kind == "broken":
            raise GameError("corridor.json is no game")
        made = {"dies": Deadly, "slow": Slow, "endless": Slow}.get(kind, Corridor)
        limit = 1_000_000 if kind == "endless" else 4
        return made(rooms=2, limit=limit, name=f"corridor-{episode.number} of {os.getpid()}")

    def constraints(self, world: TextWorld) -> Constraints:
        return Constraints()

    def policy(self, episode: Episode, stop: threading.Event) -> Fixed:
        kind = self.kinds[episode.number]
        if kind == "endless":
            return Fixed([("go west", "model")] * 1000)
        errors = {"no model": ModelError("the model is down"), "wrong": ZeroDivisionError("division by zero")}
        return Fixed(PLAY.get(kind, PLAY["won"]), error=errors.get(kind))
