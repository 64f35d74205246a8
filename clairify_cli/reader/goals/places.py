"""Read adjuncts: where things should be, where they are now, and what something is done with."""

from __future__ import annotations

from clairify_cli.diagnostics.registry import AnyRule
from clairify_cli.reader.goals.discourse import Discourse, Literal, Said
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import PLACING, Entity, Filled, around, elsewhere, is_means, joining
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.clause import Adjunct, Clause
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.literals import add, filled_in, left_by, may_be
from clairify_cli.reader.goals.plain.match import relations
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.records import replace


def leftover(talk: Discourse, objects: list[Entity], said: Said, literals: tuple[Template, ...]) -> None:
    """Read the adjuncts that an action verb leaves over: its means, where a thing is, or where it should be."""
    rest: Said = []
    inside: Said = []
    takes = any(one.predicate in english().classes["take"].states for one in literals)
    for adjunct, entities in said:
        means = [
            one
            for one in entities
            if any(is_means(talk.facts, literal.predicate, objects[0], one) for literal in literals)
            if not (takes and adjunct.relation == "with")
        ]
        if means and adjunct.relation not in ("from", "to") and not directed(talk, adjunct):
            if any(is_means(talk.facts, has.predicate, objects[0], means[0], joined=True) for has in literals):
                inside.append((adjunct, means))  # fry it in the pan on the stove
            note(talk, "means", adjunct, means)
            now = [one for one in objects if one.count is None and _now_at(talk, one, entities)]
            if adjunct.relation in PLACING and any(len(_now_at(talk, one, entities)) < len(one.members) for one in now):
                reason = f"it is where it is done, or where `{now[0].words}` are now; say `that are` for the latter"
                talk.say(rules.not_in_domain, adjunct.start, adjunct.end, reason)
        else:
            rest.append((adjunct, entities))
    for one in objects:
        if inside:
            put(talk, one, inside)
        told = [each for each in rest if each[0].relation != "to" and not directed(talk, each[0])]
        there = [each for each in told if one.definite and _now_at(talk, one, each[1])]
        if len(there) == len(rest) == 1:
            locate_all(talk, one, there)  # clean the mug on the desk
        elif any(adjunct.relation in PLACING and placements(talk, one, adjunct, those) for adjunct, those in rest):
            put(talk, one, rest)
        else:
            locate_all(talk, one, rest)


def note(talk: Discourse, kind: str, adjunct: Adjunct, entities: list[Entity]) -> None:
    """Mention an adjunct that is not part of the goal."""
    talk.note(kind, adjunct.start, adjunct.end, (name for one in entities for name in one.members))


def locate_all(talk: Discourse, one: Entity, said: Said) -> None:
    """Read words that only say where an object is now."""
    for adjunct, entities in said:
        if adjunct.relation == "with" and _contained(talk, one, adjunct, entities):
            continue
        _located(talk, one, adjunct, entities)


def _located(talk: Discourse, one: Entity, adjunct: Adjunct, entities: list[Entity]) -> None:
    """Read an adjunct that says where a thing is now."""
    note(talk, "place", adjunct, entities)
    if talk.words.text(adjunct.start - 1) == "been" and entities:  # a pan that has been in the fridge
        for literal in (left := left_by(talk, one, entities[0], adjunct.start, adjunct.end) or []):
            add(talk, literal)
        if left:
            return
    there = _locate(talk, one, entities)
    lost = len(one.members) > 1 and bool(joining(talk.facts, set(one.members))) and not talk.lexicon.lenient
    if (side := talk.words.side_before(adjunct.start, adjunct.things[0].start)) is not None:
        talk.say(_lost([one]), side, side + 1, "the scene does not tell which part of a place something is in")
    elif not there and not lost and one.count is not None and (taken := elsewhere(talk.facts, one, entities)):
        talk.say(rules.goal_assumed, adjunct.start, adjunct.end, taken)
    elif not there and (adjunct.relation != "from" or one.count is None or lost):
        reason = "it is taken as where something is now, which the scene does not tell"
        rule = talk.lost if lost or adjunct.relation not in (*PLACING, "from") else _lost([one])
        talk.say(rule, adjunct.start, adjunct.end, reason)


