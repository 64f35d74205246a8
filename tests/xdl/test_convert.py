"""Converting between dialects: names change, nothing is lost, and what a dialect cannot say is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored
from mutations import corpus

from clairify_cli.cli.format import run
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.convert import convert
from clairify_cli.services.format import FormatRequest

FILES = corpus()
OLD = stored(__file__, "OLD")


def errors(text: str, dialect: str | None) -> list[str]:
    return [d.code for d in get("xdl").check(Source(text), CheckOptions(dialect)) if d.is_error]


@pytest.mark.parametrize("dialect", ["0.5", "2.0"])
def test_names_of_0_4_become_those_of_today(dialect: str) -> None:
    text, unsaid = convert(Source(OLD), dialect)
    assert unsaid == [] and errors(text, dialect) == []
    assert '<Reagent name="ether"/>' in text
    assert '<Filter vessel="filter" filtrate_vessel="funnel"/> <!-- the solid stays -->' in text
    assert 'product_phase="top"' in text and 'repeats="1"' in text and 'solvent=""' not in text
    assert 'dispense_speed="3"' in text and '<Evaporate vessel="rotavap"' in text
    assert ('version="0.5.0"' in text) is (dialect == "0.5") and "0.4.0" not in text


def test_a_way_there_and_back_changes_nothing() -> None:
    today, _ = convert(Source(OLD), "0.5")
    old, unsaid = convert(Source(today), "0.4")
    assert unsaid == []
    assert convert(Source(OLD), "0.4")[0] == old
    assert convert(Source(old), "0.5")[0] == today


@pytest.mark.parametrize("name", FILES)
def test_round_trips_of_the_corpus_lose_nothing(name: str) -> None:
    start, _ = convert(Source(FILES[name]), "2.0")
    for dialect in ("0.5", "0.4", "clairify"):
        there, unsaid = convert(Source(start), dialect)
        back, _ = convert(Source(there), "2.0")
        assert back.replace("<AddSolid", "<Add") == back if dialect == "clairify" else back == start
        assert bool(unsaid) == bool(set(errors(there, dialect)) - set(errors(start, "2.0")))


def test_what_a_dialect_cannot_say_is_left_and_reported() -> None:
    text, unsaid = convert(Source(OLD), "clairify")
    assert 'dispense_speed="3"' in text
    assert {(one.code, text.splitlines()[one.span.line - 1].split()[0]) for one in unsaid} >= {("XDL112", "<Add")}


def test_files_are_converted_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.xdl").write_text(OLD, encoding="utf-8")
    assert run(FormatRequest((str(tmp_path),), to="0.5", write=True)) == 0
    assert all('version="0.5.0"' in file.read_text(encoding="utf-8") for file in tmp_path.iterdir())
    assert run(FormatRequest((str(tmp_path),), to="clairify")) == 1
    assert "`Add` has no property `dispense_speed`" in capsys.readouterr().err


def test_only_xdl_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "domain.pddl").write_text("(define (domain d))", encoding="utf-8")
    assert run(FormatRequest((str(tmp_path / "domain.pddl"),), to="0.5")) == 2
    assert "is not XDL" in capsys.readouterr().err
