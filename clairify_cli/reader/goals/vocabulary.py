"""Map words to the objects of a scene, and adjectives to states.

A noun can be the name of an object or of a type, a word that their comments or the lexicon give for them, the last
word of a name (a desk lamp is a lamp), or a name for the objects that a static fact singles out: `(red b1)`,
`(colour b1 red)`, `(object-type x apple)`. The surest meaning wins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from clairify_cli.languages.pddl.syntax import OBJECT
from clairify_cli.reader.goals.english import Phrase, VerbClass, english
from clairify_cli.reader.goals.facts import Deed, Facts, Predicate, Template, phrases_of
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.reader.goals.words import forms_of, key_of
from clairify_cli.records import dataclass, field, replace

NAMED, COMMENTED, HEAD, PART = 4, 3, 2, 1
"""How sure a word is: a name or the lexicon's word for it, a word of its comment, its last word, another word."""

LONGEST = 6
"""The most words of a name in a text."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The possible referents of a noun among the scene's objects.

    `type` is the type that has exactly these objects; `guards` are the static facts about `?x` that single them out.
    `own` says that the word is an object's own name.
    """

    label: str
    members: tuple[str, ...]
    type: str | None = None
    guards: tuple[Template, ...] = ()
    own: bool = False


@dataclass(slots=True)
class Vocabulary:
    """The nouns and adjectives of a scene."""

    facts: Facts
    lexicon: Lexicon
    nouns: dict[str, dict[int, list[Kind]]] = field(default_factory=dict)
    adjectives: dict[str, tuple[Template, ...]] = field(default_factory=dict)
    ignored: set[str] = field(default_factory=set)

    def levels(self, parts: list[str]) -> dict[int, list[Kind]]:
        """Everything that a noun can denote, by how sure that is."""
        found = self.nouns.get(key_of(parts))
        if found is None and len(parts) >= 3 and parts[1] == "of":
            found = self.nouns.get(key_of([*parts[2:], parts[0]]))  # a bar of soap is a soap-bar
        return found or {}

    def is_name(self, parts: Iterable[str]) -> bool:
        """Whether a noun is the name of an object, and of nothing else."""
        named = self.named(*parts)
        return bool(named) and all(kind.own for kind in named)

    def named(self, *parts: str) -> list[Kind]:
        """What has exactly that name."""
        return self.levels(list(parts)).get(NAMED, [])

    def add(self, parts: Iterable[str], sure: int, kind: Kind) -> None:
        """Let a noun mean a kind."""
        key = key_of(parts)
        if key:
            kinds = self.nouns.setdefault(key, {}).setdefault(sure, [])
            if kind not in kinds:
                kinds.append(kind)


def in_own_words(facts: Facts, lexicon: Lexicon) -> tuple[Facts, Lexicon]:
    """The lexicon's verbs and adjectives beside the domain's own words, unless its patterns cover most of the actions.

    A text is read by the patterns alone if there are any left.
    """
    verbs, table = {one.verb[0] for one in lexicon.frames}, english().verbs
    classes = {kind for verb in verbs for kind, _ in table.get((verb,), ())}
    known = [deed.parts[0] in verbs or bool(classes & _kinds_of(deed)) for deed in facts.deeds if deed.parts]
    if verbs and 2 * sum(known) >= len(known):
        return facts, lexicon
    more = [Deed(" ".join(one.verb), one.verb, (), (), one.literals, ()) for one in lexicon.frames]
    states = {word: those[0] for word, those in lexicon.adjectives.items() if len(those) == 1}
    return replace(facts, deeds=(*facts.deeds, *more), states=states), replace(lexicon, frames=())


def _kinds_of(deed: Deed) -> set[VerbClass]:
    """The classes of the verb that an action is named by."""
    return {kind for kind, _ in english().verbs.get(deed.parts[:1], ())}


def _spoken() -> set[Phrase]:
    """Return verbs, prepositions and words for states, which are no names where a comment has them."""
    table = english()
    return {*table.verbs, *table.prepositions, *((word,) for word in table.same.keys() - table.kinds.keys())}


def _told_before(predicate: Predicate, parameter: str) -> Phrase | None:
    """Return the noun before a parameter in a comment: `crate ?c is aboard ship ?s`, not `?person wears ?coat`."""
    told = re.search(rf"(?<!\?)\b(?<!-)([^\W\d_]+) {re.escape(parameter)}\b", predicate.comment)
    if told is None or told[1] in predicate.parts or re.search(r"\?[\w-]+\s*\Z", told.string[: told.start()]):
        return None
    return (told[1].lower(),)


