"""What clauses want to be true at the end."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Span
from clairify_cli.reader.goals import rules
from clairify_cli.reader.goals.clauses import Adjunct, Clause
from clairify_cli.reader.goals.discourse import Discourse, Literal, things
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, fits, interchangeable, narrow
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.model import Mention
from clairify_cli.reader.goals.relations import (
    PLACING,
    Filled,
    deeds_of,
    effects,
    is_means,
    places_of,
    predicate_of_place,
    relations,
    states,
    verb_states,
)
from clairify_cli.reader.goals.vocabulary import Kind

_NOT = ("not", "isnt", "arent")

Said = list[tuple[Adjunct, list[Entity]]]


def understand(talk: Discourse, clauses: list[Clause]) -> None:
    """Add what the clauses want to what is known."""
    for number, clause in enumerate(clauses):
        if clause.inherits and not clause.adjuncts and not clause.said and talk.literals:
            _once_more(talk, clause)
            continue
        following = clauses[number + 1] if number + 1 < len(clauses) else None
        if following is not None and any(one.role == "use" for one in clause.classes) and clause.objects:
            means = Adjunct("with", clause.start, clause.objects[-1].end, clause.objects)
            following.adjuncts.append(means)
            continue
        _clause(talk, clause, following)


def _once_more(talk: Discourse, clause: Clause) -> None:
    """`put the apple in the fridge and the bread`: the same of another thing."""
    last = talk.literals[-1]
    for one in things(talk, clause.objects):
        arguments = tuple(one if argument is last.subject else argument for argument in last.filled.arguments)
        types = talk.facts.predicates[last.filled.predicate].types
        places = [kinds for argument, kinds in zip(arguments, types, strict=True) if argument is one]
        if not places or not all(fits(talk.facts, one, kinds) for kinds in places):
            words = talk.text(clause.start, clause.end)
            reason = f"what is said of `{last.subject.words}` cannot be said of `{one.words}`"
            talk.findings.append(rules.not_in_domain(talk.span(clause.start, clause.end), words, reason))
        else:
            filled = Filled(last.filled.predicate, arguments, last.filled.positive)
            _add(talk, Literal(filled, one, clause.start, clause.end, last.role))


def _clause(talk: Discourse, clause: Clause, following: Clause | None) -> None:
    before, reported = len(talk.literals), len(talk.findings)
    if clause.refused is not None:
        at = talk.span(clause.refused, clause.refused + 1)
        reason = "a goal has no conditions, and a choice only between things"
        talk.findings.append(rules.not_in_domain(at, talk.source.text[at.start : at.end], reason))
        return
    if clause.negated is not None and not (clause.copula and talk.words.text(clause.negated) in _NOT):
        words = talk.text(clause.start, clause.end)
        talk.findings.append(
            rules.not_in_domain(talk.span(clause.start, clause.end), words, "it says what must not be")
        )
        return
    objects = _objects(talk, clause, following)
    failed = clause.objects and not objects
    if failed:
        talk.described.clear()
        return
    said = _adjuncts(talk, clause, objects)
    _descriptions(talk)
    if clause.copula or not (clause.verb or clause.strange_verb is not None):
        _statement(talk, clause, objects, said)
    else:
        objects = _deed(talk, clause, objects, said)
    if objects:
        talk.focus = objects
    if len(talk.literals) == before and len(talk.findings) == reported:
        _nothing(talk, clause)


def _objects(talk: Discourse, clause: Clause, following: Clause | None) -> list[Entity]:
    """What the verb is done to; where nothing is named, what was spoken of last, or what comes next."""
    if clause.objects:
        return things(talk, clause.objects)
    if talk.focus:
        return list(talk.focus)
    if following is not None and following.objects and clause.verb and not clause.adjuncts:
        clause.objects = following.objects
        found = things(talk, following.objects)
        for phrase, one in zip(following.objects, found, strict=False):
            phrase.determiner = "the" if one.phrase is phrase else phrase.determiner
        return found
    return []


def _adjuncts(talk: Discourse, clause: Clause, objects: list[Entity]) -> Said:
    """The things of the adjuncts. What only says where something stands may be unknown without harm."""
    found: Said = []
    placed = False
    for adjunct in clause.adjuncts:
        kept = len(talk.findings)
        entities = _place(talk, adjunct) or _meant(talk, adjunct, objects, found) or things(talk, adjunct.things)
        if not entities and (placed or adjunct.relation not in PLACING):
            del talk.findings[kept:]
            _aside(talk, adjunct, "nothing is known of it")
            continue
        placed = placed or (bool(entities) and adjunct.relation in PLACING)
        found.append((adjunct, entities))
    return found


def _meant(talk: Discourse, adjunct: Adjunct, objects: list[Entity], before: Said) -> list[Entity]:
    """What a pronoun of place stands for: the last thing that the object can be in or on."""
    if adjunct.things[0].pronoun not in ("it", "there", "them", "that") or not objects:
        return []
    if before and before[-1][0].relation == "with":
        return objects[:1]  # a plate with a fork in it
    candidates = [*reversed(talk.focus), *reversed(talk.entities[-20:])]
    for one in candidates:
        if one not in objects and _where(talk, objects[0], adjunct, [one]):
            return [one]
    return []


def _place(talk: Discourse, adjunct: Adjunct) -> list[Entity]:
    """The place in the name of a predicate: `on the table` where there is `on-table`. It has no options."""
    phrase = adjunct.things[0]
    if phrase.kinds or not phrase.strange:
        return []
    words = [talk.words.tokens[at].text for at in phrase.strange]
    if not predicate_of_place(talk.facts, adjunct.relation, words):
        return []
    return [Entity(-1, " ".join(words), [])]


def _descriptions(talk: Discourse) -> None:
    """What adjectives say of the things of a clause."""
    for phrase, one in talk.described:
        for start, end, templates in phrase.states:
            if not _state(talk, templates, one, start, end):
                reason = f"nothing of the kind can be said of `{one.words}`"
                talk.findings.append(rules.left_out(talk.span(start, end), talk.text(start, end), reason))
    talk.described.clear()


def _state(talk: Discourse, templates: tuple[Template, ...], one: Entity, start: int, end: int) -> bool:
    """Add what an adjective says of a thing, if it can be said of it."""
    for template in templates:
        predicate = talk.facts.predicates.get(template.predicate)
        if predicate is None or len(predicate.types) != len(template.arguments):
            return False
        for argument, types in zip(template.arguments, predicate.types, strict=True):
            if argument == "?x" and not fits(talk.facts, one, types):
                return False
    for template in templates:
        filled = _filled(talk, template, {"?x": one})
        if filled is not None:
            _add(talk, Literal(filled, one, start, end))
    return True


def _filled(talk: Discourse, template: Template, bound: dict[str, Entity]) -> Filled | None:
    """A literal of the lexicon with its variables filled; those that nothing fills are open."""
    predicate = talk.facts.predicates.get(template.predicate)
    if predicate is None or len(predicate.types) != len(template.arguments):
        return None
    arguments: list[Entity | tuple[str, ...]] = []
    for argument, types in zip(template.arguments, predicate.types, strict=True):
        if argument in bound:
            arguments.append(bound[argument])
        elif ":" in argument:
            bound[argument] = _any_of(talk, argument.partition(":")[2])
            arguments.append(bound[argument])
        elif argument in talk.facts.task.objects:
            arguments.append(Entity(-1, argument, [Kind(argument, (argument,), own=True)]))
        else:
            arguments.append(types)
    return Filled(template.predicate, tuple(arguments), template.positive)


def _any_of(talk: Discourse, types: str) -> Entity:
    """Something that the lexicon names by its type, `?c:counter-top`, or by several, `?c:sink|counter-top`."""
    kinds = [Kind(name, talk.facts.task.of_type.get(name, ()), name) for name in types.split("|")]
    return Entity(-1, kinds[0].label, [kind for kind in kinds if kind.members])


def _add(talk: Discourse, literal: Literal) -> None:
    """Add a literal, and leave of its things only what it can be said of."""
    predicate = talk.facts.predicates[literal.filled.predicate]
    for argument, types in zip(literal.filled.arguments, predicate.types, strict=True):
        if isinstance(argument, Entity) and argument.options:
            narrow(talk.facts, argument, types)
    talk.literals.append(literal)
    kind = "relation" if sum(isinstance(one, Entity) for one in literal.filled.arguments) > 1 else "state"
    name = literal.filled.predicate if literal.filled.positive else f"not {literal.filled.predicate}"
    talk.mentions.append(Mention(kind, talk.span(literal.start, literal.end), (name,)))


# ------------------------------------------------------------------------------------------ without a verb


def _statement(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> None:
    """`the apple is clean`, `a on b`, `the cup is not in the sink`."""
    for start, end, templates in clause.said:
        wanted = templates
        if clause.negated is not None:
            wanted = tuple(Template(one.predicate, one.arguments, not one.positive) for one in templates)
        for one in objects:
            if not _state(talk, wanted, one, start, end):
                words = talk.text(start, end)
                reason = f"no predicate says it of `{one.words}`"
                talk.findings.append(rules.not_in_domain(talk.span(start, end), words, reason, talk.changing))
    if said and objects:
        _placed(talk, clause, objects, said)


# --------------------------------------------------------------------------------------------- with a verb


def _deed(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> list[Entity]:
    """What is true once somebody has done what the clause says; gives what it is done to.

    Where a pronoun or nothing stands for that, and what was spoken of last does not fit, what was spoken of before
    is tried.
    """
    if _done(talk, clause, objects, said):
        return objects
    if all(phrase.pronoun for phrase in clause.objects):
        for one in reversed(talk.entities[-20:]):
            if one not in objects and _done(talk, clause, [one], said):
                return [one]
    roles = {one.role for one in clause.classes}
    if roles & {"place", "take"} and any(adjunct.relation in (*PLACING, "under", "near") for adjunct, _ in said):
        _placed(talk, clause, objects, said)
    elif clause.strange_verb is not None and objects and any(one.relation in PLACING for one, _ in said):
        at = talk.span(clause.strange_verb, clause.strange_verb + 1)
        talk.findings.append(rules.assumed(at, talk.source.text[at.start : at.end], "to put"))
        _placed(talk, clause, objects, said)
    else:
        _cannot(talk, clause, objects, bool(roles & {"place"}) and not said)
    return objects


def _done(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """Add what is true once the clause is done to the things, if the domain can say it."""
    if _by_lexicon(talk, clause, objects, said):
        return True
    roles = {one.role for one in clause.classes}
    if clause.said or (roles & {"make"} and any(phrase.states for phrase in clause.objects) and not said):
        for start, end, templates in clause.said:
            for one in objects:
                _state(talk, templates, one, start, end)
        return True
    if "go" in roles and _go(talk, clause, objects, said):
        return True
    moved = any(adjunct.relation == "to" for adjunct, _ in said)
    if "take" in roles and not moved and _take(talk, clause, objects, said):
        return True
    if roles & {"place", "take"} and any(adjunct.relation in (*PLACING, "under", "near") for adjunct, _ in said):
        if any(_where(talk, one, adjunct, those) for one in objects for adjunct, those in said):
            _placed(talk, clause, objects, said)
            return True
        return False
    if any(one.carries for one in clause.classes) and not said and _take(talk, clause, objects, said):
        return True
    return _verb_state(talk, clause, objects, said) or _action(talk, clause, objects, said)


def _cannot(talk: Discourse, clause: Clause, objects: list[Entity], nowhere: bool) -> None:
    """Report a clause of which nothing can be said, unless a word of it is reported already."""
    verb_at = clause.verb_at or (clause.start, clause.start + 1)
    if clause.strange_verb is not None:
        verb_at = (clause.strange_verb, clause.strange_verb + 1)
    words = talk.text(*verb_at)
    if clause.objects and not objects:
        return
    if nowhere and objects and _back(talk, clause, objects):
        return
    if nowhere and objects:
        talk.findings.append(rules.not_in_domain(talk.span(*verb_at), words, "the text does not say where to"))
    elif any(phrase.states for phrase in clause.objects):
        talk.findings.append(rules.left_out(talk.span(*verb_at), words, "no predicate says so"))
    else:
        reason = "no predicate and no action is called so" if objects else "it is not said of what"
        talk.findings.append(rules.not_in_domain(talk.span(*verb_at), words, reason, talk.changing))


def _back(talk: Discourse, clause: Clause, objects: list[Entity]) -> bool:
    """`put the bottles back`: where they are at first."""
    tokens = talk.words.tokens[clause.start : clause.end]
    if not any(token.text in ("back", "return") for token in tokens):
        return False
    found = False
    for one in objects:
        members = one.members if one.count is None or len(one.members) == 1 else []
        for atom in _joining(talk, set(members)):
            predicate = talk.facts.predicates.get(atom[0])
            if predicate is None or not predicate.changes or atom[1] not in members or len(atom) != 3:
                continue
            first, second = (Entity(-1, name, [Kind(name, (name,), own=True)]) for name in atom[1:])
            if relations(talk.facts, first, "at", second):
                filled = Filled(atom[0], (first, second))
                _add(talk, Literal(filled, first, *(clause.verb_at or (clause.start, clause.end)), "state"))
                found = True
    return found


def _by_lexicon(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """What the lexicon says of the verb: the pattern with the most places that all can be filled."""
    if not clause.verb or not objects:
        return False
    fitting: list[tuple[int, Frame, dict[str, list[Entity]], set[int]]] = []
    for frame in talk.lexicon.frames:
        if frame.verb == ("put",) and len(frame.slots) == 2:
            continue  # where things are put is found out adjunct by adjunct
        rank = _same_verb(frame, clause)
        bound = _bind(talk, frame, objects, said) if rank else None
        if bound is not None:
            fitting.append((10 * len(frame.slots) + rank, frame, *bound))
    if not fitting:
        return False
    _, frame, bound_to, used = max(fitting, key=lambda one: one[0])
    subjects = bound_to[frame.slots[0].variable]
    for one in subjects:
        singles = {name: those[0] for name, those in bound_to.items()} | {frame.slots[0].variable: one}
        for template in frame.literals:
            filled = _filled(talk, template, singles)
            if filled is not None:
                role = _role(clause, frame)
                _add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), role))
    _leftover(talk, objects, [one for number, one in enumerate(said) if number not in used], frame.literals)
    return True


def _role(clause: Clause, frame: Frame) -> str:
    roles = {one.role for one in clause.classes}
    if len(frame.slots) > 1 and "place" in roles:
        return "place"
    return "take" if "take" in roles else "find" if any(one.name == "find" for one in clause.classes) else "state"


def _same_verb(frame: Frame, clause: Clause) -> int:
    """2 where the clause has the verb of the pattern, 1 where it has another one of the same class, else 0."""
    if frame.verb == clause.verb:
        return 2
    written = " ".join(frame.verb)
    return int(any(written == one.words[0] for one in clause.classes))


def _bind(
    talk: Discourse, frame: Frame, objects: list[Entity], said: Said
) -> tuple[dict[str, list[Entity]], set[int]] | None:
    """The things that fill the places of a pattern, and which adjuncts they came from."""
    bound: dict[str, list[Entity]] = {}
    used: set[int] = set()
    prepositions = english().prepositions
    for slot in frame.slots:
        if not slot.words:
            candidates: list[tuple[int | None, list[Entity]]] = [(None, objects)] if objects else []
        else:
            wanted = prepositions.get(slot.words)
            candidates = [
                (number, entities)
                for number, (adjunct, entities) in enumerate(said)
                if number not in used and entities and adjunct.relation == wanted
            ]
        for number, entities in candidates:
            if all(_may_be(talk, frame, slot.variable, slot.type, one) for one in entities):
                bound[slot.variable] = list(entities)
                used |= {number} if number is not None else set()
                break
        else:
            return None
    return bound, used


def _may_be(talk: Discourse, frame: Frame, variable: str, type_name: str | None, one: Entity) -> bool:
    if not one.options or (type_name is not None and not fits(talk.facts, one, (type_name,))):
        return False
    for template in frame.literals:
        predicate = talk.facts.predicates.get(template.predicate)
        if predicate is None or len(predicate.types) != len(template.arguments):
            return False
        for argument, types in zip(template.arguments, predicate.types, strict=True):
            if argument == variable and not fits(talk.facts, one, types):
                return False
    return True


def _go(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """Somebody is to be somewhere."""
    there = [(adjunct, one) for adjunct, those in said if adjunct.relation in (*PLACING, "near") for one in those]
    goals: list[tuple[Adjunct | None, Entity]] = [*there]
    if clause.objects and not goals:
        goals = [(None, one) for one in objects]
    if not clause.objects and talk.focus and there and all(adjunct.relation in ("in", "on") for adjunct, _ in there):
        for one in objects:
            _put(talk, one, said, required=True)  # `… to go back on the stove`: the thing goes
        return True
    for adjunct, place in goals:
        who = objects if clause.objects and adjunct is not None else []
        for one in who:
            found = relations(talk.facts, one, "at", place)
            if found:
                _add(talk, Literal(talk.choices.pick(found, _at(talk, clause)), one, clause.start, clause.end, "place"))
                return True
        found = places_of(talk.facts, place)
        if found:
            filled = talk.choices.pick(found, _at(talk, clause))
            _add(talk, Literal(filled, place, clause.start, clause.end, "go"))
            return True
    return False


def _at(talk: Discourse, clause: Clause) -> Span:
    return talk.span(clause.start, clause.end)


def _take(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """Somebody is to have something."""
    words = english().classes["take"].states
    found = False
    for one in objects:
        pairs = [(adjunct.relation, other) for adjunct, those in said for other in those if other.options]
        hands = [other for relation, other in pairs if relation in ("with", "in")]
        filled = states(talk.facts, words, one, hands)
        if filled is not None:
            _locate_all(talk, one, [pair for pair in said if not any(other in filled.arguments for other in pair[1])])
            _add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), "take"))
            found = True
    return found


def _verb_state(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """The state that a verb leaves behind, by a word of a predicate's name."""
    others = [one for _, those in said for one in those if one.options]
    found = False
    for one in objects:
        filled = _state_of_verb(talk, clause, one, others)
        if filled is None:
            continue
        role = "find" if any(cls.name == "find" for cls in clause.classes) else "state"
        _add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), role))
        rest = [pair for pair in said if not any(other in filled.arguments for other in pair[1])]
        _leftover(talk, [one], rest, (Template(filled.predicate, ()),))
        found = True
    return found


