"""Evaluate how much of a goal is reached.

That is the fraction of the goal's conditions that hold (goal-condition recall), as in ProgPrompt (Singh et al.,
"ProgPrompt: Generating Situated Robot Task Plans using Large Language Models", 2023). Conditions are the literals of a
goal. For an existential goal, the object for which most of them hold counts; for a universal goal, every object counts.
Static facts are not conditions, but show which objects a goal is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning import Binding, WorldState, holds
from clairify_cli.languages.pddl.meaning.conditions import instances
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_INSTANCES = 10_000


def recall(known: Vocabulary, state: WorldState) -> tuple[int, int]:
    """Return how many conditions of a task's goal hold in a state, and how many there are; (0, 0) without a goal."""
    goal = known.task.goal
    return _recall(goal, {}, known, state) if goal is not None else (0, 0)


def _recall(formula: pddl.Formula, binding: Binding, known: Vocabulary, state: WorldState) -> tuple[int, int]:
    match formula:
        case pddl.And():
            parts = [_recall(one, binding, known, state) for one in formula.operands]
            return sum(one for one, _ in parts), sum(of for _, of in parts)
        case pddl.Quantified(quantifier="forall"):
            # An `imply` in the body selects the objects it is about.
            found = [_recall(formula.body, one, known, state) for one in _some(formula, binding, known, state)]
            return sum(one for one, _ in found), sum(of for _, of in found)
        case pddl.Quantified():
            found = [
                _recall(formula.body, one, known, state)
                for one in _some(formula, binding, known, state)
                if all(holds(each, one, state, known.task) for each in _fixed(formula.body, known))
            ]
            return max(found, key=lambda one: (one[0] / max(one[1], 1), one[1]), default=(0, 1))
        case pddl.Imply() if _is_fixed(formula.left, known):
            is_about = holds(formula.left, binding, state, known.task)
            return _recall(formula.right, binding, known, state) if is_about else (0, 0)
        case pddl.Preference():
            return 0, 0
    if _is_fixed(formula, known):
        return 0, 0
    return int(holds(formula, binding, state, known.task)), 1


def _fixed(formula: pddl.Formula, known: Vocabulary) -> list[pddl.Formula]:
    """Return the conjuncts of a condition that no action changes."""
    parts = formula.operands if isinstance(formula, pddl.And) else (formula,)
    return [one for one in parts if _is_fixed(one, known)]


def _is_fixed(formula: pddl.Formula, known: Vocabulary) -> bool:
    """Whether no action can change a condition: equality and static predicates."""
    match formula:
        case pddl.Atom():
            return formula.predicate.text == "=" or formula.predicate.text in known.static
        case pddl.Not():
            return _is_fixed(formula.operand, known)
        case pddl.And() | pddl.Or():
            return all(_is_fixed(one, known) for one in formula.operands)
    return False


def _some(formula: pddl.Quantified, binding: Binding, known: Vocabulary, state: WorldState) -> Iterator[Binding]:
    """Yield the bindings of a quantified condition; only the first ones if there are too many."""
    return islice(instances(formula, binding, view_of(known.task, state)), _MOST_INSTANCES)
