"""`clairify program`: English into a program with assertions, and plans into programs and back."""

from __future__ import annotations

from typing import Any

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files
from clairify_cli.commands.output import complain
from clairify_cli.commands.solver_options import planner_options
from clairify_cli.commands.writing_options import given_options, lexicon_option, output_option, writing_options


@click.command("program")
@click.argument("inputs", nargs=-1, metavar="[TEXT|FILE...]", shell_complete=complete_files)
@given_options("What is there and what is so at first: a problem of the domain; its goal counts only without TEXT.")
@declare.reads(
    "--world",
    metavar="FILE",
    shell_complete=complete_files,
    help="In place of both: a scene (YAML); or NAME.world.yaml, beside which NAME.pddl is the domain of --problem.",
)
@declare.reads(
    "--skills",
    metavar="FILE",
    shell_complete=complete_files,
    help="In place of all these: a list of a world's skills (YAML), for which only a --model can write.",
)
@declare.plain("--print-skills", is_flag=True, help="Write what is given as such a list to stdout, and no program.")
@lexicon_option
@declare.writes(
    "--assertions/--no-assertions",
    default=None,
    help="Assert what steps rely on (default, but for --from-plan), or write the steps alone.",
)
@declare.writes(
    "--with-problem",
    metavar="FILE",
    shell_complete=complete_files,
    help="Also write the problem with the goal that TEXT asks for, and name it in the program's heading.",
)
@declare.reads("--from-plan", metavar="FILE", shell_complete=complete_files, help="Write the program of a PDDL plan.")
@declare.reads("--to-plan", metavar="FILE", shell_complete=complete_files, help="Write the PDDL plan of a program.")
@declare.plain(
    "--best-effort",
    is_flag=True,
    help="With --to-plan: leave out what a plan cannot say, and say what that is (default: refuse).",
)
@output_option
@planner_options
@writing_options("Hand out a model's best program even if it has errors.", 20_000_000)
@click.pass_context
def command(ctx: click.Context, /, **values: Any) -> int:
    """Write a program for English: steps in a small, safe part of Python, with assertions.

    Give the task as TEXT in quotes, as a FILE, a directory (searched for *.txt and *.md), a glob in quotes, a table
    (*.jsonl, *.csv, *.tsv) or - for standard input, and what it is about: --domain and --problem, or a --world. The
    program goes to stdout; `clairify check` verifies it, `clairify execute` runs it. docs/program.md describes the
    language.

    Without --model it is written by rule: the reader of goals, a solver, and an assertion of everything that a step
    relies on and that may come undone, with what brings it about again. With --model, a model writes, and is told what
    the checks find until there are no errors; a program that does not do what the text asks for is warned of.
    Without TEXT, the program reaches the goal that the problem has. With --skills, a model is told what can be done,
    and nobody what that needs and does; --print-skills makes such a list of a --world or of a domain.

    \b
    Exit code
      0    there is a program without errors
      1    the text is ambiguous, there is no plan, no valid program was found, or what is given has errors
      2    a file could not be read or written, or the command line is wrong
      3    the model or the solver failed, is missing, or ran out of time or memory
      130  interrupted
    """
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.planning.base import SolverError, SolverMissingError

    try:
        if values["print_skills"]:
            from clairify_cli.commands.program_skills import print_skills

            return print_skills(values)
        if values["from_plan"] is not None or values["to_plan"] is not None:
            from clairify_cli.commands.program_convert import convert

            return convert(values)
        from clairify_cli.commands.program_run import run

        return run(ctx, values)
    except SolverMissingError as error:
        complain(error)
        return 3
    except (UnreadableError, UnwritableError, SolverError) as error:
        complain(error)
        return 2