def vocabulary_of(facts: Facts, lexicon: Lexicon) -> Vocabulary:
    """The vocabulary of a scene."""
    words = Vocabulary(facts, lexicon)
    kinds: dict[str, list[Kind]] = {}
    of_type = facts.task.of_type
    types = [
        (Kind(name, of_type.get(name, ()), name), name) for name in facts.task.hierarchy.supertypes if name != OBJECT
    ]
    objects = [(Kind(name, (name,), own=True), name) for name in facts.task.objects]
    for kind, name in (*types, *objects, *_fact_kinds(facts)):
        kinds.setdefault(name, []).append(kind)
        _name(words, name, kind)
        for phrase in phrases_of(facts.documentation.get(name, "")):
            words.add(_parts(phrase), COMMENTED, kind)
    spoken = _spoken()
    for one in facts.task.domain.predicates:
        known = facts.predicates[one.name.text]
        for parameter in one.parameters:  # `?floor - count`: a count may be called floor
            if len(parameter.types) != 1 or (name := parameter.types[0].text) == OBJECT:
                continue
            kind = Kind(name, of_type.get(name, ()), name)
            called = facts.parts(parameter.name.text.lstrip("?"))
            if not words.levels(list(called)):
                words.add(called, PART, kind)
            told = _told_before(known, parameter.name.text)
            if told is not None and told not in spoken and not words.levels([*told]):
                words.add(told, COMMENTED, kind)
    for name, others in lexicon.names.items():
        for other in others:
            for kind in kinds.get(name, ()):
                words.add(_parts(other), NAMED, kind)
    for group, names in lexicon.groups.items():
        # The lexicon's group replaces any other meaning of the word.
        words.nouns.pop(key_of(_parts(group)), None)
        if all(name in facts.task.objects for name in names):
            words.add(_parts(group), NAMED, Kind(group, names))
            continue
        for name in names:
            for kind in kinds.get(name, ()):
                words.add(_parts(group), NAMED, kind)
    words.ignored |= {key_of(_parts(word)) for word in lexicon.ignore}
    _adjectives(words)
    return words


