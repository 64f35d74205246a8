"""`clairify replan`: repairs plans that no longer fit the world, and plays games in partly observable worlds."""

from __future__ import annotations

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.services.replan.request import COMBINATIONS, ReplanRequest


def run(request: ReplanRequest) -> int:
    """Repair the plan or play the games. Return the exit code."""
    if request.games.world is not None:
        from clairify_cli.cli.replan.games import run_games

        return run_games(request)
    from clairify_cli.cli.replan.repair import run_repair

    return run_repair(request)


command = command_of("replan", ReplanRequest, run, COMBINATIONS)
