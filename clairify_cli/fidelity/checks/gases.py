"""Gases that the text works under, and steps that put a vessel under a gas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.cues import GasMention
from clairify_cli.fidelity.text.substances import same
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind

_STREAM = late(r"\s(?:stream|current|flow|bleed|sweep|blow\w*)\b", re.IGNORECASE)
_DRIVES_OFF = late(
    r"(?<!-)\b(?:dr(?:y|ied)|evaporat\w*|concentrat\w*|remov\w*|blown?|driv\w*|strip\w*)\b[^.;,]{0,40}\Z", re.IGNORECASE
)
_DEVICE = late(r"\s(?:inlet|outlet|line|bubbler|supply|source|cylinder|manifold)\b", re.IGNORECASE)


def missing_gases(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report gases that the text works under and no step has, each once."""
    said: set[str] = set()
    for mention in evidence.facts.gases:
        gas = mention.gas if len(mention.gas) < 4 else mention.gas.casefold()
        if gas in said or gas == "air":
            continue
        said.add(gas)
        first = next((one for one in evidence.placed if _has(one, gas)), None)
        late = first is not None and _comes_late(evidence, mention, first)
        if first is not None and not late:
            continue
        text = evidence.text.text
        words = text[mention.start : mention.end]
        stream = _STREAM.match(text, mention.end) or _STREAM.search(words)
        start, _ = evidence.facts.bounds_around(mention.start, mention.end)
        noted = any(gas.casefold() in note.casefold() for step in evidence.steps for note in step.notes)
        if stream and (noted or _DRIVES_OFF.search(text, start, mention.start)):
            continue  # it dries, or drives off a solvent
        at = evidence.place_for(mention.start)
        yield rules.missing_gas(at, words, *evidence.quoted(mention.start, mention.end))


def _has(one: Placed, gas: str) -> bool:
    """Whether a step has a gas, as such or as a reagent; `CO` is not that of `Rh(CO)2Cl`."""
    return any(
        is_gas_of(claim.written, gas, whole=claim.kind is ClaimKind.REAGENT)
        for claim in one.step.claims
        if claim.kind in (ClaimKind.GAS, ClaimKind.REAGENT)
    )


def _comes_late(evidence: Evidence, mention: GasMention, first: Placed) -> bool:
    """Whether steps of later sentences come before the first one with a gas."""
    text = evidence.text.text
    _, end = evidence.facts.bounds_around(mention.start, mention.end)
    before = evidence.placed[: first.step.number - 1]
    return not _DEVICE.match(text, mention.end) and any(one.start is not None and one.start > end for one in before)


def is_gas_of(written: str, gas: str, *, whole: bool = False) -> bool:
    """Whether a program's gas is that of the text; if either is just called inert, any gas matches.

    With `whole`, the gas is not part of a formula.
    """
    given, wanted = written.casefold(), gas.casefold()
    if given.startswith("inert") or wanted.startswith("inert") or same(written, gas):
        return True
    around = "a-z0-9()" if whole else "a-z0-9"
    return re.search(rf"(?<![{around}]){re.escape(wanted)}(?![{around}])", given) is not None  # no `H2` in `CH2Cl2`


def gas_is_named(evidence: Evidence, one: Placed) -> bool:
    """Whether the text has the gas of a step, or any."""
    named = [claim for claim in one.step.claims if claim.kind is ClaimKind.GAS]
    if any(evidence.facts.names.find(claim.written, claim.names) for claim in named):
        return True
    if "hydrogenat" in evidence.text.text.casefold() and any(same(claim.written, "hydrogen") for claim in named):
        return True
    return bool(evidence.facts.gases) or any(cue.kind == "gas" for cue in evidence.facts.cues)
