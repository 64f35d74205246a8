"""A game as a line of JSON: what was counted and every command, for going on where a run ended and for reading.

`schemas/game.schema.json` describes it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clairify_cli.agents.games.play import Game, Move
from clairify_cli.agents.policies.base import Tally
from clairify_cli.files.jsonl import json_object
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, fields

FORMAT = "clairify-game"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Episode:
    """A game that is to be played: `number` (from 0) among those of a run, `run` (from 0), seed, and file if any."""

    number: int
    run: int = 0
    seed: int = 0
    path: Path | None = None

    @property
    def key(self) -> tuple[int, int]:
        return self.run, self.number


def heading(episode: Episode, game: Game) -> dict[str, Any]:
    """Which game it is, as lines and reports begin."""
    named = {name: getattr(game, name) for name in ("world", "kind", "task", "seed")}
    return {"run": episode.run, "game": episode.number, **named}


def as_json(episode: Episode, game: Game, fingerprint: str) -> dict[str, Any]:
    """The line of a game. `fingerprint` tells games of other options apart."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "fingerprint": fingerprint,
        **heading(episode, game),
        **json_object(game),
        "tally": {**json_object(game.tally), "by": dict(sorted(game.tally.by.items()))},
        "seconds": round(game.seconds, 3),
    }


def from_json(line: Mapping[str, Any]) -> Game:
    """The game of a line. Raises `KeyError`, `TypeError` or `ValueError` for what is none."""
    read = {
        "ending": Outcome(line["ending"]),
        "tally": Tally(**{**line["tally"], "by": Counter(line["tally"]["by"])}),
        "trace": tuple(Move(**move) for move in line["trace"]),
        "findings": tuple(line.get("findings", ())),
    }
    return Game(**{one.name: line[one.name] for one in fields(Game) if one.name in line} | read)


def read_games(path: Path) -> dict[tuple[tuple[int, int], str], Game]:
    """The games of a file, by run, number and fingerprint; a later line counts more, half a line for nothing.

    Raises `ValueError` with a sentence for a file that is not of games, and `OSError`.
    """
    found: dict[tuple[tuple[int, int], str], Game] = {}
    for data in path.read_bytes().splitlines(keepends=True):
        try:
            line = json.loads(data)
        except ValueError:
            # Half a line is what a run that was killed has left: the game is played again.
            if not data.endswith(b"\n"):
                continue
            raise ValueError(f"{path} was not written by clairify, so it is left alone") from None
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise ValueError(f"{path} was not written by clairify, so it is left alone")
        if line.get("version") != VERSION:
            raise ValueError(
                f"{path} has version {line.get('version')} of the format, which this release does not know"
            )
        try:
            found[((line["run"], line["game"]), line["fingerprint"])] = from_json(line)
        except (KeyError, TypeError, ValueError):
            continue
    return found
