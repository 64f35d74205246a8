"""The known facts of a world grow: a problem that a model writes is merged with the previous ones.

Nothing that was known is lost because it was not written again. A fact is removed if an executed step deletes it (in
the model's own domain), or if the model retracts it and quotes one of the latest observations: those since the previous
files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from clairify_cli.agents.policies.files.corrections import Correction, Fault, fault_of, sentence_naming
from clairify_cli.agents.policies.files.hints import is_told_of
from clairify_cli.agents.policies.files.single import at_once, joined
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.meaning import TOTAL_COST, WorldState, changed, changes_of, find_action
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    And,
    Atom,
    Comparison,
    Domain,
    FunctionTerm,
    Number,
    Problem,
    TypedName,
)
from clairify_cli.languages.pddl.task import GroundAtom, Task, ground, make_task
from clairify_cli.languages.pddl.writing.format import format_pddl
from clairify_cli.languages.pddl.writing.nodes import atom_of, name_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.records import dataclass, field, replace

Step = tuple[str, ...]
"""An action and its objects: `("go", "kitchen", "hall", "east")`."""


@dataclass(frozen=True, slots=True)
class Known:
    """The known facts: objects with their types, the currently true facts, and function values, in the order in which
    they became known. `past` are the states before, the first first."""

    objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: tuple[GroundAtom, ...] = ()
    numbers: Mapping[GroundAtom, float] = field(default_factory=dict)
    past: tuple[frozenset[GroundAtom], ...] = ()


@dataclass(frozen=True, slots=True)
class Grown:
    """The known facts after reading a problem, and the findings about it.

    `stale` are written facts that the step next to them made false; they are left out. `groundless` are rejected
    corrections, each with the reason and what to do about it.
    """

    known: Known
    stale: tuple[tuple[GroundAtom, Step], ...] = ()
    groundless: tuple[tuple[Correction, Fault], ...] = ()
    double: tuple[tuple[GroundAtom, GroundAtom], ...] = ()
    """Facts that are known, each with a new one that cannot be true at the same time."""


_MOST_STATES = 400


def known_of(problem: Problem) -> Known:
    """What a problem says by itself."""
    task = make_task(_NO_DOMAIN, problem)
    facts = tuple(dict.fromkeys(ground(one) for one in problem.init if isinstance(one, Atom)))
    return Known(dict(task.objects), facts, task.values)


def grown(
    before: Known | None,
    steps: Sequence[Step],
    domain: Domain,
    new: Known,
    corrections: Iterable[Correction] = (),
    latest: str = "",
    seen: str = "",
) -> Grown:
    """The previously known facts, progressed through the steps, with a new problem and the corrections.

    What was known by a name that stands in no observation `seen`, such as `north-of-kitchen`, is renamed without being
    asked if the `latest` ones tell what it is.
    """
    if before is None:
        return Grown(new)
    corrections = tuple(corrections)
    faults = [(one, fault_of(one, before.objects, latest)) for one in corrections]
    groundless = [(one, fault) for one, fault in faults if fault is not None]
    good = [one for one, fault in faults if fault is None]
    names = _renaming(good)
    before, new = renamed(before, names), renamed(new, names)
    steps = [(step[0], *(names.get(one, one) for one in step[1:])) for step in steps]
    after, deleted = progressed(before, steps, domain)
    observed = {_rename(one.fact, names) for one in good if one.kind == "OBSERVED" and one.fact}
    retracted = {_rename(one.fact, names) for one in good if one.kind == "RETRACT" and one.fact}
    gone = {one.names[0] for one in good if one.kind == "RETRACT" and one.names}
    stale = tuple((fact, deleted[fact]) for fact in new.facts if fact in deleted and fact not in observed)
    refused = {fact for fact, _ in stale} | retracted
    facts = dict.fromkeys((*after.facts, *new.facts, *sorted(observed)))
    objects = joined(after.objects, new.objects, hierarchy_of(domain))
    known = [fact for fact in after.facts if fact not in refused and not gone & set(fact[1:])]
    double = at_once(known, (fact for fact in facts if fact not in after.facts and fact not in refused), domain)
    renaming = next(_met(double, before, facts, latest, seen), None)
    if renaming is not None:
        return grown(before, steps, domain, new, (*corrections, renaming), latest, seen)
    refused |= {known for known, seen in double if seen in observed}
    kept = tuple(fact for fact in facts if fact not in refused and not gone & set(fact[1:]))
    objects = {name: types for name, types in objects.items() if name not in gone}
    return Grown(
        Known(objects, kept, {**after.numbers, **new.numbers}, after.past),
        stale,
        tuple(groundless),
        tuple(pair for pair in double if pair[1] not in observed),
    )


def _met(
    double: Iterable[tuple[GroundAtom, GroundAtom]],
    before: Known,
    facts: Collection[GroundAtom],
    latest: str,
    seen: str,
) -> Iterator[Correction]:
    """Renamings of placeholders that have been met under the name that the latest observations tell.

    If the name is known already, another fact has to be true of both.
    """
    for known, fact in double:
        names = [pair for pair in zip(known[1:], fact[1:], strict=False) if pair[0] != pair[1]]
        if len(names) != 1 or is_told_of(names[0][0], seen):
            continue
        old, new = names[0]
        is_twin = any(old in one and _rename(one, {old: new}) in facts for one in before.facts)
        quote = sentence_naming(new, latest)
        if quote and (is_twin or new not in before.objects):
            yield Correction("RENAME", f"RENAME {old} {new}", quote, None, names[0])


def progressed(known: Known, steps: Sequence[Step], domain: Domain) -> tuple[Known, dict[GroundAtom, Step]]:
    """The known facts after steps, and the facts that they made false, each with the last step that did so.

    Whether preconditions held does not matter: the world has executed the steps. A step that the domain does not
    have changes nothing.
    """
    task = task_of(known, domain)
    state = WorldState(frozenset(known.facts), dict(known.numbers))
    past = list(known.past)
    order = dict.fromkeys(known.facts)
    deleted: dict[GroundAtom, Step] = {}
    for step in steps:
        past.append(state.atoms)
        action = find_action(task, step[0])
        if action is None or len(action.parameters) != len(step) - 1:
            continue
        # The world has done it: that a precondition does not hold shows a gap in what is known, and undoes nothing.
        changes = replace(changes_of(action, step[1:], state, task), faults=())
        state = changed(state, changes)
        deleted |= dict.fromkeys(changes.deleted, step)
        for fact in sorted(changes.added):
            deleted.pop(fact, None)
            order.setdefault(fact)
    facts = tuple(fact for fact in order if fact in state.atoms)
    numbers = {name: value for name, value in state.numbers.items() if name != TOTAL_COST}
    # What the steps have cost is of no interest to the plan that comes next.
    if TOTAL_COST in known.numbers:
        numbers[TOTAL_COST] = known.numbers[TOTAL_COST]
    return Known(known.objects, facts, numbers, tuple(past[-_MOST_STATES:])), deleted


def renamed(known: Known, names: Mapping[str, str]) -> Known:
    """The same with other names for some objects."""
    if not names:
        return known
    objects: dict[str, tuple[str, ...]] = {}
    for name, types in known.objects.items():
        if name not in names:
            objects[name] = types
        else:
            objects.setdefault(names[name], types)
    return Known(
        objects,
        tuple(dict.fromkeys(_rename(fact, names) for fact in known.facts)),
        {_rename(name, names): value for name, value in known.numbers.items()},
        tuple(frozenset(_rename(fact, names) for fact in state) for state in known.past),
    )


def task_of(known: Known, domain: Domain) -> Task:
    """The known facts as a task without a goal."""
    return make_task(domain, problem_of(known, domain))


def problem_of(known: Known, domain: Domain, written: Problem | None = None) -> Problem:
    """The known facts as a problem; its name, goal and metric are the written ones, if any.

    Places in it are not those of any text.
    """
    constants = {one.name.text for one in domain.constants}
    objects = tuple(
        TypedName(name_of(name), () if types == (OBJECT,) else tuple(name_of(one) for one in types))
        for name, types in known.objects.items()
        if name not in constants
    )
    atoms = [atom_of(fact) for fact in known.facts]
    values = [
        Comparison(
            name_of("="),
            FunctionTerm(name_of(term[0]), tuple(name_of(one) for one in term[1:]), 0, 0),
            Number(value, 0, 0),
            0,
            0,
        )
        for term, value in known.numbers.items()
    ]
    empty = written if written is not None else _NO_PROBLEM
    goal = empty.goal if empty.goal is not None else And((), 0, 0)
    return empty._replace(
        name=empty.name or name_of("game"), domain=domain.name, objects=objects, init=(*atoms, *values), goal=goal
    )


def text_of(problem: Problem) -> str:
    """A problem as text, each of its sections from a line of its own."""
    return format_pddl(Source(_SECTION.sub("\n  (:", print_tree(problem))))


def _rename(fact: GroundAtom, names: Mapping[str, str]) -> GroundAtom:
    return (fact[0], *(names.get(one, one) for one in fact[1:]))


def _renaming(corrections: Iterable[Correction]) -> dict[str, str]:
    """The new name of each that has one, which of a chain of names is the last."""
    names = {one.names[0]: one.names[1] for one in corrections if one.kind == "RENAME"}
    for _ in names:
        names = {old: names.get(new, new) for old, new in names.items()}
    return {old: new for old, new in names.items() if old != new}


_SECTION = re.compile(r"\s+\(:")
_NO_DOMAIN = Domain(None, (), (), (), (), (), (), (), (), (), 0, 0)
_NO_PROBLEM = Problem(None, None, (), (), (), None, None, (), 0, 0)
