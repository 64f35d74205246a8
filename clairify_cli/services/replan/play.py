"""Play games in a partly observable world, record them, and report on them."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Protocol

from clairify_cli.agents.games.many import SetupFailedError, play_many
from clairify_cli.agents.games.play import Game
from clairify_cli.agents.games.record import Episode, as_json, read_games
from clairify_cli.agents.games.report import Results
from clairify_cli.files.jsonl import JsonLines
from clairify_cli.files.reading import reason_of
from clairify_cli.files.writing import UnwritableError, refuse_unwritable, write_text
from clairify_cli.records import dataclass, replace
from clairify_cli.services.batch.run import workers
from clairify_cli.services.errors import RequestError
from clairify_cli.services.models import loop_options
from clairify_cli.services.places import refuse_overwriting
from clairify_cli.services.planning.constraints import constraints_of
from clairify_cli.services.replan.game_files import FILES, episodes_of, with_own_domain
from clairify_cli.services.replan.request import ReplanRequest
from clairify_cli.services.replan.setup import GamesSetup
from clairify_cli.worlds.text.base import ENGINE, WORLDS

GAMES_SUFFIX = ".games.jsonl"
"""Suffix of the file next to the report that has every game with all its commands, one per line."""


class Watcher(Protocol):
    """A display of games in progress."""

    def begun(self, asked: int) -> None:
        """Start with `asked` games, including those of an earlier run."""

    def note(self, sentence: str) -> None:
        """Show a message to the user."""

    def finished(self, game: Game, *, before: bool = False) -> None:
        """A game is over; `before` says that an earlier run played it."""

    def tick(self) -> None:
        """Called ten times a second."""

    def ask(self, doubt: object) -> object:
        """Ask the person what a task means; see `Policy.ask`."""

    def happened(self, episode: Episode, event: object) -> None:
        """An event of a single game (`agents.games.many`: `Began`, `Move`, `Rewound`)."""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The games with their report.

    `before` counts the games of an earlier run. `output` is the path of the report. `domain` is the path of the domain
    of the game `learned`, the first won with its own domain; both are None if there was none.
    """

    results: Results
    before: int
    output: Path | None
    domain: Path | None = None
    learned: str | None = None


def play(request: ReplanRequest, watcher: Watcher, stopping: threading.Event) -> PlayResult:
    """Play the games, and write them and their report to files. All games end once `stopping` is set.

    Raises `RequestError`, `UnwritableError`, `SolverError`, `ModelError`, and `SetupFailedError` if no game can be
    played.
    """
    output, setup, episodes = prepared(request)
    watcher.begun(len(episodes))
    begun = time.monotonic()
    played = [] if output is None else _earlier(request, setup, episodes, games_path(output), watcher)
    before = len(played)
    table = _Table(request, setup, episodes, watcher, stopping, played)
    with nullcontext() if output is None else _lines(games_path(output)) as lines:
        table.play(lines)
    stopped, seconds = table.stopped, time.monotonic() - begun
    runs, setting = request.games.runs, _setting(request, setup)
    results = Results(played, setting, len(episodes), runs, stopping.is_set(), stopped, seconds)
    if output is not None:
        write_text(output, results.text)
    return _with_domain(PlayResult(results, before, output), request.games.learn, setup.world_name)


def prepared(request: ReplanRequest) -> tuple[Path | None, GamesSetup, list[Episode]]:
    """Return the path of the report (None for stdout), the setup, and the games, all checked.

    Raises `RequestError`, `UnwritableError`, `SolverError` and `ModelSetupError`.
    """
    output, setup = _output(request), _setup(request)
    episodes = episodes_of(request, setup.world_name)
    made = [] if output is None else [("--report", games_path(output))]
    refuse_overwriting(request, (one.path for one in episodes), made)
    return output, setup, episodes


def _lines(path: Path) -> JsonLines:
    try:
        return JsonLines(path)
    except OSError as error:
        raise UnwritableError(path, reason_of(error)) from None


