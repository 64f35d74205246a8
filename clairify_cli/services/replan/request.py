"""The request of `clairify replan`: the repair of a plan or, with a world, games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from clairify_cli.services.batch.run import COMBINATIONS as BATCH_COMBINATIONS
from clairify_cli.services.combinations import Excludes, Needs, Rule, Where
from clairify_cli.services.options import declared
from clairify_cli.services.parts import Batch, Loop, ModelSettings, Narration, Output, Solver


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to a plan, and the constraints on the next one."""

    executed: int | None = None
    failed: str | None = None
    observe: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
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
    games: int | None = None
    seed: int = 0
    size: int | None = None
    terse: bool = False
    runs: int = 1
    learn: str | None = None
    domain_from: Literal["given", "model", "learned"] | None = None


@dataclass(frozen=True, slots=True)
class ReplanRequest:
    """A plan and what happened to it; or, if `games` names a world, games to play there."""

    files: tuple[str, ...] = ()
    happened: Happened = Happened()
    games: Games = Games()
    format: Literal["text", "json"] | None = None
    output: Output = Output()
    narration: Narration = Narration()
    lexicon: str | None = None
    solver: Solver = Solver()
    settings: ModelSettings = ModelSettings(loop=Loop(rounds=5))
    batch: Batch = Batch()
    max_size: int = 20_000_000


def _asks_none(values: Mapping[str, object]) -> bool:
    """Whether a model is given for a policy that does not use one."""
    from clairify_cli.agents.policies.library import NAMES
    from clairify_cli.translate.resolve import is_reader

    policy, model = values["policy"], values["model"]
    explores = policy is None or str(policy).strip().lower() == NAMES[0]
    return values["world"] is not None and explores and not is_reader(None if model is None else str(model))


def _learns_nowhere(values: Mapping[str, object]) -> bool:
    return values["domain_from"] == "learned" and values["learn"] is None


def _flags(part: type, *others: str) -> dict[str, str]:
    """The fields of a part with their flags, without `others`."""
    return {one.name: one.flag for one in declared(part) if one.name not in others}


_ONLY_GAMES = _flags(Games, "world", "seed") | _flags(Batch)
_ONLY_REPAIR = _flags(Happened) | {"lexicon": "--lexicon"} | _flags(Loop, "rounds") | {"optimal": "--optimal"}

COMBINATIONS: tuple[Rule, ...] = (
    *(
        Needs(one, ("world",), f"{flag} is for games: name the --world that they are played in")
        for one, flag in _ONLY_GAMES.items()
    ),
    *(
        Excludes(one, ("world",), f"{flag} is for the repair of a plan, not for games")
        for one, flag in _ONLY_REPAIR.items()
    ),
    *BATCH_COMBINATIONS,
    Where("domain_from", _learns_nowhere, "--domain-from learned reads the domain in the folder of --learn: name it"),
    Excludes("report", ("output",), "--report and -o both say where the report goes: give one of them"),
    Where(
        "model",
        _asks_none,
        "--model is for policies that ask one, and `explorer` asks none: add --policy, of plangen, pddlego, pddlego+, "
        "react, react+pv, sclplan",
    ),
)
