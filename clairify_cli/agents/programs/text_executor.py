"""Execute programs in the state of a PDDL problem.

An action is executed if its precondition holds, and refused otherwise; the message says why. `state` is the world's own
state, which disturbances (see `disturb`) change.
"""

from __future__ import annotations

from clairify_cli.agents.programs.base import Doing, Done, GroundFact
from clairify_cli.agents.programs.recall import recall
from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning import (
    MisfitKind,
    NoOutcomeError,
    WorldState,
    apply,
    holds,
    initial_state,
    is_applicable,
    misfits,
)
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.effects import binding_of, changes_of
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.knowledge import Knowledge
from clairify_cli.languages.program.meaning.lacking import lacking
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_SHOWN = 3


class InVocabulary:
    """What an executor answers from the state of its world: facts, the goal, and what an action does or lacks."""

    known: Vocabulary

    def now(self) -> WorldState:
        """The state of the world."""
        raise NotImplementedError

    def holds(self, fact: GroundFact) -> bool | None:
        """Whether a fact holds; None for a predicate or an object that the task does not have."""
        atom = self.atom(fact)
        if atom is None:
            return None
        if atom[0] == EQUALS:
            return atom[1] == atom[2]
        return view_of(self.known.task, self.now()).true(atom)

    def goal_reached(self) -> bool | None:
        """Whether the problem's goal holds; None if there is no goal, or it asks for nothing."""
        goal = self.known.task.goal
        is_empty = goal is None or (isinstance(goal, pddl.And) and not goal.operands)
        return None if is_empty else holds(goal, {}, self.now(), self.known.task)

    def goal_recall(self) -> tuple[int, int]:
        """Return how many conditions of the goal hold, and how many there are."""
        return recall(self.known, self.now())

    # -------------------------------------------------------------------------------------------------------- words

    def ground(self, call: Doing) -> tuple[pddl.Action | None, tuple[str, ...]]:
        """Return the domain's action for a call (None if there is none) and its objects."""
        return self.known.action(call.action), tuple(one.lower() for one in call.arguments)

    def atom(self, fact: GroundFact) -> GroundAtom | None:
        """Return the atom for a program's fact; None if the task lacks the predicate or an object."""
        declared = self.known.predicate(fact.predicate)
        objects = tuple(one.lower() for one in fact.arguments)
        if declared is None or len(declared.parameters) != len(objects):
            return None
        return (declared.name.text, *objects) if all(one in self.known.task.objects for one in objects) else None

    def _senseless(self, call: Doing) -> str:
        """Return why a call is invalid in every state; empty if it is valid."""
        action, arguments = self.ground(call)
        if action is None:
            return f"there is no action `{call.action}` here"
        for wrong in misfits(self.known.task, action.name.text, arguments):
            match wrong.kind:
                case MisfitKind.OBJECT:
                    return f"there is no `{arguments[wrong.position]}` here"
                case MisfitKind.TYPE:
                    return f"`{arguments[wrong.position]}` is not of a kind that fits {self.known.signature(action)}"
                case MisfitKind.ARITY:
                    return f"{self.known.signature(action)} takes {len(action.parameters)} objects"
                case _:
                    return f"the action `{action.name.text}` cannot be done here"
        return ""

    def why_not(self, call: Doing, state: WorldState) -> str:
        """Return why a call cannot be executed in a state; empty if it can."""
        action, arguments = self.ground(call)
        senseless = self._senseless(call)
        if action is None or senseless:
            return senseless
        if is_applicable(action, arguments, state, self.known.task):
            return ""
        binding = binding_of(action, list(arguments))
        lacks = [one.text for one in lacking(action.precondition, binding, Knowledge(state), self.known)]
        return f"it needs {' and '.join(lacks[:_MOST_SHOWN]) or 'its precondition'}"

    def due(self, call: Doing, fact: GroundFact) -> bool | None:
        """Return the value that an action gives to a fact, whether or not it holds now; None if it gives none."""
        (action, arguments), atom = self.ground(call), self.atom(fact)
        if action is None or atom is None or self._senseless(call):
            return None
        state = self.now()
        with_it, without = (
            changes_of(action, arguments, WorldState(one, state.numbers), self.known.task)
            for one in (state.atoms | {atom}, state.atoms - {atom})
        )
        return True if atom in without.added else False if atom in with_it.deleted else None


class TaskExecutor(InVocabulary):
    """A PDDL problem as a world; actions have the effects defined in the domain."""

    def __init__(self, known: Vocabulary) -> None:
        self.known = known
        self.state = initial_state(known.task)

    def now(self) -> WorldState:
        return self.state

    def do(self, call: Doing) -> Done:
        """Execute an action if its precondition holds; refuse it otherwise."""
        action, arguments = self.ground(call)
        why = self.why_not(call, self.state)
        if action is not None and not why:
            try:
                self.state = apply(action, arguments, self.state, self.known.task)
            except NoOutcomeError as error:
                why = str(error)
        return Done(not why, why or "done", taken=not why, parameters=call.parameters)
