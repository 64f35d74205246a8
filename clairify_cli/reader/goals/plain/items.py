"""Split a text into things, words and the marks between them."""

from __future__ import annotations

import re
from functools import lru_cache

from clairify_cli.english.morphology import singulars
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import described
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.grammar.nouns import NounPhrase, determiners
from clairify_cli.reader.goals.vocabulary import NAMED, Kind
from clairify_cli.records import dataclass, field

_CODE = re.compile(r"[^\W\d_][\w-]*[\d_][\w-]*")
_MOST_BETWEEN = 3
_THROWN = ("throw", "toss", "thrown", "tossed")
_PLACES = ("in", "on", "at", "to", "under", "near")


@dataclass(slots=True)
class Item:
    """A part of a text, with the number of its first token and that after its last.

    `kind` is `thing`, `word`, `preposition` (its class is `text`), `join`, `stop`, `is`, `not`, `except`, or `refused`
    for words that no goal can be read from.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    phrase: NounPhrase | None = None
    wild: bool = False
    """Whether it is `everything` or `nobody`: it means every object that fits its argument."""
    also: list[Item] = field(default_factory=list)
    """The other things of a list."""
    but: list[Item] = field(default_factory=list)
    """The excepted things."""
    either: bool = False
    before: list[Item] = field(default_factory=list)
    """The words between its determiners and its noun: `three tightened nuts`."""


def items_of(words: Words, text: str) -> list[Item]:
    """The items of a text, in order."""
    names = {name.lower() for name in words.vocabulary.facts.task.objects}
    names |= {part for one in (*words.vocabulary.facts.predicates, *names) for part in (one, one.replace("_", "-"))}
    known = {"".join(words.vocabulary.facts.parts(name)) for name in words.vocabulary.facts.task.objects}
    # An unknown name with a digit, such as `ball7`, must not be read as other objects.
    unknown = [
        match.span()
        for match in _CODE.finditer(text)
        if match.group().lower() not in names and re.sub(r"[\W_]", "", match.group().lower()) not in known
    ]
    found: list[Item] = []
    at = 0
    while at < len(words.tokens):
        token = words.tokens[at]
        if any(start <= token.start < end for start, end in unknown):
            found.append(Item("refused", at, at + 1, token.text))
            at += 1
            continue
        item = _item(words, at)
        if item is not None:
            found += [*item.before, item]
        at = item.end if item is not None else at + 1
    found = _told_apart(words, found)
    for number, item in enumerate(found):
        after = found[number + 1] if number + 1 < len(found) else None
        opens = number == 0 or found[number - 1].kind in ("join", "stop")
        if opens and after is not None and after.kind == "thing" and _is_bare(item):
            item.kind, item.text = "word", words.text(item.start)  # color tile_2-1 black
        following = next((one.kind for one in found[number + 1 :] if one.kind != "word"), "")
        if item.kind == "preposition" and following != "thing":
            item.kind, item.text = "word", words.text(item.start)  # switched on, on the table
    return found


def _told_apart(words: Words, items: list[Item]) -> list[Item]:
    """`the block that is on b into the bowl`, `every block that is not red in the bowl`: those now."""
    found: list[Item] = []
    at = 0
    while at < len(items):
        item = items[at]
        found.append(item)
        at += 1
        kinds = [one.kind for one in items[at : at + 2]]
        if item.kind != "thing" or kinds != ["join", "is"] or items[at].text not in ("that", "which"):
            continue
        said = at + 2
        denied = said < len(items) and items[said].kind == "not"
        said += denied
        placed = said < len(items) and items[said].kind == "preposition"
        said += placed
        if said + 1 < len(items) and items[said + 1].kind in ("preposition", "is"):
            there = _members(words, items[said])
            if placed:
                there = {atom[1] for atom in words.vocabulary.facts.task.init if len(atom) == 3 and atom[2] in there}
            if _narrowed(item, there, denied=denied):
                item.end = items[said].end
                at = said + 1
    return found


def _members(words: Words, item: Item) -> set[str]:
    """The objects that a thing can be, or whose names contain a word."""
    facts = words.vocabulary.facts
    if item.phrase is not None:
        return {name for kind in item.phrase.kinds for name in kind.members}
    return {name for name in facts.task.objects if item.kind == "word" and item.text in facts.parts(name)}


def _narrowed(item: Item, there: set[str], *, denied: bool) -> bool:
    """Keep only a thing's members among `there`, or with `denied` the rest; False if `there` or the result is empty."""
    assert item.phrase is not None
    members = [name for kind in item.phrase.kinds for name in kind.members]
    kept = tuple(name for name in members if (name in there) != denied)
    if there and 0 < len(kept) < len(members):
        item.phrase.kinds = [Kind(item.phrase.kinds[0].label, kept)]
    return bool(there and kept)


