"""The setup of games: their request, which is sent to other processes, where it becomes worlds and policies."""

from __future__ import annotations

import hashlib
import json
import threading
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.agents.games.record import Episode
from clairify_cli.records import astuple, dataclass, replace
from clairify_cli.services.models import open_model
from clairify_cli.services.parts import Budget, Model, ModelSettings
from clairify_cli.services.planning.solving import solver_limits
from clairify_cli.services.replan.request import ReplanRequest

if TYPE_CHECKING:
    from clairify_cli.agents.games.constraints import Constraints
    from clairify_cli.agents.policies.base import Policy
    from clairify_cli.translate.models.base import Model as Asked
    from clairify_cli.worlds.text.base import TextWorld


_ATTEMPTS_OF_A_RUN = 1_000_000
"""Larger than the number of repeated requests in any game, so that no run gets another's replies from a cache."""


OWN = "pddl"
"""The world that is made of a user's own files."""


@dataclass(frozen=True, slots=True)
class GamesSetup:
    """The games of a request. `domain` is PDDL that the policy starts from, if an earlier game has learned one."""

    request: ReplanRequest
    domain: str | None = None

    @property
    def world_name(self) -> str:
        """The name of the world as others are told it."""
        name = (self.request.games.world or "").strip()
        return name if ":" in name else name.lower()

    @property
    def policy_name(self) -> str:
        from clairify_cli.agents.policies.library import NAMES

        return (self.request.games.policy or NAMES[0]).strip().lower()

    @property
    def model(self) -> Model | None:
        """The model to ask; None for the policy that asks none, and for the offline reader, which cannot play."""
        from clairify_cli.agents.policies.library import NAMES
        from clairify_cli.translate.resolve import is_reader

        asked = self.request.settings.model
        return None if self.policy_name == NAMES[0] or is_reader(asked.model) else asked

    @property
    def is_replay(self) -> bool:
        """Whether the answers come from a file, in order."""
        return self.model is not None and str(self.model.model).startswith("replay:")

    def most_jobs(self, jobs: int) -> int:
        """At most so many processes, so that each may make requests at all."""
        budget = self.request.settings.budget
        limits = (one for one in (budget.requests_per_minute, budget.tokens_per_minute) if one is not None)
        return jobs if self.model is None else 1 if self.is_replay else min((jobs, *limits))

    def share(self, jobs: int) -> GamesSetup:
        """The part of the limits that each of so many processes may use, which do not know of each other."""
        settings = self.request.settings
        cost, *rates = astuple(settings.budget)
        parts = (None if one is None else max(1, one // jobs) for one in rates)
        budget = Budget(None if cost is None else cost / jobs, *parts)
        return replace(self, request=replace(self.request, settings=replace(settings, budget=budget)))

    def name(self, episode: Episode) -> str:
        if episode.path is not None:
            return str(episode.path)
        parts = (self.world_name, self.request.games.size, episode.seed, self.request.games.fold)
        return "-".join(str(part) for part in parts if part is not None)

    def world(self, episode: Episode) -> TextWorld:
        world, held = self._world(episode), self.request.constrained
        world.task = self.request.games.task or world.task
        if self.model is not None:  # whoever asks none plans with them
            told = {"These actions are forbidden": held.forbid, "These must be done, too": held.require}
            world.task += "".join(f" {words}: {', '.join(some)}." for words, some in told.items() if some)
        return world

    def constraints(self, world: TextWorld) -> Constraints:
        from clairify_cli.agents.games.constraints import Constraints

        return Constraints.read(self.request.constrained.forbid, self.request.constrained.require, world.forms)

    def _world(self, episode: Episode) -> TextWorld:
        from clairify_cli.worlds.text.library import open_world, own_world

        asked, most = self.request.games, self.request.max_size
        if episode.path is not None and self.world_name == OWN:
            return own_world(episode.path, *_own(self.request), most_bytes=most)
        path, size, fold = episode.path, asked.size, asked.fold
        return open_world(self.world_name, seed=episode.seed, size=size, fold=fold, path=path, most_bytes=most)

    def policy(self, episode: Episode, stop: threading.Event) -> Policy:
        """Raises `PolicyError`, `ModelSetupError`, `SolverError`, `RequestError` and `UnwritableError`."""
        from clairify_cli.agents.policies.asking import Bounds
        from clairify_cli.agents.policies.library import policy
        from clairify_cli.translate.models.base import ModelOptions

        settings, limits = self.request.settings, solver_limits(self.request.solver)
        asked = settings.model
        return policy(
            self.policy_name,
            model=None if self.model is None else _model(settings),
            domain=self.domain,
            origin=self.request.games.domain_from,
            style=self.request.games.prompt,
            reads_state=self.request.games.state == "read",
            bounds=Bounds(tries=settings.loop.rounds, solver_seconds=limits.seconds, solver_mb=limits.memory_mb),
            options=ModelOptions(
                temperature=asked.temperature,
                # Another run is another sample, which the same seed would not give.
                seed=None if asked.model_seed is None else asked.model_seed + episode.run,
                max_tokens=asked.max_tokens,
                timeout=settings.time_limit,
                attempt=_ATTEMPTS_OF_A_RUN * episode.run,
                stop=stop,
            ),
            solver=self.request.solver.solver,
            accept_goal=self.request.games.accept_goal,
            forbid=self.request.constrained.forbid,
            require=self.request.constrained.require,
        )

    def fingerprint(self, episode: Episode) -> str:
        """Distinguishes games with other options, or from another file."""
        asked, request = self.model, self.request
        model = None if asked is None else astuple(replace(asked, record=None, no_cache=False))
        files = [_hash(path) for path in (episode.path, *_own(request))]
        games = replace(
            request.games, games=None, seed=0, runs=1, learn=None, world_domain=None, world_description=None
        )
        rest = [astuple(one) for one in (games, request.solver, request.constrained)]
        shape = [model, episode.seed, files, rest, request.settings.loop.rounds, self.domain]
        return hashlib.sha256(json.dumps(shape).encode("utf-8", "surrogatepass")).hexdigest()


def _own(request: ReplanRequest) -> list[Path | None]:
    """The domain and the description of the user's own world, as far as they are given."""
    named = (request.games.world_domain, request.games.world_description)
    return [None if one is None else Path(one) for one in named]


def _hash(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@lru_cache(maxsize=1)
def _model(settings: ModelSettings) -> Asked:
    """One for all games of a process: a recording continues where the previous game left off."""
    from clairify_cli.translate.cache import with_cache

    asked = open_model(ExitStack(), settings, lambda _: None)
    return with_cache(asked.model, asked.cache)
