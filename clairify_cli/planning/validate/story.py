"""A plan step by step, as its validation saw it: what became true and false, and which parts of the goal hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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


def report(story: Story) -> str:
    """Return the story as text: a line for each event with its changes below it, the faults, and the goal."""
    lines = [] if story.start is None else ["at first:", *_below(story.start)]
    for one in story.events:
        lines += [_head(one), *_below(_changes(one))]
    for fault in story.faults:
        lines += [fault.message, *_below([f"help: {fault.hint}"] if fault.hint else [])]
    holding = sum(1 for one in story.goal if one.holds)
    told = (
        "reached:" if story.goal_reached else f"not reached; {holding} of {len(story.goal)} parts hold where it ended:"
    )
    lines += [f"the goal is {told}" if story.goal else "there is no goal"]
    return _text([*lines, *_below(f"{'holds' if one.holds else 'does not hold'}: {one.text}" for one in story.goal)])


def annotated(story: Story) -> str:
    """Return the plan with the changes after each step as comments, so that it is still a plan, and its faults."""
    lines = [] if story.start is None else ["; at first:", *_below(story.start, ";   ")]
    for one in story.events:
        is_step = one.step is not None and one.when != "at end"
        lasts = "" if one.duration is None else f" [{one.duration:.12g}]"
        lines += [f"{_time(one)}{one.text}{lasts}" if is_step else f"; {_head(one)}", *_below(_changes(one), ";   ")]
    return _text([*lines, *_below((one.message for one in story.faults), "; ")])


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _below(lines: Iterable[str], margin: str = "    ") -> list[str]:
    return [f"{margin}{line}" for line in lines]


def _time(one: Event) -> str:
    return "" if one.time is None else f"{one.time:.12g}: "


def _head(one: Event) -> str:
    step = one.text if one.step is None else f"step {one.step}, {one.text}"
    return f"{_time(one)}{step}{', ' if one.when else ''}{one.when}"


def _changes(one: Event) -> list[str]:
    """Return lines on what an event changed, and the whole state if it is known."""
    pairs = ("true", one.became_true), ("false", one.became_false)
    lines = [f"{what}: {' '.join(these)}" for what, these in pairs if these]
    for each in one.numbers:
        was = "had no value" if each.before is None else f"was {number_words(each.before)}"
        lines.append(f"{each.function} = {number_words(each.after)} ({was})")
    return lines if one.state is None else [*lines, f"state: {' '.join(one.state)}"]
