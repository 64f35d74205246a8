"""What is known about reagents: other names, solvents' densities, and whether a text names one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data"
_LOOSE = re.compile(
    r"\b(?:saturated|satd|sat|aqueous|aq|anhydrous|dry|dried|distilled|deioni[sz]ed|freshly|concentrated|conc|dilute|cold|"
    r"hot|warm|ice-cold|chilled|ice|glacial|solution|solid|powdered|solid|purified|degassed|half|neat|crude)\b\.?",
    re.IGNORECASE,
)
_STRENGTH = re.compile(r"\b\d+(?:\.\d+)?\s*(?:M|N|mM|mol/L|%|wt\s?%|vol\s?%|w/w)(?![A-Za-z])\s*", re.IGNORECASE)
_WATERY = re.compile(
    r"\b(?:water|brine|aqueous|aq|saturated|satd|sat|hydrochloric|ammonium chloride|bicarbonate|hydrogen ?carbonate|"
    r"thiosulfate|thiosulphate|NH4Cl|NaHCO3|Na2CO3|Na2S2O3|NaOH|KOH|HCl|NaCl|citric acid|sodium hydroxide|"
    r"sodium carbonate|potassium carbonate|K2CO3|H2O|ice|LiCl|CuSO4|NaHSO4|KHSO4|NaHSO3|Na2SO3)\b",
    re.IGNORECASE,
)
_DRYING = re.compile(
    r"\b(?:magnesium sul(?:f|ph)ate|sodium sul(?:f|ph)ate|MgSO4|Na2SO4|calcium chloride|CaCl2|potassium carbonate|"
    r"K2CO3|calcium sul(?:f|ph)ate|CaSO4|drierite|sodium hydroxide pellets|molecular sieves?)\b",
    re.IGNORECASE,
)


def lines(name: str) -> list[str]:
    """The lines of a data file without comments and empty lines."""
    text = (_DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def groups() -> tuple[tuple[str, ...], ...]:
    """The names of each known compound."""
    return tuple(tuple(line.split("|")) for line in lines("synonyms.txt"))


@cache
def densities() -> dict[str, float]:
    """The densities of the solvents that do not mix with water."""
    return {name: float(density) for name, density in (line.split("|") for line in lines("solvents.txt"))}


def key(name: str) -> str:
    """A name for comparison: without case, spaces and hyphens at the seams."""
    return re.sub(r"[\s\-]+", "", name).casefold()


def core(name: str) -> str:
    """A reagent's name without strength, state and remarks in brackets after it."""
    bare = re.sub(r"\s+\([^()]*\)\s*\Z", "", name)
    bare = re.sub(r"\s+\bin\s+.*\Z", "", bare)
    bare = _LOOSE.sub(" ", _STRENGTH.sub(" ", bare))
    bare = re.sub(r"\s+", " ", bare).strip(" ,;-")
    return bare or name


@cache
def canonical(name: str) -> str:
    """The plain name of a reagent, or its own core where it is not in the table."""
    for candidate in (name, core(name)):
        wanted = key(candidate)
        for group in groups():
            if any(key(one) == wanted for one in group):
                return group[0]
    return core(name).casefold()


def same(one: str, other: str) -> bool:
    """Whether two names may mean the same compound."""
    first, second = canonical(one), canonical(other)
    return first == second or key(first) in key(second) or key(second) in key(first)


@cache
def _shape(name: str) -> re.Pattern[str]:
    """What a name looks like in a text: free in spaces, hyphens and an s at the end."""
    chunks = [re.escape(chunk) for chunk in re.split(r"[\s\-]+", name) if chunk]
    case = 0 if len(name) <= 3 else re.IGNORECASE
    return re.compile(r"(?<![A-Za-z])" + r"[\s\-]*".join(chunks) + r"(?:s|es)?(?![A-Za-z])", case)


@cache
def names(reagent: str) -> tuple[str, ...]:
    """All names under which a text can speak of a reagent."""
    plain = canonical(reagent)
    group = next((group for group in groups() if group[0] == plain), ())
    return tuple(dict.fromkeys((reagent, core(reagent), *group)))


def places(reagent: str, text: str) -> list[tuple[int, int]]:
    """Where a text names a reagent."""
    return sorted({found.span() for name in names(reagent) for found in _shape(name).finditer(text)})


def named(reagent: str, text: str) -> bool:
    """Whether a text names a reagent."""
    return bool(places(reagent, text))


def watery(reagent: str) -> bool:
    """Whether a reagent is water or a solution in it."""
    return _WATERY.search(reagent) is not None


def drying(reagent: str) -> bool:
    """Whether a reagent is a drying agent."""
    return _DRYING.search(reagent) is not None


def density(reagent: str) -> float | None:
    """The density of a solvent that does not mix with water, or None."""
    return densities().get(canonical(reagent))
