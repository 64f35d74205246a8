"""Names of reagents: what can be no substance, and what must pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from clairify_cli.chemistry import substances
from clairify_cli.fidelity.text.heads import is_no_substance

FOLDER = Path(__file__).with_name("names")
MOST_MISSED = 0.05


def names(file: str) -> list[str]:
    lines = (FOLDER / file).read_text(encoding="utf-8").splitlines()
    return [name for line in lines if not line.startswith("#") for part in line.split(";") if (name := part.strip())]


@pytest.mark.parametrize(("file", "least"), [("everyday.txt", 500), ("chemicals.txt", 300)])
def test_what_may_be_a_substance_passes(file: str, least: int) -> None:
    found = names(file)
    assert len(set(found)) >= least
    assert [name for name in found if is_no_substance(name)] == []


def test_all_names_of_the_table_pass() -> None:
    found = {name for one in substances() for name in (one.name, *one.synonyms)}
    assert [name for name in found if is_no_substance(name)] == []


def test_nonsense_is_found() -> None:
    """These were not looked at while the words were chosen, so some may be missed."""
    found = names("nonsense.txt")
    missed = [name for name in found if not is_no_substance(name)]
    assert len(missed) <= MOST_MISSED * len(found), missed


@pytest.mark.parametrize("name", ["", " ", "()", "x" * 100_000, "of " * 50_000, "2"])
def test_strange_names_pass_at_once(name: str) -> None:
    assert not is_no_substance(name)
