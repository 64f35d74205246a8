"""Parse clauses: a verb with its objects and adjuncts. Their meaning in the domain is resolved later."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.english.morphology import plural
from clairify_cli.reader.goals.grammar.clause import Adjunct, Clause, Parse
from clairify_cli.reader.goals.grammar.lists import (
    is_noun_here,
    is_put,
    listed,
    object_follows,
    part_of,
    to_be,
    verb_here,
)
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.grammar.nouns import NounPhrase, having_now, noun_phrase
from clairify_cli.reader.goals.grammar.steps import aspect, errand, let, repeat, what_was_done, where_it_is
from clairify_cli.reader.goals.vocabulary import PART, Kind, among, described
from clairify_cli.reader.goals.words import forms_of


def clauses_of(words: Words, own_verbs: Iterable[tuple[str, ...]]) -> tuple[list[Clause], list[int]]:
    """The clauses of a text, and the numbers of the tokens outside them. `own_verbs` are the lexicon's."""
    forms = {
        tuple(form.split()): verb for verb in own_verbs for form, kind in forms_of(" ".join(verb)) if kind != "past"
    }
    parse = Parse(words, forms)
    at = 0
    while at < len(words.tokens):
        at = _step(parse, at)
    parse.finish(at)
    return parse.clauses, parse.unread


