"""A text world backed by a PDDL problem: any domain with a description can be played.

The state is the problem's, and actions follow the domain. All texts come from the description: what the `look` views
mention is in view, and commands can name only objects that some text has named before.

It also explains why a command fails, by the first failing literal of the precondition.

Parameters that the command does not name are bound while the precondition is checked in source order, each by the
first true atom that matches. So `(at ?here)`, `(connected ?here ?there ?direction)` determine which door the literal
`(not (closed-door ?here ?there))` finds closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning import (
    GroundAction,
    NoOutcomeError,
    WorldState,
    applicable,
    apply,
    holds,
    initial_state,
)
from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.shape import free_variables
from clairify_cli.languages.pddl.syntax import OBJECT, Action, Atom, Domain, File
from clairify_cli.languages.pddl.task import Task
from clairify_cli.languages.pddl.walk import conjuncts, literal_of
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.worlds.text.base import ActionForm, Closing, Observation
from clairify_cli.worlds.text.describe import Names, Said, bindings, filled, together, told, view_told
from clairify_cli.worlds.text.description import Description, Failure
from clairify_cli.worlds.text.spelling import LONGEST, Meant, Spellings, Unknown, plain


class Failing(NamedTuple):
    """A literal that failed, with the value that was `wanted` and the parameters bound so far."""

    atom: Atom
    wanted: bool
    binding: dict[str, str]


def first_failing(action: Action, named: Mapping[str, str], task: Task, state: WorldState) -> Failing | None:
    """Return the first failing literal of a precondition; None if nothing fails, or something other than a literal."""
    view = view_of(task, state)
    binding = dict(named)
    for part in conjuncts(action.precondition):
        literal = literal_of(part)
        unknown = free_variables(part) - binding.keys()
        if not unknown:
            if not is_true(part, True, binding, view):
                return None if literal is None else Failing(*literal, binding)
        elif isinstance(part, Atom):
            parameters = [one for one in action.parameters if one.name.text in unknown]
            found = next(solutions(parameters, part, True, binding, view, is_true), None)
            if found is None:
                return Failing(part, True, binding)
            binding = found
    return None


class Spoken(NamedTuple):
    """What a policy may know of a world's language: its domain (file and text), description and lexicon."""

    file: File
    description: Description
    lexicon: Lexicon
    text: str


def forms_of(domain: Domain, description: Description) -> tuple[ActionForm, ...]:
    """Return the actions of a domain with the description's commands."""
    return tuple(
        ActionForm(
            one.name.text,
            tuple((each.name.text[1:], each.types[0].text if each.types else OBJECT) for each in one.parameters),
            description.deeds[one.name.text].command,
            description.deeds[one.name.text].meaning,
        )
        for one in domain.actions
    )


LOOK = ("look", "look around", "l")
INVENTORY = ("inventory", "i")
EXAMINE = "examine"
_NOT_NOW = "That cannot be done now."
_NOT_UNDERSTOOD = "That is not understood."
_OVER = "No steps are left."
_SHOWN = 60


