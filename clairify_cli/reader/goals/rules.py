"""The rules about goals in English: what was not understood, what the domain cannot say, what can be read twice."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule

_SHOWN = 80


def _shown(words: str) -> str:
    words = " ".join(words.split())
    if len(words) <= _SHOWN:
        return words
    return f"{words[: _SHOWN // 2].rstrip()} … {words[-_SHOWN // 2 :].lstrip()}"


@rule("PDL690", "goal-words-left-out", Severity.WARNING)
def left_out(words: str, reason: str) -> Message:
    """Words of the text that the goal does not carry.

    The domain knows no colour, no kitchen and no left or right, or the scene has only one table: what such words say
    is not in the goal. They are named so that nothing that matters is lost unseen. Words that never matter in a
    domain can be listed under `ignore` in its lexicon.

    Wrong:
        Put the grey bowl on the table.

    Right:
        Put the bowl on the table.
    """
    return Message(f"`{_shown(words)}` is not in the goal: {reason}")


@rule("PDL691", "unknown-thing", Severity.ERROR)
def unknown_thing(words: str, near: Sequence[str], offered: Sequence[str]) -> Message:
    """A thing that neither the domain nor the scene knows.

    Words are matched with the names of types and objects, with their comments, and with the lexicon beside the
    domain. For these words there is no match. Use one of the names, or add the word to the lexicon under `names`.

    Wrong:
        Put the kumquat in the fridge.

    Right:
        Put the apple in the fridge.
    """
    hint = f"did you mean {listing(near, most=3)}?" if near else f"the scene has {listing(offered)}"
    return Message(f"nothing is known of `{_shown(words)}`", hint)


@rule("PDL692", "too-few-in-scene", Severity.ERROR)
def too_few(words: str, wanted: int, there: Sequence[str], offered: Sequence[str]) -> Message:
    """A thing that the domain knows and of which the scene has none, or fewer than the text wants.

    A goal about what does not exist has no plan.

    Wrong:
        Put three apples in the fridge.     (the scene has two)

    Right:
        Put two apples in the fridge.
    """
    if there:
        return Message(f"`{_shown(words)}` is {wanted} of them, and the scene has {len(there)}: {listing(there)}")
    return Message(f"there is no `{_shown(words)}` in the scene", f"there are {listing(offered)}")


@rule("PDL693", "not-in-domain", Severity.ERROR)
def not_in_domain(words: str, reason: str, offered: Sequence[str] = ()) -> Message:
    """Something that the domain has no predicate for.

    A goal says what is to be true in the end, with the predicates of the domain. For a verb, a state or a relation
    that none of them stands for no goal can be written. A verb can be explained in the lexicon, under `verbs`.

    Wrong:
        Paint the apple.

    Right:
        Wash the apple.
    """
    hint = f"the predicates that actions change are {listing(offered)}" if offered else None
    return Message(f"`{_shown(words)}` cannot be said in this domain: {reason}", hint)


@rule("PDL694", "several-readings", Severity.ERROR)
def several_readings(words: str, meanings: Sequence[str]) -> Message:
    """Words that can be understood in several ways.

    The reader asks rather than guesses. It lists the goal that each way would give; say the one that is meant in
    words that fit nothing else, such as the name of the object.

    Wrong:
        Put the block on the table.         (there are blocks a, b and c)

    Right:
        Put block b on the table.
    """
    return Message(
        f"`{_shown(words)}` can be understood in {len(meanings)} ways: {'; '.join(meanings[:6])}"
        + (f" and {len(meanings) - 6} more" if len(meanings) > 6 else ""),
        "say which one is meant",
    )


@rule("PDL695", "goal-assumed", Severity.WARNING)
def assumed(words: str, taken: str) -> Message:
    """Something that the text leaves open or misspells, and how it was taken.

    A plural without a number is taken as two or more, a slip of the pen as the one name that it can be, and a verb
    that nobody knows as putting, where its clause says where something is to go.

    Wrong:
        Put apples in the fridge.

    Right:
        Put two apples in the fridge.
    """
    return Message(f"`{_shown(words)}` is taken as {taken}", "say it in the text where something else is meant")


@rule("PDL696", "no-goal", Severity.ERROR)
def no_goal(words: str, offered: Sequence[str]) -> Message:
    """A text, or a clause of it, that says nothing which could be a goal.

    A goal names things of the scene and says where they are to be or what is to become of them.

    Wrong:
        Have a nice day.

    Right:
        Put the apple in the fridge.
    """
    hint = f"say what is to be true of what; the predicates that actions change are {listing(offered)}"
    return Message(f"there is no goal in `{_shown(words)}`", hint)


@rule("PDL697", "undone-again", Severity.WARNING)
def undone(words: str, by: str) -> Message:
    """A state that the text itself undoes later, so that it is no part of the goal.

    A goal says what is true at the end. Of a thing that is first put on the table and then in the fridge, only the
    fridge is wanted; that something is heated and chilled leaves it cold.

    Wrong:
        Heat the potato and chill it.

    Right:
        Chill the potato.
    """
    return Message(f"`{_shown(words)}` is not in the goal: `{_shown(by)}` undoes it")


@rule("PDL698", "goal-too-long", Severity.ERROR)
def too_long(words: int, most: int) -> Message:
    """A text of more words than a goal can have.

    A goal is said in a few sentences. A longer text is something else, such as a report or a program.

    Wrong:
        (a book)

    Right:
        Put the book on the desk.
    """
    return Message(f"the text has {words:,} words; goals of at most {most:,} words are read")


@rule("PDL699", "object-left-out", Severity.ERROR)
def object_left_out(name: str) -> Message:
    """An object of the scene is named in the text and is not in the goal.

    Something is wanted of it that was not understood. Where it only says which thing is meant, or where it is now, say
    so with `from`.

    Wrong:
        Paint tile_1-1 white and tile_1-2 black.

    Right:
        Paint tile_1-1 white and paint tile_1-2 black.
    """
    said = f"`{name}` is named in the text and is not in the goal"
    return Message(said, "say what is wanted of it in a clause of its own")
