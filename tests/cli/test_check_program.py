"""Programs in `check`, `format`, `describe` and `rule`: which domain they are held to, and from where."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from agents.kitchenette import DOMAIN, SCENE

from cli.conftest import Run

TAKE = 'def take_the_egg():\n    take("egg1", "fridge1")\n'
HEADING = "# clairify: domain household, problem kitchen\n"


def codes(clairify: Run, *arguments: str) -> list[str]:
    ran = clairify("check", "--format", "json", "--ignore", "PRG210", *arguments)
    return [one["code"] for file in json.loads(ran.out)["files"] for one in file["diagnostics"]]


def give(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a text be standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_program_is_held_to_the_domain_and_problem_that_are_given(clairify: Run) -> None:
    Path("task.py").write_text(TAKE, encoding="utf-8")
    assert codes(clairify, "task.py", "--domain", "household", "--problem", "kitchen") == ["PRG201"]
    assert codes(clairify, "task.py", "--domain", "household") == []
    assert codes(clairify, "task.py", "--domain", "blocks") == ["PRG101"]


def test_or_to_those_that_its_heading_names(clairify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("task.py").write_text(HEADING + TAKE, encoding="utf-8")
    assert codes(clairify, "task.py") == ["PRG201"]
    give(HEADING + TAKE, monkeypatch)
    assert codes(clairify, "-") == ["PRG201"]
    assert codes(clairify, "task.py", "--domain", "household", "--problem", "snack") == ["PRG103"] * 2


def test_or_to_files_beside_it(clairify: Run) -> None:
    Path("d").mkdir()
    Path("d/kitchenette.pddl").write_text(DOMAIN, encoding="utf-8")
    Path("d/p.pddl").write_text(SCENE, encoding="utf-8")
    Path("d/p.py").write_text('def f():\n    take("appel1", "shelf1")\n', encoding="utf-8")
    assert codes(clairify, "d/p.py") == ["PRG103"]
    Path("d/other.py").write_text(
        '# clairify: domain kitchenette.pddl\ndef f():\n    tak("x", "y")\n', encoding="utf-8"
    )
    assert codes(clairify, "d/other.py") == ["PRG101"]


def test_a_heading_that_names_nothing_is_said_and_opens_no_other_files(clairify: Run) -> None:
    Path("secret.txt").write_text("(define (domain x))", encoding="utf-8")
    Path("task.py").write_text("# clairify: domain secret.txt\n" + TAKE, encoding="utf-8")
    ran = clairify("check", "task.py")
    assert (ran.code, "task.py:1:1: warning[PRG114]: in its heading: cannot read secret" in ran.out) == (0, True)


@pytest.mark.parametrize("named", ["domain nowhere, problem kitchen", "domain household, problem no.pddl"])
def test_a_heading_that_names_nothing_is_a_finding(named: str, clairify: Run) -> None:
    Path("task.py").write_text(f"# clairify: {named}\n{TAKE}", encoding="utf-8")
    assert codes(clairify, "task.py") == ["PRG114"]
    assert clairify("check", "task.py", "--strict").code == 1
    sarif = clairify("check", "task.py", "--format", "sarif").out
    assert [one["ruleId"] for one in json.loads(sarif)["runs"][0]["results"]] == ["PRG114"]
    assert codes(clairify, "task.py", "--domain", "household", "--problem", "kitchen") == ["PRG201"]


def test_folders_are_not_searched_for_python(clairify: Run) -> None:
    Path("setup.py").write_text("import os\n", encoding="utf-8")
    Path("p.pddl").write_text(SCENE, encoding="utf-8")
    assert codes(clairify, ".") == ["PDL222"]
    assert codes(clairify, "setup.py") == ["PRG003", "PRG006"]


def test_fixes_are_applied(clairify: Run) -> None:
    Path("task.py").write_text(
        HEADING + 'def f():\n    go("table1", "sink1", "kitchen")\n    tke(potato1, "sink1")\n', encoding="utf-8"
    )
    ran = clairify("check", "--fix", "--ignore", "PRG210", "task.py")
    assert ran.code == 0, ran.out
    assert Path("task.py").read_text(encoding="utf-8") == (
        HEADING + 'def f():\n    go("table1", "sink1", "kitchen")\n    take("potato1", "sink1")\n'
    )


def test_format(clairify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    give("def f():\n  take('a')\n", monkeypatch)
    ran = clairify("format", "-")
    assert (ran.code, ran.out) == (0, 'def f():\n    take("a")\n')
    give("def f():\n  a.b()\n", monkeypatch)
    refused = clairify("format", "-")
    assert refused.code == 1 and "there are no attributes" in refused.err


def test_describe_and_rule(clairify: Run) -> None:
    ran = clairify("describe", "program", "--domain", "household", "--problem", "snack")
    assert ran.code == 0
    assert '- apple: "apple1"' in ran.out and "assert " in ran.out
    assert "missing-precondition" in clairify("rule", "PRG201").out
