"""The role of a few consecutive words, regardless of the clause around them."""

from __future__ import annotations

from clairify_cli.reader.goals.grammar.lookup import Words


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
