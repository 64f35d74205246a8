"""Spontaneous changes between the actions of a program: the effects of earlier actions are undone.

An opened door closes, a held object is dropped, an object that was put away is back where it lay, a device switches
off. This works the same for every domain: consecutive actions on the same object are undone together if their effects
still hold and the restored facts are those of the problem's initial state. So no object jumps into a hand, and the
actor is not moved. A change happens only if the goal can still be reached after it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations

from clairify_cli.agents.programs.base import Doing, Done
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, holds
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.program.meaning.lacking import literal_words
from clairify_cli.languages.program.meaning.undone import MOST_TOGETHER, Change, together
from clairify_cli.languages.program.vocabulary import Vocabulary
from clairify_cli.planning.repair.texts import problem_now
from clairify_cli.planning.solvers.base import Limits, Solver
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import BY_ITSELF

Reachable = Callable[[WorldState], bool]
"""Whether the goal can be reached from a state."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What happened after action number `after`: the atoms that became true, and those that became false."""

    after: int
    true: tuple[GroundAtom, ...]
    false: tuple[GroundAtom, ...]
    words: str


@dataclass(frozen=True, slots=True)
class _Step:
    """The changes of an action, and its objects."""

    change: Change
    objects: tuple[str, ...]


class Disturbed(TaskExecutor):
    """A text world with spontaneous changes, the same for the same seed and actions.

    After each accepted action, something happens with probability `chance`, at most `most` times in all. `reachable`
    says whether the goal can still be reached.
    """

    def __init__(
        self, known: Vocabulary, seed: int, reachable: Reachable, *, chance: float = 0.3, most: int = 2
    ) -> None:
        super().__init__(known)
        self.seed, self.reachable, self.chance, self.most = seed, reachable, chance, most
        self.happened: list[Disturbance] = []
        self._steps: list[_Step] = []

    def do(self, call: Doing) -> Done:
        """Execute an action; then something may happen, which is added to the remarks."""
        before = self.state.atoms
        done = super().do(call)
        if not done.taken:
            return done
        after = self.state.atoms
        self._steps.append(_Step(Change(after - before, before - after), self.ground(call)[1]))
        words = self._disturb(call.number)
        return replace(done, remarks=(*done.remarks, words)) if words else done

    def _disturb(self, number: int) -> str:
        chance = random.Random(f"{self.seed} {number}")  # noqa: S311 - a game, and the same on every run
        if len(self.happened) >= self.most or chance.random() >= self.chance:
            return ""
        found = list(dict.fromkeys(undoable(self._steps, self.state.atoms, self.known.task.init)))
        chance.shuffle(found)
        for true, false in found:
            now = self.state
            state = WorldState((now.atoms - frozenset(false)) | frozenset(true), now.numbers)
            if self.reachable(state):
                self.state = state
                changed = [literal_words(one, True, self.known) for one in true]
                changed += [literal_words(one, False, self.known) for one in false]
                words = f"{BY_ITSELF}{' and '.join(changed)}"
                self.happened.append(Disturbance(number, true, false, words))
                return words
        return ""


Undone = tuple[tuple[GroundAtom, ...], tuple[GroundAtom, ...]]
"""Atoms that become true, and atoms that become false."""


def undoable(steps: list[_Step], now: frozenset[GroundAtom], first: frozenset[GroundAtom]) -> Iterator[Undone]:
    """Yield the spontaneous changes possible in state `now`, after `steps` from the state `first`."""
    objects = dict.fromkeys(one for step in steps for one in step.objects)
    for thing in objects:
        about = [one.change for one in steps if _touches(one.change, thing) and not _moves(one.change)]
        for start, end in combinations(range(len(about) + 1), 2):
            if end - start > MOST_TOGETHER:
                continue
            made = together(about[start:end])
            is_so = made.true <= now and not made.false & now
            if is_so and made.touched and made.false <= first and not made.true & first:
                yield tuple(sorted(made.false)), tuple(sorted(made.true))


def _touches(change: Change, thing: str) -> bool:
    """Whether anything about an object was changed."""
    return any(thing in atom[1:] for atom in change.touched)


def _moves(change: Change) -> bool:
    """Whether the only change is the position of the actor: `(at a)` instead of `(at b)`."""
    both = [*change.true, *change.false]
    one_each = len(change.true) == 1 == len(change.false)
    return one_each and len({one[0] for one in both}) == 1 and all(len(one) == 2 for one in both)


LIMITS = Limits(seconds=10.0, memory_mb=2048)
"""The planner's limits for one state. If it gives no answer, the goal counts as unreachable."""


@dataclass(slots=True)
class Reach:
    """Asks a solver for a plan from a state; `domain` and `problem` are the texts of the task."""

    task: Task
    domain: Source
    problem: Source
    solver: Solver
    limits: Limits = LIMITS
    _known: dict[frozenset[tuple[str, ...]], bool] = field(default_factory=dict)

    def __call__(self, state: WorldState) -> bool:
        """Whether there is a plan."""
        if state.atoms not in self._known:
            is_there = holds(self.task.goal, {}, state, self.task)
            problem = problem_now(self.problem, self.task.problem, state)
            solve = self.solver.solve
            self._known[state.atoms] = is_there or solve(self.domain.text, problem.text, self.limits).solved
        return self._known[state.atoms]