def _step(parse: Parse, at: int) -> int:
    """Read what begins at a token, and return where it ends."""
    words = parse.words
    kind = words.kind(at)
    if kind == "stop":
        parse.finish(at)
        parse.joined = False
        return at + 1
    if kind in ("comma", "own"):
        parse.boundary = parse.boundary or kind == "comma"
        parse.joined = parse.joined or kind == "comma"
        return at + 1
    if words.text(at) == "that" and words.is_in(at - 1, "joins") and words.preposition(at + 1) is not None:
        return _thing(parse, NounPhrase(at, at + 1, pronoun="that"))
    excepted = any(one.but for one in parse.clause.objects)
    told = words.is_in(at + 1, "modals", "stays") or words.text(at + 1) == "goes" or excepted
    if words.text(at) in ("which", "who") and told and words.kind(at - 1) == "comma":
        parse.finish(at)  # in plane2, which should be in city1
        parse.clause.objects.append(NounPhrase(at, at + 1, pronoun="that"))
        return parse.read(at + 1)
    if (end := what_was_done(parse, at)) is not None:
        named = parse.clause.adjuncts[-1].things if parse.clause.adjuncts else parse.clause.objects
        named[-1].untold.append((at, end, "it was not understood"))
        parse.located = end if words.text(end - 1) in ("put", "left", "laid", "set", "hid", "kept", "found") else -1
        return end
    owned = words.text(at) == "that" and parse.clause.has_verb and not parse.clause.is_complete
    if owned and (phrase := noun_phrase(words, at)) is not None and phrase.kinds:
        return _thing(parse, phrase)  # bring that tray
    named = parse.clause.objects[-1:]
    which = any(words.text(one.start) == "whichever" for one in named) and words.is_in(at, "copulas")
    if (which or words.is_in(at, "relative")) and (end := _relative(parse, at - which)) is not None:
        return end
    if words.text(at) == "where" and (place := _place_of(words, at)) is not None:
        parse.clause.adjuncts.append(Adjunct("at", at, place.end, [place]))
        return parse.read(place.end)
    if words.text(at) == "where" and parse.clause.is_complete and words.kind(at - 1) == "word":
        return _where(parse, at)
    apart = words.text(at) == "one" and parse.boundary and parse.clause.is_complete and words.preposition(at + 1)
    if apart and apart[1] == "from" and (phrase := noun_phrase(words, apart[0])) is not None:
        parse.unread.extend(range(at, phrase.end))  # two pens, one from the shelf and one from the drawer
        return phrase.end
    if (end := where_it_is(parse, at)) is not None:
        parse.unread.extend(range(at, end))
        return end
    if words.lies(at) and (parse.clause.has_verb or words.is_in(at, "present")) and parse.clause.is_complete:
        parse.located = at + 1
        return at + 1
    if words.is_in(at, "refused") or (words.text(at) == "no" and words.kind(at + 1) == "comma"):  # no, the other one
        parse.clause.refused = at
        return at + 1
    if words.is_apart(at, "firsts"):
        return at + 1
    has = parse.boundary and words.text(at) in ("make", "have") and words.is_in(at + 1, "the")
    if has and words.is_in(at + 2, "agents") and verb_here(parse, at + 3) is not None:
        return at + 3  # have the robot wash the mug
    excepts = words.excepts(at)
    thing = noun_phrase(words, at + 1) if words.text(at) == "but" and _whole(parse.clause) is not None else None
    if excepts or (thing is not None and (thing.is_thing or words.vocabulary.lexicon.frames)):
        return _except(parse, at + max(0, excepts - 1))
    end = at + 1 + 2 * (words.text(at + 1) == "of" and words.text(at + 2) in ("them", "these", "those"))
    where = words.preposition(end)
    said = words.is_in(end, "modals", "copulas", "lies") or (where is not None and where[1] != "with")
    if words.text(at) == "none" and parse.boundary and parse.clause.is_complete and said:
        parse.finish(at)  # no toy is broken, and none may be in the hall
        parse.clause.negated = at
        parse.clause.objects.append(NounPhrase(at, end, pronoun="them", plural=True))
        return parse.read(end)
    if words.text(at) == "not" and words.kind(at - 1) == "comma" and _is_contrast(parse, at + 1):
        end = next(n for n in range(at, len(words.tokens) + 1) if words.kind(n) in ("stop", "comma"))
        parse.clause.objects[-1].untold.append((at, end, "it says what is not meant"))
        return end
    if words.text(at) == "not" and parse.boundary and _is_of_another(parse, at + 1):
        parse.finish(at)  # tighten nut1 and nut2, but not nut3
        parse.clause.negated, parse.clause.copula = at, words.adjective(at + 1) is not None
        return at + 1
    if words.text(at) in ("no", "none", "nothing", "neither") and _noun_phrase_of_none(parse, at):
        pass
    elif words.is_in(at, "no"):
        ahead = (words.text(at + 1),)
        imperative = parse.boundary and (ahead in words.english.verbs or ahead in parse.verbs)
        echoes = words.echoes(at) and parse.clause.is_complete  # and neither is ball2
        alone = words.text(at) in ("neither", "none") and parse.boundary and not words.is_in(at + 1, "agents")
        if (alone and not echoes) or (words.text(at) == "nor" and parse.clause.negated is not None and not echoes):
            parse.clause.refused = at  # neither in rooma nor held; both at l0, neither with a crate
        imperative = imperative or echoes
        if (words.text(at) in ("without", "nor") or imperative) and parse.clause.is_complete:
            parse.finish(at)
        parse.clause.negated = at
        parse.clause.copula = parse.clause.copula or words.text(at) in ("isnt", "arent")
        return at + 1
    verb = repeat(parse, at) or let(parse, at)
    if verb is None:
        verb = _verb(parse, at)
    if verb is not None:
        return verb
    if words.is_in(at, "joins") and not words.preposition(at):
        parse.boundary = True
        parse.joined = parse.joined or words.text(at) in ("and", "plus", "then", "but")
        return at + 1
    if words.is_in(at, "copulas"):
        return _copula(parse, at)
    if (found := words.preposition(at)) is not None:
        return _adjunct(parse, at, _without_to(parse, at, found))
    if parse.clause.copula and is_put(words, at):
        return at + 1
    made = any(one.role == "make" for one in parse.clause.classes) and any(one.pronoun for one in parse.clause.objects)
    if (parse.clause.copula or made) and (state := words.adjective(at)) is not None:  # make it cold
        parse.clause.said.append((at, *state))
        return state[0]
    longer = (*parse.clause.verb[:1], words.text(at))
    if parse.clause.objects and len(parse.clause.verb) == 1 and longer in parse.verbs and words.is_in(at, "fillers"):
        parse.clause.verb = parse.verbs[longer]  # put a down
        return at + 1
    if words.text(at).endswith("ly") and len(words.text(at)) > 4 and not words.is_in(at, "fillers"):
        parse.unread.append(at)
        return at + 1
    phrase = noun_phrase(words, at)
    if phrase is not None and (of := aspect(parse, phrase)) is not None:
        parse.unread.extend(range(at, of))
        phrase = noun_phrase(words, of)
    if phrase is not None:
        return _thing(parse, phrase)
    if not words.is_in(at, "fillers", "joins", "the", "a", "vague") and not words.ignored(at):
        parse.unread.append(at)
    return at + 1