def _lost(those: list[Entity]) -> AnyRule:
    """The rule for a place left out; in `the sink or the tomato in the fridge`, it may be the place of both."""
    several = any(
        one.is_wild or (one.phrase is not None and (one.phrase.choices or one.phrase.determiner == "all"))
        for one in those
    )
    return rules.not_in_domain if several else rules.goal_words_left_out


def _locate(talk: Discourse, one: Entity, others: list[Entity]) -> bool:
    """Keep those of several objects that are there now; return False if there are none."""
    places = {name for other in others for name in other.members}
    there = _now_at(talk, one, others) or [name for name in one.members if around(talk.facts, name, places) & places]
    if one.is_wild:  # everything on the table, where a dining table and a desk have something on them
        kinds = {talk.facts.task.objects[name] for other in others for name in other.members}
        if len(kinds) > 1:
            return False
    if there and len(there) < len(one.members or talk.facts.task.objects):
        one.options = [Kind(one.words, tuple(there))]
    return bool(there)


def _now_at(talk: Discourse, one: Entity, others: list[Entity]) -> list[str]:
    """The objects that share a fact of the initial state with one of the others."""
    places = {name for other in others for name in other.members}
    excepted = {name for other in one.apart for name in other.members} if one.is_wild else ()
    named = one.members or (list(talk.facts.task.objects) if one.is_wild else [])
    named = [name for name in named if name not in excepted]
    members = set(named)
    return [
        name
        for name in named
        if any(name in atom[1:] and places & (set(atom[1:]) - {name}) for atom in joining(talk.facts, members))
    ]


def _contained(talk: Discourse, one: Entity, adjunct: Adjunct, entities: list[Entity]) -> bool:
    """`a plate with a fork`: contents that the text wants, or that identify the thing."""
    for other in entities:
        if not other.options or (other.phrase is not None and other.phrase.determiner == "another"):
            return False  # the egg with the other eggs
        found = relations(talk, other, "in", one)
        if not found:
            return False
        filled = talk.choices.pick(found, talk.span(adjunct.start, adjunct.end))
        add(talk, Literal(filled, other, adjunct.start, adjunct.end, "place"))
    return True


