"""Find a domain's literals for a relation in the text."""

from __future__ import annotations

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, fits
from clairify_cli.reader.goals.facts import Facts, Predicate
from clairify_cli.records import dataclass

PLACING = ("in", "on", "at", "to")
"""Classes of prepositions for a destination."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A literal whose arguments are filled: entities, or the types of something that the text does not name."""

    predicate: str
    arguments: tuple[Entity | tuple[str, ...], ...]
    positive: bool = True


def is_location(predicate: Predicate) -> bool:
    """Whether the name of a predicate tells that it says where something is."""
    return not english().words["location"].isdisjoint(predicate.parts)


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
