"""Slips in a model's problem that can only be meant in one way: they are corrected, and the model is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from clairify_cli.agents.policies.files.grow import Known, renamed
from clairify_cli.agents.policies.files.hints import is_told_of, kind_of, without_number
from clairify_cli.agents.policies.files.single import Types
from clairify_cli.agents.policies.words import sentence
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.meaning import words_of_atom
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import changed_by

_WORD = re.compile(r"[a-z]+")
_ALIKE = 0.75
_SHORTEST = 3
"""Words with fewer letters, such as `of`, tell nothing about what a name stands for."""


def tidied(new: Known, before: Known | None, domain: Domain, seen: str) -> tuple[Known, list[str]]:
    """The problem as it is meant, and a sentence for each correction.

    An object that is not declared is another one misspelt, or is declared, if the observations `seen` tell of it and
    its predicates leave no choice of type. Arguments in the wrong order are put in the only one that fits.
    """
    takes = {one.name.text: [type_names(each.types) for each in one.parameters] for one in domain.predicates}
    known = {one.name.text: type_names(one.types) for one in domain.constants}
    known |= {**(before.objects if before is not None else {}), **new.objects}
    hierarchy, told, names, objects = hierarchy_of(domain), list[str](), dict[str, str](), dict(new.objects)
    for name, wanted in _undeclared(new.facts, takes, known).items():
        near = _misspelt(name, known, seen)
        if near is not None:
            names[name] = near
            told.append(sentence("tidied-name", name=name, near=near))
        elif len(wanted) == 1 and all(words_seen(name, seen)):
            (types,) = wanted
            kind = kind_of(name, known, domain)
            objects[name] = (kind,) if kind is not None and hierarchy.fits((kind,), types) else types
            told.append(sentence("tidied-object", name=name, kind=" or ".join(objects[name])))
    new = renamed(replace(new, objects=objects), names)
    facts = []
    for fact in new.facts:
        right = _in_order(fact, takes.get(fact[0], []), {**known, **objects}, hierarchy)
        if right != fact:
            told.append(sentence("tidied-order", fact=words_of_atom(fact), right=words_of_atom(right)))
        facts.append(right)
    return replace(new, facts=tuple(dict.fromkeys(facts))), told


def words_seen(name: str, seen: str) -> list[bool]:
    """Of each word of a name, such as `north-of-kitchen`, whether it occurs in the observations."""
    if is_told_of(name, seen):
        return [True]
    words = set(_WORD.findall(seen.casefold()))
    return [one in words for one in _WORD.findall(name) if len(one) >= _SHORTEST] or [False]


def _undeclared(
    facts: Iterable[GroundAtom], takes: Mapping[str, list[Types]], known: Mapping[str, Types]
) -> dict[str, set[Types]]:
    """Objects that are not declared, with the types that the predicates want of them."""
    found: dict[str, set[Types]] = {}
    for fact in facts:
        for name, types in zip(fact[1:], takes.get(fact[0], ()), strict=False):
            if name not in known:
                found.setdefault(name, set()).add(types)
    return found


def changing_types(domain: Domain) -> Callable[[Types], bool]:
    """Whether an object of some types can be in facts that actions change; a direction, for one, cannot."""
    hierarchy = hierarchy_of(domain)
    changed = frozenset().union(*changed_by(domain.actions))
    wanted = [
        type_names(each.types) for one in domain.predicates if one.name.text in changed for each in one.parameters
    ]
    return lambda types: any(hierarchy.fits(types, one) for one in wanted)


def _misspelt(name: str, known: Iterable[str], seen: str) -> str | None:
    """The one known object whose name differs in hyphens alone, or in the spelling of a word, if no observation tells
    of the name; never only in its number."""
    letters = name.replace("-", "")
    found = [one for one in known if one.replace("-", "") == letters]
    if not found and not is_told_of(name, seen):
        found = [one for one in known if without_number(one) != without_number(name) and _differs_little(name, one)]
    return found[0] if len(found) == 1 else None


def _differs_little(name: str, other: str) -> bool:
    words, others = name.split("-"), other.split("-")
    if len(words) != len(others):
        return False
    differing = [(one, each) for one, each in zip(words, others, strict=True) if one != each]
    return len(differing) == 1 and bool(near_matches(differing[0][0], [differing[0][1]], cutoff=_ALIKE))


def _in_order(fact: GroundAtom, wanted: list[Types], objects: Mapping[str, Types], of: Hierarchy) -> GroundAtom:
    """The fact with each argument where alone it fits; as it is if it fits, or if there is a choice."""
    arguments = fact[1:]
    if len(arguments) != len(wanted) or any(one not in objects for one in arguments):
        return fact
    if all(of.fits(objects[one], types) for one, types in zip(arguments, wanted, strict=True)):
        return fact
    choices = [[one for one in arguments if of.fits(objects[one], types)] for types in wanted]
    right = (fact[0], *(one[0] for one in choices if len(one) == 1))
    return right if len(set(right)) == len(fact) else fact
