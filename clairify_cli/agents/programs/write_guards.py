"""The facts of a plan worth asserting: those that earlier steps established, and how to re-establish them.

A fact is asserted right after the step that established it, if a later step or the goal needs it, and again before each
step that needs it. A step needs a fact if its condition is false without it. The recovery depends on how the fact may
have been undone: either some steps on an object, which is then back in its initial state (a door shut, a cup back on
its shelf), or only the last step (the actor has not walked). From there, a search looks for steps after which the rest
of the plan continues unchanged; if it finds none, or too many, the fact is not asserted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, binding_of, find_action, holds, initial_state
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.undone import MOST_TOGETHER, Change, moves, together
from clairify_cli.languages.program.vocabulary import Vocabulary
from clairify_cli.planning.repair.model import Forbidden, GroundStep, Situation, reaches, run_steps
from clairify_cli.planning.repair.nearby import way_back
from clairify_cli.records import dataclass

MOST_STEPS = 8
"""A recovery with more steps is a different plan rather than a recovery."""

MOST_GUARDED = 150
"""The longest plan that gets guards: for longer ones this is slow, and nobody would read them."""

MOST_SEARCHED = 20
"""The most remaining steps for which a recovery is searched, since the search slows down with their number. With more,
only repeating the step that established the fact is tried."""

MOST_STATES = 1_000
"""The most states in one search, which takes a few seconds at most."""

MOST_IN_VAIN = 4
"""After this many failed searches, no more are made for a plan."""

Literal = tuple[GroundAtom, bool]
"""An atom, and whether it should be true."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Facts that must all hold, and the steps that re-establish them."""

    facts: tuple[Literal, ...]
    recovery: tuple[GroundStep, ...]


def guards_of(
    steps: Sequence[GroundStep], known: Vocabulary, domain: Source, problem: Source
) -> list[tuple[Guard, ...]]:
    """Return the guards before each step of a plan and after the last one (one entry more than there are steps).

    The plan is valid for the task of `known`, whose texts are `domain` and `problem`.
    """
    if len(steps) > MOST_GUARDED:
        return [()] * (len(steps) + 1)
    return _Guards(tuple(steps), known, domain, problem).all()


class _Guards:
    """A plan with the states it passes through."""

    def __init__(self, steps: tuple[GroundStep, ...], known: Vocabulary, domain: Source, problem: Source) -> None:
        self.steps, self.known, self.task = steps, known, known.task
        self.domain, self.problem = domain, problem
        self.in_vain = 0
        self.states = run_steps(self.task, steps, initial_state(self.task)).states
        self.changes = [Change(b.atoms - a.atoms, a.atoms - b.atoms) for a, b in pairwise(self.states)]

    def all(self) -> list[tuple[Guard, ...]]:
        """Return the guards of every gap between steps."""
        users = [frozenset(self._needed(at)) for at in range(len(self.steps) + 1)]
        return [self._before(at, users) for at in range(len(self.steps) + 1)]

    def _before(self, at: int, users: Sequence[frozenset[tuple[Literal, int]]]) -> tuple[Guard, ...]:
        """Return the guards of a gap, shortest recovery first; facts with the same recovery share one guard."""
        wanted = set(users[at])
        wanted |= {one for later in users[at + 1 :] for one in later if one[1] == at - 1}
        found: dict[tuple[GroundStep, ...], list[Literal]] = {}
        for (atom, sign), maker in sorted(wanted, key=lambda one: (not one[0][1], one)):
            recovery = self._recovery((atom, sign), maker, at) if self._is_undoable(atom, sign) else None
            if recovery:
                found.setdefault(recovery, []).append((atom, sign))
        made = (Guard(tuple(facts), recovery) for recovery, facts in found.items())
        return tuple(sorted(made, key=lambda one: len(one.recovery)))

    def _is_undoable(self, atom: GroundAtom, sign: bool) -> bool:
        return atom[0] in (self.known.undoable if sign else self.known.made)

    # -------------------------------------------------------------------------------------------------- what is needed

    def _needed(self, at: int) -> Iterator[tuple[Literal, int]]:
        """Yield the facts established by earlier steps that a step (or, after the last one, the goal) needs."""
        if at < len(self.steps):
            action = find_action(self.task, self.steps[at][0])
            assert action is not None
            condition, binding = action.precondition, binding_of(action, self.steps[at][1:])
        else:
            condition, binding = self.task.goal, {}
        now = self.states[at]
        if condition is None:
            return
        for atom, maker in self._made_before(at).items():
            other = WorldState(now.atoms ^ {atom}, now.numbers)
            if not holds(condition, binding, other, self.task):
                yield (atom, atom in now.atoms), maker

    def _made_before(self, at: int) -> dict[GroundAtom, int]:
        """Return the atoms changed before a position, with the last step that changed each."""
        return {atom: number for number, one in enumerate(self.changes[:at]) for atom in one.touched}

    # ---------------------------------------------------------------------------------------------------- what mends

    def _recovery(self, fact: Literal, maker: int, at: int) -> tuple[GroundStep, ...] | None:
        """Return steps after which the plan can continue at `at` although a fact was undone; None if there are none."""
        for undone in self._undone(fact, maker, at):
            rest = self.steps[at:] or (self.steps[maker],)
            again = (self.steps[maker],)
            # Usually the step that established the fact can simply be repeated, which needs no search.
            goes_on = reaches(self.task, (*again, *self.steps[at:]), undone, Forbidden())
            if goes_on and self._mends(fact, again, undone):
                return again
            if len(rest) > MOST_SEARCHED or self.in_vain == MOST_IN_VAIN:
                continue
            there = Situation(self.task, self.domain, self.problem, undone, rest)
            steps = way_back(there, most=MOST_STATES)
            if steps is not None and len(steps) > len(rest):
                recovery = steps[: len(steps) - len(self.steps[at:])]
                if len(recovery) <= MOST_STEPS and self._mends(fact, recovery, undone):
                    return recovery
            self.in_vain += 1
        return None

    def _mends(self, fact: Literal, recovery: Sequence[GroundStep], state: WorldState) -> bool:
        state = run_steps(self.task, recovery, state).last
        return (fact[0] in state.atoms) is fact[1]

    def _undone(self, fact: Literal, maker: int, at: int) -> Iterator[WorldState]:
        """Yield the states in which a fact has been undone with its chain of steps on an object, or with the last step
        alone."""
        for made in self._chains(maker, at):
            state = (self.states[at].atoms - made.true) | made.false
            if (fact[0] in state) is not fact[1]:
                yield WorldState(state, self.states[at].numbers)
        alone = self.changes[maker]
        state = (self.states[at].atoms - alone.true) | alone.false
        if maker == at - 1 and (fact[0] in state) is not fact[1]:
            yield WorldState(state, self.states[at].numbers)

    def _chains(self, maker: int, at: int) -> Iterator[Change]:
        """Yield the joint changes of consecutive steps on one object that include the maker, fewest steps first.

        Only changes that still hold and that reverse the initial state.
        """
        now, first = self.states[at].atoms, self.states[0].atoms
        for thing in self.steps[maker][1:]:
            about = [one for one in range(at) if any(thing in atom[1:] for atom in self.changes[one].touched)]
            ranges = [about[start:end] for start, end in combinations(range(len(about) + 1), 2)]
            for some in sorted(ranges, key=len):
                if maker not in some or len(some) > MOST_TOGETHER:
                    continue
                made = together([self.changes[one] for one in some])
                is_so = made.true <= now and not made.false & now
                was_so = made.false <= first and not made.true & first
                if is_so and was_so and not moves(made):
                    yield made
