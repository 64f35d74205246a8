"""Studies of games: worlds, policies and models, in the columns of the publications, next to their figures."""

from __future__ import annotations

import csv
import io
import json
import re
import threading
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from clairify_cli.agents.games.report import Means, Results, columns_of
from clairify_cli.agents.policies.files.contract import Style
from clairify_cli.agents.policies.library import VERIFY, WRITE_DOMAINS, WRITE_GOALS
from clairify_cli.files.charts import Bar
from clairify_cli.files.data import rows
from clairify_cli.files.writing import write_text
from clairify_cli.records import asdict, astuple, dataclass, replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import ModelSettings
from clairify_cli.services.places import replayed
from clairify_cli.services.replan.game_files import FILES
from clairify_cli.services.replan.play import Watcher, play, prepared
from clairify_cli.services.replan.request import Games, ReplanRequest
from clairify_cli.services.study.pairs import sign_test
from clairify_cli.services.study.tables import StudyRequest, bar, share_of, table
from clairify_cli.worlds.text.base import ENGINE, WORLDS

if TYPE_CHECKING:
    from clairify_cli.agents.games.play import Game

_WORLD = re.compile(r"(?P<name>[\w-]+)(?::(?P<first>\d{1,4})(?:\.\.(?P<last>\d{1,4}))?)?")
_TRIES = 5
"""How often a policy may try the same thing, as in the publications."""

_COLUMNS = ("world", "size", "policy", "model", "prompt", "domain", "run", "game", "won", "ending")
_COUNTS = ("steps", "plans", "model_calls", "prompt_tokens", "completion_tokens", "cost", "solver_errors")


