"""Check whether the recovery of an assertion would repair what may have come undone there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clairify_cli.languages.pddl.meaning.effects import binding_of
from clairify_cli.languages.pddl.meaning.state import WorldState
from clairify_cli.languages.pddl.meaning.steps import GroundAction
from clairify_cli.languages.program.meaning.achieve import makers, single_steps
from clairify_cli.languages.program.meaning.effects import carried_out
from clairify_cli.languages.program.meaning.judging import Scope, atom_of, judge, judge_condition, objects_of
from clairify_cli.languages.program.meaning.knowledge import Knowledge
from clairify_cli.languages.program.meaning.lacking import lacking, literal_words
from clairify_cli.languages.program.meaning.undone import Change, History
from clairify_cli.languages.program.printing import with_objects
from clairify_cli.languages.program.syntax import Assertion, Call, facts
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a recovery does not help: a step is impossible, or (`call` is None) the condition still does not hold.

    `undone` describes what has come undone, `lacks` what the step is missing, `ways` the steps (at most two) that would
    make it possible, `makers` the actions that can establish what is missing.
    """

    undone: tuple[str, ...]
    call: Call | None = None
    lacks: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()

    @property
    def case(self) -> str:
        """What has come undone, as a clause."""
        if not self.undone:
            return "where that does not hold"
        names = " and ".join(f"`{one}`" for one in self.undone)
        return f"where {names} {'is' if len(self.undone) == 1 else 'are'} so again"


def failure_of(
    one: Assertion, following: Call | None, now: Knowledge, past: History, scope: Scope, known: Vocabulary
) -> Failure | None:
    """Return why a recovery never helps, whichever part of the condition comes undone; None if it may help in one case.

    The condition holds in the definite state `now`. After the recovery, it must hold again and the following step must
    be possible.
    """
    first: Failure | None = None
    for change in _undone(one, now, past, scope, known):
        world = WorldState((now.world.atoms - change.false) | change.true, now.world.numbers)
        state = Knowledge(world)
        if judge_condition(one.condition, scope, state, known) is not False:
            continue
        failure = _carried_out(one, following, state, _words(change, known), scope, known)
        if failure is None:
            return None
        first = first or failure
    return first


def _undone(one: Assertion, now: Knowledge, past: History, scope: Scope, known: Vocabulary) -> Iterator[Change]:
    for fact in facts(one.condition):
        atom = atom_of(fact, scope, known)
        if atom is not None:
            yield from past.undone(atom, now.world)


def _carried_out(
    one: Assertion, following: Call | None, state: Knowledge, undone: tuple[str, ...], scope: Scope, known: Vocabulary
) -> Failure | None:
    for call in one.recovery:
        after = _after(call, state, undone, scope, known)
        if isinstance(after, Failure):
            return after
        state = after
    value = judge_condition(one.condition, scope, state, known)
    if value is False:
        return Failure(undone)
    if following is None or value is None:
        return None
    after = _after(following, state, undone, scope, known)
    return after if isinstance(after, Failure) else None


def _after(
    call: Call, state: Knowledge, undone: tuple[str, ...], scope: Scope, known: Vocabulary
) -> Knowledge | Failure:
    """Return the state after a step; a failure if the step is certainly impossible."""
    action = known.action(call.action.text)
    arguments = objects_of(call.arguments, scope)
    if action is None or len(arguments) != len(action.parameters):
        return state
    binding = binding_of(action, arguments)
    if judge(action.precondition, binding, state, known) is not False:
        return carried_out(GroundAction(action, arguments), state, known).after
    lacks = [each for each in lacking(action.precondition, binding, state, known) if each.value is False]
    atom = next((each for each in lacks if each.atom is not None), None)
    ways: list[GroundAction] = []
    named: list[str] = []
    if atom is not None and atom.atom is not None:
        ways = single_steps(atom.atom, atom.wanted, action.precondition, binding, state, known)
        named = [known.signature(each) for each in makers(atom.atom, atom.wanted, known)]
    words = tuple(with_objects(known.action_name(each.action.name.text), each.arguments) for each in ways)
    return Failure(undone, call, tuple(each.text for each in lacks), words, tuple(named))


def step_words(call: Call, scope: Scope) -> str:
    """Format a call without its parameters, with its variables replaced by objects."""
    return with_objects(call.action.text, objects_of(call.arguments, scope))


def _words(change: Change, known: Vocabulary) -> tuple[str, ...]:
    """Return the facts that are true again, or else those no longer true, as conditions of a program."""
    words = [literal_words(atom, True, known) for atom in sorted(change.true)]
    words = words or [literal_words(atom, False, known) for atom in sorted(change.false)]
    return tuple(words[:_MOST_SHOWN])