def _earlier(
    request: ReplanRequest, setup: GamesSetup, episodes: Sequence[Episode], path: Path, watcher: Watcher
) -> list[tuple[Episode, Game]]:
    """Return the games of an earlier run to keep; move their file aside if they should be played again."""
    if not path.exists():
        return []
    try:
        found = read_games(path)
    except (OSError, ValueError) as error:
        raise RequestError(str(error)) from None
    if request.batch.resume:
        known = ((one, found.get((one.key, setup.fingerprint(one)))) for one in episodes)
        retry = request.batch.retry
        return [(one, game) for one, game in known if game and (game.won or not (game.failed or retry))]
    aside = path.with_name(path.name.removesuffix(".jsonl") + ".previous.jsonl")
    try:
        path.replace(aside)
    except OSError as error:
        raise UnwritableError(aside, reason_of(error)) from None
    watcher.note(f"everything is played again; the games of the last run are now in {aside}")
    return []


@dataclass
class _Table:
    """The requested games, and those that have been played."""

    request: ReplanRequest
    setup: GamesSetup
    episodes: Sequence[Episode]
    watcher: Watcher
    stopping: threading.Event
    played: list[tuple[Episode, Game]]
    stopped: str | None = None

    def play(self, lines: JsonLines | None) -> None:
        """Play the remaining games. Raises `SetupFailedError` if no game can be played."""
        for _, game in self.played:
            self.watcher.finished(game, before=True)
        done = {episode for episode, _ in self.played}
        try:
            with closing(self._games([one for one in self.episodes if one not in done])) as games:
                for episode, game in games:
                    self.played.append((episode, game))
                    if lines is not None:
                        lines.write(as_json(episode, game, self.setup.fingerprint(episode)))
                    self.watcher.finished(game)
        # Report the games that have been played anyway.
        except SetupFailedError as error:
            if not self.played:
                raise
            self.stopped = str(error)

    def _games(self, left: Sequence[Episode]) -> Generator[tuple[Episode, Game], None, None]:
        """Play games with the engine."""
        jobs = self._jobs()
        is_shown = len(self.episodes) == 1 and not self.request.narration.quiet
        return play_many(
            left,
            self.setup.share(jobs),
            jobs=jobs,
            seconds=self.request.settings.time_limit,
            stopping=self.stopping,
            enough=self._is_spent,
            tick=self.watcher.tick,
            progress=self.watcher.happened if is_shown else None,
            ask=self.watcher.ask if self.request.games.ask else None,
        )

    def _is_spent(self) -> bool:
        budget = self.request.settings.budget.max_cost
        if budget is not None and sum(game.tally.cost for _, game in self.played) >= budget:
            self.stopped = "the budget is spent"
        return self.stopped is not None

    def _jobs(self) -> int:
        jobs = workers(self.request.batch.jobs, len(self.episodes))
        if jobs > 1 and self.setup.is_replay:
            self.watcher.note("recorded answers come in their order, so the games are played one after another")
        return self.setup.most_jobs(jobs)


def games_path(output: Path) -> Path:
    """`out.games.jsonl` for `out.json`."""
    return output.with_name(output.name.removesuffix(".json") + GAMES_SUFFIX)


def domain_path(folder: str, world: str) -> Path:
    """Return the path of a world's learned domain."""
    return Path(folder) / f"{world}.pddl"


def _setting(request: ReplanRequest, setup: GamesSetup) -> dict[str, object]:
    return {
        "world": setup.world_name,
        "size": request.games.size,
        "fold": request.games.fold,
        "policy": setup.policy_name,
        "model": None if setup.model is None else setup.model.model,
        "seed": request.games.seed,
        "runs": request.games.runs,
        "domain_from": request.games.domain_from,
        "state": request.games.state,
        "prompt": request.games.prompt,
    }


def _with_domain(result: PlayResult, folder: str | None, world: str) -> PlayResult:
    """Store the domain of the first game that was won with its own domain. Raises `UnwritableError`."""
    won = (game for _, game in result.results.ordered if game.won)
    game = next((game for game in won if game.learned is not None), None)
    if folder is None or game is None or game.learned is None:
        return result
    path = domain_path(folder, world)
    write_text(path, game.learned.rstrip() + "\n")
    return replace(result, domain=path, learned=game.world)


