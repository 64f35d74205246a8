"""`clairify check`: everything that is wrong with program files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_codes, complete_domains, complete_files
from clairify_cli.commands.options import (
    check_options,
    codes,
    constraint_options,
    follows_links,
    links_option,
    max_size_option,
)
from clairify_cli.commands.output import complain, counted_codes, hand_out, hand_out_changed, inform, say, wants_color
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import KINDS, Kinds, opened, read_given
from clairify_cli.services.kinds import language as language_of
from clairify_cli.services.source_texts import refuse_source, source_of, with_source

if TYPE_CHECKING:
    from clairify_cli.checking import Check, Checked
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions, Language

FORMATS = ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "html")


@click.command("check")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
@declare.plain(
    "--language", type=click.Choice(KINDS), help="Language, where neither the file's ending nor its beginning says it."
)
@constraint_options
@declare.reads(
    "--domain",
    metavar="FILE",
    shell_complete=complete_domains,
    help="Domain of PDDL problems and plans: a file, or the name of one that comes along, such as household. Without "
    "it, the domain that a problem names is looked for among the inputs and beside it.",
)
@declare.reads(
    "--problem", metavar="FILE", shell_complete=complete_files, help="Problem that plans are for, likewise looked for."
)
@declare.reads(
    "--skills",
    metavar="FILE",
    shell_complete=complete_files,
    help="List of a world's skills (YAML) that programs are held to where there is no domain.",
)
@declare.reads(
    "--source",
    metavar="PATH",
    shell_complete=complete_files,
    help="Hold the program to the English text that it was made from: a file; for several programs, a folder that has "
    "a text (*.txt, *.md) of the same name for each.",
)
@declare.plain(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    help="Format of the report; text shows the first 100 findings of a file, html one program beside its --source.",
)
@declare.writes(
    "-o", "--output", metavar="FILE", shell_complete=complete_files, help="Write the report to FILE instead of stdout."
)
@declare.writes(
    "--map",
    "map_",
    metavar="PATH",
    shell_complete=complete_files,
    help="With --source: write which words each step came from, as JSON; for several programs, a folder.",
)
@declare.plain(
    "--select",
    multiple=True,
    metavar="CODES",
    shell_complete=complete_codes,
    help="Only these rules, and broken XML: codes or their beginnings (XDL3), with commas.",
)
@declare.plain(
    "--ignore",
    multiple=True,
    metavar="CODES",
    shell_complete=complete_codes,
    help="Not these rules. Of --select and --ignore, the longer code decides.",
)
@declare.writes("--fix", is_flag=True, help="Apply safe fixes to the files; for -, print the fixed text to stdout.")
@declare.writes(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff: also apply fixes that may change the meaning."
)
@declare.plain("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@declare.plain("--strict", is_flag=True, help="Count warnings as errors.")
@declare.plain("-q", "--quiet", is_flag=True, help="Report errors only, no warnings.")
@declare.plain("--statistics", is_flag=True, help="Add how often each rule found something (text, concise).")
@links_option
@max_size_option(20_000_000)
@click.pass_context
def command(
    ctx: click.Context,
    inputs: tuple[str, ...],
    language: str | None,
    dialect: str | None,
    hardware: str | None,
    reagents: str | None,
    domain: str | None,
    problem: str | None,
    skills: str | None,
    source: str | None,
    format_: str,
    output: str | None,
    map_: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    strict: bool,
    quiet: bool,
    statistics: bool,
    max_size: int,
) -> int:
    """Say everything that is wrong with programs: where, why, and how to mend it.

    FILE is a file, a directory (searched for *.xdl, *.pddl and *.plan), a glob in quotes, or - for standard input.

    A program (*.py) is read and never executed; it is held to the domain and the problem that are given, or that a
    comment in it names: `# clairify: domain household, problem kitchen`. With a list of skills in their place, what
    takes preconditions and effects is not checked.

    A PDDL problem is checked together with its domain. A plan is carried out step by step in its problem: a file
    *.plan or sas_plan, a text that begins with an action, or any file where --problem says what it is a plan for.
    YAML with the key `scene` is a scene, the bench of a robot; with `profile: 1` it is the profile of a real one, and
    with `skills` a list of skills.

    With --source, what of the text is not in the program, and the reverse, is an error too (XDL601 to XDL613, PDL6).

    The report goes to stdout. Where stdout is needed for a diff or for the fixed text of -, it goes to stderr.

    \b
    Exit code
      0  no errors are left
      1  there are errors; or --diff has something to show; or, with --strict, there are warnings
      2  a file could not be read or written or held to its --source, or the command line is wrong
    """
    from clairify_cli.checking import Fixing, Selection, check_inputs
    from clairify_cli.files.writing import UnwritableError, refuse_unwritable
    from clairify_cli.services.check_views import map_places, refuse_views, show_checked

    _refuse_idle(ctx, unsafe_fixes and not (fix or diff))
    selection = Selection(codes(select), codes(ignore), errors_only=quiet and not strict)
    _refuse_unknown(selection.select + selection.ignore)
    items = opened(inputs, language, most_bytes=max_size, follow=follows_links(), remark=inform)
    if source is not None:
        refuse_source(source, len(items))
    kinds = Kinds(
        items,
        language,
        lambda kind: check_options(ctx, kind, dialect, hardware, reagents),
        *read_given(domain, problem, inputs, most_bytes=max_size),
        _skills_of(skills, domain, problem, inputs, max_size),
    )
    kinds.shared(language or KINDS[0])  # so that a wrong option is refused before any file is read
    refuse_views(source, map_, format_, [kinds.of(item) for item in items])

    def beside(item: Input, program: Source) -> tuple[Source, Language, CheckOptions]:
        text = source_of(item, source or "", most_bytes=max_size, follow=follows_links())
        return text, language_of(kinds.of(item)), kinds.options(item, program)

    def checker(item: Input) -> Check:
        found = language_of(kinds.of(item))
        if source is None:
            return lambda program: found.check(program, kinds.options(item, program))
        text = source_of(item, source, most_bytes=max_size, follow=follows_links())
        return with_source(found, lambda program: kinds.options(item, program), text)

    fixing = Fixing.SHOWN if diff else Fixing.WRITTEN if fix else Fixing.NONE
    try:
        if output not in (None, "-"):
            refuse_unwritable(output)
        places = map_places(items, map_, follow=follows_links())
        checked = check_inputs(
            items,
            checker,
            selection,
            fixing=fixing,
            unsafe=unsafe_fixes,
            most_bytes=max_size,
        )
        for note in () if quiet else kinds.notes:
            inform(f"note: {note}")
        for remark in kinds.remarks:
            if source is None:
                inform(f"note: {remark}")
            else:
                complain(remark)
        taken = _hand_out_texts(checked)
        if fixing is not Fixing.NONE and not quiet:
            _say_fixed(checked, "would fix" if diff else "fixed")
        page = show_checked(checked, places, beside, format_) if map_ is not None or format_ == "html" else ""
        _report(checked, format_, output, page, statistics=statistics, to_stderr=taken or diff)
    except UnwritableError as error:
        complain(error)
        return 2
    unheld = source is not None and bool(kinds.remarks)
    return max(_exit_code(checked, strict=strict), 2 if unheld else 0)


def _skills_of(
    skills: str | None, domain: str | None, problem: str | None, inputs: tuple[str, ...], most_bytes: int
) -> Source | None:
    """The list of skills that is given. Raises `RequestError`."""
    if skills is None:
        return None
    from clairify_cli.services.program_context import read_skills_file

    if skills == "-" and "-" in inputs:
        raise RequestError("standard input can be read only once: give `-` once, and files for the rest")
    return read_skills_file(skills, most_bytes=most_bytes, beside=(domain, problem))


def _exit_code(checked: list[Checked], *, strict: bool) -> int:
    if any(item.crashed for item in checked):
        return 3
    if any(item.failed for item in checked):
        return 2
    bad = any(d.is_error or strict for item in checked for d in item.report.diagnostics)
    return 1 if bad or any(item.diff for item in checked) else 0


def _refuse_idle(ctx: click.Context, idle: bool) -> None:
    """`--unsafe-fixes` alone does nothing, which whoever types it does not expect; in a settings file it may stand."""
    if idle and ctx.get_parameter_source("unsafe_fixes") is click.core.ParameterSource.COMMANDLINE:
        raise RequestError("--unsafe-fixes does nothing without --fix or --diff")


def _refuse_unknown(wanted: tuple[str, ...]) -> None:
    """A misspelt code would silence nothing, or everything."""
    if not wanted:
        return
    from clairify_cli.diagnostics.select import unknown_codes
    from clairify_cli.rulebook import all_rules

    all_rules()
    for unknown in unknown_codes(wanted):
        raise RequestError(unknown.message)


def _hand_out_texts(checked: list[Checked]) -> bool:
    """Print diffs and the fixed text of standard input; whether stdout is taken by them."""
    taken = False
    for item in checked:
        if item.diff:
            hand_out(item.diff)
        if item.text is not None:
            hand_out_changed(item.text)
            taken = True
    return taken


def _say_fixed(checked: list[Checked], verb: str) -> None:
    """How much was fixed, and what could not be."""
    found = [finding.code for item in checked for finding in item.fixed]
    if found:
        files = sum(1 for item in checked if item.fixed)
        findings = f"{len(found)} finding{'' if len(found) == 1 else 's'}"
        say(f"{verb} {findings} in {files} file{'' if files == 1 else 's'}: {counted_codes(found)}")
    elif verb == "fixed" and not any(item.failed for item in checked):
        say("nothing to fix")


def _report(
    checked: list[Checked], format_: str, output: str | None, page: str, *, statistics: bool, to_stderr: bool
) -> None:
    """The report where it belongs; what could not be read or written is said on stderr if the report does not."""
    from clairify_cli.diagnostics.render import render

    to_file = output not in (None, "-")
    for_people = format_ in ("text", "concise")
    for item in checked:
        if item.unwritten is not None:
            complain(item.unwritten)
        if item.report.error is not None and (to_file or not for_people):
            complain(f"{'checking' if item.crashed else 'cannot read'} {item.item.name}: {item.report.error}")
    color = for_people and not to_file and wants_color("stderr" if to_stderr else "stdout")
    reports = [item.report for item in checked]
    text = page if format_ == "html" else render(format_, reports, color=color, statistics=statistics)
    if to_file and output is not None:
        from clairify_cli.files.writing import write_text

        write_text(output, text)
    elif to_stderr:
        if any(item.report.diagnostics or item.report.error for item in checked):
            say(text.rstrip("\n"))
    else:
        hand_out(text)