def _state_of_verb(talk: Discourse, clause: Clause, one: Entity, others: list[Entity]) -> Filled | None:
    for cls in clause.classes:
        if cls.role in ("place", "go", "make"):
            continue
        filled = states(talk.facts, cls.states, one, others)
        if filled is not None:
            return filled
        filled = states(talk.facts, cls.undoes, one, others)
        if filled is not None:
            return Filled(filled.predicate, filled.arguments, False)
    if clause.verb and not any(cls.role in ("place", "go", "make") for cls in clause.classes):
        return states(talk.facts, tuple(verb_states(clause.verb)), one, others)
    return None


def _action(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """What an action of the domain makes true of the thing."""
    if not clause.verb:
        return False
    adjuncts = [(adjunct.relation, one) for adjunct, those in said for one in those if one.options]
    found = False
    for one in objects:
        for deed in deeds_of(talk.facts, clause.verb, clause.classes):
            done = effects(talk.facts, deed, one, adjuncts)
            if any(cls.role == "place" for cls in clause.classes):
                done = [filled for filled in done if _is_full(talk, filled)]
            for filled in done:
                _add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end))))
            if done:
                found = True
                used = {id(argument) for filled in done for argument in filled.arguments}
                rest = [pair for pair in said if not any(id(other) in used for other in pair[1])]
                _leftover(talk, [one], rest, (Template(done[0].predicate, ()),))
                break
    return found


