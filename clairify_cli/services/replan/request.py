"""What `clairify replan` is asked for: the repair of a plan, or with a world, games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from clairify_cli.services.batch import COMBINATIONS as BATCH_COMBINATIONS
from clairify_cli.services.combinations import Excludes, Needs, Rule, Where
from clairify_cli.services.options import Argument, Does, Offer, Option, Panel, declared, reads, writes
from clairify_cli.services.parts import Batch, Lexicon, Loop, MaxSize, ModelSettings, Narration, Output, Seed, Solver

WORLDS = {
    "coin_collector": "rooms with doors and a coin",
    "household": "a home with things to find, clean, heat and put away",
    "textworld-express": "CoinCollector as published, in Java",
    "alfworld": "ALFWorld games, *.tw-pddl",
    "pddl": "problems of your own, with a description of how they talk",
}
"""The worlds by name."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to a plan, and what the next one has to heed."""

    executed: Annotated[
        int | None,
        Option("Steps of the plan that were carried out.", Panel.REPAIR, does=Does.RUNS, metavar="N", at_least=0),
    ] = None
    failed: Annotated[
        str | None,
        Option("The step that failed, such as '(open fridge1)'.", Panel.REPAIR, does=Does.RUNS, metavar="STEP"),
    ] = None
    observe: Annotated[
        tuple[str, ...],
        Option(
            "What holds now, in PDDL ('(in cup sink)', '(not (at apple1 table))') or in English. May be given several "
            "times.",
            Panel.REPAIR,
            does=Does.RUNS,
            metavar="FACT",
        ),
    ] = ()
    forbid: Annotated[
        tuple[str, ...],
        Option(
            "Steps that must not be done: '(use arm2)'; * is any object, and arguments may be left out at the end.",
            Panel.REPAIR,
            does=Does.RUNS,
            metavar="STEP",
        ),
    ] = ()
    retry_step: Annotated[
        bool, Option("The step that failed may be tried again at once.", Panel.REPAIR, does=Does.RUNS)
    ] = False
    run: Annotated[
        str | None,
        Option(
            "The report of `clairify execute`, which says how far the plan came and what was seen.",
            Panel.REPAIR,
            does=Does.RUNS,
            metavar="FILE",
            offer=Offer.FILES,
        ),
    ] = None
    strategy: Annotated[
        Literal["keep", "bridge", "new"] | None,
        Option(
            "Only this: keep the rest of the plan, build a bridge back to it, or make a new plan (default: in this "
            "order).",
            Panel.REPAIR,
        ),
    ] = None
    stable: Annotated[bool, Option("Look for the plan with the fewest steps added and dropped.", Panel.REPAIR)] = False


@dataclass(frozen=True, slots=True)
class Games:
    """The games that are played: the world, who plays, and how many."""

    world: Annotated[
        str | None,
        Option(
            f"Play games in a world: {', '.join(WORLDS)}. The files are then games of alfworld, or problems of pddl.",
            Panel.GAMES,
            does=Does.RUNS,
            metavar="NAME",
            offer=Offer.WORLDS,
        ),
    ] = None
    world_domain: Annotated[
        str | None,
        reads("Domain of the problems of --world pddl (default: the one next to them).", Panel.GAMES),
    ] = None
    world_description: Annotated[
        str | None,
        reads("How --world pddl talks, as YAML (default: the *.world.yaml next to its domain).", Panel.GAMES),
    ] = None
    games_dir: Annotated[
        str | None,
        reads("Where the games of alfworld are (searched for *.tw-pddl).", Panel.GAMES, metavar="FOLDER"),
    ] = None
    policy: Annotated[
        str | None,
        Option(
            "Who plays: explorer (default: no model), plangen, pddlego, pddlego+, react, react+pv, sclplan.",
            Panel.GAMES,
            metavar="NAME",
            offer=Offer.POLICIES,
        ),
    ] = None
    accept_goal: Annotated[
        bool, Option("explorer plays for the first goal that can be read in a task with errors.", Panel.GAMES)
    ] = False
    games: Annotated[
        int | None,
        Option(
            "How many games, with seeds from --seed on (default: 1; of a folder all).",
            Panel.GAMES,
            metavar="N",
            at_least=1,
        ),
    ] = None
    seed: Seed = Seed()
    size: Annotated[int | None, Option("How many rooms a world has.", Panel.GAMES, metavar="N", at_least=1)] = None
    terse: Annotated[bool, Option('The world says only "Nothing happens." of what it refuses.', Panel.GAMES)] = False
    runs: Annotated[
        int,
        Option(
            "Play all games so often, and report the spread.",
            Panel.GAMES,
            metavar="N",
            at_least=1,
            at_most=1000,
            shows_default=True,
        ),
    ] = 1
    learn: Annotated[
        str | None,
        writes("Keep the domain that a policy wrote here, after a success.", Panel.GAMES, metavar="FOLDER"),
    ] = None
    reuse: Annotated[
        str | None,
        reads("Start from the domain that was kept here.", Panel.GAMES, metavar="FOLDER"),
    ] = None


@dataclass(frozen=True, slots=True)
class ReplanRequest:
    """A plan and what happened to it; or, where `games` names a world, games that are played there."""

    files: Annotated[
        tuple[str, ...],
        Argument(
            "[DOMAIN PROBLEM PLAN]",
            "Files (- for standard input), domain and problem also by the name of bundled ones; with --world, games.",
            Offer.FILES,
        ),
    ] = ()
    happened: Happened = Happened()
    games: Games = Games()
    format: Annotated[
        Literal["text", "json"] | None,
        Option(
            "Print for people, or as JSON (default: text).",
            Panel.OUTPUT,
            does=Does.RUNS,
        ),
    ] = None
    output: Output = Output()
    narration: Narration = Narration()
    lexicon: Lexicon = Lexicon()
    solver: Solver = Solver()
    settings: ModelSettings = ModelSettings(loop=Loop(rounds=5))
    batch: Batch = Batch()
    max_size: MaxSize = 20_000_000


def _asks_none(values: Mapping[str, object]) -> bool:
    """Whether a model is named for a policy that asks none."""
    from clairify_cli.agents.policies.library import NAMES
    from clairify_cli.translate.resolve import is_reader

    policy, model = values["policy"], values["model"]
    explores = policy is None or str(policy).strip().lower() == NAMES[0]
    return values["world"] is not None and explores and not is_reader(None if model is None else str(model))


def _flags(part: type, *others: str) -> dict[str, str]:
    """The fields of a part with their flags, without `others`."""
    return {one.name: one.flag for one in declared(part) if one.name not in others}


_ONLY_GAMES = _flags(Games, "world", "seed") | _flags(Batch)
_ONLY_REPAIR = _flags(Happened) | _flags(Lexicon) | _flags(Loop, "rounds", "trace") | {"optimal": "--optimal"}

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
    Excludes("report", ("output",), "--report and -o both say where the report goes: give one of them"),
    Where(
        "model",
        _asks_none,
        "--model is for policies that ask one, and `explorer` asks none: add --policy, of plangen, pddlego, pddlego+, "
        "react, react+pv, sclplan",
    ),
)