def _noun_phrase_of_none(parse: Parse, at: int) -> bool:
    """Whether `no` begins a noun phrase, as in `no cabinet`."""
    phrase = noun_phrase(parse.words, at)
    return phrase is not None and (phrase.wild or bool(phrase.kinds))


def _is_contrast(parse: Parse, at: int) -> bool:
    """Whether what follows `not` is only another thing or place: `the red cup, not the blue one`."""
    words = parse.words
    named = words.is_in(at, "the", "a") or words.preposition(at) is not None
    return named and bool(parse.clause.objects) and bool(words.vocabulary.lexicon.frames)


def _is_of_another(parse: Parse, at: int) -> bool:
    """Whether `not` begins a clause without a verb, about another thing, place or state."""
    words = parse.words
    named = (
        words.is_in(at, "the", "a", "all", "both") or words.noun(at) is not None or words.preposition(at) is not None
    )
    named = named or words.adjective(at) is not None or words.states(at)
    named = named or (words.kind(at) == "word" and words.text(at).endswith("ing"))
    return named and parse.clause.is_complete and not words.vocabulary.lexicon.frames


def _whole(clause: Clause) -> NounPhrase | None:
    """The last noun phrase of the clause that means all of a kind."""
    phrases = [*clause.objects, *(phrase for one in clause.adjuncts for phrase in one.things)]
    return next((one for one in reversed(phrases) if one.determiner == "all"), None)


def _except(parse: Parse, at: int) -> int:
    """Read exceptions: `all balls except ball3`."""
    words = parse.words
    phrase, whole = noun_phrase(words, at + 1), _whole(parse.clause)
    if phrase is None or whole is None:
        parse.clause.refused = at
        return at + 1
    begins = at - (words.excepts(at - 1) == 2)
    whole.but, end = listed(parse, phrase, "without" if whole.end == begins else "except")
    for one in whole.but:
        if one.determiner == "a" and one.head is not None and any(kind.own for kind in one.kinds):
            one.kinds = words.vocabulary.named(plural(words.text(one.head[1] - 1))) or one.kinds  # what is not an apple
    for one in whole.but:
        if words.text(one.end - 1) in ("one", "ones") and (had := having_now(words, whole.kinds, one)) is not None:
            one.kinds = had  # except the blue one
    last, where = whole.but[-1], parse.words.preposition(end)
    place = noun_phrase(parse.words, where[0]) if where is not None and last.pronoun in ("one", "ones") else None
    if place is not None and place.kinds and last.determiner == "the":  # except the one on the desk
        there = {name for kind in place.kinds for name in kind.members}
        now = {atom[1] for atom in parse.words.vocabulary.facts.task.init if len(atom) == 3 and atom[2] in there}
        whole.but[-1] = NounPhrase(last.start, place.end, head=(last.start, place.end), kinds=among(whole.kinds, now))
        end = place.end
    parse.boundary = False
    return end


_ONCE = ("was", "starts", "started", "begins", "began")


def _place_of(words: Words, at: int) -> NounPhrase | None:
    """The place where a thing is in the scene, `where p2 is now`, if that is one place."""
    phrase = noun_phrase(words, at + 1) if not words.vocabulary.lexicon.frames else None
    names = {name for kind in phrase.kinds for name in kind.members} if phrase is not None else set()
    facts, end = words.vocabulary.facts, phrase.end if phrase is not None else at
    where = words.english.words["location"]
    ways = {name for name, one in facts.predicates.items() if one.changes and not where.isdisjoint(one.parts)}
    there = {atom[2] for atom in facts.task.init if atom[0] in ways and len(atom) == 3 and atom[1] in names}
    start = end
    while words.is_in(end, "copulas", "lies", "present"):
        end += 1
    now = any(words.is_in(one, "present") or words.text(one) in _ONCE for one in range(start, end))
    if len(names) != 1 or len(there) != 1 or not now:
        return None
    kinds = [Kind(name, (name,), own=True) for name in there]
    return NounPhrase(at, end, "the", head=(at, end), kinds=kinds)