def _is_full(talk: Discourse, filled: Filled) -> bool:
    """Whether nothing is left open that the text would have to say."""
    return all(isinstance(one, Entity) or len(talk.facts.objects_of(one)) == 1 for one in filled.arguments)


# ------------------------------------------------------------------------------------------------ adjuncts


def _leftover(talk: Discourse, objects: list[Entity], said: Said, literals: tuple[Template, ...]) -> None:
    """Adjuncts that a verb of doing leaves: with what it is done, where something is, or where it is to be."""
    rest: Said = []
    for adjunct, entities in said:
        means = [
            one
            for one in entities
            if any(is_means(talk.facts, literal.predicate, objects[0], one) for literal in literals)
        ]
        if means and adjunct.relation != "from":
            _note(talk, "means", adjunct, means)
        else:
            rest.append((adjunct, entities))
    if not rest:
        return
    for one in objects:
        if any(adjunct.relation in PLACING and _where(talk, one, adjunct, those) for adjunct, those in rest):
            _put(talk, one, rest, required=False)
        else:
            _locate_all(talk, one, rest)


def _note(talk: Discourse, kind: str, adjunct: Adjunct, entities: list[Entity]) -> None:
    names = tuple(name for one in entities for name in one.members)
    talk.mentions.append(Mention(kind, talk.span(adjunct.start, adjunct.end), names))


