"""The quantities that a text names: "3 x 100 mL", "75-80 °C", "half an hour", "overnight", "room temperature"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .quantity import close
from .units import SIZES

_NUMBER = r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+"
_TO = r"\s*(?:-|–|—|−|to|±)\s*"
_UNITS: dict[str, str] = {
    r"m[lL]s?\b|milliliters?\b|millilitres?\b|cm3\b|cm³|cm\^3|cc\b|cm<sup>3</sup>|ML\b": "mL",
    r"[lL]\b|Lt\b|lt\b|liters?\b|litres?\b": "L",
    r"[µμu][lL]\b|microliters?\b|microlitres?\b": "µL",
    r"mg\b|milligrams?\b": "mg",
    r"kg\b|kilograms?\b|kilos?\b": "kg",
    r"[µμu]g\b|micrograms?\b": "µg",
    r"g\b|gm\b|gms\b|grams?\b|gr\b": "g",
    r"mmols?\b|mmoles?\b|millimoles?\b|m\.?mol\b": "mmol",
    r"mols?\b|moles?\b": "mol",
    r"[µμu]mols?\b": "µmol",
    r"equivalents?\b|equivs?\b|eqs?\b|eqv\b": "eq",
    r"h\b|hrs?\b|hours?\b": "h",
    r"mins?\b|minutes?\b": "min",
    r"secs?\b|seconds?\b|s\b": "s",
    r"days?\b": "days",
    r"weeks?\b": "weeks",
    r"(?:°|º|˚|o|o |° |º |Â°|Â° |degrees? |deg\.? )\s?C\b": "°C",
}
_UNIT = "|".join(_UNITS)
_QUANTITY = re.compile(
    rf"(?:(?P<times>\d+|two|three|four|five|six)\s*(?:[x×X*]|times)\s*(?:of\s+)?)?"
    rf"(?<![\d.,A-Za-z])(?P<low>{_NUMBER})(?:\s?(?:mL|ml|°(?:\s?C)?|min|h|g))?"
    rf"(?:{_TO}(?P<minus>[-–−]?)(?P<high>{_NUMBER}))?\s*-?\s*(?P<unit>{_UNIT})(?!\s*%)(?!(?<!C)/)(?!-\d)"
)
_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "fifteen": 15, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "sixty": 60,
    "half an": 0.5, "half a": 0.5,
}  # fmt: skip
_SPOKEN = re.compile(
    rf"\b(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})[ -](?:more |further |additional )?"
    r"(?P<unit>hours?|minutes?|min|h|days?|weeks?|seconds?)\b",
    re.IGNORECASE,
)
_VAGUE: tuple[tuple[str, str, float, float], ...] = (
    (r"\bovernight\b|\bover night\b", "time", 6 * 3600, 24 * 3600),
    (r"\bover (?:the |a )?weekend\b", "time", 36 * 3600, 80 * 3600),
    (r"\ba (?:couple of|few) hours\b", "time", 3600, 5 * 3600),
    (r"\ba (?:couple of|few) minutes\b", "time", 60, 900),
    (r"\broom[ -]temp|\br\.?t\.?\b|\bambient\b|\bRT\b", "temperature", 15, 30),
    (r"\bice\b|\bice[- ](?:bath|cold|cooled|water)", "temperature", -5, 6),
    (r"dry ice", "temperature", -80, -70),
)


@dataclass(frozen=True)
class Mention:
    """A quantity of the text in base units; low and high are the same unless it is a range or vague."""

    dimension: str
    low: float
    high: float
    start: int
    end: int
    text: str
    times: int
    vague: bool

    def covers(self, value: float) -> bool:
        """Whether a value agrees with the mention."""
        return self.low <= value <= self.high or close(self.low, value) or close(self.high, value)

    def near(self, value: float, share: float) -> bool:
        """Whether a value lies less than a share (temperatures: that many tens of degrees) away from the mention."""
        if self.dimension == "temperature":
            return self.low - 10 * share <= value <= self.high + 10 * share
        return self.low * (1 - share) <= value <= self.high * (1 + share)


def _number(text: str) -> float:
    """The value of a number with a comma or a point in it."""
    if re.fullmatch(r"\d+(?:,\d{3})+(?:\.\d+)?", text):
        return float(text.replace(",", ""))
    return float(text.replace(",", "."))


def _unit(text: str) -> tuple[str, float, str]:
    """Dimension, size and name of the unit that a text has there."""
    name = next(name for shape, name in _UNITS.items() if re.fullmatch(shape, text) or re.match(shape, text))
    dimension = next(dimension for dimension, units in SIZES.items() if name in units)
    return dimension, SIZES[dimension][name], name


def _sign(text: str, place: int) -> int:
    """-1 where a minus sign stands before a temperature."""
    before = text[:place]
    found = re.search(r"[-–−—]\s?\Z", before)
    if found is None:
        return 1
    return 1 if re.search(r"[\d°C]\s?\Z", before[: found.start()]) else -1


def _written(text: str) -> Iterator[Mention]:
    """Numbers with a unit."""
    for found in _QUANTITY.finditer(text):
        dimension, size, _ = _unit(found["unit"])
        low = _number(found["low"])
        high = _number(found["high"]) if found["high"] else low
        if dimension == "temperature":
            sign = _sign(text, found.start("low"))
            low = low * sign
            plain = found["high"] is not None and sign < 0 and not found["minus"] and "to" in found.group()
            high = -high if found["minus"] or (sign < 0 and not plain) else high
        low, high = min(low, high) * size, max(low, high) * size
        times = found["times"]
        count = 1 if times is None else int(times) if times.isdigit() else int(_WORDS[times])
        yield Mention(dimension, low, high, found.start("low"), found.end(), found.group(), count, False)


def _spoken(text: str) -> Iterator[Mention]:
    """Numbers in words."""
    for found in _SPOKEN.finditer(text):
        if found["unit"].lower().startswith("second") and found["word"].lower() in ("a", "an", "one"):
            continue
        dimension, size, _ = _unit(found["unit"].lower())
        value = _WORDS[found["word"].lower()] * size
        yield Mention(dimension, value, value, found.start(), found.end(), found.group(), 1, False)


def _vague(text: str) -> Iterator[Mention]:
    """Expressions that stand for a range."""
    for shape, dimension, low, high in _VAGUE:
        for found in re.finditer(shape, text, re.IGNORECASE if "RT" not in shape else 0):
            yield Mention(dimension, low, high, found.start(), found.end(), found.group(), 1, True)


def mentions(text: str) -> tuple[Mention, ...]:
    """All quantities that a text names, in the order of the text."""
    found = [*_written(text), *_spoken(text), *_vague(text)]
    return tuple(sorted(found, key=lambda one: one.start))
