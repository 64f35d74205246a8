"""What noun phrases refer to: things named before, objects of the scene, or any of a kind."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from clairify_cli.diagnostics.nearest import near_matches, only_near_match
from clairify_cli.english.morphology import plural, singulars
from clairify_cli.reader.goals.discourse import Discourse, mention, runs
from clairify_cli.reader.goals.entities import Entity, interchangeable, is_location_of
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import PART, Kind, among, described
from clairify_cli.reader.goals.words import key_of


def things(
    talk: Discourse, phrases: Sequence[NounPhrase], before: Sequence[Entity] = (), *, placed: bool = False
) -> list[Entity]:
    """The referents of noun phrases. Unknown words are reported and left out.

    `before` are the things that the clause has named already, which a pronoun does not mean; `placed` says that they
    follow a preposition of place.
    """
    found: list[Entity] = []
    for phrase in phrases:
        if phrase.wild:
            words = talk.words.text(phrase.start)
            every = Entity(len(talk.entities), words, list(phrase.kinds), None, phrase=phrase)
            if phrase.others and not _leave_the_rest(talk, every):
                talk.say(talk.lost, phrase.start, phrase.end, "it is not told which ones the others are")
            those = [_new(talk, every)]
        elif phrase.pronoun:
            those = _referred(talk, phrase, before, placed=placed)
        else:
            one = _named(talk, phrase, placed=placed)
            those = [] if one is None else [one]
            talk.untold += [(each, one) for each in phrase.untold if one is not None]
        if phrase.but and those and not _except(talk, those[0], phrase.but):
            talk.say(rules.not_in_domain, phrase.but[0].start, phrase.but[-1].end, "it excepts nothing", ())
        talk.described.extend((phrase, one) for one in those if phrase.states)
        found.extend(those)
    return found


def _new(talk: Discourse, entity: Entity) -> Entity:
    talk.entities.append(entity)
    return entity


def _leave_the_rest(talk: Discourse, one: Entity) -> bool:
    """Let `everything else` be what the text has not named before; return False if that is not one set."""
    named = {name for each in talk.entities for name in each.members}
    rest = tuple(name for name in talk.facts.task.objects if name not in named)
    one.options = [Kind(one.words, rest)]
    told = [each.subject for each in talk.literals]
    return not any(each.count is not None and each.count < len(each.members) for each in told)


def _except(talk: Discourse, entity: Entity, but: list[NounPhrase]) -> bool:
    """Leave out exceptions, `all balls except ball3`; return False if there is nothing to leave out."""
    left = but[0].count or 1
    if but[0].pronoun == "one" and but[0].determiner in ("", "a") and len(entity.members) > left:
        entity.count = len(entity.members) - left if entity.count is None else entity.count
        return len(but) == 1
    several = any(one.determiner == "a" and len({n for kind in one.kinds for n in kind.members}) > 1 for one in but)
    if several and all(
        talk.words.text(at) not in ("other", "not", "isnt") for at in range(but[0].start - 2, but[0].start)
    ):
        return False  # everything except a glass: one of them, or none
    excepted = things(talk, but)
    names = list(dict.fromkeys(name for one in excepted for name in one.members))
    if entity.count is not None or not all(one.members for one in excepted) or len(excepted) < len(but):
        return False
    if not entity.options:
        entity.apart = excepted
    elif not set(names) & set(entity.members) or not set(entity.members) - set(names):
        return False
    _leave_out(entity, names)
    talk.note("means", but[0].start, but[-1].end, names)
    return True


def _referred(talk: Discourse, phrase: NounPhrase, before: Sequence[Entity], *, placed: bool) -> list[Entity]:
    """The referent of a pronoun."""
    if phrase.pronoun in ("one", "ones"):
        if not talk.entities:
            return []
        like = talk.focus[-1] if talk.focus else talk.entities[-1]
        if placed and phrase.determiner == "another":  # cocktail1 in one shot and cocktail2 in another
            like = next((one for one in reversed(talk.entities) if one.count == 1 and one.members[1:]), like)
        if phrase.determiner == "both":
            those = next((some for some in (talk.focus, talk.entities) if sum(one.count or 2 for one in some) == 2), ())
            return [*those]  # gather two knives and put both in the drawer
        some = phrase.pronoun == "one" and like.count is not None and len(like.members) > like.count
        if phrase.determiner not in ("another", "a") and phrase.count is None and (not some or like.definite):
            return [like] if phrase.determiner != "all" else [*talk.focus]
        entity = Entity(len(talk.entities), like.words, _alike(talk, like), phrase.count or 1, phrase=phrase)
        if phrase.others and phrase.plural and not talk.lexicon.frames:
            entity.count = phrase.count
            _cut_down(talk, entity, others=True)
        entity.definite = phrase.determiner == "the"
        entity.apart = [one for one in talk.entities if set(one.members) & set(entity.members)]
        _leave_out(entity, settled(entity.apart))
        if not entity.members:
            return []
        left = max(1, len(entity.members) - sum(one.count or 0 for one in entity.apart if one.members[1:]))
        if phrase.plural or any(talk.words.is_in(at, "rest") for at in range(phrase.start, phrase.end)):
            entity.count = left
        elif phrase.others and left > 1 and not talk.lexicon.frames:
            return []  # the other one, where there are several
        mention(talk, entity, phrase)
        return [_new(talk, entity)]
    if phrase.pronoun == "first":
        like = (talk.focus or talk.entities)[-1]
        return [one for one in talk.entities if one in like.apart or one is like][:1]
    if phrase.pronoun == "of them":
        if any(one.count is not None and one.count < len(one.members) for one in talk.focus):
            return []  # two of five cups, and one of them
        kinds = [kind for one in talk.focus for kind in one.options]
        return [_new(talk, Entity(len(talk.entities), "them", kinds, phrase.count, phrase=phrase))] if kinds else []
    if phrase.pronoun == "that":
        known = [one for one in talk.entities if one.phrase is not None and one.phrase.end <= phrase.start]
        return sorted(known, key=lambda one: one.phrase.end if one.phrase is not None else 0)[-1:]
    if phrase.pronoun == "there":
        told = (one for literal in reversed(talk.literals) for one in reversed(literal.filled.arguments))
        named = (one for one in told if isinstance(one, Entity) and is_location_of(talk.facts, one))
        return [one for one in [*named][:1] if one.count == 1]
    if phrase.plural:
        held = talk.held if [one.count for one in talk.focus] == [1] else []
        meant = (held if len(held) > 1 else []) or list(talk.focus) or talk.entities[-1:]
        one = not talk.lexicon.frames and [each.count for each in meant] == [1]
        return [] if one else meant  # wash a cup, dry a plate, and put them away
    known = [one for one in (*reversed(talk.focus), *reversed(talk.entities[-20:])) if one not in before]
    masses = [one for one in known if one.phrase and talk.words.is_in(one.phrase.end - 1, "masses", "materials")]
    single = [one for one in known if not (one.phrase and one.phrase.plural) or talk.lexicon.frames or one in masses]
    return (single or known)[:1]  # load the packages into the truck and drive it to the airport


def _alike(talk: Discourse, one: Entity) -> list[Kind]:
    """What is called like a thing: `the mug on the desk … the other one`, `the half-eaten apple … the other`."""
    phrase = one.phrase
    if phrase is not None and phrase.choices:
        return [*one.options]  # one of a and b … the other
    kinds = [*phrase.kinds] if phrase is not None else []
    if len(one.members) == 1 and phrase is not None and phrase.head is not None and all(kind.own for kind in kinds):
        word, named = talk.words.text(phrase.head[1] - 1), talk.words.vocabulary.named
        kinds = named(plural(word)) or named(word) or kinds
    facts, named = talk.facts, talk.words.vocabulary.named
    if kinds and all(kind.own and facts.parts(kind.label)[-1].isdigit() for kind in kinds) and not talk.lexicon.frames:
        groups = [*facts.task.of_type.values(), *facts.kinds.values()]  # nut1 … the others
        least = min((names for names in groups if {*one.members} <= {*names}), key=len, default=())
        stems = {facts.parts(name)[:-1] for name in one.members}
        return [
            Kind(
                one.words,
                tuple(each for each in facts.task.objects if each in least and facts.parts(each)[:-1] in stems),
            )
        ]
    kinds = [whole for kind in kinds for whole in (not kind.own and named(kind.label)) or [kind]]
    return kinds or [*one.options]


def _named(talk: Discourse, phrase: NounPhrase, *, placed: bool) -> Entity | None:
    """The referent of a noun phrase with a noun: something mentioned before, or something new."""
    if not phrase.kinds and talk.entities and _is_piece(talk, phrase):
        return (talk.focus or talk.entities)[-1]
    kinds = phrase.kinds or _misspelt(talk, phrase)
    if not kinds or phrase.head is None:
        unknown(talk, phrase.strange or [phrase.start])
        return None
    own, plain = kinds[0].own, not talk.lexicon.frames
    options = kinds if plain else _options(talk, phrase, kinds)
    if not any(kind.members for kind in options):
        offered = _offered(talk, kinds)
        talk.say(rules.too_few_in_scene, *phrase.head, phrase.count or 1, (), offered)
        return None
    phrase.others = phrase.others and plain and (phrase.plural or not talk.words.is_in(phrase.start, "the"))
    if phrase.others:
        phrase.determiner = "all"
    words, number = talk.text(*phrase.head).lower(), len(talk.entities)
    entity = Entity(number, words, collapsed(talk, options), 1, phrase.determiner == "the", phrase=phrase)
    entity.count = count_of(talk, phrase, entity)
    if entity.count is not None and not phrase.strange and len(under := _kinds_of(talk, entity.options)) > _MOST_KINDS:
        talk.say(rules.goal_assumed, *phrase.head, f"any of {len(under)} kinds of things")
    known = known_as(talk, phrase, entity) if own or not plain or phrase.determiner in ("the", "both") else None
    if known is not None and not own and _is_contrast(talk, phrase, known):
        phrase.determiner = "another"
    elif known is not None:
        called = (*known.words.split()[-1:], *talk.facts.parts(known.words))  # cart1 … the cart
        if own or not plain or words.split()[-1] in called or known.count != 1:
            mention(talk, known, phrase)
            return known
        _leave_out(entity, known.members)  # the cube and the brick are two things
    if phrase.others or (plain and talk.words.is_in(phrase.start, "owners")):
        _cut_down(talk, entity, others=phrase.others)
    if phrase.determiner == "another":
        entity.options = _alike(talk, entity) if own else entity.options
        entity.apart = [one for one in talk.entities if set(one.members) & set(entity.members)]
        if own or plain:
            _leave_out(entity, settled(entity.apart))
        if not entity.apart and talk.words.is_in(phrase.start, "the"):
            talk.say(talk.lost, phrase.start, phrase.end, "no other has been named")
    members = entity.members
    if entity.count is not None and entity.count > len(members):
        at = talk.span(phrase.start, phrase.head[1])
        talk.findings.append(rules.too_few_in_scene(at, words, entity.count, members, ()))
        return None
    if plain and known is None and any(talk.words.text(at) == "same" for at in phrase.determiners):
        phrase.determiner, entity.definite = "a", False  # everybody in the same city
    if plain and entity.definite and entity.count == 1 and len(members) > 1:
        if placed and interchangeable(entity):
            talk.say(rules.goal_assumed, phrase.start, phrase.end, "any of them")
        else:
            name = talk.choices.pick(members[:_MOST_KINDS], talk.span(phrase.start, phrase.end))
            entity.options = [Kind(name, (name,), own=True)]
    mention(talk, entity, phrase)
    return _new(talk, entity)


def _is_contrast(talk: Discourse, phrase: NounPhrase, known: Entity) -> bool:
    """Whether words tell a thing from the one before: `the blue book` and `the red book`, the first and the second."""
    told = [
        {talk.words.text(at) for at in one.strange} & talk.words.english.words["contrasts"]
        for one in (phrase, known.phrase)
        if one is not None
    ]
    later = told[0] & talk.words.english.words["ordinals"] - {"first"}  # one towel, the second towel
    return len(known.members) > 1 and len(told) == 2 and told[0].isdisjoint(told[1]) and bool(later or all(told))


def _options(talk: Discourse, phrase: NounPhrase, kinds: list[Kind]) -> list[Kind]:
    """The kinds of a noun that the words before it leave."""
    assert phrase.head is not None
    at = talk.span(*phrase.head)
    singled = {kind.label for kind in kinds if kind.guards}
    kinds = [kind for kind in kinds if not (kind.own and kind.label in singled)]  # the red things, not the value `red`
    if len(kinds) > 1 and _is_part(talk, phrase):
        wide = {name for kind in kinds if not kind.own for name in kind.members}
        kinds = [kind for kind in kinds if not kind.own or kind.label not in wide]
        kinds = [talk.choices.pick([kind for kind in kinds if kind.members] or kinds, at)]
    if _is_part(talk, phrase) and all(kind.type is not None and not kind.own for kind in kinds):
        talk.say(rules.goal_assumed, *phrase.head, f"`{kinds[0].label}`")
    if phrase.determiner == "the" and not phrase.plural:
        called = key_of(token.text for token in talk.words.tokens[phrase.head[0] : phrase.head[1]])
        alone = [kind for kind in kinds if kind.type is not None and len(kind.members) == 1]
        only = [kind for kind in alone if key_of(talk.facts.parts(kind.label)) == called]
        kinds = only or kinds  # `the cup`, if there is exactly one, is not a mug
    return [kind for kind in _described(talk, phrase, kinds) if kind.members]


def settled(those: Sequence[Entity]) -> list[str]:
    """The objects of things that can be no others."""
    return [name for one in those if len(one.members) <= (one.count or len(one.members)) for name in one.members]


def _leave_out(entity: Entity, names: Collection[str]) -> None:
    entity.options = among(entity.options, set(entity.members) - set(names))


def _cut_down(talk: Discourse, entity: Entity, *, others: bool) -> None:
    """`all other balls`: those not mentioned yet; `its store`: those that share a fact with the focus."""
    members = set(entity.members)
    if others:
        known = {name for one in talk.entities if one.count is not None for name in one.members}
    else:
        near = {name for one in talk.focus for name in one.members}
        known = members - {name for atom in talk.facts.task.init if near & set(atom[1:]) for name in atom[1:]}
    if known & members and members - known:
        _leave_out(entity, known)


_MOST_KINDS = 12
"""A word for more kinds than that, such as `item`, names none of them."""


def _kinds_of(talk: Discourse, options: list[Kind]) -> set[str]:
    """The types without subtypes that some of the objects are of."""
    below = talk.facts.task.hierarchy.subtypes
    return {one for kind in options if kind.type for one in below.get(kind.type, ()) if below.get(one, set()) <= {one}}


def _is_piece(talk: Discourse, phrase: NounPhrase) -> bool:
    """Whether the phrase is only a measure, `a slice`, and so means part of something mentioned before."""
    if len(phrase.strange) != 1:
        return False
    word, measures = talk.words.tokens[phrase.strange[0]].text, talk.words.english.words["measures"]
    return word in measures or any(one in measures for one in singulars(word))


def _is_part(talk: Discourse, phrase: NounPhrase) -> bool:
    """Whether the head is only part of the names that it can mean."""
    assert phrase.head is not None
    texts = [token.text for token in talk.words.tokens[phrase.head[0] : phrase.head[1]]]
    found = talk.words.vocabulary.nouns.get(key_of(texts)) or {}
    return bool(found) and max(found) == PART


def _misspelt(talk: Discourse, phrase: NounPhrase) -> list[Kind]:
    """The kinds that an unknown head of at least five letters may be a typo for; the first letter must match."""
    nouns = talk.words.vocabulary.nouns
    for length in (2, 1):
        numbers = phrase.strange[-length:]
        if len(numbers) < length or numbers[-1] - numbers[0] != length - 1:
            continue
        texts = tuple(talk.words.tokens[at].text for at in numbers)
        key = key_of(texts)
        if texts in talk.words.english.verbs or texts in talk.words.english.adjectives:
            continue
        near = only_near_match(key, [one for one in nouns if one[:1] == key[:1]]) if len(key) >= 5 else None
        if near is not None:
            phrase.head = (numbers[0], numbers[-1] + 1)
            phrase.strange = phrase.strange[:-length]
            phrase.kinds = nouns[near][max(nouns[near])]
            label = phrase.kinds[0].label
            talk.say(rules.goal_assumed, *phrase.head, f"`{label}`")
            return phrase.kinds
    return []


def unknown(talk: Discourse, numbers: list[int]) -> None:
    """Report tokens that match nothing in the scene."""
    names = [*talk.facts.task.hierarchy.supertypes, *talk.facts.task.objects]
    near = near_matches(talk.words.tokens[numbers[-1]].text, names, cutoff=0.7)
    offered = [name for name in talk.facts.task.hierarchy.supertypes if talk.facts.task.of_type.get(name)][1:]
    offered = offered or list(talk.facts.task.objects)
    talk.say(rules.unknown_thing, numbers[0], numbers[-1] + 1, near[:3], offered)


def _offered(talk: Discourse, kinds: list[Kind]) -> list[str]:
    """Types with objects that are next to the kinds in the hierarchy, otherwise all that have any."""
    hierarchy, of_type = talk.facts.task.hierarchy, talk.facts.task.of_type
    above = {one for kind in kinds if kind.type for one in hierarchy.supertypes.get(kind.type, ())} - {"object"}
    near = [name for name in of_type if of_type[name] and above & hierarchy.supertypes.get(name, frozenset())]
    return [name for name in near if hierarchy.subtypes.get(name, frozenset()) <= {name}] or [
        one for one in of_type if of_type[one]
    ]


def _described(talk: Discourse, phrase: NounPhrase, kinds: list[Kind]) -> list[Kind]:
    """Narrow the kinds by the words before the head, and report words that do not narrow them."""
    for start, end, others in phrase.describing:
        words = [token.text for token in talk.words.tokens[start:end]]
        narrowed = described(kinds, others)
        if narrowed is None:
            lost = any(kind.type is not None and kind.members and not kind.own for kind in others)
            if lost and _is_whole_name(talk, others, words):  # the toilet basin is not the sink
                talk.say(rules.not_in_domain, start, end, "it names something else than what follows", ())
            else:
                phrase.untold.append((start, end, "it does not tell one from another"))
        else:
            kinds = narrowed
    several = len({name for kind in kinds for name in kind.members}) > 1
    for start, end in runs(phrase.strange):
        last = talk.words.tokens[end - 1]
        owned = talk.source.text[last.end : last.end + 2] in ("'s", "’s")  # yesterday's newspaper
        if several and (owned or _SUPERLATIVE.fullmatch(last.text)):
            talk.say(rules.not_in_domain, start, end, "nothing in the scene says which of them that is", ())
        elif phrase.head is not None and start >= phrase.head[1]:
            talk.say(talk.lost, start, end, "it was not understood")  # on the plate tines down
        else:
            phrase.untold.append((start, end, "nothing in the domain or the scene is called so"))
    return kinds


_SUPERLATIVE = re.compile(r"(?!nearest|closest)\w{3,}est")
"""Superlatives pick one of several; `nearest` is left out, as a short plan takes the nearest anyway."""


def _is_whole_name(talk: Discourse, kinds: list[Kind], words: list[str]) -> bool:
    return any(key_of(talk.facts.parts(kind.label)) == key_of(words) for kind in kinds)


def collapsed(talk: Discourse, options: list[Kind]) -> list[Kind]:
    """Replace several types by the one type that they make up."""
    options = list(dict.fromkeys(options))
    if len(options) < 2 or any(kind.type is None for kind in options):
        return options
    members = {name for kind in options for name in kind.members}
    for name, those in talk.facts.task.of_type.items():
        if name != "object" and len(those) == len(members) and set(those) == members:
            return [Kind(name, those, name)]
    return options


def count_of(talk: Discourse, phrase: NounPhrase, entity: Entity) -> int | None:
    """How many objects are meant; None for all of them."""
    if phrase.determiner == "all":
        return phrase.count
    if phrase.count is not None:
        return phrase.count
    if not phrase.plural:
        return 1
    if phrase.determiner == "the":
        return None
    if not talk.lexicon.frames:
        talk.say(rules.goal_assumed, *(phrase.head or (0, 0)), "all of them")
        return None
    if len(entity.members) == 1:
        return 1
    assert phrase.head is not None
    talk.say(rules.goal_assumed, *phrase.head, "two or more of them")
    return 2


def known_as(talk: Discourse, phrase: NounPhrase, entity: Entity) -> Entity | None:
    """A repeated reference to something mentioned before: `the apple` after `an apple`, a name after the same
    name."""
    if phrase.determiner in ("a", "another") or (phrase.determiner == "both" and not talk.entities):
        return None
    members = entity.members
    own = all(kind.own for kind in entity.options)
    for one in reversed(talk.entities[-50:]):
        if own or one.members == members:
            if one.members == members and (own or one.count == entity.count or entity.count is None):
                return one
        elif one.number in talk.left or not one.members:
            continue
        elif entity.definite and one.count == entity.count and set(one.members) < set(members):
            return one
    return None
