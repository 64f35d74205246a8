"""The rules about the English text; their messages and pages are in the text file of the same name.

The severity of a guess depends on how often its kind is wrong: see `guesses`.
"""

from __future__ import annotations

from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.wording import RuleTable
from clairify_cli.reader.protocol.guesses import severity

rules = RuleTable([Path(__file__).with_suffix(".txt")])


def guessed(code: str, at: Span, what: str, instead: str) -> Diagnostic:
    """The report of a guess under rule `code`."""
    kinds = (
        *(rules.guessed_vessel, rules.guessed_new_vessel, rules.guessed_part, rules.guessed_reference),
        *(rules.guessed_which_vessel, rules.guessed_number, rules.assumed),
    )
    return next(kind for kind in kinds if kind.code == code)(at, what, instead, severity(code))


GUESSES = ("XDL650", "XDL651", "XDL652", "XDL653", "XDL654", "XDL655", "XDL693")
"""The codes of the rules for guesses; `ambiguous_scope` is one too, with a different message."""
