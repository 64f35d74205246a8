"""`clairify xdl --page` and `--format html`: what is written, and where."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import GOOD, Run, replies

TEXT = "Add 10 mL of water to a beaker. Stir for 20 s.\n"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    (own_folder / "text.txt").write_text(TEXT)
    (own_folder / "texts").mkdir()
    for name in ("a", "b"):
        (own_folder / "texts" / f"{name}.txt").write_text(TEXT)
    return own_folder


def test_the_page_beside_the_program(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "text.txt", "-o", "plan.xdl", "--page", "out/plan.html")
    assert (ran.code, ran.out) == (0, "")
    page = (files / "out" / "plan.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "plan.xdl" in page


def test_the_program_on_stdout_is_the_same(clairify: Run, files: Path) -> None:
    expected = clairify("xdl", TEXT).out
    assert clairify("xdl", TEXT, "--page", "p.html").out == expected


def test_the_page_instead(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "text.txt", "--format", "html")
    assert ran.code == 0
    assert ran.out.startswith("<!DOCTYPE html>")
    assert clairify("xdl", "text.txt", "--format", "html", "-o", "page.html").out == ""
    assert (files / "page.html").read_text(encoding="utf-8") == ran.out


def test_several_inputs_have_a_folder(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "texts", "-o", "out", "--page", "pages")
    assert ran.code == 0
    assert sorted(path.name for path in (files / "pages").iterdir()) == ["a.html", "b.html"]


def test_a_program_that_is_not_valid_is_shown_all_the_same(clairify: Run, files: Path) -> None:
    model = replies(files / "r.jsonl", GOOD.replace("20 s", "20 parsecs"))
    ran = clairify("xdl", "text.txt", "--model", model, "--rounds", "1", "--page", "p.html")
    assert (ran.code, ran.out) == (1, "")
    assert "XDL302" in (files / "p.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("arguments", "said"), stored(__file__, "what_cannot_be"))
def test_what_cannot_be(clairify: Run, files: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = clairify("xdl", *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
