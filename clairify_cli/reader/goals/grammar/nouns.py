"""Noun phrases: `the two clean bars of soap`, `a desk lamp`, `it`."""

from __future__ import annotations

from itertools import pairwise

from clairify_cli.english.morphology import plural, singulars
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.vocabulary import Kind, among, described
from clairify_cli.reader.goals.words import key_of
from clairify_cli.records import dataclass, field


@dataclass(slots=True)
class NounPhrase:
    """A noun phrase, with the number of its first token and that after its last.

    `determiner` is one of the classes of `english.toml` (`a the all both another`) or empty. `kinds` is what the head
    can mean, empty if it is unknown. `describing` has the kinds of nouns before the head, each with its tokens,
    `states` the literals of adjectives, `strange` the numbers of unknown tokens.
    """

    start: int
    end: int
    determiner: str = ""
    count: int | None = None
    plural: bool = False
    pronoun: str = ""
    head: tuple[int, int] | None = None
    kinds: list[Kind] = field(default_factory=list)
    describing: list[tuple[int, int, list[Kind]]] = field(default_factory=list)
    states: list[tuple[int, int, tuple[Template, ...]]] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)
    untold: list[tuple[int, int, str]] = field(default_factory=list)
    """Words that may tell it from others of its kind, by something that the scene does not tell, and why."""
    counted: tuple[int, int] | None = None
    none: bool = False
    """Whether it begins with `no`; it then means all of them, in a negated statement."""
    others: bool = False
    """Whether it means all that were not mentioned yet: `all other balls`."""
    wild: bool = False
    """Whether it is `everything` or `nobody`: every object that fits."""
    joined: bool = False
    """Whether `and` joins it to the one before."""
    determiners: list[int] = field(default_factory=list)
    choices: list[set[str]] = field(default_factory=list)
    """The objects of each alternative: `the sink or the fridge`."""
    but: list[NounPhrase] = field(default_factory=list)
    """The exceptions: `all balls except ball3`."""

    @property
    def first(self) -> int:
        """The number of its first token, after words that say something of it: `three tightened nuts`."""
        head = self.head[0] if self.head is not None else self.start
        return head if len(self.determiners) < head - self.start else self.start

    @property
    def is_thing(self) -> bool:
        other = self.pronoun == "one" and self.determiner == "another"
        return bool(self.kinds or self.wild or other or self.pronoun not in ("", "one", "ones", "there"))


def noun_phrase(words: Words, at: int) -> NounPhrase | None:
    """The noun phrase that begins at a token, if one does."""
    phrase = NounPhrase(at, at)
    at = _pronoun(words, phrase)
    if phrase.pronoun or phrase.head is not None:
        return phrase
    at = determiners(words, phrase, at)
    phrase.determiners = list(range(phrase.start, at))
    if (
        phrase.count is not None
        and phrase.determiner in ("", "a")
        and words.text(at - 1) == "of"
        and words.text(at) == "them"
    ):
        phrase.pronoun, phrase.end = "of them", at + 1
        return phrase
    if phrase.determiner in ("all", "both") and words.text(at - 1) == "of" and words.text(at) == "them":
        phrase.pronoun, phrase.plural, phrase.end = "them", True, at + 1
        return phrase
    while at < len(words.tokens):
        following = _next(words, phrase, at)
        if following is None:
            break
        at = following
    if phrase.head is None and phrase.others and phrase.strange and not words.vocabulary.lexicon.frames:
        at, phrase.strange = phrase.strange[0], []  # the rest tight
    if phrase.head is None and phrase.determiner == "all" and phrase.strange and not words.vocabulary.lexicon.frames:
        _of_parts(words, phrase)
    if phrase.head is None and not phrase.strange:
        if phrase.count is None and phrase.determiner not in ("another", "all", "both"):
            return None  # only an article; an adjective alone describes what was named before
        elif phrase.determiner or phrase.count is not None:
            phrase.pronoun = "one"
            both = not phrase.determiner and words.text(phrase.start - 1) == "and" and words.preposition(at) is not None
            phrase.determiner = "another" if both else phrase.determiner  # two in the bin and two in the sink
            if words.text(at) == "ones":
                phrase.plural, at = True, at + 1  # the other ones
    named = any(kind.own for kind in words.vocabulary.named(words.text(at)))  # width one, where a width is called so
    if words.text(at) in ("one", "ones") and phrase.head is not None and not named:
        at += 1  # the right one
    elif words.text(at) == "one" and phrase.head is None and words.is_in(at - 1, "ordinals") and phrase.strange:
        phrase.pronoun = "first" if words.text(at - 1) == "first" else "one"  # the first one, the second one
        phrase.determiner, phrase.strange, at = "another", [], at + 1
    own = bool(phrase.kinds) and phrase.kinds[0].own
    if own and words.text(phrase.start) == "neither" and words.text(at) not in ("nor", ",") and at - phrase.start == 2:
        phrase.kinds = words.vocabulary.named(plural(words.text(at - 1)))  # neither apple, where one is called apple
    _in_order(words, phrase)
    if phrase.determiner == "both" and own:
        phrase.determiner, phrase.count, phrase.counted = "", None, None  # in both infrared and thermograph
    phrase.end = at
    return phrase if at > phrase.start else None


