"""How often each kind of guess occurred and was wrong in labelled texts, and its resulting severity."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clairify_cli.diagnostics.model import Severity
from clairify_cli.files.data import toml

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
