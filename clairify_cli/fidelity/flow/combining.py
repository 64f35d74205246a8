"""Layers that the text combines, but the program discards: `the combined aqueous layers were acidified`."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import Division, Run
from clairify_cli.fidelity.flow.liquids import layer_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules

_COMBINED = pattern("flow combined layers")
_APART = {"aqueous": pattern("flow aqueous set apart"), "organic": pattern("flow organic set apart")}
"""Words between two separations whose layers are not combined."""
_FAR = 500
"""How far before `combined`, in characters, the text describes the separations."""


def check_combined(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report separations with a layer that the text combines with others, but no step uses, with their index."""
    seen = 0
    for match in _COMBINED.finditer(evidence.text.text):
        first, seen = max(seen, match.start() - _FAR), match.end()
        wanted = "aqueous" if match["aqueous"] or match["water"] else "organic"
        told = [
            one
            for one in run.divisions
            if run.steps[one.index].action == "extract"
            and first <= (evidence.placed[one.index].start or 0) < match.start()
        ]
        if wanted == "aqueous" and "extract" in match[0].lower():  # not what was split off before
            told = [one for one in told if run.steps[one.index].given.get("purpose") == "extract"] or told
        if len(told) < 2:
            continue
        for division in told:
            part = part_of(run, division, wanted)
            start = evidence.placed[division.index].start or 0
            if part is None or run.uses.get(part) or _APART[wanted].search(evidence.text.text, start, match.start()):
                continue
            step = run.steps[division.index]
            lost = f"the {wanted} layer of this separation"
            kept = "the other layer"
            words = evidence.facts.words.words_of(match.start(), match.end())
            related = evidence.here(*match.span())
            vessel = step.given.get("from_vessel", "")
            yield division.index, rules.product_discarded(step.span, step.name, vessel, kept, lost, words, related)


def part_of(run: Run, division: Division, wanted: str) -> int | None:
    """Return the part of a separation that is the wanted layer; None if that is unknown."""
    given = run.steps[division.index].given
    solvent, density = layer_of(given.get("solvent", ""))
    purpose, phase, liquids = given.get("purpose", ""), given.get("product_phase", ""), division.before.liquids
    if solvent and purpose in ("extract", "wash"):
        kept = solvent if purpose == "extract" else "aqueous" if solvent == "organic" else "organic"
    else:
        top = liquids.organic_is_on_top(density)
        if top is None or not liquids.aqueous or phase not in ("top", "bottom"):
            return None
        kept = "organic" if top == (phase == "top") else "aqueous"
    return division.kept if kept == wanted else division.other
