"""The tables of a study: a matrix of batches over the same texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes.openai_server import says, serve

from clairify_cli.services.study.tables import interval
from cli.conftest import Run

TEXT = "Add 5 g of salt to 50 mL of water in a beaker. Stir for 10 min."


@pytest.fixture(autouse=True)
def texts(own_folder: Path) -> Path:
    (own_folder / "texts").mkdir()
    for number in (1, 2):
        (own_folder / "texts" / f"{number}.txt").write_text(TEXT.replace("10 min", f"{number}0 min"))
    return own_folder


def test_ways_of_feedback_and_runs_are_batches_of_their_own(clairify: Run, texts: Path) -> None:
    made = clairify("xdl", "texts/1.txt").out
    wrong = made.replace("10 min", "soon")
    with serve(says(wrong, tokens=(100, 10)), says(made, tokens=(100, 10))) as server:
        model = ("--model", "openai/m,reader", "--api-base", server.address)
        ran = clairify("study", "xdl", "texts/1.txt", "-o", "two", *model, "--runs", "2", "--rounds", "2", "-q")
    assert ran.code == 0
    assert "| openai/m | previous+errors | 2 of 2 (34 to 100 %) | 2 of 2 (34 to 100 %) | 300 | " in ran.out
    assert "| 0 | 0 | 0 | 1 | 0 | 0 | 0 | 1.50 ± 0.50, 2/1 |" in ran.out
    assert "| reader | previous+errors | 2 of 2 (34 to 100 %) | 2 of 2 (34 to 100 %) | 0 | $0.0000 |" in ran.out
    assert (texts / "two" / "openai_m" / "previous+errors" / "run-2" / "manifest.jsonl").is_file()


def test_all_ways_of_feedback_as_json(clairify: Run) -> None:
    ran = clairify("study", "xdl", "texts", "-o", "out", "--all-feedback", "--format", "json", "-q")
    assert ran.code == 0
    cells = json.loads(ran.out)["cells"]
    assert [cell["feedback"] for cell in cells] == ["naive", "last-errors", "all-errors", "previous+errors"]
    assert {(cell["texts"], cell["valid"], cell["calls_mean"]) for cell in cells} == {(2, 2, 1.0)}
    again = clairify("study", "xdl", "texts", "-o", "out", "--all-feedback", "--resume", "-q")
    assert (again.code, again.out.count("2 of 2 (34 to 100 %)")) == (0, 12)


def test_a_study_needs_a_folder(clairify: Run) -> None:
    assert "add -o FOLDER" in clairify("study", "xdl", "texts").err


def test_intervals_are_those_of_wilson() -> None:
    assert [round(one, 3) for one in interval(75, 108)] == [0.602, 0.773]
    assert [round(one, 3) for one in interval(0, 10)] == [0.0, 0.278]
