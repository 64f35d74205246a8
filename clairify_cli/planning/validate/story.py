"""A plan step by step, as its validation saw it: what became true and false, and which parts of the goal hold."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.meaning import WorldState, changed, holds, number_words, words_of, words_of_atom
from clairify_cli.languages.pddl.meaning.view import TooManyChoicesError
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.syntax import Preference
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import conjuncts
from clairify_cli.planning.validate.history import Phase
from clairify_cli.planning.validate.language import judged
from clairify_cli.planning.validate.simulate import TIMED, Run
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """A number that changed; it had none where `before` is null."""

    function: str
    before: float | None
    after: float


@dataclass(frozen=True, slots=True)
class Event:
    """What happened at a moment, and what it changed.

    `step` counts from 1; it is null for what the problem says to happen. `time` is null where times do not matter.
    `state` has all that is true afterwards, and all numbers, where they were asked for.
    """

    step: int | None
    text: str
    when: Phase
    time: float | None
    duration: float | None
    became_true: tuple[str, ...]
    became_false: tuple[str, ...]
    numbers: tuple[Value, ...]
    state: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the plan, and what would repair it."""

    message: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the goal, and whether it holds where the plan ended."""

    text: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Story:
    """A plan step by step. `stopped` is the number of the step at which it ended early. `start` is the first state."""

    start: tuple[str, ...] | None
    events: tuple[Event, ...]
    stopped: int | None
    faults: tuple[Fault, ...]
    goal_reached: bool
    goal: tuple[Part, ...]


def story_of(plan: Source, options: CheckOptions, *, whole: bool = False) -> Story | None:
    """Validate a plan in the task of `options.context`, and return what happened; None if it cannot be validated.

    With `whole`, the events have the states.
    """
    run = judged(read_plan(plan)[0], plan, options)[2]
    if run is None:
        return None
    parts = [(one, one.operand if isinstance(one, Preference) else one) for one in conjuncts(run.task.goal)]
    try:
        goal = tuple([Part(words_of(one, {}), holds(body, {}, run.state, run.task)) for one, body in parts])
    except TooManyChoicesError:
        return None
    return Story(
        _facts(run.start) if whole else None,
        tuple(_events(run, whole)),
        run.stopped,
        tuple(Fault(one.message, one.hint) for one in run.found if one.is_error),
        run.goal_reached is True,
        goal,
    )


def _events(run: Run, whole: bool) -> Iterator[Event]:
    state = run.start
    for one in run.trace:
        changes, before = one.changes, state.numbers
        numbers = [Value(words_of_atom(each), before.get(each), value) for each, value in changes.numbers.items()]
        state = changed(state, changes)
        yield Event(
            one.number or None,
            TIMED if one.step is None else one.step.text,
            one.when,
            one.time,
            None if one.step is None else one.step.duration,
            _atoms(changes.added),
            _atoms(changes.deleted),
            tuple(each for each in numbers if each.before != each.after),
            _facts(state) if whole else None,
        )


def _atoms(atoms: frozenset[GroundAtom]) -> tuple[str, ...]:
    return tuple([words_of_atom(one) for one in sorted(atoms)])


def _facts(state: WorldState) -> tuple[str, ...]:
    numbers = [f"(= {words_of_atom(one)} {number_words(value)})" for one, value in sorted(state.numbers.items())]
    return (*_atoms(state.atoms), *numbers)