@dataclass(frozen=True, slots=True)
class Player:
    """A policy with its model and the style of its prompt, as far as it has them; `domain` is `learned` or None."""

    policy: str
    model: str | None
    prompt: Style | None = None
    domain: Literal["learned"] | None = None

    @property
    def words(self) -> str:
        """As tables have it; where a recording lies is of no interest there."""
        model = "replay" if replayed(self.model) else self.model
        return ", ".join(filter(None, (self.policy, model, self.prompt, self.domain and f"{self.domain} domain")))

    @property
    def file(self) -> str:
        """The name of the file of its replies, without a suffix."""
        return "-".join(filter(None, (self.policy, self.prompt, self.domain)))


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of a player in a world of one size (None if it has none)."""

    world: str
    size: int | None
    player: Player

    @property
    def place(self) -> Path:
        """The path of its report, below the folder of the study."""
        name = "-".join(filter(None, (self.player.file, self.player.model)))
        folder = self.world if self.size is None else f"{self.world}-{self.size}"
        return Path(folder, re.sub(r"[^\w.+-]+", "_", name) + ".json")


@dataclass(frozen=True, slots=True)
class Played:
    """A cell with its games."""

    cell: Cell
    results: Results

    @property
    def games(self) -> list[Game]:
        return [game for _, game in self.results.ordered]

    @property
    def learned(self) -> bool:
        """Whether a domain was kept for those who are to play with a learned one."""
        return any(game.won and game.learned is not None for game in self.games)


def cells_of(request: StudyRequest) -> list[Cell]:
    """Return the matrix: each world and size, policy and model. Raises `RequestError`."""
    if request.output.place is None:
        raise RequestError("a study needs a folder for its reports: add -o FOLDER")
    matrix = request.matrix
    worlds = [each for one in _names(matrix.worlds, "--worlds") for each in _sizes(one)]
    players = list(_players(request))
    return list(dict.fromkeys(Cell(*world, player) for world in worlds for player in players))


def _players(request: StudyRequest) -> Iterator[Player]:
    matrix, policies = request.matrix, _names(request.matrix.policies, "--policies")
    models: list[str | None] = [*_names(request.settings.model.model, None)]
    domains: list[Literal["learned"] | None] = [None, "learned"] if matrix.learn else [None]
    named = _names(matrix.prompt, None)
    styles: list[Style | None] = [one for one in get_args(Style) if one in named]
    if unknown := set(named).difference(get_args(Style)):
        raise RequestError(f"no prompt is called `{min(unknown)[:40]}`; there are {', '.join(get_args(Style))}")
    if len(models) > 1 and request.settings.model.record is not None:
        raise RequestError("--record keeps the replies of one model: name a single one")
    for option, given, able in (
        ("--prompt", styles, WRITE_GOALS),
        ("--learn", matrix.learn, WRITE_DOMAINS),
        ("--state", matrix.state, VERIFY),
    ):
        if given and not set(able).intersection(policies):
            raise RequestError(f"{option} is for {', '.join(able)}: name one of them with --policies")
    for policy in policies:
        asked = [None] if policy == "explorer" else models or [None]
        prompts = styles if policy in WRITE_GOALS and styles else [None]
        for model, prompt, domain in product(asked, prompts, domains[: 1 + (policy in WRITE_DOMAINS)]):
            yield Player(policy, model, prompt, domain)


def _names(text: str | None, option: str | None) -> list[str]:
    found = [one.strip() for one in (text or "").split(",") if one.strip()]
    if not found and option is not None:
        raise RequestError(f"a study of games needs {option}, with commas between the names")
    return found


def _sizes(text: str) -> Iterator[tuple[str, int | None]]:
    match = _WORLD.fullmatch(text)
    if match is None or match["name"] not in WORLDS:
        raise RequestError(f"`{text[:60]}` is not a world, or a world with sizes such as coin_collector:3..11")
    if match["first"] is None:
        yield match["name"], None
        return
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if last < first:
        raise RequestError(f"`{text}` has no sizes: name the smallest first")
    yield from ((match["name"], size) for size in range(first, last + 1))


def study(request: StudyRequest, watcher: Watcher, stopping: threading.Event) -> list[Played]:
    """Play all games once for each cell, within one budget; with --resume, only the missing ones.

    Raises what `play` raises. It ends early if it is interrupted.
    """
    done: list[Played] = []
    cells = cells_of(request)
    for cell in cells:
        if cell.player.domain is None:  # an error in the last cell is reported before the first is played
            prepared(_request_of(request, cell, 0.0))
    for cell in cells:
        if cell.player.domain is not None and not done[-1].learned:
            watcher.note(f"{cell.player.words} does not play in {cell.world}: no game was won with a domain to keep")
            continue
        spent = sum(game.tally.cost for one in done for game in one.games)
        result = play(_request_of(request, cell, spent), watcher, stopping)
        done.append(Played(cell, result.results))
        if stopping.is_set():
            break
    folder = Path(request.output.place or "")
    write_text(folder / "games.csv", as_csv(done))
    write_text(folder / "tables.md", as_markdown(done))
    return done


def _request_of(request: StudyRequest, cell: Cell, spent: float) -> ReplanRequest:
    settings, matrix, player = request.settings, request.matrix, cell.player
    folder = Path(request.output.place or "")
    most = settings.budget.max_cost
    model = replace(settings.model, model=player.model)
    replies = cell.place.with_name(f"{player.file}.jsonl")
    if player.model is None:
        model = replace(model, record=None)
    elif model.record is not None:
        model = replace(model, record=str(Path(model.record, replies)))
    if (recorded := replayed(player.model)) is not None and Path(recorded).is_dir():
        model = replace(model, model=f"replay:{Path(recorded, replies)}")
    files = request.inputs if cell.world in FILES else ()
    own = [one for one in files if one.endswith(".pddl") == (cell.world == "pddl")]
    learns = matrix.learn and player.policy in WRITE_DOMAINS
    teacher = replace(cell, player=replace(player, domain=None))
    return ReplanRequest(
        files=tuple(own),
        games=Games(
            world=cell.world,
            policy=player.policy,
            games=matrix.games,
            seed=matrix.seed,
            size=cell.size,
            fold=matrix.fold if cell.world in ENGINE else None,
            runs=1 if player.model is None else request.runs,  # without a model, all runs are the same
            learn=str(folder / teacher.place.with_suffix(".learned")) if learns else None,
            domain_from=player.domain or ("model" if learns else matrix.domain_from),
            state=matrix.state if player.policy in VERIFY else None,
            prompt=player.prompt,
        ),
        narration=request.narration,
        settings=ModelSettings(
            model=model,
            budget=replace(settings.budget, max_cost=None if most is None else max(most - spent, 0.0)),
            loop=replace(settings.loop, rounds=min(settings.loop.rounds, _TRIES)),
            time_limit=settings.time_limit,
        ),
        batch=replace(request.batch, report=str(folder / cell.place)),
    )


def as_csv(done: Sequence[Played]) -> str:
    """Return CSV with a row for each game."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow((*_COLUMNS, *_COUNTS))
    for one in done:
        cell = one.cell
        for episode, game in one.results.ordered:
            named = (cell.world, cell.size, *astuple(cell.player), episode.run + 1, episode.number)
            counts = (game.steps, *(getattr(game.tally, name) for name in _COUNTS[1:]))
            rows.writerow((*named, int(game.won), game.ending.value, *counts))
    return text.getvalue()