def _aside(talk: Discourse, adjunct: Adjunct, reason: str) -> None:
    at = talk.span(adjunct.start, adjunct.end)
    talk.findings.append(rules.left_out(at, talk.source.text[at.start : at.end], reason))


def _locate_all(talk: Discourse, one: Entity, said: Said) -> None:
    """What only says where a thing is now."""
    for adjunct, entities in said:
        if adjunct.relation == "with" and _contained(talk, one, adjunct, entities):
            continue
        _note(talk, "place", adjunct, entities)
        if not _locate(talk, one, entities) and adjunct.relation != "from":
            _aside(talk, adjunct, "it is taken as where something is now, which the scene does not tell")


def _locate(talk: Discourse, one: Entity, others: list[Entity]) -> bool:
    """Of several objects that are not alike, leave those that are there now."""
    there = _now_at(talk, one, others)
    if there and len(there) < len(one.members) and not interchangeable(one):
        one.options = [Kind(one.words, tuple(there))]
        return True
    return bool(there)


def _now_at(talk: Discourse, one: Entity, others: list[Entity]) -> list[str]:
    """The objects that a fact of the initial state joins with one of the others."""
    places = {name for other in others for name in other.members}
    members = set(one.members)
    return [
        name
        for name in one.members
        if any(name in atom[1:] and places & (set(atom[1:]) - {name}) for atom in _joining(talk, members))
    ]


