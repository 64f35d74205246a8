"""How well worlds that are seen only in part are played without a model, beside what was published.

`python -m benchmarks.score_worlds` (`--only coin alfworld speed`, `-j 2`, `--policy explorer`, `--failures`) plays

- TextWorldExpress's CoinCollector with 3, 5, 7, 9 and 11 rooms, 20 seeds each, at most 100 steps;
- the 60 games of ALFWorld in the shared data, at most 50 steps;
- the two worlds of our own, 200 seeds each, of all sizes by turns;
- ALFWorld's games with the tasks in the words of the people who described them (`people`): the even lines of
  `descriptions.jsonl`, or with `--held-out` the odd ones, which are not to be looked at by who works on the reader;
- fifteen worlds in `own_worlds/` that were written by `docs/worlds.md` alone, with three tasks each;
- 100 games of CoinCollector by the clock,

and prints what was won in how many steps. Refused commands are steps. The largest time between two commands is that of
the slowest step of the policy, with the world's answer.
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.figures import figure, share
from benchmarks.shared_data import DATA
from clairify_cli.agents.games.constraints import Constraints
from clairify_cli.agents.games.many import play_many
from clairify_cli.agents.games.play import Game
from clairify_cli.agents.games.record import Episode
from clairify_cli.agents.policies.base import Policy, Understood
from clairify_cli.services.replan.request import Games, ReplanRequest
from clairify_cli.services.replan.setup import GamesSetup
from clairify_cli.services.study.games import published
from clairify_cli.worlds.text.base import TextWorld

SIZES = (3, 5, 7, 9, 11)
SEEDS = 20
OWN = {"coin_collector": range(3, 12), "household": range(1, 12)}
OWN_SEEDS = 200
SPEED_GAMES, SPEED_BAR = 100, 60.0
STEP_BAR = 0.5
"""Seconds for a step of the explorer in ALFWorld."""

LONGEST = 300.0
"""Seconds after which a game is lost."""


def named(world: str, policy: str, size: int | None = None, task: str | None = None) -> GamesSetup:
    """The setup of games of that world and policy."""
    return GamesSetup(ReplanRequest(games=Games(world=world, policy=policy, size=size, task=task)))


class Varied:
    """A setup that is another for each game."""

    def of(self, episode: Episode) -> GamesSetup:
        raise NotImplementedError

    def name(self, episode: Episode) -> str:
        return self.of(episode).name(episode)

    def world(self, episode: Episode) -> TextWorld:
        return self.of(episode).world(episode)

    def constraints(self, world: TextWorld) -> Constraints:
        return Constraints()

    def policy(self, episode: Episode, stop: threading.Event) -> Policy:
        return self.of(episode).policy(episode, stop)


@dataclass(frozen=True)
class Sizes(Varied):
    """A world whose size goes through `sizes` with the number of the game."""

    world_name: str
    policy_name: str
    sizes: tuple[int, ...]

    def of(self, episode: Episode) -> GamesSetup:
        return named(self.world_name, self.policy_name, self.sizes[episode.number % len(self.sizes)])


@dataclass(frozen=True)
class Tasks(Varied):
    """Games with other tasks than their own: that of each game by its number."""

    world_name: str
    policy_name: str
    tasks: tuple[str, ...]

    def of(self, episode: Episode) -> GamesSetup:
        return named(self.world_name, self.policy_name, task=self.tasks[episode.number])


@dataclass
class Clock:
    """The longest time between two commands (seconds), the world's answer included; the first is not counted."""

    longest: float = 0.0
    _at: dict[Episode, float] = field(default_factory=dict)

    def told(self, episode: Episode, _event: object) -> None:
        now = time.monotonic()
        if episode in self._at:
            self.longest = max(self.longest, now - self._at[episode])
        self._at[episode] = now


