"""What games say on stderr: one game as it is played, else a line for each that was not won, a bar, and a table."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from clairify_cli.agents.games.many import Began, Rewound
from clairify_cli.agents.games.play import Game, Move
from clairify_cli.agents.games.record import Episode
from clairify_cli.cli.shared.batch_progress import Line
from clairify_cli.cli.shared.narrate import counted
from clairify_cli.cli.shared.output import complain, inform, say
from clairify_cli.outcomes import Outcome

WORDS = {
    Outcome.WON: "won",
    Outcome.LOST: "not won",
    Outcome.GAVE_UP: "given up",
    Outcome.TIMEOUT: "out of time",
    Outcome.INTERRUPTED: "stopped",
    Outcome.UNREADABLE: "not read",
    Outcome.MODEL_FAILED: "the model failed",
    Outcome.SOLVER_FAILED: "the solver failed",
    Outcome.WORLD_FAILED: "the world failed",
    Outcome.CRASHED: "internal error",
    Outcome.DIED: "its process ended",
}
_MOST_ROWS = 60
_COLUMNS = (
    ("steps", "steps"),
    ("model_calls", "calls"),
    ("tokens", "tokens"),
    ("solver_errors", "solver errors"),
    ("solver_fixed", "fixed"),
    ("simulation_errors", "simulation errors"),
    ("simulation_fixed", "fixed"),
    ("invalid_actions", "invalid"),
    ("invalid_fixed", "fixed"),
)
"""Columns of the table; those with nothing in them are left out."""

_MEANS = (
    ("steps", "steps of a game won"),
    ("model_calls", "model calls"),
    ("prompt_tokens", "tokens asked"),
    ("completion_tokens", "tokens answered"),
    ("cost", "cost, $"),
    ("solver_calls", "solver calls"),
    ("solver_errors", "solver errors"),
    ("simulation_errors", "simulation errors"),
    ("invalid_actions", "invalid actions"),
)
_SHARES = (
    ("success", "success"),
    ("solver_fixed_share", "solver errors fixed"),
    ("simulation_fixed_share", "simulation errors fixed"),
    ("invalid_fixed_share", "invalid actions corrected"),
)


class Narrator:
    """Tells the user of games. `alone`: there is one, which is shown as it is played."""

    def __init__(self, asked: int, *, alone: bool, quiet: bool) -> None:
        self._asked = asked
        self._alone = alone
        self._quiet = quiet
        self._line = Line(quiet=quiet)
        self._done = self._won = self._before = self._number = 0
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._begun

    def tick(self) -> None:
        """Shows how far it is, on a terminal."""
        if not self._alone:
            played = self._done - self._before
            left = self._asked - self._done
            rate = f"  about {self.seconds / played * left:.0f} s left" if played and left else ""
            self._line.show(f"{self._done:,}/{self._asked:,} games, {self._won:,} won{rate}")

    def wipe(self) -> None:
        """Takes the line away."""
        self._line.wipe()

    def told(self, _episode: Episode, event: object) -> None:
        """Something that happened in the only game."""
        match event:
            case Began(world, task, text):
                inform(f"{world}: {one_line(task)}")
                _indented(text)
            case Move(command, by, why, text, refused):
                self._number += 1
                reason = f"  ({one_line(why)})" if why else ""
                inform(f"{self._number:3} {by}> {command}{reason}")
                _indented(text, "refused: " if refused else "")
            case Rewound(kept):
                self._number = kept
                inform(f"    back to the beginning; {counted(kept, 'command')} repeated")

    def finished(self, game: Game, *, before: bool = False) -> None:
        """A line about a game that was not won, and about the only one."""
        self._done += 1
        self._won += game.won
        self._before += before
        if before or (game.won and not self._alone):
            return
        self.wipe()
        sentence = f"{game.world}: {WORDS[game.ending]} after {counted(game.steps, 'step')}"
        if game.failed:
            complain(f"{game.world}: {game.reason}" if game.world not in game.reason else game.reason)
        elif not self._quiet:
            inform(sentence + ("" if game.won or game.ending is Outcome.LOST else f": {one_line(game.reason)}"))


def one_line(text: str) -> str:
    """The text without line breaks."""
    return " ".join(text.split())


def _indented(text: str, before: str = "") -> None:
    for line in filter(None, (each.strip() for each in text.splitlines())):
        inform(f"      {before}{line}")
        before = ""


def table(made: Mapping[str, Any], *, most: int = _MOST_ROWS) -> str:
    """A row for each game, those that were not won first where there are too many, and then the means."""
    games = [
        {**game, "tokens": game["prompt_tokens"] + game["completion_tokens"], "result": WORDS[Outcome(game["ending"])]}
        for game in made["games"]
    ]
    if made["setting"]["runs"] > 1:
        games = [{**game, "world": f"{game['world']} ({game['run'] + 1})"} for game in games]
    shown = games if len(games) <= most else sorted(games, key=lambda game: bool(game["won"]))[:most]
    columns = [(key, title) for key, title in _COLUMNS if any(game[key] for game in games)]
    rows = [["game", "result", *(title for _, title in columns)]]
    rows += [[game["world"], game["result"], *(str(game[key]) for key, _ in columns)] for game in shown]
    lines = _aligned(rows, words=2)
    if len(shown) < len(games):
        lines.append(f"and {len(games) - len(shown):,} more, which the report has")
    return "\n".join((*lines, *_means(made)))


def _means(made: Mapping[str, Any]) -> list[str]:
    """Mean and standard deviation over the runs of what is not nothing."""
    summary = made["summary"]
    rows = []
    for key, title in _SHARES:
        if summary[key]["mean"] is not None:
            rows.append([title, _percent(summary[key]["mean"]), _percent(summary[key]["sd"])])
    for key, title in _MEANS:
        if summary[key]["mean"]:
            rows.append([title, f"{summary[key]['mean']:.4g}", _number(summary[key]["sd"])])
    for name, spread in summary["actions"].items():
        rows.append([f"actions by {name}", _percent(spread["mean"]), _percent(spread["sd"])])
    runs = made["setting"]["runs"]
    return _aligned([["", "mean", f"sd of {runs} runs"], *rows]) if runs > 1 else _aligned([row[:2] for row in rows])


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _aligned(rows: Sequence[Sequence[str]], words: int = 1) -> list[str]:
    """The rows in columns; so many are of words, and the others of numbers."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            f"{cell:<{widths[at]}}" if at < words else f"{cell:>{widths[at]}}" for at, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def counts(made: Mapping[str, Any], before: int, seconds: float) -> str:
    """`20 games: 19 won, 1 not won (12.30 s)`."""
    parts = [f"{number:,} {WORDS[Outcome(ending)]}" for ending, number in made["endings"].items()]
    parts.sort(key=lambda part: not part.endswith(" won") or part.endswith("not won"))
    if undone := made["asked"] - made["done"]:
        parts.append(f"{undone:,} not played")
    earlier = f", {before:,} of them before" if before else ""
    return f"{counted(made['asked'], 'game')}: {', '.join(parts)}{earlier} ({seconds:.2f} s)"


def show(made: Mapping[str, Any], before: int, seconds: float, *, alone: bool, quiet: bool, code: int) -> None:
    """The table and the line of counts."""
    if not quiet and made["games"] and not alone:
        say(table(made))
    if not quiet or code:
        inform(counts(made, before, seconds))
