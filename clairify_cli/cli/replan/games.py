"""Output about games on stderr: one game as it is played; for several, a line for each game not won, a bar, and a
table."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from clairify_cli.agents.games.play import Began, Game, Move, Rewound
from clairify_cli.agents.games.record import Episode
from clairify_cli.agents.games.report import Results
from clairify_cli.agents.policies.base import Doubt, Understood
from clairify_cli.cli.shared.output import Line, aligned, complain, inform, print_out, say
from clairify_cli.cli.shared.terminal import NobodyError, has_person, prompt, typed_line
from clairify_cli.cli.shared.words import words_of
from clairify_cli.diagnostics.counts import counted
from clairify_cli.services.errors import RequestError
from clairify_cli.services.interrupts import interrupts
from clairify_cli.services.parts import Narration
from clairify_cli.services.replan.play import PlayResult, play
from clairify_cli.services.replan.request import ReplanRequest

_MOST_ROWS = 60


class Narrator:
    """Reports on games; a single game is shown as it is played."""

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        self.stopping = threading.Event()
        self._settled: dict[Doubt, object] = {}
        self._quiet = quiet
        self._verbose = verbose and not quiet
        self._line = Line(quiet=quiet)
        self._asked = self._done = self._won = self._before = self._number = 0
        self._begun = time.monotonic()

    @property
    def _alone(self) -> bool:
        return self._asked == 1

    def begun(self, asked: int) -> None:
        """Start with `asked` games, including those of an earlier run."""
        self._asked, self._begun = asked, time.monotonic()
        self._done = self._won = self._before = self._number = 0

    def note(self, sentence: str) -> None:
        """A message to the user."""
        if not self._quiet:
            inform(f"note: {sentence}")

    def tick(self) -> None:
        """Show the progress on a terminal."""
        if not self._alone:
            played = self._done - self._before
            left = self._asked - self._done
            seconds = time.monotonic() - self._begun
            rate = f"  about {seconds / played * left:.0f} s left" if played and left else ""
            self._line.show(f"{self._done:,}/{self._asked:,} games, {self._won:,} won{rate}")

    def ask(self, doubt: object) -> object:
        """Ask once what a task means: the place of a goal, the task in other words, or None to leave the game."""
        assert isinstance(doubt, Doubt)
        if doubt not in self._settled:
            self._settled[doubt] = self._asked_for(doubt)
        return self._settled[doubt]

    def _asked_for(self, doubt: Doubt) -> object:
        self.wipe()
        many = f"can be understood in {len(doubt.goals)} ways" if len(doubt.goals) > 1 else "was not understood"
        inform(f"the task `{one_line(doubt.task)}` {many}")
        goals = [one.explanation or one_line(one.goal) for one in doubt.goals]
        _indented("\n".join((*doubt.why, *(f"{number}. {one}" for number, one in enumerate(goals, start=1)))))
        while True:
            try:
                prompt(f"Type {'a number, or ' if goals else ''}the task in other words; Enter alone leaves the game: ")
                said = typed_line(self._unless_stopped).strip()
            except NobodyError:
                return None
            if not said.isdecimal():
                return said or None
            if 0 < int(said) <= len(goals):
                return int(said) - 1
            inform(f"there is no goal {said}")

    def _unless_stopped(self) -> None:
        if self.stopping.is_set():
            raise NobodyError

    def wipe(self) -> None:
        """Remove the progress line."""
        self._line.wipe()

    def happened(self, _episode: Episode, event: object) -> None:
        """Show an event of a single game."""
        match event:
            case Began(world, task, text):
                inform(f"{world}: {one_line(task)}")
                _indented(text)
            case Understood(goal, findings):
                _indented("\n".join((one_line(goal), *(f"note: {one}" for one in findings))))
            case Move(command, by, why, text, refused):
                self._number += 1
                reason = f"  ({one_line(why)})" if why else ""
                inform(f"{self._number:3} {by}> {command}{reason}")
                _indented(text, "refused: " if refused else "")
            case Rewound(kept):
                self._number = kept
                inform(f"    back to the beginning; {counted(kept, 'command')} repeated")

    def finished(self, game: Game, *, before: bool = False) -> None:
        """Print a line about a game that was not won, or a single game; with -v, about every game."""
        self._done += 1
        self._won += game.won
        self._before += before
        # With many games, only those not won are interesting.
        if before or (game.won and not self._alone and not self._verbose):
            return
        self.wipe()
        sentence = f"{game.world}: {words_of('ended')[game.ending.value]} after {counted(game.steps, 'step')}"
        if game.failed:
            complain(f"{game.world}: {game.reason}" if game.world not in game.reason else game.reason)
        elif not self._quiet:
            inform(sentence + ("" if game.won else f": {one_line(game.reason)}"))


def one_line(text: str) -> str:
    """Return the text without line breaks."""
    return " ".join(text.split())


def _indented(text: str, before: str = "") -> None:
    for line in filter(None, (each.strip() for each in text.splitlines())):
        inform(f"      {before}{line}")
        before = ""


def table(results: Results, *, most: int = _MOST_ROWS) -> str:
    """Return a row for each game (games not won first if there are too many), and then the means."""
    games = results.ordered
    shown = games if len(games) <= most else sorted(games, key=lambda one: one[1].won)[:most]
    columns = [(key, title) for key, title in words_of("counts").items() if any(_count(game, key) for _, game in games)]
    rows = [["game", "result", *(title for _, title in columns)]]
    for episode, game in shown:
        name = f"{game.world} ({episode.run + 1})" if results.runs > 1 else game.world
        rows.append([name, words_of("ended")[game.ending.value], *(str(_count(game, key)) for key, _ in columns)])
    lines = aligned(rows, left=(0, 1))
    if len(shown) < len(games):
        lines.append(f"and {len(games) - len(shown):,} more, which the report has")
    return "\n".join((*lines, *_means(results)))


def _count(game: Game, key: str) -> int:
    """Return a game's value in a column."""
    if key == "steps":
        return game.steps
    if key == "tokens":
        return game.tally.prompt_tokens + game.tally.completion_tokens
    count: int = getattr(game.tally, key)
    return count


