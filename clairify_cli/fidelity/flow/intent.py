"""The part that the text keeps: the solid or filtrate of a filtration, the organic or aqueous layer of a separation."""

from __future__ import annotations

import re

from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import Side
from clairify_cli.fidelity.lists import pattern
from clairify_cli.files.patterns import late

_BEHIND, _FAR_BEHIND, _NEXT, _BEFORE = 170, 420, 12, 4
"""Characters in which the text says what it continues with: after a filtration, a separation, the next reagent."""

_FILTRATE = pattern("flow filtrate")
_CRYSTALS = pattern("flow crystals")
"""What is collected from a hot liquid: `the black crystals were filtered off while hot`."""
_LIQUID_AWAY, _TAKEN_AWAY = pattern("flow liquid away"), pattern("flow taken away")
_SOLID_BEFORE = pattern("flow solid before")
_SOLID_NEXT = pattern("flow solid next")

_POURED_OFF = late(
    r"decant\w*\s(?:off\s)?(?:the\s)?(?:supernatant|liquid|liquor)\b[^.;]{0,12}(?:waste|discard)", re.IGNORECASE
)


def kept_of_filtration(evidence: Evidence, one: Placed) -> Side | None:
    """Whether the text continues with the solid or the filtrate of a filtration; None if it does not say."""
    cue = one.cue
    text = evidence.text.text
    if cue is not None and _POURED_OFF.match(text, cue.start):
        return Side.SOLID
    if cue is None or cue.kind not in ("filter", "spin", "purify", "evaporate"):
        return None
    start, _ = evidence.facts.bounds_around(cue.start, cue.end)
    before, behind = text[start : cue.start], text[cue.end : cue.end + _BEHIND]
    if pattern("flow crystals next").match(behind):
        return Side.SOLID
    of_solid = _SOLID_BEFORE.search(before) and _SOLID_NEXT.match(behind)  # `the solid was filtered off hot, washed`
    hot = pattern("flow hot").match(behind) and not of_solid and not _CRYSTALS.search(before)
    strained = cue.words.lower().endswith(" out") and not _SOLID_BEFORE.search(before)
    goes_on = pattern("flow liquid next").match(behind) or pattern("flow through").match(behind)
    if strained or goes_on or hot or pattern("flow cleared").match(behind):
        return Side.LIQUID
    if pattern("flow kept for later").search(behind):
        return Side.SOLID
    if _LIQUID_AWAY.search(before):
        return Side.SOLID
    if _TAKEN_AWAY.search(before):
        return Side.LIQUID
    if pattern("flow liquid before").search(before) and pattern("flow moved next").match(behind):
        return Side.LIQUID  # `the extract was filtered and transferred`
    solid, filtrate = _SOLID_NEXT.match(behind) or _SOLID_BEFORE.search(before), _FILTRATE.search(behind)
    if solid and filtrate:
        return None  # the text continues with both, or with either
    return Side.SOLID if solid else Side.LIQUID if filtrate else None


def goes_on_with_filtrate(evidence: Evidence, one: Placed) -> bool:
    """Whether the text does something to the filtrate by that name: `and X was added to the filtrate`."""
    if one.cue is None or one.cue.kind != "filter":
        return False
    later = (cue.start for cue in evidence.facts.cues if cue.kind == "filter" and cue.start > one.cue.end)
    end = min(next(later, len(evidence.text.text)), one.cue.end + _FAR_BEHIND)
    return pattern("flow on filtrate").search(evidence.text.text, one.cue.end, end) is not None


