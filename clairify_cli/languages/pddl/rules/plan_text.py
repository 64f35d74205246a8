"""Rules PLN0xx: the text of a plan, whatever the domain."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Fix, Severity
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING

_FORMAT = "a plan has an action a line, such as `(pick ball1 room-a left)`; comments begin with `;`"


@rule("PLN001", "unreadable-line", ERROR)
def unreadable_line(line: str, more: int = 0) -> Message:
    """A line of a plan is no action.

    It is left out, and the plan is read on after it. Prose around a plan, headings and the log of a planner end here.

    Wrong:
        Here is the plan:
        (pick ball1 room-a left)

    Right:
        ; Here is the plan:
        (pick ball1 room-a left)
    """
    if more:
        return Message(f"here and below, {more} more lines have faults like those above", hint=_FORMAT)
    return Message(f"`{line}` is no action", hint=_FORMAT)


@rule("PLN002", "text-beside-action", ERROR)
def text_beside_action(text: str, fix: Fix) -> Message:
    """Something stands before or after an action on its line.

    A number with a colon may stand before it, a duration in square brackets after it. Bullets, other numbering and
    remarks are no part of the format, and validators refuse them.

    Wrong:
        1. (pick ball1 room-a left)

    Right:
        (pick ball1 room-a left)
    """
    return Message(f"`{text}` does not belong on the line of an action", hint=_FORMAT, fix=fix)


@rule("PLN003", "call", ERROR)
def call(right: str, fix: Fix) -> Message:
    """An action is written as programming languages write a call.

    Wrong:
        pick(ball1, room-a, left)

    Right:
        (pick ball1 room-a left)
    """
    return Message("the action is written as a call", hint=f"write `{right}`", fix=fix)


@rule("PLN004", "no-brackets", ERROR)
def no_brackets(right: str, fix: Fix) -> Message:
    """An action stands without its brackets.

    The log of a planner prints actions so, with their costs; its plan file has the brackets.

    Wrong:
        pick ball1 room-a left (1)

    Right:
        (pick ball1 room-a left)
    """
    return Message("the action has no brackets around it", hint=f"write `{right}`", fix=fix)


@rule("PLN005", "bracket-not-closed", ERROR)
def bracket_not_closed(right: str, fix: Fix) -> Message:
    """The bracket of an action is not closed.

    The action is taken to end with its line.

    Wrong:
        (pick ball1 room-a left
        (move room-a room-b)

    Right:
        (pick ball1 room-a left)
        (move room-a room-b)
    """
    return Message("the bracket of this action is not closed", hint=f"write `{right}`", fix=fix)


@rule("PLN006", "brackets-within", ERROR)
def brackets_within(right: str, fix: Fix) -> Message:
    """There are brackets within an action.

    An action has names only: its own and those of objects.

    Wrong:
        (pick (ball1) room-a left)

    Right:
        (pick ball1 room-a left)
    """
    return Message("an action of a plan has no brackets within", hint=f"write `{right}`", fix=fix)


@rule("PLN007", "bracket-too-many", ERROR)
def bracket_too_many(fix: Fix) -> Message:
    """A closing bracket closes nothing.

    Wrong:
        (pick ball1 room-a left))

    Right:
        (pick ball1 room-a left)
    """
    return Message("this bracket closes nothing", hint="remove it", fix=fix)


@rule("PLN008", "comma", ERROR)
def comma(right: str, fix: Fix) -> Message:
    """Commas stand between the arguments of an action.

    PDDL parts names by white space; a comma would be part of a name.

    Wrong:
        (pick ball1, room-a, left)

    Right:
        (pick ball1 room-a left)
    """
    return Message("the arguments of an action are parted by spaces, not commas", hint=f"write `{right}`", fix=fix)


@rule("PLN009", "variable-in-plan", ERROR)
def variable_in_plan(name: str) -> Message:
    """An action of a plan has a variable.

    A plan says of every parameter which object it is.

    Wrong:
        (pick ?ball room-a left)

    Right:
        (pick ball1 room-a left)
    """
    return Message(f"`{name}` is a variable", hint="name the object that the action is done with")


@rule("PLN010", "empty-action", ERROR)
def empty_action(fix: Fix) -> Message:
    """A pair of brackets holds nothing.

    Wrong:
        ()

    Right:
        (pick ball1 room-a left)
    """
    return Message("there is no action in these brackets", hint="write the action's name and its objects", fix=fix)


@rule("PLN011", "no-plan", ERROR)
def no_plan() -> Message:
    """The text is a domain or a problem, not a plan.

    Wrong:
        (define (problem two-balls) (:domain gripper) ...)

    Right:
        (pick ball1 room-a left)
        (move room-a room-b)
    """
    return Message("this is a PDDL definition, not a plan", hint=_FORMAT)


@rule("PLN012", "duration", WARNING)
def duration(text: str) -> Message:
    """An action has a duration.

    Plans are carried out an action after the other; what a duration of other than 0 or 1 would mean is not looked
    at. The smallest step of temporal planners, 0.001, is left without a word too.

    Wrong:
        0.0: (pick ball1 room-a left) [2.5]

    Right:
        0.0: (pick ball1 room-a left) [1]
    """
    return Message(f"the duration {text} is not looked at", hint="time is not validated, the order of the actions is")


@rule("PLN013", "times-disordered", WARNING)
def times_disordered(time: str, before: str) -> Message:
    """An action stands after one of a later time.

    The actions are carried out in the order of the text.

    Wrong:
        2: (move room-a room-b)
        1: (pick ball1 room-a left)

    Right:
        1: (pick ball1 room-a left)
        2: (move room-a room-b)
    """
    return Message(
        f"time {time} stands after time {before}", hint="the actions are carried out as they stand; put them in order"
    )


@rule("PLN014", "at-the-same-time", WARNING)
def at_the_same_time(time: str) -> Message:
    """Two actions have the same time.

    They are carried out one after the other. Whether they could be done at once is not looked at.

    Wrong:
        0: (pick ball1 room-a left)
        0: (pick ball2 room-a right)

    Right:
        0: (pick ball1 room-a left)
        1: (pick ball2 room-a right)
    """
    return Message(f"two actions have the time {time}", hint="they are carried out one after the other")


@rule("PLN015", "no-actions", WARNING)
def no_actions() -> Message:
    """There is no action in the text.

    A plan without actions is right where the goal holds to begin with. A planner then writes the cost all the same,
    and nothing is said.

    Wrong:
        ; nothing

    Right:
        ; cost = 0 (unit cost)
    """
    return Message("there is no action in the text", hint=_FORMAT)


@rule("PLN016", "plan-too-long", ERROR)
def plan_too_long(most: int) -> Message:
    """The plan has more actions than are read.

    Wrong:
        a plan of a million actions

    Right:
        a plan of up to 200,000 actions
    """
    return Message(f"only the first {most:,} actions are read", hint="split the plan")
