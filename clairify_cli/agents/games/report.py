"""The report of many games, with the papers' columns: per game, per run, and the spread over runs.

`schemas/games-report.schema.json` describes it. Everything but `times` is the same for the same games, however many
were played at the same time.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clairify_cli import __version__
from clairify_cli.agents.games.play import Game
from clairify_cli.agents.games.record import Episode, heading
from clairify_cli.agents.policies.base import Tally
from clairify_cli.records import asdict, dataclass, fields

FORMAT = "clairify-games-report"
VERSION = 1

COUNTS = tuple(each.name for each in fields(Tally) if each.name != "by")
"""What is counted in a game, as columns."""

_DIGITS = 6

Means = Mapping[str, float | None]
"""Columns with their means; None if there is nothing to take one of."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and standard deviation (of a sample) over so many runs; None if there are too few."""

    mean: float | None
    sd: float | None
    runs: int


@dataclass(frozen=True, slots=True)
class Results:
    """Games that were played, in any order.

    `setting` is their setup, `asked` their number in all `runs`, `stopped` why not all were played, and `seconds` is
    wall-clock time.
    """

    played: Sequence[tuple[Episode, Game]]
    setting: Mapping[str, object]
    asked: int
    runs: int
    interrupted: bool = False
    stopped: str | None = None
    seconds: float = 0.0

    @property
    def ordered(self) -> list[tuple[Episode, Game]]:
        """The games by run and number."""
        return sorted(self.played, key=lambda one: one[0].key)

    @property
    def endings(self) -> dict[str, int]:
        """The number of games per outcome."""
        return dict(sorted(Counter(game.ending.value for _, game in self.played).items()))

    @property
    def by_run(self) -> list[list[Game]]:
        """The games of each run."""
        return [[game for episode, game in self.ordered if episode.run == run] for run in range(self.runs)]

    @property
    def spreads(self) -> dict[str, Spread]:
        """The spread over the runs of each column."""
        return _spreads(map(columns_of, filter(None, self.by_run)))

    @property
    def actions(self) -> dict[str, Spread]:
        """The spread over the runs of the share of actions that each component chose."""
        runs = list(map(_actions, filter(None, self.by_run)))
        none = dict.fromkeys(sorted({name for run in runs for name in run}), 0.0)
        return _spreads({**none, **run} for run in runs)

    @property
    def exit_code(self) -> int:
        """The worst of the games; 130 if they were interrupted, and at least 1 if not all were played."""
        if self.interrupted:
            return 130
        worst = max((game.ending.exit_code for _, game in self.played), default=0)
        return max(worst, 3 if self.stopped else 0, len(self.played) < self.asked)

    @property
    def text(self) -> str:
        """The report as JSON."""
        return json.dumps(self.as_json(), indent=2, ensure_ascii=False) + "\n"

    def as_json(self) -> dict[str, object]:
        """The report as values."""
        spreads = {name: asdict(spread) for name, spread in self.spreads.items()}
        actions = {name: asdict(spread) for name, spread in self.actions.items()}
        return {
            "format": FORMAT,
            "version": VERSION,
            "clairify": __version__,
            "setting": dict(self.setting),
            "asked": self.asked,
            "done": len(self.played),
            "interrupted": self.interrupted,
            "stopped": self.stopped,
            "endings": self.endings,
            "summary": {**spreads, "actions": actions} if self.played else {},
            "runs": [_of_run(run, games) for run, games in enumerate(self.by_run)],
            "games": [_of_game(episode, game) for episode, game in self.ordered],
            "times": {
                "seconds": round(self.seconds, 3),
                "games": [
                    {"run": episode.run, "game": episode.number, "seconds": round(game.seconds, 3)}
                    for episode, game in self.ordered
                ],
            },
        }


def _of_game(episode: Episode, game: Game) -> dict[str, object]:
    return {
        **heading(episode, game),
        "ending": game.ending.value,
        "reason": game.reason,
        "won": game.won,
        "goal": game.goal,
        "findings": list(game.findings),
        "steps": game.steps,
        "rewinds": game.rewinds,
        **{name: getattr(game.tally, name) for name in COUNTS},
        "actions": dict(sorted(game.tally.by.items())),
    }


def _of_run(run: int, games: Sequence[Game]) -> dict[str, object]:
    return {
        "run": run,
        "games": len(games),
        "won": sum(game.won for game in games),
        "failed": sum(game.failed for game in games),
        **columns_of(games),
        "actions": _actions(games),
    }


def columns_of(games: Sequence[Game]) -> Means:
    """The figures of a run's games. Means are per game that counts."""
    games = [game for game in games if game.counts]
    total = {name: sum(getattr(game.tally, name) for game in games) for name in COUNTS}
    return {
        "success": _mean([float(game.won) for game in games]),
        "steps": _mean([game.steps for game in games if game.won]),
        "steps_of_all": _mean([game.steps for game in games]),
        **{name: _share(total[name], len(games)) for name in COUNTS},
        "solver_fixed_share": _share(total["solver_fixed"], total["solver_errors"]),
        "simulation_fixed_share": _share(total["simulation_fixed"], total["simulation_errors"]),
        "invalid_fixed_share": _share(total["invalid_fixed"], total["invalid_actions"]),
    }


def _actions(games: Sequence[Game]) -> Means:
    """The share of the actions of a run that each component chose."""
    actions = sum((game.tally.by for game in games), Counter[str]())
    return {name: _share(count, actions.total()) for name, count in sorted(actions.items())}


def _spreads(runs: Iterable[Means]) -> dict[str, Spread]:
    """The spread of each column over the runs that have a value for it."""
    every = list(runs)
    names = every[0] if every else ()
    return {name: _spread([found for run in every if (found := run[name]) is not None]) for name in names}


def _spread(values: Sequence[float]) -> Spread:
    deviation = round(statistics.stdev(values), _DIGITS) if len(values) > 1 else None
    return Spread(_mean(values), deviation, len(values))


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), _DIGITS) if values else None


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, _DIGITS) if whole else None
