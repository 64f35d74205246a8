"""How surely a word means a predicate, and which words mean little."""

from __future__ import annotations

import re
from functools import lru_cache

from clairify_cli.reader.goals.discourse import Discourse
from clairify_cli.reader.goals.english import VerbClass, english
from clairify_cli.reader.goals.facts import Facts, Predicate
from clairify_cli.reader.goals.words import forms_of


def is_named(facts: Facts, word: str) -> bool:
    """Whether a word is in the name of a predicate that some action makes true."""
    made = {one.predicate for deed in facts.deeds for one in deed.effects if one.positive}
    parts = [part for name in made if name in facts.predicates for part in facts.predicates[name].parts]
    return not _is_preposition(word) and any(_stem_related(word, part) for part in parts)


def is_weak(talk: Discourse, at: int) -> bool:
    """Whether a word needs no explanation: it says little, like `put` or `up`, or is part of the domain's name."""
    name, word = talk.facts.task.domain.name, talk.words.text(at)
    if word == "off" and (not talk.words.closes(at) or talk.words.is_in(at - 1, "copulas")):
        return False  # on in room1 and off in room2
    if any(one.role in ("go", "take") for one in _classes(word, "")) and is_named(talk.facts, word):
        return False  # visited, hold
    if word in english().classes["take"].states and word.endswith(("ed", "eld")):
        return not any(related(word, part) for one in talk.facts.predicates.values() for part in one.parts)  # held
    if any(one.parts == (word,) and one.changes for one in talk.facts.predicates.values()):
        return False  # ready
    return says_little(word) or (name is not None and word in talk.facts.parts(name.text))


def is_known(talk: Discourse, word: str) -> bool:
    """Whether the English tables or the domain know a word."""
    table = english()
    if says_little(word) or (word,) in table.verbs or (word,) in table.adjectives or word in table.same:
        return True
    named = any(_stem_related(word, part) for one in talk.facts.functions for part in one.parts)
    return named or any(value_of(talk.facts, one, word, "")[0] for one in talk.facts.predicates.values())


def _classes(word: str, near: str) -> list[VerbClass]:
    table = english()
    found = [one for one, _ in table.verbs.get((word, near), ())] if near else []
    return found or [*(one for one, _ in table.verbs.get((word,), ())), *table.adjectives.get((word,), ())]


def value_of(facts: Facts, predicate: Predicate, word: str, near: str) -> tuple[float, bool]:
    """How surely a word means a predicate, from 0 to 3, and whether it says that the predicate holds."""
    if (told := facts.states.get(word)) is not None and told.predicate == predicate.name:
        return 3.0, told.positive
    negative = word.startswith("un") and any(_stem_related(word[2:], part) for part in predicate.parts)
    if negative:
        return 3.0, False
    if any(_stem_related(word, part) for part in predicate.parts):
        return 3.0, word in predicate.parts or not _makes_false(facts, word, predicate)
    if any(part in english().same.get(word, ()) for part in predicate.parts):
        return 2.0, True
    for one in _classes(word, near):
        if any(part in one.states for part in predicate.parts):
            return 2.0, True
        if any(part in one.undoes for part in predicate.parts):
            return 2.0, False
    if any(word in one.undoes and not {*one.states}.isdisjoint(predicate.parts) for one in english().classes.values()):
        return 2.0, False  # dirty, where there is `clean`
    goes = any(one.role == "go" for one in _classes(word, near)) and predicate.parts[0] in ("at", "in", "is")
    if goes and not any(_stem_related(word, part) for deed in facts.deeds for part in deed.parts):
        return 0.8, True
    if len(word) > 2:
        ways = [
            effects(facts, deed.name)
            for deed in facts.deeds
            if not _is_particle(deed.parts[1:2]) or near == deed.parts[1]  # put-up is not `put`
            if any(related(word, part) for part in (*deed.parts[:1], *deed.verbs) if len(part) > 2)
        ]
        if (made := next((one for one in ways if (predicate.name, True) in one), None)) is not None:
            return (0.0 if _is_by_the_way(facts, predicate, made) else 1.5), True
        if any((predicate.name, False) in one for one in ways):
            return 1.2, False
        for deed in facts.deeds:
            if (predicate.name, True) in effects(facts, deed.name) and any(related(word, part) for part in deed.parts):
                return 1.0, True
    comment = re.findall(r"\w+", predicate.comment.lower()) if len(word) > 2 and not says_little(word) else []
    return 0.8 if any(_stem_related(word, part) for part in comment) else 0.0, True


