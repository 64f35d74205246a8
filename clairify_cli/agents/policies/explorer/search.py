"""Where to look next: the objects missing for the goal, their possible places, and the cost of looking there.

Missing objects are imagined at the place with the best ratio of promise to steps; a plan with them also does what is
already possible on the way. If an object is in one of several places, each with its own probability and cost, searching
in order of probability over cost takes the fewest steps on average (Stone, 1975).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from clairify_cli.agents.policies.dialects.base import UNSEEN, Fact, Frontier, Knowledge
from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.dialects.sentences import fits
from clairify_cli.agents.policies.explorer.task import named, task_of, wanted_kinds
from clairify_cli.languages.pddl.hierarchy import hierarchy_of, type_names
from clairify_cli.languages.pddl.meaning import holds, initial_state
from clairify_cli.languages.pddl.syntax import And, Domain, Formula, Not
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import changed_by, literals_in
from clairify_cli.languages.pddl.writing.nodes import atom_of
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.nearby import distance_to, distances
from clairify_cli.records import dataclass

IMAGINED = "unseen-"


@dataclass(frozen=True, slots=True)
class Missing:
    """An object that the goal needs and that is unknown: a name for it, and its type."""

    name: str
    kind: str


def relevant(dialect: Described, known: Knowledge, goal: Formula) -> dict[str, str]:
    """The objects that a plan can need: of types that are clutter only those that the goal or the hand has."""
    if not dialect.clutter:
        return dict(known.objects)
    supertypes = hierarchy_of(dialect.domain).supertypes
    kinds = {name for types in wanted_kinds(goal) for name in types}
    # What the goal asks for as an `item` of any kind leaves everything in.
    names = set(named(goal))
    carried = {name for one in known.facts if one[0] == "holding" for name in one[1:]}
    kept = {}
    for name, kind in known.objects.items():
        above = supertypes.get(kind, (kind,))
        if not dialect.clutter.intersection(above) or kinds.intersection(above) or name in names | carried:
            kept[name] = kind
    return kept


def missing_kinds(
    domain: Domain, objects: dict[str, str], goal: Formula, heard: Mapping[str, str] = MappingProxyType({})
) -> list[Missing]:
    """Objects in the goal of which too few are known, then those of which another may be needed.

    `heard` are things that the task names, with their types.
    """
    supertypes = hierarchy_of(domain).supertypes
    found: list[Missing] = []
    for name in dict.fromkeys(named(goal)):
        if name not in objects:
            kind = heard.get(name) or name.rstrip("0123456789")
            if kind in supertypes:
                found.append(Missing(name, kind))
    counted: dict[str, int] = {}
    for types in wanted_kinds(goal):
        kind = types[0]
        counted[kind] = counted.get(kind, 0) + 1
    for kind, count in counted.items():
        there = sum(kind in supertypes.get(each, (each,)) for one in objects.values() for each in one.split("|"))
        found += [Missing(f"{IMAGINED}{kind}{number}", kind) for number in range(1, count - there + 1)]
    return found


def tools(domain: Domain, objects: dict[str, str]) -> list[Missing]:
    """Types that an action needs and that have no known objects."""
    supertypes = hierarchy_of(domain).supertypes
    known = {above for one in objects.values() for kind in one.split("|") for above in supertypes.get(kind, (kind,))}
    wanted = {
        kind: None
        for action in domain.actions
        for one in action.parameters
        for kind in type_names(one.types)
        if kind not in known and kind in supertypes
    }
    return [Missing(f"{IMAGINED}{kind}1", kind) for kind in wanted]


def hoped(dialect: Described, objects: Mapping[str, str], ever: set[GroundAtom], hopes: int) -> set[GroundAtom]:
    """Facts about an object that actions require and that were never known: none with 0 `hopes`.

    With one, what actions only undo: that a fish is raw before it is fried. With two, also facts that no sentence ever
    tells, such as a hand being free before it has taken anything. Facts that actions also require to be false, such as
    a chest being locked, are left out: they may just as well be true.
    """
    actions = dialect.domain.actions if hopes else ()
    added, gone = changed_by(actions)
    denied = {atom.predicate.text for one in actions for atom, wanted in literals_in(one.precondition) if not wanted}
    chosen = ((gone - added) | (dialect.untold if hopes > 1 else set())) - denied
    supertypes = hierarchy_of(dialect.domain).supertypes
    found = set[GroundAtom]()
    for action in actions:
        types = {one.name.text: type_names(one.types) for one in action.parameters}
        for atom, _ in literals_in(action.precondition):
            if len(atom.arguments) == 1 and atom.predicate.text in chosen:
                wanted = types.get(atom.arguments[0].text, ())
                fitting = [
                    one for one, kind in objects.items() if any(fits(a, wanted, supertypes) for a in kind.split("|"))
                ]
                found |= {(atom.predicate.text, one) for one in fitting}
    return found - ever


def imagined(missing: Sequence[Missing], frontier: Frontier, domain: Domain) -> tuple[dict[str, str], set[GroundAtom]]:
    """Objects and facts, assuming that a frontier has all missing objects that can be there."""
    supertypes = hierarchy_of(domain).supertypes
    objects: dict[str, str] = {}
    facts: set[GroundAtom] = set()
    for one in missing:
        if can_hold(frontier, one.kind, supertypes):
            objects[one.name] = one.kind
            facts |= {tuple([one.name if name == UNSEEN else name for name in atom]) for atom in frontier.there}
    return objects, facts


def can_hold(frontier: Frontier, kind: str, supertypes: Mapping[str, Collection[str]]) -> bool:
    """Whether objects of a type, or of one of its supertypes, can be there."""
    return fits(kind, frontier.holds, supertypes) or any(kind in supertypes.get(one, (one,)) for one in frontier.holds)


def ranked(
    dialect: Described, known: Knowledge, objects: dict[str, str], missing: Sequence[Missing]
) -> list[tuple[float, Frontier]]:
    """Frontiers that can be explored with these objects, and their promise per step, the most promising first."""
    left_out = known.objects.keys() - objects.keys()
    frontiers = [
        one for one in dialect.frontiers(known) if not any(left_out.intersection(atom) for _, atom in one.needs)
    ]
    facts = {one for one in known.facts if left_out.isdisjoint(one)}
    reach = steps_to(task_of(dialect.domain, objects, facts, None), [one.needs for one in frontiers])
    supertypes = hierarchy_of(dialect.domain).supertypes
    found = []
    for frontier, steps in zip(frontiers, reach, strict=True):
        if steps is not None:
            promise = math.fsum(_likelihood(dialect, one.kind, frontier, supertypes) for one in missing)
            found.append((promise / max(1, steps), -steps, frontier))
    found.sort(key=lambda one: (-one[0], -one[1]))
    return [(value, frontier) for value, _, frontier in found]


def steps_to(task: Task, wanted: Sequence[Sequence[Fact]]) -> list[int | None]:
    """About how many steps each of some sets of facts takes, at least; None if one cannot come true."""
    try:
        ground = ground_small(task, asked={fact for one in wanted for fact in one})
    except TooLargeError:
        return [1] * len(wanted)
    reached = distances(ground, ground.start)
    return [distance_to(ground, reached, one) for one in wanted]


def conjunction(facts: Iterable[Fact]) -> Formula:
    """The facts as a condition."""
    return And(tuple([_literal(one) for one in dict.fromkeys(facts)]), 0, 0)


def _literal(fact: Fact) -> Formula:
    positive, atom = fact
    return atom_of(atom) if positive else Not(atom_of(atom), 0, 0)


def _likelihood(dialect: Described, kind: str, frontier: Frontier, supertypes: Mapping[str, Collection[str]]) -> float:
    """The average number of objects of a type there, by the lexicon's table; a small number by default."""
    if not can_hold(frontier, kind, supertypes):
        return 0.0
    table = dialect.lexicon.places
    if not table:
        return 1.0
    kinds = [one for one in table if kind in supertypes.get(one, (one,))]
    return max(sum(table[one].get(frontier.kind, 0.0) for one in kinds), 0.0001)


def would_be_won(
    dialect: Described,
    objects: dict[str, str],
    facts: set[GroundAtom],
    goal: Formula,
    missing: Sequence[Missing],
    frontier: Frontier,
) -> bool:
    """Whether the goal would already hold if the missing objects were there: then they are not."""
    more, there = imagined(missing, frontier, dialect.domain)
    task = task_of(dialect.domain, {**objects, **more}, facts | there, goal)
    return holds(goal, {}, initial_state(task), task)
