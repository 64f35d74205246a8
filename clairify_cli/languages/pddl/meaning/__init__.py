"""The semantics of a task: when conditions hold, why they do not, which actions are applicable, and their effects.

    state = initial_state(task)
    for step in applicable(task, state):                     # every ground action that can be done
        after = apply(step.action, step.arguments, state, task)
    holds(task.goal, {}, state, task)
    [explain(part) for part in why_false(task.goal, {}, state, task)]

States are immutable. Everything in `syntax` is supported except time (durative actions and timed literals, which
`planning.validate.temporal` handles) and preferences, which count as violated.
"""

from __future__ import annotations

from clairify_cli.languages.pddl.meaning.effects import (
    Changes,
    Fault,
    NoOutcomeError,
    apply,
    binding_of,
    changed,
    changes_of,
    writes_of,
)
from clairify_cli.languages.pddl.meaning.state import TOTAL_COST, WorldState, initial_state
from clairify_cli.languages.pddl.meaning.steps import (
    GroundAction,
    Misfit,
    MisfitKind,
    applicable,
    find_action,
    holds,
    is_applicable,
    misfits,
    parameter_types,
    why_false,
)
from clairify_cli.languages.pddl.meaning.terms import Binding, value_of
from clairify_cli.languages.pddl.meaning.unmet import Unmet, explain, nearest_words, words_of_atom
from clairify_cli.languages.pddl.meaning.words import number_words, words_of

__all__ = [
    "TOTAL_COST",
    "Binding",
    "Changes",
    "Fault",
    "GroundAction",
    "Misfit",
    "MisfitKind",
    "NoOutcomeError",
    "Unmet",
    "WorldState",
    "applicable",
    "apply",
    "binding_of",
    "changed",
    "changes_of",
    "explain",
    "find_action",
    "holds",
    "initial_state",
    "is_applicable",
    "misfits",
    "nearest_words",
    "number_words",
    "parameter_types",
    "value_of",
    "why_false",
    "words_of",
    "words_of_atom",
    "writes_of",
]
