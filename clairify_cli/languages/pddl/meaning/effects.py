"""The effects of an action on a state.

All conditions and numbers in an effect refer to the state before it. An atom that is both added and deleted is added.
Several `increase` and `decrease` of one function add up, several `scale-up` and `scale-down` multiply; any other two
changes of one function contradict each other (PDDL 2.1 requires that the order of effects does not matter), unless
both assign the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning.conditions import instances, is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.state import WorldState
from clairify_cli.languages.pddl.meaning.terms import (
    Binding,
    compare,
    ground_atom,
    ground_term,
    undefined_terms,
    value_of,
)
from clairify_cli.languages.pddl.meaning.unmet import no_value, words_of_atom
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.meaning.words import words_of
from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Assignment,
    Atom,
    Broken,
    Comparison,
    Expression,
    Formula,
    FunctionTerm,
    Not,
    Quantified,
    When,
)
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import parts
from clairify_cli.records import dataclass, field


class Fault(NamedTuple):
    """Why an effect has no outcome: a clause, and the faulty part of the effect."""

    message: str
    formula: Formula


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of an action: atoms that become true and false, without unchanged ones, and new values of functions.

    If there are `faults`, the action has no outcome.
    """

    added: frozenset[GroundAtom] = frozenset()
    deleted: frozenset[GroundAtom] = frozenset()
    numbers: dict[GroundAtom, float] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


_PRICE = 4
"""What a copy of an effect costs, in choices of objects, since it is kept."""


