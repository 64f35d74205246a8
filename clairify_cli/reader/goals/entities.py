"""The referents of noun phrases, objects of the scene, several of them, or any of a kind, and literals about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.facts import Facts, Predicate, Template, Types
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.reader.goals.words import parts_of
from clairify_cli.records import dataclass, field


@dataclass(slots=True, eq=False)
class Entity:
    """Something that the text mentions.

    `options` are the kinds that it can be, any of which will do. `count` of them are meant, or all if it is None.
    `definite` says that the text means particular ones. `apart` are others of its kind that it must not be.
    """

    number: int
    words: str
    options: list[Kind]
    count: int | None = 1
    definite: bool = False
    apart: list[Entity] = field(default_factory=list)
    phrase: NounPhrase | None = None

    @property
    def members(self) -> list[str]:
        """The objects that it can be."""
        return list(dict.fromkeys(name for kind in self.options for name in kind.members))

    @property
    def is_wild(self) -> bool:
        """Whether it is `everything` or `nobody`."""
        return self.phrase is not None and self.phrase.wild


def kind_fits(facts: Facts, kind: Kind, types: Types) -> bool:
    """Whether an object of the kind can be of one of the types."""
    return any(facts.fits(name, types) for name in kind.members)


def fits(facts: Facts, entity: Entity, types: Types) -> bool:
    """Whether the entity can be of one of the types."""
    return any(kind_fits(facts, kind, types) for kind in entity.options) or (entity.is_wild and not entity.options)


def narrow(facts: Facts, entity: Entity, types: Types) -> None:
    """Keep only the members that are of one of the types; if there are none, keep all."""
    entity.options = [
        _narrowed(facts, kind, types) for kind in entity.options if kind_fits(facts, kind, types)
    ] or entity.options


def _narrowed(facts: Facts, kind: Kind, types: Types) -> Kind:
    members = tuple(name for name in kind.members if facts.fits(name, types))
    if len(members) == len(kind.members):
        return kind
    held = [one for one in types if one in facts.kinds and facts.kinds[one] >= set(members)]
    guards = (*kind.guards, Template(held[0].strip("()"), ("?x",))) if held and kind.guards else kind.guards
    just_these = next((one for one in types if facts.task.of_type.get(one, ()) == members), None)
    return Kind(kind.label, members, just_these, guards, kind.own)


def interchangeable(entity: Entity) -> bool:
    """Whether any object will do for `the`: their names differ only by a number, like `apple1` and `apple2`."""
    for name in entity.members:
        parts = parts_of(name)
        if len(parts) < 2 or not parts[-1].isdigit() or sum(len(part) for part in parts[:-1]) < 2:
            return False
    return True


PLACING = ("in", "on", "at", "to")
"""Classes of prepositions for a destination."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A literal whose arguments are filled: entities, or the types of something that the text does not name."""

    predicate: str
    arguments: tuple[Entity | tuple[str, ...], ...]
    positive: bool = True
    amount: str = ""
    """The comparisons of a function with numbers, as `>= 20 <= 40`; empty for predicates."""


def is_location(predicate: Predicate) -> bool:
    """Whether the name of a predicate tells that it says where something is: not that of `light-on`."""
    parts = predicate.parts[:-1] if len(predicate.types) < 2 and len(predicate.parts) > 1 else predicate.parts
    return not english().words["location"].isdisjoint(parts)


def _location_types(facts: Facts) -> list[Types]:
    return [one.types[-1] for one in facts.predicates.values() if one.changes and is_location(one) and one.types]


def is_location_of(facts: Facts, entity: Entity) -> bool:
    """Whether an entity is a place that something can come to be at."""
    return any(fits(facts, entity, types) for types in _location_types(facts))


def is_region(facts: Facts, entity: Entity) -> bool:
    """Whether an entity is no place itself, but static facts say which places are in it: a city of locations."""
    return not is_location_of(facts, entity) and bool(region(facts, entity.members).members)


def region(facts: Facts, names: Collection[str]) -> Kind:
    """The places in a region, by static facts."""
    told = [
        (name, *others)
        for name, *others in sorted(facts.task.init)
        if len(others) == 2 and others[1] in names and name in facts.predicates
        if is_location(facts.predicates[name]) and not facts.predicates[name].changes
        if any(facts.fits(others[0], types) for types in _location_types(facts))
    ]
    guards = tuple(Template(name, ("?x", *others[1:])) for name, *others in told)
    return Kind("-".join(names), tuple(one[1] for one in told), guards=guards[:1] if len({*guards}) == 1 else ())


def is_means(facts: Facts, predicate: str, thing: Entity, other: Entity, *, joined: bool = False) -> bool:
    """Whether an action that makes the predicate true of the thing uses the other as its means or place.

    `joined` asks for one of several such actions, which has the thing in or on the other.
    """
    ways = [
        (deed, effect, types)
        for deed in facts.deeds
        for effect in deed.effects
        if effect.predicate == predicate and effect.positive
        for types in [dict(zip(deed.variables, deed.types, strict=True))]
        if any(fits(facts, thing, types.get(name, ())) for name in effect.arguments[:1])
    ]
    for deed, effect, types in ways if len(ways) > 1 or not joined else ():
        told = {name for one in deed.effects if one.positive for name in one.arguments}  # other effects
        if joined:
            needs = [one for one in deed.needs if one.arguments[:-1] == effect.arguments[:1]]
            needs = [one for one in needs if one.denied not in deed.effects]
            told |= {*types} - {one.arguments[-1] for one in needs if facts.predicates[one.predicate].changes}
        if any(name not in told and fits(facts, other, kinds) for name, kinds in types.items()):
            return True
    return False


def joining(facts: Facts, members: set[str]) -> list[tuple[str, ...]]:
    """The facts of the initial state that join one of the objects with another."""
    return sorted(atom for atom in facts.task.init if len(atom) > 2 and members & set(atom[1:]))


def around(facts: Facts, member: str, places: set[str]) -> set[str]:
    """Where an object is now: a mug in a box in the drawer is in the drawer, too. Empty if the scene does not tell."""
    told = [atom for atom in joining(facts, {member}) if _tells_place(facts, atom, member, places)]
    reached = {name for atom in told for name in atom[1:]} - {member}
    for name in (waiting := list(reached)):
        beyond = {other for atom in joining(facts, {name}) for other in atom[atom.index(name, 1) + 1 :]} - reached
        reached |= beyond
        waiting += beyond
    return reached


def _tells_place(facts: Facts, atom: tuple[str, ...], member: str, places: set[str]) -> bool:
    """Whether a fact about an object could be about one of the places instead of the object's own."""
    predicate = facts.predicates.get(atom[0])
    if predicate is None or not predicate.changes:
        return False
    contains = predicate.parts[0] in english().words["containers"]
    at = atom.index(member, 1) - 1
    others = predicate.types[:at] if contains else predicate.types[at + 1 :]  # c on a is not where a is
    return any(facts.fits(place, types) for types in others for place in places)


def elsewhere(facts: Facts, one: Entity, others: Sequence[Entity]) -> str:
    """How the place of a thing is read that the scene has somewhere else; empty if it may be there."""
    places = {name for other in others for name in other.members}
    known = [around(facts, name, places) for name in one.members]
    is_elsewhere = bool(known) and all(found and found.isdisjoint(places) for found in known)
    return f"where `{one.words}` is now, but the scene has it elsewhere" if is_elsewhere else ""
