"""What `clairify replan --world` does: plays games, tells of them, and hands out the report."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from clairify_cli.agents.games.many import SetupFailedError, play_many
from clairify_cli.agents.games.play import Game
from clairify_cli.agents.games.record import Episode, as_json, read_games
from clairify_cli.agents.games.report import exit_code, report
from clairify_cli.agents.games.setup import ModelChoice, NamedSetup
from clairify_cli.cli.shared.output import complain, hand_out, inform
from clairify_cli.commands.model_options import exit_code_of, loop_options
from clairify_cli.commands.replan_games_files import FILES, episodes_of, own_files, refuse_overwritten
from clairify_cli.commands.replan_games_tell import Narrator, show
from clairify_cli.commands.replan_kinds import ONLY_REPAIR, refuse_given
from clairify_cli.commands.solver_options import solver_limits
from clairify_cli.files.jsonl import JsonLines
from clairify_cli.files.writing import UnwritableError, refuse_unwritable, write_text
from clairify_cli.services.batch import workers
from clairify_cli.services.errors import RequestError
from clairify_cli.services.interrupts import interrupts

GAMES_SUFFIX = ".games.jsonl"
"""What the file beside the report ends in that has every game with all its commands, one a line."""


def run_games(ctx: click.Context, **values: Any) -> int:
    """Play games; the exit code comes back. Raises `RequestError`, `UnwritableError` and, at the second Ctrl-C,
    `KeyboardInterrupt`.
    """
    from clairify_cli.translate.models.errors import ModelError

    refuse_given(ctx, ONLY_REPAIR, "the repair of a plan, not for games")
    output = _output(values)
    try:
        setup = _setup(ctx, values)
        episodes = episodes_of(setup, values)
        if output is not None:
            refuse_overwritten(setup, episodes, (output, games_path(output)))
        table = _Table(ctx, setup, episodes, values, output)
        return table.play()
    except SetupFailedError as error:
        complain(error)
        return error.exit_code
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


@dataclass
class _Table:
    """The games that were asked for, and those that have been played."""

    ctx: click.Context
    setup: NamedSetup
    episodes: Sequence[Episode]
    values: dict[str, Any]
    output: Path | None
    played: list[tuple[Episode, Game]] = field(default_factory=list)
    stopped: str | None = None
    stopping: threading.Event = field(default_factory=threading.Event)

    def play(self) -> int:
        """Play what is left to play, and tell. The report is written whatever happens but a second Ctrl-C."""
        values, quiet = self.values, self.values["quiet"]
        alone = len(self.episodes) == 1
        narrator = Narrator(len(self.episodes), alone=alone, quiet=quiet)
        failure: SetupFailedError | None = None
        with self._lines() as lines:
            for _, game in self.played:
                narrator.finished(game, before=True)
            before = len(self.played)
            done = {episode for episode, _ in self.played}
            playing = play_many(
                [episode for episode in self.episodes if episode not in done],
                self.setup,
                jobs=self._jobs(),
                seconds=values["timeout"],
                stopping=self.stopping,
                enough=self._is_spent,
                tick=narrator.tick,
                progress=narrator.told if alone and not quiet else None,
            )
            try:
                with interrupts(self._interrupted), contextlib.closing(playing):
                    for episode, game in playing:
                        self.played.append((episode, game))
                        if lines is not None:
                            lines.write(as_json(episode, game, self.setup.fingerprint(episode)))
                        narrator.finished(game)
            except SetupFailedError as error:
                failure = error
            finally:
                narrator.wipe()
        if failure is not None:
            if not self.played:
                raise failure
            self.stopped = str(failure)
        return self._end(before, narrator.seconds, alone=alone, quiet=quiet)

    def _end(self, before: int, seconds: float, *, alone: bool, quiet: bool) -> int:
        interrupted = self.stopping.is_set()
        made = report(
            self.played,
            setting=self._setting(),
            asked=len([episode for episode in self.episodes if episode.run == 0]),
            runs=self._runs,
            interrupted=interrupted,
            stopped=self.stopped,
            seconds=seconds,
        )
        code = 130 if interrupted else max(exit_code(self.played), 3 if self.stopped else 0)
        text = json.dumps(made, indent=2, ensure_ascii=False) + "\n"
        if self.output is None:
            hand_out(text)
        else:
            write_text(self.output, text)
        show(made, before, seconds, alone=alone, quiet=quiet, code=code)
        self._keep_domain(quiet=quiet)
        undone = len(self.episodes) - len(self.played)
        if undone:
            why = "interrupted" if interrupted else f"stopped: {self.stopped}"
            again = ", and the same command with --resume goes on" if self.output is not None else ""
            complain(f"{why}; {len(self.played):,} of {len(self.episodes):,} games are played{again}")
            code = max(code, 1)
        return code

    @contextlib.contextmanager
    def _lines(self) -> Any:
        """The file with the games, which `--resume` reads; None where there is no report to put it beside."""
        if self.output is None:
            yield None
            return
        path = games_path(self.output)
        if path.exists():
            self._earlier(path)
        with JsonLines(path) as lines:
            yield lines

    def _earlier(self, path: Path) -> None:
        """What an earlier run played is taken over, or put aside where it is to be played anew."""
        try:
            found = read_games(path)
        except (OSError, ValueError) as error:
            raise RequestError(str(error), self.ctx) from None
        if self.values["resume"]:
            for episode in self.episodes:
                game = found.get((episode.key, self.setup.fingerprint(episode)))
                if game is not None and not game.failed:
                    self.played.append((episode, game))
            return
        aside = path.with_name(path.name.removesuffix(".jsonl") + ".previous.jsonl")
        try:
            path.replace(aside)
        except OSError as error:
            raise UnwritableError(aside, error.strerror or str(error)) from None
        if not self.values["quiet"]:
            inform(f"note: everything is played anew; the games of the last run are now in {aside}")

    def _interrupted(self) -> None:
        again = self.stopping.is_set()
        self.stopping.set()
        if again:
            raise KeyboardInterrupt

    def _is_spent(self) -> bool:
        budget = self.values["max_cost"]
        if budget is not None and sum(game.tally.cost for _, game in self.played) >= budget:
            self.stopped = "the budget is spent"
        return self.stopped is not None

    def _jobs(self) -> int:
        jobs = workers(self.values["jobs"], len(self.episodes))
        if jobs > 1 and self.setup.model is not None and self.setup.model.is_replay:
            if not self.values["quiet"]:
                inform("note: recorded answers come in their order, so the games are played one after another")
            return 1
        return jobs

    @property
    def _runs(self) -> int:
        return self.values["runs"] or 1

    def _setting(self) -> dict[str, Any]:
        setup = self.setup
        return {
            "world": setup.world_name,
            "size": setup.size,
            "terse": setup.terse,
            "policy": setup.policy_name,
            "model": None if setup.model is None else setup.model.name,
            "seed": self.values["seed"] or 0,
            "runs": self._runs,
            "reused": setup.domain is not None,
        }

    def _keep_domain(self, *, quiet: bool) -> None:
        """Keep the domain of the first game that was won with one of its own."""
        if self.values["learn"] is None:
            return
        ordered = sorted(self.played, key=lambda one: one[0].key)
        found = next((game for _, game in ordered if game.won and game.learned is not None), None)
        if found is None or found.learned is None:
            complain("no domain was kept, since no game was won with one that the policy wrote")
            return
        path = domain_path(self.values["learn"], self.setup.world_name)
        write_text(path, found.learned.rstrip() + "\n")
        if not quiet:
            inform(f"the domain of {found.world} is kept in {path}")


def games_path(output: Path) -> Path:
    """`out.games.jsonl` for `out.json`."""
    return output.with_name(output.name.removesuffix(".json") + GAMES_SUFFIX)


def domain_path(folder: str, world: str) -> Path:
    """Where the domain of a world is kept."""
    return Path(folder) / f"{world}.pddl"


def _output(values: dict[str, Any]) -> Path | None:
    """Where the report goes; None for stdout. Raises `RequestError` and `UnwritableError`."""
    if values["report"] is not None and values["output"] is not None:
        raise RequestError("--report and -o both say where the report goes: give one of them")
    asked = values["output"] if values["report"] is None else values["report"]
    if asked in (None, "-"):
        if values["resume"]:
            raise RequestError("--resume goes on with what stands beside the report: name it with --report")
        return None
    if not Path(asked).name:
        raise RequestError(f"the report wants the name of a file, such as games.json, not `{asked}`")
    output = Path(asked)
    for path in (output, games_path(output)):
        refuse_unwritable(path)
    return output


def _setup(ctx: click.Context, values: dict[str, Any]) -> NamedSetup:
    """What is played with. Raises `RequestError`, `ModelSetupError`, `SolverError`, `UnwritableError`."""
    from clairify_cli.agents.policies.library import NAMES, WRITE_DOMAINS, PolicyError
    from clairify_cli.translate.resolve import is_reader

    loop_options(values)
    name = NAMES[0] if values["policy"] is None else values["policy"].strip().lower()
    if values["learn"] is not None and name not in WRITE_DOMAINS:
        raise RequestError(f"`{name}` writes no domain to keep; those that do are {', '.join(WRITE_DOMAINS)}")
    if name == NAMES[0] and not is_reader(values["model"]):
        others = ", ".join(NAMES[1:])
        refuse_given(ctx, ("model",), f"policies that ask one, and `{name}` asks none: add --policy, of {others}")
    model = None
    if name != NAMES[0] and not is_reader(values["model"]):
        record = None if values["record"] is None else Path(values["record"])
        if record is not None:
            refuse_unwritable(record)
        model = ModelChoice(
            values["model"],
            values["api_base"],
            values["temperature"],
            values["seed"],
            values["max_tokens"],
            record,
            not values["no_cache"],
            values["max_cost"],
        )
    world = _world(values)
    domain = _reused(values["reuse"], world, values["max_size"])
    files = own_files(world, values)
    if values["learn"] is not None:
        refuse_unwritable(domain_path(values["learn"], world))
    solver = values.get("solver") or "auto"
    seconds, memory = solver_limits(values)
    setup = NamedSetup(
        world,
        name,
        values["size"],
        values["terse"],
        model,
        domain,
        solver,
        files[0],
        files[1],
        seconds,
        memory,
        values["max_size"],
    )
    try:
        setup.policy(Episode(0), threading.Event())
    except PolicyError as error:
        raise RequestError(str(error)) from None
    return setup


def _world(values: dict[str, Any]) -> str:
    from clairify_cli.commands.replan_games_options import WORLDS
    from clairify_cli.diagnostics.nearest import nearest

    name: str = values["world"].strip().lower()
    if name not in WORLDS:
        near = nearest(name, WORLDS)
        there = f"did you mean `{near}`?" if near else f"there are {', '.join(WORLDS)}"
        raise RequestError(f"no world is called `{name[:40]}`; {there}")
    if values["size"] is not None:
        _check_size(name, values["size"])
    if values["terse"] and name == "textworld-express":
        raise RequestError(f"{name} says what it says: --terse is for worlds that are made here")
    return name


def _check_size(world: str, size: int) -> None:
    from clairify_cli.worlds.text.base import WorldError
    from clairify_cli.worlds.text.library import SIZES, made_problem

    if world in FILES:
        raise RequestError(f"--size is for worlds that are made, and the games of {world} are files")
    try:
        if world in SIZES:
            made_problem(world, 0, size)
    except WorldError as error:
        raise RequestError(f"--size: {error}") from None


def _reused(folder: str | None, world: str, most_bytes: int) -> str | None:
    from clairify_cli.files.reading import UnreadableError, read_text

    if folder is None:
        return None
    path = domain_path(folder, world)
    try:
        return read_text(path, most_bytes=most_bytes)
    except UnreadableError as error:
        raise RequestError(f"{error}; --learn {folder} keeps a domain there") from None
