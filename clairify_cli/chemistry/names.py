"""From a name as a procedure has it to its entry in the table, and what the name itself says."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from clairify_cli.chemistry import qualifiers
from clairify_cli.chemistry.spelling import key, plain
from clairify_cli.chemistry.substances import Substance, substances

LONGEST_NAME = 200
"""Longer texts are not names; they are not looked at."""

_SYMBOL = 2
"""Names of so many characters, such as `Na` or `py`, are found in their exact case only."""

_MOST_QUALIFIERS = 12

_PURE = 70
"""From so many per cent on, a percentage is a purity rather than a concentration."""


@cache
def _index() -> tuple[dict[str, Substance], dict[str, Substance]]:
    """The entries by key, and those of names that count in their exact case only."""
    by_key: dict[str, Substance] = {}
    exact: dict[str, Substance] = {}
    for substance in substances():
        for name in (substance.name, *substance.synonyms):
            if name[0] == "=":
                exact[name[1:]] = substance
            elif len(name) <= _SYMBOL:
                exact[name] = substance
            else:
                by_key[key(name)] = substance
    return by_key, exact


def _entry(name: str) -> Substance | None:
    """The entry of a plain name, word for word."""
    by_key, exact = _index()
    return exact.get(name) or by_key.get(key(name))


def _fraction(name: str) -> Substance | None:
    """The fraction of petroleum that a name with two temperatures stands for: `petroleum ether (b.p. 40-60 °C)`."""
    limits = qualifiers.RANGE.search(name)
    if limits is None or not any(word in name for word in ("petrol", "pet", "ligroin")):
        return None
    return _entry(f"petroleum ether {limits[1]}-{limits[2]}")


@lru_cache(maxsize=8192)
def _resolved(name: str) -> tuple[Substance | None, str]:
    """The entry of a name, and the name without qualifiers.

    Qualifiers go one by one, and the table is asked each time, so that `aqueous ammonia` is found before `ammonia`.
    """
    rest = plain(name[:LONGEST_NAME])
    found = _entry(rest) or _fraction(rest)
    for _ in range(_MOST_QUALIFIERS):
        shorter = _without_one(rest)
        if shorter == rest or not shorter:
            break
        rest = shorter
        found = found or _entry(rest)
    return found, rest


def _without_one(name: str) -> str:
    """The name with one qualifier less; the same name where it has none."""
    return _without_first(name) or _without_last(name) or name


def _without_first(name: str) -> str:
    """The rest of a name after a leading qualifier; empty if there is none, or nothing follows."""
    match = qualifiers.LEADING_STRENGTH.match(name)
    if match is None:
        words = name.split(" ", 2)
        for count in (2, 1):
            if len(words) > count and _word(" ".join(words[:count])) in qualifiers.LEADING:
                return " ".join(words[count:])
        if "." in words[0] and _word(words[0].split(".", 1)[0]) in qualifiers.LEADING:
            return name.split(".", 1)[1].strip()  # `sat.NaHCO3`
        match = qualifiers.AMOUNT_OF.match(name)
    return plain(name[match.end() :]) if match is not None else ""


def _without_last(name: str) -> str:
    """The part of a name before a trailing qualifier; empty if there is none."""
    match = qualifiers.BRACKET.search(name)
    if match is not None and not _qualifies(match[1]):
        return ""
    if match is None:
        match = qualifiers.TRAILING_STRENGTH.search(name) or qualifiers.SOLVENT.search(name)
    if match is not None:
        return plain(name[: match.start()])
    before, _, last = name.rpartition(" ")
    return plain(before) if _word(last) in qualifiers.TRAILING else ""


def _qualifies(text: str) -> bool:
    """Whether the text in brackets qualifies the name: `60% in mineral oil`, `aq.`, `anhydrous, 99%`, `1:1`."""
    if qualifiers.LEADING_STRENGTH.match(text) or qualifiers.AMOUNT_OF.match(text):
        return True
    words = [_word(word) for word in text.replace(",", " ").split()]
    return bool(words) and all(
        word in qualifiers.LEADING or word in qualifiers.TRAILING or qualifiers.STRENGTH.search(word) for word in words
    )


def _word(text: str) -> str:
    return text.casefold().strip(".,;")


def find(name: str) -> Substance | None:
    """The entry for a name, a synonym or a formula, with or without qualifiers; None if there is none.

    A hydrate finds its own entry or none, for neither mass nor density are those of the anhydrous substance. A solution
    finds what is dissolved: ask `is_solution` before using its density.
    """
    return _resolved(name)[0]


def core_name(name: str) -> str:
    """The name without concentration, purity, temperature, `solution of` and `in` a solvent; never empty.

    >>> core_name("ice-cold 2 M NaOH"), core_name("a 2.5 M solution of n-BuLi in hexanes")
    ('NaOH', 'n-BuLi')
    """
    return _resolved(name)[1]


@lru_cache(maxsize=8192)
def is_solution(name: str) -> bool:
    """Whether the name stands for a solution: it says so, or it is only known as one (`hydrochloric acid`)."""
    found = find(name)
    if found is not None and found.is_a("solution"):
        return True
    if found is not None and found.is_a("catalyst", "metal", "hydride", "adsorbent"):
        return False  # `10% Pd/C` and `60% NaH` are solids
    return is_diluted(name)


def is_diluted(name: str) -> bool:
    """Whether the name itself tells of a solution, by a concentration or a word such as `aqueous`."""
    text = plain(name[:LONGEST_NAME])
    if qualifiers.DILUTED.search(text):
        return True
    strength = qualifiers.STRENGTH.search(text)
    return strength is not None and not _is_purity(strength[0])


def _is_purity(strength: str) -> bool:
    """`98%` says how pure something is, `10%` how strong a solution is."""
    number = re.search(r"\d+", strength)
    return "%" in strength and number is not None and int(number[0]) >= _PURE


@lru_cache(maxsize=8192)
def is_aqueous(name: str) -> bool:
    """Whether the name stands for water or for a solution in water: `brine`, `1 N HCl`, `saturated NaHCO3`."""
    text = plain(name[:LONGEST_NAME])
    if qualifiers.AQUEOUS.search(text):
        return True
    if qualifiers.OTHER_SOLVENT.search(text):
        return False
    found = find(name)
    solvent = qualifiers.SOLVENT.search(text)
    if solvent is not None and (found is None or not found.is_a("aqueous") or key(found.name) != key(text)):
        return is_aqueous(solvent[1])
    if found is None:
        return False
    if found.is_a("aqueous"):
        return found.state == "liquid"
    return is_solution(name) and _dissolves_in_water(found)


def _dissolves_in_water(substance: Substance) -> bool:
    """Whether a solution of it, of which no solvent is named, is one in water: salts, acids, bases without more."""
    return (
        substance.is_a("salt", "acid", "base", "carbonate", "oxidiser", "reducing-agent")
        and not substance.is_a("water-reactive", "lewis-acid", "amine", "solution", "halogen", "catalyst", "alkoxide")
        and substance.state != "gas"
    )


@lru_cache(maxsize=8192)
def components(name: str) -> tuple[str, ...]:
    """The parts of a mixture without their proportions, as written; the name itself where it is none.

    >>> components("ethanol/water (1:1)"), components("Pd/C")
    (('ethanol', 'water'), ('Pd/C',))
    """
    if find(name) is not None:
        return (name,)
    text = plain(name[:LONGEST_NAME])
    bare = plain(qualifiers.RATIO.sub(" ", text))
    parts = tuple(part for part in map(plain, qualifiers.BETWEEN.split(bare)) if part)
    if len(parts) > 1 and all(find(part) is not None for part in parts):
        return parts
    for at, character in enumerate(bare):
        if character in "-/" and find(bare[:at]) is not None and find(bare[at + 1 :]) is not None:
            return plain(bare[:at]), plain(bare[at + 1 :])
    return (name,)


def same_substance(one: str, other: str) -> bool:
    """Whether two names stand for the same substance, ignoring qualifiers and water of crystallisation.

    Names that are not in the table match if they are spelt the same, mixtures if their components match.
    """
    if one == other:
        return True
    parts, others = components(one), components(other)
    if len(parts) > 1 or len(others) > 1:
        return {_identity(part) for part in parts} == {_identity(part) for part in others}
    return _identity(one) == _identity(other)


def same_strength(one: str, other: str) -> bool:
    """Whether two names give the same concentrations: `cold 1 M HCl` and `HCl (1 M)` do, `HCl` does not."""
    strengths = [{"".join(match.split()) for match in qualifiers.STRENGTH.findall(name)} for name in (one, other)]
    return strengths[0] == strengths[1] and is_diluted(one) == is_diluted(other)


@lru_cache(maxsize=8192)
def _identity(name: str) -> str:
    """The key that is equal for all names of one substance."""
    found, core = _resolved(name)
    anhydrous = qualifiers.HYDRATE.sub("", found.name if found is not None else core)
    if found is None or anhydrous != found.name:
        found = _entry(anhydrous) or found
    if found is None:
        return key(anhydrous)
    if found.formula in _GAS_AND_SOLUTION:
        return found.formula
    return found.name


_GAS_AND_SOLUTION = frozenset({"HCl", "HBr", "NH3"})
"""Gases that share their usual name with their solution in water."""