def _in_order(words: Words, phrase: NounPhrase) -> None:
    """Let `the second truck` be the one that is so by its number and by its place in the scene; else it stays open.

    `the top floor` is the one with the last number, if the scene tells such an order.
    """
    ordinals = words.english.ordinals
    told = [at for at in phrase.strange if words.text(at) in ordinals or words.is_in(at, "tops", "bottoms")]
    counted = ("one", "a", "an", "another")
    if len(told) != 1 or words.vocabulary.lexicon.frames or any(one.text in counted for one in words.tokens[: told[0]]):
        return
    number, facts = ordinals.get(words.text(told[0]), 0), words.vocabulary.facts
    members = {name for kind in phrase.kinds for name in kind.members}
    names = [name for name in facts.task.objects if name in members]
    meant = {*names[number - 1 : number], *(name for name in names if facts.parts(name)[-1] == str(number))}
    if not number:
        numbers = {int(facts.parts(name)[-1]): name for name in names if facts.parts(name)[-1].isdigit()}
        row, orders = [numbers[one] for one in sorted(numbers)], words.english.words["orders"]
        pairs = {one[1:] for one in facts.task.init if len(one) == 3 and not orders.isdisjoint(facts.parts(one[0]))}
        ordered = any(pairs.issuperset(pairwise(some)) for some in (row, row[::-1])) and len(row) == len(names)
        meant = {row[-1 if words.is_in(told[0], "tops") else 0]} if ordered and row else set()
    if len(meant) == 1 and len(names) > 1:
        phrase.kinds = [Kind(name, (name,), own=True) for name in meant]
        phrase.strange.remove(told[0])
        phrase.determiners += told


def _of_parts(words: Words, phrase: NounPhrase) -> None:
    """Let `all beds` be all printers, where only `(bed-clear ?printer)` has a bed in its name."""
    part, facts = words.text(phrase.strange[-1]), words.vocabulary.facts
    named = [
        one.types[0]
        for one in facts.predicates.values()
        if one.changes
        and len(one.types) == 1
        and len(one.parts) > 1
        and not {part, *singulars(part)}.isdisjoint(one.parts)
    ]
    kinds = words.vocabulary.named(*facts.parts(named[0][0].strip("()"))) if len(named) == 1 else []
    if len(kinds) == 1 and len(named[0]) == 1:
        phrase.kinds, phrase.head, phrase.plural = kinds, (phrase.start, phrase.start + 1), True


def _persons(words: Words) -> list[Kind]:
    """The first kind in the scene for people, if any."""
    kinds = [kind for word in words.english.words["persons"] for kind in words.vocabulary.named(word)]
    return [kind for kind in kinds if kind.members][:1]


