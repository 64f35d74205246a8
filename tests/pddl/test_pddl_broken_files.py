"""Thirty broken files, each with several faults: all of them are found in one run, at their line and column.

`broken/expected.yaml` says what is due, errors and warnings. Nothing else is an error; other warnings may come besides.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

FOLDER = Path(__file__).resolve().parent / "broken"
DUE: dict[str, dict[str, Any]] = yaml.load((FOLDER / "expected.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
MOST_FAULTS = 5


def source(name: str) -> Source:
    return Source((FOLDER / name).read_text(encoding="utf-8"), name)


def check(name: str) -> list[Diagnostic]:
    domain = DUE.get(name, {}).get("domain")
    context = (source(domain),) if domain else ()
    return get("pddl").check(source(name), CheckOptions(context=context))


@pytest.mark.parametrize("name", DUE)
def test_every_fault_is_found_in_one_run_and_nothing_else_is_an_error(name: str) -> None:
    found = check(name)
    shown = "\n".join(f"{one.code} {one.span.line}:{one.span.column} {one.message}" for one in found)
    due = [tuple(one) for one in DUE[name]["due"]]
    assert not Counter(due) - Counter((one.code, one.span.line, one.span.column) for one in found), shown
    errors = [(one.code, one.span.line, one.span.column) for one in found if one.is_error]
    assert not Counter(errors) - Counter(due), shown


@pytest.mark.parametrize("name", DUE)
def test_every_error_says_what_to_do(name: str) -> None:
    for one in check(name):
        if one.is_error:
            assert one.hint, one.code
            assert "\n" not in one.message


def test_there_are_thirty_files_with_up_to_five_faults() -> None:
    assert len(DUE) == 30
    assert all(1 <= len(due["due"]) <= MOST_FAULTS for due in DUE.values())
    assert sum(len(due["due"]) >= 3 for due in DUE.values()) >= 25
    assert {path.name for path in FOLDER.glob("*.pddl")} - set(DUE) == {"kitchen.pddl"}


def test_what_they_are_held_against_has_no_faults() -> None:
    assert check("kitchen.pddl") == []
