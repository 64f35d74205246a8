"""Rules PRG211 to PRG213: a program in a world that goes its own way, and one that does nothing."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule

WARNING = Severity.WARNING


@rule("PRG211", "recovery-of-no-use", WARNING)
def no_recovery(
    undone: Sequence[str],
    step: str,
    lacking: Sequence[str],
    ways: Sequence[str],
    makers: Sequence[str],
    line: int | None,
    rounds: str = "",
) -> Message:
    """The recovery of an assertion does not mend what may have come undone there.

    An assertion that holds where the program gets to it is for a world that goes its own way: a door falls shut, what
    was taken is back where it was. The recovery begins as things are then. It has to bring the condition about, and to
    leave things so that the next step can be done. Only where no recovery from anything that may have come undone
    succeeds is it reported.

    Wrong:
        def take_the_egg():
            go("table1", "fridge1", "kitchen")
            open("fridge1")
            take("egg1", "fridge1")
            assert not closed("fridge1"), open("fridge1")
            close("fridge1")

    Right:
        def take_the_egg():
            go("table1", "fridge1", "kitchen")
            open("fridge1")
            assert not closed("fridge1"), open("fridge1")
            take("egg1", "fridge1")
            close("fridge1")
    """
    are = "is" if len(undone) == 1 else "are"
    case = f"where {_all(undone)} {are} so again" if undone else "where that does not hold"
    case += f", in the round where {rounds}" if rounds else ""
    if not step:
        return Message(f"{case}, this recovery does not bring about what is asserted", hint=_BEGINS)
    needs = _all(lacking) if lacking else "its precondition"
    if line is not None:
        message = (
            f"{case}, this recovery leaves things so that `{step}` in line {line} cannot be done: it needs {needs}"
        )
        hint = f"end the recovery with `{ways[0]}`" if ways else f"{_ENDS}{_made_by(makers)}"
        return Message(message, hint=hint)
    message = f"{case}, `{step}` of this recovery cannot be done: it needs {needs}"
    hint = f"write `{ways[0]}` before it in the recovery" if ways else f"{_BEGINS}{_made_by(makers)}"
    if rounds and not ways:
        hint = "where one recovery does not fit all rounds, write a loop for each place"
    if not ways and not makers:
        hint = "choose other objects; nothing that is done before it can help"
    return Message(message, hint=hint)


_BEGINS = "a recovery begins as things are at its assertion"
_ENDS = "a recovery ends where the next step can be done"


def _made_by(makers: Sequence[str]) -> str:
    return f"; it is brought about by {listing(makers, most=4)}" if makers else ""


def _all(words: Sequence[str]) -> str:
    return " and ".join(f"`{one}`" for one in words)


@rule("PRG212", "nothing-done", WARNING)
def nothing_done(*, why: str = "") -> Message:
    """No step of a program is done, as the problem has it.

    Every call stands in a branch, a loop or a recovery that what is so at first does not lead to, or there is none.

    Wrong:
        def put_the_apple_away():
            if holding("apple1"):
                put("apple1", "table1")

    Right:
        def put_the_apple_away():
            take("apple1", "table1")
            go("table1", "counter1", "kitchen")
            put("apple1", "counter1")
    """
    if why:
        hint = "write steps that do it; if it cannot be done with what is there, give the same answer once more"
        return Message(f"nothing is done: {why}", hint=hint)
    hint = "write the steps themselves; what is so at first is known"
    return Message("as things are at first, no step of this program is done", hint=hint)


@rule("PRG213", "end-not-asserted", WARNING)
def end_not_asserted(conditions: Sequence[str], assertions: Sequence[str]) -> Message:
    """A program does not make sure, at its end, of what it was to bring about.

    Only a model that writes a program for a text is told of it (`clairify program --model`), where its program has
    other assertions, and only of what an action could undo and a recovery brings about again: what the last steps did
    may fail, too. `clairify check` does not ask for assertions.

    Wrong:
        def put_the_bread_on_the_counter():
            take("bread1", "table1")
            assert holding("bread1"), take("bread1", "table1")
            go("table1", "counter1", "kitchen")
            put("bread1", "counter1")

    Right:
        def put_the_bread_on_the_counter():
            take("bread1", "table1")
            assert holding("bread1"), take("bread1", "table1")
            go("table1", "counter1", "kitchen")
            put("bread1", "counter1")
            assert in_("bread1", "counter1"), put("bread1", "counter1")
    """
    are = "is" if len(conditions) == 1 else "are"
    hint = "write behind it " + " and ".join(f"`{one}`" for one in assertions)
    return Message(f"nothing makes sure that {_all(conditions)} {are} so at the end", hint=hint)
