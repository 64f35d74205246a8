"""Read verbs: what is true once a clause has been carried out."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from clairify_cli.reader.goals.discourse import Discourse, Literal, Said
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import PLACING, Entity, Filled, is_location
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.clause import Clause
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.literals import add, filled_in, state
from clairify_cli.reader.goals.places import (
    bind,
    directed,
    leftover,
    locate_all,
    meant,
    note,
    placed,
    placements,
    repeated,
)
from clairify_cli.reader.goals.plain.match import relations, stay
from clairify_cli.reader.goals.rules import rules


def deed(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> list[Entity]:
    """Add the facts that are true once the clause has been carried out, and return its objects.

    If the object is a pronoun or missing, and the last thing mentioned does not fit, earlier ones are
    tried.
    """
    if _done(talk, clause, objects, said):
        return objects
    if all(phrase.pronoun for phrase in clause.objects):
        for one in reversed(talk.entities[-20:]):
            there = [(adjunct, meant(talk, adjunct, [one]) or those) for adjunct, those in said]
            if one not in objects and _done(talk, clause, [one], there):
                return [one]
    roles = {one.role for one in clause.classes}
    if roles & {"place", "take"} and any(adjunct.relation in (*PLACING, "under", "near") for adjunct, _ in said):
        placed(talk, clause, objects, said)
    elif clause.strange_verb is not None and objects and any(one.relation in PLACING for one, _ in said):
        rule, taken = rules.goal_assumed, "to put"
        if not talk.lexicon.lenient:  # break the egg into the bowl
            rule, taken = rules.not_in_domain, "no predicate and no action is called so"
        talk.say(rule, clause.strange_verb, clause.strange_verb + 1, taken)
        placed(talk, clause, objects, said)
    else:
        _cannot(talk, clause, objects, bool(roles & {"place"}) and not said)
    return objects


def _done(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """Add what is true once the clause has been done to the objects, if the domain can express it."""
    if _by_lexicon(talk, clause, objects, said):
        return True
    roles = {one.role for one in clause.classes}
    made = [one for phrase in clause.objects for *_, templates in phrase.states for one in templates]
    if clause.said or (roles & {"make"} and made):
        states(talk, clause, objects)
        leftover(talk, objects, said, tuple(made) or tuple(one for *_, those in clause.said for one in those))
        return True
    goes = "go" in roles and all(adjunct.relation in ("in", "on") for adjunct, _ in said)  # … to go back on the stove
    if (
        (goes or roles & {"place", "take"})
        and any(adjunct.relation in (*PLACING, "under", "near") for adjunct, _ in said)
        and any(placements(talk, one, adjunct, those) for one in objects for adjunct, those in said)
    ):
        placed(talk, clause, objects, said)
        return True
    carries = any(one.carries for one in clause.classes)
    if all(adjunct.relation == "from" for adjunct, _ in said) and (carries or "place" in roles):
        if any(one.apart for one in objects) and repeated(talk, objects, clause.start, clause.end):
            talk.say(rules.goal_assumed, clause.start, clause.end, "to where the other one comes")
            return True
        if not carries:
            return False
        taken = replace(clause, verb=("take",), classes=(english().classes["take"],))
        return _by_lexicon(talk, taken, objects, said)
    return False


def states(talk: Discourse, clause: Clause, objects: list[Entity]) -> None:
    """Add the states that a clause says of its objects, or denies: `is clean`, `wash it clean`."""
    for start, end, templates in clause.said:
        wanted = templates if clause.negated is None else tuple(one.denied for one in templates)
        for one in objects:
            if not state(talk, wanted, one, start, end):
                reason = f"no predicate says it of `{one.words}`"
                talk.say(rules.not_in_domain, start, end, reason, talk.changing)


def _cannot(talk: Discourse, clause: Clause, objects: list[Entity], nowhere: bool) -> None:
    """Report a clause that cannot be interpreted, unless one of its words has already been reported."""
    verb_at = clause.verb_at or (clause.start, clause.start + 1)
    if nowhere and objects and (_is_there(talk, clause, objects) or _back(talk, clause, objects)):
        return
    ends = [one.end for one in clause.objects] + [one.end for one in clause.adjuncts]
    if talk.more and ends and _role(clause) == "go":
        talk.say(rules.goal_words_left_out, clause.start, max(ends), "it is only on the way")
    elif nowhere and objects and (went := _went(talk, objects)):
        for one, filled in went:
            add(talk, Literal(filled, one, *verb_at, "place"))
    elif nowhere and objects:
        talk.say(rules.not_in_domain, *verb_at, "the text does not say where to")
    else:
        reason = "no predicate and no action is called so" if objects else "it is not said of what"
        talk.say(rules.not_in_domain, *verb_at, reason, talk.changing)


def _went(talk: Discourse, objects: list[Entity]) -> list[tuple[Entity, Filled]]:
    """`go to the desk and put the book down`: the place that was gone to last."""
    last = talk.literals[-1] if talk.literals else None
    places = [one for one in last.filled.arguments if isinstance(one, Entity)] if last and last.role == "go" else []
    found = [(one, relations(talk, one, "at", place)) for one in objects for place in places]
    return [(one, some[0]) for one, some in found if some]


def _is_there(talk: Discourse, clause: Clause, objects: list[Entity]) -> bool:
    """`bring the cup to the table and set it down`, `and leave it there`: the place is where it already is by then."""
    words = {token.text for token in talk.words.tokens[clause.start : clause.end]}
    there = {one.subject.number for one in talk.literals if one.role == "place"}
    known = [one.number in there for one in objects]
    if not ("down" in words and all(known)) and not ("there" in words and any(known)):
        return False
    talk.say(rules.goal_words_left_out, clause.start, clause.end, "it is there by then")
    return True


def _back(talk: Discourse, clause: Clause, objects: list[Entity]) -> bool:
    """`put the bottles back`: their place in the initial state."""
    tokens = talk.words.tokens[clause.start : clause.end]
    if not any(token.text in ("back", "return", "leave", "keep") for token in tokens):
        return False
    return stay(talk, objects, *(clause.verb_at or (clause.start, clause.end)))


def _by_lexicon(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> bool:
    """Apply the lexicon's pattern for the verb: of those that can be filled, the one with the most slots."""
    if not clause.verb or not objects:
        return False
    fitting: list[tuple[int, Frame, dict[str, list[Entity]], set[int]]] = []
    for frame in talk.lexicon.frames:
        if frame.verb == ("put",) and len(frame.slots) == 2:
            continue  # destinations are read adjunct by adjunct
        rank = _same_verb(frame, clause)
        if rank == 2 and _assumes_place(talk, frame, objects, said):
            placed(talk, clause, objects, said)
            return True
        bound = bind(talk, frame, objects, said) if rank else None
        if bound is not None:
            fitting.append((10 * len(frame.slots) + rank, frame, *bound))
    if not fitting:
        return False
    _, frame, bound_to, used = max(fitting, key=lambda one: one[0])
    if not frame.literals and any(placements(talk, objects[0], adjunct, those) for adjunct, those in said):
        placed(talk, clause, objects, said)  # let it dry on the counter
        return True
    if not frame.literals:
        talk.say(rules.goal_words_left_out, clause.start, clause.end, "it changes nothing that the domain knows")
        return True
    subjects = bound_to[frame.slots[0].variable]
    for one in subjects:
        singles = {name: those[0] for name, those in bound_to.items()} | {frame.slots[0].variable: one}
        for template in frame.literals:
            filled = filled_in(talk, template, singles)
            if filled is not None:
                role = _role_of(talk, clause, frame, template)
                add(talk, Literal(filled, one, *(clause.verb_at or (clause.start, clause.end)), role))
    rest = [one for number, one in enumerate(said) if number not in used]
    told = {variable for one in frame.literals for variable in one.arguments}
    for adjunct, those in (said[number] for number in used):
        if any(bound_to[slot.variable] == those and slot.variable not in told for slot in frame.slots[1:]):
            note(talk, "means", adjunct, those)  # wash it with a sponge
    takes = "take" in {one.role for one in clause.classes}
    if takes:
        talk.left |= {one.number for _, those in rest for one in those}
    before = takewhile(lambda one: one[0].relation != "to" and not directed(talk, one[0]), rest)
    now = [*before] if takes else []
    now = rest if _own_places(frame) else now
    for one in objects:
        locate_all(talk, one, now)  # throw away the tomato on the counter, take the apple in the fridge
    leftover(talk, objects, [one for one in rest if one not in now], frame.literals)
    return True


