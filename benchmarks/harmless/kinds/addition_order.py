"""Additions that the text makes in one go change places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import apply, swap
from benchmarks.faults.history import following
from benchmarks.faults.reagents import places
from benchmarks.faults.steps import Step

from ..draft import Draft

_ONE_GO = re.compile(
    r"\bwere (?:all |both )?(?:placed|dissolved|combined|mixed|added together|suspended|charged)|\b[Aa] mixture of|"
    r"\bare combined|\bmixed together|\bwere added (?:together|to (?:a|an|the) )",
    re.IGNORECASE,
)
_LATER = re.compile(r"\bthen\b|follow|dropwise|slowly|portion|after|before|prior|subsequent|cooled|°", re.IGNORECASE)


def _listed(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two names stand next to each other in a list: only their amounts, a comma or "and" are between them."""
    start, end = (first[1], second[0]) if first[1] <= second[0] else (second[1], first[0])
    between = text[start:end]
    for _ in range(3):
        between = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", between)
    between = re.sub(r"\b\d+(?:\.\d+)?\s?(?:mL|ml|g|mg|mmol|mol|L|equiv)\b(?:\s?of)?", "", between)
    return re.fullmatch(r"[\s,;]*(?:and|with|the|,|\s)*[\s,;]*", between) is not None


def _together(case: Case, one: Step, other: Step) -> bool:
    """Whether one sentence of the text puts both reagents in at once."""
    first, second = one.get("reagent") or "", other.get("reagent") or ""
    for sentence in case.sentences:
        here = places(first, sentence.text)
        there = places(second, sentence.text)
        said = _ONE_GO.search(sentence.text)
        if said is None or _LATER.search(sentence.text):
            continue
        if any(_listed(sentence.text, a, b) for a in here for b in there):
            return True
    return False


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Neighbouring plain additions to one vessel, where the text names both in one list."""
    del rng
    for one in case.steps:
        other = following(case, one)
        if other is None or {one.tag, other.tag} - {"Add", "AddSolid"} or one.get("vessel") != other.get("vessel"):
            continue
        if any(step.get(name) for step in (one, other) for name in ("time", "dropwise", "purpose", "portions")):
            continue
        if one.get("reagent") != other.get("reagent") and _together(case, one, other):
            what = f"Steps {one.number} and {other.number}, additions of one go, have changed places."
            yield Draft(apply(case.document, swap(case.document, one.node, other.node)), what)
