"""Fill in the literals that the text wants, check them against the types, and add them to the discourse."""

from __future__ import annotations

from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.entities import Entity, fits, narrow
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.relations import Filled
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.reader.goals.words import key_of, parts_of


def state(talk: Discourse, templates: tuple[Template, ...], one: Entity, start: int, end: int) -> bool:
    """Add an adjective's literals for a thing; return False if their types do not allow it."""
    if not all(_admits(talk, template, "?x", one) for template in templates):
        return False
    for template in templates:
        filled = filled_in(talk, template, {"?x": one})
        if filled is not None:
            add(talk, Literal(filled, one, start, end))
    return True


def filled_in(talk: Discourse, template: Template, bound: dict[str, Entity]) -> Filled | None:
    """A literal of the lexicon with its variables filled; unbound ones stay open."""
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
    """The only thing of the types that the text has mentioned: the lamp switched on is the lamp to read by."""
    known = [
        one for one in talk.entities if one.count == 1 and one not in bound.values() and fits(talk.facts, one, types)
    ]
    return known[0] if len(known) == 1 else None


def _any_of(talk: Discourse, types: str) -> Entity:
    """Any object of the type that the lexicon names, `?c:counter-top`, or of several, `?c:sink|counter-top`."""
    kinds = [Kind(name, talk.facts.task.of_type.get(name, ()), name) for name in types.split("|")]
    return Entity(-1, kinds[0].label, [kind for kind in kinds if kind.members])


def add(talk: Discourse, literal: Literal) -> None:
    """Add a literal, and narrow its things to the types of its predicate."""
    predicate = talk.facts.predicates[literal.filled.predicate]
    for argument, types in zip(literal.filled.arguments, predicate.types, strict=True):
        if isinstance(argument, Entity) and not argument.options and argument.is_wild:
            _tame(talk, argument, types)
        elif isinstance(argument, Entity) and argument.options:
            narrow(talk.facts, argument, types)
            phrase, kept = argument.phrase, set(argument.members)
            if phrase is not None and any(kept.isdisjoint(one) for one in phrase.choices):
                reason = "one of its alternatives cannot be meant here"
                talk.say(rules.not_in_domain, phrase.start, phrase.determiners[-1] + 1, reason, talk.changing)
    talk.literals.append(literal)
    kind = "relation" if sum(isinstance(one, Entity) for one in literal.filled.arguments) > 1 else "state"
    name = literal.filled.predicate if literal.filled.positive else f"not {literal.filled.predicate}"
    talk.note(kind, literal.start, literal.end, (name,))


def _tame(talk: Discourse, one: Entity, types: tuple[str, ...]) -> None:
    """Give `everything` the kinds of the argument it fills."""
    excepted = {name for other in one.apart for name in other.members}
    members = tuple(name for name in talk.facts.objects_of(types) if name not in excepted)
    kind = types[0]
    guards = (Template(kind.strip("()"), ("?x",)),) if kind.startswith("(") and not excepted else ()
    whole = None if excepted or len(types) > 1 or guards else kind
    one.options, one.apart = [Kind(kind.strip("()"), members, whole, guards)], []
    if one.phrase is not None and one.phrase.head is not None:
        talk.note("thing", *one.phrase.head, members, None)


def may_be(talk: Discourse, frame: Frame, variable: str, type_name: str | None, one: Entity) -> bool:
    """Whether a thing can fill a slot of a pattern, by the slot's type and the pattern's literals."""
    if type_name is not None and type_name not in talk.facts.task.hierarchy.supertypes:
        return key_of(parts_of(one.words)).endswith(key_of(parts_of(type_name)))  # a word of the lexicon: `faucet`
    if type_name is not None and not fits(talk.facts, one, (type_name,)):
        return False
    return all(_admits(talk, template, variable, one) for template in frame.literals)


def _admits(talk: Discourse, template: Template, variable: str, one: Entity) -> bool:
    """Whether a literal's types allow a thing for one of its variables."""
    wanted = talk.facts.types_of(template)
    return wanted is not None and all(
        fits(talk.facts, one, types)
        for argument, types in zip(template.arguments, wanted, strict=True)
        if argument == variable
    )