def _where(parse: Parse, at: int) -> int:
    """`the dresser where the tv is` only says which place is meant, which no goal can express."""
    words = parse.words
    while words.kind(at) in ("word", "number", "own") and words.text(at) not in ("and", "then"):
        parse.unread.append(at)
        at += 1
    return at


def _relative(parse: Parse, at: int) -> int | None:
    """`the lamp that is lit`: read what a relative clause says about the noun before it; None if it is not one."""
    words, clause = parse.words, parse.clause
    at += words.text(at) != "thats"
    start = at
    while words.is_in(at, "copulas", "fillers", "lying", "lies", "present") or words.kind(at) == "own":
        at += 1
    last = clause.adjuncts[-1].things[-1] if clause.adjuncts else clause.objects[-1] if clause.objects else None
    if at == start or last is None:
        return None
    if words.kind(at) in ("stop", "comma") or words.text(at) in ("and", "then"):
        return at  # the shaker that is closest to you
    if words.preposition(at) is not None:
        parse.located = at if clause.has_verb or (clause.copula and clause.adjuncts) else -1
        return at
    head = [words.text(one) for one in range(*last.head or (0, 0))]
    if called := words.vocabulary.named(words.text(at), *head) if head else None:  # the glass that is empty
        last.kinds, last.head = called, (*(last.head or (at, at))[:1], at + 1)
        return at + 1
    if (state := words.adjective(at)) is not None:
        last.states.append((at, *state))
        return state[0]
    if (stop := _singled(words, at, last)) is not None:
        return stop
    if words.is_in(at, "no") and last.determiner == "all":  # every block that is not red
        word, facts = words.text(at + 1), words.vocabulary.facts
        members = tuple(name for name in facts.task.objects if word in facts.parts(name))
        last.but.append(NounPhrase(at, at + 2, head=(at + 1, at + 2), kinds=[Kind(word, members)]))
        return at + 2 if members else None
    return None


def _singled(words: Words, at: int, phrase: NounPhrase) -> int | None:
    """Where the words of a static fact that tells things from others end: `every child that is allergic to gluten`."""
    stop = at
    while words.kind(stop) in ("word", "number") and not words.is_in(stop, "joins", "refused", "no"):
        stop += 1
    for end in range(stop, at, -1):
        said = [words.text(one) for one in range(at, end) if not words.preposition(one)]
        known = words.kinds(said, end) or words.vocabulary.levels(said).get(PART, [])
        kinds = [kind for kind in known if kind.guards and words.vocabulary.facts.parts(kind.label)[:1] == (*said[:1],)]
        if kinds and (narrowed := described(phrase.kinds, kinds)) is not None:
            phrase.kinds = narrowed
            phrase.determiners += range(at, end)
            return end
    return None


def _verb(parse: Parse, at: int) -> int | None:
    """Read a verb where one can occur: at the start, after a join, or where a new clause clearly begins."""
    words = parse.words
    to = words.text(at) == "to"
    start = at + 1 if to else at
    found = verb_here(parse, start)
    noun = words.noun(start)
    if found is None or words.text(start) == "using" or (noun is not None and noun[1][0].own and noun[0] > found[0]):
        return None  # to place2
    has = _has_own(words, start) and bool(parse.clause.objects)  # they have their lids on
    if not parse.boundary and (has or words.text(start).endswith("ing")):
        return None  # with driver1 driving it
    stop, verb, classes = found
    if parse.clause.copula and words.kind(stop) == "comma" and words.adjective(start):
        return None  # they should be empty and clean, everything on the table
    if verb == ("get",) and parse.clause.objects and words.adjective(stop):
        return _copula(parse, stop - 1)  # the lettuce needs to get cold
    if any(one.role == "go" for one in classes) and (after := errand(parse, stop)) is not None:
        parse.boundary = True
        return after
    if verb[0] == "be" and parse.clause.objects:
        return None  # in `all letters should be in the bag`, it does not say where somebody goes
    if not to and (
        (not parse.boundary and not (object_follows(words, stop) and parse.clause.is_complete))
        or (parse.clause.copula and not parse.joined and not (parse.clause.said and object_follows(words, stop)))
        or is_noun_here(parse, start, stop)
    ):
        return None
    goes = words.is_in(start - 1 - to, "fillers")
    if not parse.clause.is_empty and not _only_leads(parse.clause, goes=goes):
        parse.finish(at)
    clause = parse.clause
    clause.verb, clause.classes, clause.verb_at = verb, classes, (start, stop)
    parse.boundary = parse.joined = False
    return _particle(parse, stop)


