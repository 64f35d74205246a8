"""Games as a service: what of a request reaches the engine, and when it stops."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from clairify_cli.agents.games.play import Game
from clairify_cli.agents.games.record import Episode, read_games
from clairify_cli.agents.games.report import COUNTS
from clairify_cli.agents.policies.base import Tally
from clairify_cli.agents.policies.react import React
from clairify_cli.outcomes import Outcome
from clairify_cli.services.options import build
from clairify_cli.services.replan import play as service
from clairify_cli.services.replan.request import ReplanRequest
from clairify_cli.services.replan.setup import GamesSetup
from clairify_cli.translate.models.limits import LimitedModel, Limits

pytestmark = pytest.mark.skipif(find_spec("litellm") is None, reason="the extra is not installed")

ASKING = {"world": "coin_collector", "size": 3, "policy": "react", "model": "openai/none", "no_cache": True}


class Quiet:
    """Shows nothing."""

    def begun(self, asked: int) -> None: ...
    def note(self, sentence: str) -> None: ...
    def finished(self, game: Game, *, before: bool = False) -> None: ...
    def tick(self) -> None: ...
    def ask(self, doubt: object) -> object: ...
    def happened(self, episode: Episode, event: object) -> None: ...


class Engine:
    """Plays no game: each is lost, and costs so much."""

    def __init__(self, cost: float) -> None:
        self.cost = cost
        self.setup: GamesSetup | None = None
        self.jobs = 0

    def __call__(
        self, episodes: Sequence[Episode], setup: GamesSetup, *, jobs: int, enough: Callable[[], bool], **_: object
    ) -> Generator[tuple[Episode, Game], None, None]:
        self.setup, self.jobs = setup, jobs
        for one in episodes:
            if enough():
                return
            lost = (Outcome.LOST, "no steps were left", 1, Tally(cost=self.cost))
            yield one, Game("rooms", "", "", one.seed, "react", *lost, "", (), 0, 0.0)


def asked(**values: object) -> GamesSetup:
    return GamesSetup(build(ReplanRequest, {**ASKING, **values}))


def played(engine: Engine, monkeypatch: pytest.MonkeyPatch, **values: object) -> service.PlayResult:
    monkeypatch.setattr(service, "play_many", engine)
    return service.play(build(ReplanRequest, {**ASKING, **values}), Quiet(), threading.Event())


def test_no_game_is_begun_once_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    results = played(Engine(0.6), monkeypatch, games=5, max_cost=1.0).results
    assert (len(results.played), results.stopped, results.exit_code) == (2, "the budget is spent", 3)


def test_processes_share_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(0.0)
    limits = {"requests_per_minute": 3, "tokens_per_minute": 1001, "max_cost": 2.0}
    played(engine, monkeypatch, games=8, jobs=4, **limits)
    assert engine.setup is not None and engine.setup.model is not None
    asked = engine.setup.request.settings.budget
    assert engine.jobs == 3
    assert (asked.requests_per_minute, asked.tokens_per_minute) == (1, 333)
    assert asked.max_cost == pytest.approx(2 / 3)


def test_a_policy_asks_within_the_limits() -> None:
    policy = asked(max_cost=0.5, requests_per_minute=7, tokens_per_minute=900).policy(Episode(0), threading.Event())
    assert isinstance(policy, React) and isinstance(policy.model, LimitedModel)
    limits = policy.model.limits
    assert isinstance(limits, Limits)
    assert (limits.requests_per_minute, limits.tokens_per_minute, limits.max_cost) == (7, 900, 0.5)


def test_games_with_other_options_are_told_apart() -> None:
    same = [asked(), asked(games=7), asked(max_size=9), asked(record="replies.jsonl")]
    others = [asked(rounds=3), asked(forbid=("(go *)",)), asked(solve_timeout=9.0), asked(size=4)]
    marks = [one.fingerprint(Episode(0)) for one in (*same, *others)]
    assert len(set(marks)) == 5 and len(set(marks[:4])) == 1
    assert asked().fingerprint(Episode(0)) == marks[0] != asked().fingerprint(Episode(0, seed=1))


@pytest.mark.parametrize(
    "ending", ["won", "lost", "gave-up", "timeout", "unreadable", "model-failed", "no-reply", "crashed", "died"]
)
def test_games_that_earlier_releases_wrote_down_are_read(ending: str, tmp_path: Path) -> None:
    tally = dict.fromkeys(COUNTS, 0) | {"cost": 0.5, "by": {"explorer": 2}}
    line = {
        **{"format": "clairify-game", "version": 1, "fingerprint": "f", "run": 0, "game": 3, "world": "w", "kind": "k"},
        **{"task": "t", "seed": 3, "policy": "explorer", "ending": ending, "reason": "so", "steps": 2, "rewinds": 0},
        **{"tally": tally, "seconds": 1.0, "learned": None, "first": "You are here.", "trace": []},
    }
    path = tmp_path / "out.games.jsonl"
    path.write_text(json.dumps(line) + "\n")
    game = read_games(path)[(0, 3), "f"]
    assert (game.ending, game.won, game.failed) == (
        Outcome(ending), ending == "won", ending not in ("won", "lost", "gave-up", "timeout"),
    )  # fmt: skip
