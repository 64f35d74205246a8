"""Track the material: simulate a program, and compare what it keeps, discards and works on with the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import run
from clairify_cli.fidelity.flow.combining import check_combined
from clairify_cli.fidelity.flow.gathering import check_gathered
from clairify_cli.fidelity.flow.intent import decanted
from clairify_cli.fidelity.flow.keeping import check_kept
from clairify_cli.fidelity.flow.order import check_order_of_work
from clairify_cli.fidelity.flow.temperatures import check_temperatures
from clairify_cli.fidelity.flow.vessels import check_vessels

_ECHOES = {"XDL608": ("XDL623", "XDL625"), "XDL610": ("XDL624",)}
"""For findings of other checks, the findings here that may have the same cause."""


def check_flow(evidence: Evidence, before: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Report steps on the wrong material, in the order of the program, without the consequences of other findings.

    `before` are the findings of the other checks, which are not repeated.
    """
    said = [one for one in before if one.is_error]
    echoes = {code for one in said for code in _ECHOES.get(one.code, ())}
    spans = {one.span for one in said if one.code in _ECHOES}
    made = run(evidence.steps, decanted(evidence))
    checks = (
        check_kept,
        check_combined,
        check_vessels,
        check_gathered,
        check_order_of_work,
        check_temperatures,
    )
    found = [one for check in checks for one in check(evidence, made)]
    found.sort(key=lambda one: one[0])
    seen: set[str] = set()
    for index, finding in found:
        vessels = evidence.steps[index].vessels
        if not vessels & seen and finding.span not in spans and finding.code not in echoes:
            yield finding
        seen |= vessels
        spans.add(finding.span)