def _output(request: ReplanRequest) -> Path | None:
    """Return the path of the report; None for stdout. Raises `RequestError` and `UnwritableError`."""
    asked = request.output.output if request.batch.report is None else request.batch.report
    if asked is None or asked == "-":
        if request.batch.resume:
            raise RequestError("--resume goes on with what stands beside the report: name it with --report")
        return None
    output = Path(asked)
    if not output.name:
        raise RequestError(f"the report wants the name of a file, such as games.json, not `{asked}`")
    for path in (output, games_path(output)):
        refuse_unwritable(path)
    return output


def _setup(request: ReplanRequest) -> GamesSetup:
    """The setup of the games. Raises `RequestError`, `ModelSetupError`, `SolverError`, `UnwritableError`."""
    from clairify_cli.agents.policies.library import WRITE_DOMAINS, PolicyError
    from clairify_cli.agents.repair.facts import StoryError

    asked, setup = request.games, GamesSetup(request)
    loop_options(request.settings)
    policy, world = setup.policy_name, setup.world_name
    if asked.learn is not None and policy not in WRITE_DOMAINS:
        raise RequestError(f"`{policy}` writes no domain to keep; those that do are {', '.join(WRITE_DOMAINS)}")
    _check_world(setup)
    domain = _learned(request, world)
    request = with_own_domain(request, world)
    if asked.learn is not None:
        refuse_unwritable(domain_path(asked.learn, world))
    held = constraints_of(request.constrained, request.max_size)
    setup = GamesSetup(replace(request, constrained=held), domain)
    try:
        # Create it once and discard it, so that missing parts are reported before any game starts.
        setup.policy(Episode(0), threading.Event())
    except PolicyError as error:
        raise RequestError(str(error)) from None
    except StoryError as error:
        raise RequestError(f"--forbid and --require: {error}") from None
    return setup


def _check_world(setup: GamesSetup) -> None:
    """Raise `RequestError` for a world that does not exist, or not as it is asked for."""
    from clairify_cli.diagnostics.nearest import nearest

    name, games = setup.world_name, setup.request.games
    if ":" in name:  # a class of the user's
        return
    if name not in WORLDS:
        near = nearest(name, WORLDS)
        there = f"did you mean `{near}`?" if near else f"there are {', '.join(WORLDS)}"
        raise RequestError(f"no world is called `{name[:40]}`; {there}")
    if games.size is not None:
        _check_size(name, games.size)
    if games.fold is not None and name not in ENGINE:
        raise RequestError(f"--fold is for {', '.join(ENGINE)}; ALFWorld's folds are the folders of its games")
    _check_described(setup)


def _check_size(world: str, size: int) -> None:
    from clairify_cli.worlds.text.base import WorldError
    from clairify_cli.worlds.text.express import rooms_of
    from clairify_cli.worlds.text.library import SIZES, made_problem

    if world in FILES:
        raise RequestError(f"--size is for worlds that are made, and the games of {world} are files")
    try:
        if world in SIZES:
            made_problem(world, 0, size)
        else:
            rooms_of(world, size)
    except WorldError as error:
        raise RequestError(f"--size: {error}") from None


def _check_described(setup: GamesSetup) -> None:
    """Raise `RequestError` where the description or domain of a world is needed and there is none."""
    from clairify_cli.agents.policies.library import MODEL_POLICIES, NAMES
    from clairify_cli.worlds.text.bundled import is_described

    world, asked = setup.world_name, setup.request
    asks_none = setup.policy_name == NAMES[0] or asked.settings.model.model is None
    is_needed = setup.policy_name in NAMES and (
        asks_none or asked.games.domain_from == "given" or asked.games.state == "read"
    )
    if is_needed and not (world in FILES or is_described(world)):
        raise RequestError(
            f"how {world} talks is not described, and it has no domain: it is played with --model and a --policy that "
            f"asks one ({', '.join(MODEL_POLICIES)}), and without --domain-from given and --state read"
        )


def _learned(request: ReplanRequest, world: str) -> str | None:
    """Read the domain that an earlier game learned. Raises `RequestError`."""
    from clairify_cli.files.reading import UnreadableError, read_text

    folder = request.games.learn
    if request.games.domain_from != "learned" or folder is None:
        return None
    try:
        return read_text(domain_path(folder, world), most_bytes=request.max_size)
    except UnreadableError as error:
        raise RequestError(f"{error}; --learn {folder} keeps a domain there after a game that was won") from None