class HiddenWorld(Closing):
    """A game over a hidden task and a description; see `base.TextWorld`.

    `aim` is the task in words. `spoken` is what a policy may know of the world's language.
    """

    def __init__(
        self,
        task: Task,
        description: Description,
        aim: str,
        *,
        name: str,
        kind: str,
        limit: int,
        spoken: Spoken | None = None,
    ) -> None:
        self._task = task
        self._description = description
        self._names = Names(task, description.names)
        self._spellings = Spellings(task, description, self._names)
        self.name, self.kind, self.task, self.limit = name, kind, aim, limit
        self.spoken = spoken
        self.reset()

    @cached_property
    def forms(self) -> tuple[ActionForm, ...]:
        return forms_of(self._task.domain, self._description)

    @property
    def public(self) -> dict[str, str]:
        """The objects that commands can name from the beginning, with their types."""
        return {name: self._task.objects[name][0] for name in self._task.objects_of(self._description.known)}

    def reset(self) -> Observation:
        """Start or restart the game; return what `look` tells."""
        self._state = initial_state(self._task)
        self._steps = 0
        self._done = False
        self._known = set(self._task.objects_of(self._description.known)) if self._description.known else set()
        return self._observed(self._look())

    def act(self, command: str) -> Observation:
        """Perform or refuse a command. Raises ValueError once the game is over."""
        if self._done:
            raise ValueError("the game is done; reset it")
        self._steps += 1
        text = plain(command) if len(command) <= LONGEST else ""
        meanings = list(self._spellings.meanings(text, self._known))
        for meant in meanings:
            if isinstance(meant, Meant):
                for action, after in self._outcomes(meant):
                    return self._observed(self._done_so(action, after))
        said = self._senses(text)
        if said is not None:
            return self._observed(said)
        return self._observed(Said(self._why_not(text, meanings)), refused=True)

    def commands(self) -> tuple[str, ...]:
        """Return the commands that would change something now, actions in the order of the domain, then looking."""
        if self._done:
            return ()
        found: dict[str, None] = {}
        for one in applicable(self._task, self._state):
            said = filled(self._description.deeds[one.action.name.text].command, _bound(one), self._names)
            if said is not None and said.objects <= self._known and self._outcome(one) not in (None, self._state):
                found[said.text] = None
        found[LOOK[0]] = None
        if self._description.inventory:
            found[INVENTORY[0]] = None
        if self._description.examine:
            special = [one for one in self._in_view() if any(True for _ in self._special(one))]
            found.update((f"{EXAMINE} {self._names.words[one]}", None) for one in special)
        return tuple(found)

    # ------------------------------------------------------------------------------------------------ actions

    def _outcomes(self, meant: Meant) -> Iterator[tuple[GroundAction, WorldState]]:
        """Yield the applicable actions that a command can mean, with their resulting states."""
        view = view_of(self._task, self._state)
        action = meant.action
        free = tuple(one for one in action.parameters if one.name.text not in meant.named)
        for binding in solutions(free, action.precondition, True, meant.named, view, is_true):
            one = GroundAction(action, tuple(binding[parameter.name.text] for parameter in action.parameters))
            after = self._outcome(one)
            if after is not None:
                yield one, after

    def _outcome(self, one: GroundAction) -> WorldState | None:
        try:
            return apply(one.action, one.arguments, self._state, self._task)
        except NoOutcomeError:
            return None

    def _done_so(self, one: GroundAction, after: WorldState) -> Said:
        """Apply an action and return its text."""
        self._state = after
        deed = self._description.deeds[one.action.name.text]
        said = filled(deed.said, _bound(one), self._names) or Said("")
        return together([said, *self._views(deed.then)], "\n")

    def _senses(self, text: str) -> Said | None:
        """Return what a looking command tells, which changes nothing; None for any other command."""
        if text in LOOK:
            return self._look()
        if text in INVENTORY and self._description.inventory:
            return together(self._views(self._description.inventory), "\n")
        verb, _, words = text.partition(" ")
        if verb != EXAMINE or not self._description.examine:
            return None
        thing = self._spellings.object_in(words, self._in_view())
        return None if isinstance(thing, Unknown) else self._examined(thing)

    def _special(self, thing: str) -> Iterator[Said]:
        for one in self._description.examine:
            yield from told(one, self._task, self._state, self._names, {"it": thing})

    def _examined(self, thing: str) -> Said:
        found = list(self._special(thing))
        return (
            together(found, " ") if found else Said(f"There is nothing special about the {self._names.words[thing]}.")
        )

    def _in_view(self) -> list[str]:
        """Return the objects named by the look and inventory views."""
        views = (*self._description.look, *self._description.inventory)
        return self._names.sorted(set().union(*(one.objects for one in self._views(views))))

    def _look(self) -> Said:
        return together(self._views(self._description.look), "\n")

    def _views(self, views: tuple[str, ...]) -> list[Said]:
        return view_told(self._description, views, self._task, self._state, self._names)

    # ------------------------------------------------------------------------------------------------ texts

    def _why_not(self, text: str, meanings: list[Meant | Unknown]) -> str:
        """Return why a command is refused: a failing literal, an unknown name, or no such command."""
        for meant in meanings:
            if isinstance(meant, Meant):
                said = self._reason(meant)
                if said is not None:
                    return said.text
        unknown = [one for one in meanings if isinstance(one, Unknown)]
        if len(unknown) < len(meanings):
            return _NOT_NOW
        verb, _, words = text.partition(" ")
        if verb == EXAMINE and words and self._description.examine:
            thing = self._spellings.object_in(words, self._known)
            unknown = [thing if isinstance(thing, Unknown) else Unknown(words), *unknown]
            if not isinstance(thing, Unknown):
                return f"The {self._names.words[thing]} is not in view."
        if not unknown:
            return _NOT_UNDERSTOOD
        best = min(unknown, key=lambda one: (not one.kind, not one.meant, len(one.words)))
        if best.kind:
            return f"That cannot be done with the {best.words}."
        if best.meant:
            return f"Which one, the {' or the '.join(best.meant)}?"
        shown = best.words if len(best.words) <= _SHOWN else f"{best.words[:_SHOWN]}…"
        return f"You know of nothing that is called “{shown}”."

    def _reason(self, meant: Meant) -> Said | None:
        """Return the description's text for the first failing literal; None if it has none that may be shown.

        A text that names unknown objects is not shown: it would reveal what is hidden.
        """
        found = first_failing(meant.action, meant.named, self._task, self._state)
        if found is None:
            return None
        told = (self._failed(one, meant.action, found) for one in self._description.failures)
        return next((said for said in told if said is not None and said.objects <= self._known), None)

    def _failed(self, failure: Failure, action: Action, found: Failing) -> Said | None:
        """Return a text for a failing literal, if it is one for it."""
        unmet = failure.unmet
        if (unmet.predicate, unmet.wanted) != (found.atom.predicate.text, found.wanted):
            return None
        if failure.of and action.name.text not in failure.of:
            return None
        binding = {name[1:]: one for name, one in found.binding.items() if name[1:] not in unmet.arguments}
        for argument, term in zip(unmet.arguments, found.atom.arguments, strict=True):
            value = found.binding.get(term.text, term.text)
            if not value.startswith("?"):
                binding[argument] = value
        if failure.when is None:
            return filled(failure.say, binding, self._names)
        own = {one.name.text[1:] for one in failure.when.variables}
        known = {name: one for name, one in binding.items() if name in own}
        extended = next(iter(bindings(failure.when, self._task, self._state, known)), None)
        return None if extended is None else filled(failure.say, {**binding, **extended}, self._names)

    def _observed(self, said: Said, *, refused: bool = False) -> Observation:
        """Return the observation; the objects that it names are known from now on."""
        self._known |= said.objects
        text = said.text
        won = not refused and holds(self._task.goal, {}, self._state, self._task)
        self._done = won or self._steps >= self.limit
        if won:
            text = f"{text}\n{self._description.won}" if text else self._description.won
        elif self._done:
            text = f"{text}\n{_OVER}" if text else _OVER
        return Observation(text, won, self._done, refused, self._steps)


def _bound(one: GroundAction) -> dict[str, str]:
    """Return the objects of a ground action by parameter names without question marks."""
    return {
        parameter.name.text[1:]: value for parameter, value in zip(one.action.parameters, one.arguments, strict=True)
    }
