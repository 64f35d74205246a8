"""The rules about the English text: what was not read, not carried, ambiguous or assumed. All are warnings."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule

_SHOWN = 80


def _shown(words: str) -> str:
    """Words of the text for a message: one line, cut in the middle when long."""
    words = " ".join(words.split())
    if len(words) <= _SHOWN:
        return words
    return f"{words[: _SHOWN // 2].rstrip()} … {words[-_SHOWN // 2 :].lstrip()}"


@rule("XDL690", "unread-text", Severity.WARNING)
def unread_text(words: str, reason: str | None = None) -> Message:
    """Words that no step covers.

    The reader found no step for these words of the text, so nothing in the program does what they say. A missing
    action is the worst fault of a translated procedure, therefore nothing is left out in silence: read the words,
    and add the step by hand or say the same more plainly.

    Wrong:
        Add 5 g of salt to a beaker. Tap the beaker with a magic wand.

    Right:
        Add 5 g of salt to a beaker. Stir for 10 seconds.
    """
    because = f": {reason}" if reason else ""
    return Message(
        f"no step covers `{_shown(words)}`{because}",
        "say it with an action, an amount, a time or a temperature that a step can carry, or add the step by hand",
    )


@rule("XDL691", "kept-in-comment", Severity.WARNING)
def kept_in_comment(words: str, step: str, reason: str) -> Message:
    """A condition or manner that XDL cannot carry and that is kept as a comment.

    XDL has numbers for time, temperature and speed, and no words: `until it turns white`, `vigorously` or `two lime
    wedges` fit no property. The words stand in the step's `comment`, where a person sees them and a robot does not.
    Nothing is made up in their place.

    Wrong:
        Stir vigorously until it turns white.

    Right:
        Stir at 500 rpm for 2 minutes.
    """
    return Message(
        f"`{_shown(words)}` is kept only in the comment of `{step}`: {reason}",
        "give a number with a unit where the machine is to act on it",
    )


@rule("XDL692", "ambiguous-scope", Severity.WARNING)
def ambiguous_scope(words: str, taken: str, other: str) -> Message:
    """Words such as `Repeat this 2 times` that can be read in two ways.

    `this` may mean the last sentence or everything since the procedure began, and `two times` may or may not count
    the first time. The message says which reading the program has and what the other one would be.

    Wrong:
        Add 5 g of water. Add 3 g of salt. Repeat this 2 times.

    Right:
        Add 5 g of water. Add 3 g of salt. Repeat the last step 2 times.
    """
    return Message(
        f"`{_shown(words)}` is read as {taken}; it could also mean {other}",
        "name what is to be repeated: `Repeat the last step 2 times`, `Repeat all steps 2 times`",
    )


@rule("XDL693", "assumed", Severity.WARNING)
def assumed(what: str, instead: str) -> Message:
    """Something that the program needs and the text does not say.

    XDL wants a vessel for nearly every step. Where the text leaves it out, the reader takes the vessel in use, and
    where there is none it takes a beaker, or a reactor where the text is a report; where a reagent must be there
    before a step can be done, it is taken to be added. A person should see what was taken for granted.

    Wrong:
        Add 5 g of salt.

    Right:
        Add 5 g of salt to a beaker.
    """
    return Message(f"{what}, so {instead}", "say it in the text where something else is meant")
