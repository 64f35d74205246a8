"""Clauses: a verb with what is done to what, and where. Whose words they are is found out later."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.reader.goals.english import VerbClass
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.nouns import NounPhrase, Words, noun_phrase
from clairify_cli.reader.goals.words import forms_of


@dataclass(slots=True)
class Adjunct:
    """A preposition with its noun phrases; `relation` is the class of the preposition."""

    relation: str
    start: int
    end: int
    things: list[NounPhrase]


@dataclass(slots=True)
class Clause:
    """A clause, from its first token to the one behind it.

    `verb` are the words of the verb without its form (`pick up`), with its classes; both are empty where there is none.
    `strange_verb` is the number of a token that must be a verb, of which nothing is known. `said` are the states
    that `is` joins to the subject, with their tokens. `negated` is the number of the word that denies it all.
    """

    start: int
    end: int
    verb: tuple[str, ...] = ()
    verb_at: tuple[int, int] | None = None
    classes: tuple[VerbClass, ...] = ()
    strange_verb: int | None = None
    copula: bool = False
    objects: list[NounPhrase] = field(default_factory=list)
    adjuncts: list[Adjunct] = field(default_factory=list)
    said: list[tuple[int, int, tuple[Template, ...]]] = field(default_factory=list)
    negated: int | None = None
    refused: int | None = None
    """The number of an `if` or an `or`, of which no goal can be made."""
    inherits: bool = False

    @property
    def is_empty(self) -> bool:
        return not (
            self.verb or self.objects or self.adjuncts or self.said or self.strange_verb is not None or self.refused
        )


@dataclass(slots=True)
class Parse:
    """The state of reading a text: the clauses so far, the one at hand, and whether a new one may begin."""

    words: Words
    verbs: dict[tuple[str, ...], tuple[str, ...]]
    clauses: list[Clause] = field(default_factory=list)
    clause: Clause = field(default_factory=lambda: Clause(0, 0))
    boundary: bool = True
    joined: bool = False
    unread: list[int] = field(default_factory=list)
    located: int = -1
    """The number of a preposition that says where something is now: `the cup that is on the table`."""


def clauses_of(words: Words, own_verbs: tuple[tuple[str, ...], ...] = ()) -> tuple[list[Clause], list[int]]:
    """The clauses of a text, and the numbers of the tokens that belong to none. `own_verbs` are the domain's."""
    forms = {
        tuple(form.split()): verb for verb in own_verbs for form, kind in forms_of(" ".join(verb)) if kind != "past"
    }
    parse = Parse(words, forms)
    at = 0
    while at < len(words.tokens):
        at = _step(parse, at)
    _finish(parse, at)
    return parse.clauses, parse.unread


