"""A plan's story as text: told step by step, or as comments in the plan."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.languages.pddl.meaning import number_words
from clairify_cli.planning.validate.story import Event, Story


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
