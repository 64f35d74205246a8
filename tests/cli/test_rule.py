"""`clairify rule`: pages, groups, the list of all."""

from __future__ import annotations

import pytest

from clairify_cli.rulebook import all_rules
from cli.conftest import Run

RULES = all_rules()


def test_every_rule_has_a_page(clairify: Run) -> None:
    for code, rule in RULES.items():
        ran = clairify("rule", code)
        assert ran.code == 0
        assert ran.out.startswith(f"{code} {rule.name} ({rule.severity.value})\n")
        assert rule.title in ran.out


def test_a_rule_by_its_name(clairify: Run) -> None:
    assert clairify("rule", "unknown-unit").out == clairify("rule", "xdl302").out


def test_rules_of_one_name(clairify: Run) -> None:
    pages = [clairify("rule", code).out for code in ("pdl125", "xdl301")]
    assert clairify("rule", "no-number").out == "\n".join(pages)


@pytest.mark.parametrize("start", ["", "XDL", "xdl3", "XDL30", "CLA"])
def test_lists(start: str, clairify: Run) -> None:
    ran = clairify("rule", *([start] if start else []))
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        code for code in RULES if code.startswith(start.upper())
    ]


@pytest.mark.parametrize(
    ("wrong", "near"), [("no-numbr", "no-number"), ("301", "PDL301`, `PLN301`, `RUN301`, `XDL301")]
)
def test_the_nearest_rule_is_offered(wrong: str, near: str, clairify: Run) -> None:
    ran = clairify("rule", wrong)
    assert ran.code == 2
    assert f"there is no rule `{wrong}`; did you mean `{near}`?" in ran.err


def test_what_is_nothing_like_a_rule(clairify: Run) -> None:
    assert "there is no rule `zzz`; `clairify rule` lists them all" in clairify("rule", "zzz").err


def test_the_reference_holds_every_rule(clairify: Run) -> None:
    pages = clairify("rule", "--all").out
    assert all(f"{code}" in pages for code in RULES)
