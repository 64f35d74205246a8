"""Find where a ring of facts that need each other begins: the fact most likely missing from the initial state."""

from __future__ import annotations

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.achievers import achievers_of
from clairify_cli.planning.ground.conditions import Literal, condition_of, literals_of, matched, substituted


def beginnings(task: Task, ring: tuple[Literal, ...]) -> tuple[Literal, ...]:
    """The facts of a circle with which it had best begin, the likeliest first; several where they are as likely.

    What an action makes exclusive with facts of the initial state comes last (a thing that is held is no longer where
    it is), then what the goal itself asks for. Before others comes what has no arguments, what the initial state has of
    other objects, and what leaves no object open.
    """
    facts = list(dict.fromkeys(one for one in ring if one.positive))
    plain = list({(one.predicate, one.arguments): one for one in facts}.values())
    if not plain:
        return ()
    goal = {(one.predicate, one.arguments) for one in literals_of(condition_of(task.goal)) if one.positive}
    stated = {atom[0] for atom in task.init}

    def kind(one: Literal) -> tuple[bool, ...]:
        asked = (one.predicate, one.arguments) in goal
        # A ring is entered at a fact that can start it, not at one that an action would have to make true.
        return _denied(task, one), asked, bool(one.arguments), one.predicate not in stated

    best = min(map(kind, plain))
    likely = [one for one in plain if kind(one) == best]
    ground = [one for one in likely if not one.variables]
    # Of facts that the initial state has of other things, the one that says where a thing is leaves the place open.
    return tuple(ground if ground and not _stated_open(likely, stated) else likely)


def _stated_open(likely: list[Literal], stated: set[str]) -> bool:
    return any(one.variables and one.predicate in stated for one in likely)


def _denied(task: Task, fact: Literal) -> bool:
    """Whether an action that adds a fact deletes one that the initial state has of the same objects."""
    for one in achievers_of(task.domain):
        if one.is_derived or not one.literal.positive or one.literal.predicate != fact.predicate:
            continue
        if len(one.literal.arguments) != len(fact.arguments):
            continue
        binding = {
            inner: outer
            for inner, outer in zip(one.literal.arguments, fact.arguments, strict=True)
            if inner.startswith("?") and not outer.startswith("?")
        }
        for other in achievers_of(task.domain):
            if other.place == one.place and not other.literal.positive:
                gone = substituted(other.literal, binding)
                if isinstance(gone, Literal) and any(matched(gone, atom) is not None for atom in task.init):
                    return True
    return False
