"""Types of what is known, where an object is declared again: the narrower one is kept, and facts fit their objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clairify_cli.languages.pddl.hierarchy import Hierarchy, type_names
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.languages.pddl.task import GroundAtom

Types = tuple[str, ...]


def joined(before: Mapping[str, Types], new: Mapping[str, Types], hierarchy: Hierarchy) -> dict[str, Types]:
    """All objects; one that is declared with a supertype of its type before keeps that, else the later one counts."""
    made = dict(before)
    for name, types in new.items():
        old = before.get(name, ())
        if not old or not all(one in hierarchy for one in old) or not hierarchy.fits(old, types):
            made[name] = types
    return made


def misfits(
    facts: Iterable[GroundAtom], before: Mapping[str, Types], now: Mapping[str, Types], domain: Domain, of: Hierarchy
) -> set[GroundAtom]:
    """Facts that fitted their objects before, and do not since these were declared with other types."""
    changed = {name for name, types in before.items() if name in now and now[name] != types}
    takes = {one.name.text: tuple(type_names(each.types) for each in one.parameters) for one in domain.predicates}
    return {
        fact
        for fact in facts
        if changed.intersection(fact[1:])
        and len(takes.get(fact[0], ())) == len(fact) - 1
        and _fits(fact, before, takes[fact[0]], of)
        and not _fits(fact, now, takes[fact[0]], of)
    }


def _fits(fact: GroundAtom, objects: Mapping[str, Types], takes: tuple[Types, ...], of: Hierarchy) -> bool:
    return all(
        name not in objects or of.fits(objects[name], wanted) for name, wanted in zip(fact[1:], takes, strict=True)
    )
