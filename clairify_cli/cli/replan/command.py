"""`clairify replan`: a plan that no longer fits the world is repaired, and worlds seen only in part are explored."""

from __future__ import annotations

from typing import Any

import click

from clairify_cli.cli.shared.output import complain
from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files
from clairify_cli.commands.model_options import model_options
from clairify_cli.commands.options import max_size_option
from clairify_cli.commands.replan_games_options import game_options
from clairify_cli.commands.solver_options import planner_options

STRATEGIES = ("keep", "bridge", "new")


@click.command("replan")
@click.argument("files", nargs=-1, metavar="[DOMAIN PROBLEM PLAN]", shell_complete=complete_files)
@declare.runs("--executed", type=click.IntRange(0), metavar="N", help="Steps of the plan that were carried out.")
@declare.runs("--failed", metavar="STEP", help="The step that failed, such as '(open fridge1)'.")
@declare.runs(
    "--observe",
    multiple=True,
    metavar="FACT",
    help="What holds now, in PDDL ('(in cup sink)', '(not (at apple1 table))') or in English. May be given several "
    "times.",
)
@declare.runs(
    "--forbid",
    multiple=True,
    metavar="STEP",
    help="Steps that must not be done: '(use arm2)'; * is any object, and arguments may be left out at the end.",
)
@declare.runs("--retry", is_flag=True, help="The step that failed may be tried again at once.")
@declare.plain(
    "--strategy",
    type=click.Choice(STRATEGIES),
    help="Only this: keep the rest of the plan, build a bridge back to it, or plan anew (default: in this order).",
)
@declare.plain("--stable", is_flag=True, help="Look for the plan with the fewest steps added and dropped.")
@declare.reads(
    "--lexicon",
    metavar="FILE",
    shell_complete=complete_files,
    help="Words for the names of the domain, for observations in English (default: the one beside the domain).",
)
@declare.runs("--json", "as_json", is_flag=True, help="Everything in one JSON document: reason, plan, changes, costs.")
@declare.writes(
    "-o", "--output", metavar="FILE", shell_complete=complete_files, help="Write it to a file instead of stdout."
)
@declare.writes(
    "--report",
    metavar="FILE",
    shell_complete=complete_files,
    help="The report of `clairify execute`, which says how far the plan came and what was seen. With --world: where "
    "the report on the games goes.",
)
@declare.plain("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors.")
@planner_options
@game_options
@model_options
@max_size_option(20_000_000)
@click.pass_context
def command(ctx: click.Context, /, **values: Any) -> int:
    """Repair a plan when the world disagrees.

    Give DOMAIN, PROBLEM and PLAN (files; - for standard input; domain and problem also by the name of one that comes
    along), and what happened: how many steps were carried out, which one failed, what was seen. The plan from now on
    goes to stdout. In this order: the rest of the plan as it is, a bridge back to it, a new plan. It is validated step
    by step, and heeds what is forbidden; a step that failed is not tried again while nothing that it is about has
    changed.

    With --world, games are played in a world that is seen only in part: docs/worlds.md.

    \b
    Exit code
      0    there is a plan, changed or not
      1    there is no way, or what is given has errors
      2    a file could not be read or written, or the command line is wrong
      3    the solver or the model failed, is missing, or ran out of time or memory
      130  interrupted
    """
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.planning.base import SolverError, SolverMissingError

    try:
        if values["world"] is not None:
            from clairify_cli.commands.replan_games import run_games

            return run_games(ctx, **values)
        from clairify_cli.commands.replan_run import run_repair

        return run_repair(ctx, **values)
    except SolverMissingError as error:
        complain(error)
        return 3
    except (UnwritableError, SolverError) as error:
        complain(error)
        return 2
