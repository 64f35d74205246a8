"""Lists of noun phrases, `ball1, ball2 and ball3`, and the verbs that end them."""

from __future__ import annotations

from clairify_cli.english.morphology import singulars
from clairify_cli.reader.goals.english import VerbClass, base_of
from clairify_cli.reader.goals.grammar.clause import Parse
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.grammar.nouns import NounPhrase, noun_phrase
from clairify_cli.reader.goals.vocabulary import LONGEST

_APART = 5
"""So many words are between a verb and the end of its particle at most."""


def verb_here(parse: Parse, at: int) -> tuple[int, tuple[str, ...], tuple[VerbClass, ...]] | None:
    """The longest verb at a token: where it ends, its words and its classes."""
    tokens = parse.words.tokens
    for stop in range(min(at + LONGEST, len(tokens)), at, -1):
        form = tuple(token.text for token in tokens[at:stop])
        own = parse.verbs.get(form)
        classes = tuple(one for one, kind in parse.words.english.verbs.get(form, ()) if kind != "past")
        if own is not None or classes:
            base = own or base_of(form, classes)
            return stop, base, classes
    first, after = parse.words.text(at), [token.text for token in tokens[at + 1 : at + _APART]]
    if any((first, word) in parse.verbs for word in after if parse.words.is_in(at + 1 + after.index(word), "fillers")):
        return at + 1, (first,), ()  # tie the bag up
    return None


def is_noun_here(parse: Parse, start: int, stop: int) -> bool:
    """Whether an apparent verb is a noun or an adjective of the current clause: `a cup and plate`."""
    words, below = parse.words, parse.words.vocabulary.facts.task.hierarchy.subtypes
    noun = words.noun(start)
    wide = noun is not None and all(len(below.get(kind.type or "", ())) > 1 for kind in noun[1])
    if wide and not words.is_in(start - 1, "the", "a", "all"):
        return (
            False  # in `place mugs on the shelf`, `place` may be a type, but one does not speak of a type without `a`
        )
    if noun is not None and noun[0] >= stop and not object_follows(words, noun[0]):
        after = words.noun(stop) if words.kind(stop) == "word" else None
        return after is None
    return False


def listed(parse: Parse, first: NounPhrase, relation: str) -> tuple[list[NounPhrase], int]:
    """A noun phrase with those that `and` joins to it, unless they begin a new clause."""
    words = parse.words
    excepts = relation in ("without", "except")  # whatever is not a glass or an apple
    things, end = _numbered(words, first) or ([first], first.end if excepts else _either(words, first))
    joins = ("and", "plus", *(["nor"] if first.none else []), *(["or"] if excepts else []))
    while True:
        at = end
        while words.kind(at) == "comma" or words.text(at) in joins:
            at += 1
        if at == end or words.kind(at) not in ("word", "number") or words.preposition(at) or words.text(at) == "no":
            return things, end
        verb = verb_here(parse, at)
        if verb is not None and not is_noun_here(parse, at, verb[0]):
            return things, end
        following = noun_phrase(words, at)
        if following is None or not (following.kinds or following.pronoun):
            return things, end
        left = parse.clause.verb[:1] in (("leave",), ("keep",)) and following.strange[:1] == [at]
        if left or (words.text(at - 1) != "nor" and _is_subject(parse, things, following, relation)):
            return things, end  # stack a on b and c on d
        following.joined = True
        things.append(following)
        end = following.end


def _is_subject(parse: Parse, before: list[NounPhrase], phrase: NounPhrase, relation: str) -> bool:
    """Whether a noun phrase after `and` begins a clause, by what follows it and the list that it begins."""
    words, clause, first, last = parse.words, parse.clause, before[0], before[-1]
    after = phrase
    while words.kind(after.end) == "comma" or words.text(after.end) == "and":
        further = noun_phrase(words, after.end + 1)
        if further is None or not further.is_thing:
            break
        after = further
    plain = not words.vocabulary.lexicon.frames
    end = after.head[1] if plain and after.head is not None else after.end
    says = words.is_in(end, "copulas", "modals")
    behind = words.preposition(end) is not None or says
    follows = words.kind(end) in ("word", "number") and not words.is_in(end, "joins")
    follows = follows and words.text(end) != "respectively"
    if relation == "without":
        return False  # everything except a and b in the box
    if relation:
        names = all(one.kinds and one.kinds[0].own for one in (first, phrase))
        if relation == "of" and names and (behind or not follows):
            return says  # images of star0 and planet2 in infrared
        closes = words.kind(end + 1) in ("stop", "comma") and not behind
        if relation == "with" and closes and words.text(phrase.start - 1) == "and":
            return False  # with crate1 and crate2 aboard
        return behind or (clause.copula and relation != "with") or (plain and follows and relation != "from")
    told = plain and last.head is not None and (last.wild or last.end > last.head[1])  # nut1 loose, nut2 tight
    says = says and bool(told or clause.verb or (clause.copula and not clause.inherits))
    return says or (follows and bool(told or clause.objects))