def _binned(words: Words, at: int) -> Item | None:
    """The `away` of `throw the paper away`: into the bin, if the scene has one."""
    bins = [kind for kind in words.vocabulary.levels(["bin"]).get(NAMED, ()) if kind.members]
    if words.text(at) != "away" or not bins or not any(words.text(one) in _THROWN for one in range(at)):
        return None
    phrase = NounPhrase(at, at + 1, "the", head=(at, at + 1), kinds=bins)
    return Item("thing", at, at + 1, phrase=phrase, before=[Item("preposition", at, at + 1, "in")])


def _is_bare(item: Item) -> bool:
    """Whether it is a bare noun, which may be the verb with the same spelling."""
    phrase = item.phrase
    if item.kind != "thing" or phrase is None or item.end > item.start + 1 or item.also or not phrase.kinds:
        return False
    return not (phrase.determiner or phrase.count or phrase.plural or phrase.kinds[0].own)


def _item(words: Words, at: int) -> Item | None:
    kind, text = words.kind(at), words.text(at)
    if kind == "stop":
        return Item("stop", at, at + 1)
    if kind in ("comma", "own"):
        return Item("join", at, at + 1, ",") if kind == "comma" else None
    thing = _thing(words, at) or _binned(words, at)
    if thing is not None:
        return thing
    if text in ("rest", "others", "remainder") and words.is_in(at - 1, "the"):
        return Item("refused", at, at + 1, text)
    if text in ("as", "respectively"):
        return Item("join", at, at + 1, "and") if text == "as" else None
    if text in ("one", "ones") and words.is_in(at - 1, "a") is False and at and words.kinds([words.text(at - 1)], at):
        return None  # the right one
    if text in ("except", "excluding") or (text == "but" and _follows(words, at)):
        return Item("except", at, at + 1)
    if words.is_in(at, "refused") or text == "before" or words.is_can(at):
        return Item("or" if text in ("or", "either") else "refused", at, at + 1, text)
    if words.is_in(at, "no"):
        return Item("not", at, at + 1, text)
    if words.is_in(at, "joins"):
        return Item("join", at, at + 1, text)
    if (words.text(at - 1), text) in words.english.verbs:
        return Item("word", at, at + 1, text)  # turn off the lamp
    if (found := words.preposition(at)) is not None:
        if text == "to" and found[0] == at + 1 and not _begins_thing(words, at + 1):
            return None  # is to be
        return Item("preposition", at, found[0], found[1])
    if words.is_in(at, "copulas") or text in words.english.words["modals"]:
        return Item("is", at, at + 1)
    if kind == "number" or words.is_in(at, "a", "the", "all", "both", "another", "pronouns"):
        strict = kind == "number" or (
            words.is_in(at, "all", "another") and not words.is_in(at - 1, "copulas", "modals")
        )
        return Item("refused", at, at + 1, text) if strict else None
    return Item("word", at, at + 1, text)


def _begins_thing(words: Words, at: int) -> bool:
    return _thing(words, at) is not None or words.is_in(at, "the", "a", "all", "both")


def _follows(words: Words, at: int) -> str:
    return next((words.text(one) for one in range(at - 1, -1, -1) if words.is_in(one, "all", "wild")), "")


