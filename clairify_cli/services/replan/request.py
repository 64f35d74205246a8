"""The request of `clairify replan`: the repair of a plan or, with a world, games."""

from __future__ import annotations

from typing import Literal

from clairify_cli.records import dataclass
from clairify_cli.services.combinations import Values, combinations
from clairify_cli.services.options import declared
from clairify_cli.services.parts import Batch, Constrained, Loop, ModelSettings, Narration, Output, Solver


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to a plan."""

    executed: int | None = None
    failed: str | None = None
    observe: tuple[str, ...] = ()
    retry_step: bool = False
    run: str | None = None


@dataclass(frozen=True, slots=True)
class Games:
    """The games to play: the world, the policy, and how many."""

    world: str | None = None
    world_domain: str | None = None
    world_description: str | None = None
    policy: str | None = None
    task: str | None = None
    accept_goal: bool = False
    ask: bool = False
    games: int | None = None
    seed: int = 0
    size: int | None = None
    fold: Literal["train", "dev", "test"] | None = None
    runs: int = 1
    learn: str | None = None
    domain_from: Literal["given", "model", "learned"] | None = None
    state: Literal["model", "read"] | None = None
    prompt: Literal["simple", "goal", "hint", "detailed"] | None = None


@dataclass(frozen=True, slots=True)
class ReplanRequest:
    """A plan and what happened to it; or, if `games` names a world, games to play there."""

    files: tuple[str, ...] = ()
    happened: Happened = Happened()
    constrained: Constrained = Constrained()
    games: Games = Games()
    format: Literal["text", "json"] | None = None
    output: Output = Output()
    narration: Narration = Narration()
    lexicon: str | None = None
    solver: Solver = Solver()
    settings: ModelSettings = ModelSettings(loop=Loop(rounds=5))
    batch: Batch = Batch()
    max_size: int = 20_000_000


def _asks_none(values: Values) -> bool:
    """Whether a model is given for a policy that does not use one."""
    from clairify_cli.agents.policies.library import NAMES
    from clairify_cli.translate.resolve import is_reader

    policy, model = values["policy"], values["model"]
    explores = policy is None or str(policy).strip().lower() == NAMES[0]
    return values["world"] is not None and explores and not is_reader(None if model is None else str(model))


def _names(part: type, *others: str) -> list[str]:
    """The fields of a part without `others`."""
    return [one.name for one in declared(part) if one.name not in others]


COMBINATIONS = combinations(
    "replan",
    {"asks-none": _asks_none},
    {
        "games": [*_names(Games, "world", "seed"), *_names(Batch)],
        "repair": [*_names(Happened), "lexicon", *_names(Loop, "rounds"), "optimal"],
    },
)