@dataclass(frozen=True)
class Row:
    """A line of the table; times are seconds."""

    what: str
    games: Sequence[Game]
    seconds: float | None = None
    bar: str = ""
    published: str = ""

    def note(self) -> None:
        """The same for machines."""
        won = [game.steps for game in self.games if game.won]
        share(f"{self.what}: won", len(won), len(self.games))
        if won:
            figure(f"{self.what}: steps", statistics.fmean(won), "steps", n=len(won), better="less")
        if self.seconds is not None:
            figure(f"{self.what}: time", self.seconds, "s", n=len(self.games), better="less")

    def text(self) -> str:
        won = [game.steps for game in self.games if game.won]
        count = len(self.games)
        share = f"{100 * len(won) / count:.1f} %" if count else "-"
        steps = f"{statistics.fmean(won):.1f}" if won else "-"
        most = str(max(won)) if won else "-"
        took = "" if self.seconds is None else f"{self.seconds:.2f} s"
        line = f"{self.what:<34} {len(won):>4}/{count:<4} {share:>8} {steps:>7} {most:>5} {took:>8}"
        return f"{line}  {self.bar:<32} {self.published}".rstrip()


def header() -> str:
    line = f"{'':<34} {'won':>9} {'share':>8} {'steps':>7} {'most':>5} {'time':>8}"
    return f"{line}  {'bar':<32} published"


def played(
    setup: GamesSetup | Varied, episodes: Sequence[Episode], jobs: int, clock: Clock | None = None
) -> tuple[list[Game], float]:
    """The games in their order, and how long all took (seconds)."""
    begun = time.monotonic()
    found = dict(play_many(episodes, setup, jobs=jobs, seconds=LONGEST, progress=None if clock is None else clock.told))
    return [found[episode] for episode in episodes], time.monotonic() - begun


