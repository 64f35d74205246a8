"""The report of many games, with the columns of the papers: of each game, of each run, and the spread over runs.

`schemas/games-report.schema.json` describes it. Everything but `times` is the same for the same games, however many
were played at the same time.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from clairify_cli import __version__
from clairify_cli.agents.games.play import Game
from clairify_cli.agents.games.record import Episode, heading
from clairify_cli.agents.policies.base import Tally

FORMAT = "clairify-games-report"
VERSION = 1

COUNTS = tuple(each.name for each in fields(Tally) if each.name != "by")
"""What is counted in a game, as columns."""

_DIGITS = 6

Played = Sequence[tuple[Episode, Game]]


def report(
    played: Played,
    *,
    setting: Mapping[str, Any],
    asked: int,
    runs: int,
    interrupted: bool = False,
    stopped: str | None = None,
    seconds: float = 0.0,
) -> dict[str, Any]:
    """The report of games in any order. `setting` is what they were played with, `asked` their number in a run."""
    ordered = sorted(played, key=lambda one: one[0].key)
    by_run = [[game for episode, game in ordered if episode.run == run] for run in range(runs)]
    of_runs = [{"run": run, **_of_run(games)} for run, games in enumerate(by_run)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "clairify": __version__,
        "setting": dict(setting),
        "asked": asked * runs,
        "done": len(ordered),
        "interrupted": interrupted,
        "stopped": stopped,
        "endings": dict(sorted(Counter(game.ending.value for _, game in ordered).items())),
        "summary": _summary([run for run in of_runs if run["games"]]),
        "runs": of_runs,
        "games": [_of_game(episode, game) for episode, game in ordered],
        "times": {
            "seconds": round(seconds, 3),
            "games": [
                {"run": episode.run, "game": episode.number, "seconds": round(game.seconds, 3)}
                for episode, game in ordered
            ],
        },
    }


def _of_game(episode: Episode, game: Game) -> dict[str, Any]:
    return {
        **heading(episode, game),
        "ending": game.ending.value,
        "reason": game.reason,
        "won": game.won,
        "steps": game.steps,
        "rewinds": game.rewinds,
        **{name: getattr(game.tally, name) for name in COUNTS},
        "actions": dict(sorted(game.tally.by.items())),
    }


def _of_run(games: Sequence[Game]) -> dict[str, Any]:
    """What the games of a run came to. Means are per game; None where there is nothing to take them of."""
    actions = sum((game.tally.by for game in games), Counter[str]())
    total = {name: sum(getattr(game.tally, name) for game in games) for name in COUNTS}
    return {
        "games": len(games),
        "won": sum(game.won for game in games),
        "failed": sum(game.failed for game in games),
        "success": _mean([float(game.won) for game in games]),
        "steps": _mean([game.steps for game in games if game.won]),
        "steps_of_all": _mean([game.steps for game in games]),
        **{name: _share(total[name], len(games)) for name in COUNTS},
        "solver_fixed_share": _share(total["solver_fixed"], total["solver_errors"]),
        "simulation_fixed_share": _share(total["simulation_fixed"], total["simulation_errors"]),
        "invalid_fixed_share": _share(total["invalid_fixed"], total["invalid_actions"]),
        "actions": {name: _share(count, actions.total()) for name, count in sorted(actions.items())},
    }


def _summary(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Mean and standard deviation (of a sample) over the runs, of each column that has a value in some of them."""
    if not runs:
        return {}
    names = [name for name in runs[0] if name not in ("run", "games", "won", "failed", "actions")]
    found = {name: _spread(runs, lambda run, name=name: run[name]) for name in names}  # type: ignore[misc]
    components = sorted({name for run in runs for name in run["actions"]})
    found["actions"] = {
        name: _spread(runs, lambda run, name=name: run["actions"].get(name, 0.0))  # type: ignore[misc]
        for name in components
    }
    return found


def _spread(runs: Sequence[Mapping[str, Any]], value: Callable[[Mapping[str, Any]], float | None]) -> dict[str, Any]:
    values = [found for run in runs if (found := value(run)) is not None]
    return {
        "mean": _mean(values),
        "sd": round(statistics.stdev(values), _DIGITS) if len(values) > 1 else None,
        "runs": len(values),
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), _DIGITS) if values else None


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, _DIGITS) if whole else None


def exit_code(played: Played) -> int:
    """0 where all were won, 1 where one was not, 2 where one could not be read, 3 where something outside failed."""
    return max((game.ending.exit_code for _, game in played), default=0)
