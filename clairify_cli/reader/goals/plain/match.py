"""Find the literals that explain a clause: predicates with its things as arguments and its words in their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import PLACING, Entity, Filled, elsewhere, fits, is_location, is_means, joining
from clairify_cli.reader.goals.facts import Facts, Predicate
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.literals import add
from clairify_cli.reader.goals.plain.evidence import belongs, effects, is_named, is_place, is_weak, related, value_of
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.records import dataclass, field

_COVERED, _AGAIN, _OPEN, _ENOUGH, _NAMED = 10.0, 2.0, 1.5, 0.7, 2.0
_MOST_GROUPS = 7


@dataclass(slots=True)
class Group:
    """One or several things at one position in a clause, with the class of the preposition before them."""

    relation: str
    entities: list[Entity]
    phrase: NounPhrase | None = None
    optional: bool = False
    """Whether it only comes from the clause before."""

    @property
    def wild(self) -> bool:
        return self.phrase is not None and self.phrase.wild


@dataclass(slots=True)
class Match:
    """A predicate with the numbers of the groups that fill its arguments; None for an argument not named."""

    predicate: Predicate
    slots: tuple[int | None, ...]
    score: float
    positive: bool = True
    words: frozenset[int] = frozenset()
    """The numbers of the words that it explains."""


@dataclass(slots=True)
class Wanted:
    """The parts of a clause still to explain."""

    talk: Discourse
    groups: list[Group]
    words: list[int]
    hints: list[int]
    remaining: set[int] = field(default_factory=set)
    explained: set[int] = field(default_factory=set)


def matches(talk: Discourse, groups: list[Group], words: list[int], hints: list[int]) -> list[list[Match]] | None:
    """The literals that explain all things and words of a clause, each with equally good ones; None if none do."""
    wanted = Wanted(talk, groups, words, hints)
    wanted.remaining = {number for number, one in enumerate(groups) if not one.optional}
    found: list[list[Match]] = []
    for _ in range(1 + len(groups) + len(words)):
        best = _best(wanted, first=not found)
        if not best:
            break
        together = _of_one_deed(talk.facts, best)
        found += [[one] for one in together] or [best]
        wanted.remaining -= set(best[0].slots)
        wanted.explained |= {word for one in together or best[:1] for word in one.words}
        if not wanted.remaining and not _unexplained(wanted):
            break
    if not found:
        return None
    found = _without_means(wanted, found)
    spare = {number for number in wanted.remaining if not takes(talk, groups[number], words)}
    means = {number for number in spare if _parameter(talk.facts, [one[0] for one in found], groups[number])}
    for phrase in (groups[number].phrase for number in means):
        if phrase is not None:  # fill the can at the tap
            talk.note("means", phrase.start, phrase.end, ())
    left = wanted.remaining - means
    left = {number for number in left if not _is_there(wanted, number) and not _is_means(wanted, found[0][0], number)}
    if left or _is_company(groups, found) or _is_nowhere(wanted, found) or not _understood(wanted, found):
        return None
    return sorted(found, key=lambda equal: _first(wanted, equal[0]))


def takes(talk: Discourse, group: Group, words: list[int]) -> bool:
    """Whether a clause says of a thing that it has others, as the robot does: `the bowl should hold two blocks`."""
    behind = bool(words) and group.phrase is not None and group.phrase.start < words[0]
    classes = english().verbs.get((talk.words.text(words[0]),), ()) if behind and not group.relation else ()
    return any(one.role == "take" for one, _ in classes)


def is_taken(talk: Discourse, words: list[int]) -> bool:
    """Whether a clause begins with a verb that tells somebody to take something: `hold white paint`."""
    verbs = english().verbs.get((talk.words.text(words[0]),), ()) if words else ()
    return any(one.role == "take" and kind == "base" for one, kind in verbs)


def relations(talk: Discourse, one: Entity, relation: str, other: Entity) -> list[Filled]:
    """The best literals for one thing being in, on, at, under … another; several if equally good."""
    wanted = Wanted(talk, [Group("", [one]), Group(relation, [other])], [], [], {0, 1})
    found: list[tuple[int, Filled]] = []
    for match in _best(wanted, first=True) if one is not other else ():
        filled = [(at, number) for at, number in enumerate(match.slots) if number is not None]
        suits = (_place_score(wanted, match.predicate, filled) or 0.0) > 0
        if len(filled) == 2 and (suits or (relation in PLACING and not _can_say(wanted))):
            pairs = zip(match.predicate.types, match.slots, strict=True)
            arguments = tuple(types if number is None else (one, other)[number] for types, number in pairs)
            found.append((filled[0][1], Filled(match.predicate.name, arguments)))
    first = min((order for order, _ in found), default=0)  # in the order of the text, if that is possible
    return [literal for order, literal in found if order == first]


def stay(talk: Discourse, objects: list[Entity], start: int, end: int, ways: Sequence[str] = ()) -> bool:
    """Want things where they are in the initial state, in one of the ways if some are given."""
    found = False
    for one in objects:
        members = one.members if one.count is None or len(one.members) <= one.count else []
        for atom in joining(talk.facts, set(members)):
            predicate = talk.facts.predicates.get(atom[0])
            if predicate is None or not predicate.changes or atom[1] not in members or len(atom) != 3:
                continue
            first, second = (Entity(-1, name, [Kind(name, (name,), own=True)]) for name in atom[1:])
            if atom[0] in ways or (not ways and relations(talk, first, "at", second)):
                filled = Filled(atom[0], (first, second))
                add(talk, Literal(filled, first, start, end, "state"))
                found = True
    return found


def _can_say(wanted: Wanted) -> bool:
    """Whether a predicate exists for such a relation of the first thing, which rules out all others."""
    facts = wanted.talk.facts
    several = [one for one in facts.predicates.values() if one.changes and len(one.types) > 1]
    fitting = [one for one in several if fits(facts, wanted.groups[0].entities[0], one.types[0])]
    return any((_place_score(wanted, one, [(0, 0), (1, 1)]) or 0.0) > 0 for one in fitting)


def _without_means(wanted: Wanted, found: list[list[Match]]) -> list[list[Match]]:
    """Leave out literals that only say where something is done: `clean the knife in the sink`."""
    return [
        equal
        for equal in found
        if not any(
            _is_means(wanted, other[0], number)
            for other in found
            if other is not equal
            for number in equal[0].slots[1:]
            if number is not None
        )
    ]


def _is_means(wanted: Wanted, first: Match, number: int) -> bool:
    """Whether a group only names the place or tool of the first literal's action, and not a particular object."""
    group = wanted.groups[number]
    own = group.wild or any(kind.own for one in group.entities for kind in one.options)
    verb = wanted.words[0] if wanted.words else None
    said = verb is not None and verb in first.words and not is_weak(wanted.talk, verb)
    subject = next((n for n in first.slots if n is not None), None)
    if own or not said or not group.relation or subject is None or number in first.slots:
        return False
    about = wanted.groups[subject].entities[0]
    return all(is_means(wanted.talk.facts, first.predicate.name, about, one) for one in group.entities)


