"""The rules about the English text; their messages and pages are in the text file of the same name.

The severity of a guess depends on how often its kind occurred and was wrong in labelled texts.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Severity, Span
from clairify_cli.diagnostics.wording import RuleTable
from clairify_cli.files.data import toml

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


TABLE = Path(__file__).with_name("guesses.toml")
"""Written by `python -m benchmarks.guess_rates --write`."""
LEAST_SEEN, MOST_WRONG = 20, 0.05
"""A guess seen less often, or wrong more often, is an error: a person must check it."""


@cache
def rates() -> dict[str, dict[str, int]]:
    """The table: for the code of each kind of guess, how often it was `seen` and how often it was `wrong`."""
    return toml(TABLE)


def severity(code: str) -> Severity:
    """The severity of a kind of guess; one that is not in the table has never been seen."""
    rate = rates().get(code, {"seen": 0, "wrong": 0})
    rare = rate["seen"] < LEAST_SEEN
    return Severity.ERROR if rare or rate["wrong"] > MOST_WRONG * rate["seen"] else Severity.WARNING
