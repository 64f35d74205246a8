"""A number that the text gives for something else is used as an instruction's quantity."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ..anchor import amounts, temperature, time
from ..case import Case
from ..change import requantify
from ..draft import Draft
from ..edit import apply
from ..mentions import Mention
from ..quantity import Quantity, tidy
from ..units import SIZES

_VESSEL = re.compile(
    r"\)?[\s,-]*(?:(?:two|three|four|\d)[\s-]*|necked?[\s,-]+|round[\s-]*|bottom(?:ed)?[\s,-]+|RBF?\b[\s,-]*|Schlenk[\s-]+|"
    r"oven-dried\s+|dry\s+|single[\s-]*|reaction\s+|separatory\s+|separating\s+|conical\s+|centrifuge\s+|test[\s-]*|"
    r"glass\s+|pressure\s+|Erlenmeyer\s+|beaker\s+|long[\s-]*|jacketed\s+|dropping\s+)*"
    r"(?:flask|tube|vial|funnel|beaker|vessel|reactor|bottle|ampoule|autoclave|RBF|RB\b)",
    re.IGNORECASE,
)
_POINT = re.compile(
    r"(?:\bm\.?\s?p\.?|\bb\.?\s?p\.?|melting point|boiling point|\blit\.?)[^.;,a-z]{0,12}\Z", re.IGNORECASE
)
_GIVES = re.compile(
    r"\b(?:to|gave|giving|afford|yield|furnish|provid|obtain|produc|give|gain|isolat|crop|Yield)\w*\b", re.IGNORECASE
)
_PERCENT = re.compile(r"\A[\s,;.:]{0,3}(?:[\d.]+\s?m?mol[,;]?\s*)?(?:yield\s*:?\s*)?\d+(?:\.\d+)?\s?%")
_YIELD = re.compile(
    r"(?<![\d.])(?P<number>\d{2})(?:\.\d+)?\s?%(?:\s?yield)?\s?\)|[Yy]ield\s?[:=]?\s?(?P<other>\d{2})(?:\.\d+)?\s?%"
)


@dataclass(frozen=True)
class Foreign:
    """A number of the text that instructs nothing."""

    dimension: str
    value: float
    meaning: str
    text: str


def _meaning(case: Case, one: Mention) -> str:
    """What a mention is about where it instructs nothing; an empty text where it may instruct."""
    before, after = case.text[max(0, one.start - 160) : one.start], case.text[one.end : one.end + 60]
    if one.dimension == "volume" and _VESSEL.match(after):
        return "the size of a vessel"
    if one.dimension == "temperature" and _POINT.search(before[-24:].rstrip("-–− ")):
        return "a melting or boiling point"
    if one.dimension in ("mass", "moles"):
        sentence = case.sentence(one)
        start = next((part.start for part in case.sentences if part.text == sentence), 0)
        said = _GIVES.search(case.text[start : one.start])
        if said is not None and _PERCENT.match(after):
            return "the yield"
        if re.search(r"\b[Yy]ield\s?(?:[:=]|of|is|was)?[^.;]{0,15}\Z", before):
            return "the yield"
    return ""


def _foreign(case: Case) -> Iterator[Foreign]:
    """The numbers of the text that instruct nothing, where no instruction has nearly the same."""
    for one in case.mentions:
        meaning = _meaning(case, one) if not one.vague else ""
        near = [other for other in case.mentions if other.dimension == one.dimension and other.near(one.low, 0.25)]
        if (
            meaning
            and all(_meaning(case, other) == meaning for other in near)
            and not case.uses(one.dimension, one.low)
        ):
            yield Foreign(one.dimension, one.low, meaning, one.text)
    for found in _YIELD.finditer(case.text):
        number = float(found["number"] or found["other"])
        if case.free("temperature", number, 1) and number >= 40:
            yield Foreign("temperature", number, "the yield in percent", found.group().strip(" )"))


def _written(old: Quantity, foreign: Foreign) -> Quantity:
    """The foreign value in the unit of the property, or in that of the text where it reads better."""
    value = foreign.value / SIZES[old.dimension][old.unit]
    if value >= 0.01:
        return Quantity(f"{value:.6g}", old.gap, old.unit, old.dimension)
    unit = {"volume": "mL", "mass": "mg", "moles": "mmol"}.get(old.dimension, old.unit)
    return Quantity(tidy(foreign.value / SIZES[old.dimension][unit]), old.gap, unit, old.dimension)


def _targets(case: Case) -> Iterator[tuple[int, str, Quantity]]:
    """The properties whose values the text gives as instructions."""
    for step in case.steps:
        given = amounts(case, step)
        if len(given) == 1:
            yield from ((step.number, name, held) for name, (held, _) in given.items())
        for name, find_in_text in (("temp", temperature), ("time", time)):
            found = find_in_text(case, step, name)
            if found is not None and (name == "time" or step.tag in ("HeatChill", "Dry")):
                yield step.number, name, found[0]


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every instruction with every foreign number that differs from it enough."""
    foreign = list(_foreign(case))
    targets = list(_targets(case))
    rng.shuffle(foreign)
    for one in foreign:
        for number, name, old in targets:
            step = case.steps[number - 1]
            if old.dimension != one.dimension or (old.base <= 0 < one.value and old.dimension != "temperature"):
                continue
            ratio = max(old.base, one.value) / max(min(old.base, one.value), 1e-12)
            if (old.dimension == "temperature" and abs(old.base - one.value) < 20) or (
                old.dimension != "temperature" and not 1.5 <= ratio <= 300
            ):
                continue
            new = _written(old, one)
            edits = requantify(case, step, {name: new}) if new.plausible() else None
            if edits is None or str(new) == str(old):
                continue
            what = f"In {step}, the {name} is {new} instead of {old}; the text gives {one.text} for {one.meaning}."
            yield Draft(f"{number} {name}", what, apply(case.document, edits))
