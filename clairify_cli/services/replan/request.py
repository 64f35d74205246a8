"""Options for games in worlds that are seen only in part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.commands.batch_options import jobs_options
from clairify_cli.commands.complete import complete_files

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])

WORLDS = {
    "coin_collector": "rooms with doors and a coin",
    "household": "a home with things to find, clean, heat and put away",
    "textworld-express": "CoinCollector as published, in Java",
    "alfworld": "ALFWorld games, *.tw-pddl",
    "pddl": "problems of your own, with a description of how they talk",
}
"""The worlds by name."""


def game_options(command: F) -> F:
    """`--world` and everything that shapes games. `run_games` takes the values, by name."""
    options = (
        declare.runs(
            "--world",
            metavar="NAME",
            shell_complete=_complete_worlds,
            help=f"Play games in a world: {', '.join(WORLDS)}. FILES are then games of alfworld, or problems of pddl.",
        ),
        declare.reads(
            "--world-domain",
            metavar="FILE",
            shell_complete=complete_files,
            help="Domain of the problems of --world pddl (default: the one beside them).",
        ),
        declare.reads(
            "--world-description",
            metavar="FILE",
            shell_complete=complete_files,
            help="How --world pddl talks, as YAML (default: the *.world.yaml beside its domain).",
        ),
        declare.reads(
            "--games-dir",
            metavar="FOLDER",
            shell_complete=complete_files,
            help="Where the games of alfworld are (searched for *.tw-pddl).",
        ),
        declare.plain(
            "--policy",
            metavar="NAME",
            shell_complete=_complete_policies,
            help="Who plays: explorer (default: no model), plangen, pddlego, pddlego+, react, react+pv, sclplan.",
        ),
        declare.plain(
            "--games",
            type=click.IntRange(1),
            metavar="N",
            help="How many games, with seeds from --seed on (default: 1; of a folder all).",
        ),
        declare.plain("--size", type=click.IntRange(1), metavar="N", help="How many rooms a world has."),
        declare.plain("--terse", is_flag=True, help='The world says only "Nothing happens." of what it refuses.'),
        declare.plain(
            "--runs",
            type=click.IntRange(1, 1000),
            metavar="N",
            help="Play all games so often, and report the spread.",
        ),
        declare.writes(
            "--learn",
            metavar="FOLDER",
            shell_complete=complete_files,
            help="Keep the domain that a policy wrote here, after a success.",
        ),
        declare.reads(
            "--reuse", metavar="FOLDER", shell_complete=complete_files, help="Start from the domain that was kept here."
        ),
        jobs_options,
    )
    for option in reversed(options):
        command = option(command)
    return command


def _complete_worlds(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name, help=what) for name, what in WORLDS.items() if name.startswith(incomplete)]


def _complete_policies(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from clairify_cli.agents.policies.library import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]