def _parts(phrase: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+", phrase.lower())


def _name(words: Vocabulary, name: str, kind: Kind) -> None:
    """Add a full name, its last words, and each of its other words."""
    parts = words.facts.parts(name)
    words.add(parts, NAMED, kind)
    if kind.guards and len(parts) > 1 and parts[-1] in ("type", "kind", "class"):
        words.add(parts[:-1], NAMED, kind)  # `(objectType x AppleType)`: an apple
        words.add(parts[-2:-1], HEAD, kind)
    if kind.own and len(parts) == 1:
        return
    content = parts[:-1] if parts[-1:] and parts[-1].isdigit() else parts
    if kind.own:
        for at in range(1, len(parts) - parts[-1].isdigit()):
            words.add(parts[at:], HEAD, kind)  # CFBEG, loc 2, position 1-2
        for at in range(len(content)):
            if len(content[at]) > 1:
                words.add(content[at : at + 1], PART, kind)
        if content is parts:
            words.add([*parts[-1:], *parts[:-1]], PART, kind)  # `2 cups` means two of them, not cup2
        return
    for at in range(1, len(content)):
        words.add(parts[at:], HEAD, kind)
    for at in range(len(parts) - 1):
        words.add(parts[at : at + 1], PART, kind)


def _fact_kinds(facts: Facts) -> list[tuple[Kind, str]]:
    """Kinds defined by static facts of the initial state: `(red b1)`, and `(colour b1 red)` for a value `red`."""
    values, order = _values(facts), {name: number for number, name in enumerate(facts.task.objects)}
    singled: dict[Template, set[str]] = {}
    for name, *arguments in sorted(facts.task.init, key=lambda atom: (len(atom) > 2, atom)):
        predicate = facts.predicates.get(name)
        if predicate is None or predicate.changes:
            continue
        if len(arguments) == 1 or (len(arguments) == 2 and arguments[1] in values):
            singled.setdefault(Template(name, ("?x", *arguments[1:])), set()).add(arguments[0])
    found = []
    for guard, members in singled.items():
        label = guard.arguments[-1] if len(guard.arguments) > 1 else guard.predicate
        ordered = tuple(sorted(members, key=lambda one: order.get(one, 0)))
        found.append((Kind(label, ordered, guards=(guard,)), label))
    return found


def _values(facts: Facts) -> set[str]:
    """Objects that are only attribute values: no changing predicate takes them, or they only end static facts."""
    hierarchy = facts.task.hierarchy
    changing = [one for one in facts.predicates.values() if one.changes]
    types = {kind for one in changing for kinds in one.types for kind in kinds}
    found = {
        name
        for name, own in facts.task.objects.items()
        if not any(hierarchy.may_fit((one,), (thing,)) for one in own for thing in types)
    }
    second: set[str] = set()
    things: set[str] = set()
    for atom in facts.task.init:
        predicate = facts.predicates.get(atom[0])
        if predicate is not None and not predicate.changes and len(atom) == 3:
            second.add(atom[2])
            things.add(atom[1])
        elif len(atom) != 2 or predicate is None or predicate.changes or facts.task.domain.types:
            things.update(atom[1:])
    return found | (second - things)


def _adjectives(words: Vocabulary) -> None:
    """Add adjectives for unary predicates: from their names, from verbs that cause them, and from the lexicon."""
    facts = words.facts
    for predicate in facts.predicates.values():
        if len(predicate.types) == 1 and predicate.changes:
            for parts in _state_names(predicate):
                words.adjectives.setdefault(key_of(parts), (Template(predicate.name, ("?x",)),))
    table = english()
    left = {name: found for name, one in table.classes.items() if (found := state_of(facts, one.states, one.undoes))}
    verbs = [table.classes[name] for name in left if name not in ("find", "examine")]
    said = [(form, one.name) for one in verbs if not one.role for word in one.words for form in _pasts(word)]
    said += [(phrase, one.name) for phrase, classes in table.adjectives.items() for one in classes]
    for phrase, name in said:
        if name in left:
            words.adjectives.setdefault(key_of(phrase), left[name])
    for frame in words.lexicon.frames:
        if len(frame.slots) == 1 and not frame.slots[0].words and frame.literals:
            own = frame.slots[0].variable
            named = tuple(
                replace(one, arguments=tuple("?x" if name == own else name for name in one.arguments))
                for one in frame.literals
            )
            for form in _pasts(" ".join(frame.verb)):
                words.adjectives.setdefault(key_of(form), named)
    for word, literals in words.lexicon.adjectives.items():
        words.adjectives[key_of(_parts(word))] = literals


def _pasts(verb: str) -> list[Phrase]:
    return [tuple(form.split()) for form, kind in forms_of(verb) if kind == "past"]


def _state_names(predicate: Predicate) -> list[Phrase]:
    """The adjectives in the name of a unary predicate: `is-clean` and `clean` are `clean`."""
    parts = predicate.parts
    while parts and parts[0] in ("is", "has", "was", "been"):
        parts = parts[1:]
    prepositions = english().prepositions
    return [parts] if parts and (parts[0],) not in prepositions and parts[-1] not in ("at", "in") else []


def state_of(facts: Facts, states: Iterable[str], undoes: Iterable[str] = ()) -> tuple[Template, ...] | None:
    """The literal about `?x` of the unary predicate that one of the words names; negated if the word is in `undoes`."""
    for positive, wanted in ((True, tuple(states)), (False, tuple(undoes))):
        for word in wanted:
            for predicate in facts.predicates.values():
                if len(predicate.types) == 1 and predicate.changes and word in predicate.parts:
                    if (predicate.parts[0],) in english().prepositions and predicate.parts != (word,):
                        continue  # `on-table` does not mean switched on
                    return (Template(predicate.name, ("?x",), positive),)
    return None


def among(kinds: list[Kind], names: Collection[str]) -> list[Kind]:
    """The kinds with only those of their objects that are among the names; empty if none is."""
    if all(name in names for kind in kinds for name in kind.members):
        return kinds
    some = [Kind(kind.label, tuple(name for name in kind.members if name in names)) for kind in kinds]
    return [kind for kind in some if kind.members]


def described(kinds: list[Kind], by: list[Kind]) -> list[Kind] | None:
    """The kinds narrowed by another noun: `red block`, `left zone`; None if no object is both."""
    found = []
    for kind in kinds:
        for other in by:
            of_other = set(other.members)
            members = tuple(name for name in kind.members if name in of_other)
            if not members:
                continue
            if len(members) == len(kind.members):
                found.append(kind)
            elif other.guards and not other.own:
                found.append(Kind(f"{other.label} {kind.label}", members, kind.type, (*kind.guards, *other.guards)))
            else:
                found.append(Kind(f"{other.label} {kind.label}", members, other.type, kind.guards))
    return list(dict.fromkeys(found)) or None
