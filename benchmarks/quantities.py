"""How many of the quantities of a text are in its program, and how many of the program's are in the text."""

from __future__ import annotations

from benchmarks.labels import Counts
from clairify_cli.diagnostics.model import Source
from clairify_cli.english.plain import PlainSource
from clairify_cli.fidelity.checks.quantities import check_quantities
from clairify_cli.fidelity.comparison.evidence import compared
from clairify_cli.fidelity.model import Standing
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, ClaimKind

_MISSING = "XDL601"
_FOREIGN = ("XDL602", "XDL603")


def kept_and_foreign(text: str, program: str, name: str) -> tuple[Counts, Counts]:
    """Quantities of the text that are instructions, and those of the program, each with how many the other side has.

    A quantity that is only in a comment is missing. `right` of the first are the text's that a property of a step
    has, `wanted` all; `right` of the second are the program's that the text has, `given` all.
    """
    language, options = get("xdl"), CheckOptions()
    source, xdl = PlainSource(text, name), Source(program, name + ".xdl")
    steps = language.claims(xdl, options)
    evidence = compared(xdl, source, steps)
    found = list(check_quantities(evidence)) if steps else []
    missing = {related.span.start for one in found if one.code == _MISSING for related in one.related if related.span}
    asked = [one for one in evidence.facts.amounts if one.standing is Standing.INSTRUCTION and not one.loose]
    kept = Counts(sum(1 for one in asked if one.start not in missing), 0, len(asked))
    claims = sum(1 for step in steps for claim in step.claims if claim.kind is ClaimKind.QUANTITY)
    foreign = sum(1 for one in found if one.code in _FOREIGN)
    return kept, Counts(claims - foreign, claims, 0)
