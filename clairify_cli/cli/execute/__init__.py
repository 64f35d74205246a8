"""`clairify execute`: programs and plans, carried out by a simulated Panda, and then by a real arm."""

from __future__ import annotations

from typing import Any

import click

from clairify_cli.commands import declare
from clairify_cli.commands.batch_options import jobs_options
from clairify_cli.commands.complete import complete_domains, complete_files, complete_models
from clairify_cli.commands.execute_program_options import program_options
from clairify_cli.commands.execute_robot_options import robot_options
from clairify_cli.commands.options import links_option, max_size_option


@click.command("execute")
@click.argument("programs", nargs=-1, metavar="TEXT|FILE...", shell_complete=complete_files)
@declare.writes(
    "-o",
    "--output",
    metavar="FOLDER",
    shell_complete=complete_files,
    help="Where the reports and films of many inputs go, with a manifest.jsonl.",
)
@jobs_options
@declare.reads(
    "--scene",
    metavar="FILE",
    shell_complete=complete_files,
    help="The bench, as --print-scene writes it (default: one is made for the program).",
)
@declare.plain("--print-scene", is_flag=True, help="Write the scene to stdout; nothing moves.")
@declare.reads(
    "--domain",
    metavar="FILE",
    shell_complete=complete_domains,
    help="Domain of a PDDL plan: lab, tabletop, or a file of one of them.",
)
@declare.reads("--problem", metavar="FILE", shell_complete=complete_files, help="Problem of a PDDL plan.")
@declare.plain("--seed", type=click.IntRange(0), default=0, show_default=True, help="Equal seeds give equal runs.")
@declare.plain("--dry-run", is_flag=True, help="Plan everything, and move nothing.")
@declare.plain("--until", type=click.IntRange(1), metavar="STEP", help="Stop after this step, by its number.")
@declare.moves("--skip-unsupported", is_flag=True, help="Leave out steps that the arm cannot do, and say so.")
@declare.plain(
    "--on-failure",
    type=click.Choice(("stop", "retune", "replan")),
    metavar="HOW",
    default="stop",
    show_default=True,
    help="After a failed check: stop safely; retune, which tries again with other parameters, at most three times an "
    "action; or replan, which then looks, plans the step anew and goes on.",
)
@declare.plain(
    "--best-of",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="Plan N times with different samples, run each plan in a simulation of its own, and keep the best run; with "
    "--dry-run and a real arm, the plan with the best expected score.",
)
@declare.plain(
    "--improve",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="After a success do it up to N times again in simulation with other parameters, and keep the best run.",
)
@declare.plain(
    "--checks",
    type=click.Choice(("ours", "model")),
    metavar="WHO",
    default="ours",
    show_default=True,
    help="Who chooses the checks of each action: ours are those that fit it; a --model picks from them, and "
    "collision_free, timeout and motion_health always count.",
)
@declare.plain(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of all motions: speed, obstacle_clearance, orientation, grasp.",
)
@declare.writes(
    "--record",
    "films",
    multiple=True,
    metavar="FILE|KIND",
    shell_complete=complete_files,
    help="Film the run: .mp4, .gif, or .png for a contact sheet. May be given several times. For many inputs, write "
    "mp4, gif or png.",
)
@declare.writes(
    "--report",
    metavar="FILE",
    shell_complete=complete_files,
    help="Write the report as JSON, of many inputs that of all runs together; - for stdout.",
)
@declare.plain("--gui", is_flag=True, help="Show PyBullet's window.")
@declare.plain(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Stop safely after the action that goes on when so much time of the clock has passed.",
)
@program_options
@robot_options
@links_option
@max_size_option(20_000_000)
@declare.plain("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors.")
@declare.plain("-v", "--verbose", is_flag=True, help="Show every check in the table.")
@declare.asks(
    "-m",
    "--model",
    metavar="NAME",
    envvar="CLAIRIFY_MODEL",
    shell_complete=complete_models,
    help="Who translates English, and tunes what failed: reader (default: offline, by rule), replay:FILE, or any "
    "model of litellm.",
)
@declare.sends("--api-base", metavar="URL", envvar="CLAIRIFY_API_BASE", help="Address of a local or other server.")
@declare.plain("--no-cache", is_flag=True, help="Ask a model again for replies that are in the cache.")
@click.pass_context
def command(ctx: click.Context, /, **values: Any) -> int:
    """Run a program on a simulated Panda, and measure the run; with --robot ros then on a real arm.

    Give XDL, a text in English (it is translated first, as by `clairify xdl`) or a PDDL plan with --domain and
    --problem: as a FILE, as TEXT in quotes, or - for standard input. Every action is planned with the geometry of the
    bench before anything moves, done in a simulation with friction and gravity, and checked afterwards. Progress and
    a table go to stderr; stdout has nothing but what is asked for with --print-scene or --report -.

    Several inputs, a folder (searched for *.xdl, *.plan, *.txt and *.md) or a glob in quotes are done one by one, or
    -j at the same time, each in a process of its own; their reports go into the folder of -o.

    A program with assertions (*.py, docs/program.md) runs on the bench of --scene, or of its --problem; one of another
    domain in the state of its problem, or in a world of text (--world). With --dry-run, it is said what would be done.

    --robot ros --url ws://HOST:PORT --profile NAME|FILE --scene FILE has the simulated arm do it first, checks every
    point of its motions against the robot's limits, shows what is going to move and waits until a person types `move`.
    It is stopped at the first thing that is not as it should be, by Ctrl-C and by SIGTERM, and never goes on by itself.
    This is no safety-rated stop: keep the enabling device in your hand. docs/robot.md says what is watched.

    The simulated arm is brought by pip install 'clairify-cli[robot]', rosbridge by
    pip install 'clairify-cli[ros]'.

    \b
    Exit code
      0    done: every check passed, or what failed was made good
      1    a check failed for good, it cannot be done or was not confirmed, or the input has errors
      2    a file could not be read or written, or the command line is wrong
      3    an extra is missing, the simulator, the solver or the model failed, or the real arm was stopped
      130  interrupted, after a safe stop
    """
    from clairify_cli.commands.execute_run import run

    return run(ctx, values)