def _is_company(groups: list[Group], found: list[list[Match]]) -> bool:
    """Whether something is said of a thing after `with`, but not of what it is with: `in the shop with a full cup`."""
    alone = [n for equal in found for n in equal[0].slots if sum(slot is not None for slot in equal[0].slots) == 1]
    joined = [n for equal in found for n in equal[0].slots if n not in alone]
    return any(n is not None and n not in joined and groups[n].relation in ("with", "near") for n in alone)


def _is_nowhere(wanted: Wanted, found: list[list[Match]]) -> bool:
    """Whether something is to be put somewhere, and the text does not say where: `put it back`."""
    said = {*map(wanted.talk.words.text, wanted.words)}
    placing = any(one.role == "place" for word in said for one, _ in english().verbs.get((word,), ()))
    places = [one[0] for one in found if is_location(one[0].predicate) and len(one[0].slots) > 1]
    return placing and not said.isdisjoint(("back", "away", "return")) and any(None in one.slots for one in places)


def _is_there(wanted: Wanted, number: int) -> bool:
    """Whether a thing only says where another one is now: `move ball1 from rooma to roomb`."""
    group, talk = wanted.groups[number], wanted.talk
    others = [each for one in wanted.groups if one is not group for each in one.entities]
    named = {name for one in others for name in one.members}
    known = {atom[0] for atom in talk.facts.task.init if len(atom) > 2 and not named.isdisjoint(atom[1:])}
    places = [types for name in known & set(talk.facts.predicates) for types in talk.facts.predicates[name].types]
    told = any(may_be(talk.facts, group, types) for types in places)
    if group.relation != "from" or not told or any(len(one.members) > 1 for one in others):
        return False
    names = {name for one in group.entities for name in one.members}
    if group.phrase is not None:
        talk.note("place", group.phrase.start, group.phrase.end, sorted(names))
        taken = elsewhere(talk.facts, others[0], group.entities) if others and others[0].count is not None else ""
        if taken and all(one.code != rules.goal_assumed.code for one in talk.findings):
            talk.say(rules.goal_assumed, group.phrase.start, group.phrase.end, taken)
    return True


