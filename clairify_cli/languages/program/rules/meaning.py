"""Rules PRG2xx: what the steps of a program lead to in its domain, before anything is done."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Related, Severity
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PRG201", "missing-precondition", ERROR)
def missing_precondition(
    step: str,
    lacking: Sequence[str],
    why: str,
    hint: str | None,
    *,
    sure: bool,
    related: tuple[Related, ...],
    fix: Fix | None,
) -> Message:
    """A step needs something that does not hold when its turn comes.

    The message says what is lacking, and whether an earlier step undid it or none brought it about. Where exactly one
    step would mend it, the fix puts it in. It is an error where the step is sure to be reached, and a warning within
    a branch that may not be taken. The program is looked at further as if the step had been mended, or else as if it
    could be done; what fails after that is a warning.

    Wrong:
        def take_the_bread():
            take("bread1", "counter1")

    Right:
        def take_the_bread():
            go("table1", "counter1", "kitchen")
            take("bread1", "counter1")
    """
    needs = " and ".join(f"`{one}`" for one in lacking)
    severity = None if sure else WARNING
    return Message(f"`{step}` needs {needs}: {why}", hint=hint, fix=fix, related=related, severity=severity)


@rule("PRG202", "uncertain-precondition", WARNING)
def uncertain_precondition(step: str, lacking: Sequence[str]) -> Message:
    """A step needs something that holds on one way through the program and not on another.

    Where branches come together, what they left differently is not known. An assertion before the step makes it sure.

    Wrong:
        def take_the_egg():
            if clean("plate1"):
                open("fridge1")
            else:
                close("fridge1")
            take("egg1", "fridge1")

    Right:
        def take_the_egg():
            if closed("fridge1"):
                open("fridge1")
            take("egg1", "fridge1")
    """
    needs = " and ".join(f"`{one}`" for one in lacking)
    hint = f"write `assert {lacking[0]}, ...` before it, or do the same in all branches"
    return Message(f"`{step}` needs {needs}, which depends on the branches before it", hint=hint)


@rule("PRG203", "impossible-step", ERROR)
def impossible_step(step: str, lacking: Sequence[str], *, sure: bool) -> Message:
    """A step needs something that no action can bring about, or that contradicts itself.

    Facts that no action changes are as the problem has them: a room stays where it is.

    Wrong:
        def go_there():
            go("table1", "desk1", "kitchen")

    Right:
        def go_there():
            go_next_door("table1", "desk1", "kitchen", "pantry")
    """
    needs = " and ".join(f"`{one}`" for one in lacking)
    hint = "choose other objects; nothing that is done before it can help"
    severity = None if sure else WARNING
    return Message(f"`{step}` needs {needs}, which no action brings about", hint=hint, severity=severity)


@rule("PRG204", "assertion-never-fails", WARNING)
def never_fails(condition: str, why: str) -> Message:
    """An assertion can never fail.

    What it asks for never changes, or no action of the domain could have undone it, or it has just been asked for. An
    assertion of something that an action can undo is not reported, even where the steps before have brought it about:
    the world may go its own way, and that is what assertions are for.

    Wrong:
        def take_the_apple():
            assert located("table1", "kitchen")
            take("apple1", "table1")

    Right:
        def take_the_apple():
            assert in_("apple1", "table1")
            take("apple1", "table1")
    """
    return Message(f"the assertion of `{condition}` can never fail: {why}", hint="remove it")


@rule("PRG205", "assertion-never-holds", ERROR)
def never_holds(condition: str, why: str, hint: str, *, sure: bool) -> Message:
    """An assertion never holds.

    Without a recovery the program fails there; with one, the recovery is carried out every time, and does not bring
    about what is asserted. An assertion that does not hold at first, and whose recovery mends it, is not reported.

    Wrong:
        def take_the_apple():
            assert holding("apple1")
            take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
            assert holding("apple1")
    """
    severity = None if sure else WARNING
    return Message(f"the assertion of `{condition}` never holds here: {why}", hint=hint, severity=severity)


@rule("PRG206", "unreachable", WARNING)
def unreachable(condition: str, value: bool, what: str) -> Message:
    """A part of a program is never reached.

    By what the steps and conditions above have brought about or found out, and by what never changes, the condition
    always holds there, or never. What is so at first only because the problem says so is not taken for granted: asking
    for it is what conditions are for.

    Wrong:
        def open_the_fridge():
            go("table1", "fridge1", "kitchen")
            open("fridge1")
            if closed("fridge1"):
                open("fridge1")
            else:
                find("egg1", "fridge1")

    Right:
        def open_the_fridge():
            go("table1", "fridge1", "kitchen")
            open("fridge1")
            find("egg1", "fridge1")
    """
    always = "always" if value else "never"
    return Message(f"{what} is never reached: `{condition}` {always} holds here", hint="remove it, or the condition")


@rule("PRG207", "loop-without-progress", ERROR)
def no_progress(condition: str, rounds: int, *, sure: bool) -> Message:
    """The body of a `while` does nothing about its condition.

    The condition still holds after each round, so that the loop is given up after the most rounds that there are. It
    is a warning where the loop may not be begun.

    Wrong:
        def open_the_fridge():
            go("table1", "fridge1", "kitchen")
            while closed("fridge1"):
                go("fridge1", "fridge1", "kitchen")

    Right:
        def open_the_fridge():
            go("table1", "fridge1", "kitchen")
            while closed("fridge1"):
                open("fridge1")
    """
    hint = f"it is given up after {rounds} rounds; do something in it that ends it"
    severity = None if sure else WARNING
    return Message(f"nothing in this loop changes `{condition}`", hint=hint, severity=severity)


@rule("PRG208", "redundant-step", WARNING)
def redundant_step(step: str) -> Message:
    """A step does nothing new: all that it brings about holds already.

    Wrong:
        def wash_the_apple():
            take("apple1", "table1")
            go("table1", "sink1", "kitchen")
            clean("apple1", "sink1")
            go("sink1", "sink1", "kitchen")

    Right:
        def wash_the_apple():
            take("apple1", "table1")
            go("table1", "sink1", "kitchen")
            clean("apple1", "sink1")
    """
    return Message(f"`{step}` changes nothing: all that it brings about holds already", hint="remove it")


@rule("PRG209", "repeated-step", WARNING)
def repeated_step(step: str, first: Related, fix: Fix | None) -> Message:
    """A step is the same as the one before it.

    To do something several times, `for _ in range(3):` says so.

    Wrong:
        def find_the_apple():
            find("apple1", "table1")
            find("apple1", "table1")

    Right:
        def find_the_apple():
            find("apple1", "table1")
    """
    hint = "remove it, or write `for _ in range(2):`"
    return Message(f"`{step}` is done a second time", hint=hint, fix=fix, related=(first,))


@rule("PRG210", "goal-not-reached", ERROR)
def goal_not_reached(lacking: Sequence[str], *, sure: bool, hint: str | None) -> Message:
    """The goal of the problem does not hold at the end of the program.

    It is a warning where it may hold or not, because the program has branches.

    Wrong:
        def put_a_clean_apple_in_the_fridge():
            take("apple1", "table1")
            go("table1", "sink1", "kitchen")
            clean("apple1", "sink1")

    Right:
        def put_a_clean_apple_in_the_fridge():
            go("table1", "fridge1", "kitchen")
            open("fridge1")
            go("fridge1", "table1", "kitchen")
            take("apple1", "table1")
            go("table1", "sink1", "kitchen")
            clean("apple1", "sink1")
            go("sink1", "fridge1", "kitchen")
            put("apple1", "fridge1")
    """
    shown = " and ".join(f"`{one}`" for one in lacking)
    does, depends = ("does", "depends") if len(lacking) == 1 else ("do", "depend")
    if sure:
        return Message(f"the program does not reach the goal: {shown} {does} not hold at its end", hint=hint)
    return Message(
        f"the program may not reach the goal: {shown} {depends} on its branches", hint=hint, severity=WARNING
    )