def placed(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> None:
    """Add literals for where things should (or, negated, should not) be."""
    for one in objects:
        before = len(talk.literals)
        put(talk, one, said)
        for literal in talk.literals[before:] if clause.negated is not None else ():
            literal.filled = replace(literal.filled, positive=not literal.filled.positive)


def put(talk: Discourse, one: Entity, said: Said) -> None:
    """Add where one thing should be: choose the adjunct that says so, and read the others."""
    said = _with_contents(talk, one, said)
    goals = [
        (number, where)
        for number, (adjunct, those) in enumerate(said)
        if adjunct.relation != "from" and (where := placements(talk, one, adjunct, those))
    ]
    if not goals:
        _nowhere(talk, one, said)
        return
    chosen = _destination(talk, one, said, [number for number, _ in goals])
    for number, (adjunct, those) in enumerate(said):
        if number == chosen:
            filled = talk.choices.pick(dict(goals)[number], talk.span(adjunct.start, adjunct.end))
            elsewhere = not any(other in filled.arguments for other in those)
            beside = adjunct.relation == "near" and those[0].options and _put_frame(talk, one, adjunct, those[0])
            if those[0].options and (elsewhere or beside):
                _assume_place(talk, adjunct, filled)
            filled = _each_somewhere(talk, one, filled, those)
            add(talk, Literal(filled, one, adjunct.start, adjunct.end, "place" if filled.arguments[1:] else "state"))
        elif number < chosen or adjunct.relation == "from":
            _located(talk, one, adjunct, those)
    last = said[chosen][1]
    for adjunct, those in said[chosen + 1 :]:
        if adjunct.relation != "from":
            _beside(talk, last, adjunct, those)


def _each_somewhere(talk: Discourse, one: Entity, filled: Filled, those: list[Entity]) -> Filled:
    """`all pillows on beds`, `the book on the shelves`: each thing on any of the places."""
    place = those[0]
    phrase = place.phrase
    if phrase is None or phrase.head is None or not phrase.plural or phrase.count or phrase.determiner == "all":
        return filled
    if len(those) > 1 or len(place.options) != 1 or place.options[0].type is None or place.options[0].guards:
        return filled
    at, assumed = talk.span(*phrase.head), rules.goal_assumed.code
    talk.findings[:] = [found for found in talk.findings if not (found.code == assumed and found.span == at)]
    if one.count == 1:
        talk.say(rules.goal_assumed, *phrase.head, "any of them")
    types = (place.options[0].type,)
    return replace(filled, arguments=tuple(types if one is place else one for one in filled.arguments))


def _assume_place(talk: Discourse, adjunct: Adjunct, filled: Filled) -> None:
    """Report how the lexicon reads `by the stove`."""
    places = [kind.label for one in filled.arguments[1:] if isinstance(one, Entity) for kind in one.options]
    taken = f"`{filled.predicate}`" + f" any {' or '.join(places)}" * bool(places)
    talk.say(rules.goal_assumed, adjunct.start, adjunct.end, taken)


def _beside(talk: Discourse, last: list[Entity], adjunct: Adjunct, those: list[Entity]) -> None:
    """Read words that say where the place itself is, which may single it out in the initial state."""
    note(talk, "place", adjunct, those)
    if not any(_locate(talk, one, those) for one in last if one.options and those):
        # A bowl that is known to be elsewhere is to be there, too.
        if (
            len(last) == 1
            and joining(talk.facts, set(last[0].members))
            and (found := placements(talk, last[0], adjunct, those))
        ):
            filled = talk.choices.pick(found, talk.span(adjunct.start, adjunct.end))
            add(talk, Literal(filled, last[0], adjunct.start, adjunct.end, "place"))
            return
        reason = "it says only where the place is, which nothing in the scene tells"
        told = bool(joining(talk.facts, {name for each in those for name in each.members}))
        lost = told and adjunct.relation == "with"  # in the sink with a spoon, which is elsewhere: it may want both
        whole = adjunct.relation == "of" or any(kind.guards for each in those for kind in each.options)
        alone = whole and all(len(each.members) == 1 for each in last)
        talk.say(
            rules.not_in_domain if lost else _lost(last) if alone else talk.lost, adjunct.start, adjunct.end, reason
        )


def _with_contents(talk: Discourse, one: Entity, said: Said) -> Said:
    """Take off `with a fork in it` directly after the thing: the fork should be in it."""
    if not said or said[0][0].relation not in ("with", "of") or not said[0][1]:
        return said
    adjunct, entities = said[0]
    rest = said[1:]
    members = {name for other in entities for name in other.members}
    same = [kind for kind in one.options if set(kind.members) <= members]
    if adjunct.relation == "of" and same:
        one.options = same  # a bottle of blue spray cleaner
        return rest
    if rest and rest[0][0].relation in ("in", "on") and rest[0][0].things[0].pronoun:
        rest = rest[1:]
    if _contained(talk, one, adjunct, entities):
        return rest
    talk.say(talk.lost, adjunct.start, adjunct.end, "no predicate of the domain says it")
    return rest


def meant(talk: Discourse, adjunct: Adjunct, objects: list[Entity]) -> list[Entity]:
    """The referent of a pronoun of place: the last thing that the object can be in or on."""
    if adjunct.things[0].pronoun not in ("it", "there", "them", "that") or not objects:
        return []
    candidates = [*reversed(talk.focus), *reversed(talk.entities[-20:])]
    for one in candidates:
        if one not in objects and placements(talk, objects[0], adjunct, [one]):
            return [one]
    return []


def repeated(talk: Discourse, objects: list[Entity], start: int, end: int) -> bool:
    """Want of things what the text wants of others of their kind, or of the last: `do the same with the other`."""
    found = []
    for one in objects:
        subjects = [has.subject for has in talk.literals if has.role == "place" and has.subject is not one]
        like = next((each for each in subjects if each in one.apart), subjects[-1] if subjects else None)
        found += [(one, has) for has in talk.literals if has.subject is like]
    for one, has in found:
        arguments = tuple(one if each is has.subject else each for each in has.filled.arguments)
        add(talk, Literal(Filled(has.filled.predicate, arguments, has.filled.positive), one, start, end, has.role))
    return bool(found)


def _same_place(talk: Discourse, one: Entity, other: Entity) -> list[Filled]:
    """The place where a thing beside another comes to be, if the text says where that one does."""
    places = [has.filled for has in talk.literals if has.role == "place" and has.subject is other]
    return [Filled(each.predicate, (one, *each.arguments[1:])) for each in places[-1:] if each.arguments[0] is other]


def placements(talk: Discourse, one: Entity, adjunct: Adjunct, those: list[Entity]) -> list[Filled]:
    """The literals for a thing being where an adjunct says."""
    if adjunct.relation in ("from", "of", "for", "with") or not those:
        return []
    if (lexical := _put_frame(talk, one, adjunct, those[0])) is not None:
        return lexical
    found = relations(talk, one, adjunct.relation, those[0])
    return _same_place(talk, one, those[0]) if adjunct.relation == "near" and not found else found


def _put_frame(talk: Discourse, one: Entity, adjunct: Adjunct, other: Entity) -> list[Filled] | None:
    """The lexicon's literals for putting something there; None if it has no such frame."""
    for frame in talk.lexicon.frames:
        if frame.verb == ("put",) and len(frame.slots) == 2 and frame.slots[1].words:
            bound = bind(talk, frame, [one], [(adjunct, [other])])
            if bound is not None and bound[1]:
                singles = {name: those[0] for name, those in bound[0].items()}
                found = [filled_in(talk, template, singles) for template in frame.literals]
                return [filled for filled in found if filled is not None][:1]
    return None


def bind(
    talk: Discourse, frame: Frame, objects: list[Entity], said: Said
) -> tuple[dict[str, list[Entity]], set[int]] | None:
    """The things that fill the slots of a pattern, and the numbers of the adjuncts they came from."""
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
            if wanted == "with" and talk.held:
                candidates.append((None, talk.held[-1:]))  # take the book and turn on the lamp
        for number, entities in candidates:
            if all(may_be(talk, frame, slot.variable, slot.type, one) for one in entities):
                bound[slot.variable] = list(entities)
                used |= {number} if number is not None else set()
                break
        else:
            return None
    return bound, used


def _destination(talk: Discourse, one: Entity, said: Said, goals: list[int]) -> int:
    """Which adjunct is the destination: one with `to` or `into`, else the first that is not the present place."""
    towards = [number for number in goals if said[number][0].relation == "to" or directed(talk, said[number][0])]
    if towards:
        return towards[-1]
    if len(goals) > 1:
        (first, those), second = said[goals[0]], said[goals[1]]
        is_apart = not placements(talk, those[0], *second)
        is_room = any(kind.guards for other in second[1] for kind in other.options)
        on_in = first.relation == "on" and second[0].relation == "in" and not is_room
        if _done_there(talk, one, first, those):
            return goals[1]  # a potato rinsed in the sink on the counter
        if is_apart and (on_in or ((one.definite or one.is_wild) and _now_at(talk, one, those))):
            return goals[1]  # the apple on the counter in the fridge
    return goals[0]


def _done_there(talk: Discourse, one: Entity, adjunct: Adjunct, those: list[Entity]) -> bool:
    """Whether an adjunct directly after `that has been rinsed` says where that was done."""
    return any(
        has.subject is one
        and has.end == adjunct.start
        and talk.words.is_in(has.start - 1, "copulas", "fillers")
        and is_means(talk.facts, has.filled.predicate, one, those[0])
        for has in talk.literals
        if has.role == "state"
    )


def directed(talk: Discourse, adjunct: Adjunct) -> bool:
    """Whether an adjunct says where something goes, rather than where it is."""
    return talk.words.tokens[adjunct.start].text in ("into", "onto")


def _nowhere(talk: Discourse, one: Entity, said: Said) -> None:
    """Report that the domain has no relation for the place that the text gives."""
    tried = [(adjunct, those) for adjunct, those in said if adjunct.relation != "from" and those]
    for adjunct, those in tried[:1]:
        there = f" {those[0].words}" if those else ""
        reason = f"no predicate puts `{one.words}` {adjunct.relation}{there}"
        talk.say(rules.not_in_domain, adjunct.start, adjunct.end, reason, talk.changing)