def _has_own(words: Words, at: int) -> bool:
    """Whether `has` says what state a part of something is in."""
    return words.text(at) in ("have", "has") and words.is_in(at + 1, "owners")


def _only_leads(clause: Clause, *, goes: bool) -> bool:
    """Whether only an adjunct or, where the verb `goes` with it, only a noun precedes the verb: `with the cup in hand
    turn on the lamp`, `the pen needs to go in the drawer`."""
    if clause.verb or clause.copula or clause.negated:
        return False
    return bool(clause.objects or clause.adjuncts) and (goes or not clause.objects)


def _particle(parse: Parse, at: int) -> int:
    """`rinse off lettuce`, `put away the cup`: skip a particle directly after the verb."""
    words = parse.words
    if words.is_in(at, "particles"):
        longer = words.preposition(at)
        return at if longer is not None and longer[0] > at + 1 else at + 1
    return at


def _copula(parse: Parse, at: int) -> int:
    clause = parse.clause
    if clause.verb and clause.objects and to_be(parse.words, at):
        plural = clause.objects[-1].plural
        parse.finish(at)
        clause = parse.clause  # warm a tomato to be put on the table
        clause.objects.append(NounPhrase(at, at, pronoun="them" if plural else "it", plural=plural))
    clause.copula = True
    parse.boundary = False
    return at + 1


def _adjunct(parse: Parse, at: int, found: tuple[int, str]) -> int:
    """Read a preposition with the noun phrases after it; without any it belongs to the verb (`turn the lamp on`)."""
    words, clause = parse.words, parse.clause
    after, relation = found
    after, relation = part_of(words, after, relation, carried=any(one.carries for one in clause.classes))
    phrase = noun_phrase(words, after) if words.kind(after) in ("word", "number") else None
    if phrase is None:
        return _alone(parse, at, found)
    joined = parse.boundary and words.text(at - 1) in ("and", "then")
    moved = bool(clause.adjuncts) and clause.adjuncts[-1].relation != "from"  # out of the bowl and into the drawer
    if joined and moved and clause.verb and relation in ("in", "on", "at", "to"):
        _again(parse, at)  # put it in the fridge and then on the stove
        clause = parse.clause
    located = parse.located == at
    relation = "from" if located else relation
    things, end = listed(parse, phrase, relation)
    clause.adjuncts.append(Adjunct(relation, at, end, things, located))
    return parse.read(end)


def _without_to(parse: Parse, at: int, found: tuple[int, str]) -> tuple[int, str]:
    """The `on` of `turn it on to read`, if its `to` belongs to the verb after it."""
    words = parse.words
    if found[0] - at == 2 and words.text(at + 1) == "to" and verb_here(parse, found[0]) is not None:
        shorter = words.english.prepositions.get((words.text(at),))
        if shorter is not None and (noun_phrase(words, found[0]) is None or object_follows(words, found[0] + 1)):
            return at + 1, shorter
    return found


