"""Rules PLN1xx: a plan held against its domain and problem."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Related, Severity
from clairify_cli.diagnostics.nearest import listing, nearest, only_near_match
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PLN101", "unknown-action", ERROR)
def unknown_action(name: str, signatures: dict[str, str]) -> Message:
    """A step is an action that the domain does not have.

    `signatures` gives each action with its parameters.

    Wrong:
        (grab ball1 room-a left)

    Right:
        (pick ball1 room-a left)
    """
    near = only_near_match(name, signatures) or nearest(name, signatures)
    meant = f"did you mean `{signatures[near]}`? " if near else ""
    return Message(f"the domain has no action `{name}`", hint=f"{meant}It has {listing(signatures, most=30)}")


@rule("PLN102", "wrong-number-of-arguments", ERROR)
def wrong_arity(name: str, signature: str, given: int, wanted: int, related: tuple[Related, ...]) -> Message:
    """A step has more or fewer arguments than its action has parameters.

    Wrong:
        (pick ball1 left)

    Right:
        (pick ball1 room-a left)
    """
    takes = f"{counted(wanted, 'argument')}"
    return Message(f"`{name}` takes {takes}; here it is given {given}", hint=f"it is {signature}", related=related)


@rule("PLN103", "unknown-object", ERROR)
def unknown_object(name: str, wanted: str, fitting: Sequence[str], known: Sequence[str]) -> Message:
    """A step names an object that neither the problem nor the domain has.

    Wrong:
        (pick ball9 room-a left)

    Right:
        (pick ball1 room-a left)
    """
    near = only_near_match(name, fitting) or nearest(name, fitting) or nearest(name, known)
    meant = f"did you mean `{near}`? " if near else ""
    what = f"There is {listing(fitting)} of type {wanted}" if wanted else f"There is {listing(known)}"
    return Message(f"there is no object `{name}`", hint=f"{meant}{what}")


@rule("PLN104", "argument-of-wrong-type", ERROR)
def wrong_type(
    name: str, has: str, parameter: str, wanted: str, fitting: Sequence[str], order: str, related: tuple[Related, ...]
) -> Message:
    """An argument of a step is an object of a type that the action does not take there.

    `order` is the step with its arguments in an order that fits, where there is one.

    Wrong:
        (pick room-a ball1 left)

    Right:
        (pick ball1 room-a left)
    """
    hint = f"did you mean `{order}`?" if order else f"there is {listing(fitting)} of type {wanted}"
    return Message(f"`{name}` is of type {has}; `{parameter}` has to be of type {wanted}", hint=hint, related=related)


@rule("PLN105", "precondition-false", ERROR)
def precondition_false(
    number: int, step: str, reasons: Sequence[str], hint: str | None, related: tuple[Related, ...], when: str = ""
) -> Message:
    """A precondition of a step does not hold when its turn has come.

    The message names what is false, with objects for the variables, and the last step that made it so. The steps
    after it are not carried out. Of a step with a duration it says whether the condition is due at its start, at its
    end or all the while.

    Wrong:
        (pick ball1 room-a left)
        (pick ball2 room-a left)

    Right:
        (pick ball1 room-a left)
        (pick ball2 room-a right)
    """
    return Message(f"step {number}, `{step}`, cannot be done{when}: {'; '.join(reasons)}", hint=hint, related=related)


@rule("PLN106", "goal-not-reached", ERROR)
def goal_not_reached(reason: str, hint: str | None, related: tuple[Related, ...]) -> Message:
    """A part of the goal does not hold when the plan has been carried out.

    Wrong:
        (pick ball1 room-a left)
        (move room-a room-b)

    Right:
        (pick ball1 room-a left)
        (move room-a room-b)
        (drop ball1 room-b left)
    """
    return Message(f"the plan does not reach the goal: {reason}", hint=hint, related=related)


@rule("PLN107", "other-cost", WARNING)
def other_cost(declared: str, cost: str, how: str) -> Message:
    """The cost that the plan says that it has is not the one that it has.

    The cost is the value of the problem's metric after the plan, or the number of steps where there is no metric.

    Wrong:
        (pick ball1 room-a left)
        ; cost = 3 (unit cost)

    Right:
        (pick ball1 room-a left)
        ; cost = 1 (unit cost)
    """
    return Message(f"the plan says that it costs {declared}; it costs {cost}", hint=how)


@rule("PLN108", "effect-without-outcome", ERROR)
def effect_without_outcome(number: int, step: str, reasons: Sequence[str], related: tuple[Related, ...]) -> Message:
    """What a step would do cannot be told.

    It changes a number that has no value, divides by zero, or changes one number in two ways at once. The fault is
    in the domain, or in the initial state, which has to give every function a value that is used.

    Wrong:
        (:init (at truck depot))   with the effect (decrease (fuel ?t) 1)

    Right:
        (:init (at truck depot) (= (fuel truck) 10))
    """
    what = "; ".join(reasons)
    hint = "give the function a value in the problem's `:init`" if "no value" in what else None
    return Message(f"step {number}, `{step}`, has no outcome: {what}", hint=hint, related=related)


@rule("PLN109", "durative-step", ERROR)
def durative_step(name: str, what: str, related: tuple[Related, ...]) -> Message:
    """A step of a plan with times has no time, or a durative action no duration.

    Wrong:
        (drive truck a b)            with (:durative-action drive ...)

    Right:
        0.0: (drive truck a b) [5]
    """
    return Message(f"`{name}` has no {what}", "write each step as `TIME: (ACTION ...) [DURATION]`", related=related)


@rule("PLN110", "unreadable-task", ERROR)
def unreadable_task(what: str, count: int, related: tuple[Related, ...]) -> Message:
    """The domain or the problem that the plan belongs to has faults of syntax, so that the plan is not validated.

    `clairify check` of the domain and the problem says what they are.

    Wrong:
        (define (domain gripper) (:action pick :parameters (?b))

    Right:
        (define (domain gripper) (:action pick :parameters (?b)))
    """
    how = f"has {counted(count, 'error')}" if count else "is none"
    return Message(
        f"the plan is not validated, because the {what} {how}", hint=f"check the {what} first", related=related
    )


@rule("PLN111", "nothing-to-reach", ERROR)
def nothing_to_reach() -> Message:
    """The problem has no goal.

    The steps are carried out, but there is nothing that the plan could reach.

    Wrong:
        (define (problem p) (:domain gripper) (:init (at-robby room-a)))

    Right:
        (define (problem p) (:domain gripper) (:init (at-robby room-a)) (:goal (at-robby room-b)))
    """
    return Message("the problem has no goal", hint="add `(:goal ...)` to the problem")


@rule("PLN112", "made-for-another-task", ERROR)
def other_task(what: str, stated: str, given: str) -> Message:
    """A comment of the plan names a domain or a problem, and another one is given.

    A file of the same name whose text has changed is accepted with a note.

    Wrong:
        ; problem: kitchen          checked with --problem house

    Right:
        ; problem: kitchen          checked with --problem kitchen
    """
    return Message(
        f"the plan was made for the {what} `{stated}`, and {given} is given",
        hint=f"give the {what} `{stated}`, or delete this comment",
    )


@rule("PLN113", "bad-goal-comment", ERROR)
def goal_comment(why: str) -> Message:
    """The goal that a comment of the plan states cannot be used.

    The comment takes the place of the problem's goal, so it is a condition in PDDL, on one line, over the domain and
    the problem that are given.

    Wrong:
        ; goal: carry ball1
        (pick ball1 room-a left)

    Right:
        ; goal: (carry ball1 left)
        (pick ball1 room-a left)
    """
    return Message(
        f"the goal in this comment cannot be used: {why}",
        hint="write a condition in PDDL, or delete the comment to use the problem's goal",
    )


@rule("PLN114", "not-validated", ERROR)
def not_validated(what: str) -> Message:
    """The task has something of which nobody here can say whether the plan keeps it.

    That is no fault of the plan, nor of the planner: the command ends with 3, not with 1. Constraints on the whole
    plan, numbers that change while time goes by, and processes are not validated.

    Wrong:
        (:constraints (always (safe truck)))

    Right:
        :precondition (safe ?truck)
    """
    return Message(f"the plan is not validated, because the task has {what}", "VAL or another validator may")


@rule("PLN115", "bad-duration", ERROR)
def bad_duration(number: int, step: str, duration: str, constraint: str, related: tuple[Related, ...]) -> Message:
    """The duration of a step is not one that its action allows in the state in which it starts.

    Wrong:
        0: (drive truck a b) [5]     with :duration (= ?duration (/ (distance ?a ?b) 10)) and a distance of 60

    Right:
        0: (drive truck a b) [6]
    """
    return Message(
        f"step {number}, `{step}`, lasts {duration}, which its duration does not allow: {constraint}", related=related
    )


@rule("PLN116", "interference", ERROR)
def interference(time: str, one: str, other: str, what: str) -> Message:
    """Two things happen at the same moment of which one changes what the other needs or changes.

    PDDL 2.1 asks that what happens at once can happen in any order.

    Wrong:
        0: (pick ball1 room-a left) [1]
        0: (pick ball2 room-a left) [1]

    Right:
        0: (pick ball1 room-a left) [1]
        1.001: (pick ball2 room-a left) [1]
    """
    return Message(f"at {time}, {one} and {other} interfere: both have to do with `{what}`", "leave time between them")
