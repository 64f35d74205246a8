"""Verbs: what is true once somebody has done what a clause says."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Span
from clairify_cli.reader.goals.discourse import Discourse, Literal, Said
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.clause import Clause
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.literals import add, filled_in, may_be, state
from clairify_cli.reader.goals.places import directed, joining, leftover, locate_all, placed, placements, put
from clairify_cli.reader.goals.relations import (
    PLACING,
    Filled,
    deeds_of,
    effects,
    is_location,
    places_of,
    relations,
    states,
    verb_states,
)
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.reader.goals.words import forms_of


def deed(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> list[Entity]:
    """The facts that are true once the clause has been carried out; yields its object.

    Where a pronoun or nothing stands for that, and what was spoken of last does not fit, what was spoken of before
    is tried.
    """
    pronouns = bool(clause.objects) and all(phrase.pronoun for phrase in clause.objects)
    if pronouns and len(clause.objects) == 1 and clause.verb:
        for those in (objects, *([one] for one in reversed(talk.entities[-20:]) if one not in objects)):
            if _by_lexicon(talk, clause, those, said):
                return those  # turn on the lamp to read it
    if _done(talk, clause, objects, said):
        return objects
    if all(phrase.pronoun for phrase in clause.objects):
        for one in reversed(talk.entities[-20:]):
            if one not in objects and _done(talk, clause, [one], said):
                return [one]
    roles = {one.role for one in clause.classes}
    if roles & {"place", "take"} and any(adjunct.relation in (*PLACING, "under", "near") for adjunct, _ in said):
        placed(talk, clause, objects, said)
    elif clause.strange_verb is not None and objects and any(one.relation in PLACING for one, _ in said):
        talk.say(rules.goal_assumed, clause.strange_verb, clause.strange_verb + 1, "to put")
        placed(talk, clause, objects, said)
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
                if not state(talk, templates, one, start, end):
                    reason = f"no predicate says it of `{one.words}`"
                    talk.say(rules.not_in_domain, start, end, reason, talk.changing)
        return True
    if "go" in roles and _go(talk, clause, objects, said):
        return True
    moved = any(adjunct.relation == "to" or directed(talk, adjunct) for adjunct, _ in said)
    if "take" in roles and not moved and _take(talk, clause, objects, said):
        return True
    if roles & {"place", "take"} and any(adjunct.relation in (*PLACING, "under", "near") for adjunct, _ in said):
        if any(placements(talk, one, adjunct, those) for one in objects for adjunct, those in said):
            placed(talk, clause, objects, said)
            return True
        return False
    nowhere = all(adjunct.relation == "from" for adjunct, _ in said)
    if nowhere and any(one.carries for one in clause.classes) and _take(talk, clause, objects, said):
        return True
    return _verb_state(talk, clause, objects, said) or _action(talk, clause, objects, said)


def _cannot(talk: Discourse, clause: Clause, objects: list[Entity], nowhere: bool) -> None:
    """Report a clause that cannot be interpreted, unless one of its words has already been reported."""
    verb_at = clause.verb_at or (clause.start, clause.start + 1)
    if clause.strange_verb is not None:
        verb_at = (clause.strange_verb, clause.strange_verb + 1)
    if nowhere and objects and (_back(talk, clause, objects) or _is_there(talk, clause, objects)):
        return
    if talk.more and clause.adjuncts and any(one.role == "go" for one in clause.classes):
        talk.say(rules.goal_words_left_out, clause.start, clause.adjuncts[-1].end, "it is only on the way")
    elif nowhere and objects:
        talk.say(rules.not_in_domain, *verb_at, "the text does not say where to")
    else:
        reason = "no predicate and no action is called so" if objects else "it is not said of what"
        talk.say(rules.not_in_domain, *verb_at, reason, talk.changing)


def _is_there(talk: Discourse, clause: Clause, objects: list[Entity]) -> bool:
    """`bring the cup to the table and set it down`, `and leave it there`: where it is by then."""
    words = {token.text for token in talk.words.tokens[clause.start : clause.end]}
    there = {one.subject.number for one in talk.literals if one.role == "place"}
    known = [one.number in there for one in objects]
    if not ("down" in words and all(known)) and not ("there" in words and any(known)):
        return False
    talk.say(rules.goal_words_left_out, clause.start, clause.end, "it is there by then")
    return True


def _back(talk: Discourse, clause: Clause, objects: list[Entity]) -> bool:
    """`put the bottles back`: where they are at first."""
    tokens = talk.words.tokens[clause.start : clause.end]
    if not any(token.text in ("back", "return") for token in tokens):
        return False
    found = False
    for one in objects:
        members = one.members if one.count is None or len(one.members) == 1 else []
        for atom in joining(talk, set(members)):
            predicate = talk.facts.predicates.get(atom[0])
            if predicate is None or not predicate.changes or atom[1] not in members or len(atom) != 3:
                continue
            first, second = (Entity(-1, name, [Kind(name, (name,), own=True)]) for name in atom[1:])
            if relations(talk.facts, first, "at", second):
                filled = Filled(atom[0], (first, second))
                add(talk, Literal(filled, first, *(clause.verb_at or (clause.start, clause.end)), "state"))
                found = True
    return found


def _by_lexicon(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """The lexicon's pattern for the verb: the one with the most places that can all be filled."""
    if not clause.verb or not objects:
        return False
    fitting: list[tuple[int, Frame, dict[str, list[Entity]], set[int]]] = []
    for frame in talk.lexicon.frames:
        if frame.verb == ("put",) and len(frame.slots) == 2:
            continue  # where things are put is found out adjunct by adjunct
        rank = _same_verb(frame, clause)
        if rank == 2 and _assumes_place(talk, frame, objects, said):
            placed(talk, clause, objects, said)
            return True
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
            filled = filled_in(talk, template, singles)
            if filled is not None:
                role = "place" if is_location(talk.facts, template, frame.slots[0].variable) else _role(clause)
                add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), role))
    rest = [one for number, one in enumerate(said) if number not in used]
    if "take" in {one.role for one in clause.classes}:
        talk.left |= {one.number for _, those in rest for one in those}
    if _own_places(frame):
        for one in objects:
            locate_all(talk, one, rest)  # throw away the tomato on the counter
        return True
    leftover(talk, objects, rest, frame.literals)
    return True


