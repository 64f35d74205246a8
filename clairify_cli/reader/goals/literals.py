"""Literals that the text wants: filled in, checked against the types, and added to what is known."""

from __future__ import annotations

from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.entities import Entity, fits, narrow
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.model import Mention
from clairify_cli.reader.goals.relations import Filled
from clairify_cli.reader.goals.vocabulary import Kind


def state(talk: Discourse, templates: tuple[Template, ...], one: Entity, start: int, end: int) -> bool:
    """Add what an adjective says of a thing, if it can be said of it."""
    if not all(_admits(talk, template, "?x", one) for template in templates):
        return False
    for template in templates:
        filled = filled_in(talk, template, {"?x": one})
        if filled is not None:
            add(talk, Literal(filled, one, start, end))
    return True


def filled_in(talk: Discourse, template: Template, bound: dict[str, Entity]) -> Filled | None:
    """A literal of the lexicon with its variables filled; those that nothing fills are open."""
    wanted = talk.facts.types_of(template)
    if wanted is None:
        return None
    arguments: list[Entity | tuple[str, ...]] = []
    for argument, types in zip(template.arguments, wanted, strict=True):
        if argument in bound:
            arguments.append(bound[argument])
        elif ":" in argument:
            bound[argument] = _any_of(talk, argument.partition(":")[2])
            arguments.append(bound[argument])
        elif argument in talk.facts.task.objects:
            arguments.append(Entity(-1, argument, [Kind(argument, (argument,), own=True)]))
        else:
            arguments.append(_spoken_of(talk, types, bound) or types)
    return Filled(template.predicate, tuple(arguments), template.positive)


def _spoken_of(talk: Discourse, types: tuple[str, ...], bound: dict[str, Entity]) -> Entity | None:
    """The one thing of the types that the text has spoken of: the lamp that is switched on is the one to read by."""
    known = [
        one for one in talk.entities if one.count == 1 and one not in bound.values() and fits(talk.facts, one, types)
    ]
    return known[0] if len(known) == 1 else None


def _any_of(talk: Discourse, types: str) -> Entity:
    """Something that the lexicon names by its type, `?c:counter-top`, or by several, `?c:sink|counter-top`."""
    kinds = [Kind(name, talk.facts.task.of_type.get(name, ()), name) for name in types.split("|")]
    return Entity(-1, kinds[0].label, [kind for kind in kinds if kind.members])


def add(talk: Discourse, literal: Literal) -> None:
    """Add a literal, and leave of its things only what it can be said of."""
    predicate = talk.facts.predicates[literal.filled.predicate]
    for argument, types in zip(literal.filled.arguments, predicate.types, strict=True):
        if isinstance(argument, Entity) and argument.options:
            narrow(talk.facts, argument, types)
    talk.literals.append(literal)
    kind = "relation" if sum(isinstance(one, Entity) for one in literal.filled.arguments) > 1 else "state"
    name = literal.filled.predicate if literal.filled.positive else f"not {literal.filled.predicate}"
    talk.mentions.append(Mention(kind, talk.span(literal.start, literal.end), (name,)))


def may_be(talk: Discourse, frame: Frame, variable: str, type_name: str | None, one: Entity) -> bool:
    """Whether a thing can stand at a place of a pattern: by the type that is asked for, and by the literals."""
    if not one.options or (type_name is not None and not fits(talk.facts, one, (type_name,))):
        return False
    return all(_admits(talk, template, variable, one) for template in frame.literals)


def _admits(talk: Discourse, template: Template, variable: str, one: Entity) -> bool:
    """Whether the domain can say a literal with a thing for one of its variables."""
    wanted = talk.facts.types_of(template)
    return wanted is not None and all(
        fits(talk.facts, one, types)
        for argument, types in zip(template.arguments, wanted, strict=True)
        if argument == variable
    )
