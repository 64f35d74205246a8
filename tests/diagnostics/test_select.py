"""Choosing findings by code."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.rules import rules
from clairify_cli.diagnostics.select import select, unknown_codes

CODES = ["TST101", "TST301", "TST302", "OTH301"]

CASES: list[tuple[list[str], list[str], list[str]]] = stored(__file__, "CASES")


@pytest.mark.parametrize(("chosen", "ignored", "kept"), CASES)
def test_the_longest_prefix_decides(chosen: list[str], ignored: list[str], kept: list[str]) -> None:
    source = Source("x")
    findings = [Diagnostic(code, Severity.ERROR, "found", source.span(0)) for code in CODES]
    assert [diagnostic.code for diagnostic in select(findings, chosen, ignored)] == kept


def test_codes_that_fit_a_rule_are_not_refused() -> None:
    assert rules.unused_suppression.code == "CLA001"
    assert list(unknown_codes(["CLA001", "CLA", "CLA0", "cla002", "C"])) == []


@pytest.mark.parametrize(("given", "nearest"), stored(__file__, "an_unknown_code_is_answered_with_the_nearest"))
def test_an_unknown_code_is_answered_with_the_nearest(given: str, nearest: str) -> None:
    (unknown,) = unknown_codes([given])
    assert unknown.startswith(f"no rule has the code `{given}`; did you mean `")
    assert f"`{nearest}`" in unknown


def test_each_unknown_code_is_named_once_in_the_order_given() -> None:
    assert [one.split("`")[1] for one in unknown_codes(["QQQ", "", "CLA0", "QQQ", "7"])] == ["QQQ", "", "7"]