def coin(policy: str, jobs: int) -> list[Row]:
    """The original CoinCollector."""
    episodes = [Episode(number, seed=number // len(SIZES)) for number in range(SEEDS * len(SIZES))]
    games, seconds = played(Sizes("textworld-express", policy, SIZES), episodes, jobs)
    rows = [Row(f"CoinCollector, {size} rooms", games[at :: len(SIZES)]) for at, size in enumerate(SIZES)]
    return [*rows, Row("CoinCollector, all", games, seconds, "100 % within 100 steps", _published("textworld-express"))]


def _published(world: str) -> str:
    return ", ".join(f"{policy} {won} ({model})" for _, policy, model, won, *_ in published({world}))


def alfworld(policy: str, jobs: int) -> list[Row]:
    """ALFWorld's games, by the type of their task."""
    paths = sorted((DATA / "alfworld").glob("*.tw-pddl"))
    if not paths:
        print(f"ALFWorld: there are no games in {DATA / 'alfworld'}")
        return []
    clock = Clock()
    episodes = [Episode(number, path=path) for number, path in enumerate(paths)]
    games, seconds = played(named("alfworld", policy), episodes, jobs, clock)
    kinds = [path.name.split("-trial")[0].split("-")[0] for path in paths]
    rows = [
        Row(f"ALFWorld, {kind}"[:34], [game for game, one in zip(games, kinds, strict=True) if one == kind])
        for kind in dict.fromkeys(kinds)
    ]
    rows.append(Row("ALFWorld, all", games, seconds, ">= 98 %, mean <= 12 steps", _published("alfworld")))
    return [*rows, Row("ALFWorld, slowest step", games, clock.longest, f"under {STEP_BAR:g} s")]


def people(policy: str, jobs: int, *, held_out: bool = False) -> list[Row]:
    """ALFWorld's games, each once for every sentence in which somebody described it.

    A goal is wrong if its game is not won. Somebody who is told nothing of it before the first step may still be told
    at the end, by what the world showed; the last row has those of whom a report says nothing at all.
    """
    path = DATA / "alfworld" / "descriptions.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()[held_out::2] if path.is_file() else []
    paths = {one.name.partition("-trial_")[2].removesuffix(".tw-pddl"): one for one in path.parent.glob("*.tw-pddl")}
    entries = [json.loads(line) for line in lines]
    told = [(paths.get(one["trial"].removeprefix("trial_")), text) for one in entries for text in one["descriptions"]]
    here = [(file, text) for file, text in told if file is not None]
    first: dict[Episode, Understood] = {}
    episodes = [Episode(number, path=file) for number, (file, _) in enumerate(here)]
    setup = Tasks("alfworld", policy, tuple(text for _, text in here))

    def heard(episode: Episode, event: object) -> None:
        if isinstance(event, Understood):
            first.setdefault(episode, event)

    found = dict(play_many(episodes, setup, jobs=jobs, seconds=LONGEST, progress=heard))
    games = [found[one] for one in episodes]
    lost = [one for one in episodes if not found[one].won and found[one].steps]
    unsaid = [one for one in lost if one not in first or not first[one].findings]
    silent = [one for one in unsaid if not found[one].findings]
    for what, those, bar in (
        ("  wrong, not said before playing", unsaid, ""),
        ("  wrong, and not said at the end", silent, "<= 2 %"),
    ):
        print(f"{what:<34} {len(those):>4}/{len(games):<4} {100 * len(those) / max(1, len(games)):>6.1f} %  {bar}")
        share(f"tasks in people's words:{what}", len(those), len(games), better="less")
    return [Row("tasks in people's words", games, bar=">= 85 %")]


def own(world: str, policy: str, jobs: int) -> list[Row]:
    """A world of our own, of all its sizes by turns."""
    sizes = OWN[world]
    episodes = [Episode(number, seed=number) for number in range(OWN_SEEDS)]
    games, seconds = played(Sizes(world, policy, tuple(sizes)), episodes, jobs)
    return [Row(f"{world}, {sizes[0]} to {sizes[-1]} rooms", games, seconds, "100 %")]


def written(policy: str, jobs: int) -> list[Row]:
    """Worlds written by newcomers: museums, a warehouse, a garden, a farm, a hospital, a camp and others."""
    paths = sorted(Path(__file__).with_name("own_worlds").glob("*-[0-9].pddl"))
    episodes = [Episode(number, path=path) for number, path in enumerate(paths)]
    games, seconds = played(named("pddl", policy), episodes, jobs)
    return [Row("worlds written by the docs", games, seconds, ">= 80 %")]


def speed(policy: str, jobs: int) -> list[Row]:
    """Games of CoinCollector by the clock, with starting everything."""
    episodes = [Episode(number, seed=1000 + number) for number in range(SPEED_GAMES)]
    games, seconds = played(named("textworld-express", policy, 11), episodes, jobs)
    return [
        Row(f"{SPEED_GAMES} games of CoinCollector, -j {jobs}", games, seconds, f"under {SPEED_BAR:g} s on 2 cores")
    ]


PARTS: dict[str, Callable[[str, int], list[Row]]] = {
    "coin": coin,
    "alfworld": alfworld,
    "people": people,
    "speed": speed,
    "written": written,
    **{world: partial(own, world) for world in OWN},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), help="these parts")
    parser.add_argument("--policy", default="explorer")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--held-out", action="store_true", help="of `people`, the sentences that are held out")
    parser.add_argument("--failures", action="store_true", help="print the end of each game that was not won")
    asked = parser.parse_args()
    print(header())
    rows = []
    for part in asked.only:
        play = partial(people, held_out=asked.held_out) if part == "people" else PARTS[part]
        found = play(asked.policy, asked.jobs)
        print("\n".join(row.text() for row in found), flush=True)
        rows += found
        for row in found:
            row.note()
    lost = {game.world: game for row in rows for game in row.games if not game.won}
    for name, game in lost.items():
        print(f"\nnot won: {name} ({game.ending.value}: {game.reason}), {game.task}")
        for move in game.trace[-8:] if asked.failures else ():
            print(f"  {move.by}> {move.command} ({move.why})\n    {' '.join(move.text.split())}")


if __name__ == "__main__":
    main()