def _pronoun(words: Words, phrase: NounPhrase) -> int:
    at = phrase.start
    if (
        words.is_in(at, "wild")
        and (not words.text(at).startswith("any") or words.denies(at))
        and not (words.text(at) in ("none", "nothing") and words.text(at + 1) == "of")
    ):
        phrase.determiner, phrase.head = "all", (at, at + 1)
        phrase.none = words.is_in(at, "no") or words.text(at) in ("nobody", "noone")
        person = words.text(at).endswith(("body", "one"))
        phrase.kinds = _persons(words) if person else []
        phrase.wild = bool(phrase.kinds) or not person
        phrase.others = words.text(at + 1) == "else"
        phrase.end = at + 1 + phrase.others
        phrase.head = (at, phrase.end)
        return phrase.end
    if words.is_in(at, "owners") and words.noun(at + 1) is None and words.states(at + 1):
        phrase.pronoun, phrase.plural = ("them", True) if words.text(at) == "their" else ("it", False)
        phrase.end = at + 1  # close its lid, where there is `lid-open`
        return phrase.end
    if (
        words.text(at) == "her"
        and words.kind(at + 1) == "word"
        and not (words.preposition(at + 1) or _is_closed(words, at + 1) or (words.text(at + 1),) in words.english.verbs)
    ):
        return at  # her cup
    if words.is_in(at, "pronouns") and not (
        words.text(at) == "one"
        and (words.text(at + 1) == "of" or (words.kind(at + 1) == "word" and not words.preposition(at + 1)))
    ):
        phrase.pronoun = words.text(at)
        if phrase.pronoun == "one" and words.text(at - 1) == "and" and words.preposition(at + 1) is not None:
            phrase.determiner = "another"  # one in the bin and one in the sink
        phrase.plural = phrase.pronoun in ("them", "they", "themselves", "ones")
        phrase.end = at + 1
        return phrase.end
    return at


def _is_name(words: Words, at: int) -> bool:
    """Whether a word that could be an article is the name of an object: `stack a on b`."""
    if not words.vocabulary.is_name([words.text(at)]):
        return False
    after = at + 1
    state = words.adjective(after)
    return (
        words.kind(after) != "word"
        or (state is not None and (words.kind(state[0]) != "word" or words.is_in(state[0], "joins")))
        or words.preposition(after) is not None
        or words.is_in(after, "joins", "copulas", "no", "modals")
        or words.text(after) in ("up", "down", "away", "back", "to")
    )


def determiners(words: Words, phrase: NounPhrase, at: int) -> int:
    """Read `all of the`, `both`, `the two`, `2`, `none of the`, `a pair of`, and return where they end."""
    while at < len(words.tokens):
        text, following = words.text(at), words.text(at + 1)
        number = _number(words, at)
        if words.kind(at + 1) == "number" and words.tokens[at].end == words.tokens[at + 1].start:
            return at  # area a1
        if text in ("one", "any", "either") and following == "of":
            phrase.determiner, phrase.count = "a", 1
            at += 1
        elif number is not None:
            if _is_numbered_name(words, at):
                return at
            if number and phrase.count is not None and (words.is_in(at - 1, "the") or words.text(at - 1) == "of"):
                pass  # two of the five balls
            elif number:
                phrase.count, phrase.counted = number, (at, at + 1)
            else:
                phrase.determiner, phrase.none = "all", True
        elif text in ("pair", "couple") and following == "of":
            phrase.count, phrase.counted = 2, (at, at + 1)
            at += 1
        elif words.is_in(at, "a") and not _is_name(words, at):
            phrase.determiner = phrase.determiner or "a"
        elif words.is_in(at, "another") or (
            phrase.determiner == "a" and words.is_in(at, "ordinals") and text != "first"
        ):
            phrase.others = phrase.determiner in ("all", "the")
            phrase.determiner = "another"
        elif (text in ("none", "neither") and following == "of") or (text in ("no", "neither") and at == phrase.start):
            phrase.determiner, phrase.none = "all", True
        elif words.is_in(at, "all"):
            phrase.determiner = "all"
        elif words.is_in(at, "both"):
            phrase.determiner, phrase.count, phrase.counted = "both", 2, (at, at + 1)
        elif words.is_in(at, "the"):
            phrase.determiner = phrase.determiner or "the"
        elif not (text == "of" and at > phrase.start and words.text(at - 1) not in ("a", "an", "the")):
            return at
        at += 1
    return at


