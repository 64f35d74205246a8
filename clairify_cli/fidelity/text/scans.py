"""Temperatures in scanned texts that lost their degree sign or dash: `1200C`, `100110 °C`."""

from __future__ import annotations

import re

from clairify_cli.fidelity.lists import pattern
from clairify_cli.files.patterns import late

HOTTEST = 350.0
"""Maximum temperature (°C) of a bath or mantle: the limit of oils and salts, and of nearly all organic chemistry."""
_SUSPECT = 200.0
"""From here on, a number that ends in 0 without a degree sign may be ten times too high: `250C`, but not `150C`."""
_WIDEST = 50
_ZERO = late(r"(?P<number>[-–−]?\d{2,3})0\s?C")
_RUN_ON = late(r"(?P<low>\d{2,3}?)(?P<high>\d{2,3})\s?(?:Â?[°º˚o]\s?)?C")
_FIRED = pattern("fired")


def is_fired(text: str) -> bool:
    """Whether a text has equipment that gets hotter than glassware withstands, or keeps a liquid from boiling."""
    return _FIRED.search(text) is not None


def meant(words: str, value: float) -> tuple[float, float] | None:
    """Return the lowest and highest temperature (°C) that an extreme value may mean; None if it is meant as written.

    >>> meant("1200C", 1200), meant("100110˚C", 100110), meant("120 °C", 120)
    ((120.0, 120.0), (100.0, 110.0), None)
    """
    both = _RUN_ON.fullmatch(words.strip()) if value > HOTTEST else None
    if both is not None:
        low, high = float(both["low"]), float(both["high"])
        if low < high <= min(low + _WIDEST, HOTTEST):
            return low, high
    one = _ZERO.fullmatch(words.strip()) if abs(value) >= _SUSPECT else None
    number = float(re.sub("[–−]", "-", one["number"])) if one is not None else HOTTEST + 1
    return (number, number) if number <= HOTTEST else None
