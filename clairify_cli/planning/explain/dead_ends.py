"""Irreversible changes in a task: facts that stay true once they are, and facts that are used up.

A *trap* is a fact that nothing makes false again and that excludes others that are needed, such as the place of a robot
in a room without a way out. A fact is *used up* if necessary actions make it false and nothing makes it true again.
Both are reported only if no plan can do without them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.planning.explain.missing_facts import lacking
from clairify_cli.planning.explain.model import Culprit, Exit, Trap, UsedUp
from clairify_cli.planning.ground.conditions import Literal, conjuncts, matched, substituted
from clairify_cli.planning.ground.goal_parts import Part
from clairify_cli.planning.ground.grounder import Fact, contrary
from clairify_cli.planning.ground.pairs import Operator
from clairify_cli.planning.ground.state_space import explore
from clairify_cli.planning.ground.task import GroundTask, fulfilled, relaxed

MOST_CANDIDATES = 12
MOST_TRAPS = 3
MOST_CULPRITS = 3


# ------------------------------------------------------------------------------------------------------- traps


def traps(ground: GroundTask) -> tuple[Trap, ...]:
    """Return the facts that every plan would have to make true and that nothing makes false again."""
    task = ground.reached.task
    made = dict.fromkeys(key for one in ground.usable for key in one.makes if key[0])
    left = {key[1][0] for one in ground.usable for key in one.makes if not key[0]}
    found = []
    for key in list(made):
        # A fact that is true from the start is not a trap: nothing leads into it.
        if key[1][0] not in left or key[1] in task.init or not _stays(ground, key):
            continue
        if not _shuts_out(ground, key):
            continue
        found.append(key)
    needed = [key for key in found[:MOST_CANDIDATES] if not _avoidable(ground, key)]
    return tuple(Trap(key[1], tuple(_exits(ground, key))) for key in needed[:MOST_TRAPS])


def _stays(ground: GroundTask, key: Fact) -> bool:
    """Whether no operator that is usable while a fact is true makes it false."""
    gone, possible = contrary(key), ground.found.possible
    return not any(gone in one.makes and all(possible(key, need) for need in one.needs) for one in ground.usable)


def _shuts_out(ground: GroundTask, key: Fact) -> bool:
    """Whether a fact excludes other positive facts that something needs."""
    found = ground.found
    return any(
        one[0] and one != key and found.possible(one, one) and not found.possible(one, key) for one in found.numbers
    )


def _avoidable(ground: GroundTask, key: Fact) -> bool:
    """Whether the goal is reachable under the relaxation without ever making a fact true."""
    without = [one for one in ground.found.operators if key not in one.makes]
    return fulfilled(ground.parts, relaxed(without, _initially(ground)))


def _initially(ground: GroundTask) -> Iterator[Fact]:
    init = ground.reached.task.init
    return (key for key in ground.found.numbers if (key[1] in init) is key[0])


def _exits(ground: GroundTask, key: Fact) -> Iterator[Exit]:
    """Yield the actions that would make a fact false, each with the static fact that it lacks."""
    init = ground.reached.task.init
    for one in ground.reached.achievers:
        binding = None if one.literal.positive else matched(one.literal, key[1])
        if binding is None:
            continue
        lacks = None
        for asked in conjuncts(substituted(one.condition, binding)):
            static = asked.positive and asked.predicate not in ground.fluents and set(asked.arguments) & set(key[1][1:])
            if static and all(matched(asked, atom) is None for atom in init):
                lacks = asked
                break
        if lacks is not None and len(lacks.arguments) == 1 and _is_of_other_kind(ground, lacks.arguments[0]):
            continue  # for example unloading a package, if the fact is about a truck
        yield Exit(one.owner.text, lacks, None if lacks is None else _way_in(ground, lacks, key))


def _is_of_other_kind(ground: GroundTask, name: str) -> bool:
    """Whether a static fact already gives an object's kind, in a domain without types."""
    task = ground.reached.task
    if task.domain.types:
        return False
    return any(atom[1:] == (name,) and atom[0] not in ground.fluents for atom in task.init)