def _number(words: Words, at: int) -> int | None:
    text = words.text(at)
    if words.kind(at) == "number":
        return int(text) if text.isdecimal() and len(text) <= 4 else 10_000  # more than there are
    return words.english.numbers.get(text)


def _is_numbered_name(words: Words, at: int) -> bool:
    """Whether a number is a name or begins one: `3d-printer`."""
    noun = words.noun(at) if words.kind(at) == "number" or words.is_in(at + 1, "units") else None
    return noun is not None and (noun[0] > at + 1 or any(kind.own for kind in noun[1]))


def _next(words: Words, phrase: NounPhrase, at: int) -> int | None:
    """Read the next words of a phrase; return where they end, or None if the phrase ends before them."""
    kind = words.kind(at)
    if kind == "own":
        return at + 1
    if words.text(at) == "back" and phrase.head is None and phrase.determiner and words.kind(at + 1) == "word":
        phrase.strange.append(at)
        return at + 1  # the back burner
    if words.is_in(at, "the") and words.text(at - 1) == "of" and at - 1 > phrase.start and phrase.head is None:
        phrase.determiner = phrase.determiner or "the"
        return at + 1  # a slice of the apple
    if (end := _valued(words, phrase, at)) is not None:
        return end
    if kind == "stop" or (phrase.head is not None and words.lies(at)) or words.is_in(at, "wild") or words.excepts(at):
        return None
    if words.is_apart(at, "firsts"):
        return None
    noun = words.noun(at) if kind in ("word", "number") else None
    adjective = words.adjective(at) if kind == "word" else None
    if noun is not None and (adjective is None or noun[0] >= adjective[0]) and not _is_function_word(words, at, noun):
        return None if _is_apart(words, phrase, noun[1]) else _noun(words, phrase, at, noun)
    if adjective is not None:
        if words.preposition(at) is not None:
            return None  # `on` and `off` are adjectives only after what they describe
        phrase.states.append((at, adjective[0], adjective[1]))
        return adjective[0]
    if (words.ignored(at) or words.is_in(at, "vague")) and not _is_closed(words, at):
        return at + 1
    if _goes_on(words, phrase, at):
        return at + 1
    if kind != "word" or words.preposition(at) is not None or _is_closed(words, at):
        return None
    if phrase.head is not None and (piece := _piece(words, at)) is not None:
        phrase.states.append((at, at + 1, piece))
        return at + 1
    if phrase.head is not None and (_begins_clause(words, at) or words.kind(at - 1) not in ("word", "own")):
        return None
    phrase.strange.append(at)
    return at + 1


def _valued(words: Words, phrase: NounPhrase, at: int) -> int | None:
    """Where the `of lco` of `a batch of lco` ends, which narrows the head by a static fact; None for other words."""
    noun = words.noun(at + 1) if words.text(at) == "of" and phrase.head is not None else None
    if noun is None or words.vocabulary.lexicon.frames or not all(kind.guards for kind in noun[1]):
        return None
    if (narrowed := described(phrase.kinds, noun[1])) is None or narrowed == phrase.kinds:
        return None
    phrase.kinds = narrowed
    phrase.determiners += range(at, noun[0])
    return noun[0]


def _noun(words: Words, phrase: NounPhrase, at: int, noun: tuple[int, list[Kind], bool]) -> int:
    """Add a noun as the head; the previous head now describes it."""
    stop, kinds, plural = noun
    if phrase.head is not None and not words.vocabulary.lexicon.frames:
        phrase.determiners += range(*phrase.head)
        if (now := having_now(words, kinds, phrase)) is not None:
            kinds = now  # the yellow part
        elif phrase.kinds[0].own:  # the gripper left, package obj21
            kinds, plural = phrase.kinds, phrase.plural
        else:
            kinds = described(kinds, phrase.kinds) or kinds
    elif phrase.head is not None:
        phrase.describing.append((*phrase.head, phrase.kinds))
    phrase.head, phrase.kinds = (at, stop), kinds
    phrase.plural = plural
    return stop


