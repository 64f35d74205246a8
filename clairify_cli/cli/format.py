"""`clairify format`: print programs in canonical form."""

from __future__ import annotations

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_changed, print_out, say, silent
from clairify_cli.diagnostics.counts import counted
from clairify_cli.files.writing import UnwritableError
from clairify_cli.services.combinations import combinations
from clairify_cli.services.format import FormatRequest, Formatted, format_programs


def run(request: FormatRequest) -> int:
    """Print, write or check each file. Return the worst exit code."""
    worst = written = 0
    for made in format_programs(request, silent if request.quiet else inform):
        try:
            code = _show(made, request)
        except UnwritableError as error:
            complain(error)
            code = 2
        worst = max(worst, code)
        written += made.changed and made.item.path is not None
    if request.write and not request.quiet:
        say(f"rewrote {counted(written, 'file')}")
    return worst


def _show(made: Formatted, request: FormatRequest) -> int:
    from clairify_cli.diagnostics.fixes import unified_diff

    if made.failed is not None:
        complain(made.failed)
        return 2
    if made.after is None:
        complain(f"{made.item.name} is not well-formed: {made.malformed}; `clairify check` says more")
        return 1
    for finding in made.unsaid:
        place = f"{made.item.name}, line {finding.span.line} as converted"
        complain(f"{place}: {finding.code}: {finding.message} ({finding.hint})")
    if request.diff:
        print_out(unified_diff(made.before, made.after.text, made.item.name))
    if request.check and made.changed:
        complain(f"{made.item.name} is not in canonical form")
    if request.check or request.diff:
        return 1 if made.changed or made.unsaid else 0
    if not request.write or made.item.path is None:
        print_changed(made.after)
    return 1 if made.unsaid else 0


command = command_of("format", FormatRequest, run, combinations("format"))
