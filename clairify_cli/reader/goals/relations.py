"""Find a domain's literals for a relation in the text."""

from __future__ import annotations

import re

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, fits
from clairify_cli.reader.goals.facts import Facts, Predicate, Template
from clairify_cli.records import dataclass

PLACING = ("in", "on", "at", "to")
"""Classes of prepositions for a destination."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A literal whose arguments are filled: entities, or the types of something that the text does not name."""

    predicate: str
    arguments: tuple[Entity | tuple[str, ...], ...]
    positive: bool = True


def relations(facts: Facts, one: Entity, relation: str, other: Entity) -> list[Filled]:
    """The best literals for one thing being in, on, at, under … another; several if equally good."""
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
    """Whether a predicate exists for such a relation of the thing, which rules out all others."""
    return any(
        predicate.changes
        and len(predicate.types) >= 2
        and _suits(predicate, relation) > 0
        and fits(facts, one, predicate.types[0])
        for predicate in facts.predicates.values()
    )


def _pair(facts: Facts, predicate: Predicate, one: Entity, other: Entity) -> Filled | None:
    """The predicate with the two things in the order of its types; its other arguments are left as types."""
    places = range(len(predicate.types))
    for i, j in sorted(((i, j) for i in places for j in places if i != j), key=lambda order: order[0] > order[1]):
        if i > j and any((part,) in english().prepositions for part in predicate.parts):
            break  # the first argument of `in` is the thing inside; only a predicate like `contains` may swap them
        if fits(facts, one, predicate.types[i]) and fits(facts, other, predicate.types[j]):
            arguments: list[Entity | tuple[str, ...]] = list(predicate.types)
            arguments[i], arguments[j] = one, other
            return Filled(predicate.name, tuple(arguments))
    return None


def is_location(facts: Facts, template: Template, thing: str) -> bool:
    """Whether a literal says that a thing is in, on or at another."""
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


def is_means(facts: Facts, predicate: str, thing: Entity, other: Entity) -> bool:
    """Whether an action that makes the predicate true of the thing uses the other as its means or place."""
    for deed in facts.deeds:
        for effect in deed.effects:
            if effect.predicate != predicate or not effect.positive:
                continue
            types = dict(zip(deed.variables, deed.types, strict=True))
            if not any(fits(facts, thing, types.get(name, ())) for name in effect.arguments[:1]):
                continue
            told = {name for one in deed.effects if one.positive for name in one.arguments}  # other effects
            if any(name not in told and fits(facts, other, kinds) for name, kinds in types.items()):
                return True
    return False
