"""The rules about differences between a goal and its text."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

ERROR = Severity.ERROR


def _in_text(words: str, place: Span | None) -> tuple[Related, ...]:
    return (Related(f"the text says `{words}`", place),) if place is not None else ()


@rule("PDL601", "goal-lacks-thing", ERROR)
def lacks_thing(words: str, names: str, place: Span | None) -> Message:
    """The text asks for something about an object that the goal does not name.

    Finds an object or a kind of object in the text that is not in the goal, neither by name nor as a possible value of
    a variable. An object that the text names only as a current location or as a tool is not required. A robot with such
    a goal does less than it was told, or something else.

    Wrong:
        Put the apple and the egg in the fridge.        (:goal (in apple1 fridge1))

    Right:
        Put the apple and the egg in the fridge.        (:goal (and (in apple1 fridge1) (in egg1 fridge1)))
    """
    return Message(f"`{words}` of the text is not in the goal", f"it can be {names}", related=_in_text(words, place))


@rule("PDL602", "goal-lacks-state", ERROR)
def lacks_state(words: str, literal: str, place: Span | None) -> Message:
    """The text asks for a state that is missing from the goal.

    Finds a state or relation in the text (clean, hot, on, in) that the goal lacks for the same objects.

    Wrong:
        Put a clean apple in the fridge.                (:goal (in apple1 fridge1))

    Right:
        Put a clean apple in the fridge.                (:goal (and (clean apple1) (in apple1 fridge1)))
    """
    return Message(
        f"the goal does not ask for what the text says with `{words}`", f"add {literal}", related=_in_text(words, place)
    )


@rule("PDL603", "goal-names-another-thing", ERROR)
def unnamed_thing(told: str, literal: str, named: str) -> Message:
    """The goal names an object that is not in the text.

    Finds an object, or a variable that can stand for objects other than those in the text. A goal about another object
    is another goal.

    Wrong:
        Put the apple in the fridge.                    (:goal (in egg1 fridge1))

    Right:
        Put the apple in the fridge.                    (:goal (in apple1 fridge1))
    """
    return Message(f"the text does not name `{told}`, which `{literal}` is about", f"the text names {named}")


@rule("PDL604", "goal-asks-for-more", ERROR)
def asks_for_more(literal: str) -> Message:
    """The goal asks for something that is not in the text.

    Finds a literal in the goal whose predicate matches no word in the text. Consequences and nice-to-haves are not part
    of the goal: they can make a plan longer, or impossible.

    Wrong:
        Put the apple in the fridge.                    (:goal (and (in apple1 fridge1) (closed fridge1)))

    Right:
        Put the apple in the fridge.                    (:goal (in apple1 fridge1))
    """
    return Message(f"nothing in the text asks for `{literal}`", "leave it out")


@rule("PDL605", "goal-counts-otherwise", ERROR)
def counts_otherwise(words: str, wanted: str, found: str, place: Span | None, *, equal: bool) -> Message:
    """The number of objects differs from the text.

    Finds more or fewer objects and variables of a kind than the text says. Two variables of an `exists` can be the same
    object, so they count as two only if the goal says that they are not equal.

    Wrong:
        Take two apples.        (:goal (exists (?x ?y - apple) (and (holding ?x) (holding ?y))))

    Right:
        Take two apples.        (:goal (exists (?x ?y - apple) (and (not (= ?x ?y)) (holding ?x) (holding ?y))))
    """
    hint = "say that they are not equal: (not (= ?x ?y))" if equal else None
    return Message(
        f"the text says {wanted} with `{words}`, and the goal has {found}", hint, related=_in_text(words, place)
    )


@rule("PDL606", "goal-says-it-of-another", ERROR)
def says_it_of_another(literal: str, told: str) -> Message:
    """The text says something about one object, and the goal says it about another.

    Finds a literal whose predicate and objects are all in the text, but not together.

    Wrong:
        Put the clean apple on the plate.               (:goal (and (clean plate1) (in apple1 plate1)))

    Right:
        Put the clean apple on the plate.               (:goal (and (clean apple1) (in apple1 plate1)))
    """
    return Message(f"the text does not say `{literal}`", f"it says {told}")
