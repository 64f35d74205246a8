"""The literals that a domain has for a relation, a state or an action in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clairify_cli.reader.goals.english import VerbClass, english
from clairify_cli.reader.goals.entities import Entity, fits
from clairify_cli.reader.goals.facts import Deed, Facts, Predicate, Template, verbs_of
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.reader.goals.words import forms_of, parts_of

PLACING = ("in", "on", "at", "to")
"""Classes of prepositions with which something is put somewhere."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A literal whose arguments are filled: entities, or the types of something that the text does not name."""

    predicate: str
    arguments: tuple[Entity | tuple[str, ...], ...]
    positive: bool = True


def relations(facts: Facts, one: Entity, relation: str, other: Entity) -> list[Filled]:
    """The literals that can say that one thing is in, on, at, under … another: the best, several where equally good."""
    scored: list[tuple[int, Filled]] = []
    if one is other:
        return []
    for predicate in facts.predicates.values():
        if predicate.changes and len(predicate.types) >= 2:
            pair = _pair(facts, predicate, one, other)
            if pair is not None:
                score = _suits(predicate, relation)
                if score > 0 or relation in PLACING:
                    scored.append((score, pair))
    best = max((score for score, _ in scored), default=0)
    if best == 0 and (len(scored) > 1 or _can_say(facts, one, relation)):
        return []
    return [filled for score, filled in scored if score == best]


def _can_say(facts: Facts, one: Entity, relation: str) -> bool:
    """Whether a predicate is made to say where such a thing is, so that no other one is meant."""
    return any(
        predicate.changes
        and len(predicate.types) >= 2
        and _suits(predicate, relation) > 0
        and fits(facts, one, predicate.types[0])
        for predicate in facts.predicates.values()
    )


def _pair(facts: Facts, predicate: Predicate, one: Entity, other: Entity) -> Filled | None:
    """The predicate with the two things in the order of its types; the rest is something of its type."""
    places = range(len(predicate.types))
    for i, j in sorted(((i, j) for i in places for j in places if i != j), key=lambda order: order[0] > order[1]):
        if i > j and any((part,) in english().prepositions for part in predicate.parts):
            break  # `in` is said of what is inside first; only `contains` may turn them round
        if fits(facts, one, predicate.types[i]) and fits(facts, other, predicate.types[j]):
            arguments: list[Entity | tuple[str, ...]] = list(predicate.types)
            arguments[i], arguments[j] = one, other
            return Filled(predicate.name, tuple(arguments))
    return None


def is_location(facts: Facts, template: Template, thing: str) -> bool:
    """Whether a literal says of a thing that it is in, on or at another."""
    predicate = facts.predicates.get(template.predicate)
    return (
        template.positive
        and template.arguments[:1] == (thing,)
        and predicate is not None
        and len(predicate.types) > 1
        and not english().words["location"].isdisjoint(predicate.parts)
    )


def _suits(predicate: Predicate, relation: str) -> int:
    """The score of a predicate for a class of prepositions, from its name and its comment."""
    words = {phrase[0] for phrase, name in english().prepositions.items() if name == relation and len(phrase) == 1}
    if words & set(predicate.parts):
        return 6
    named = not english().words["location"].isdisjoint(predicate.parts) and relation in PLACING
    if words & set(re.findall(r"[a-z]+", predicate.comment.lower())):
        return 5 if named else 4
    return 3 if named else 0


def states(facts: Facts, words: Sequence[str], thing: Entity, others: Sequence[Entity]) -> Filled | None:
    """The literal of a predicate with one of the words in its name, about the thing and, where it fits, the others."""
    for word in words:
        ranked = sorted(
            (one for one in facts.predicates.values() if one.changes and word in one.parts),
            key=lambda one: (one.parts != (word,), len(one.types)),
        )
        for predicate in ranked:
            if predicate.types and _is_state(predicate, word):
                filled = fill(facts, predicate, thing, others)
                if filled is not None:
                    return filled
    return None


def _is_state(predicate: Predicate, word: str) -> bool:
    """Whether the word says in the name what state it is: `on-table` is not `on`, `on` of two things is a relation."""
    is_preposition = (word,) in english().prepositions
    if is_preposition and len(predicate.types) > 1:
        return False
    return not is_preposition or predicate.parts == (word,) or predicate.parts[0] != word


def fill(facts: Facts, predicate: Predicate, thing: Entity, others: Sequence[Entity]) -> Filled | None:
    """The predicate with the thing at the first place that fits, and the others where they fit."""
    arguments: list[Entity | tuple[str, ...]] = list(predicate.types)
    for one in (thing, *others):
        place = next(
            (
                at
                for at, types in enumerate(predicate.types)
                if not isinstance(arguments[at], Entity) and fits(facts, one, types)
            ),
            None,
        )
        if place is not None:
            arguments[place] = one
        elif one is thing:
            return None
    return Filled(predicate.name, tuple(arguments))