def _first(wanted: Wanted, match: Match) -> int:
    """The token at which the text first mentions a literal."""
    items = [item for n in match.slots if n is not None and (item := wanted.groups[n].phrase) is not None]
    start = min((one.first for one in items), default=0)
    verb = wanted.words[0] if wanted.words else 0
    before = len(items) == 1 and any(verb < word < start for word in match.words)  # put a clean apple in the fridge
    return min(match.words - {verb}) if before else start


def _of_one_deed(facts: Facts, best: list[Match]) -> list[Match]:
    """Of equally good literals, those that one action makes true of its first argument: `put a down`."""
    if len({(one.slots, one.positive, one.words) for one in best}) > 1 or not best[0].positive:
        return []
    names = {one.predicate.name for one in best}
    for deed in facts.deeds:
        if deed.variables and names <= {one.predicate for one in deed.effects if one.positive}:
            about = {one.predicate for one in deed.effects if one.positive and deed.variables[0] in one.arguments}
            return [one for one in best if one.predicate.name in about]
    return []


def _understood(wanted: Wanted, found: list[list[Match]]) -> bool:
    """Whether every word is explained; a verb unknown to the domain, with a place after it, is read as `put`."""
    left = _unexplained(wanted)
    verb = wanted.words[0] if wanted.words else None
    named = len([number for number in found[0][0].slots if number is not None]) > 1
    if len(left) == 1 and verb is not None and left == [verb] and named and is_location(found[0][0].predicate):
        facts = wanted.talk.facts
        parts = [part for deed in facts.deeds for part in deed.parts]
        parts += [part for predicate in facts.predicates.values() for part in predicate.parts]
        first = min((one.phrase.start for one in wanted.groups if one.phrase is not None), default=0)
        return verb + 1 == first and not any(related(wanted.talk.words.text(verb), part) for part in parts)
    return not left


def _unexplained(wanted: Wanted) -> list[int]:
    labels = {
        at
        for one in wanted.groups
        if one.phrase is not None and one.phrase.kinds[:1] and one.phrase.kinds[0].own
        for at in one.phrase.strange
        if any(related(wanted.talk.words.text(at), part) for deed in wanted.talk.facts.deeds for part in deed.parts)
    }  # black paint
    done = wanted.explained | labels
    return [one for one in wanted.words if one not in done and not is_weak(wanted.talk, one)]


