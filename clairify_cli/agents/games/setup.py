"""The setup of games in a form that can be sent to another process: a world and a policy by name, a model."""

from __future__ import annotations

import hashlib
import json
import threading
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.agents.games.record import Episode
from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.files.contract import Origin
from clairify_cli.files.reading import MOST_BYTES
from clairify_cli.records import astuple, dataclass, field, replace

if TYPE_CHECKING:
    from clairify_cli.agents.games.constraints import Constraints
    from clairify_cli.agents.policies.base import Policy
    from clairify_cli.translate.models.base import Model
    from clairify_cli.worlds.text.base import TextWorld


_ATTEMPTS_OF_A_RUN = 1_000_000
"""Larger than the number of repeated requests in any game, so that no run gets another's replies from a cache."""


OWN = "pddl"
"""The world that is made of a user's own files."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model by name and how it is asked; `max_cost` (US dollars) and the rates are for all games of a process."""

    name: str
    api_base: str | None = None
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    record: Path | None = None
    cached: bool = True
    max_cost: float | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    timeout: float | None = None
    """Seconds of one game."""

    def share(self, jobs: int) -> ModelChoice:
        """The part of the limits that each of so many processes may use, which do not know of each other."""
        return replace(
            self,
            max_cost=None if self.max_cost is None else self.max_cost / jobs,
            requests_per_minute=_part(self.requests_per_minute, jobs),
            tokens_per_minute=_part(self.tokens_per_minute, jobs),
        )

    def most_jobs(self, jobs: int) -> int:
        """At most so many processes, so that each may make requests at all."""
        limits = (one for one in (self.requests_per_minute, self.tokens_per_minute) if one is not None)
        return 1 if self.is_replay else min((jobs, *limits))

    @property
    def is_replay(self) -> bool:
        """Whether the answers come from a file, in order."""
        return self.name.startswith("replay:")


@dataclass(frozen=True, slots=True)
class NamedSetup:
    """A world by name with its size, a policy by name with its model. `domain` is PDDL that the policy starts from, and
    `origin` says where it comes from.

    `bounds` are those of the policy. `world_domain` and `world_description` are files of a world `pddl`, if they are
    not next to its problem. Files of games that are larger than `most_bytes` are not read.
    """

    world_name: str
    policy_name: str
    size: int | None = None
    terse: bool = False
    model: ModelChoice | None = None
    domain: str | None = None
    origin: Origin | None = None
    solver: str = "auto"
    world_domain: Path | None = None
    world_description: Path | None = None
    bounds: Bounds = field(default_factory=Bounds)
    most_bytes: int = MOST_BYTES
    accept_goal: bool = False
    task: str | None = None
    """What is to be done, in words that take the place of the game's own."""
    forbid: tuple[str, ...] = ()
    require: tuple[str, ...] = ()

    def name(self, episode: Episode) -> str:
        if episode.path is not None:
            return str(episode.path)
        return "-".join(str(part) for part in (self.world_name, self.size, episode.seed) if part is not None)

    def world(self, episode: Episode) -> TextWorld:
        world = self._world(episode)
        world.task = self.task or world.task
        if self.model is not None:  # whoever asks none plans with them
            told = {"These actions are forbidden": self.forbid, "These must be done, too": self.require}
            world.task += "".join(f" {words}: {', '.join(some)}." for words, some in told.items() if some)
        return world

    def constraints(self, world: TextWorld) -> Constraints:
        from clairify_cli.agents.games.constraints import Constraints

        return Constraints.read(self.forbid, self.require, world.forms)

    def _world(self, episode: Episode) -> TextWorld:
        from clairify_cli.worlds.text.library import open_world, own_world

        if episode.path is not None and self.world_name == OWN:
            files = (episode.path, self.world_domain, self.world_description)
            return own_world(*files, terse=self.terse, most_bytes=self.most_bytes)
        return open_world(
            self.world_name,
            seed=episode.seed,
            size=self.size,
            terse=self.terse,
            path=episode.path,
            most_bytes=self.most_bytes,
        )

    def policy(self, episode: Episode, stop: threading.Event) -> Policy:
        """Raises `PolicyError`, `ModelSetupError`, `SolverError`."""
        from clairify_cli.agents.policies.library import policy
        from clairify_cli.translate.models.base import ModelOptions

        asked = self.model or ModelChoice("")
        options = ModelOptions(
            temperature=asked.temperature,
            # Another run is another sample, which the same seed would not give.
            seed=None if asked.seed is None else asked.seed + episode.run,
            max_tokens=asked.max_tokens,
            timeout=asked.timeout,
            attempt=_ATTEMPTS_OF_A_RUN * episode.run,
            stop=stop,
        )
        return policy(
            self.policy_name,
            model=None if self.model is None else _model(self.model),
            domain=self.domain,
            origin=self.origin,
            bounds=self.bounds,
            options=options,
            solver=self.solver,
            accept_goal=self.accept_goal,
            forbid=self.forbid,
            require=self.require,
        )

    def fingerprint(self, episode: Episode) -> str:
        """Distinguishes games with other options, or from another file."""
        model = None if self.model is None else astuple(self.model)[:5]
        files = [_hash(path) for path in (episode.path, self.world_domain, self.world_description)]
        rest = astuple(replace(self, model=None, world_domain=None, world_description=None, most_bytes=0))
        return hashlib.sha256(
            json.dumps([model, episode.seed, files, rest]).encode("utf-8", "surrogatepass")
        ).hexdigest()


def _part(limit: int | None, jobs: int) -> int | None:
    return None if limit is None else max(1, limit // jobs)


def _hash(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@lru_cache(maxsize=1)
def _model(asked: ModelChoice) -> Model:
    """One for all games of a process: a recording continues where the previous game left off."""
    from clairify_cli.files.jsonl import JsonLines
    from clairify_cli.translate.cache import ResponseCache, with_cache
    from clairify_cli.translate.models.limits import Limits, with_limits
    from clairify_cli.translate.resolve import resolve_model

    record = None if asked.record is None else JsonLines(asked.record)
    model = resolve_model(asked.name, api_base=asked.api_base, record=record)
    model = with_limits(model, Limits(asked.requests_per_minute, asked.tokens_per_minute, asked.max_cost))
    return with_cache(model, ResponseCache() if asked.cached else None)