def as_json(done: Sequence[Played]) -> str:
    """Return the figures of each cell."""
    cells = [
        {
            "world": one.cell.world,
            "size": one.cell.size,
            **asdict(one.cell.player),
            "games": len(_counted(one.games)),
            "won": sum(game.won for game in one.games),
            "no_reply": len(one.games) - len(_counted(one.games)),
            **{name: means[name] for name in _COUNTS},
        }
        for one in done
        for means in [columns_of(one.games)]
    ]
    return json.dumps({"format": "clairify-study-games", "version": 1, "cells": cells}, indent=2) + "\n"


def as_markdown(done: Sequence[Played]) -> str:
    """Return tables of success rates with means per game, of pairs of policies, and of published results."""
    groups = _grouped(done)
    head = ["world", "policy", "won (95 % interval)", "steps", "plans", "model calls", "tokens in", "refused files"]
    rows = [[world, player, _share(games), *_words(columns_of(games))] for (world, player), games in groups.items()]
    parts = ["Games won, and means per game (steps: of the games won)\n", table(head, rows)]
    pairs = list(_paired(done))
    if pairs:
        head = ["world", "policies", "games", "only the first won", "only the second won", "p (sign test)"]
        parts += ["Policies in the same games\n", table(head, pairs)]
    others = published({world for world, _ in groups})
    if others:
        parts += ["Published\n", table(["world", "policy", "model", "won", "steps", "comparable"], others)]
    return "\n".join(parts)


def bars(done: Sequence[Played]) -> list[Bar]:
    """Return the shares of games won as bars of a plot."""
    groups = ((f"{world}: {name}", _counted(games)) for (world, name), games in _grouped(done).items())
    return [bar(name, sum(one.won for one in games), len(games)) for name, games in groups]


def _counted(games: Sequence[Game]) -> list[Game]:
    return [one for one in games if one.counts]


def _share(games: Sequence[Game]) -> str:
    """Return the games won of those that count, and how many do not."""
    counted = _counted(games)
    left = len(games) - len(counted)
    return share_of(sum(one.won for one in games), len(counted)) + (f"; {left} with no reply left" if left else "")


def _grouped(done: Sequence[Played]) -> dict[tuple[str, str], list[Game]]:
    """Group the games by world (all sizes together) and player."""
    groups: dict[tuple[str, str], list[Game]] = {}
    for one in done:
        groups.setdefault((one.cell.world, one.cell.player.words), []).extend(one.games)
    return groups


def _paired(done: Sequence[Played]) -> Iterator[list[str]]:
    """Yield, for each pair of players in a world, the games that only one of them won, of those both played."""
    won: dict[str, dict[str, dict[object, bool]]] = {}
    for one in done:
        games = won.setdefault(one.cell.world, {}).setdefault(one.cell.player.words, {})
        games.update({(one.cell.size, episode.key): game.won for episode, game in one.results.played if game.counts})
    for world, players in won.items():
        for (first, of_first), (second, of_second) in combinations(players.items(), 2):
            both = of_first.keys() & of_second.keys()
            only = [
                sum(a[key] and not b[key] for key in both) for a, b in ((of_first, of_second), (of_second, of_first))
            ]
            yield [world, f"{first} / {second}", str(len(both)), *map(str, only), f"{sign_test(*only):.3g}"]


def published(worlds: set[str]) -> list[list[str]]:
    """Return the rows of `published.tsv` about some worlds: world, policy, model, won, steps, and how comparable."""
    return [row for row in rows(Path(__file__).with_name("published.tsv")) if row[0] in worlds]


def _words(means: Means) -> Iterator[str]:
    for name in ("steps", "plans", "model_calls", "prompt_tokens", "solver_errors"):
        mean = means[name]
        yield "-" if mean is None else f"{mean:,.0f}" if name == "prompt_tokens" else f"{mean:.1f}"
