"""`clairify replan`: repairs plans that no longer fit the world, and plays games in partly observable worlds."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.services.replan.request import COMBINATIONS, ReplanRequest


def run(request: ReplanRequest) -> int:
    """Repair the plan or play the games. Return the exit code."""
    if request.games.world is not None:
        from clairify_cli.cli.replan.games import run_games

        return run_games(request)
    from clairify_cli.cli.replan.repair import run_repair

    return run_repair(request)


_OLD_OF_REPAIRS = {"--report": "--run", "--retry": "--retry-step", "--seed": "--model-seed"}


def _old_names(words: Sequence[str], at: int) -> tuple[str, ...] | None:
    """Rewrite `--json`, `--reuse`, and options whose meaning differs without --world."""
    flag, equals, value = words[at].partition("=")
    if flag == "--json":
        return ("--format", "json")
    if flag == "--reuse":
        return ("--domain-from", "learned", f"--learn{equals}{value}")
    if flag not in _OLD_OF_REPAIRS or any(word.partition("=")[0] == "--world" for word in words):
        return None
    return (_OLD_OF_REPAIRS[flag] + equals + value,)


command = command_of("replan", ReplanRequest, run, COMBINATIONS, rewrites=(_old_names,))
