"""A reagent is replaced by a similar but different one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..anchor import amounts
from ..case import Case
from ..contents import volatile
from ..draft import Draft
from ..edit import apply, put, remove
from ..reagents import canonical, drying, groups, key, lines, named, same
from ..rename import renamed

#: parts of systematic names that make another compound when exchanged
_PARTS = (
    ("chloro", "bromo"), ("bromo", "chloro"), ("fluoro", "chloro"), ("iodo", "bromo"), ("methoxy", "ethoxy"),
    ("nitro", "amino"), ("cyclohexyl", "cyclopentyl"), ("cyclobutan", "cyclopentan"), ("trimethyl", "triethyl"),
    ("dimethyl", "diethyl"), ("phenyl", "benzyl"), ("propionic", "butyric"), ("benzoate", "cinnamate"),
    ("isopropyl", "isobutyl"), ("pyridine", "pyrimidine"),
    ("carboxaldehyde", "carbonitrile"), ("benzaldehyde", "benzonitrile"), ("pyran", "thiopyran"),
    ("methyl", "ethyl"), ("ethyl", "methyl"), ("boronic acid", "benzoic acid"), ("propanoic", "butanoic"),
)  # fmt: skip
_SUFFIXES = ("ene", "idene", "al", "ol", "amine")


def _formula_like(word: str) -> bool:
    """Whether a name is written as a formula or an abbreviation."""
    return " " not in word and sum(char.isupper() for char in word) >= 2


def _near(name: str) -> Iterator[tuple[str, str]]:
    """Plain names of what a reagent can be mistaken for, each with the reagent's name made into it."""
    for line in lines("near_names.txt"):
        first, *others = [part.partition("=")[::2] for part in line.split("|")]
        if key(first[0]) == key(name):
            yield from ((plain, plain) for plain, _ in others)
        elif canonical(first[0]) == canonical(name):
            yield from ((plain, word) for plain, formula in others if (word := _worded(name, plain, formula)))


def _worded(name: str, plain: str, formula: str) -> str | None:
    """A reagent's name with the compound in it exchanged and all else (strength, state) as it was."""
    known = canonical(name)
    group = next((group for group in groups() if group[0] == known), (known,))
    for one in sorted({*group, known}, key=len, reverse=True):
        found = re.search(r"(?<![A-Za-z0-9])" + re.escape(one) + r"(?![A-Za-z0-9])", name, re.IGNORECASE)
        if found is None:
            continue
        old = found.group()
        word = formula if formula and _formula_like(old) else plain
        if old[0].isupper() and old[1:].islower() and word == plain:
            word = word[0].upper() + word[1:]
        return name[: found.start()] + word + name[found.end() :]
    return None


def _rebuilt(name: str) -> Iterator[str]:
    """A systematic name with one part exchanged."""
    for old, new in _PARTS:
        shape = rf"{old}(?!{'|'.join(_SUFFIXES)})" if old in ("methyl", "ethyl") else old
        found = list(re.finditer(shape, name, re.IGNORECASE))
        found = [one for one in found if not (old == "ethyl" and name[one.start() - 1 : one.start()].lower() == "m")]
        if len(found) == 1 and len(name) >= 9:
            word = new.capitalize() if found[0].group()[:1].isupper() else new
            yield name[: found[0].start()] + word + name[found[0].end() :]
            return


def _replaced(case: Case, rng: Random) -> Iterator[Draft]:
    """A reagent gets a near name all through the program."""
    for name in case.reagents:
        users = [step for step in case.steps if name in step.reagents]
        if not users or not (named(name, case.text) or any(amounts(case, step) for step in users)):
            continue
        near = [word for plain, word in _near(name) if not named(plain, case.text)]
        if not near and canonical(name) not in {group[0] for group in groups()}:
            near = list(_rebuilt(name))
        near = [one for one in near if one not in case.reagents and one != name and not named(one, case.text)]
        for new in rng.sample(near, min(2, len(near))):
            what = f"The reagent {name} has been replaced by {new}."
            yield Draft(name, what, apply(case.document, renamed(case, name, new, True)))


def _alike(one: str, other: str) -> bool:
    """Whether two solvents do nearly the same: light hydrocarbons among themselves, or one name in the other."""
    oils = {"hexane", "pentane", "heptane", "petroleum ether", "cyclohexane", "isohexane"}
    return same(one, other) or (canonical(one) in oils and canonical(other) in oils)


def _exchanged(case: Case, rng: Random) -> Iterator[Draft]:
    """In one step, a solvent is another of the text's solvents."""
    solvents = [name for name in case.reagents if volatile(name) and named(name, case.text)]
    for step in case.steps:
        for prop in ("reagent", "solvent"):
            name = step.get(prop)
            if name not in solvents or not amounts(case, step) or drying(name) or step.tag == "Separate":
                continue
            others = [one for one in solvents if not _alike(one, name)]
            if not others:
                continue
            new = rng.choice(others)
            edits = [put(case.document, step.node, prop, new)]
            if sum(1 for one in case.steps if name in one.reagents) == 1:
                edits.append(remove(case.document, case.reagents[name]))
            what = f"In {step}, {name} has been replaced by {new}, which the text names for something else."
            yield Draft(f"{step.number}", what, apply(case.document, edits))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Near names all through the program, and solvents of the text in the wrong step."""
    yield from _replaced(case, rng)
    yield from _exchanged(case, rng)
