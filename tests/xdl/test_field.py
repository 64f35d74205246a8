"""Files in the styles of the field. A line that deserves an error says so in a comment; every other error is false."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

FILES = {file.stem: file.read_text(encoding="utf-8") for file in (Path(__file__).parent / "field").glob("*.xdl")}
LABEL = re.compile(r"<!-- error (XDL\d+) -->")
DIALECT = re.compile(r"<!-- dialect: (\S+) -->")


@pytest.mark.parametrize("name", sorted(FILES))
def test_errors_are_those_that_are_labelled(name: str) -> None:
    text = FILES[name]
    dialect = DIALECT.search(text)
    found = get("xdl").check(Source(text), CheckOptions(dialect[1] if dialect else None))
    got = {(d.span.line, d.code) for d in found if d.is_error}
    due = {(n, code) for n, line in enumerate(text.splitlines(), 1) for code in LABEL.findall(line)}
    assert got == due


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 40
    assert sum("<!-- error" in text for text in FILES.values()) >= 14


@pytest.mark.parametrize("name", [name for name in sorted(FILES) if name.startswith("old_")])
def test_what_a_reader_of_procedures_writes_for_0_4_passes_in_0_5(name: str) -> None:
    text = FILES[name]
    if LABEL.search(text):
        return
    missing = {"XDL113"} if name == "old_wash_by_default" else set()
    found = get("xdl").check(Source(text), CheckOptions("0.5"))
    assert {d.code for d in found if d.is_error} == missing


@pytest.mark.parametrize("name", sorted(FILES))
def test_an_old_name_and_one_of_a_platform_is_said_once(name: str) -> None:
    found = get("xdl").check(Source(FILES[name]), CheckOptions("2.0"))
    said = [d.message.split(" of ")[0] for d in found if d.code in ("XDL116", "XDL120", "XDL123")]
    assert len(said) == len(set(said))