def _step(parse: Parse, at: int) -> int:
    """Read what begins at a token: where it ends."""
    words = parse.words
    kind = words.kind(at)
    if kind == "stop":
        _finish(parse, at)
        parse.joined = False
        return at + 1
    if kind in ("comma", "own"):
        parse.boundary = parse.boundary or kind == "comma"
        parse.joined = parse.joined or kind == "comma"
        return at + 1
    if words.text(at) == "there" and (words.is_in(at + 1, "copulas") or words.is_in(at + 1, "fillers")):
        return at + 1
    if words.text(at) in ("that", "which") and (end := _relative(parse, at + 1)) is not None:
        return end
    if words.text(at) == "where" and _is_complete(parse.clause) and words.kind(at - 1) == "word":
        return _where(parse, at)
    if words.lies(at) and parse.clause.verb and _is_complete(parse.clause):
        parse.located = at + 1
        return at + 1
    if words.is_in(at, "refused"):
        parse.clause.refused = at
        return at + 1
    if words.text(at) == "no" and _noun_phrase_of_none(parse, at):
        pass
    elif words.is_in(at, "no"):
        parse.clause.negated = at
        parse.clause.copula = parse.clause.copula or words.text(at) in ("isnt", "arent")
        return at + 1
    verb = _verb(parse, at) or _longer_verb(parse, at)
    if verb is not None:
        return verb
    if words.text(at) in ("that", "this", "those", "these") and words.preposition(at + 1) is not None:
        return _thing(parse, NounPhrase(at, at + 1, pronoun="that", plural=words.text(at).endswith("se")))
    if words.is_in(at, "joins") and not words.preposition(at):
        parse.boundary = True
        parse.joined = parse.joined or words.text(at) in ("and", "plus", "then", "but")
        return at + 1
    if words.text(at) == "to" and _verb_here(parse, at + 1) is not None and noun_phrase(words, at + 1) is None:
        parse.boundary = True
        return at + 1
    if words.is_in(at, "copulas"):
        return _copula(parse, at)
    if (found := words.preposition(at)) is not None:
        return _adjunct(parse, at, _without_to(parse, at, found))
    if parse.clause.copula and _is_put(words, at):
        return at + 1
    if parse.clause.copula and (state := words.adjective(at)) is not None and not _noun_follows(parse, state[0]):
        parse.clause.said.append((at, *state))
        return state[0]
    if parse.clause.is_empty and words.is_in(at, "openers") and _opens(parse, at):
        return at + 1
    longer = (*parse.clause.verb[:1], words.text(at))
    if parse.clause.objects and len(parse.clause.verb) == 1 and longer in parse.verbs and words.is_in(at, "fillers"):
        parse.clause.verb = parse.verbs[longer]  # put a down
        return at + 1
    if words.text(at).endswith("ly") and len(words.text(at)) > 4 and not _noun_follows(parse, at):
        parse.unread.append(at)
        return at + 1
    phrase = noun_phrase(words, at)
    if phrase is not None:
        return _thing(parse, phrase)
    if (state := words.adjective(at)) is not None and parse.clause.objects:
        parse.clause.objects[-1].states.append((at, *state))
        return state[0]
    if not words.is_in(at, "fillers", "joins", "the", "a", "vague") and not words.ignored(at):
        parse.unread.append(at)
    return at + 1


def _noun_phrase_of_none(parse: Parse, at: int) -> bool:
    """Whether `no` begins a noun phrase, as in `no cabinet`."""
    phrase = noun_phrase(parse.words, at)
    return phrase is not None and bool(phrase.kinds)


def _where(parse: Parse, at: int) -> int:
    """`the dresser where the tv is` tells the place from others, which no goal carries."""
    words = parse.words
    while words.kind(at) in ("word", "number", "own") and words.text(at) not in ("and", "then"):
        parse.unread.append(at)
        at += 1
    return at


def _relative(parse: Parse, at: int) -> int | None:
    """`the lamp that is lit`: what a relative clause says of the noun before it; None where it says something else."""
    words, clause = parse.words, parse.clause
    start = at
    while words.is_in(at, "copulas", "fillers", "lying", "lies") or words.kind(at) == "own":
        at += 1
    last = clause.adjuncts[-1].things[-1] if clause.adjuncts else clause.objects[-1] if clause.objects else None
    if at == start or last is None:
        return None
    if words.preposition(at) is not None:
        parse.located = at if clause.verb else -1
        return at
    if (state := words.adjective(at)) is not None:
        last.states.append((at, *state))
        return state[0]
    if at > start and words.kind(at) == "word" and _ends_relative(words, at + 1):
        parse.unread.append(at)  # the mug that is green
        return at + 1
    return None


def _ends_relative(words: Words, at: int) -> bool:
    return words.kind(at) in ("comma", "stop") or words.preposition(at) is not None or words.is_in(at, "joins")


def _is_put(words: Words, at: int) -> bool:
    """The `thrown` of `the tomato should be thrown in the trash`, where a place follows."""
    forms = words.english.verbs.get((words.text(at),), ())
    put = any(kind == "past" and one.role == "place" for one, kind in forms)
    return put and words.adjective(at) is None and words.preposition(at + 1) is not None


def _opens(parse: Parse, at: int) -> bool:
    """Whether a word such as `first` only opens a clause."""
    return parse.words.kind(at + 1) == "comma" or _verb_here(parse, at + 1) is not None


def _noun_follows(parse: Parse, at: int) -> bool:
    return parse.words.kind(at) == "word" and parse.words.vocabulary.noun(parse.words.tokens, at) is not None


