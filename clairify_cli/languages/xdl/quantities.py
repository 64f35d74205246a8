"""Reads quantities: a plain number, an optional space, a unit of the right dimension."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from clairify_cli.languages.xdl.schema import Type, Unit, load

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_PLAIN = re.compile(rf"(-?)({NUMBER}) ?(.*)", re.DOTALL)
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
_TIMES = re.compile(rf"{NUMBER}\s*[x×*]\s*({NUMBER} ?[^\s0-9]+)", re.IGNORECASE)
_PART = re.compile(rf"({NUMBER}) ?([^\s0-9.,]+)(?:(?: ?, ?| and |,? )(?=[0-9])|(?=[0-9])|\Z)")
_SIGNED = re.compile(rf"[+−–]\s*({NUMBER})\s*(.*)", re.DOTALL)
_XML_SPACE = " \t\n\r"

LONGEST = 200
"""A value longer than this is not a quantity, whatever stands in it."""

ABSOLUTE_ZERO = -273.15


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with a unit; the unit is the default one of the type where only a number was written."""

    value: float
    unit: Unit
    written: str
    in_default: float
    """The value in the default unit of the unit's dimension (temperatures in °C)."""


def to_default(value: float, unit: Unit) -> float:
    """A value in the default unit of the unit's dimension."""
    if unit.name == "K":
        return value + ABSOLUTE_ZERO
    if unit.name == "°F":
        return (value - 32.0) * 5.0 / 9.0
    return value * unit.factor


@dataclass(frozen=True, slots=True)
class Plain:
    """A value taken apart: sign, number as written, unit as written ("" for none)."""

    negative: bool
    number: str
    unit: str

    @property
    def value(self) -> float:
        return -float(self.number) if self.negative else float(self.number)


def collapse(value: str) -> str:
    """White space as XML schema collapses it: none at the ends, one space inside."""
    value = value.strip(_XML_SPACE)
    if "  " in value or "\t" in value or "\n" in value or "\r" in value:
        return re.sub(f"[{_XML_SPACE}]+", " ", value)
    return value


def plain(value: str) -> Plain | None:
    """The value taken apart, if it begins with a plain number."""
    match = _PLAIN.match(value) if len(value) <= LONGEST else None
    if match is None:
        return None
    return Plain(match.group(1) == "-", match.group(2), match.group(3))


def clean(value: str, kind: Type) -> Quantity | None:
    """The quantity of a value with which nothing is wrong, not even the spelling of its unit; otherwise None."""
    return _clean(value, kind.name)


@lru_cache(maxsize=8192)
def _clean(value: str, type_name: str) -> Quantity | None:
    parts, kind = plain(value), load().types[type_name]
    if parts is None or (parts.negative and not kind.signed):
        return None
    number = parts.value
    unit: Unit | None = None
    if parts.unit:
        for dimension in kind.dimensions:
            unit = dimension.units.get(parts.unit)
            if unit is not None:
                break
        else:
            return None
    elif not kind.default_unit:
        return None
    else:
        unit = kind.dimensions[0].units[kind.default_unit]
    amount = to_default(number, unit)
    if kind.usual is not None and not kind.usual[0] <= amount <= kind.usual[1]:
        return None
    if amount == 0 and not kind.signed:
        return None
    return Quantity(number, unit, value, amount)


def read_quantity(value: str, kind: Type) -> Quantity | None:
    """The quantity of a value whose meaning is clear, whatever spelling of the unit; None otherwise."""
    parts = plain(collapse(value))
    if parts is None:
        return None
    if not parts.unit:
        if not kind.default_unit:
            return None
        unit: Unit | None = kind.dimensions[0].units[kind.default_unit]
    else:
        unit = kind.spellings.get(parts.unit)
    return None if unit is None else Quantity(parts.value, unit, value, to_default(parts.value, unit))


def is_range(value: str) -> bool:
    """Whether the value is a range or says that it is approximate."""
    return len(value) <= LONGEST and bool(_ABOUT.match(value) or _RANGE.match(value))


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A value with an unusual number, and the same with a plain one. `sure` where only one reading is possible."""

    text: str
    sure: bool


def rewritten(value: str) -> Rewritten | None:
    """The value with a plain number, where its number has an exponent, a sign, separators or is a fraction."""
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
    """A value such as `1 h 30 min` as one quantity in the last of its units; None for any other value."""
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


def one_of_several(value: str) -> str | None:
    """The single portion of a value such as `3 x 20 mL`; None for any other value."""
    match = _TIMES.fullmatch(value) if len(value) <= LONGEST else None
    return match.group(1) if match else None


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


@lru_cache(maxsize=4096)
def dimension_of(unit: str) -> str | None:
    """The dimension that has a unit of this spelling; None if no dimension has."""
    for dimension in load().dimensions.values():
        if unit in dimension.spellings:
            return dimension.name
    return None


_SHOWN = {"volume": ("µL", "mL", "L"), "mass": ("µg", "mg", "g", "kg"), "time": ("s", "min", "h", "days")}


def show_short(amount: float, dimension: str) -> str:
    """An amount, given in the default unit of a dimension, in the unit that makes it a handy number."""
    units = load().dimensions[dimension].units
    handy = [units[name] for name in _SHOWN.get(dimension, ())]
    if not handy:
        return show(amount, dimension)
    unit = next((unit for unit in reversed(handy) if amount >= unit.factor), handy[0])
    return f"{amount / unit.factor:.6g} {unit.name}"


def show(amount: float, dimension: str) -> str:
    """An amount in the default unit of a dimension, as text."""
    return f"{amount:.6g} {load().dimensions[dimension].default}"
