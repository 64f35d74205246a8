"""The eluents of columns: solvents with their proportions, such as `hexane/EtOAc 4:1` or `10% EtOAc in hexane`."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from clairify_cli.chemistry.names import find
from clairify_cli.chemistry.substances import substances
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass

_MORE = ("isohexane", "isohexanes", "pet", "pet ether", "pet. ether", "petrol", "triethylamine", "Et3N", "NEt3", "NH3",
         "NH4OH")  # fmt: skip
"""Components of eluents other than the solvents in the table."""
_NUMBER = r"\d+(?:\.\d+)?"
_RATIO = rf"{_NUMBER}(?:\s?[:/]\s?{_NUMBER})+"
_SHARE = rf"{_NUMBER}(?:\s?(?:-|–|to|→)\s?{_NUMBER})?\s?(?:%|percent\b)"
_GRADE = r"[(\s]?\d0\s?[/–-]\s?\d0(?:\s?[°º˚]\s?C?)?\)?(?!\s?%)"
_JOIN = rf"[\s/:,;=(+–-]|\b(?:and|in|to|then(?: with)?|followed by|from|of|v|vol|by volume|gradient)\b|{_GRADE}"
_PAIR = 2
_RATIOS = late(_RATIO)
_GRADIENT = late(rf"{_NUMBER}\s?(?:-|–|to|→)\s?{_NUMBER}\s?(?:%|percent)|\b(?:gradient|then)\b", re.IGNORECASE)
_GOES_ON = late(r"\s?:\s?[^\s,;)]+")
_WITH_MORE = late(
    r"\s(?:in|/)\s(?!(?:an?|the|order|vacuo|gradient)\b)[a-z]|\s?/\s?\d+(?:\.\d+)?\s?[MN%]\s", re.IGNORECASE
)
_CLOSES = late(r"\s?(?:v\s?[:/]\s?v)?\)")


@cache
def _names() -> str:
    """Return the spellings of solvents as regular-expression alternatives, longest first."""
    known = [name for one in substances() if one.is_a("solvent") for name in (one.name, *one.synonyms, one.formula)]
    names = {name.lstrip("=") for name in (*known, *_MORE) if len(name) > 1}
    names |= {f"{name}s" for name in names if name.endswith("ane")}
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


@cache
def _stretches() -> re.Pattern[str]:
    part = rf"(?<!\w)(?:(?:{_names()})(?!\w)|{_RATIO}|{_SHARE})"
    return late(rf"{part}(?:(?:{_JOIN})*{part})*", re.IGNORECASE)


@cache
def _solvents() -> re.Pattern[str]:
    return late(rf"(?<!\w)(?:{_names()})(?!\w)", re.IGNORECASE)


def eluent(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of the eluent in a stretch of text: the first solvents with their proportions; None if none."""
    parted = _GOES_ON.match(text, end)  # in `2:1 hexane:EtOAc`, the clause was cut at the colon
    for match in _stretches().finditer(text, start, end if parted is None else parted.end()):
        if _solvents().search(match.group()) is not None:
            if _WITH_MORE.match(text, match.end()):
                return None  # another component, whose name is not known
            words = match.group()
            behind = _CLOSES.match(text, match.end()) if words.count("(") > words.count(")") else None
            opened = words.rfind("(") if behind is None and words.count("(") > words.count(")") else len(words)
            return match.start(), behind.end() if behind is not None else match.start() + opened
    return None


@dataclass(frozen=True, slots=True)
class Proportions:
    """The solvents of an eluent, by unique names, and its ratios of two solvents, in alphabetical order of names."""

    solvents: frozenset[str]
    ratios: frozenset[Fraction]
    is_gradient: bool

    def differ(self, other: Proportions) -> bool:
        """Whether another eluent lacks a solvent of this one, or has the same solvents in another ratio."""
        if self.solvents != other.solvents:
            return not self.solvents < other.solvents
        return bool(self.ratios and other.ratios and not self.ratios & other.ratios)


def proportions(words: str) -> Proportions:
    """Return the solvents and ratios in the words of an eluent."""
    named = [match.group() for match in _solvents().finditer(words)]
    known = list(dict.fromkeys(one.name if (one := find(name)) is not None else name.lower() for name in named))
    written = [[Fraction(number) for number in re.split("[:/]", ratio)] for ratio in _RATIOS.findall(words)]
    pairs = [pair if known == sorted(known) else pair[::-1] for pair in written if len(pair) == len(known) == _PAIR]
    ratios = frozenset(first / second for first, second in pairs if second)
    return Proportions(frozenset(known), ratios, len(written) > 1 or _GRADIENT.search(words) is not None)
