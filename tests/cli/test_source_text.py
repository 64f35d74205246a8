"""`clairify check --source`: programs held to their text, as a report and a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import GOOD, Run

TEXT = "Add 10 mL of water to a beaker. Stir for 20 s.\n"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    (own_folder / "text.txt").write_text(TEXT)
    (own_folder / "good.xdl").write_text(GOOD)
    (own_folder / "other.xdl").write_text(GOOD.replace("10 mL", "25 mL"))
    return own_folder


def test_a_program_that_says_what_its_text_says(clairify: Run) -> None:
    assert clairify("check", "--strict", "good.xdl", "--source", "text.txt").code == 0


def test_a_program_that_says_something_else(clairify: Run) -> None:
    assert clairify("check", "other.xdl").code == 0
    ran = clairify("check", "other.xdl", "--source", "text.txt", "--format", "jsonl")
    assert ran.code == 1
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert any(one["code"].startswith("XDL6") and "25 mL" in one["message"] for one in found)


def test_the_page(clairify: Run, files: Path) -> None:
    ran = clairify("check", "other.xdl", "--source", "text.txt", "--format", "html", "-o", "p.html")
    assert (ran.code, ran.out) == (1, "")
    page = (files / "p.html").read_text(encoding="utf-8")
    assert clairify("check", "other.xdl", "--source", "text.txt", "--format", "html").out == page
    assert "XDL6" in page


@pytest.mark.parametrize(("arguments", "said"), stored(__file__, "what_cannot_be"))
def test_what_cannot_be(clairify: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = clairify("check", *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
