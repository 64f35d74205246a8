"""The rules about the English text: what was not read or not carried (warnings), and what was guessed.

A guess is as grave as its kind is wrong: see `guesses`.
"""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.reader.protocol.guesses import severity

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


@rule("XDL694", "no-procedure", Severity.ERROR)
def no_procedure(why: str) -> Message:
    """A text that holds no procedure, or is not in English.

    An abstract, a discussion of results, a list to shop by, a recipe in German: there is nothing in it that the offline
    reader could make steps of, so it makes none, rather than to take chance words for instructions.

    Wrong:
        The reactivity of these amides remains a matter of debate.

    Right:
        Dissolve 5 g of the amide in 50 mL of water.
    """
    return Message(f"the text holds no procedure: {why}", "give a text in English that tells what is to be done")


def _guess(code: str, what: str, instead: str) -> Message:
    return Message(f"{what}, so {instead}", "say it in the text where something else is meant", severity=severity(code))


@rule("XDL650", "guessed-vessel", Severity.ERROR)
def guessed_vessel(what: str, instead: str) -> Message:
    """A vessel that the text does not name.

    XDL wants a vessel for nearly every step. Where the text leaves it out, the reader takes the vessel in use, and
    where there is none it takes a beaker, or a reactor where the text is a report.

    Wrong:
        Add 5 g of salt.

    Right:
        Add 5 g of salt to a beaker.
    """
    return _guess("XDL650", what, instead)


@rule("XDL651", "guessed-new-vessel", Severity.ERROR)
def guessed_new_vessel(what: str, instead: str) -> Message:
    """A further vessel, for something that seems to be begun apart from the rest.

    A solution that is added or added to, and has not been told of before, is taken to be made in a vessel of its own;
    so is room made for a distillate, and for what leaves a column.

    Wrong:
        Add 5 g of salt to a beaker. Pour it into 50 mL of water.

    Right:
        Add 5 g of salt to a beaker. Add 50 mL of water to a flask. Pour the salt into the flask.
    """
    return _guess("XDL651", what, instead)


@rule("XDL652", "guessed-part", Severity.ERROR)
def guessed_part(what: str, instead: str) -> Message:
    """A part of what was divided, a filtrate or a layer, for which the text names no vessel.

    The reader finds out from what is done next which part the text goes on with, and gives it a vessel.

    Wrong:
        Filter the mixture in the flask. Concentrate the filtrate.

    Right:
        Filter the mixture in the flask into a beaker. Concentrate what is in the beaker.
    """
    return _guess("XDL652", what, instead)


@rule("XDL653", "guessed-reference", Severity.ERROR)
def guessed_reference(what: str, instead: str) -> Message:
    """A pronoun or a word such as `the mixture` that may mean what is in several vessels.

    The contents of the vessel in use are taken.

    Wrong:
        Add 5 g of salt to a beaker. Add 50 mL of water to a flask. Stir it for 5 min.

    Right:
        Add 5 g of salt to a beaker. Add 50 mL of water to a flask. Stir the water for 5 min.
    """
    return _guess("XDL653", what, instead)


@rule("XDL654", "guessed-which-vessel", Severity.ERROR)
def guessed_which_vessel(what: str, instead: str) -> Message:
    """A vessel of which there are several, and the text does not say which.

    The one in use is taken, else the last.

    Wrong:
        Add 5 g of salt to a flask. Add 50 mL of water to another flask. Stir the flask for 5 min.

    Right:
        Add 5 g of salt to a flask. Add 50 mL of water to another flask. Stir the first flask for 5 min.
    """
    return _guess("XDL654", what, instead)


@rule("XDL655", "guessed-number", Severity.ERROR)
def guessed_number(what: str, instead: str) -> Message:
    """Words for a temperature or a time, for which the reader has a number by convention.

    Room temperature is 25 °C, and so is what something cools to where the text does not say how far; an ice bath is
    0 °C, reflux the boiling point of the solvent that boils lowest, overnight 16 h, and so on.

    Wrong:
        Stir the flask overnight.

    Right:
        Stir the flask for 12 h.
    """
    return _guess("XDL655", what, instead)


@rule("XDL692", "ambiguous-scope", Severity.ERROR)
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
        severity=severity("XDL692"),
    )


@rule("XDL693", "assumed", Severity.ERROR)
def assumed(what: str, instead: str) -> Message:
    """Something else that the program needs and the text does not say.

    Degrees without a scale are taken for °C, `to each glass` for the amount in each, a noun that is not known, behind
    `into a`, for a vessel.

    Wrong:
        Heat the flask to 60 degrees.

    Right:
        Heat the flask to 60 °C.
    """
    return _guess("XDL693", what, instead)


GUESSES = {
    one.code: one
    for one in (
        guessed_vessel,
        guessed_new_vessel,
        guessed_part,
        guessed_reference,
        guessed_which_vessel,
        guessed_number,
        assumed,
    )
}
"""The rules for guesses by their codes; `ambiguous_scope` is one too, and words its message otherwise."""