def _parameter(facts: Facts, found: Sequence[Match], group: Group) -> bool:
    """Whether an unnamed thing, `a sandwich`, is only a parameter of an action that makes the literals true.

    It is none if it fits a literal that leaves its place open, since the text says it otherwise: `next to the bowl`.
    """
    opened = [one.predicate.types[at] for one in found for at, number in enumerate(one.slots) if number is None]
    if any(may_be(facts, group, types) for types in opened):
        return False
    phrases = [one.phrase for one in group.entities if len(one.members) > 1]
    definite = any(phrase is None or phrase.determiner not in ("a", "") for phrase in phrases)
    if definite or group.wild or any(kind.own for one in group.entities for kind in one.options):
        return False
    deeds = [deed for deed in facts.deeds for one in found if (one.predicate.name, True) in effects(facts, deed.name)]
    return any(fits(facts, one, types) for deed in deeds for types in deed.types for one in group.entities)


def _best(wanted: Wanted, *, first: bool = True) -> list[Match]:
    """The best literals for what is left: all equally good ones."""
    found: list[Match] = []
    for predicate in wanted.talk.facts.predicates.values():
        if predicate.changes and (predicate.types or all(one.optional or one.relation for one in wanted.groups)):
            found += _matches_of(wanted, predicate, first=first)
    most = max((one.score for one in found), default=0.0)
    best = [one for one in found if one.score >= most - 0.01]
    return best


def _matches_of(wanted: Wanted, predicate: Predicate, *, first: bool) -> Iterator[Match]:
    facts, groups = wanted.talk.facts, wanted.groups
    meant, positive = _words_for(wanted, predicate)
    hinted, holds = _hinted(wanted, predicate)
    positive = positive and (holds or bool(meant))
    choices = [
        (None, *(n for n, group in enumerate(groups) if may_be(facts, group, types))) for types in predicate.types
    ]
    # The number of choices grows exponentially with the groups.
    for slots in product(*choices) if len(groups) <= _MOST_GROUPS else ():
        filled = [(at, number) for at, number in enumerate(slots) if number is not None]
        if len({number for _, number in filled}) < len(filled) or (not filled and predicate.types and groups):
            continue
        new = [n for _, n in filled if n in wanted.remaining]
        news = sum(value for start, value in meant.items() if start not in wanted.explained and value > 0.5)
        if wanted.remaining and not new and predicate.types:
            continue
        if not wanted.remaining and news < 2:
            continue
        place = _place_score(wanted, predicate, filled)
        if place is None:
            continue
        evidence = news + max(0.0, place) + (0.0 if positive else -0.5)
        if len(new) == len(groups) > 1 and _is_only_one(wanted, predicate):
            evidence += 1.0  # tile_2-1 black: no other predicate fits both
        invented = (
            not news
            and any(is_place(groups[number].relation) for _, number in filled)
            and is_open(facts, predicate, slots)
        )
        if evidence + hinted < _ENOUGH or invented:
            continue
        score = _COVERED * len(new) + _AGAIN * (len(filled) - len(new)) + sum(meant.values()) + place + hinted
        score -= _open(facts, predicate, slots) + _order(wanted, predicate, filled, first=first)
        score -= 1.5 * sum(one not in meant for one in _unexplained(wanted))
        score -= 0.5 * _unsaid(wanted, predicate) + (0.0 if positive else 1.0)
        yield Match(predicate, slots, score, positive, frozenset(meant))


def _is_only_one(wanted: Wanted, predicate: Predicate) -> bool:
    """Whether no other predicate can take all things of a clause."""
    facts, groups = wanted.talk.facts, wanted.groups
    placed = any(one.relation for one in groups)
    said = [
        one
        for one in wanted.words
        if not (wanted.talk.words.is_in(one, "fillers") or (placed and is_weak(wanted.talk, one)))
    ]
    if said or any(one.relation and not is_place(one.relation) for one in groups):
        return False
    others = [one for one in facts.predicates.values() if one.changes and one is not predicate]
    return not any(
        all(may_be(facts, group, types) for group, types in zip(groups, chosen, strict=True))
        for one in others
        for chosen in permutations(one.types, len(groups))
    )


def may_be(facts: Facts, group: Group, types: tuple[str, ...]) -> bool:
    """Whether all things of a group can be of one of the types."""
    return all(fits(facts, one, types) for one in group.entities)