def places_of(facts: Facts, thing: Entity) -> list[Filled]:
    """The literals that can say that somebody is at a place: `(at ?place)`, `(at robot ?place)`."""
    found: list[tuple[int, Filled]] = []
    for predicate in facts.predicates.values():
        if not predicate.changes or not {"at", "in", "location", "position", "loc"} & set(predicate.parts):
            continue
        filled = fill(facts, predicate, thing, ())
        if filled is None:
            continue
        rest = [one for one in filled.arguments if not isinstance(one, Entity)]
        if len(rest) <= 1 and filled.arguments[-1] is thing:
            single = all(len(facts.objects_of(types)) == 1 for types in rest)
            found.append((3 if not rest else 2 if single else 1, filled))
    best = max((score for score, _ in found), default=0)
    return [filled for score, filled in found if score == best]


def deeds_of(facts: Facts, verb: tuple[str, ...], classes: Sequence[VerbClass]) -> list[Deed]:
    """The actions that a verb names: by name, by the first words of their comments, then by another verb like it."""
    joined = " ".join(verb)
    by_name = [deed for deed in facts.deeds if _names(deed, joined)]
    if by_name:
        return by_name
    documented = [deed for deed in facts.deeds if joined in verbs_of(deed.comment)]
    if documented:
        return documented
    synonyms = {word for one in classes for word in one.words}
    return [deed for deed in facts.deeds if " ".join(deed.parts) in synonyms]


def _names(deed: Deed, verb: str) -> bool:
    return " ".join(deed.parts) == verb or (" " not in verb and deed.parts[:1] == (verb,))


def effects(facts: Facts, deed: Deed, thing: Entity, adjuncts: Sequence[tuple[str, Entity]]) -> list[Filled]:
    """The effects of an action on the object, with its parameters bound by type, and by name if several fit."""
    bound: dict[str, Entity] = {}
    for relation, one in (("", thing), *adjuncts):
        places = [
            variable
            for variable, types in zip(deed.variables, deed.types, strict=True)
            if variable not in bound and fits(facts, one, types)
        ]
        if not places and one is thing:
            return []
        if places:
            bound[_by_name(places, relation)] = one
    types = dict(zip(deed.variables, deed.types, strict=True))
    own = next(variable for variable, one in bound.items() if one is thing)
    about = [one for one in deed.effects if own in one.arguments]
    positive = [one for one in about if one.positive]
    chosen = positive or about
    most = max((sum(name in bound for name in one.arguments) for one in chosen), default=0)
    return [
        Filled(one.predicate, tuple(_argument(name, bound, types) for name in one.arguments), one.positive)
        for one in chosen
        if sum(name in bound for name in one.arguments) == most
    ][:3]


def _argument(name: str, bound: dict[str, Entity], types: dict[str, tuple[str, ...]]) -> Entity | tuple[str, ...]:
    """The binding of a parameter or a constant in the effect of an action."""
    if name in bound:
        return bound[name]
    return types[name] if name in types else Entity(-1, name, [Kind(name, (name,), own=True)])


def _by_name(places: list[str], relation: str) -> str:
    """The parameter whose name the preposition asks for: `?from`, `?to`."""
    wanted = relation == "from" or relation in PLACING
    return next((place for place in places if not wanted or not {"from", "to"} & set(parts_of(place))), places[0])


def is_means(facts: Facts, predicate: str, thing: Entity, other: Entity) -> bool:
    """Whether an action that makes the predicate true of the thing is done with, in or at the other."""
    for deed in facts.deeds:
        for effect in deed.effects:
            if effect.predicate != predicate or not effect.positive:
                continue
            types = dict(zip(deed.variables, deed.types, strict=True))
            if not any(fits(facts, thing, types.get(name, ())) for name in effect.arguments[:1]):
                continue
            told = {name for one in deed.effects if one.positive for name in one.arguments}  # what more comes of it
            if any(name not in told and fits(facts, other, kinds) for name, kinds in types.items()):
                return True
    return False


def verb_states(verb: tuple[str, ...]) -> Iterator[str]:
    """Words that a predicate for what a verb leaves behind can be called by: `paint`, `painted`."""
    for form, kind in forms_of(verb[0]):
        if kind in ("past", "base"):
            yield form


def predicate_of_place(facts: Facts, relation: str, words: Sequence[str]) -> list[Template]:
    """Predicates of one thing that name a place: `on the table` is `on-table`."""
    prepositions = english().prepositions
    return [
        Template(one.name, ("?x",))
        for one in facts.predicates.values()
        if one.changes
        and len(one.types) == 1
        and len(one.parts) > 1
        and prepositions.get(one.parts[:1]) == relation
        and one.parts[1:] == tuple(words)
    ]
