"""Programs in worlds with a PDDL state: a problem alone, or a text world with commands and sentences.

An action is done where its precondition holds, and refused otherwise; the message says why. `state` is the world's own,
which disturbances (see `disturb`) change.
"""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.agents.programs.base import Doing, Done, Expected, GroundFact, Met, unmet
from clairify_cli.agents.programs.expectations import met_of, recall
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
from clairify_cli.languages.pddl.meaning.effects import binding_of
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.program.meaning.knowledge import Knowledge
from clairify_cli.languages.program.meaning.lacking import lacking
from clairify_cli.languages.program.vocabulary import Vocabulary
from clairify_cli.worlds.text.base import Observation
from clairify_cli.worlds.text.describe import Names, filled
from clairify_cli.worlds.text.description import Description
from clairify_cli.worlds.text.hidden import HiddenWorld

_MANY = 10**9
"""A program is bounded by itself: the world does not count its commands."""

_MOST_SHOWN = 3


class TaskExecutor:
    """A problem of PDDL as a world: what an action does is what the domain says."""

    def __init__(self, known: Vocabulary) -> None:
        self.known = known
        self.task: Task = known.task
        self.state: WorldState = initial_state(known.task)

    def do(self, call: Doing) -> Done:
        """Carry out an action whose precondition holds; refuse every other."""
        action, arguments = self.ground(call)
        wrong = self._senseless(call)
        if action is None or wrong:
            return self._refused(call, wrong)
        return self._done(call, action, arguments)

    def _done(self, call: Doing, action: pddl.Action, arguments: tuple[str, ...]) -> Done:
        why = self.why_not(call, self.state)
        if why:
            return self._refused(call, why)
        try:
            self.state = apply(action, arguments, self.state, self.task)
        except NoOutcomeError as error:
            return self._refused(call, str(error))
        return self._was_done(call, "done")

    def holds(self, fact: GroundFact) -> bool | None:
        """Whether a fact holds; None for a predicate that the domain does not have."""
        atom = self.atom(fact)
        if atom is None:
            return None
        if atom[0] == "=":
            return atom[1] == atom[2]
        return view_of(self.task, self.state).true(atom)

    def goal_reached(self) -> bool | None:
        """Whether the problem's goal holds; None if it has none."""
        return None if self.task.goal is None else holds(self.task.goal, {}, self.state, self.task)

    def goal_recall(self) -> tuple[int, int]:
        """How many conditions of the goal hold, of how many."""
        return recall(self.known, self.state)

    # -------------------------------------------------------------------------------------------------------- words

    def ground(self, call: Doing) -> tuple[pddl.Action | None, tuple[str, ...]]:
        """The action of the domain that a call names, None without one, and its objects."""
        return self.known.action(call.action), tuple(one.lower() for one in call.arguments)

    def atom(self, fact: GroundFact) -> GroundAtom | None:
        """The atom that a program asks for; None if the domain has no such predicate, or no such objects."""
        declared = self.known.predicate(fact.predicate)
        objects = tuple(one.lower() for one in fact.arguments)
        if declared is None or len(declared.parameters) != len(objects):
            return None
        return (declared.name.text, *objects) if all(one in self.task.objects for one in objects) else None

    def _senseless(self, call: Doing) -> str:
        """Why a call makes no sense in any state; nothing if it does."""
        action, arguments = self.ground(call)
        if action is None:
            return f"there is no action `{call.action}` here"
        for wrong in misfits(self.task, action.name.text, arguments):
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
        """Why a call cannot be carried out in a state; nothing if it can."""
        action, arguments = self.ground(call)
        senseless = self._senseless(call)
        if action is None or senseless:
            return senseless
        if is_applicable(action, arguments, state, self.task):
            return ""
        binding = binding_of(action, list(arguments))
        lacks = [one.text for one in lacking(action.precondition, binding, Knowledge(state), self.known)]
        return f"it needs {' and '.join(lacks[:_MOST_SHOWN]) or 'its precondition'}"

    def _was_done(self, call: Doing, message: str) -> Done:
        met = self._met(call, True)
        wrong = unmet(met)
        return Done(not wrong, wrong or message, met=met, parameters=call.parameters)

    def _refused(self, call: Doing, message: str) -> Done:
        return Done(False, message, taken=False, met=self._met(call, False), parameters=call.parameters)

    def _met(self, call: Doing, succeeded: bool) -> tuple[Met, ...]:
        return tuple(Met(one, self._check(one, succeeded)) for one in call.expectations)

    def _check(self, one: Expected, succeeded: bool) -> bool | None:
        """What a check says in a world without geometry: what is held, where things are, and whether it was done."""
        if one.check in ("can_reach", "can_grasp"):
            return succeeded
        return met_of(one, None, self.holds) if succeeded else None


class _OpenWorld(HiddenWorld):
    """A world of text that knows all names from the beginning, and goes on after its goal was reached.

    A program is written with the names of all objects before it, and it alone says when it is over.
    """

    def say(self, command: str, state: WorldState) -> tuple[Observation, WorldState]:
        """What is seen of a command in a state, and the state after it."""
        self._known = set(self._task.objects)
        self._state, self._done = state, False
        seen = self.act(command)
        return seen, self._state


class TextExecutor(TaskExecutor):
    """A world of text: actions are given to it as commands, and its replies are the messages.

    A command says less than a call (`go to fridge 1` not from where): what it leaves out, the world finds by itself.
    """

    def __init__(self, known: Vocabulary, description: Description) -> None:
        super().__init__(known)
        self._description = replace(description, won="")
        self._names = Names(known.task, description.names)
        self._world = _OpenWorld(known.task, self._description, "", name="program", kind="program", limit=_MANY)

    def _done(self, call: Doing, action: pddl.Action, arguments: tuple[str, ...]) -> Done:
        deed = self._description.deeds[action.name.text]
        bound = {one.name.text[1:]: value for one, value in zip(action.parameters, arguments, strict=True)}
        said = filled(deed.command, bound, self._names)
        if said is None:
            return self._refused(call, f"there is no command for {call.text}")
        seen, self.state = self._world.say(said.text, self.state)
        text = " ".join(seen.text.split())
        if seen.refused:
            return self._refused(call, text)
        return self._was_done(call, text)
