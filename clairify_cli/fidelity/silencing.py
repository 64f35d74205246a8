"""Comments of a program that silence findings of fidelity: `<!-- clairify: ignore XDL601 -->`."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.suppress import apply
from clairify_cli.fidelity import is_fidelity_code
from clairify_cli.languages.base import Language

_UNUSED = "CLA001"


def silenced(
    program: Source,
    language: Language,
    own: list[Diagnostic],
    found: list[Diagnostic],
    theirs: Callable[[str], bool] = is_fidelity_code,
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings about a program itself and its fidelity, without those that its comments silence.

    `theirs` recognises the codes of the latter; it may include other findings that `language.check` does not report.

    `own` was filtered by the same comments before; a comment reported there as unused may be used here.
    """
    if "clairify" not in program.text:
        return own, found
    left = apply(language.comments(program), found, program)
    idle = {one.span.start: one for one in left if one.code == _UNUSED}
    of_fidelity = [one for one in idle.values() if theirs(program.text[one.span.start : one.span.end].upper())]
    kept = [one for one in own if one.code != _UNUSED or one.span.start in idle]
    said = {one.span.start for one in kept if one.code == _UNUSED}
    kept += [one for one in of_fidelity if one.span.start not in said]
    return kept, [one for one in left if theirs(one.code)]