def _numbered(words: Words, first: NounPhrase) -> tuple[list[NounPhrase], int] | None:
    """`shots 1, 2 and 3`: the objects with these numbers, and where they end."""
    at, found = first.end, list[NounPhrase]()
    if not (first.plural and first.head is not None and words.kind(at) == "number"):
        return None
    stem = [token.text for token in words.tokens[slice(*first.head)]]
    while words.kind(at) == "number":
        end = at + 1 + (words.kind(at + 1) == "number")  # tiles 2-1 and 2-2
        called = [token.text for token in words.tokens[at:end]]
        kinds = [words.kinds([*stem[:-1], one, *called], end) for one in singulars(stem[-1])]
        named = next((some for some in kinds if some), None)
        if named is None:
            return None
        found.append(NounPhrase(at, end, head=(at, end), kinds=named, joined=bool(found)))
        after = at = end
        while words.kind(after) == "comma" or words.text(after) == "and":
            after += 1
        if words.kind(after) == "number" and words.noun(after + 1) is None:
            at = after
    head = range(first.head[0], found[0].start)
    found[0].start, found[0].determiners, found[0].strange = first.start, [*first.determiners, *head], first.strange
    return found, at


def _either(words: Words, first: NounPhrase) -> int:
    """`the sink or the fridge`, `one of a and b`: either one will do; return where the phrase ends."""
    end = first.end
    one_of = first.count == 1 and words.text(first.start + 1) == "of" and any(kind.own for kind in first.kinds)
    while words.text(end) == "or" or (one_of and words.text(end) in ("and", ",")):
        other = noun_phrase(words, end + 1)
        lost = other is not None and (
            other.describing or other.states or (other.strange and words.vocabulary.lexicon.frames)
        )
        if other is None or not (first.kinds and other.kinds) or lost:
            return end
        first.choices = first.choices or [_objects(first)]
        first.choices.append(_objects(other))
        first.kinds = [*first.kinds, *(kind for kind in other.kinds if kind not in first.kinds)]
        first.determiner = "a"
        first.determiners += set(range(first.end, other.end)) - {*other.strange}  # infrared or thermograph image
        end = other.end
    return end


def _objects(phrase: NounPhrase) -> set[str]:
    return {name for kind in phrase.kinds for name in kind.members}


def is_put(words: Words, at: int) -> bool:
    """The `thrown` of `the tomato should be thrown in the trash`, where a place follows."""
    forms = words.english.verbs.get((words.text(at),), ())
    put = any(kind == "past" and one.role == "place" for one, kind in forms)
    after = at + 1 + (words.text(at + 1) in ("away", "back", "down", "up"))
    return put and words.adjective(at) is None and (words.preposition(at + 1) or words.preposition(after)) is not None


def object_follows(words: Words, at: int) -> bool:
    """Whether a token begins the object of a verb before it."""
    counts = words.kind(at) == "number" or words.text(at) in words.english.numbers
    return counts or words.is_in(at, "the", "a", "pronouns", "all", "both", "another")


def to_be(words: Words, at: int) -> bool:
    """Whether a token is the `be` of `to be`."""
    return words.text(at - 1) == "to" and words.text(at) == "be"


def part_of(words: Words, at: int, relation: str, *, carried: bool) -> tuple[int, str]:
    """`on the left side of the desk`: a part of a thing is the thing itself; a place to its side is near it.

    Something `carried` to a side of an object is on that side of it.
    """
    stop = at
    while words.is_in(stop, "the", "a", "sides", "parts", "which") or words.ignored(stop):
        stop += 1
    last = words.text(stop - 1) if stop > at else ""
    linked = words.text(stop) in ("of", "from") and not words.is_in(stop - 1, "the", "a")
    if not linked or stop == at:
        return at, relation
    if last in words.english.words["sides"] and relation not in ("from",):
        lying = last in ("side", "foot") and relation in ("in", "on") and words.text(stop - 2) in ("the", "a")
        lying = lying or (last == "side" and relation == "in")  # into the left side of the sink
        return stop + 1, relation if lying or (last == "side" and relation == "to" and carried) else "near"
    if last in words.english.words["parts"]:
        return stop + 1, relation
    return at, relation