def _verb_here(parse: Parse, at: int) -> tuple[int, tuple[str, ...], tuple[VerbClass, ...]] | None:
    """The longest verb at a token: where it ends, its words, its classes."""
    tokens = parse.words.tokens
    for stop in range(min(at + 4, len(tokens)), at, -1):
        form = tuple(token.text for token in tokens[at:stop])
        if any(token.kind != "word" for token in tokens[at:stop]):
            continue
        own = parse.verbs.get(form)
        classes = tuple(one for one, kind in parse.words.english.verbs.get(form, ()) if kind != "past")
        if own is not None or classes:
            base = own or _base(form, classes)
            return stop, base, classes
    return None


def _base(form: tuple[str, ...], classes: tuple[VerbClass, ...]) -> tuple[str, ...]:
    written = " ".join(form)
    for one in classes:
        for word in one.words:
            if any(written == spelled for spelled, _ in forms_of(word)):
                return tuple(word.split())
    return form


def _verb(parse: Parse, at: int) -> int | None:
    """A verb, where one may stand: at the beginning, behind a join, or where a new clause plainly begins."""
    words = parse.words
    to = words.text(at) == "to"
    start = at + 1 if to else at
    found = _verb_here(parse, start)
    if found is None or words.text(start) == "using":
        return None
    stop, verb, classes = found
    if to:
        if words.vocabulary.noun(words.tokens, start) is not None and not _object_follows(words, stop):
            return None
    elif (
        (not parse.boundary and not (_object_follows(words, stop) and _is_complete(parse.clause)))
        or (parse.clause.copula and not parse.joined)
        or _is_noun_here(parse, start, stop)
    ):
        return None
    goes = any(one.role == "go" for one in classes) and words.is_in(start - 1 - to, "fillers")
    if not _only_adjuncts(parse.clause) and not (goes and _only_objects(parse.clause)):
        _finish(parse, at)
    clause = parse.clause
    clause.verb, clause.classes, clause.verb_at = verb, classes, (start, stop)
    parse.boundary = parse.joined = False
    return _particle(parse, stop)


def _longer_verb(parse: Parse, at: int) -> int | None:
    """The rest of a verb from which an adverb parts it: `look closely at`."""
    words, clause = parse.words, parse.clause
    if len(clause.verb) != 1 or clause.objects or clause.adjuncts or clause.verb_at is None or at == clause.verb_at[1]:
        return None
    longer = (*clause.verb, words.text(at))
    classes = tuple(one for one, kind in words.english.verbs.get(longer, ()) if kind == "base")
    if not classes and longer not in parse.verbs:
        return None
    clause.verb, clause.classes = parse.verbs.get(longer, longer), classes
    return at + 1


def _only_adjuncts(clause: Clause) -> bool:
    """Whether only an adjunct stands before the verb: `with the cup in hand turn on the lamp`."""
    return bool(clause.adjuncts) and not (clause.verb or clause.objects or clause.copula or clause.negated)


def _only_objects(clause: Clause) -> bool:
    """Whether only a noun stands before the verb: `the pen needs to go in the drawer`."""
    return bool(clause.objects) and not (clause.verb or clause.adjuncts or clause.copula or clause.negated)


def _is_complete(clause: Clause) -> bool:
    return bool(clause.objects or clause.adjuncts)


def _object_follows(words: Words, at: int) -> bool:
    return words.is_in(at, "the", "a", "pronouns", "all", "both", "another") or words.kind(at) == "number"


def _is_noun_here(parse: Parse, start: int, stop: int) -> bool:
    """Whether what looks like a verb is a noun or an adjective of the clause at hand: `a cup and plate`."""
    words, clause = parse.words, parse.clause
    noun = words.vocabulary.noun(words.tokens, start)
    if noun is not None and noun[0] >= stop and not _object_follows(words, noun[0]):
        if noun[0] > stop:
            return True
        after = words.vocabulary.noun(words.tokens, stop) if words.kind(stop) == "word" else None
        return after is None
    if clause.copula and words.adjective(start) is not None:
        return not _object_follows(words, stop)
    return False