def is_open(facts: Facts, predicate: Predicate, slots: tuple[int | None, ...]) -> bool:
    """Whether a predicate has an argument that the text does not name and that can be several objects."""
    arguments = zip(predicate.types, slots, strict=True)
    return any(number is None and len(facts.objects_of(types)) > 1 for types, number in arguments)


def _open(facts: Facts, predicate: Predicate, slots: tuple[int | None, ...]) -> float:
    """The cost of arguments that the text does not name: little if there is only one such object."""
    open_types = [predicate.types[at] for at, number in enumerate(slots) if number is None]
    return sum(0.4 if len(facts.objects_of(types)) == 1 else _OPEN for types in open_types)


def _order(wanted: Wanted, predicate: Predicate, filled: list[tuple[int, int]], *, first: bool) -> float:
    """The cost of arguments in a different order than in the text, and of things far apart."""
    order = [number for _, number in sorted(filled)]
    starts = [item.first if (item := wanted.groups[n].phrase) is not None else -1 for n in order]
    rising = starts == sorted(starts)
    turned = predicate.parts[0] in english().words["containers"] and any(
        is_place(wanted.groups[n].relation) for n in order
    )
    turned = turned or any(wanted.groups[n].relation == "under" for n in order)
    same = len(filled) > 1 and rising == turned
    bare = 0.0 if not first or 0 in order else 0.3
    gap = 0.1 * sum(b - a - 1 for a, b in zip(sorted(order), sorted(order)[1:], strict=False))
    return (1.0 if same else 0.0) + bare + gap


def _place_score(wanted: Wanted, predicate: Predicate, filled: list[tuple[int, int]]) -> float | None:
    """How well prepositions before the things suit a predicate; None if they do not."""
    total = 0.0
    located = is_location(predicate)
    groups = wanted.groups
    filled_by = [number for _, number in filled]
    for at, number in filled:
        relation = wanted.groups[number].relation
        words = {phrase[0] for phrase, name in english().prepositions.items() if name == relation and len(phrase) == 1}
        if located and (
            relation == "from" or (relation == "with" and predicate.parts[0] not in english().words["containers"])
        ):
            return None
        if not relation:
            continue
        contains = predicate.parts[0] in english().words["containers"]
        if (
            located
            and is_place(relation)
            and relation != "under"
            and not at
            and number > min(filled_by)
            and not contains
        ):
            return None  # go to f2 in the lift: the lift is not at f2
        having = {"has", "have", "with", *english().same["carry"], *english().same["contain"]}
        if relation == "with" and not having.isdisjoint(predicate.parts):
            total += 1.0
        subject = min((n for _, n in filled if n != number and not groups[n].relation), default=None)
        inside = relation in ("in", "on") and {"in", "on"} & set(predicate.parts) and subject is not None
        if inside and next(at for at, n in filled if n == subject) > next(at for at, n in filled if n == number):
            return None  # the first argument of `in` is the thing inside
        if relation == "under" and "on" in predicate.parts:
            if min(filled)[1] != number:
                return None
            total += 2.0  # put b under a: a on b
        elif words & set(predicate.parts) or (relation == "to" and "at" in predicate.parts):
            total += 2.0
        elif located and is_place(relation):
            exact = {"in", "on", "under", "near"} & set(predicate.parts)
            exact &= {"in", "on", "under", "near"} if relation in ("in", "on", "under", "near") else set()
            if exact and relation in ("under", "near"):
                return None
            total += 0.7 if exact else 1.0
        elif is_place(relation) and relation != "to":
            total -= 0.5
    return total


def _hinted(wanted: Wanted, predicate: Predicate) -> tuple[float, bool]:
    """How much the verb of the clause before supports a predicate, and whether it says that the predicate holds."""
    values = [value_of(wanted.talk.facts, predicate, wanted.talk.words.text(one), "") for one in wanted.hints]
    value, holds = max(values, default=(0.0, True))
    return min(1.5, value / 2), holds or not value