def _assumes_place(talk: Discourse, frame: Frame, objects: list[Entity], said: Said) -> bool:
    """Whether the pattern brings a place of its own, `throw away ?x`, where the text says one: `in the trash`."""
    members = {name for kind in _own_places(frame) for name in talk.facts.task.of_type.get(kind, ())}
    return any(
        adjunct.relation in PLACING
        and placements(talk, objects[0], adjunct, those)
        and (directed(talk, adjunct) or adjunct.relation == "to" or bool(members & set(those[0].members)))
        for adjunct, those in said
        if members and those
    )


def _own_places(frame: Frame) -> list[str]:
    """The types of the places that a pattern of one thing brings: `?bin:garbage-can`."""
    if len(frame.slots) > 1:
        return []
    arguments = [argument for template in frame.literals for argument in template.arguments]
    return [kind for one in arguments if ":" in one for kind in one.partition(":")[2].split("|")]


def _role(clause: Clause) -> str:
    roles = {one.role for one in clause.classes}
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
            if all(may_be(talk, frame, slot.variable, slot.type, one) for one in entities):
                bound[slot.variable] = list(entities)
                used |= {number} if number is not None else set()
                break
        else:
            return None
    return bound, used


def _go(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """Somebody is to be somewhere, or to have been there where a predicate says so: `visited`."""
    past = [form for form, kind in forms_of(clause.verb[0]) if kind == "past"] if clause.verb else []
    been = [filled for one in objects if (filled := states(talk.facts, past, one, ())) is not None]
    if been and len(been) == len(objects) and not said:
        for one, filled in zip(objects, been, strict=True):
            add(talk, Literal(filled, one, clause.start, clause.end))
        return True
    there = [(adjunct, one) for adjunct, those in said if adjunct.relation in (*PLACING, "near") for one in those]
    if not clause.objects and talk.focus and there and all(adjunct.relation in ("in", "on") for adjunct, _ in there):
        for one in objects:
            put(talk, one, said, required=True)  # `… to go back on the stove`: the thing goes
        return True
    for _, place in there:
        for one in objects if clause.objects else ():
            found = relations(talk.facts, one, "at", place)
            if found:
                add(talk, Literal(talk.choices.pick(found, _at(talk, clause)), one, clause.start, clause.end, "place"))
                return True
        found = places_of(talk.facts, place)
        if found:
            filled = talk.choices.pick(found, _at(talk, clause))
            add(talk, Literal(filled, place, clause.start, clause.end, "go"))
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
            locate_all(talk, one, [pair for pair in said if not any(other in filled.arguments for other in pair[1])])
            add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), "take"))
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
        add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), role))
        rest = [pair for pair in said if not any(other in filled.arguments for other in pair[1])]
        leftover(talk, [one], rest, (Template(filled.predicate, ()),))
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
    """The effects of a domain action on the object."""
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
                add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end))))
            if done:
                found = True
                used = {id(argument) for filled in done for argument in filled.arguments}
                rest = [pair for pair in said if not any(id(other) in used for other in pair[1])]
                leftover(talk, [one], rest, (Template(done[0].predicate, ()),))
                break
    return found


def _is_full(talk: Discourse, filled: Filled) -> bool:
    """Whether nothing is left open that the text would have to say."""
    return all(isinstance(one, Entity) or len(talk.facts.objects_of(one)) == 1 for one in filled.arguments)
