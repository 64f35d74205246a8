"""Words that stand for a number: `room temperature`, `reflux`, `ice bath`, `overnight`; and what may be written for them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clairify_cli.fidelity.words import Text

HOT = 30.0
"""`reflux` and `boiling` of something whose boiling point is not known is at least as hot, in °C."""
_HOTTEST = 400.0


@dataclass(frozen=True, slots=True)
class Convention:
    """Words for a number, and the values that a program may have for them."""

    dimension: str
    low: float
    high: float
    words: str
    start: int
    end: int
    boiling: bool = False
    """Whether it is the boiling point of what is heated."""
    loose: bool = False
    """Whether a program may go without it."""


_TABLE: tuple[tuple[str, str, float, float], ...] = (
    (
        r"room[\s-]*temp(?:erature|\.)?|\br\.\s?t\.?(?!\w)|\brt\b|\bRT\b|ambient(?:\s(?:temp(?:erature|\.)?|conditions))?|\blaboratory temperature",
        "temp",
        18,
        30,
    ),
    (
        r"(?:dry[\s-]?ice|CO2|cardice)\s?[/-]?\s?(?:in\s|and\s)?(?:acetone|isopropanol|ipa|ethanol|meoh|methanol)\w*(?:\s(?:cooling\s)?bath)?"
        r"|acetone\s?/\s?(?:dry[\s-]?ice|CO2)(?:\sbath)?|dry[\s-]?ice(?:\sbath)?",
        "temp",
        -80,
        -70,
    ),
    (r"liquid nitrogen", "temp", -200, -190),
    (r"\bice[\s/-]+(?:salt|brine)(?:\sbath)?|salt[\s/-]+ice(?:\sbath)?", "temp", -20, 0),
    (
        r"\bice(?:[\s/-]+water|[\s/-]+h2o)?[\s-]+(?:cooling[\s-]+)?bath|water[\s/-]+ice[\s-]+bath|\bice[\s-]cooled|\bcooled (?:in|on|with|over) (?:an? )?(?:crushed )?ice(?:[-\s]+(?:cold )?water)?\b"
        r"|\bcool(?:ing|ed)? (?:in|on|with) ice\b|\bon ice\b|\bin ice(?:[\s-]water)?\b",
        "temp",
        -6,
        6,
    ),
    (r"\bre(?:fl|ﬂ)ux\w*|\bboil(?:ed|ing|s)?\b(?!\s+(?:point|range|chips))|\bsimmer\w*", "temp", HOT, _HOTTEST),
    (r"\bsteam bath\b|boiling water bath", "temp", 80, 100),
    (r"\b(?:refrigerat\w+|fridge)\b", "temp", -1, 10),
    (r"\bfreezer\b", "temp", -30, -10),
    (r"\bover\s?night\b", "time", 8 * 3600, 20 * 3600),
    (r"\bover (?:the|a) weekend\b", "time", 40 * 3600, 80 * 3600),
)
_COOLING = re.compile(
    r"\b(?:cool(?:ed|ing)?(?: down)?|warm(?:ed|ing)?)\b(?!\s*(?:down )?(?:to|in|at|with|bath|over an? ice|on ice))(?!\s+\(?[-−–]?[0-9])", re.IGNORECASE
)
"""Cooling or warming without a temperature: as a rule to room temperature, but nothing is missing where a step has none."""
_COUPLE = re.compile(r"\ba (?P<many>couple of|few) (?P<unit>s|min|h|d)\w*\b", re.IGNORECASE)
_SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_PATTERNS = tuple(
    (re.compile(pattern, re.IGNORECASE), dimension, float(low), float(high)) for pattern, dimension, low, high in _TABLE
)
_QUICK = re.compile(
    r"temp|r\.\s?t|\brt\b|ambient|ice|co2|nitrogen|reflux|boil|simmer|steam|fridge|refriger|freezer|night|weekend",
    re.IGNORECASE,
)
_NO_PLACE = re.compile(
    r"\s*-?(?:cooled (?:water )?)?(?:condens\w+|apparatus|head|ring|stones?)|[\s-]+solution", re.IGNORECASE
)
_TAKEN_AWAY = re.compile(r"\b(?:remov\w+|from|replac\w+|not)\s(?:\w+\s){0,3}\Z", re.IGNORECASE)
_GONE = re.compile(r"[\s\w]{0,15}\s(?:was|were|is) (?:then |carefully )?(?:removed|replaced|taken away)", re.IGNORECASE)
_NOT_BOILING = re.compile(r"\b(?:light|low|high|higher|lower)[\s-]*\Z", re.IGNORECASE)


def conventions(text: Text, number: int) -> list[Convention]:
    """The words of a sentence that stand for a number; of two that overlap, the first of the table."""
    start, end = text.sentence_span(number)
    words = text.text[start:end]
    found: list[Convention] = []
    for match in _COOLING.finditer(words):
        found.append(Convention("temp", 18, 30, match.group(), start + match.start(), start + match.end(), loose=True))
    for match in _COUPLE.finditer(words):
        unit = _SECONDS[match["unit"].lower()]
        found.append(Convention("time", 1.5 * unit, 6 * unit, match.group(), start + match.start(), start + match.end(), loose=True))
    if _QUICK.search(words) is None:
        return found
    for pattern, dimension, low, high in _PATTERNS:
        for match in pattern.finditer(words):
            at, stop = start + match.start(), start + match.end()
            if any(one.start < stop and at < one.end for one in found):
                continue
            if _NOT_BOILING.search(words[: match.start()]) or _NO_PLACE.match(words, match.end()):
                continue
            if dimension == "temp" and (
                _TAKEN_AWAY.search(words[: match.start()]) or _GONE.match(words, match.end())
            ):
                continue
            found.append(Convention(dimension, low, high, match.group(), at, stop, boiling=high == _HOTTEST))
    return found
