"""Compare a program with the text that it was made from, whoever wrote it and in whatever language.

`check_fidelity` reports what is missing, invented or different. A language provides the claims of its programs
(`Language.claims`); everything else is independent of the language.

    >>> from clairify_cli.diagnostics.model import Source
    >>> from clairify_cli.languages import get
    >>> from clairify_cli.languages.base import CheckOptions
    >>> program = Source('<XDL><Synthesis><Procedure><Stir vessel="a" time="5 s"/></Procedure></Synthesis></XDL>')
    >>> [found.code for found in check_fidelity(program, Source("Stir for 10 s."), get("xdl"), CheckOptions())]
    ['XDL602']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clairify_cli.diagnostics.model import Diagnostic, Source
    from clairify_cli.languages.base import CheckOptions, Language

__all__ = ["check_fidelity", "check_with_text", "is_about_fidelity", "is_fidelity_code", "together"]

_CODES = ("XDL60", "XDL61", "XDL62", "XDL64", "XDL65", "XDL69", "PDL60")
"""Prefixes of rules that compare a program with its text, or report guesses of the offline reader."""


def is_about_fidelity(finding: Diagnostic) -> bool:
    """Whether a finding says that a program differs from its text, rather than that it is wrong in itself."""
    return is_fidelity_code(finding.code)


def is_fidelity_code(code: str) -> bool:
    """Whether the code of a finding belongs to a comparison with the text."""
    return code.startswith(_CODES)


def check_fidelity(program: Source, text: Source, language: Language, options: CheckOptions) -> list[Diagnostic]:
    """Report the differences found between a program and its source text, in the program's order. See `check`.

    For a PDDL problem or a bare goal, the goal is checked against the text; see `goals`.
    """
    if language.name == "pddl":
        from clairify_cli.fidelity.goals import check_goal, lexicon_of

        return check_goal(program, text, options.context, lexicon_of(options.context))
    from clairify_cli.fidelity.check import check_fidelity as check

    return check(program, text, language, options)


def together(own: Iterable[Diagnostic], found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Merge the findings about a program itself with those about its fidelity, in source order.

    A value that is an error in itself gets no further findings.
    """
    from clairify_cli.diagnostics.model import in_source_order

    own = list(own)
    wrong = {(one.span.start, one.span.end) for one in own if one.is_error}
    return in_source_order([*own, *(one for one in found if (one.span.start, one.span.end) not in wrong)])


def check_with_text(program: Source, text: Source, language: Language, options: CheckOptions) -> list[Diagnostic]:
    """Return the findings about a program itself and against its text, without those that its comments silence."""
    from clairify_cli.fidelity.silencing import silenced

    own = language.check(program, options)
    found = check_fidelity(program, text, language, options)
    return together(*silenced(program, language, own, found))
