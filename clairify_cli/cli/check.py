"""`clairify check`: report every problem in program files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from clairify_cli.checking import Checked
from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import (
    complain,
    counted_codes,
    folded,
    inform,
    print_changed,
    print_out,
    say,
    wants_color,
)
from clairify_cli.diagnostics.counts import counted
from clairify_cli.records import replace
from clairify_cli.services.check.request import COMBINATIONS, CheckRequest
from clairify_cli.services.check.run import CheckResult, check
from clairify_cli.services.parts import Output
from clairify_cli.services.places import put

if TYPE_CHECKING:
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.diagnostics.render.text import Group


def run(request: CheckRequest) -> int:
    """Check, and report."""
    result = check(request, inform, _in_color(request, "stdout"))
    _tell(result, request)
    return result.exit_code(strict=request.rules.strict, zero=request.known.exit_zero)


def _tell(result: CheckResult, request: CheckRequest) -> None:
    from clairify_cli.checking import Fixing

    quiet = request.narration.quiet
    for note in () if quiet else result.notes:
        inform(f"note: {note}")
    for remark in result.remarks:
        if request.source is None:
            inform(f"note: {remark}")
        else:
            complain(remark)
    taken = _hand_out_texts(result.checked)
    is_diff = result.fixing is Fixing.SHOWN
    if result.fixing is not Fixing.NONE and not quiet:
        _say_fixed(result.checked, "would fix" if is_diff else "fixed")
    if request.show is not None:
        if result.page and (printed := put(result.page, request.output.place)):  # else nothing could be shown
            print_out(printed)
        request = replace(request, output=Output())
    _report(result, request, to_stderr=taken or is_diff or request.show is not None)


def _hand_out_texts(checked: Sequence[Checked]) -> bool:
    """Print diffs and the fixed text of standard input. Return whether anything went to stdout."""
    taken = False
    for item in checked:
        if item.diff:
            print_out(item.diff)
        if item.text is not None:
            print_changed(item.text)
            taken = True
    return taken


def _say_fixed(checked: Sequence[Checked], verb: str) -> None:
    """Print how much was fixed, and what could not be."""
    found = [finding.code for item in checked for finding in item.fixed]
    if found:
        files = sum(1 for item in checked if item.fixed)
        findings = counted(len(found), "finding")
        say(f"{verb} {findings} in {counted(files, 'file')}: {counted_codes(found)}")
    elif verb == "fixed" and not any(item.failed for item in checked):
        say("nothing to fix")


def _report(result: CheckResult, request: CheckRequest, *, to_stderr: bool) -> None:
    """Write the report; complain about unreadable or unwritable files on stderr unless the report mentions them."""
    from clairify_cli.diagnostics.render import render, text
    from clairify_cli.diagnostics.render.characters import visible

    output = request.output.place
    for_people = request.format in ("text", "concise")
    for item in result.checked:
        if item.unwritten is not None:
            complain(item.unwritten)
        if item.report.error is not None and (output is not None or not for_people):
            complain(f"{'checking' if item.crashed else 'cannot read'} {item.item.name}: {item.report.error}")
    color = _in_color(request, "stderr" if to_stderr else "stdout")
    reports = [item.report for item in result.checked]
    if request.statistics or not for_people:
        _load_rules(reports)
    if request.format == "html":
        shown = result.page
    elif request.format == "sarif":
        from clairify_cli.diagnostics.render import sarif

        shown = sarif.render(reports, home=request.docs_url)
    elif request.format == "text":
        gathered = None if request.source is None or request.narration.verbose else _groups()
        only = request.narration.quiet and not request.rules.strict
        shown = text.render(reports, color=color, statistics=request.statistics, groups=gathered, errors_only=only)
    else:
        shown = render(request.format, reports, color=color, statistics=request.statistics)
    if not request.narration.quiet:
        shown += "".join(f"{visible(sentence)}\n" for sentence in result.verdict)
    if output is not None:
        from clairify_cli.files.writing import write_text

        write_text(output, shown)
    elif to_stderr:
        if any(item.report.diagnostics or item.report.error for item in result.checked):
            say(folded(shown.rstrip("\n"), "stderr"))
    else:
        print_out(folded(shown, "stdout") if request.format == "text" else shown, rendered=True)


def _load_rules(reports: Sequence[Report]) -> None:
    """Load the rules that findings name: those of earlier runs or other processes have not loaded them."""
    from clairify_cli.diagnostics.registry import registered
    from clairify_cli.diagnostics.render.report import by_code

    if by_code(reports).keys() - registered().keys():
        from clairify_cli.rulebook import all_rules

        all_rules()


def _in_color(request: CheckRequest, stream_name: str) -> bool:
    return request.format in ("text", "concise") and request.output.place is None and wants_color(stream_name)


def _groups() -> Mapping[str, Group]:
    from clairify_cli.fidelity.groups import groups

    return groups()


command = command_of("check", CheckRequest, run, COMBINATIONS)
