"""Rules PRG015 to PRG024: steps, conditions and loops that are not written as the language has them."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PRG015", "form-of-argument", ERROR)
def argument_form(shown: str, hint: str, fix: Fix | None = None) -> Message:
    """An argument is neither an object in quotes nor the variable of a loop.

    Numbers, truth values, lists and calls are no objects.

    Wrong:
        def take_the_apple():
            take(1, "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"`{shown}` is no object", hint=hint, fix=fix)


@rule("PRG016", "form-of-condition", ERROR)
def condition_form(shown: str, hint: str) -> Message:
    """A condition is not made of predicates.

    A condition is a call of a predicate, `not`, `and` or `or`. `while True` would never end; texts and numbers are
    neither true nor false.

    Wrong:
        def wash_the_plate():
            while True:
                clean("plate1", "sink1")

    Right:
        def wash_the_plate():
            while not clean("plate1"):
                clean("plate1", "sink1")
    """
    return Message(f"`{shown}` is no condition", hint=hint)


@rule("PRG017", "form-of-range", ERROR)
def range_form(shown: str, most: int) -> Message:
    """The rounds of a loop are not a whole number that is small enough.

    `range` has one number, written as it is, from 1 to 100: how often the body is done.

    Wrong:
        def stir():
            for _ in range(1000000000):
                stir("flask1", "stirrer1")

    Right:
        def stir():
            for _ in range(3):
                stir("flask1", "stirrer1")
    """
    return Message(f"`{shown}` says no number of rounds from 1 to {most}", hint="write such as `range(3)`")


@rule("PRG018", "form-of-loop", ERROR)
def loop_form(what: str, hint: str) -> Message:
    """A loop goes over something else than objects, or has an `else`.

    A `for` goes over a list of objects in quotes, or over `range` of a number.

    Wrong:
        def tidy_up():
            for thing in things:
                take(thing, "table1")

    Right:
        def tidy_up():
            for thing in ["cup1", "plate1"]:
                take(thing, "table1")
    """
    return Message(what, hint=hint)


@rule("PRG019", "form-of-recovery", ERROR)
def recovery_form(shown: str, fix: Fix | None = None) -> Message:
    """What stands behind the comma of an assertion is no recovery.

    A recovery is a call of an action, or a list of calls, which are carried out where the condition does not hold.

    Wrong:
        def take_the_apple():
            assert at("table1"), "the robot is not at the table"
            take("apple1", "table1")

    Right:
        def take_the_apple():
            assert at("table1"), go("counter1", "table1", "kitchen")
            take("apple1", "table1")
    """
    return Message(f"`{shown}` is no recovery", hint="write a call of an action, or a list of calls", fix=fix)


@rule("PRG021", "no-call", ERROR)
def no_call(shown: str, hint: str) -> Message:
    """A line is neither a step nor a comment.

    A text, a number or a name alone does nothing. `...` leaves something out that somebody would have to fill in.

    Wrong:
        def take_the_apple():
            take

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"`{shown}` does nothing", hint=hint)


@rule("PRG022", "form-of-parameter", ERROR)
def parameter_form(what: str, hint: str) -> Message:
    """A parameter stands twice, or `checks` is no list of checks.

    `checks` are calls of checks, with `not` before those that are expected to fail.

    Wrong:
        def take_the_apple():
            take("apple1", "table1", speed=0.3, speed=0.5)

    Right:
        def take_the_apple():
            take("apple1", "table1", speed=0.3, checks=[holding("apple1")])
    """
    return Message(what, hint=hint)


@rule("PRG023", "variable-twice", ERROR)
def variable_twice(name: str, outer: Span) -> Message:
    """A loop uses the variable of a loop around it.

    Within the inner loop, nobody could tell which of both is meant.

    Wrong:
        def tidy_up():
            for thing in ["cup1", "plate1"]:
                for thing in ["sink1", "table1"]:
                    take("cup1", thing)

    Right:
        def tidy_up():
            for thing in ["cup1", "plate1"]:
                for place in ["sink1", "table1"]:
                    take(thing, place)
    """
    related = (Related("the loop around it", outer),)
    return Message(f"`{name}` is the variable of a loop around this one", hint="use another name", related=related)


@rule("PRG024", "too-many-steps", ERROR)
def too_many_steps(steps: int, most: int) -> Message:
    """A program does more steps than anybody would wait for.

    Loops within loops multiply: a hundred rounds of a hundred rounds are ten thousand steps.

    Wrong:
        def stir():
            for _ in range(100):
                for _ in range(100):
                    stir("flask1", "stirrer1")

    Right:
        def stir():
            for _ in range(10):
                stir("flask1", "stirrer1")
    """
    return Message(f"the loops make {steps:,} steps; the most are {most:,}", hint="make the loops shorter")