def kept_layer(evidence: Evidence, one: Placed, solvent: str, purpose: str) -> str:
    """Return the layer that the text continues with, `organic` or `aqueous`; empty if it does not say.

    `solvent` is the layer of the added solvent; `purpose` is the program's, used if the text has no verb.
    """
    text = evidence.text.text
    told = [one, *reversed(evidence.placed[max(0, one.step.number - _BEFORE) : one.step.number - 1])]
    said = next((each for each in told if each.places or (each is one and one.cue is not None)), None)
    if said is None:
        return ""
    end = max([said.cue.end if said.cue is not None and said is one else 0, *(place[1] for place in said.places)])
    later = (other.places[0][0] for other in evidence.placed[one.step.number :] if other.places)
    until = min((place for place in later if place > end), default=end + _FAR_BEHIND) + _NEXT
    behind = pattern("flow put aside").sub(lambda match: " " * len(match[0]), text[end : end + _FAR_BEHIND])
    moved = pattern("flow aqueous moved")
    if purpose == "wash" and solvent == "organic" and moved.search(behind, 0, until - end):
        return "aqueous"
    if solvent == "organic" and pattern("flow solvent discarded").match(behind):
        return "aqueous"
    aqueous, organic = pattern("flow aqueous").search(behind), pattern("flow organic").search(behind)
    if (
        aqueous is not None
        and aqueous.start() < until - end
        and (organic is None or aqueous.start() <= organic.start())
    ):
        return "aqueous"
    # `the extracts were scrubbed with` names what an extraction gave, and a word that is no predicate tells of no step
    told_so = one.cue is not None and one.cue.required and one.cue.kind in ("extract", "wash")
    verb = one.cue.kind if one.cue is not None and told_so else purpose
    if one.cue is not None and one.places:  # a cue of another clause than the step's solvent tells of another step
        low, high = evidence.facts.bounds_around(one.cue.start, one.cue.end)
        verb = verb if any(low <= place < high for place, _ in one.places) else purpose
    if organic is not None and verb == "wash" and solvent == "organic" and organic.start() >= until - end:
        organic = None  # of a later extraction
    if organic is not None or (solvent != "organic" and pattern("flow goes on organic").search(behind)):
        return "organic"
    if not solvent or verb not in ("extract", "wash"):
        return ""
    other = "aqueous" if solvent == "organic" else "organic"
    return solvent if verb == "extract" else other


def named_layer(evidence: Evidence, one: Placed) -> str:
    """Return `top` or `bottom` if the text calls the kept layer upper or lower, or else an empty string."""
    if one.start is None:
        return ""
    start, end = evidence.facts.bounds_around(one.start, one.start)
    words = _TAKEN_OFF.sub("", evidence.text.text[start:end])
    upper, lower = pattern("flow upper").search(words), pattern("flow lower").search(words)
    return "top" if upper and not lower else "bottom" if lower and not upper else ""


def moved_layer(evidence: Evidence, one: Placed) -> str:
    """Return `top` or `bottom` if the text goes on with the upper or lower layer of a separation, or else nothing."""
    if one.start is None:
        return ""
    match = _MOVED_LAYER.search(evidence.text.text, one.start, one.start + _BEHIND)
    which = (match["which"] or match["which2"]).lower() if match is not None else ""
    return {"upper": "top", "lower": "bottom"}.get(which, which)


_MOVED_LAYER = pattern("flow moved layer")
_TAKEN_OFF = pattern("flow taken off")
"""A layer that the text takes off, and does not go on with."""


def washes_a_liquid(evidence: Evidence, one: Placed) -> bool:
    """Whether the text washes a liquid: `the organic layer was washed with`."""
    if one.cue is None or one.cue.kind not in ("wash", "extract"):
        return False
    start, _ = evidence.facts.bounds_around(one.cue.start, one.cue.end)
    before = evidence.text.text[start : one.cue.start]
    return one.cue.kind == "extract" or pattern("flow liquid subject").search(before) is not None


def is_decanted(evidence: Evidence, start: int, end: int) -> bool:
    """Whether a stretch of the text pours off a liquid and leaves a solid behind."""
    return pattern("flow decanted").search(evidence.text.text[start:end]) is not None


def decanted(evidence: Evidence) -> frozenset[int]:
    """Return the indices of the complete transfers that stand for pouring a liquid off a solid."""
    found = set()
    before = 0
    for index, one in enumerate(evidence.placed):
        if one.step.name == "Transfer" and one.step.given.get("volume", "all") == "all":
            low = one.start if one.start is not None else before
            later = (other.start for other in evidence.placed[index + 1 :] if other.start is not None)
            low, high = evidence.facts.bounds_around(low, low)
            high = high if one.start is not None else next((start for start in later if start > before), high)
            found |= {index} if is_decanted(evidence, low, high) else set()
        before = one.start if one.start is not None else before
    return frozenset(found)
