"""Decide which amounts of a text are instructions, from the words around them."""

from __future__ import annotations

from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.fidelity.text.asides import Stretch
from clairify_cli.fidelity.text.units import AMOUNTS
from clairify_cli.fidelity.text.words import Text
from clairify_cli.files.patterns import late

_IS_YIELD = pattern("is yield")
_RESULT_BEFORE, _RESULT_BEHIND = pattern("result before"), pattern("result behind")
_FINAL = late(r"[(\s]\Z")
_LEFT = pattern("left")
_DOWN_TO = pattern("down to")
_TAKEN_OFF = pattern("taken off")
_OBTAINED = pattern("obtained behind")
_WEIGHED = late(r"(?:\d\s?(?:h|hours|min|°C|K|mbar)|\b(?:weighed|isolated))\s\(\Z")
"""Words before a bracket that tell how much was obtained: `dried at 60 °C for 12 h (1.52 g)`."""
_OF_MADE = pattern("of what was made")
_AMOUNT_BEFORE, _AMOUNT_BEHIND = pattern("amount remark before"), pattern("amount remark behind")
_BEFORE, _BEHIND = pattern("condition remark before"), pattern("condition remark behind")
_DISTILLED, _AT_PRESSURE = pattern("distilled"), pattern("at a pressure")
_PRESSURISED = pattern("pressurised")
_OTHER_CASE = pattern("other case before")
_CASE = pattern("case behind")
_PRODUCT_CLAUSES = ("to", "gi", "ga", "af", "yi", "pr", "fu", "de", "ob", "le", "re", "is", "as")
_REACH_BACK, _REACH_ON = 80, 120


def standing(text: Text, one: Amount, stretches: list[Stretch]) -> Standing:
    """Return the role of an amount for a person who follows the text, from the words around it and its stretch."""
    found = _by_neighbours(text.text, one)
    for start, end, kind in stretches:
        if start <= one.start < end and (kind is Standing.ASIDE or found is Standing.INSTRUCTION):
            of_condition = one.values[0].dimension in ("temp", "time")
            # A clause about the product may go on with work on it, so times and temperatures count.
            if of_condition and kind is Standing.ASIDE and text.text[start : start + 2].lower() in _PRODUCT_CLAUSES:
                continue
            found = kind
    return found


def _by_neighbours(text: str, one: Amount) -> Standing:
    before, behind = text[max(0, one.start - _REACH_BACK) : one.start], text[one.end : one.end + _REACH_ON]
    dimension = one.values[0].dimension
    if _OTHER_CASE.search(before) and _CASE.match(behind):
        return Standing.UNSURE
    if dimension == "pressure" and _PRESSURISED.search(before):
        return Standing.UNSURE
    if dimension == "temp" and _DISTILLED.search(before) and _AT_PRESSURE.match(behind):
        return Standing.UNSURE  # the boiling point of the product
    if dimension not in AMOUNTS:
        remark = _BEFORE.search(before) or _BEHIND.match(behind)
        return Standing.UNSURE if remark else one.standing
    if _IS_YIELD.match(text, one.start):
        return Standing.ASIDE if _FINAL.search(before[-2:]) else Standing.UNSURE
    told_as_result = dimension == "mass" and _RESULT_BEFORE.search(before) and _RESULT_BEHIND.match(behind)
    if told_as_result or _OBTAINED.match(behind) or _WEIGHED.search(before):
        return Standing.ASIDE
    if _TAKEN_OFF.search(before[-60:]) or _OF_MADE.search(before):
        return Standing.UNSURE
    down_to = _DOWN_TO.search(before[-40:]) and not behind.startswith(" of ")  # `A was added to 100 mL of water`
    if dimension == "volume" and (down_to or _LEFT.search(before)):
        return Standing.UNSURE
    if _AMOUNT_BEFORE.search(before) or _AMOUNT_BEHIND.match(behind):
        return Standing.UNSURE
    return one.standing
