"""Read goals in domains whose lexicon has verb patterns: what is true at the end of each clause."""

from __future__ import annotations

from clairify_cli.reader.goals.deeds import deed, states
from clairify_cli.reader.goals.discourse import Discourse, Said, runs
from clairify_cli.reader.goals.entities import PLACING, Entity
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.clause import Adjunct, Clause
from clairify_cli.reader.goals.grammar.clauses import clauses_of
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.grammar.steps import REPEAT
from clairify_cli.reader.goals.literals import state
from clairify_cli.reader.goals.places import locate_all, meant, note, placed, repeated
from clairify_cli.reader.goals.plain.match import stay
from clairify_cli.reader.goals.referents import things
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind, described

_NOT = ("not", "isnt", "arent")
_REMARKS = ("im", "were", "youre", "theyre")


def read_by_patterns(talk: Discourse) -> bool:
    """Add the literals that the text wants by the lexicon's patterns; return whether there are any."""
    clauses, unread = clauses_of(talk.words, (frame.verb for frame in talk.lexicon.frames))
    _understand(talk, clauses)
    for start, end in runs(unread):
        lost = talk.words.is_in(start - 1, "wild")  # everything dirty
        talk.say(rules.not_in_domain if lost else talk.lost, start, end, "it was not understood")
    for (start, end, why), one in talk.untold:
        some = len(one.members) > (one.count or 1)
        talk.say(talk.lost if some else rules.goal_words_left_out, start, end, why)
    return bool(talk.literals)


def _understand(talk: Discourse, clauses: list[Clause]) -> None:
    for number, clause in enumerate(clauses):
        following = clauses[number + 1] if number + 1 < len(clauses) else None
        talk.more = following is not None
        if following is not None and any(one.role == "use" for one in clause.classes) and clause.objects:
            following.adjuncts.append(Adjunct("with", clause.start, clause.objects[-1].end, clause.objects))
            continue
        finds = any(one.name == "find" for one in clause.classes)  # find a mug and wash it
        leads = following is not None and (_only_leads(talk, clause) or (finds and _is_about(following)))
        first = talk.words.begin(clause.start)
        opens, is_now = talk.words.text(first), clause.copula or talk.words.kind(first + 1) == "own"
        remarks = opens in _REMARKS or (is_now and opens in ("i", "we", "it"))  # it's cold in here, …
        tells = (
            following is not None and clause.negated is None and (remarks or (clause.copula and _is_about(following)))
        )
        before = len(talk.findings)
        _clause(talk, clause, following)
        if (leads or tells) and clause.refused is None and any(one.is_error for one in talk.findings[before:]):
            del talk.findings[before:]
            why = "it is only on the way" if leads else "it says how something is now"
            talk.say(rules.goal_words_left_out, clause.start, clause.end, why)


def _only_leads(talk: Discourse, clause: Clause) -> bool:
    """Whether a clause before others names only a place to go to: `walk to the corner of the room, then …`."""
    goes = any(one.role == "go" for one in clause.classes) or (clause.verb == ("move",) and not talk.entities)
    return goes and not (clause.objects or clause.negated or clause.refused)


