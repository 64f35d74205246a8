"""Amounts that a text gives as a share: half of the solution, an equal volume, three parts, to the mark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import Operator, operators
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims
from clairify_cli.records import dataclass

_ROUGHLY = 0.06
"""Relative tolerance of a worked-out number."""
_PARTS = {"hal": 2, "thi": 3, "qua": 4, "fou": 4, "fif": 5, "six": 6, "eig": 8, "ten": 10}
_MEASURED = ("volume", "mass")
_MILLILITRES, _JUST_BEFORE = 1000.0, 30


@dataclass(frozen=True, slots=True)
class Said:
    """Words of one operator in the text, their sentence, and the steps that it tells of."""

    operator: Operator
    match: re.Match[str]
    low: int
    high: int
    told: list[Placed]


Contents = dict[str, tuple[float, float]]
"""By vessel, the volume (mL) and mass (g) put into it."""


def contents(steps: tuple[StepClaims, ...]) -> list[Contents]:
    """Return the contents of the vessels before each step, as far as the program has numbers for them."""
    now: Contents = {}
    made = []
    for step in steps:
        made.append(dict(now))
        volume, mass = (sum(step.values(one)) * step.repeats * step.rounds for one in _MEASURED)
        source = step.out_of[0] if step.out_of else ""
        if step.action in ("transfer", "filter", "extract") and source and step.into != step.out_of:
            held = now.get(source, (0.0, 0.0))
            taken = held if not volume + mass else (volume, mass)
            now[source] = (max(0.0, held[0] - taken[0]), max(0.0, held[1] - taken[1]))
            volume, mass = taken
        for vessel in step.into[:1]:
            held = now.get(vessel, (0.0, 0.0))
            now[vessel] = (held[0] + volume, held[1] + mass)
    return made


def factor_of(match: re.Match[str]) -> float:
    """Return the factor that the words of a share or comparison stand for; 0 if unknown."""
    said = match.groupdict()
    if said.get("digits"):
        above, below = said["digits"].split("/")
        return int(above) / int(below)
    if said.get("percent"):
        return int(said["percent"]) / 100
    if said.get("part"):
        many = (said["many"] or "a").lower()
        return (1 if many == "a" else count_of(many)) / _PARTS[said["part"].lower()[:3]]
    if said.get("factor"):
        first = said["factor"].lower().split()[0]
        return {"half": 0.5, "twice": 2.0}.get(first) or float(count_of(first))
    return 2.0 if said.get("double") else 0.5 if said.get("half") else 1.0 if said.get("same") else 0.0


def bases(evidence: Evidence, step: StepClaims, dimension: str, low: int, high: int) -> list[float]:
    """Return what a share may be taken of: what the step's vessel holds, and the amounts of a stretch of the text."""
    held = contents(evidence.steps)[step.number - 1]
    vessels = step.out_of or step.into
    volume, mass = held.get(vessels[0], (0.0, 0.0)) if vessels else (0.0, 0.0)
    found = [volume, mass, volume + mass] if step.action == "transfer" else [volume if dimension == "volume" else mass]
    values = (value for amount in evidence.facts.amounts_within(low, high) for value in amount.values)
    found += [(value.low + value.high) / 2 for value in values if value.dimension == dimension]
    return [one for one in found if one > 0]


def is_worked_out_of_share(evidence: Evidence, item: Item) -> bool:
    """Whether a number that the text does not give follows from a share that it gives."""
    claim, step = item.claim, item.step
    if claim.dimension not in _MEASURED or step.action not in ("add", "transfer", "dissolve", "extract", "wash"):
        return False
    reagent = item.reagent
    named = evidence.facts.names.find(reagent.written, reagent.names) if reagent is not None else ()
    factors = [one for one, (low, high) in _factors(evidence) if not high or any(low <= at < high for at, _ in named)]
    known: list[float] = []
    if factors:
        known = bases(evidence, step, claim.dimension, 0, len(evidence.text.text))
        known += [volume for now in contents(evidence.steps)[: step.number] for volume, _ in now.values()]
    return any(_is_near(claim.value, one * two) for one in factors for two in known) or fills_up(evidence, item)


