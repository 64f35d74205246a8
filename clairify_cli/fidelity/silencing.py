"""Comments of a program that silence findings of fidelity: `<!-- clairify: ignore XDL601 -->`."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.diagnostics.suppress import apply, find_suppressions
from clairify_cli.fidelity import is_fidelity_code
from clairify_cli.languages.base import Language

_UNUSED = "CLA001"


def silenced(
    program: Source, language: Language, own: list[Diagnostic], found: list[Diagnostic]
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings about a program itself and those of its fidelity, less what its comments silence.

    `own` has been through the same comments before; what was said there to silence nothing may do so here. A language
    whose comments cannot silence anything has no `comments`.
    """
    comments_of = getattr(language, "comments", None)
    if comments_of is None or "clairify" not in program.text:
        return own, found
    left = apply(find_suppressions(comments_of(program)), found, program)
    idle = {one.span.start: one for one in left if one.code == _UNUSED}
    of_fidelity = [one for one in idle.values() if is_fidelity_code(_word(program, one.span))]
    kept = [one for one in own if one.code != _UNUSED or one.span.start in idle]
    said = {one.span.start for one in kept if one.code == _UNUSED}
    kept += [one for one in of_fidelity if one.span.start not in said]
    return kept, [one for one in left if is_fidelity_code(one.code)]


def _word(program: Source, span: Span) -> str:
    return program.text[span.start : span.end].upper()