def _clause(talk: Discourse, clause: Clause, following: Clause | None) -> None:
    before, reported = len(talk.literals), len(talk.findings)
    presents = following is not None and _is_about(following) and talk.words.presents(clause.start)
    if presents and clause.objects:
        talk.focus = things(talk, [_whole(talk, one) for one in clause.objects])
        now = _adjuncts(talk, clause, talk.focus)
        for thing in talk.focus:
            locate_all(talk, thing, now)
        if clause.refused is not None and len(talk.findings) > reported and not talk.failed:
            talk.say(rules.not_in_domain, clause.start, clause.end, "it is not so, and a goal has no conditions")
        return
    if clause.refused is not None:
        reason = "a goal has no conditions, and a choice only between things"
        talk.say(rules.not_in_domain, clause.refused, clause.refused + 1, reason)
        return
    none = _of_none(clause)
    is_not = clause.copula and clause.negated is not None and talk.words.text(clause.negated) in _NOT
    unwanted = clause.negated is not None and talk.words.text(clause.negated + 1) == "want" and not clause.has_verb
    if none is False or (clause.negated is not None and not (is_not or (unwanted and clause.adjuncts))):
        talk.say(rules.not_in_domain, clause.start, clause.end, "it says what must not be")
        return
    if clause.verb == ("keep",) and clause.adjuncts and all(one.relation == "from" for one in clause.adjuncts):
        clause.negated = clause.start  # keep the knife off the counter
        for one in clause.adjuncts:
            one.relation = "on" if talk.words.text(one.start) == "off" else "in"
    objects = _objects(talk, clause, following)
    failed = clause.objects and not objects
    if none:
        clause.negated = clause.objects[0].start
    if failed:
        talk.described.clear()
        if len(talk.findings) == reported:
            talk.say(rules.no_goal, clause.start, clause.end, talk.changing)
        return
    if clause.verb == REPEAT:
        if not repeated(talk, objects or talk.focus, clause.start, clause.end):
            talk.say(rules.not_in_domain, clause.start, clause.end, "the text does not say what to do with what")
        talk.focus = objects or talk.focus
        return
    if following is not None and _is_topic(clause, following):
        _descriptions(talk, objects)
        talk.focus = objects
        return
    said = _adjuncts(talk, clause, objects)
    _descriptions(talk, objects)
    if clause.copula or not clause.has_verb:
        _statement(talk, clause, objects, said)
    else:
        objects = deed(talk, clause, objects, said)
    if objects:
        talk.focus = objects
    if len(talk.literals) == before and len(talk.findings) == reported:
        talk.say(rules.no_goal, clause.start, clause.end, talk.changing)


def _whole(talk: Discourse, phrase: NounPhrase) -> NounPhrase:
    """`if there are cups`, `if there is any paper`: all that are there."""
    if (phrase.plural and phrase.count is None) or talk.words.text(phrase.start) == "any":
        phrase.determiner, phrase.count = "all", None
    return phrase


def _is_topic(clause: Clause, following: Clause) -> bool:
    """Whether a clause only names what the next one is about: `the box of tissues, put it on the desk`."""
    alone = not (clause.has_verb or clause.copula or clause.said or clause.adjuncts)
    return alone and bool(clause.objects) and _is_about(following)


def _is_about(clause: Clause) -> bool:
    """Whether a clause wants something of what was named before it."""
    return bool(clause.verb and clause.objects) and all(phrase.pronoun for phrase in clause.objects)


def _of_none(clause: Clause) -> bool | None:
    """Whether the clause says that something is true of no object: `no cabinet is open`, `leave no cabinet open`.

    None if there is no `no`, and False if it is in a clause from which no goal can be read.
    """
    places = [phrase for adjunct in clause.adjuncts for phrase in adjunct.things]
    if not any(phrase.none for phrase in (*clause.objects, *places)):
        return None
    if len(clause.objects) != 1 or not clause.objects[0].none or clause.negated is not None:
        return False
    phrase = clause.objects[0]
    trailing = [state for state in phrase.states if phrase.head is not None and state[0] >= phrase.head[1]]
    if clause.copula:
        return not phrase.states and bool(clause.said) != bool(clause.adjuncts)
    if not any(one.role == "make" for one in clause.classes) or clause.adjuncts or clause.said:
        return False
    if len(trailing) != 1 or len(phrase.states) != 1:
        return False
    start, end, templates = trailing[0]
    phrase.states = [(start, end, tuple(one.denied for one in templates))]
    return True


def _objects(talk: Discourse, clause: Clause, following: Clause | None) -> list[Entity]:
    """The object of the verb; if none is named, the last one mentioned, or the next one: `after washing it, put the cup
    on the table`."""
    if clause.objects and (talk.entities or not all(phrase.pronoun for phrase in clause.objects)):
        return things(talk, clause.objects)
    if not talk.focus and following is not None and following.objects and clause.verb and not clause.adjuncts:
        clause.objects = following.objects
        found = things(talk, following.objects)
        for phrase, one in zip(following.objects, found, strict=False):
            phrase.determiner = "the" if one.phrase is phrase else phrase.determiner
        return found
    return []


