"""Findings about replies that are good PDDL and not, or perhaps not, what was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("MDL004", "reply-lacks-part", Severity.ERROR)
def lacks_part(wanted: str) -> Message:
    """The model's reply is PDDL, and the part that was asked for is not in it.

    Finds a reply with a domain where a goal was to be written, a problem without its domain where both were, and the
    like. The loop says so to the model and asks again.

    Wrong:
        (define (domain kitchen) ...)         where a goal was asked for

    Right:
        (:goal (in apple1 fridge1))
    """
    return Message(f"the reply holds no {wanted}", f"answer with the {wanted}")


@rule("MDL005", "asks-for-less", Severity.WARNING)
def asks_for_less(predicates: Sequence[str]) -> Message:
    """The goal asks for less than an earlier one, for which there can be no plan.

    A model that is told that its goal cannot be reached may leave out what cannot be had, whether or not the text asks
    for it. The goal that is left has a plan, and somebody has to look whether it is what was meant.

    Wrong:
        the text: hot tea in a cup
        first (:goal (and (in tea cup1) (hot tea))), for which there is no plan, then (:goal (in tea cup1))

    Right:
        (:goal (and (in tea cup1) (hot tea))), and the reason why it cannot be reached
    """
    names = ", ".join(f"`{name}`" for name in predicates)
    return Message(
        f"an earlier answer also asked for {names}, for which there is no plan here; this goal leaves it out",
        "see whether the text asks for it: then it cannot be had in this scene",
    )
