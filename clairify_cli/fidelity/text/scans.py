"""Temperatures whose degree sign or dash was lost, as scanned texts have them: `1200C`, `100110 °C`."""

from __future__ import annotations

import re

from clairify_cli.fidelity.lists import pattern

HOTTEST = 350.0
"""What is hotter (°C) is no bath or mantle: oils and salts end there, and so does nearly all of organic chemistry."""
_SUSPECT = 200.0
"""A number without a degree sign that ends in 0 may be ten times what is meant from here on: `250C`, but not `150C`."""
_WIDEST = 50
_ZERO = re.compile(r"(?P<number>[-–−]?\d{2,3})0\s?C")
_RUN_ON = re.compile(r"(?P<low>\d{2,3}?)(?P<high>\d{2,3})\s?(?:Â?[°º˚o]\s?)?C")
_FIRED = pattern("fired")


def is_fired(text: str) -> bool:
    """Whether a text has anything that gets hotter than glassware stands, or keeps a liquid from boiling."""
    return _FIRED.search(text) is not None


def meant(words: str, value: float) -> tuple[float, float] | None:
    """The lowest and highest temperature (°C) that words with so high a value may mean; None if they mean no other.

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