def _adjuncts(talk: Discourse, clause: Clause, objects: list[Entity]) -> Said:
    """The things of the adjuncts. Unknown words that only say where something is are left out with a finding."""
    found: Said = []
    placed = False
    for adjunct in clause.adjuncts:
        kept = len(talk.findings)
        entities = meant(talk, adjunct, objects) or things(talk, adjunct.things)
        trailing = [state for each in adjunct.things if each.head for state in each.states if state[0] >= each.head[1]]
        if trailing and adjunct.relation == "with":
            continue  # with the fridge closed
        if adjunct.relation == "from":
            talk.left |= {one.number for one in entities}
        if not entities and (placed or adjunct.relation not in PLACING or _is_side(talk, adjunct)):
            del talk.findings[kept:]
            rule = rules.goal_words_left_out if adjunct.relation == "for" else talk.lost
            talk.say(rule, adjunct.start, adjunct.end, "nothing is known of it")
            continue
        if entities and _tells_apart(talk, adjunct, entities, found[-1][1] if found else objects):
            continue
        placed = placed or (bool(entities) and adjunct.relation in PLACING)
        if adjunct.relation in PLACING and len(entities) > 1 and objects:  # in the drawer and the newspaper
            reason = f"`{objects[0].words}` would be in several places; say which goes where"
            talk.say(rules.not_in_domain, adjunct.start, adjunct.end, reason)
        found.append((adjunct, entities))
    return found


def _is_side(talk: Discourse, adjunct: Adjunct) -> bool:
    """Whether an adjunct names only a side, `on the right`."""
    words = talk.words
    return all(words.is_in(at, "the", "a", "sides", "parts", "which") for at in range(adjunct.start + 1, adjunct.end))


def _tells_apart(talk: Discourse, adjunct: Adjunct, entities: list[Entity], before: list[Entity]) -> bool:
    """`the table in the kitchen`: whether static facts let the adjunct single out one of the things before it."""
    guarded = [kind for one in entities for kind in one.options if kind.guards and not kind.own]
    if len(entities) != 1 or len(guarded) != len(entities[0].options) or len(before) != 1 or not before[0].options:
        return False
    one = before[0]
    narrowed = described(one.options, guarded)
    if narrowed is None:
        return False
    one.options = narrowed
    note(talk, "place", adjunct, entities)
    return True


def _descriptions(talk: Discourse, objects: list[Entity]) -> None:
    """Add the facts that adjectives state about the things of a clause; `in the sink that is chilled` may describe what
    is put there."""
    for phrase, one in talk.described:
        for start, end, templates in phrase.states:
            if phrase.head is not None and start < phrase.head[0] and not any(each.positive for each in templates):
                _narrow(talk, one, templates)
                continue
            behind = objects[:1] if phrase.head is not None and start >= phrase.head[1] else []
            if not any(state(talk, templates, thing, start, end) for thing in (one, *behind)):
                reason = f"nothing of the kind can be said of `{one.words}`"
                talk.say(talk.lost, start, end, reason)
    talk.described.clear()


def _narrow(talk: Discourse, one: Entity, templates: tuple[Template, ...]) -> None:
    """`the dirty cup` is one that is not clean now; when the text is done, it may be."""
    init = talk.facts.task.init
    kept = [name for name in one.members if not any((each.predicate, name) in init for each in templates)]
    if kept and len(kept) < len(one.members):
        one.options = [Kind(one.words, tuple(kept))]


def _statement(talk: Discourse, clause: Clause, objects: list[Entity], said: Said) -> None:
    """`the apple is clean`, `a on b`, `the cup is not in the sink`; `the cups in the sink are clean` are there now."""
    subjects = [one for one in said if talk.words.is_in(one[0].end, "copulas", "modals")]
    now = [one for one in subjects if clause.said or one is not said[-1]]  # the cup on the desk belongs in the sink
    for thing in objects:
        locate_all(talk, thing, now)
    said = [one for one in said if one not in now]
    if not (said or clause.said) and any(talk.words.is_in(at, "stays") for at in range(clause.start, clause.end)):
        stay(talk, objects, clause.start, clause.end)  # the plate stays where it is
    states(talk, clause, objects)
    if said and objects:
        placed(talk, clause, objects, said)
