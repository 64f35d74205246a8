"""docs/safety.md: each hazard has a line, and each line a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from clairify_cli.worlds.ros.robot import Cause

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for block in re.findall(r"(?:^\|.*\n)+", TEXT, re.MULTILINE)
    if block.startswith("| hazard ")
    for line in block.splitlines()[2:]
]
FILES = {path.name: path for path in (ROOT / "tests").rglob("test_*.py")}


def named(cell: str) -> list[tuple[str, str]]:
    """The files and tests of a cell; a test alone is in the file before it."""
    found, last = [], ""
    for one in re.findall(r"`([^`]+)`", cell):
        path, _, test = one.partition("::")
        last = Path(path).name or last
        found.append((last, test))
    return found


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_each_hazard_has_tests_that_exist(row: list[str]) -> None:
    tests = named(row[-1])
    if row[-1].startswith("`::"):  # as in the row above
        above = next(one for one in reversed(ROWS[: ROWS.index(row)]) if not one[-1].startswith("`::"))
        tests = [(named(above[-1])[0][0], test) for _, test in tests]
    assert tests, row
    for file, test in tests:
        assert file in FILES, file
        assert not test or f"def {test}(" in FILES[file].read_text(encoding="utf-8"), (file, test)


def test_each_cause_of_a_stop_is_that_of_a_hazard() -> None:
    told = {one for row in ROWS for cell in row[1:-1] for one in re.findall(r"`([^`]+)`", cell)}
    assert {one.value for one in Cause} <= told


def test_kinds_of_faults_are_as_many_as_are_promised() -> None:
    """Those that have to stop or refuse something, by the tables that the page names."""
    paths = re.findall(r"`(tests/\S+\.yaml)`", TEXT)
    tables = [yaml.safe_load((ROOT / one).read_text(encoding="utf-8")) for one in paths]
    kinds = [name for table in tables for name, row in table.get("CASES", {}).items() if row["causes"]]
    kinds += [f"device: {way}" for table in tables for way in {row[0] for row in table.get("WAYS", [])}]
    kinds += [f"opening: {name}" for table in tables for name in table.get("OPENING", {})]
    assert len(kinds) == len(set(kinds)) >= 60
