"""`clairify describe`: a language in words, as a model is told of it."""

from __future__ import annotations

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_dialects, complete_domains, complete_files
from clairify_cli.commands.options import check_options, max_size_option
from clairify_cli.commands.output import hand_out
from clairify_cli.languages import NAMES
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import PDDL, PROGRAM, read_given


@click.command("describe")
@click.argument("language", type=click.Choice(NAMES), default="xdl", metavar="[LANGUAGE]")
@declare.plain("--dialect", metavar="NAME", shell_complete=complete_dialects, help="Dialect of the language (xdl).")
@declare.reads(
    "--domain",
    metavar="FILE",
    shell_complete=complete_domains,
    help="Tell the words of a domain too: a file, or the name of one that comes along, such as household (pddl).",
)
@declare.reads(
    "--problem", metavar="FILE", shell_complete=complete_files, help="Tell a scene too: its objects and facts (pddl)."
)
@declare.reads(
    "--skills",
    metavar="FILE",
    shell_complete=complete_files,
    help="In place of both, tell the words of a list of skills (program).",
)
@declare.plain("--markdown", is_flag=True, help="Print the reference of all dialects as Markdown (docs/xdl.md).")
@max_size_option(20_000_000)
@click.pass_context
def command(
    ctx: click.Context,
    language: str,
    dialect: str | None,
    domain: str | None,
    problem: str | None,
    skills: str | None,
    markdown: bool,
    max_size: int,
) -> int:
    """Describe a language: what may be written, in the words that a model is told.

    LANGUAGE is xdl (default: steps, properties, types and units, made from its schema), pddl (conditions, effects and
    sections; with --domain, the types, predicates and actions that there are) or program (calls, assertions and loops;
    with --domain and --problem, or --skills, the actions and objects, and examples). With --markdown it is the whole
    reference of XDL, for people.
    """
    from dataclasses import replace

    from clairify_cli.languages import get

    if language not in (PDDL, PROGRAM) and (domain is not None or problem is not None):
        raise RequestError("--domain and --problem are of PDDL: write `clairify describe pddl`")
    if language != PROGRAM and skills is not None:
        raise RequestError("--skills is of programs: write `clairify describe program`")
    if language in (PDDL, PROGRAM) and (dialect is not None or markdown):
        raise RequestError("--dialect and --markdown are of XDL")
    if markdown:
        from clairify_cli.languages.xdl.reference import reference

        hand_out(reference())
        return 0
    options = check_options(ctx, language, dialect, None, None)
    given = read_given(domain, problem, most_bytes=max_size)
    context = tuple(source for source in given if source is not None)
    if skills is not None:
        from clairify_cli.services.program_context import read_skills_file

        context = (read_skills_file(skills, most_bytes=max_size, beside=(domain, problem)),)
    hand_out(get(language).describe(replace(options, context=context)))
    return 0
