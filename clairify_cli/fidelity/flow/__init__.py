"""Track the material: simulate a program, and compare what it keeps, discards and works on with the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.backwards import check_told_backwards
from clairify_cli.fidelity.flow.bench import run
from clairify_cli.fidelity.flow.gathering import check_gathered
from clairify_cli.fidelity.flow.intent import decanted
from clairify_cli.fidelity.flow.keeping import check_combined, check_filtrates, check_kept
from clairify_cli.fidelity.flow.order import check_order_of_work
from clairify_cli.fidelity.flow.solutions import check_solutions
from clairify_cli.fidelity.flow.temperatures import check_temperatures
from clairify_cli.fidelity.flow.vessels import check_vessels
from clairify_cli.fidelity.text.substances import is_solid_aid

_ECHOES = {"XDL608": ("XDL623", "XDL625"), "XDL610": ("XDL624",)}
"""For findings of other checks, the findings here that may have the same cause, if they are near."""
_EACH = frozenset(("XDL602", "XDL622"))
"""Findings that the text shows for each step, whatever is wrong with the one before it: values, wrong layers."""
_TOO_HOT, _NEAR = "XDL616", 3
"""What is hotter than in the text, and how many steps away a finding may have the same cause."""


def check_flow(evidence: Evidence, before: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Report steps on the wrong material, in the order of the program, without the consequences of other findings.

    `before` are the findings of the other checks, which are not repeated.
    """
    said = [one for one in before if one.is_error]
    causes = [(one.span.start, code) for one in said for code in _ECHOES.get(one.code, ())]
    spans = {one.span for one in said if one.code in _ECHOES}
    dried = (
        at
        for at, one in enumerate(evidence.placed)
        if one.cue is not None and one.cue.kind in ("dry", "dryagent") and one.step.action == "add"
    )
    agents = (at for at in dried if any(is_solid_aid(claim.written) for claim in evidence.steps[at].reagents))
    made = run(evidence.steps, decanted(evidence), frozenset(agents))
    checks = (
        check_temperatures,
        check_kept,
        check_combined,
        check_filtrates,
        check_vessels,
        check_gathered,
        check_told_backwards,
        check_order_of_work,
        check_solutions,
    )
    found = [one for check in checks for one in check(evidence, made)]
    found.sort(key=lambda one: (one[0], one[1].code == _TOO_HOT))  # what is in the wrong order is too hot by that
    seen: set[str] = set()
    for index, finding in found:
        steps = evidence.steps
        low, high = steps[max(0, index - _NEAR)].span.start, steps[min(index + _NEAR, len(steps) - 1)].span.end
        echoed = any(code == finding.code and low <= at < high for at, code in causes)
        follows = finding.code not in _EACH and steps[index].vessels & seen
        if follows or finding.span in spans or echoed:
            continue
        yield finding
        seen |= steps[index].vessels
        spans.add(finding.span)