def _thing(words: Words, at: int) -> Item | None:
    """The noun phrase that begins at a token: `all of the red balls`, `package obj21`, `it`."""
    start, text = at, words.text(at)
    if text in words.english.words["wild"]:
        none = text in ("nothing", "nobody", "none", "noone") and words.text(at + 1) != "of"
        if none or text not in ("none", "no"):
            phrase = NounPhrase(at, at + 1, determiner="all", head=(at, at + 1), none=none)
            if text in ("nobody", "everyone", "everybody", "noone"):
                phrase.kinds = _persons(words)
            return Item("thing", at, at + 1, phrase=phrase, wild=True)
    if words.is_in(at, "pronouns") and text not in ("there", "one"):
        return Item("thing", at, at + 1, phrase=NounPhrase(at, at + 1, pronoun=text, plural=text in ("them", "they")))
    if text == "that" and words.preposition(at + 1) is not None:
        return Item("thing", at, at + 1, phrase=NounPhrase(at, at + 1, pronoun=text))
    phrase = NounPhrase(at, at)
    at = determiners(words, phrase, at)
    if phrase.others:
        phrase.determiner = "all"
    between: list[Item] = []
    while (end := _noun(words, phrase, at)) is None:
        closed = words.is_in(at, "joins", "copulas", "modals", "no", "refused") or words.preposition(at) is not None
        if at == start or closed or words.kind(at) != "word" or len(between) == _MOST_BETWEEN:
            return None
        between.append(Item("word", at, at + 1, words.text(at)))
        at += 1
    phrase.end = end
    item = Item("thing", between[0].end if between else start, end, phrase=phrase, before=between)
    if phrase.plural and words.kind(end) == "number":
        return _numbered(words, item)
    return item


def _noun(words: Words, phrase: NounPhrase, at: int) -> int | None:
    """Read a noun with the names and kinds that belong to it; return where it ends, or None."""
    first = words.noun(at)
    if first is None:
        return None
    end, phrase.kinds, phrase.plural = first
    phrase.head = (at, end)
    if phrase.determiner == "both" and phrase.kinds[0].own:
        phrase.determiner, phrase.count, phrase.counted = "", None, None  # in both infrared and thermograph
    while (following := words.noun(end)) is not None:
        stop, kinds, plural = following
        both = described(kinds, phrase.kinds)
        if both is None and not kinds[0].own and end == at + 1:
            singled = words.vocabulary.levels([words.text(at)]).get(NAMED, ())
            both = described(kinds, [kind for kind in singled if kind.guards])  # the red things, not the value `red`
            phrase.kinds = both or phrase.kinds
        if both is None or (phrase.kinds[0].own and kinds[0].own):
            break
        if kinds[0].own:
            phrase.kinds, phrase.plural = kinds, False  # package obj21
        elif not phrase.kinds[0].own:
            phrase.kinds, phrase.plural = both, plural
        phrase.head = (phrase.head[0] if kinds[0].own or phrase.kinds[0].own else end, stop)
        end = stop
    return end


def _numbered(words: Words, item: Item) -> Item | None:
    """`shots 1, 2 and 3`: the objects with these numbers."""
    assert item.phrase is not None and item.phrase.head is not None
    at, found = item.end, []
    stem = [token.text for token in words.tokens[slice(*item.phrase.head)]]
    while words.kind(at) == "number":
        named = [
            (kinds, one)
            for one in singulars(stem[-1])
            if (kinds := words.vocabulary.kinds([*stem[:-1], one, words.text(at)]))
        ]
        if not named:
            return None
        found.append(Item("thing", at, at + 1, phrase=NounPhrase(at, at + 1, head=(at, at + 1), kinds=named[0][0])))
        at += 1
        after = at
        while words.kind(after) == "comma" or words.text(after) == "and":
            after += 1
        if words.kind(after) == "number" and words.noun(after + 1) is None:
            at = after
    first = found[0]
    first.also, first.start, first.end = found[1:], item.start, at
    return first


def _persons(words: Words) -> list[Kind]:
    """The first kind in the scene for people, if any."""
    group = words.english.words["persons"]
    kinds = [kind for word in group for kind in words.vocabulary.nouns.get(word, {}).get(NAMED, ()) if kind.members]
    return kinds[:1]


def is_place(relation: str) -> bool:
    """Whether a class of prepositions says where something is."""
    return relation in _PLACES


@lru_cache(maxsize=4096)
def says_little(word: str) -> bool:
    """Whether a word says nothing beyond the things around it: `put`, `make sure`, `up`."""
    table = english()
    if any(
        word in table.words[name]
        for name in ("fillers", "vague", "frames", "openers", "modals", "joins", "lying", "lies")
    ):
        return True
    roles = ("place", "take", "go", "make", "use")
    return (word,) in table.prepositions or any(one.role in roles for one, _ in table.verbs.get((word,), ()))
