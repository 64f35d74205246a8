"""The page of `clairify replan`, its older options, and what it does with a request."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.page import Page
from clairify_cli.services.replan.request import COMBINATIONS, ReplanRequest

PAGE = Page(
    """Repair a plan when the world disagrees.

    Give DOMAIN, PROBLEM and PLAN, and what happened: how many steps were carried out, which one failed, what was seen.
    The plan from now on goes to stdout. In this order: the rest of the plan as it is, a bridge back to it, a new plan.
    It is validated step by step, and heeds what is forbidden; a step that failed is not tried again while nothing that
    it is about has changed.

    With --world, games are played in a world that is seen only in part: docs/worlds.md.""",
    (
        (
            'clairify replan household kitchen old.plan --executed 2 --observe "(in apple1 counter1)"',
            "repair a plan after two of its steps",
        ),
        (
            'clairify replan household kitchen old.plan --failed "(open fridge1)" --format json',
            "say which step failed, and get everything as JSON",
        ),
        (
            "clairify replan --world coin_collector --size 5 --games 20 -j 2 --report out.json",
            "play games, two at the same time",
        ),
    ),
    (
        (0, "there is a plan, changed or not; all games were won"),
        (1, "there is no way, or what is given has errors; a game was not won"),
        (2, "a file could not be read or written, or the command line is wrong"),
        (3, "the solver, the model or a world failed, is missing, or ran out of time or memory"),
        (130, "interrupted"),
    ),
)


def run(request: ReplanRequest) -> int:
    """Repair the plan, or play the games; the exit code."""
    if request.games.world is not None:
        from clairify_cli.cli.replan.games import run_games

        return run_games(request)
    from clairify_cli.cli.replan.repair import run_repair

    return run_repair(request)


_OLD_OF_REPAIRS = {"--report": "--run", "--retry": "--retry-step", "--seed": "--model-seed"}


def _old_names(words: Sequence[str], at: int) -> tuple[str, ...] | None:
    """`--json`, and what had another meaning without --world."""
    flag, equals, value = words[at].partition("=")
    if flag == "--json":
        return ("--format", "json")
    if flag not in _OLD_OF_REPAIRS or any(word.partition("=")[0] == "--world" for word in words):
        return None
    return (_OLD_OF_REPAIRS[flag] + equals + value,)


command = command_of("replan", ReplanRequest, PAGE, run, COMBINATIONS, rewrites=(_old_names,))
