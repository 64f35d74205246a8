"""Numbers with units: how they are written, and their values in XDL's spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from clairify_cli.english.lexicon import LEXICON
from clairify_cli.english.units import Unit, factors
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, replace

CARRIED = frozenset(("mass", "volume", "amount"))
"""Dimensions of amounts of a substance."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, from a text.

    `number` is a plain decimal such as `41.4`; `unit` is XDL's spelling (`mL`), or the text's own if XDL has none
    (`cup`). For a range (`5-10 °C`), `number` is the first and `upper` the second. `times` is 3 in `3 x 50 mL`. Offsets
    are in characters, end exclusive.
    """

    number: str
    unit: str
    dimension: str
    start: int
    end: int
    upper: str | None = None
    times: int = 1
    scale: bool = True
    """Whether the text names the unit: `60 degrees` does not."""

    @property
    def xdl(self) -> str:
        """The quantity as an attribute value: `41.4 g`."""
        return f"{self.number} {self.unit}"


DIGITS = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d{1,12}[.,]\d{1,12}|\d{1,6}\s\d{1,3}/\d{1,3}|\d{1,12}/\d{1,12}"
    r"|\d{1,12}\s?[½¼¾⅓⅔⅛⅕]|\d{1,15}|\.\d{1,12}|[½¼¾⅓⅔⅛⅕])"
)
"""A number in digits: `40`, `41.4`, `2,5`, `1,000`, `1/2`, `1 1/2`, `½`. Bounded lengths keep matching linear."""

_POWER = (
    r"(?:\d{1,4}(?:\.\d{1,6})?\s?(?:(?:[x×·*]|[eE])\s?10\s?\^?|[eE])\s?[-−–]\s?\d{1,2}(?!\d)|10\s?\^\s?[-−–]\s?\d{1,2})"
)
"""A number with a power of ten: `7 E 10-2`, `2.69E-2`, `1.5 x 10^-3`, `10^-3`."""

_PLAIN = late(r"\d+(?:\.\d+)?\Z")
_TEN = 10
_LEAST_DIGITS = 1000
"""Four digits of a very small number are kept."""
_PLACES, _MOST_PLACES = 6, 15
_MINUS = "-−–‐"
_TIMES = "x×✕*X´"
_MORE = r"(?:\s(?:more|additional|extra|further|full|level|heaped|heaping|whole|large|small))?"
_DEGREE = r"(?:Â?[°º˚]|�|\bdegs?\b\.?|\bdegrees?\b)"
# What a quantity may follow: not a letter, nor a digit with a decimal point; `to- 78 °C` lacks a space.
_BEFORE = rf"(?:(?<!\w)(?<!\d\.)|(?:(?<=\sto)|(?<=\sat))(?=[{_MINUS}]))"
# What must not follow a unit: `3 N,N-dimethyl`, `4-m-tolyl`. Anything may follow `%`.
_AFTER = r"(?:(?<=%)|(?![\w°]|['’]\w|(?<![a-zµ][a-zA-Z])-\w|(?<=[\d\s-][A-Z]),\w|,[A-Z]\b))"


@lru_cache(maxsize=1)
def pattern() -> str:
    """Return the regular expression for a quantity in digits, with the groups that `from_match` reads."""
    symbols, words, degrees = (_alternatives(names) for names in (LEXICON.symbols, LEXICON.unit_words, LEXICON.degrees))
    return (
        rf"{_BEFORE}(?:(?P<times>\d{{1,3}})\s?(?:[{_TIMES}]|\btimes\b)\s?(?!10\s?\^?[{_MINUS}]\s?\d(?!\d))"
        rf"(?:(?:ca|approx)\.?\s?|[~≈]\s?)?)?"
        rf"(?P<sign>[{_MINUS}]\s?|\b[Mm]inus\s)?(?P<number>{_POWER}|{DIGITS})"
        rf"(?:\s?(?:{_DEGREE}\s?(?:(?:{degrees})\.?)?)?\s?(?:[-–—−~]|\bto\b|\bor\b)\s?(?P<minus>[{_MINUS}])?(?P<upper>{DIGITS}))?"
        rf"{_MORE}"
        rf"(?:\s{{0,2}}(?:{_DEGREE}\s{{0,2}}(?P<degrees>{degrees})(?![\w°]|\s?/\s?(?:min|h|s)\b|\sper\s|\s(?:min|h)\s?[{_MINUS}]1)"
        rf"|[oO0]\s?(?P<letter_o>C)(?!\w)|(?P<bare>{_DEGREE})(?:(?!\w)|(?=and\b|or\b|to\b)))"
        rf"|[\s-]{{0,2}}(?:(?P<unit>(?i:{words})|{symbols})){_AFTER}(?P<per>/(?!\d)\w{{1,5}}|\sper\s(?:1\s)?(?:k?g|gram|m?mol|equiv)\b)?)"
        rf"(?:\s?[{_TIMES}]\s?(?P<after>\d{{1,2}})(?=\s?[),;.]|\s(?:and|of|portions)\b))?"
    )


GROUPS = ("times", "sign", "number", "upper", "minus", "degrees", "letter_o", "bare", "unit", "per", "after")
"""The groups of `pattern`."""


def _alternatives(names: Iterable[str]) -> str:
    """Return names as regular-expression alternatives, longest first; a space matches any white space."""
    return "|".join(
        re.escape(name).replace(r"\ ", r"\s") for name in sorted(names, key=lambda name: (-len(name), name))
    )


def from_match(found: dict[str, str | None], start: int, end: int, number_at: int) -> Quantity | None:
    """Return the quantity of a match of `pattern`, by its groups; None if it is not a quantity after all.

    `number_at` is where its number begins: a minus before it is a sign only for temperatures, otherwise a dash.
    """
    unit, digits = _unit(found), found["number"] or ""
    number = value(digits)
    upper = value(found["upper"]) if found["upper"] else None
    if unit is None or number is None or (found["upper"] and upper is None):
        return None
    if unit.dimension == "pressure" and upper is not None and number == _TEN > upper:
        # `10-3 mbar` is a power of ten, since ranges are not written downwards.
        digits, number, upper = "", Fraction(1, 10 ** int(upper)), None
    scale = not found["bare"]
    if unit.dimension == "temp":
        number = -number if found["sign"] else number
        upper = -upper if upper is not None and found["minus"] else upper
    elif found["sign"]:
        start = number_at
    # Keep the text's own digits if possible, because trailing zeros show the precision.
    kept = f"{'-' if number < 0 else ''}{digits}" if _PLAIN.match(digits) and unit.factor == 1 else None
    return Quantity(
        kept or decimal(number * unit.factor),
        unit.unit,
        unit.dimension,
        start,
        end,
        upper=decimal(upper * unit.factor) if upper is not None else None,
        times=max(int(found["times"] or found["after"] or 1), 1),
        scale=scale,
    )


def _unit(found: dict[str, str | None]) -> Unit | None:
    """Return the unit of a match; None if there is none."""
    if found["degrees"] or found["letter_o"] or found["bare"]:
        return LEXICON.degrees.get(found["degrees"] or "C")
    written = " ".join((found["unit"] or "").split())
    unit = LEXICON.symbols.get(written) or LEXICON.unit_words.get(written.lower())
    if unit is not None and found["per"]:
        rate = found["per"].lower() in ("/min", "/h", "/hr", "/s") and unit.dimension == "volume"
        per = "/" + found["per"].lstrip("/").split()[-1]
        return Unit(unit.unit + per, "flow_rate" if rate else "ratio", Fraction(1), of=False)
    return unit


def value(digits: str) -> Fraction | None:
    """Return the value of a number in digits; None if it has none (`1/0`)."""
    table: dict[str, str] = LEXICON.numbers["glyphs"]
    text = digits.strip()
    power = re.fullmatch(rf"(?P<head>.*?)\s?(?:[x×·*eE]\s?)?(?:10)?\s?\^?\s?[{_MINUS}]\s?(?P<power>\d{{1,2}})", text)
    if power is not None:
        head = value(power["head"]) if power["head"] else Fraction(1)
        return head / 10 ** int(power["power"]) if head is not None else None
    total = Fraction(0)
    for glyph, fraction in table.items():
        if text.endswith(glyph):
            total, text = Fraction(fraction), text[: -len(glyph)].strip()
    try:
        for part in text.split():
            total += Fraction(_plain(part))
    except (ValueError, ZeroDivisionError):
        return None
    return total


def _plain(digits: str) -> str:
    """Convert commas in a number: `1,000` is a thousand, `2,5` two and a half."""
    head, comma, tail = digits.partition(",")
    if not comma:
        return digits
    if (len(tail.split(".")[0]) == 3 and head != "0") or "," in tail:
        return digits.replace(",", "")
    return f"{head}.{tail}"


def decimal(number: Fraction) -> str:
    """Format a number as in XDL: plain digits, no exponent, at most six places (more for very small numbers)."""
    if number.denominator == 1:
        return str(number.numerator)
    places = _PLACES
    while places < _MOST_PLACES and abs(number) * 10**places < _LEAST_DIGITS:
        places += 3
    return f"{float(number):.{places}f}".rstrip("0").rstrip(".")


def between(low: str, high: Quantity, start: int) -> Quantity | None:
    """Return the range `between 0 and 2 °C` from the digits of the lower number and the higher quantity.

    None if the dimension is not temperature or time, or `high` is already a range.
    """
    number = value(low.lstrip(_MINUS).strip())
    if number is None or high.upper is not None or high.dimension not in ("temp", "time"):
        return None
    number = -number if low[0] in _MINUS and high.dimension == "temp" else number
    return replace(high, number=decimal(number), upper=high.number, start=start)


def as_pressure(one: Quantity) -> Quantity:
    """Convert millimetres to a pressure in mmHg, as in `76-80 °C/0.01 mm`."""
    return replace(one, unit="mmHg", dimension="pressure")


def added(one: Quantity, other: Quantity) -> Quantity | None:
    """Return the sum of two times such as `1 h 30 min`, in the smaller unit; None if they cannot be added."""
    if one.dimension != "time" or other.dimension != "time" or one.upper or other.upper:
        return None
    seconds = factors("time")
    ratio = Fraction(seconds[one.unit]) / Fraction(seconds[other.unit])
    if ratio <= 1:
        return None
    total = Fraction(one.number) * ratio + Fraction(other.number)
    return Quantity(decimal(total), other.unit, "time", one.start, other.end)