def _means(results: Results) -> list[str]:
    """Return mean and standard deviation over the runs, for the values that exist."""
    spreads = results.spreads
    rows = []
    for key, title in words_of("shares").items():
        if spreads[key].mean is not None:
            rows.append([title, _percent(spreads[key].mean), _percent(spreads[key].sd)])
    for key, title in words_of("means").items():
        if spreads[key].mean:
            rows.append([title, _number(spreads[key].mean), _number(spreads[key].sd)])
    for name, spread in results.actions.items():
        rows.append([f"actions by {name}", _percent(spread.mean), _percent(spread.sd)])
    if results.runs > 1:
        return aligned([["", "mean", f"sd of {results.runs} runs"], *rows], left=(0,))
    return aligned([row[:2] for row in rows], left=(0,))


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def counts(results: Results, before: int) -> str:
    """`20 games: 19 won, 1 not won (12.30 s)`."""
    parts = [f"{number:,} {words_of('ended')[ending]}" for ending, number in results.endings.items()]
    parts.sort(key=lambda part: not part.endswith(" won") or part.endswith("not won"))
    if undone := results.asked - len(results.played):
        parts.append(f"{undone:,} not played")
    earlier = f", {before:,} of them before" if before else ""
    return f"{counted(results.asked, 'game')}: {', '.join(parts)}{earlier} ({results.seconds:.2f} s)"


@contextmanager
def playing(said: Narration) -> Iterator[tuple[Narrator, threading.Event]]:
    """Provide the reporter for games, and the event that Ctrl-C sets; a second Ctrl-C raises `KeyboardInterrupt`."""
    narrator = Narrator(quiet=said.quiet, verbose=said.verbose)

    def interrupted() -> None:
        again = narrator.stopping.is_set()
        narrator.stopping.set()
        if again:
            raise KeyboardInterrupt

    try:
        with interrupts(interrupted):
            yield narrator, narrator.stopping
    finally:
        narrator.wipe()


def run_games(request: ReplanRequest) -> int:
    """Play the games and report on them. Return the exit code."""
    if request.games.ask and not has_person():
        raise RequestError("--ask asks at a terminal, and there is none: --accept-goal plays the first readable goal")
    with playing(request.narration) as (narrator, stopping):
        result = play(request, narrator, stopping)
    _tell(result, request)
    return result.results.exit_code


def _tell(result: PlayResult, request: ReplanRequest) -> None:
    results, quiet = result.results, request.narration.quiet
    as_text = request.format != "json" and result.output is None
    if as_text:
        print_out(f"{table(results)}\n" if results.played else "")
    elif result.output is None:
        print_out(results.text)
    if not quiet and results.played and results.asked > 1 and not as_text:
        say(table(results))
    if not quiet or results.exit_code:
        inform(counts(results, result.before))
    if request.games.learn is not None and request.games.domain_from != "learned":
        _tell_domain(result, quiet=quiet)
    if undone := results.asked - len(results.played):
        why = "interrupted" if results.interrupted else f"stopped: {results.stopped}"
        again = ", and the same command with --resume goes on" if result.output is not None else ""
        complain(f"{why}; {results.asked - undone:,} of {results.asked:,} games are played{again}")


def _tell_domain(result: PlayResult, *, quiet: bool) -> None:
    if result.domain is None:
        complain("no domain was kept, since no game was won with one that the policy wrote")
    elif not quiet:
        inform(f"the domain of {result.learned} is kept in {result.domain}")