def _alone(parse: Parse, at: int, found: tuple[int, str]) -> int:
    """Read a preposition without a noun: it forms another verb, or gives the subject's state."""
    words, clause = parse.words, parse.clause
    longer = (*clause.verb[:1], words.text(at))
    classes = tuple(one for one, kind in words.english.verbs.get(longer, ()) if kind != "past")
    if clause.verb and (classes or longer in parse.verbs):
        clause.verb, clause.classes = parse.verbs.get(longer, longer), classes
        return found[0]
    if found[1] in ("in", "on") and found[0] - at == 1 and words.text(at) in ("inside", "in", "within") and clause.verb:
        there = NounPhrase(at, found[0], pronoun="there")
        clause.adjuncts.append(Adjunct(found[1], at, found[0], [there]))
        return found[0]
    state = words.adjective(at)
    if state is not None and (clause.copula or clause.objects):
        clause.said.append((at, *state))
        return state[0]
    if found[1] in ("near", "of") or not (clause.verb or clause.copula):
        parse.unread.append(at)
    elif words.is_in(found[0], "the", "a") and words.is_in(found[0] + 1, "fillers"):
        parse.unread.extend(range(at, found[0] + 2))  # take it to the back
    return found[0]


def _thing(parse: Parse, phrase: NounPhrase) -> int:
    """Read a noun phrase: the object of the verb, or the start of a clause that omits its verb."""
    clause = parse.clause
    several = len([one for one in clause.objects if not one.joined]) > 1
    words = parse.words
    told = words.is_in(phrase.end, "copulas") or words.is_in(phrase.end + 1, "copulas")  # after it (has) been washed
    if parse.boundary and told and clause.verb and not clause.copula and phrase.pronoun:
        parse.finish(phrase.start)
    elif parse.boundary and clause.adjuncts and phrase.pronoun and (verb := verb_here(parse, phrase.end)) is not None:
        if any(one.states and not one.role for one in verb[2]):
            return phrase.end  # until it cools
    elif parse.boundary and ((clause.adjuncts and (clause.objects or clause.copula)) or several):
        if parse.joined and not clause.copula and _strange_verb(parse, phrase):
            return _new_strange(parse, phrase)
        _again(parse, phrase.start)
    elif not clause.verb and not clause.copula and not clause.objects and _strange_verb(parse, phrase):
        return phrase.start + 1
    elif parse.joined and clause.objects and _strange_verb(parse, phrase):
        return _new_strange(parse, phrase)
    elif clause.objects and (clause.said or clause.copula) and parse.boundary:
        parse.finish(phrase.start)
    things, end = listed(parse, phrase, "")
    objects = parse.clause.objects
    if objects and objects[-1].end == phrase.start and words.is_in(phrase.start, "the", "a") and _gives(parse):
        parse.clause.adjuncts.append(Adjunct("to", objects[0].start - 1, objects[-1].end, [*objects]))
        objects.clear()
    objects.extend(things)
    return parse.read(end)


def _new_strange(parse: Parse, phrase: NounPhrase) -> int:
    """Begin a clause with an unknown verb: `cook the egg in the microwave and serve it on the table`."""
    parse.clause.strange_verb = None
    parse.finish(phrase.start)
    parse.clause.strange_verb = phrase.start
    return phrase.start + 1


def _gives(parse: Parse) -> bool:
    """Whether somebody gets what the clause names next: `bring Ellen the cup`."""
    clause, words = parse.clause, parse.words
    to_one = bool(clause.verb) and clause.verb[0] in words.english.words["datives"]
    return to_one and not clause.adjuncts and bool(words.vocabulary.lexicon.frames)


def _again(parse: Parse, at: int) -> None:
    """Begin a clause with the verb of the current one."""
    earlier = parse.clause
    parse.finish(at)
    clause = parse.clause
    clause.verb, clause.classes, clause.verb_at = earlier.verb, earlier.classes, earlier.verb_at
    clause.copula, clause.inherits = earlier.copula, True


def _strange_verb(parse: Parse, phrase: NounPhrase) -> bool:
    """Whether an unknown word is where a verb must be: first in its clause, with its object after it."""
    words = parse.words
    if phrase.strange[:1] != [phrase.start] or not parse.boundary:
        return False
    opens = phrase.start == 0 or words.text(phrase.start - 1) in ("and", "then", "to")
    followed = phrase.head is not None and phrase.head[0] == phrase.start + 1
    if object_follows(words, phrase.start + 1) or (opens and followed):
        parse.clause.strange_verb = phrase.start
        return True
    return False
