"""Read a text in the words of its domain, clause by clause."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from typing import Any

from clairify_cli.diagnostics.nearest import listing
from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, Filled, fits, is_location, is_region, region
from clairify_cli.reader.goals.facts import Predicate, Types
from clairify_cli.reader.goals.grammar.clause import Adjunct
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.literals import add
from clairify_cli.reader.goals.plain.amounts import amount_of, says_amount
from clairify_cli.reader.goals.plain.clauses import Statement, statements_of, strange_name
from clairify_cli.reader.goals.plain.evidence import is_going, is_known, is_place, is_weak, related, value_of
from clairify_cli.reader.goals.plain.match import Group, Match, is_open, is_taken, matches, may_be, stay, takes
from clairify_cli.reader.goals.referents import settled, things, unknown
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind, among
from clairify_cli.reader.goals.words import parts_of
from clairify_cli.records import replace

_SURE = 2.0
"""From here on, a word names a predicate, and not only an action that changes it."""


def read_plainly(talk: Discourse) -> bool:
    """Add the literals that the text wants; return False, with a finding, if part of it is unexplained."""
    clauses = statements_of(talk.words)
    presents = [_presents(talk, one, following) for one, following in zip(clauses, [*clauses[1:], None], strict=False)]
    refused = (one.refused for one, is_there in zip(clauses, presents, strict=True) if not is_there)
    strange = [strange_name(talk.words, talk.source.text), *refused]
    for at in strange:
        if at is not None:
            _unexplained(talk, at, at + 1)
            return False
    _share(talk, clauses)
    for number, clause in enumerate(clauses):
        said = [talk.words.text(one) for one in clause.words]
        goes = any(is_going(one) and not english().words["frames"] & {one} for one in said)  # and then return
        goes = goes or any(talk.words.is_in(one, "stays") for one in range(clause.start, clause.end))
        amount = amount_of(talk.words, clause.start, clause.end)
        empty = not (clause.places or goes or amount or clause.denied or said == ["back"])
        if empty and all(is_weak(talk, one) for one in clause.words):
            continue  # your goal is the following
        following = clauses[number + 1] if number + 1 < len(clauses) else None
        before = clauses[number - 1] if number else None
        if presents[number]:
            talk.focus = [one for group in _groups(talk, clause) or () for one in group.entities]
            continue
        stays = _stays(talk, clause)
        if not (_clause(talk, clause, before, following) if stays is None else stays) and not _is_topic(
            talk, clauses, number
        ):
            for one in clause.words:
                is_verb = one == clause.words[0] and not talk.words.is_in(one + 1, "copulas")
                if not is_verb and not is_known(talk, talk.words.text(one)):
                    unknown(talk, [one])
            _unexplained(talk, clause.start, clause.end)
            return False
    return bool(talk.literals)


def _presents(talk: Discourse, clause: Statement, following: Statement | None) -> bool:
    """Whether a clause only says what is there: `there is an apple on the table; throw it away`."""
    told = following is not None and any(one.pronoun for one in following.things)
    if not (told and clause.places and talk.words.presents(clause.start)):
        return False
    clause.places = [one for one in clause.places if one.things[0].pronoun != "there"]
    for phrase in clause.things[:1]:
        phrase.determiner = "all" if talk.words.text(phrase.start) == "any" else phrase.determiner
    for there in clause.places[1:]:
        there.located = True
    return True


def _share(talk: Discourse, clauses: list[Statement]) -> None:
    """Give verbs without an object that of the verb after them: `scan and mend the atlas`."""
    for one, other in reversed([*pairwise(clauses)]):
        place = other.places[0] if other.places else None
        joined = talk.words.text(talk.words.begin(other.start) - 1) in ("and", ",")
        if place is None or place.relation or not joined or one.places or one.copula or other.copula:
            continue
        if any(talk.words.text(word).endswith("ed") for word in one.words):
            continue  # instrument0 on and calibrated, instrument1 off
        if not all(is_weak(talk, word) for word in one.words) and not talk.words.has_can(one.start, one.end):
            plural = len(place.things) > 1 or place.things[0].plural
            it = NounPhrase(place.start, place.end, pronoun="them" if plural else "it", plural=plural)
            one.places, other.places[0] = [place], replace(place, things=[it])
            inner = [word for word in other.words if place.start <= word < place.end]
            one.words, other.words = one.words + inner, [word for word in other.words if word not in inner]


def _unexplained(talk: Discourse, start: int, end: int) -> None:
    if talk.failed:
        return
    talk.say(rules.not_in_domain, start, end, "no predicates explain all of it", talk.changing)


def _is_topic(talk: Discourse, clauses: list[Statement], number: int) -> bool:
    """Whether a clause only introduces what the next one is about: `make cocktail1 and pour it into shot2`."""
    clause = clauses[number]
    if (
        clause.copula
        or len(clause.things) != 1
        or not all(is_weak(talk, one) for one in clause.words)
        or number + 1 >= len(clauses)
    ):
        return False
    return any(one.pronoun for one in clauses[number + 1].things) and not talk.findings


def _clause(talk: Discourse, clause: Statement, previous: Statement | None, following: Statement | None) -> bool:
    lists: tuple[list[Any], ...] = (talk.entities, talk.mentions, talk.findings, talk.choices.made)
    before = [len(one) for one in lists]
    for about, there in pairwise(clause.places):
        more = bool(clause.words) or len(clause.places) > 2
        if more and _several(about.things[-1]) and _is_static(talk, about, there):
            _tells(there, following)
    groups = _groups(talk, clause)
    if groups is None:
        return False
    if amount_of(talk.words, clause.start, clause.end):
        return says_amount(talk, groups, clause)
    plain = not (clause.denied or any(one.none for one in clause.things))
    if plain and (parts := _one_by_one(talk, groups)):
        return _in_parts(talk, clause, parts)
    found = _left(talk, clause, groups) or matches(talk, groups, clause.words, clause.hints)
    found = found or _emptied(talk, clause, groups)
    if found is None:
        talk.focus = [one for group in groups[:1] for one in group.entities]
        bare = _of_all(talk, clause, groups)
        parts = _by_types(talk, groups)
        return _clause(talk, bare, previous, following) if bare else plain and _in_parts(talk, clause, parts)
    if (place := _of_now(talk, clause, groups, found)) is not None:
        _tells(place, following)
        for one, length in zip(lists, before, strict=True):
            del one[length:]
        return _clause(talk, clause, previous, following)
    if _is_invented(talk, clause, found) or _is_of_some(talk, clause, groups, found):
        return False
    if previous is not None:
        if _is_anybodys(talk, clause, previous, groups):
            return False
        found += _as_before(talk, clause, previous, groups, found)
    clause.found = found
    for [match, *_], group in product(found, groups):
        phrase = group.phrase
        if phrase is None or phrase.none or not (_several(phrase) or len(group.entities) > 1):
            continue
        if phrase.determiner in ("the", "all") and _describes(phrase, match):
            talk.say(
                rules.goal_assumed, min(match.words), max(match.words) + 1, "what is to become true of all of them"
            )
    denied = clause.denied != any(one.none for one in clause.things)
    own = [one for one in groups if one.phrase is not None and not one.wild]
    if own and not (groups[0].optional and all(0 in one[0].slots for one in found)):
        talk.focus = [*own[0].entities]  # t0 at l0, with two units of fuel and empty
    if denied and len(found) > 1:
        return False
    verb = clause.words[0] if clause.words else None
    if verb is not None and not is_weak(talk, verb) and all(verb not in one[0].words for one in found):
        talk.say(rules.goal_assumed, verb, verb + 1, "to put")
    for equal in found:
        match = talk.choices.pick(equal, talk.span(clause.start, clause.end))
        if not _add(talk, clause, groups, match, denied=denied):
            return False
    return _only(talk, clause, groups, [one for one, *_ in found], denied=denied)


def _only(talk: Discourse, clause: Statement, groups: list[Group], found: list[Match], *, denied: bool) -> bool:
    """Want nothing of what a clause says of others of the kind: `only ball1 is in roomb`; return False if it cannot."""
    phrase, facts = groups[0].phrase if groups else None, talk.facts
    if phrase is None or talk.words.text(phrase.start - 1) != "only":
        return True
    named = {name for one in groups[0].entities for name in one.members}
    kinds = [{*names} for names in (*facts.task.of_type.values(), *facts.kinds.values()) if named <= {*names}]
    others = tuple(name for name in facts.task.objects if name in min(kinds, key=len, default=named) - named)
    some = any(one.count is not None and one.count < len(one.members) for group in groups for one in group.entities)
    if denied or some or not others or groups[0].relation:
        return False
    rest = replace(groups[0], entities=[Entity(len(talk.entities), "others", [Kind("others", others)], None)])
    talk.entities += rest.entities
    talk.note("means", phrase.start - 1, phrase.start, ())
    about = [one for one in found if 0 in one.slots]
    return all(_add(talk, clause, [rest, *groups[1:]], one, denied=True) for one in about)


def _is_of_some(talk: Discourse, clause: Statement, groups: list[Group], found: list[list[Match]]) -> bool:
    """Whether a state may only tell which of all things come to a place: `everything in the briefcase at the bank`."""
    for [match, *_], [other, *_] in permutations(found, 2):
        both = [groups[n].phrase for n in match.slots if n is not None and n in other.slots and len(match.slots) == 1]
        whole = next((one for one in both if one is not None and one.determiner == "all"), None)
        behind = [one for one in clause.places if one.relation and one.start > max(match.words, default=one.start)]
        if behind and whole is not None and whole.end in match.words and talk.words.preposition(whole.end):
            return True
    return False


def _is_of_later(clause: Statement, match: Match) -> bool:
    """Whether a state is said of one thing of a list, behind another: `fried onion and boiled potatoes`."""
    later = [one for place in clause.places for one in place.things[1:] if one.head is not None]
    return any(one.start <= word < (one.head or (0,))[0] for one in later for word in match.words)


def _is_away(talk: Discourse, place: Adjunct) -> bool:
    return talk.words.text(place.start) in ("out", "off")


def _left(talk: Discourse, clause: Statement, groups: list[Group]) -> list[list[Match]] | None:
    """That things are not where they are to get away from, if nothing else is said of them: `get agv1 off tile1`."""
    words, told = talk.words, [one for one in groups if not one.optional]
    out = [one for one in clause.places if one.relation == "from" and _is_away(talk, one)]
    holds = any(words.text(at) in ("pick", "hold", "grab", "lift", "fetch", "collect") for at in clause.words)
    if len(told) != 2 or not out or told[1].relation != "from" or told[0].relation or clause.denied or holds:
        return None
    slots, said = (groups.index(told[0]), groups.index(told[1])), frozenset(clause.words)
    if any(not is_weak(talk, at) for at in said):
        return None
    table = english()
    holding = {*table.classes["take"].states, *table.words["containers"]}
    ways = [(one, slots if holding.isdisjoint(one.parts) else slots[::-1]) for one in talk.facts.predicates.values()]
    now = {atom[0] for atom in talk.facts.task.init if len(atom) == 3}
    found = [
        Match(one, order, 1.0, positive=False, words=said)
        for one, order in ways
        if one.changes and len(one.types) == 2 and one.name in now
        if all(may_be(talk.facts, groups[at], types) for at, types in zip(order, one.types, strict=True))
    ]
    return [found] if len(found) == 1 else None


def _emptied(talk: Discourse, clause: Statement, groups: list[Group]) -> list[list[Match]] | None:
    """That nothing is in what is to be empty, on it or with it, where no predicate says so: `both trucks empty`."""
    said, table = [one for one in clause.words if not talk.words.is_in(one, "fillers", "frames")], english()
    about = [one for one in groups if not one.optional] or groups
    if len(about) != 1 or len(said) != 1 or not talk.words.is_in(said[0], "vacant") or clause.denied:
        return None
    held, at = list[Match](), groups.index(about[0])
    for one in talk.facts.predicates.values() if not about[0].relation else ():
        holds = not {*table.classes["take"].states, *table.words["containers"]}.isdisjoint(one.parts)
        slots: list[int | None] = [None] * len(one.types)
        if one.changes and len(slots) > 1 and (holds or is_location(one)):
            slots[not holds] = at
            if may_be(talk.facts, about[0], one.types[not holds]):
                held.append(Match(one, tuple(slots), 1.0, positive=False, words=frozenset(said)))
    return [[one] for one in held] or None


def _of_all(talk: Discourse, clause: Statement, groups: list[Group]) -> Statement | None:
    """The clause with a thing as a word only, which names a predicate without arguments: `the fridge shut`."""
    phrases = [one.phrase for one in groups if one.phrase is not None and one.phrase.head is not None]
    nullary = [one.parts for one in talk.facts.predicates.values() if not one.types and one.changes]
    named = [talk.facts.parts(kind.label) for one in phrases for kind in one.kinds if kind.own]
    if len(phrases) != 1 or not any(name == parts[: len(name)] for name in named for parts in nullary):
        return None
    start, end = phrases[0].head or (0, 0)
    talk.note("means", start, end, ())
    return replace(clause, places=[], words=[*range(start, end), *clause.words])


def _is_invented(talk: Discourse, clause: Statement, found: list[list[Match]]) -> bool:
    """Whether a literal is about something that the text does not name, and not about what it says."""
    if any(_is_of_later(clause, match) for equal in found for match in equal):
        return True
    for number, [match, *_] in enumerate(found):
        told = {slot for [other, *_] in found[:number] for slot in other.slots}
        if not is_open(talk.facts, match.predicate, match.slots):
            continue
        if told >= {*match.slots} - {None}:
            return True  # hold white paint: nothing is painted
        contains = match.predicate.parts[0] in english().words["containers"]
        if contains and match.slots[0] is None and is_taken(talk, clause.words):
            return True  # hold cocktail1: something else than the robot would hold it
    return False


def _in_parts(talk: Discourse, clause: Statement, parts: list[list[Group]]) -> bool:
    """Read a clause with each of several groups of its things; return False if there are none."""
    for groups in parts:
        found = matches(talk, groups, clause.words, clause.hints)
        if (
            found is None
            or len(found) > 1
            or len(found[0]) > 1
            or not _add(talk, clause, groups, *found[0], denied=False)
        ):
            return False
    return bool(parts)


def _by_types(talk: Discourse, groups: list[Group]) -> list[list[Group]]:
    """A clause with things of several types, once for each type: `car0, guy1 and tent1 are at place3`."""
    listed = next((group for group in groups if len(group.entities) > 1), None)
    if listed is None or _is_in_order(talk):
        return []
    types, by_kind = talk.facts.task.objects, dict[frozenset[str], list[Entity]]()
    for one in listed.entities:
        by_kind.setdefault(frozenset(kind for name in one.members for kind in types[name]), []).append(one)
    parts = list(by_kind.values()) if len(by_kind) > 1 else []
    return [[replace(one, entities=part) if one is listed else one for one in groups] for part in parts]


_MOST_EACH = 10
"""Of so many things at most, something is said one by one."""


def _one_by_one(talk: Discourse, groups: list[Group]) -> list[list[Group]]:
    """A clause about every one of some things and any of others, once for each: `a sandwich on each tray`."""
    alone = [(one, one.entities[0], one.phrase) for one in groups if len(one.entities) == 1]
    inside = [(one, it) for one, it, _ in alone if _is_region(one)]
    any_of = [(one, it) for one, it, at in alone if at and not (at.choices or it.definite) and it.count == 1]
    some = inside or [(one, it) for one, it in any_of if len(it.members) > 1]
    every = [
        one
        for one in groups
        if one.phrase and (inside or talk.words.text(one.phrase.start) in ("each", "every"))
        if len(one.entities) > bool(inside) or len(settled(one.entities)) > 1
    ]
    names = [name for one in every for it in one.entities for name in it.members]
    if len(every) != 1 or len(some) != 1 or not 1 < len(names) <= _MOST_EACH:
        return []
    parts = []
    for name in names:
        one, other = (
            replace(it, number=len(talk.entities) + n) for n, it in enumerate((every[0].entities[0], some[0][1]))
        )
        one.options, one.count = [Kind(name, (name,), own=True)], 1
        talk.entities += [one, other]
        filled = {id(every[0]): one, id(some[0][0]): other}
        parts.append([replace(g, entities=[filled[id(g)]]) if id(g) in filled else g for g in groups])
    return parts


def _stays(talk: Discourse, clause: Statement) -> bool | None:
    """Whether `leave the apple` wants it where it is; None for other clauses, and if an action is called so.

    `empty the can into the sink` is about what is in it.
    """
    relations, end = [one.relation for one in clause.places], clause.end
    while talk.words.kind(end - 1) in ("comma", "stop") or talk.words.is_in(end - 1, "joins"):
        end -= 1
    if not clause.words and clause.copula and relations == [""]:
        if clause.denied or not talk.words.is_in(end - 1, "stays"):
            return None
        return stay(talk, things(talk, clause.things), clause.start, clause.end)  # the other cars stay
    word = talk.words.text(clause.words[0]) if clause.words else ""
    if (
        any(talk.words.is_in(one, "swaps") for one in clause.words)
        and not clause.denied
        and {*relations} <= {"", "with"}
    ):
        return _swap(talk, clause)
    said = talk.source.text[talk.span(clause.start, end).end :][:30].lower().split()  # without asides
    as_now = said[:2] in (["where", "it"], ["where", "they"], ["as", "it"], ["as", "they"])
    if any(word in one.parts for one in talk.facts.deeds):
        return None
    if any(one.name == "empty" for one, _ in english().verbs.get((word,), ())) and {"in", "on", "to"} & {*relations}:
        return False
    if word not in ("leave", "keep") or clause.denied or relations != [""] or (len(clause.words) > 1 and not as_now):
        return False if as_now and clause.words else None
    told = [
        talk.words.text(one) for one in clause.words[1:] if not is_weak(talk, one)
    ]  # keep satellite0 pointing where it is
    known = talk.facts.predicates.values() if told else ()
    ways = [one.name for one in known if all(value_of(talk.facts, one, it, "")[0] > 1 for it in told)]
    return stay(talk, things(talk, clause.things), clause.start, clause.end, ways)


def _swap(talk: Discourse, clause: Statement) -> bool | None:
    """Want each of two things where the other is now, if both are somewhere alone: `swap a and b`."""
    pair, facts = things(talk, clause.things), talk.facts
    names = [name for one in pair for name in one.members]
    ways = {one.name for one in facts.predicates.values() if one.changes and len(one.types) == 2 and is_location(one)}
    atoms = [atom for name in names for atom in sorted(facts.task.init) if atom[0] in ways and name in atom[1:2]]
    others = [atom for atom in facts.task.init if atom[0] in ways and {*atom[2:]} & {*names}]
    known = ("places", "positions")
    words = [n for n in clause.words if not talk.words.is_in(n, "swaps", "fillers") and talk.words.text(n) not in known]
    apart = len({atom[2] for atom in atoms}) == 2 and len({atom[0] for atom in atoms}) == 1
    if len(names) != 2 or [atom[1] for atom in atoms] != names or others or words or not apart:
        return False
    for about, there in zip(atoms, reversed(atoms), strict=True):
        one, place = (Entity(-1, name, [Kind(name, (name,), own=True)]) for name in (about[1], there[2]))
        add(talk, Literal(Filled(about[0], (one, place)), one, clause.start, clause.end, "state"))
    talk.focus = pair
    return True


def _tells(place: Adjunct, following: Statement | None) -> None:
    """Take a place as where something is now, with those that follow: `in the hall and on the balcony`."""
    place.located = True
    if following is not None and not following.words and all(is_place(one.relation) for one in following.places):
        place.things += following.things
        place.end, following.places = following.end, []


def _is_anybodys(talk: Discourse, clause: Statement, previous: Statement, groups: list[Group]) -> bool:
    """Whether a place at the end may belong to several things: `hold a in the left hand and b in the right, in r2`."""
    told = [one for group in groups if group.optional for one in group.entities]
    if clause.both is not None and told and sum(one.count or len(one.members) for one in told) != 2:
        reason = "say which two are meant"
    elif (
        not told
        or clause.words
        or (clause.denied and len(told) == 1)
        or talk.words.kind(talk.words.begin(clause.start) - 1) != "comma"
        or not all(group.optional or is_place(group.relation) for group in groups)
        or not (previous.hints or any(_says_where(match.predicate) for [match, *_] in previous.found))
    ):
        return False
    else:
        reason = "say in a clause of its own what is to be there"
    talk.say(rules.not_in_domain, clause.start, clause.end, reason, ())
    return True


def _as_before(
    talk: Discourse, clause: Statement, previous: Statement, groups: list[Group], found: list[list[Match]]
) -> list[list[Match]]:
    """What the verb of the clause before says of its things, too: `set up tent1 at p1 and tent2 at p2`."""
    told = {match.predicate.name for equal in found for match in equal}
    first = min((place.start for place in previous.places), default=0)
    if previous.denied or any(one.none for one in previous.things):
        return []
    if clause.words or clause.copula or groups[0].optional:
        return []
    return [
        [match]
        for [match, *others] in previous.found
        if not others
        and match.predicate.name not in told
        and match.words
        and match.words <= {one for one in clause.hints if one < first}
        if all(
            number is None or (number < len(groups) and may_be(talk.facts, groups[number], types))
            for types, number in zip(match.predicate.types, match.slots, strict=True)
        )
    ]


def _of_now(talk: Discourse, clause: Statement, groups: list[Group], found: list[list[Match]]) -> Adjunct | None:
    """A place directly after things of which the clause wants something else, too: `label the crates at the farm`.

    So is a place of which is only said that somebody or something else is there.
    """
    for [match, *_] in found:
        filled = [number for number in match.slots if number is not None]
        if not filled or filled[-1] == 0 or len(filled) > 2 or not is_location(match.predicate):
            continue
        before = filled[-1] - 1
        thing, there = groups[before].phrase, groups[filled[-1]].phrase
        if thing is None or there is None or not thing.kinds or thing.end != _start(clause, there):
            continue
        others = [one for [one, *_] in found if one is not match and before in one.slots]
        others = [one for one in others if not _describes(thing, one)]
        if filled == [before, filled[-1]]:
            done = [one for one in others if before in one.slots[:1]]
            is_now = any(_several(thing) or _moves(one.predicate) for one in done)
            is_now = is_now or (bool(others) and not match.positive)  # load it into the truck at s0
        else:
            is_now = (len(filled) < 2 or _several(thing)) and bool(others)
        if is_now:
            return next(place for place in clause.places if there in place.things)
    return None


def _start(clause: Statement, phrase: NounPhrase) -> int | None:
    return next((one.start for one in clause.places if one.things[0] is phrase and one.relation), None)


def _describes(phrase: NounPhrase, match: Match) -> bool:
    """Whether a literal comes from words of the phrase itself: `the washed crates`."""
    return bool(match.words) and all(phrase.start <= word < phrase.end for word in match.words)


def _several(phrase: NounPhrase) -> bool:
    """Whether a phrase can mean several things, which a place may tell apart."""
    return phrase.wild or len({name for kind in phrase.kinds for name in kind.members if not kind.own}) > 1


def _groups(talk: Discourse, clause: Statement) -> list[Group] | None:
    """The things of a clause as groups, preceded by the focus of the clause before if it has no subject of its own."""
    found: list[Group] = []
    opens = clause.words[0] if clause.words else None
    unfit = _unfit(talk, talk.words.text(opens)) if opens is not None else []
    for one, there in zip(clause.places, clause.places[1:], strict=False):
        end = there.end + talk.words.is_in(there.end, "present")
        is_subject = is_place(there.relation) and talk.words.is_in(end, "copulas", "modals")
        away = there.relation == "from" and not (there is clause.places[-1] and _is_away(talk, there))
        if _several(one.things[-1]) and (away or is_subject):
            there.located = True  # all crates from the farm, the crates at the farm should be clean
    for place, following in zip(clause.places, [*clause.places[1:], None], strict=False):
        if place.located or (following is not None and following.located and not _located(talk, place, following)):
            if not place.located:
                return None
            continue  # put the block that is on b in the bowl
        if talk.words.text(place.start) == "where":
            talk.note("place", place.start, place.end, ())
        for phrase in place.things:
            if phrase.head is not None and phrase.kinds and not phrase.kinds[0].own:
                talk.note("place", phrase.start, phrase.head[0], ())  # the yellow part
            _in_state(talk, clause, phrase)
        before = [*unfit, *(one for group in found for one in group.entities)]
        entities = things(talk, place.things, before, placed=is_place(place.relation))
        for each in entities if place.relation in ("in", "at", "to") else ():
            each.options = [region(talk.facts, each.members)] if is_region(talk.facts, each) else each.options
        if len(entities) < len(place.things) or talk.failed:
            return None
        agent = following is not None and not (clause.copula or place.relation or following.relation or found)
        alone = agent and len(entities) == 1 and not place.things[0].pronoun and not _is_named(entities[0])
        group = Group(place.relation, entities, place.things[0])
        # who does it, where nobody else can: `the robot should dust the shelf`, but not `the bowl should hold a block`
        after = alone and len(entities[0].members) == 1 and any(place.end <= one for one in clause.words)
        if after and not takes(talk, group, clause.words):
            talk.note("means", place.start, place.end, ())
            group = replace(group, optional=True)
        found.append(group)
    leads = opens is not None and all(opens < one.start for one in clause.places)
    verb = talk.words.text(opens) if opens is not None and leads else ""
    finite = verb.endswith(("s", "ing")) and not verb.endswith("ss")  # driver1 walks to s0 and drives truck1
    goes = is_going(verb) and not finite and bool(found)  # take ball1 and go to r2: the robot goes there
    if (not found or all(one.relation for one in found) or finite) and talk.focus and not (goes or clause.agent):
        found.insert(0, Group("", [*talk.focus], None, optional=True))
    elif clause.company and talk.focus:
        found.append(Group("", [*talk.focus], None, optional=True))
    return found


def _unfit(talk: Discourse, verb: str) -> list[Entity]:
    """The things that no action named by the verb is about: `load the crate into the truck and drive it to s1`."""
    deeds = [deed for deed in talk.facts.deeds if related(verb, deed.parts[0])]
    contains = english().words["containers"]  # pour cocktail1 into shot2
    about = [
        (deed, name)
        for deed in deeds
        for one in deed.effects
        for name in (one.arguments[1:] if parts_of(one.predicate)[0] in contains else one.arguments[:1])
    ]
    types = [dict(zip(deed.variables, deed.types, strict=True)).get(name, ()) for deed, name in about]
    return [one for one in talk.entities if types and not any(fits(talk.facts, one, some) for some in types)]


def _in_state(talk: Discourse, clause: Statement, phrase: NounPhrase) -> None:
    """Keep only what is now as the words before the noun say, and leave those words out: `the torn books`."""
    if phrase.head is None or phrase.none:  # no dirty cups: none is to be dirty
        return
    _having(talk, clause, phrase, phrase.head[1])
    that = next((at for at in range(*phrase.head[1:], clause.end) if talk.words.is_in(at, "relative")), clause.end)
    relative = {at for start, end, _ in phrase.states if start > that for at in range(start, end)}
    predicates = [one for one in talk.facts.predicates.values() if one.types]
    for word in [one for one in clause.words if phrase.start <= one < phrase.head[0] or one in relative]:
        values = [(*value_of(talk.facts, one, talk.words.text(word), ""), one) for one in predicates]
        value, holds, predicate = max(values, key=lambda one: one[0], default=(0.0, True, None))
        if predicate is None or value < _SURE:
            continue
        verb = value_of(talk.facts, predicate, talk.words.text(clause.words[0]), "")
        if phrase.determiner not in ("the", "all", "both") and (not verb[0] or verb[1] == holds):
            continue  # a clean cup may become clean, but a torn book that is to be mended is torn now
        facts = talk.facts.task
        now = {atom[1] for atom in facts.init if atom[0] == predicate.name}
        if some := among(phrase.kinds, now if holds else set(facts.objects) - now):
            phrase.kinds = some
            clause.words.remove(word)
            talk.note("place", word, word + 1, ())


def _having(talk: Discourse, clause: Statement, phrase: NounPhrase, after: int) -> None:
    """Keep only what has something now: `the data of every waypoint with a soil sample`."""
    stop = min((one.start for one in clause.places if one.start > after), default=clause.end)
    own = [one for one in clause.words if after < one < stop and not is_weak(talk, one)]
    if talk.words.text(after) not in ("with", "that", "which") or not own or not _several(phrase):
        return
    some = [one for one in talk.facts.predicates.values() if len(one.types) == 1]
    some = [one for one in some if all(value_of(talk.facts, one, talk.words.text(it), "")[0] >= _SURE for it in own)]
    now = {atom[1] for one in some for atom in talk.facts.task.init if atom[0] == one.name}
    if len(some) == 1 and (kept := among(phrase.kinds, now)) and phrase.determiner in ("all", "both", "the"):
        phrase.kinds, clause.words = kept, [one for one in clause.words if not after <= one < stop]
        talk.note("place", after, stop, ())
    elif len(some) > 1:
        reason = f"it can be meant of {listing([one.name for one in some])}"
        talk.say(rules.not_in_domain, after, stop, reason)


def _is_static(talk: Discourse, place: Adjunct, there: Adjunct) -> bool:
    """Whether a place or owner only tells which things are meant: `the airport in cit2`, `instruments of sat0`."""
    facts, near = talk.facts, place.things[-1].end == there.start
    named, members = (
        {name for one in each.things for kind in one.kinds for name in kind.members} for each in (there, place)
    )
    static = {name for name, one in facts.predicates.items() if not one.changes and len(one.types) == 2}
    inner = {*region(facts, named).members}
    if (
        near
        and is_place(there.relation)
        and any(a[1:2] and a[1] in members and inner & {*a[2:]} for a in facts.task.init)
    ):
        return True  # the packages in cit2
    told = any(atom[0] in static and atom[1] in members and atom[2] in named for atom in facts.task.init)
    if not near or not told or there.relation == "of":
        return near and told
    both = [Group("", [Entity(-1, "", one.things[-1].kinds)]) for one in (place, there)]
    ways = [one.types for one in facts.predicates.values() if one.changes]
    return is_place(there.relation) and not any(
        may_be(facts, both[0], first) and may_be(facts, both[1], second)
        for types in ways
        for first, second in permutations(types, 2)
    )


def _located(talk: Discourse, place: Adjunct, there: Adjunct) -> bool:
    """Keep only what is there now; return False, with a finding, if nothing is."""
    names = {name for phrase in there.things for kind in phrase.kinds for name in kind.members}
    names |= {*region(talk.facts, names).members}
    if any(one.determiner == "all" for one in there.things) and any(one.count for one in place.things):
        talk.say(rules.not_in_domain, there.start, there.end, "say it of each place in a sentence of its own")
        return False
    for phrase in place.things:
        phrase.kinds = phrase.kinds or [Kind("everything", tuple(talk.facts.task.objects))] * phrase.wild
    members = {name for phrase in place.things for kind in phrase.kinds for name in kind.members}
    told: dict[str, set[str]] = {}
    for name, *arguments in talk.facts.task.init:
        if len(arguments) == 2 and arguments[1] in names and arguments[0] in members:
            told.setdefault(name, set()).add(arguments[0])
    changing = [those for name, those in told.items() if talk.facts.predicates[name].changes]
    ways = changing or list(told.values())
    if any(one != ways[0] for one in ways):  # of origins and destinations
        reason = f"it can be meant of {listing(sorted(told))}"
        talk.say(rules.not_in_domain, there.start, there.end, reason)
        return False
    kept = ways[0] if ways else set()
    talk.note("place", there.start, there.end, sorted(names))
    for phrase in place.things:
        phrase.kinds = among(phrase.kinds, kept)
    if all(phrase.kinds for phrase in place.things):
        return True
    talk.say(rules.not_in_domain, there.start, there.end, "it is taken as where something is now, and nothing is there")
    return False


def _add(talk: Discourse, clause: Statement, groups: list[Group], match: Match, *, denied: bool) -> bool:
    """Add a literal for each of the things of a list."""
    predicate, positive = match.predicate, match.positive != denied
    filled = zip(predicate.types, match.slots, strict=True)
    columns: list[list[Entity | tuple[str, ...]]]
    columns = [[types] if number is None else [*groups[number].entities] for types, number in filled]
    rows = _rows(talk, columns)
    paired = _is_in_order(talk) and sum(len(column) > 1 for column in columns) > 1
    if rows is None or (not paired and _scattered(talk, groups, match, positive)):
        return False
    ordered = any(one.pronoun not in ("", "there") for one in clause.things)
    role = "place" if ordered else "where" if positive and _is_step(clause) else "said"
    if role == "where" and is_location(predicate):
        goes = is_going(talk.words.text(clause.words[0])) or not any(group.relation == "" for group in groups)
        role = "went" if goes else role
    role = role if role == "went" or _says_where(predicate) else "said"
    filling = [n for n in match.slots if n is not None]
    objects = [n for n in sorted(filling) if role != "said" and groups[n].relation == ""]  # what `with hoist0` lifts
    subject = next(iter((*objects, *filling)), None)
    for row in [_completed(talk, row) for row in rows] if ordered else rows:
        about = row[match.slots.index(subject)] if subject is not None else None
        one = about if isinstance(about, Entity) else Entity(-1, predicate.name, [])
        known = {id(other) for literal in talk.literals for other in literal.filled.arguments}
        for each in row if denied else ():
            phrase = each.phrase if isinstance(each, Entity) and id(each) not in known else None
            if isinstance(each, Entity) and phrase is not None and phrase.determiner == "a" and each.count == 1:
                each.count = None  # no gripper holds a ball: no gripper holds any ball
        add(talk, Literal(Filled(predicate.name, row, positive), one, clause.start, clause.end, role))
    return True


def _is_step(clause: Statement) -> bool:
    """Whether a clause begins with a verb, as the steps of a plan do: `go to rooma, pick up ball1`."""
    return bool(clause.words) and not clause.copula and all(clause.words[0] < one.start for one in clause.places)


def _completed(talk: Discourse, row: Sequence[Entity | Types]) -> tuple[Entity | Types, ...]:
    """Fill arguments that the text does not name with what it said of the same thing: `... in colour and send it`."""
    named = {one.number for one in row if isinstance(one, Entity)}
    told = [[one for one in literal.filled.arguments if isinstance(one, Entity)] for literal in talk.literals]
    near = {one.number: one for some in told if not named.isdisjoint(each.number for each in some) for one in some}
    near = {number: one for number, one in near.items() if number not in named}
    fitting = [() if isinstance(one, Entity) else [e for e in near.values() if fits(talk.facts, e, one)] for one in row]
    return tuple(some[0] if len(some) == 1 else one for one, some in zip(row, fitting, strict=True))


def _is_in_order(talk: Discourse) -> bool:
    return any(token.text == "respectively" for token in talk.words.tokens)


def _says_where(predicate: Predicate) -> bool:
    """Whether a predicate says where a thing is or that it is held, so that a later one replaces it."""
    held = english().classes["take"].states
    placed = len(predicate.types) > 1 and _moves(predicate)
    return placed or any(part in held or (part.startswith("on") and part != "on") for part in predicate.parts)


def _moves(predicate: Predicate) -> bool:
    return bool({"at", "in", "on"} & set(predicate.parts))


def _rows(
    talk: Discourse, columns: list[list[Entity | tuple[str, ...]]]
) -> list[tuple[Entity | tuple[str, ...], ...]] | None:
    """Every combination, or pairs if the text says `respectively`; None for two lists without it."""
    many = [len(column) for column in columns if len(column) > 1]
    if len(many) < 2:
        whole = [column for column in columns if len(column) == 1 and isinstance(column[0], Entity)]
        if many and _is_in_order(talk) and any(isinstance(each, Entity) and _is_whole(each) for [each] in whole):
            return None  # the trays to table1 and table2 respectively
        return list(product(*columns))
    if _is_in_order(talk) and len(set(many)) == 1:
        return [tuple(column[at] if len(column) > 1 else column[0] for column in columns) for at in range(many[0])]
    return None


def _scattered(talk: Discourse, groups: list[Group], match: Match, positive: bool) -> bool:
    """Whether one thing would be in several places, or the text does not say which thing goes with which."""
    filled = [groups[n] for n in match.slots if n is not None]
    if any(talk.words.text(at) == "same" for one in filled if one.phrase for at in one.phrase.determiners):
        return False
    several = [len(one.entities) > 1 or _is_all(one) for one in filled]
    some = any(each.count is not None and each.count < len(each.members) for one in filled for each in one.entities)
    if any(each.count and each.count > 1 for one in filled for each in one.entities) and any(map(_is_region, filled)):
        return True
    if any(several) and (some or (sum(several) > 1 and any(_is_all(one) for one in filled))):
        return positive
    placed = [one.relation in ("in", "on", "at", "to") for one in filled]
    return positive and _moves(match.predicate) and any(a and b for a, b in zip(placed[1:], several[1:], strict=True))


def _is_region(group: Group) -> bool:
    """Whether any of several places will do because they are named: those in cit1, l1 or l2."""
    named = group.phrase is not None and any(kind.own for kind in group.phrase.kinds)
    return named and len(group.entities) == 1 and len(group.entities[0].members) > 1


def _is_all(group: Group) -> bool:
    return any(map(_is_whole, group.entities))


def _is_named(one: Entity) -> bool:
    return any(kind.own for kind in one.options)


def _is_whole(one: Entity) -> bool:
    return one.count is None and len(one.members) > 1