def _joining(talk: Discourse, members: set[str]) -> list[tuple[str, ...]]:
    return sorted(atom for atom in talk.facts.task.init if len(atom) > 2 and members & set(atom[1:]))


def _contained(talk: Discourse, one: Entity, adjunct: Adjunct, entities: list[Entity]) -> bool:
    """`a plate with a fork`: what is in or on the thing, which the text wants or by which it tells it from others."""
    for other in entities:
        if not other.options:
            return False
        found = relations(talk.facts, other, "in", one)
        if not found:
            return False
        if one.definite and len(one.members) > 1 and _now_at(talk, one, [other]):
            one.options = [Kind(one.words, tuple(_now_at(talk, one, [other])))]
            _note(talk, "place", adjunct, [other])
            continue
        filled = talk.choices.pick(found, talk.span(adjunct.start, adjunct.end))
        _add(talk, Literal(filled, other, adjunct.start, adjunct.end, "place"))
    return True


def _placed(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> None:
    """Things are to be somewhere."""
    for one in objects:
        if clause.negated is not None:
            before = len(talk.literals)
            _put(talk, one, said, required=True)
            for literal in talk.literals[before:]:
                filled = literal.filled
                literal.filled = Filled(filled.predicate, filled.arguments, not filled.positive)
            continue
        _put(talk, one, said, required=True)


def _put(talk: Discourse, one: Entity, said: Said, *, required: bool) -> None:
    """Where one thing is to be: the adjunct that says so, and what the others say."""
    said = _with_contents(talk, one, said)
    goals = [
        (number, where)
        for number, (adjunct, those) in enumerate(said)
        if adjunct.relation != "from" and (where := _where(talk, one, adjunct, those))
    ]
    if not goals:
        if required:
            _nowhere(talk, one, said)
        else:
            _locate_all(talk, one, said)
        return
    chosen = _destination(talk, one, said, [number for number, _ in goals])
    for number, (adjunct, those) in enumerate(said):
        if number == chosen:
            filled = talk.choices.pick(dict(goals)[number], talk.span(adjunct.start, adjunct.end))
            if not any(other in filled.arguments for other in those) and those[0].options:
                _assume_place(talk, adjunct, filled)
            _add(talk, Literal(filled, one, adjunct.start, adjunct.end, "place"))
        elif number < chosen or adjunct.relation == "from":
            _note(talk, "place", adjunct, those)
            _locate(talk, one, those)
    last = said[chosen][1]
    for adjunct, those in said[chosen + 1 :]:
        if adjunct.relation != "from" and not _next_place(talk, last, adjunct, those):
            _beside(talk, last, adjunct, those)


def _assume_place(talk: Discourse, adjunct: Adjunct, filled: Filled) -> None:
    """Say what the lexicon takes `by the stove` as."""
    places = [kind.label for one in filled.arguments[1:] if isinstance(one, Entity) for kind in one.options]
    at = talk.span(adjunct.start, adjunct.end)
    words = talk.source.text[at.start : at.end]
    talk.findings.append(rules.assumed(at, words, f"`{filled.predicate}` any {' or '.join(places)}"))


def _next_place(talk: Discourse, last: list[Entity], adjunct: Adjunct, those: list[Entity]) -> bool:
    """`the apple in the bowl on the table`: the bowl is something to put, too."""
    if adjunct.relation not in PLACING or not last or not last[0].options:
        return False
    where = _where(talk, last[0], adjunct, those)
    if not where:
        return False
    filled = talk.choices.pick(where, talk.span(adjunct.start, adjunct.end))
    _add(talk, Literal(filled, last[0], adjunct.start, adjunct.end, "place"))
    return True


def _beside(talk: Discourse, last: list[Entity], adjunct: Adjunct, those: list[Entity]) -> None:
    """Words that say where the place is: by what holds now it may be told from others."""
    _note(talk, "place", adjunct, those)
    if not any(_locate(talk, one, those) for one in last if one.options and those):
        _aside(talk, adjunct, "it says only where the place is, which nothing in the scene tells")


def _with_contents(talk: Discourse, one: Entity, said: Said) -> Said:
    """Without `with a fork in it`, directly behind the thing: the fork is to be in it."""
    if not said or said[0][0].relation not in ("with", "of") or not said[0][1]:
        return said
    adjunct, entities = said[0]
    rest = said[1:]
    if rest and rest[0][0].relation in ("in", "on") and rest[0][0].things[0].pronoun:
        rest = rest[1:]
    if _contained(talk, one, adjunct, entities):
        return rest
    _aside(talk, adjunct, "no predicate of the domain says it")
    return rest


def _where(talk: Discourse, one: Entity, adjunct: Adjunct, those: list[Entity]) -> list[Filled]:
    """The literals that say that a thing is where an adjunct says."""
    if adjunct.relation in ("from", "of", "for", "with") or not those:
        return []
    if not those[0].options:
        words = those[0].words.split()
        found = [
            _filled(talk, template, {"?x": one})
            for template in predicate_of_place(talk.facts, adjunct.relation, words)
            if fits(talk.facts, one, talk.facts.predicates[template.predicate].types[0])
        ]
        return [filled for filled in found if filled is not None]
    if (lexical := _put_frame(talk, one, adjunct, those[0])) is not None:
        return lexical
    return relations(talk.facts, one, adjunct.relation, those[0])


def _put_frame(talk: Discourse, one: Entity, adjunct: Adjunct, other: Entity) -> list[Filled] | None:
    """What the lexicon says of putting something there; None where it says nothing of it."""
    prepositions = english().prepositions
    for frame in talk.lexicon.frames:
        if frame.verb != ("put",) or len(frame.slots) != 2 or frame.slots[0].words:
            continue
        if prepositions.get(frame.slots[1].words) != adjunct.relation:
            continue
        pairs = ((frame.slots[0], one), (frame.slots[1], other))
        if all(_may_be(talk, frame, slot.variable, slot.type, thing) for slot, thing in pairs):
            bound = {slot.variable: thing for slot, thing in pairs}
            found = [_filled(talk, template, bound) for template in frame.literals]
            return [filled for filled in found if filled is not None][:1]
    return None


def _destination(talk: Discourse, one: Entity, said: Said, goals: list[int]) -> int:
    """Which adjunct says where to: one with `to` or `into`; else the first that is not where the thing is now."""
    towards = [number for number in goals if said[number][0].relation == "to" or _directed(talk, said[number][0])]
    if towards:
        return towards[-1]
    if len(goals) > 1 and one.definite:
        first, second = said[goals[0]][1], said[goals[1]]
        if _now_at(talk, one, first) and not _where(talk, first[0], *second):
            return goals[1]
    return goals[0]


def _directed(talk: Discourse, adjunct: Adjunct) -> bool:
    return talk.words.tokens[adjunct.start].text in ("into", "onto")


def _nowhere(talk: Discourse, one: Entity, said: Said) -> None:
    """Report that the domain has no relation for what the text says of a place."""
    tried = [(adjunct, those) for adjunct, those in said if adjunct.relation != "from" and those]
    if not tried:
        if said and not any(those for _, those in said):
            return  # the place is not known, which is reported
        tried = said
    for adjunct, those in tried[:1]:
        at = talk.span(adjunct.start, adjunct.end)
        words = talk.source.text[at.start : at.end]
        there = f" {those[0].words}" if those else ""
        reason = f"no predicate puts `{one.words}` {adjunct.relation}{there}"
        talk.findings.append(rules.not_in_domain(at, words, reason, talk.changing))


def _nothing(talk: Discourse, clause: Clause) -> None:
    words = talk.text(clause.start, clause.end)
    talk.findings.append(rules.no_goal(talk.span(clause.start, clause.end), words, talk.changing))