def _words_for(wanted: Wanted, predicate: Predicate) -> tuple[dict[int, float], bool]:
    """The words that a predicate explains, by their first tokens, and whether they say that it holds."""
    found: dict[int, float] = {}
    positive = True
    talk = wanted.talk
    compound, taken = False, is_taken(talk, wanted.words)
    label = {
        at
        for one in (group.phrase for group in wanted.groups if taken)
        if one is not None and one.head is not None and any(kind.own for kind in one.kinds)
        for at in range(one.head[1], one.end)
    }
    towards = len(wanted.groups) == 2 and wanted.groups[1].relation == "to"
    for number, one in enumerate(wanted.words):
        word, after = talk.words.text(one), talk.words.text(one + 1)
        later = [*map(talk.words.text, wanted.words[number + 1 :])]
        apart = next((each for each in later if each in english().words["particles"]), "")  # put the tent up
        value, holds = value_of(talk.facts, predicate, word, after if after in later else apart)
        before = talk.words.text(one - 2 if talk.words.is_in(one - 1, "the", "a", "copulas") else one - 1)
        alike = (word, *english().same.get(word, ()))
        joined = {f"{before}{other}" for other in alike} if before else set[str]()
        if not joined.isdisjoint(predicate.parts) or f"{word}{after}" in predicate.parts:
            value, holds, compound = 4.0, True, True  # on the table: ontable
        labels = [kind.label.strip("()") for group in wanted.groups for each in group.entities for kind in each.options]
        if any(f"{label}{other}" in predicate.parts for label in labels for other in alike):
            value, holds = 3.0, True  # both hands empty: handempty
        if f"{before}{word}" in predicate.parts and number and talk.words.text(wanted.words[number - 1]) == before:
            found[wanted.words[number - 1]] = 1.0
        if (
            not value
            and talk.words.is_in(one, "aims")
            and talk.words.is_in(one - 1, "owners")
            and belongs(talk.facts, predicate, word)
        ):
            value, holds = 2.0, True
        vehicle = before in ("in", "on", "inside") and any(
            word in each.parts for each in talk.facts.predicates.values()
        )
        if not value and vehicle and "boarded" in predicate.parts:
            value, holds = 2.0, True  # in the lift
        exact = any(each.parts == (word,) for each in talk.facts.predicates.values() if each.changes)
        if (value < _NAMED or (value < 3 and exact)) and not towards and is_named(talk.facts, word):
            value = 0.0  # driving truck2: not an effect of `drive-truck`
        others = [each for each in talk.facts.predicates.values() if each is not predicate]
        if one in label or (before and not compound and any(f"{before}{word}" in each.parts for each in others)):
            value = 0.0  # the hand empty, where there is `handempty`; hold white paint
        if value:
            found[one] = value
            positive = positive and holds and not _is_off(wanted, predicate, one)
    if compound and not positive:
        return {}, True  # grasp the shaker on the table
    return found, positive


def _is_off(wanted: Wanted, predicate: Predicate, at: int) -> bool:
    """Whether a word of a predicate's name is said to be off, of which the name says nothing: `with the lid off`."""
    words, after = wanted.talk.words, at + 1
    while words.is_in(after, "copulas", "modals", "all") or words.text(after) in ("taken", "still"):
        after += 1
    ahead = at - 1 - words.is_in(at - 1, "the", "a", "all")
    off = "off" in (words.text(after), words.text(ahead)) and not words.preposition(after + 1)
    return off and not value_of(wanted.talk.facts, predicate, "off", "")[0]


def _unsaid(wanted: Wanted, predicate: Predicate) -> int:
    """How many words of a predicate's name no word of the clause matches."""
    said = [*map(wanted.talk.words.text, (*wanted.words, *wanted.hints))]
    for group in wanted.groups:
        said += [group.relation]
        for one in group.entities:
            said += [*wanted.talk.facts.parts(one.words), *(kind.label.strip("()") for kind in one.options)]
            said += [kind for member in one.members[:1] for kind in wanted.talk.facts.task.objects.get(member, ())]
    weak = ("is", "has", "at", "in", "on", "to", "of", "the", "have")
    return sum(not any(related(word, part) for word in said if word) for part in predicate.parts if part not in weak)