def _particle(parse: Parse, at: int) -> int:
    """`rinse off lettuce`, `put away the cup`: a particle directly behind the verb."""
    words = parse.words
    if words.text(at) in ("up", "down", "away", "back", "off", "out", "over") and words.text(at + 1) not in (
        "of",
        "to",
    ):
        longer = words.preposition(at)
        return at if longer is not None and longer[0] > at + 1 else at + 1
    return at


def _copula(parse: Parse, at: int) -> int:
    clause = parse.clause
    if parse.boundary and _is_complete(clause) and not clause.objects:
        _finish(parse, at)
        clause = parse.clause
    if clause.verb and len(clause.objects) > 1 and not clause.adjuncts and _joined(parse, clause.objects[-1].start):
        subject = clause.objects.pop()  # wash the cup so it can be put away
        _finish(parse, subject.start)
        clause = parse.clause
        clause.objects.append(subject)
    elif clause.verb and clause.objects and _to_be(parse.words, at):
        plural = clause.objects[-1].plural
        _finish(parse, at)
        clause = parse.clause  # warm a tomato to be put on the table
        clause.objects.append(NounPhrase(at, at, pronoun="them" if plural else "it", plural=plural))
    clause.copula = True
    parse.boundary = False
    return at + 1


def _to_be(words: Words, at: int) -> bool:
    return words.text(at - 1) == "to" and words.text(at) == "be"


def _joined(parse: Parse, at: int) -> bool:
    """Whether a word that joins clauses stands before a token."""
    return parse.words.is_in(at - 1, "joins") and parse.words.text(at - 1) != "and"


def _adjunct(parse: Parse, at: int, found: tuple[int, str]) -> int:
    """A preposition with the noun phrases behind it; without any it belongs to the verb (`turn the lamp on`)."""
    words, clause = parse.words, parse.clause
    after, relation = found
    after, relation = _part(words, after, relation, carried=any(one.carries for one in clause.classes))
    phrase = noun_phrase(words, after) if words.kind(after) in ("word", "number") else None
    if phrase is None:
        return _alone(parse, at, found)
    joined = parse.boundary and words.text(at - 1) in ("and", "then")
    if joined and clause.adjuncts and clause.verb and relation in ("in", "on", "at", "to"):
        _again(parse, at)  # put it in the fridge and then on the stove
        clause = parse.clause
    relation = "from" if parse.located == at else relation
    things, end = _listed(parse, phrase, adjunct=True)
    clause.adjuncts.append(Adjunct(relation, at, end, things))
    clause.end = end
    parse.boundary = parse.joined = False
    return end


def _without_to(parse: Parse, at: int, found: tuple[int, str]) -> tuple[int, str]:
    """The `on` of `turn it on to read`, whose `to` belongs to the verb behind it."""
    words = parse.words
    if found[0] - at == 2 and words.text(at + 1) == "to" and _verb_here(parse, found[0]) is not None:
        shorter = words.english.prepositions.get((words.text(at),))
        if shorter is not None and (noun_phrase(words, found[0]) is None or _object_follows(words, found[0] + 1)):
            return at + 1, shorter
    return found


def _alone(parse: Parse, at: int, found: tuple[int, str]) -> int:
    """A preposition without a noun: with the verb it makes another one, or says of the subject what it is."""
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
    return found[0]


def _part(words: Words, at: int, relation: str, *, carried: bool) -> tuple[int, str]:
    """`on the left side of the desk`: parts of a thing are the thing; what is to its side is near it.

    What is `carried` to a side of something is on that side of it.
    """
    stop = at
    while (
        words.is_in(stop, "the", "a")
        or words.ignored(stop)
        or (
            words.text(stop)
            in words.english.words["sides"] | words.english.words["parts"] | words.english.words["which"]
        )
    ):
        stop += 1
    last = words.text(stop - 1) if stop > at else ""
    linked = words.text(stop) in ("of", "from") and not words.is_in(stop - 1, "the", "a")
    if not linked or stop == at:
        return at, relation
    if last in words.english.words["sides"] and relation not in ("from",):
        lying = last in ("side", "foot") and relation in ("in", "on") and words.text(stop - 2) in ("the", "a")
        return stop + 1, relation if lying or (last == "side" and relation == "to" and carried) else "near"
    if last in words.english.words["parts"]:
        return stop + 1, relation
    return at, relation