def _makes_false(facts: Facts, word: str, predicate: Predicate) -> bool:
    """Whether a word is a form of the name of an action that only makes a predicate false: `dust`, for `dusty`."""
    deeds = [one for one in facts.deeds if any(word == form for form, _ in forms_of(" ".join(one.parts[:1])))]
    made = {effect for one in deeds for effect in effects(facts, one.name)}
    return (predicate.name, False) in made and (predicate.name, True) not in made


def _is_by_the_way(facts: Facts, predicate: Predicate, made: frozenset[tuple[str, bool]]) -> bool:
    """Whether an action that brings two things together also makes this true, as others do: `stack` makes clear."""
    joins = any(len(facts.predicates[name].types) > 1 for name, holds in made if holds)
    others = [one for one in facts.deeds if (predicate.name, True) in effects(facts, one.name)]
    return joins and len(predicate.types) == 1 and len(others) > 2


def is_going(word: str) -> bool:
    """Whether a verb without an object says where somebody goes."""
    return word == "return" or any(one.role == "go" for one in _classes(word, ""))


def _is_preposition(word: str) -> bool:
    return (word,) in english().prepositions


def belongs(facts: Facts, predicate: Predicate, word: str) -> bool:
    """Whether a word names what an action needs to know of a thing to make this true: `to her destination`."""
    made = [
        (deed, one.arguments[:1]) for deed in facts.deeds for one in deed.effects if one.predicate == predicate.name
    ]
    return any(
        len(one.arguments) == 2
        and one.arguments[:1] == about
        and one.predicate in facts.predicates
        and not facts.predicates[one.predicate].changes
        and any(_stem_related(word, part) for part in facts.predicates[one.predicate].parts)
        for deed, about in made
        for one in deed.needs
        if (predicate.name, True) in effects(facts, deed.name)
    )


def _is_particle(parts: tuple[str, ...]) -> bool:
    return bool(parts) and parts[0] in english().words["particles"]


def effects(facts: Facts, deed: str) -> frozenset[tuple[str, bool]]:
    """The predicates that an action makes true, and those that it only makes false."""
    found: set[tuple[str, bool]] = set()
    for one in facts.deeds:
        if one.name == deed:
            found |= {(effect.predicate, effect.positive) for effect in one.effects}
    return frozenset((name, holds) for name, holds in found if holds or (name, True) not in found)


def related(word: str, part: str) -> bool:
    """Whether two words are forms of the same word or synonyms."""
    return _stem_related(word, part) or part in english().same.get(word, ())


@lru_cache(maxsize=65536)
def _stem_related(word: str, part: str) -> bool:
    """Whether two words are forms of the same word: `tight` and `tightened`, `serve` and `served`."""
    if word == part:
        return True
    return bool(_stems(word) & _stems(part))


@lru_cache(maxsize=8192)
def _stems(word: str) -> frozenset[str]:
    found = set(_stems(word[2:])) if word.startswith("re") and len(word) > 5 else set()
    for ending in english().words["endings"]:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word.removesuffix(ending) if ending else word
            found.add(stem)
            if len(stem) > 3 and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found)


_PLACES = ("in", "on", "at", "to", "under", "near")


def is_place(relation: str) -> bool:
    """Whether a class of prepositions says where something is."""
    return relation in _PLACES


@lru_cache(maxsize=4096)
def says_little(word: str) -> bool:
    """Whether a word says nothing beyond the things around it: `put`, `make sure`, `up`."""
    table = english()
    if any(
        word in table.words[name]
        for name in ("fillers", "vague", "frames", "openers", "modals", "joins", "lying", "lies")
    ):
        return True
    roles = ("place", "take", "go", "make", "use")
    return (word,) in table.prepositions or any(one.role in roles for one, _ in table.verbs.get((word,), ()))