def _way_in(ground: GroundTask, lacks: Literal, key: Fact) -> GroundAtom | None:
    """Return the reverse of a missing fact: one that leads to a place that nothing leads away from."""
    here = [at for at, term in enumerate(lacks.arguments) if term in key[1][1:]]
    there = [at for at, term in enumerate(lacks.arguments) if term.startswith("?")]
    for atom in sorted(ground.reached.task.init):
        if atom[0] == lacks.predicate and len(atom) - 1 == len(lacks.arguments):
            for one in here:
                if any(atom[1 + other] == lacks.arguments[one] for other in there):
                    return atom
    return None


# ----------------------------------------------------------------------------------------------------- used up


def used_up(ground: GroundTask) -> tuple[UsedUp, ...]:
    """Return facts that cannot be restored and are fewer than the parts of the goal that use up one each."""
    init = sorted(ground.reached.task.init)
    made = {key for one in ground.usable for key in one.makes}
    lost = {key for key in made if not key[0]}
    stock: dict[str, list[Fact]] = {}
    for atom in init:
        key = (True, atom)
        if contrary(key) in lost and key not in made:
            stock.setdefault(atom[0], []).append(key)
    found = []
    for predicate, keys in stock.items():
        takes = [part for part in ground.parts if _takes(ground, part, set(keys))]
        if len(takes) <= len(keys) or not _one_each(ground, takes):
            continue
        gone = {contrary(key) for key in keys}
        actions = dict.fromkeys(one.name for one in ground.usable if gone & set(one.makes))
        facts = tuple(key[1] for key in keys)
        takers = tuple(part.condition for part in takes)
        found.append(UsedUp(predicate, facts, tuple(actions), takers, lacking(ground, keys[0])))
    return tuple(found)


def _takes(ground: GroundTask, part: Part, keys: set[Fact]) -> bool:
    """Whether everything that satisfies a part of the goal uses up one of some facts."""
    gone = {contrary(key) for key in keys}
    return len(part.ways) == 1 and any(_costs(ground, key, gone) for key in part.ways[0])


def _costs(ground: GroundTask, key: Fact, gone: set[Fact]) -> bool:
    at_first = (key[1] in ground.reached.task.init) is key[0]
    makers = [one for one in ground.usable if key in one.makes]
    return not at_first and all(
        gone & set(one.makes) and set(one.needs) & {contrary(x) for x in gone} for one in makers
    )


def _one_each(ground: GroundTask, takes: list[Part]) -> bool:
    """Whether no operator achieves two of some parts at once."""
    wanted = [set(part.ways[0]) for part in takes]
    return all(sum(bool(keys & set(one.makes)) for keys in wanted) <= 1 for one in ground.usable)


# ---------------------------------------------------------------------------------------------------- culprits


def ways_back(ground: GroundTask, found: tuple[Trap, ...]) -> tuple[Operator, ...]:
    """Return operators that undo the steps into traps, to find out whether the traps are what prevents a plan."""
    facts = {(True, one.fact) for one in found}
    back = []
    for one in ground.found.operators:
        for key in facts & set(one.makes):
            taken = tuple(contrary(x) for x in one.makes if not x[0] and contrary(x) in one.needs)
            makes = (*taken, contrary(key))
            back.append(Operator(one.name, (key,), makes, tuple(contrary(x) for x in makes)))
    return tuple(back)


def culprits(ground: GroundTask, *, seconds: float) -> tuple[Culprit, ...]:
    """Return single effects without which there would be a plan: actions with the predicate that they make false."""
    losses = dict.fromkeys(
        Culprit(one.name, key[1][0])
        for one in ground.usable
        for key in one.makes
        if not key[0] and contrary(key) in one.needs
    )
    deadline = time.monotonic() + seconds
    found: list[Culprit] = []
    for loss in losses:
        left = deadline - time.monotonic()
        if left <= 0 or len(found) >= MOST_CULPRITS:
            break
        # To explore anew is costly, but a deletion that looks guilty may be harmless: only a plan shows that it is not.
        kept = [_kept(one, loss) for one in ground.found.operators]
        if explore(ground.reached.task, kept, ground.parts, seconds=left).reached:
            found.append(loss)
    return tuple(found)


def _kept(one: Operator, loss: Culprit) -> Operator:
    """Return an operator without the given deletion."""
    if one.name != loss.action:
        return one
    return replace(one, makes=tuple(key for key in one.makes if key[0] or key[1][0] != loss.predicate))
