"""The findings about a reply as a whole, before there is a program to find fault with."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("MDL001", "empty-reply", Severity.ERROR)
def empty_reply(reason: str) -> Message:
    """The model's reply is empty.

    Finds a reply without any text. The loop asks again and counts a round; of a model that always answers so the limit
    of tokens may have been used up by reasoning.

    Wrong:
        (nothing)

    Right:
        a reply that holds the program
    """
    because = "" if reason == "stop" else f" (finish reason `{reason}`)"
    return Message(f"the model's reply is empty{because}", "answer with the whole program")


@rule("MDL006", "declined", Severity.ERROR)
def declined(reason: str) -> Message:
    """The model says why it writes no program.

    Finds refusals, content filters, and replies that say that the text holds no procedure or that the language cannot
    say what it asks for. The loop ends with them: asking again would cost the same again.

    Wrong:
        NO PROCEDURE: the text is a list of melting points.

    Right:
        a reply that holds the program
    """
    return Message(f"the model writes no program: {reason}")


@rule("MDL002", "cut-off-reply", Severity.ERROR)
def cut_off_reply() -> Message:
    """The model's reply ends before the program does.

    Finds a reply that was stopped by the limit of tokens while the program was being written. What is there may
    look whole after mending, but steps are missing, so it is never accepted. The loop asks again with a higher
    limit and for a more compact program.

    Wrong:
        <Procedure> <Add vessel="beaker" reag

    Right:
        a program with its end
    """
    return Message(
        "the reply was cut off before the program ended",
        "answer with the whole program, more compactly",
    )


@rule("MDL003", "reply-without-program", Severity.ERROR)
def no_program(language: str) -> Message:
    """The model's reply holds no program.

    Finds a reply that is prose from beginning to end: an explanation, a question or a refusal. The loop says so to
    the model and asks again.

    Wrong:
        First I would add the acetic acid to the beaker.

    Right:
        a reply that holds the program
    """
    kind = "program" if language == "program" else f"{language} program"
    return Message(f"the reply is prose and holds no {kind}", "answer with the program itself")