class NoOutcomeError(ValueError):
    """An effect has no outcome, for example because it increases a function without a value. Its text says why."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(one.message for one in faults))
        self.faults = faults


def binding_of(action: Action, arguments: Sequence[str]) -> dict[str, str]:
    """Return the objects by parameter of an action; raise `ValueError` if the numbers differ."""
    return {one.name.text: value for one, value in zip(action.parameters, arguments, strict=True)}


def writes_of(
    action: Action, arguments: Sequence[str], state: WorldState, task: Task
) -> tuple[set[GroundAtom], set[GroundAtom], dict[GroundAtom, bool]]:
    """Return what an action adds and deletes in a state, even if unchanged, and the functions that it changes.

    Each function is mapped to whether it is only increased or decreased.
    """
    work = _Work(view_of(task, state))
    if action.effect is not None:
        work.collect(action.effect, binding_of(action, arguments))
    return work.added, work.deleted, work.additive()


def changes_of(action: Action, arguments: Sequence[str], state: WorldState, task: Task) -> Changes:
    """Return what an action would change in a state, whether or not its precondition holds."""
    work = _Work(view_of(task, state))
    if action.effect is not None:
        work.collect(action.effect, binding_of(action, arguments))
    numbers = work.new_numbers()
    added = frozenset(work.added) - state.atoms
    deleted = (frozenset(work.deleted) - work.added) & state.atoms
    return Changes(added, deleted, numbers, tuple(work.faults))


def changed(state: WorldState, changes: Changes) -> WorldState:
    """Return the state after the changes."""
    if not (changes.added or changes.deleted or changes.numbers):
        return state
    atoms = state.atoms
    if changes.deleted:
        atoms = atoms - changes.deleted
    if changes.added:
        atoms = atoms | changes.added
    return WorldState(atoms, {**state.numbers, **changes.numbers} if changes.numbers else state.numbers)


def apply(action: Action, arguments: Sequence[str], state: WorldState, task: Task) -> WorldState:
    """Return the state after an action, even if its precondition does not hold. Raises `NoOutcomeError`."""
    changes = changes_of(action, arguments, state, task)
    if changes.faults:
        raise NoOutcomeError(changes.faults)
    return changed(state, changes)


class _Work:
    """Traversal of an effect: what it adds and deletes, and its numeric effects."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.added: set[GroundAtom] = set()
        self.deleted: set[GroundAtom] = set()
        self.faults: list[Fault] = []
        self._numeric: dict[GroundAtom, list[tuple[Assignment, float]]] = {}

    def collect(self, effect: Formula, binding: Binding) -> None:
        """Collect the changes of an effect, in the order in which it is written."""
        waiting: list[tuple[Formula, Binding]] = [(effect, binding)]
        while waiting:
            one, bound = waiting.pop()
            match one:
                case Atom():
                    self.added.add(ground_atom(one, bound))
                case Not(operand=Atom() as atom):
                    self.deleted.add(ground_atom(atom, bound))
                case And():
                    waiting.extend((part, bound) for part in reversed(one.operands))
                case When():
                    if self._comes_about(one, bound):
                        waiting.append((one.effect, bound))
                case Quantified(quantifier="forall"):
                    count = prod(len(self.view.index.members_of(each)) for each in one.variables)
                    self.view.spend(_PRICE * count)  # before any is made
                    for each in instances(one, bound, self.view):
                        self.collect(one.body, each)
                case Assignment():
                    self._assign(one, bound)
                case _:
                    self.faults.append(Fault(f"`{words_of(one, bound)}` is no effect", one))

    def _comes_about(self, effect: When, binding: Binding) -> bool:
        if is_true(effect.condition, True, binding, self.view):
            return True
        if not is_true(effect.condition, False, binding, self.view):
            missing = _undefined_in(effect.condition, binding, self.view)
            self.faults.append(
                Fault(f"`{words_of(effect.condition, binding)}` cannot be told{missing}", effect.condition)
            )
        return False

    def _assign(self, effect: Assignment, binding: Binding) -> None:
        if isinstance(effect.target, Broken):
            self.faults.append(Fault("the effect could not be read", effect))
            return
        value = value_of(effect.value, binding, self.view.numbers)
        if value is None:
            missing = undefined_terms(effect.value, binding, self.view.numbers)
            why = no_value(missing) if missing else "it is not a finite number"
            self.faults.append(Fault(f"`{words_of(effect.value, binding)}` has no value: {why}", effect))
            return
        self._numeric.setdefault(ground_term(effect.target, binding), []).append((effect, value))

    def additive(self) -> dict[GroundAtom, bool]:
        """Return the changed functions, each with whether it is changed only by `increase` and `decrease`."""
        kinds = {target: {one.operator.text for one, _ in effects} for target, effects in self._numeric.items()}
        return {target: kind <= {"increase", "decrease"} for target, kind in kinds.items()}

    def new_numbers(self) -> dict[GroundAtom, float]:
        """Return the new values of functions; impossible changes are added to the faults."""
        numbers: dict[GroundAtom, float] = {}
        for target, effects in self._numeric.items():
            value = self._new_number(target, effects)
            if value is not None:
                numbers[target] = value
        return numbers

    def _new_number(self, target: GroundAtom, effects: list[tuple[Assignment, float]]) -> float | None:
        first, value = effects[0]
        kinds = {_KIND.get(effect.operator.text) for effect, _ in effects}
        name = words_of_atom(target)
        if len(kinds) > 1 or (kinds == {"assign"} and not all(compare("=", value, other) for _, other in effects)):
            self.faults.append(Fault(f"`{name}` is changed in two ways at once", effects[-1][0]))
            return None
        if kinds == {"assign"}:
            return value
        old = self.view.numbers.get(target)
        if old is None:
            self.faults.append(Fault(f"`{name}` has no value that could be changed", first))
            return None
        for effect, by in effects:
            match effect.operator.text:
                case "increase":
                    old += by
                case "decrease":
                    old -= by
                case "scale-up":
                    old *= by
                case "scale-down" if by:
                    old /= by
                case _:
                    self.faults.append(Fault(f"`{name}` is divided by zero", effect))
                    return None
        return old


_KIND = {"assign": "assign", "increase": "add", "decrease": "add", "scale-up": "scale", "scale-down": "scale"}


def _undefined_in(condition: Formula, binding: Binding, view: View) -> str:
    """Name the functions in a condition without a value, as the end of a sentence; quantifiers are skipped."""
    missing: dict[GroundAtom, None] = {}
    waiting: list[Formula | Expression] = [condition]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Comparison):
            for side in (one.left, one.right):
                missing.update(dict.fromkeys(undefined_terms(side, binding, view.numbers)))
        elif not isinstance(one, Quantified | FunctionTerm):
            waiting.extend(reversed(parts(one)))
    return f": {no_value(tuple(missing))}" if missing else ""
