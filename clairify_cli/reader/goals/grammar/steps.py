"""What people say when they walk somebody through steps: `go wash it`, `let it cool`, `do the same with the other`."""

from __future__ import annotations

from clairify_cli.reader.goals.grammar.clause import Parse
from clairify_cli.reader.goals.grammar.lists import is_noun_here, listed, verb_here
from clairify_cli.reader.goals.grammar.nouns import NounPhrase, noun_phrase

REPEAT = ("repeat",)
"""The verb of a clause that wants of one thing what was said of another."""


def repeat(parse: Parse, at: int) -> int | None:
    """`do the same with another pen`, `repeat with the other`, `do it again`."""
    words = parse.words
    end = at + 1
    if not (words.text(at) == "repeat" or (words.text(at) == "do" and words.is_in(at + 1, "repeated"))):
        return None
    while words.is_in(end, "repeated"):
        end += 1
    parse.finish(at)
    clause = parse.clause
    clause.verb, clause.verb_at = REPEAT, (at, end)
    phrase = noun_phrase(words, end + 1) if words.text(end) in ("with", "for", "to") else None
    if phrase is not None:
        clause.objects, end = listed(parse, phrase, "")
    return parse.read(end)


def let(parse: Parse, at: int) -> int | None:
    """`let it cool` and `give it a good wash` are `cool it` and `wash it`."""
    words = parse.words
    phrase = noun_phrase(words, at + 1) if words.text(at) in ("let", "give") else None
    if phrase is None or not phrase.is_thing:
        return None
    start = phrase.end
    if words.text(at) == "give":
        if not words.is_in(start, "a"):
            return None
        start += 1 + words.is_in(start + 1, "degrees")
    found = verb_here(parse, start)
    if found is None or any(one.role for one in found[2]):
        return None
    parse.finish(at)
    clause = parse.clause
    clause.verb, clause.classes, clause.verb_at, clause.objects = found[1], found[2], (start, found[0]), [phrase]
    return parse.read(found[0])


def errand(parse: Parse, at: int) -> int | None:
    """Where the verb begins that `go` only leads to: `go put it back`, `go and wash it`."""
    at += parse.words.text(at) in ("and", "to")
    found = verb_here(parse, at)
    return None if found is None or is_noun_here(parse, at, found[0]) else at


def where_it_is(parse: Parse, at: int) -> int | None:
    """The end of `that the television is on`, or `the vase sits on`, directly behind a place."""
    words = parse.words
    start = at + (words.text(at) in ("that", "which"))
    if not words.is_in(start, "the", "a") or words.kind(at - 1) != "word" or not parse.clause.is_complete:
        return None
    phrase = noun_phrase(words, start)
    if phrase is None or phrase.head is None or not words.is_in(phrase.end, "copulas", "lies"):
        return None
    end = phrase.end + 1 + words.is_in(phrase.end + 1, "lying", "fillers")
    where = words.preposition(end)
    after = where[0] if where is not None else -1
    ends = words.kind(after) in ("stop", "comma") or words.is_in(after, "joins")
    return after if where is not None and ends else None


def what_was_done(parse: Parse, at: int) -> int | None:
    """The end of `that I bought last year` or `you found` behind a thing, which the scene does not tell."""
    words = parse.words
    start = at + words.is_in(at, "relative")
    owner = start > at and words.text(start) in ("my", "your", "his", "her", "our", "their")
    verb = start + 1 + owner
    who = owner or words.text(start) in ("i", "you", "we", "they", "he", "she")
    did = words.is_in(verb, "did") or (words.text(verb).endswith("ed") and not words.is_in(verb, "fillers"))
    if not (who and did and parse.clause.is_complete and words.kind(at - 1) == "word") or words.text(verb + 1) == "to":
        return None
    while words.kind(verb) == "word" and words.text(verb) not in ("and", "then", "so", "but"):
        if words.preposition(verb) is not None:
            break
        verb += 1
    return verb


def aspect(parse: Parse, phrase: NounPhrase) -> int | None:
    """Where the thing begins of which one looks at a part: `look at the cover of the book`."""
    words = parse.words
    looks = any(one.name == "examine" for one in parse.clause.classes) and not parse.clause.objects
    if not looks or phrase.head is not None or not phrase.strange or words.text(phrase.end) not in ("of", "on"):
        return None
    whole = noun_phrase(words, phrase.end + 1)
    return phrase.end + 1 if whole is not None and whole.kinds else None