def _listed(parse: Parse, first: NounPhrase, *, adjunct: bool) -> tuple[list[NounPhrase], int]:
    """A noun phrase with those that `and` joins to it, where no clause of their own begins with them."""
    words = parse.words
    things, end = [first], _either(words, first)
    while True:
        at = end
        while words.kind(at) == "comma" or words.text(at) in ("and", "plus"):
            at += 1
        if at == end or words.kind(at) not in ("word", "number") or words.preposition(at) is not None:
            return things, end
        if words.is_in(at, "joins", "copulas", "no") or words.text(at) == "to":
            return things, end
        verb = _verb_here(parse, at)
        if verb is not None and not _is_noun_here(parse, at, verb[0]):
            return things, end
        following = noun_phrase(words, at)
        if following is None or not (following.kinds or following.pronoun):
            return things, end
        behind = words.preposition(following.end) is not None or words.is_in(following.end, "copulas")
        if adjunct and (behind or parse.clause.copula):
            return things, end  # stack a on b and c on d
        if first.determiner == "both" and not first.plural:
            first.count = None  # both the salt and the pepper
            first.determiner = "the"
        if following.plural and not (following.determiner or following.count or first.plural or first.count):
            following.plural = following.head is not None and following.head[1] - following.head[0] == 1
        things.append(following)  # of `the salt and pepper shakers` there is one each
        end = following.end


def _either(words: Words, first: NounPhrase) -> int:
    """`the sink or the fridge`: any of both will do; gives where that ends."""
    end = first.end
    while words.text(end) == "or":
        other = noun_phrase(words, end + 1)
        if other is None or not (first.kinds and other.kinds) or other.describing or other.states or other.strange:
            return end
        first.kinds = [*first.kinds, *(kind for kind in other.kinds if kind not in first.kinds)]
        first.determiner = "a"
        end = other.end
    return end


def _thing(parse: Parse, phrase: NounPhrase) -> int:
    """A noun phrase: the object of the verb, or the beginning of a clause that leaves its verb out."""
    clause = parse.clause
    if clause.objects and clause.adjuncts and parse.boundary:
        _again(parse, phrase.start)
    elif not clause.verb and not clause.copula and not clause.objects and _strange_verb(parse, phrase):
        return phrase.start + 1
    elif clause.objects and clause.said and parse.boundary:
        _finish(parse, phrase.start)
    things, end = _listed(parse, phrase, adjunct=False)
    parse.clause.objects.extend(things)
    parse.clause.end = end
    parse.boundary = parse.joined = False
    return end


def _again(parse: Parse, at: int) -> None:
    """Begin a clause with the verb of the one at hand."""
    earlier = parse.clause
    _finish(parse, at)
    clause = parse.clause
    clause.verb, clause.classes, clause.verb_at = earlier.verb, earlier.classes, earlier.verb_at
    clause.copula, clause.inherits = earlier.copula, True


def _strange_verb(parse: Parse, phrase: NounPhrase) -> bool:
    """Whether an unknown word stands where a verb must: first in its clause, with its object behind it."""
    words = parse.words
    if phrase.strange[:1] != [phrase.start] or not parse.boundary:
        return False
    opens = phrase.start == 0 or words.text(phrase.start - 1) in ("and", "then", "to")
    followed = phrase.head is not None and phrase.head[0] == phrase.start + 1
    if _object_follows(words, phrase.start + 1) or (opens and followed):
        parse.clause.strange_verb = phrase.start
        return True
    return False


def _finish(parse: Parse, at: int) -> None:
    """End the clause at hand and begin another."""
    if not parse.clause.is_empty or parse.clause.negated is not None:
        parse.clause.end = at
        parse.clauses.append(parse.clause)
    parse.clause = Clause(at, at)
    parse.boundary = True
