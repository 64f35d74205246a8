"""The finding about a reply that is good PDDL and not what was asked for."""

from __future__ import annotations

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
