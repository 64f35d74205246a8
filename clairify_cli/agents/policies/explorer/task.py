"""The known facts as a planning task, the goal in the words of a world, and the objects of a goal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product

from clairify_cli.agents.policies.dialects.base import Knowledge
from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.files.grow import Known, problem_of
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.english.morphology import singulars
from clairify_cli.languages.pddl.hierarchy import hierarchy_of, type_names
from clairify_cli.languages.pddl.meaning import GroundAction, apply, initial_state
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.reading.parts import with_article
from clairify_cli.languages.pddl.syntax import Domain, Formula, Or, Quantified
from clairify_cli.languages.pddl.task import GroundAtom, Task, make_task
from clairify_cli.languages.pddl.walk import atoms_in, changes_in, everything_in, literals_in
from clairify_cli.languages.pddl.writing.printing import print_formula
from clairify_cli.reader.goals import GoalReading, Lexicon, read_goal
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.rules import rules
from clairify_cli.records import replace
from clairify_cli.worlds.text.describe import plain_words

_OF_A_KIND = 3
"""So many things of each type are thought of when a goal is read, so that "a cup" does not mean the only one known."""

_MOST_TWINS = 3
"""So many things that differ in nothing that is known are kept."""

_ARTICLES = ("the", "a", "an")
_LEFT_OUT = rules.goal_words_left_out.code
_WHERE_NOW = re.compile(r"(?:from|in|on|at|inside|under|near|off|out of)\b", re.IGNORECASE)

_TYPE = re.compile(r"(?<= - )[\w-]+")
"""The type of a variable in a condition."""

_MOST_READ = 200
"""So often at most a task is read, with other types for the things that it names."""


def task_of(domain: Domain, objects: Mapping[str, str], facts: Iterable[GroundAtom], goal: Formula | None) -> Task:
    """A task with these objects and their types (`a|b` is of either), facts, and goal."""
    known = Known({name: tuple(kind.split("|")) for name, kind in objects.items()}, tuple(sorted(facts)))
    return make_task(domain, problem_of(known, domain)._replace(goal=goal))


def loosened(domain: Domain, objects: Mapping[str, str]) -> dict[str, str]:
    """The objects, each with all types that it could have: a carried object may be a weapon."""
    below = hierarchy_of(domain).subtypes
    leaves = {kind: [one for one in below.get(kind, ()) if len(below[one]) == 1] for kind in {*objects.values()}}
    return {name: "|".join(sorted(leaves[kind])) or kind for name, kind in objects.items()}


def facts_after(domain: Domain, known: Knowledge, step: GroundAction) -> set[GroundAtom]:
    """What is true after a step, by its action."""
    task = task_of(domain, known.objects, known.facts, None)
    return set(apply(step.action, step.arguments, initial_state(task), task).atoms)


def is_of_all(goal: Formula) -> bool:
    """Whether a goal is about all objects of a kind."""
    return any(isinstance(one, Quantified) and one.quantifier != "exists" for one in everything_in(goal))


def without_twins(objects: Mapping[str, str], facts: Iterable[GroundAtom], goal: Formula) -> dict[str, str]:
    """The objects, but of those of one type that differ in nothing that is known only a few.

    If the goal is about all of something, or names it, it stays.
    """
    if is_of_all(goal):
        return dict(objects)
    about: dict[str, set[GroundAtom]] = {}
    for fact in facts:
        for name in fact[1:]:
            about.setdefault(name, set()).add(tuple(["=" if one == name else one for one in fact]))
    kept = set(named(goal))
    counted: dict[tuple[str, frozenset[GroundAtom]], int] = {}
    found = {}
    for name, kind in objects.items():
        key = (kind, frozenset(about.get(name, ())))
        counted[key] = counted.get(key, 0) + 1
        if counted[key] <= _MOST_TWINS or name in kept:
            found[name] = kind
    return found


def read_task(dialect: Described, known: Knowledge, task: str) -> tuple[GoalReading, dict[str, str]]:
    """The goal in a world's words, read in a scene with the known objects and several objects of every kind.

    A user's own world may name unseen objects; they are given with their types. What is guessed of them is held to
    this: no word of the task is left out, and actions can bring the goal about.
    """
    words = dialect.goal(task)
    if not dialect.heard:
        return held_to_scene(dialect, known, _read(dialect, known, words, {}), words), {}
    if words.startswith("("):  # the goal itself, where the problem has no words for it
        reading = GoalReading(f"(:goal {words})", (), (), ())
        return reading, _heard_of(dialect.domain, reading.goal, known)
    left = iter(range(1, _MOST_READ + 1))
    assumed: list[GoalReading] = []
    lexicons = [dialect.lexicon]
    if not _relations(dialect.domain).keys().isdisjoint(re.findall(r"[\w-]+", words.lower())):  # Boris wears the coat
        lexicons.append(replace(dialect.lexicon, frames=()))

    def read_with(scene: Knowledge, words: str, heard: dict[str, str]) -> GoalReading | None:
        first: GoalReading | None = None
        for one in lexicons:
            reading = _read(dialect, scene, words, heard, one)
            first = first or reading
            if reading.goal is not None and not _lost(reading, words, dialect.domain):
                if not reading.findings:
                    return reading
                assumed.append(reading)
        assert first is not None
        names = ((dialect.called(name), kind) for name, kind in _names_in(first, words, dialect, heard))
        new = (one for one in names if one[0] not in heard and next(left, None))
        return next((found for name, kind in new if (found := read_with(scene, words, {**heard, name: kind}))), None)

    of_kind = re.compile(rf"\b(?:{'|'.join(dialect.heard)})s? of (?:the )?(?=\w)", re.IGNORECASE)
    texts = dict.fromkeys((words, of_kind.sub("", words)))  # a bottle of ethanol may be called ethanol
    below = hierarchy_of(dialect.domain).subtypes
    told = {name: kind for name, kind in known.objects.items() if len(below.get(kind, ())) < 2}
    loose = replace(known, objects=told)  # a thing that was seen may be a drug
    tries = (read_with(scene, one, {}) for scene, one in product((known, loose), texts))
    whole = next((one for one in tries if one is not None), None) or next(iter(assumed), None)
    if whole is not None:
        return whole, _heard_of(dialect.domain, whole.goal, known)
    reading = _read(dialect, known, words, {})
    lost = _lost(reading, words, dialect.domain)
    return replace(reading, goal=None, findings=(*reading.findings, *lost), rest=reading.goal or reading.rest), {}


def held_to_scene(dialect: Described, known: Knowledge, reading: GoalReading, words: str) -> GoalReading:
    """A reading without what is not here, if the world tells at once all that there is of a type.

    Of several ways to understand the task, those are left whose things are here. If there are none, words are taken in
    the lexicon's looser meanings, which is a finding; where there are none of these either, that is an error.
    """
    condition = goal_of(reading.goal or "")
    if condition is None or not dialect.shown:
        return reading
    above = hierarchy_of(dialect.domain).supertypes
    there = {kind for one in known.objects.values() for kind in above.get(one, (one,))}
    lacking = {
        print_formula(way): [one for one in sorted(kinds_in(way) - there) if dialect.shown.intersection(above[one])]
        for way in ways_of(condition)
    }
    ways = [way for way, kinds in lacking.items() if not kinds]
    found: list[Diagnostic] = []
    if not ways:
        absent = sorted({one for kinds in lacking.values() for one in kinds})
        others = {one: [kind for kind in dialect.lexicon.loosely.get(one, ()) if kind in there] for one in absent}
        for way, kinds in lacking.items():
            for chosen in product(*(others[one] for one in kinds)):
                taken = dict(zip(kinds, chosen, strict=True))
                ways.append(_TYPE.sub(lambda kind, taken=taken: taken.get(kind[0], kind[0]), way))  # type: ignore[misc]
        said = [one for one in reading.mentions if one.kind == "thing"]
        for at, kinds in [(one.span, [kind for kind in absent if f"{kind}1" in one.names]) for one in said]:
            meant = dict.fromkeys(with_article(plain_words(one)) for kind in kinds for one in others[kind])
            if meant:
                taken_as = f"{' or '.join(meant)}: there is no {' or '.join(map(plain_words, kinds))} here"
                found.append(rules.goal_assumed(at, words[at.start : at.end], taken_as))
            elif kinds:
                found.append(rules.too_few_in_scene(at, words[at.start : at.end], 1, (), ()))
        if not ways and not any(one.is_error for one in found):
            whole = Source(words).span(0, len(words))
            found.append(rules.not_in_domain(whole, words, f"there is no {plain_words(absent[0])} here", ()))
    goal = ways[0] if len(ways) == 1 else f"(or {' '.join(dict.fromkeys(ways))})"
    return replace(reading, goal=f"(:goal {goal})" if ways else None, findings=(*reading.findings, *found))


def ways_of(goal: Formula) -> tuple[Formula, ...]:
    """The ways to reach a goal: the alternatives of a disjunction."""
    return goal.operands if isinstance(goal, Or) else (goal,)


def kinds_in(goal: Formula) -> set[str]:
    """The types of the objects that a goal mentions without a name."""
    return {one for types in wanted_kinds(goal) for one in types}


def _lost(reading: GoalReading, words: str, domain: Domain) -> list[Diagnostic]:
    """Errors for words that a goal leaves out, and for a goal that no action brings about.

    Where a thing is now may be left out if it has a name.
    """
    goal = goal_of(reading.goal or "")
    is_named = goal is not None and not any(isinstance(one, Quantified) for one in everything_in(goal))
    lost = {
        one.span: "it would be left out of the goal"
        for one in reading.findings
        if one.code == _LEFT_OUT and not (is_named and _WHERE_NOW.match(words, one.span.start))
    }
    changes = {(atom.predicate.text, is_added) for one in domain.actions for atom, is_added in changes_in(one.effect)}
    for atom, wanted in literals_in(goal) if goal is not None else ():
        name = atom.predicate.text
        if (name, not wanted) in changes and (name, wanted) not in changes:
            lost[Source(words).span(0, len(words))] = f"no action makes `{name}` {str(wanted).lower()}"
    return [rules.not_in_domain(at, words[at.start : at.end], reason, ()) for at, reason in lost.items()]


def _names_in(
    reading: GoalReading, words: str, dialect: Described, heard: Collection[str]
) -> Iterator[tuple[str, str]]:
    """What the first words that a reading does not know may name, and of which type, likeliest first."""
    unknown = [one for one in reading.findings if one.code == rules.unknown_thing.code]
    unknown = unknown or [one for one in reading.findings if one.code == _LEFT_OUT]
    one = min(unknown, key=lambda one: one.span.start, default=None)
    if one is None:
        return
    called = dialect.called_at(words, one.span.start)
    if one.span.start == 0 and called is None:  # a task begins with no name, unless that is one of the description
        return
    after = re.findall(r"[\w-]+", words[one.span.end :].lower())[:1]
    said = re.split(r",|\band\b", words[one.span.start : one.span.end].lower())[0].split()
    changed = {one.predicate.text for action in dialect.domain.actions for one in atoms_in(action.effect)}
    single = [one.name.text for one in dialect.domain.predicates if len(one.parameters) == 1]
    untyped = [one for one in single if not dialect.domain.types and one not in changed]
    kinds = (*dialect.heard, *(f"({one})" for one in untyped))
    if one.code == _LEFT_OUT and said[:1] == ["with"] and len(said) > 1:
        verb = re.split(r",|\band\b|\bthen\b", words[: one.span.start].lower())[-1].split()[:1]
        tool = "-".join(word for word in said[1:] if word not in _ARTICLES)
        yield from ((called or tool, kind) for kind in dialect.means.get(" ".join(verb), ()))  # feed the cow with hay
        return
    if one.code == _LEFT_OUT or not said:
        yield from (("-".join((*said, kind)), kind) for kind in after if kind in kinds)  # the red locker
        return
    before = " " + re.sub(r"\b(?:the|an?)\s+", " ", words[: one.span.start].lower()).rstrip()
    is_state = (
        not english().words["copulas"].isdisjoint(words[: one.span.start].lower().split()[-1:])
    )  # the hall is lit
    if is_state or before.endswith((" all", " every", " each", " both")):
        return  # of a kind, which no name is
    for each in heard:
        before = before.removesuffix(f" {plain_words(each)}")  # hand Mary the letter
    slots = [(slot.words or frame.verb, slot.type) for frame in dialect.lexicon.frames for slot in frame.slots]
    whole = words[one.span.start : one.span.end].lower().split()
    if after and after[0] in _ARTICLES and before.count(" ") == 1 and said == whole:
        before = " to"  # of `hand Mary the letter`, Mary
    related = _relations(dialect.domain)
    being = next((at for at, word in enumerate(said) if at and word in related), len(said))
    following = said[being:] or (after if said == whole else [])
    stated = [related[word][0] for word in following if word in related]
    stated += [related[word][1] for word in before.split()[-1:] if word in related]
    above = hierarchy_of(dialect.domain).supertypes
    asked = [kind for kind in kinds if any(one in above.get(kind, ()) for one in stated)]
    asked = asked or [kind for key, kind in slots if kind in kinds and before.endswith(f" {' '.join(key)}")]
    verb = tuple(re.split(r",|\band\b", before)[-1].split()[:1])
    asked = asked or [kind for key, kind in slots if kind in kinds and key == verb]
    if called is not None:
        yield from ((called, kind) for kind in dict.fromkeys((*asked, *kinds)))
        return
    for name in (*((*said, word) for word in after if word in (*kinds, *untyped)), said[:being]):  # the watering can
        heads = [each for each in kinds if each.strip("()") in (name[-1], *singulars(name[-1]))]
        yield from (("-".join(name), kind) for kind in dict.fromkeys((*heads, *(asked or kinds))))


def _relations(domain: Domain) -> dict[str, list[str]]:
    """The predicates of two terms, with the types of these."""
    kinds = {one.name.text: [type_names(each.types)[0] for each in one.parameters] for one in domain.predicates}
    return {name: types for name, types in kinds.items() if len(types) == 2}


def _heard_of(domain: Domain, goal: str | None, known: Knowledge) -> dict[str, str]:
    """The unseen objects in a goal, with the types that its predicates require."""
    declared = {one.name.text: one.parameters for one in domain.predicates}
    condition = goal_of(goal or "")
    found: dict[str, str] = {}
    for atom in atoms_in(condition) if condition is not None else ():
        for term, parameter in zip(atom.arguments, declared.get(atom.predicate.text, ()), strict=False):
            if not term.is_variable and term.text not in known.objects:
                found[term.text] = type_names(parameter.types)[0]
    return found


def _read(
    dialect: Described, known: Knowledge, words: str, heard: Mapping[str, str], lexicon: Lexicon | None = None
) -> GoalReading:
    hierarchy = hierarchy_of(dialect.domain)
    above = {name for one in dialect.domain.types for name in type_names(one.types)}
    leaves = [one.name.text for one in dialect.domain.types if one.name.text not in above]
    objects = dict(known.objects)
    for kind in leaves:
        if hierarchy.supertypes.get(kind):
            for number in range(1, _OF_A_KIND + 1):
                objects.setdefault(f"{kind}{number}", kind)
    objects |= {name: "object" if kind.startswith("(") else kind for name, kind in heard.items()}
    facts = known.facts | {(kind[1:-1], name) for name, kind in heard.items() if kind.startswith("(")}
    scene = task_of(dialect.domain, objects, facts, None).problem
    return read_goal(Source(words, "the task"), dialect.file, scene, lexicon or dialect.lexicon)


def goal_of(text: str) -> Formula | None:
    """The condition of a `(:goal ...)`."""
    goal = read(Source(text, "the goal"))[0].goal
    return goal.condition if goal is not None else None


def wanted_kinds(goal: Formula) -> list[tuple[str, ...]]:
    """The types of each object that the goal mentions without a name."""
    return [
        type_names(one.types) for part in everything_in(goal) if isinstance(part, Quantified) for one in part.variables
    ]


def named(goal: Formula) -> Iterator[str]:
    """The objects that the goal names."""
    for atom in atoms_in(goal):
        yield from (one.text for one in atom.arguments if not one.is_variable)