def _is_apart(words: Words, phrase: NounPhrase, kinds: list[Kind]) -> bool:
    """Whether a noun begins another phrase: `paint tile_1-1 white`."""
    both_names = bool(phrase.kinds) and phrase.kinds[0].own and kinds[0].own
    if phrase.head is None or words.vocabulary.lexicon.frames:
        return phrase.head is not None and both_names
    return both_names or (described(kinds, phrase.kinds) is None and having_now(words, kinds, phrase) is None)


def having_now(words: Words, kinds: list[Kind], phrase: NounPhrase) -> list[Kind] | None:
    """The kinds with only what has the value now that a phrase begins with: `the yellow part`; None for other words."""
    values = {name for kind in phrase.kinds if kind.own for name in kind.members}
    facts, where = words.vocabulary.facts, words.english.words["location"]
    ways = {name for name, one in facts.predicates.items() if one.changes and where.isdisjoint(one.parts)}
    having = {atom[1] for atom in facts.task.init if atom[0] in ways and len(atom) == 3 and atom[2] in values}
    known = {name for kind in kinds for name in kind.members} & having
    definite = phrase.determiner in ("the", "all", "both") and not words.vocabulary.lexicon.frames
    return among(kinds, known) if definite and known and not kinds[0].own else None


def _is_closed(words: Words, at: int) -> bool:
    return words.is_in(
        at, "joins", "refused", "copulas", "fillers", "the", "all", "both", "another", "pronouns", "no", "a"
    )


def _is_function_word(words: Words, at: int, noun: tuple[int, list[Kind], bool]) -> bool:
    """Whether a single token that could be a name is a preposition or the like here."""
    if noun[0] > at + 1 or (words.is_in(at, "agents") and words.is_in(at - 1, "the")):
        return False
    if any(kind.own for kind in noun[1]) and words.is_in(at, "a"):
        return not _is_name(words, at)
    typed = noun[1][0].type is not None and words.is_in(at, "fillers") and words.is_in(at - 1, "the", "all", "both")
    typed = typed or (bool(noun[1][0].guards) and words.noun(noun[0]) is not None)  # goal positions
    return words.preposition(at) is not None or (_is_closed(words, at) and not (typed or words.is_can(at)))


def _begins_clause(words: Words, at: int) -> bool:
    """Whether a verb begins here and its object follows, with an article or as a pronoun."""
    for stop in range(min(at + 3, len(words.tokens)), at, -1):
        forms = words.english.verbs.get(tuple(token.text for token in words.tokens[at:stop]), ())
        if any(kind == "base" for _, kind in forms):
            noun = words.noun(stop)
            if words.is_in(stop, "the", "a", "pronouns", "all", "both") or (noun is not None and noun[1][0].own):
                return True
    return False


def _goes_on(words: Words, phrase: NounPhrase, at: int) -> bool:
    """Whether a comma or an `and` joins adjectives before the head: `a cold, clean tomato`."""
    if phrase.head is not None or not (phrase.states or phrase.strange):
        return False
    if words.kind(at) != "comma" and words.text(at) not in ("and", "or", "but"):
        return False
    after = at + 1
    while words.text(after) in ("and", "but"):
        after += 1
    noun = words.noun(after)
    if noun is not None and (not phrase.states or noun[1][0].own):
        return False
    if words.kind(after) != "word" or _is_closed(words, after) or words.preposition(after) is not None:
        return False
    return not _begins_clause(words, after)


def _piece(words: Words, at: int) -> tuple[Template, ...] | None:
    """The literals of a measure after the noun, as if it came before: `apple slice`, `slice of apple`."""
    for one in (words.text(at), *singulars(words.text(at))):
        found = words.vocabulary.adjectives.get(key_of([one, "of"]))
        if found:
            return found
    return None
