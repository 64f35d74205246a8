"""Whether a goal leads anywhere new, and what else there is to reach."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from clairify_cli.agents.policies.grow import Known
from clairify_cli.languages.pddl.meaning import WorldState, holds, initial_state, words_of_atom
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import atoms_in, changes_in

if TYPE_CHECKING:
    from clairify_cli.planning.ground.reachability import Reachability

_MOST_TOLD = 20
_MOST_ROWS = 2_000


def is_true_now(task: Task) -> bool:
    """Whether the goal of a task holds at first."""
    return holds(task.goal, {}, initial_state(task), task)


def was_true(task: Task, known: Known) -> bool:
    """Whether the goal of a task held in a state that was passed through."""
    return any(holds(task.goal, {}, WorldState(state, dict(known.numbers)), task) for state in reversed(known.past))


def open_goals(task: Task, known: Known) -> list[GroundAtom]:
    """Facts that can be reached and have never been true, as far as is known: those of the goal's predicates, else any.

    Only predicates that actions change are looked at. There are at most a few thousand.
    """
    from clairify_cli.planning.ground.reachability import reach

    reached = reach(task, everything=True)
    ever = set(known.facts).union(*known.past)
    first = dict.fromkeys(one.predicate.text for one in atoms_in(task.goal))
    changes = [one for action in task.domain.actions for one in changes_in(action.effect)]
    changing = dict.fromkeys(atom.predicate.text for atom, positive in changes if positive)
    of_goal = [name for name in first if name in changing]
    return _open(of_goal, reached, ever) or _open([name for name in changing if name not in of_goal], reached, ever)


def _open(names: Iterable[str], reached: Reachability, ever: Set[GroundAtom]) -> list[GroundAtom]:
    rows = ((name, row) for name in names for row in sorted(reached.facts(name))[:_MOST_ROWS])
    return [(name, *row) for name, row in rows if (name, *row) not in ever]


def told(atoms: list[GroundAtom]) -> str:
    """Facts in a list for a message, the rest counted."""
    words = ", ".join(f"`{words_of_atom(one)}`" for one in atoms[:_MOST_TOLD])
    return f"{words} and {len(atoms) - _MOST_TOLD} more" if len(atoms) > _MOST_TOLD else words
