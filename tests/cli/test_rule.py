"""`clairify rule`: pages, groups, the list of all."""

from __future__ import annotations

import pytest

from clairify_cli.diagnostics.render.rules import rule_page
from clairify_cli.rulebook import all_rules
from cli.conftest import Ran, Run

RULES = all_rules()


def test_every_rule_has_a_page(clairify: Run) -> None:
    pages = {code: rule_page(rule).rstrip("\n") + "\n" for code, rule in RULES.items()}
    for code, rule in RULES.items():
        assert pages[code].startswith(f"{code} {rule.name} ({rule.severity.value})\n")
        assert rule.title in pages[code]
    for code in list(RULES)[::40]:  # the command adds nothing to a page
        assert clairify("rule", code) == Ran(0, pages[code], "")


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
