"""Values with unusual numbers: ranges, sums, fractions, powers of ten, several portions."""

from __future__ import annotations

import re

from clairify_cli.languages.xdl.quantities import LONGEST, NUMBER, collapse, plain
from clairify_cli.languages.xdl.schema import Type, Unit
from clairify_cli.records import dataclass

_RANGE = re.compile(rf"-?{NUMBER}\s*\S{{0,6}}?\s*(?:-|–|—|to|and|±|\+/-|…|\.\.)\s*-?{NUMBER}")
_ABOUT = re.compile(
    r"(?:~|≈|∼|<|>|≤|≥|ca\b|c\.|approx|(?:about|around|circa|roughly|nearly|almost|at least|at most|up to|below|above"
    r"|under|over|less than|more than|between|max|min|maximum|minimum)\b(?!\Z))",
    re.IGNORECASE,
)
_EXPONENT = re.compile(
    rf"([+\-−]?{NUMBER})\s*(?:[eE]|[x×*·]\s*10\s*\^?)\s*([+\-−]?[0-9]{{1,2}})(?![0-9.])\s*(.*)", re.DOTALL
)
_THOUSANDS = re.compile(r"(-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?)\s*(.*)", re.DOTALL)
_COMMA = re.compile(r"(-?[0-9]+),([0-9]+)\s*(.*)", re.DOTALL)
_FRACTION = re.compile(r"([0-9]{1,4})\s*/\s*([1-9][0-9]{0,3})\s*([^0-9/].*|)", re.DOTALL)
_VULGAR = re.compile(r"([0-9]{0,4})\s*([¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])\s*(.*)", re.DOTALL)
_TIMES = re.compile(rf"{NUMBER}\s*[x×*]\s*{NUMBER} ?[^\s0-9]+", re.IGNORECASE)
_PART = re.compile(rf"({NUMBER}) ?([^\s0-9.,]+)(?:(?: ?, ?| and |,? )(?=[0-9])|(?=[0-9])|\Z)")
_SIGNED = re.compile(rf"[+−–]\s*({NUMBER})\s*(.*)", re.DOTALL)


def is_range(value: str) -> bool:
    """Whether the value is a range or says that it is approximate."""
    return len(value) <= LONGEST and bool(_ABOUT.match(value) or _RANGE.match(value))


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A value rewritten with a plain number; `sure` if no other interpretation is possible."""

    text: str
    sure: bool


def rewritten(value: str) -> Rewritten | None:
    """Return the value with a plain number, if its number has an exponent, sign or separators, or is a fraction."""
    if len(value) > LONGEST:
        return None
    text = value.translate(_ODD_SPACES)
    if match := _EXPONENT.fullmatch(text):
        number, power, rest = match.groups()
        return Rewritten(_join(_number(float(_ascii(number)) * 10.0 ** int(_ascii(power))), rest), True)
    if (match := _THOUSANDS.fullmatch(text)) and not match.group(1).lstrip("-").startswith("0"):
        return Rewritten(_join(match.group(1).replace(",", ""), match.group(2)), False)
    if match := _COMMA.fullmatch(text):
        sure = len(match.group(2)) != 3 or match.group(1).lstrip("-") == "0"
        return Rewritten(_join(f"{match.group(1)}.{match.group(2)}", match.group(3)), sure)
    if match := _FRACTION.fullmatch(text):
        value_ = float(match.group(1)) / float(match.group(2))
        return Rewritten(_join(_number(value_), match.group(3)), True)
    if match := _VULGAR.fullmatch(text):
        whole, part, rest = match.groups()
        return Rewritten(_join(_number(int(whole or "0") + _vulgar(part)), rest), True)
    if match := _SIGNED.fullmatch(text):
        sign = "" if text.startswith("+") else "-"
        return Rewritten(_join(sign + match.group(1), match.group(2)), True)
    if text != value and plain(text) is not None:
        return Rewritten(collapse(text), True)
    return None


def summed(value: str, kind: Type) -> str | None:
    """Return a value such as `1 h 30 min` as one quantity in its last unit; None for any other value."""
    if len(value) > LONGEST:
        return None
    total, at, last, spellings = 0.0, 0, None, kind.spellings
    units: list[Unit] = []
    while match := _PART.match(value, at):
        unit = spellings.get(match.group(2))
        if unit is None or (units and (unit.dimension != last or unit.factor >= units[-1].factor)):
            return None
        units.append(unit)
        last = unit.dimension
        total += float(match.group(1)) * unit.factor
        at = match.end()
    if at < len(value) or len(units) < 2 or last == "temp":
        return None
    return _join(_number(total / units[-1].factor), units[-1].name)


def one_of_several(value: str) -> bool:
    """Whether the value is several portions, such as `3 x 20 mL`."""
    return len(value) <= LONGEST and _TIMES.fullmatch(value) is not None


_ODD_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f\u200a\u2002\u2003"), " ")


def _vulgar(character: str) -> float:
    from unicodedata import numeric

    return numeric(character)


def _ascii(number: str) -> str:
    return number.replace("−", "-")


def _number(value: float) -> str:
    text = f"{value:.10g}"
    return f"{value:.12f}".rstrip("0").rstrip(".") if "e" in text else text


def _join(number: str, rest: str) -> str:
    rest = rest.strip()
    return f"{number} {rest}" if rest else number
