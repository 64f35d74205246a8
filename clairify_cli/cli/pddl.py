"""`clairify pddl`: English into a goal, a problem or a domain of PDDL, and that into a plan."""

from __future__ import annotations

from typing import Any

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files
from clairify_cli.commands.output import complain
from clairify_cli.commands.solver_options import open_planner, solver_options
from clairify_cli.commands.writing_options import given_options, lexicon_option, output_option, writing_options
from clairify_cli.services.kinds import read_given

EMITTED = ("plan", "goal", "problem", "domain", "pddl")


@click.command("pddl")
@click.argument("inputs", nargs=-1, metavar="[TEXT|FILE...]", shell_complete=complete_files)
@given_options("Scene: a problem of the domain, with or without a goal; a file, or the name of one that comes along.")
@declare.runs(
    "--write",
    type=click.Choice(("goal", "problem", "both")),
    help="What is written: the goal (default, for a domain and a scene), a whole problem (default, for a domain "
    "alone), or domain and problem. All but a goal takes a language model.",
)
@lexicon_option
@declare.runs(
    "--emit",
    type=click.Choice(EMITTED),
    help="What to hand out: plan (default), goal, problem (as it is solved, with its goal), domain, or pddl (domain "
    "and problem).",
)
@declare.runs(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    help="text: just that. json: everything in one document: texts, plan with named arguments, solver, findings.",
)
@output_option
@solver_options
@writing_options("Hand out PDDL (with --emit) even if it has errors or no plan.", 20_000_000)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    domain: str | None,
    problem: str | None,
    write: str | None,
    lexicon: str | None,
    emit: str | None,
    format_: str,
    output: str | None,
    keep_invalid: bool,
    quiet: bool,
    verbose: bool,
    max_size: int,
    **values: Any,
) -> int:
    """Write PDDL for English, solve it, and hand out the plan.

    Give the task as TEXT in quotes, as a FILE, a directory (searched for *.txt and *.md), a glob in quotes, a table
    (*.jsonl, *.csv, *.tsv) or - for standard input, and the --domain and the scene (--problem) that it is about. The
    goal is written, checked, held to the text (PDL601 and on; not with --no-fidelity) and solved; the plan is validated
    step by step and goes to stdout. Domain and scene are never altered. Where there is no plan, stderr says why.
    Without TEXT, the problem is solved with the goal that it has.

    Without --model the offline reader writes the goal: no network, no key. A text that it can read in several ways is
    not guessed at: the readings are listed. Solvers are brought by pip install 'clairify-cli[plan]'.

    \b
    Exit code
      0    there is a plan (with --no-solve: what was written is good)
      1    the text is ambiguous, no good PDDL was found, the goal differs from the text, or there is no plan
      2    a file could not be read or written, or the command line is wrong
      3    the model or the solver failed, is missing, or ran out of time or memory
      130  interrupted
    """
    from clairify_cli.commands.pddl_run import Wanted, run_texts, solve_given
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.planning.base import SolverError, SolverMissingError

    given = read_given(domain, problem, inputs, most_bytes=max_size)
    output = None if output == "-" else output
    wanted = Wanted(emit, format_, output, solve=values["solve"], keep_invalid=keep_invalid)
    try:
        planner = open_planner(values)
        if not inputs:
            return solve_given(*given, planner, wanted, write, quiet=quiet)
        return run_texts(
            inputs, given, write, lexicon, planner, wanted, values, quiet=quiet, verbose=verbose, most_bytes=max_size
        )
    except SolverMissingError as error:
        complain(f"{error}; --no-solve writes and verifies without one" if inputs else error)
        return 3
    except (UnwritableError, SolverError) as error:
        complain(error)
        return 2