def fills_up(evidence: Evidence, item: Item) -> bool:
    """Whether an amount is what lacks of a volume to which the text fills something up."""
    claim, step, text = item.claim, item.step, evidence.text.text
    marks = list(matches(evidence, "mark")) if claim.dimension == "volume" and step.into else []
    if not marks:
        return False
    held = contents(evidence.steps)[step.number - 1].get(step.into[0], (0.0, 0.0))[0]
    totals = [total_of(match) for match in marks]
    totals += [_litres(size["size"]) for one in marks for size in _MEASURING.finditer(text, 0, one.start())]
    return any(total and _is_near(claim.value, total - held, total) for total in totals)


UP_TO = late(r"\bto\s(?:\w+\s){0,3}?\d|\bmark\b|\bup\b", re.IGNORECASE)


def says_mark(evidence: Evidence, step: StepClaims) -> bool:
    """Whether a comment has the volume to which the text fills something up, instead of what is lacking."""
    return not step.values("volume") and any(map(UP_TO.search, step.notes)) and any(matches(evidence, "mark"))


_MEASURING = late(r"\b(?P<size>\d[\d.,]*[\s-]?(?:mL|ml|L|l))[\s-](?:volumetric|graduated|measuring)\b")
"""The size of a vessel with a mark."""


def _is_near(value: float, wanted: float, scale: float | None = None) -> bool:
    return abs(value - wanted) <= _ROUGHLY * (wanted if scale is None else scale)


def matches(evidence: Evidence, needs: str) -> Iterator[re.Match[str]]:
    """Yield the words of the text whose operators have a test."""
    yield from _matches(evidence.text.text, needs)


@lru_cache(maxsize=32)  # asked once for each amount of a text
def _matches(text: str, needs: str) -> tuple[re.Match[str], ...]:
    found = (operator.words.finditer(text) for operator in operators() if operator.needs == needs)
    return tuple(chain.from_iterable(found))


def _factors(evidence: Evidence) -> Iterator[tuple[float, tuple[int, int]]]:
    """Yield the factors that the text's shares allow, with the place of the reagent's name; (0, 0) for any."""
    anywhere = (0, 0)
    for match in matches(evidence, "equal"):
        yield factor_of(match), named_in(match)
    text, unless = evidence.text.text, next(one.unless for one in operators() if one.needs == "share")
    shares = [
        factor_of(match)
        for match in matches(evidence, "share")
        if not unless.search(text, max(0, match.start() - _JUST_BEFORE), match.start())
    ]
    shares += [1 / rounds_of(match) for match in matches(evidence, "split")]
    yield from ((one, anywhere) for share in shares for one in (share, 1 - share))
    parts = [parts_of(match) for match in matches(evidence, "parts")]
    yield from ((one / other, anywhere) for one in parts for other in parts)


def named_in(match: re.Match[str]) -> tuple[int, int]:
    """Return where a comparison has the name of what is compared: `an equal volume of hexane`."""
    return match.span("what" if match["what"] else "what2")


def parts_of(match: re.Match[str]) -> float:
    """Return the number of parts."""
    return float(count_of(match["number"].lower()) or match["number"])


def rounds_of(match: re.Match[str]) -> int:
    """Return into how many parts something is divided."""
    return count_of((match["count"] or "two").lower())


def total_of(match: re.Match[str]) -> float:
    """Return the volume, in mL, up to which something is filled; 0 if the text does not say."""
    return _litres(match["volume"] or match["volume2"] or "")


def _litres(said: str) -> float:
    """Return a volume in mL; 0 if there is no number."""
    number = re.match(r"[\d.]+", said.replace(",", ""))
    litres = not re.search(r"m", said.lower())
    return float(number.group().rstrip(".")) * (_MILLILITRES if litres else 1.0) if number else 0.0