def _assumes_place(talk: Discourse, frame: Frame, objects: list[Entity], said: Said) -> bool:
    """Whether a pattern has a place of its own, `throw away ?x`, but the text gives one: `in the trash`."""
    members = {name for kind in _own_places(frame) for name in talk.facts.task.of_type.get(kind, ())}
    return any(
        adjunct.relation in PLACING
        and placements(talk, objects[0], adjunct, those)
        and (directed(talk, adjunct) or adjunct.relation == "to" or bool(members & set(those[0].members)))
        for adjunct, those in said
        if members and those
    )


def _own_places(frame: Frame) -> list[str]:
    """The types of the places in a pattern with one slot: `?bin:garbage-can`."""
    if len(frame.slots) > 1 or any(frame.slots[0].variable not in one.arguments for one in frame.literals):
        return []
    arguments = [argument for template in frame.literals for argument in template.arguments]
    return [kind for one in arguments if ":" in one for kind in one.partition(":")[2].split("|")]


def _role_of(talk: Discourse, clause: Clause, frame: Frame, template: Template) -> str:
    """What a literal of a verb says: where its subject is, that somebody has it or is there, or a state."""
    predicate, held = talk.facts.predicates[template.predicate], set(english().classes["take"].states)
    of_it = template.positive and template.arguments[:1] == (frame.slots[0].variable,)
    if of_it and len(predicate.types) > 1 and is_location(predicate):
        return "place"
    about = len(frame.slots) == 1 or held & set(predicate.parts) or is_location(predicate)
    return _role(clause) if about else "state"  # `hold it under the tap` washes it


def _role(clause: Clause) -> str:
    classes = clause.classes or [one for one, _ in english().verbs.get(clause.verb[:1], ())]
    roles = {one.role for one in classes} | {one.name for one in classes}
    return next((one for one in ("take", "find", "go") if one in roles), "state")


def _same_verb(frame: Frame, clause: Clause) -> int:
    """2 if the clause has the verb of the pattern, 1 if it has another one of the same class, else 0."""
    if frame.verb == clause.verb:
        return 2
    written = " ".join(frame.verb)
    return int(any(written == one.words[0] for one in clause.classes))
