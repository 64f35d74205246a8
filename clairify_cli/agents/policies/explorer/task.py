"""The known facts as a planning task, the goal in the words of a world, and the objects of a goal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from clairify_cli.agents.policies.dialects.base import Knowledge
from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.meaning import GroundAction, apply, initial_state
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, Formula, Problem, Quantified, TypedName
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import atoms_in, everything_in
from clairify_cli.languages.pddl.writing.nodes import atom_of, name_of
from clairify_cli.reader.goals import GoalReading, read_goal
from clairify_cli.reader.goals.rules import rules

_OF_A_KIND = 3
"""So many things of each type are thought of when a goal is read, so that "a cup" does not mean the only one known."""

_MOST_TWINS = 3
"""So many things that differ in nothing that is known are kept."""

_MOST_DOMAINS = 8

_MOST_READ = 200
"""So often at most a task is read, with other types for the things that it names."""


def task_of(domain: Domain, objects: Mapping[str, str], facts: Iterable[GroundAtom], goal: Formula | None) -> Task:
    """A task with these objects and their types (`a|b` is of either), facts, and goal."""
    typed = tuple(
        [TypedName(name_of(one), tuple(name_of(each) for each in kind.split("|"))) for one, kind in objects.items()]
    )
    init = tuple([atom_of(one) for one in sorted(facts)])
    problem = Problem(name_of("known"), domain.name, (), typed, init, goal, None, (), 0, 0)
    hierarchy = hierarchy_known(domain)
    kinds = {one.name.text: type_names(one.types) for one in (*domain.constants, *typed)}
    of_type: dict[str, list[str]] = {name: [] for name in hierarchy.supertypes}
    for name, types in kinds.items():
        for above in {above for one in types for above in hierarchy.supertypes.get(one, (one,))}:
            of_type.setdefault(above, []).append(name)
    members = {name: tuple(those) for name, those in of_type.items()}
    return Task(domain, problem, hierarchy, kinds, members, frozenset(facts), {})


def loosened(domain: Domain, objects: Mapping[str, str]) -> dict[str, str]:
    """The objects, each with all types that it could have: a carried object may be a weapon."""
    below = hierarchy_known(domain).subtypes
    leaves = {kind: [one for one in below.get(kind, ()) if len(below[one]) == 1] for kind in {*objects.values()}}
    return {name: "|".join(sorted(leaves[kind])) or kind for name, kind in objects.items()}


def facts_after(domain: Domain, known: Knowledge, step: GroundAction) -> set[GroundAtom]:
    """What is true after a step, by its action."""
    task = task_of(domain, known.objects, known.facts, None)
    return set(apply(step.action, step.arguments, initial_state(task), task).atoms)


_HIERARCHIES: dict[int, tuple[Domain, Hierarchy]] = {}


def hierarchy_known(domain: Domain) -> Hierarchy:
    """The types of a domain; worked out once, since a game makes many tasks."""
    found = _HIERARCHIES.get(id(domain))
    if found is None:
        if len(_HIERARCHIES) >= _MOST_DOMAINS:
            _HIERARCHIES.clear()
        found = _HIERARCHIES[id(domain)] = (domain, hierarchy_of(domain))
    return found[1]


def without_twins(objects: Mapping[str, str], facts: Iterable[GroundAtom], goal: Formula) -> dict[str, str]:
    """The objects, but of those of one type that differ in nothing that is known only a few.

    If the goal is about all of something, or names it, it stays.
    """
    if any(isinstance(one, Quantified) and one.quantifier != "exists" for one in everything_in(goal)):
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

    A user's own world may name unseen objects; they are given with their types.
    """
    words = dialect.goal(task)
    if dialect.heard and words.startswith("("):  # the goal itself, where the problem has no words for it
        reading = GoalReading(f"(:goal {words})", (), (), ())
        return reading, _heard_of(dialect.domain, reading.goal, known)
    left = iter(range(1, _MOST_READ + 1))

    def read_with(heard: dict[str, str]) -> GoalReading | None:
        reading = _read(dialect, known, words, heard)
        new = [one for one in _names_in(reading, words, dialect, known) if one[0] not in heard]
        if not new:
            return reading if reading.goal is not None else None
        name, kinds = new[0]
        return next((found for one in kinds if next(left, None) and (found := read_with({**heard, name: one}))), None)

    found = read_with({}) if dialect.heard else None
    reading = found or _read(dialect, known, words, {})
    return reading, _heard_of(dialect.domain, reading.goal, known) if dialect.heard else {}


def _names_in(
    reading: GoalReading, words: str, dialect: Described, known: Knowledge
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names that a reading does not know, with the possible types of each, likeliest first."""
    changed = {one.predicate.text for action in dialect.domain.actions for one in atoms_in(action.effect)}
    single = [one.name.text for one in dialect.domain.predicates if len(one.parameters) == 1]
    kinds = (*dialect.heard, *(f"({one})" for one in single if not dialect.domain.types and one not in changed))
    for one in reading.findings:
        name = "-".join(words[one.span.start : one.span.end].lower().split())
        head = re.match(r"\s+([\w-]+)", words[one.span.end :])
        if one.code == rules.unknown_thing.code:
            yield name, kinds
        elif one.code == rules.goal_words_left_out.code and head is not None and head[1].lower() in dialect.heard:
            yield f"{name}-{head[1].lower()}", (head[1].lower(),)  # the red locker


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


def _read(dialect: Described, known: Knowledge, words: str, heard: Mapping[str, str]) -> GoalReading:
    hierarchy = hierarchy_known(dialect.domain)
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
    return read_goal(Source(words, "the task"), dialect.file, scene, dialect.lexicon)


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
