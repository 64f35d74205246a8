"""What the reader guesses: each kind with its code, and as grave as the table of measured rates says."""

from __future__ import annotations

from collections import Counter

import pytest
from case_tables import stored

from benchmarks.guess_rates import CODES, table
from clairify_cli.diagnostics.model import Severity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.reader.protocol import read, rules
from clairify_cli.translate import translate
from clairify_cli.translate.models.offline import ReaderModel
from clairify_cli.translate.options import LoopOptions

TWO = "Add 5 g of salt to a flask. Add 50 mL of water to another flask."
CASES = stored(__file__, "CASES")


@pytest.mark.parametrize(("code", "text"), CASES, ids=lambda value: value[:6])
def test_each_kind_is_reported(code: str, text: str) -> None:
    found = [one for one in read(text).diagnostics if one.code == code]
    assert len(found) == 1
    assert found[0].severity is rules.severity(code)


def test_there_is_a_case_of_every_kind() -> None:
    assert sorted({code for code, _ in CASES}) == sorted(CODES)


def test_what_is_said_is_no_guess() -> None:
    text = "Add 50 mL of water to a flask. Heat the flask to 100 °C for 2 h. Cool the flask to 25 °C."
    assert [one.code for one in read(text).diagnostics] == []


def test_the_table_has_every_kind() -> None:
    rates = rules.rates()
    assert sorted(rates) == sorted(CODES)
    assert all(0 <= one["wrong"] <= one["seen"] for one in rates.values())


def test_the_table_is_as_the_benchmark_writes_it() -> None:
    seen, wrong = (Counter({code: one[key] for code, one in rules.rates().items()}) for key in ("seen", "wrong"))
    assert rules.TABLE.read_text(encoding="utf-8") == table(seen, wrong)


@pytest.mark.parametrize(
    ("seen", "wrong", "due"),
    [(0, 0, Severity.ERROR), (19, 0, Severity.ERROR), (20, 1, Severity.WARNING), (20, 2, Severity.ERROR)],
)
def test_severity(monkeypatch: pytest.MonkeyPatch, seen: int, wrong: int, due: Severity) -> None:
    monkeypatch.setattr(rules, "rates", lambda: {"XDL650": {"seen": seen, "wrong": wrong}})
    assert rules.severity("XDL650") is due


def test_what_is_not_in_the_table_is_an_error() -> None:
    assert rules.severity("XDL999") is Severity.ERROR


@pytest.mark.parametrize(("fidelity", "due"), [(True, Outcome.UNFAITHFUL), (False, Outcome.VALID)])
def test_a_grave_guess_counts_as_a_difference_from_the_text(fidelity: bool, due: Outcome) -> None:
    text = "Heat the flask to 60 degrees."
    made = translate(text, get("xdl"), ReaderModel(), LoopOptions(fidelity=fidelity), CheckOptions())
    assert made.outcome is due
