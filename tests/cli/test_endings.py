"""What a person is told of a loop that a model ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes.openai_server import says, serve

from cli.batches import manifest
from cli.conftest import Run

TEXT = "Add 5 g of salt to 50 mL of water in a beaker. Stir for 10 min."


@pytest.fixture(autouse=True)
def texts(own_folder: Path) -> Path:
    (own_folder / "a.txt").write_text(TEXT)
    return own_folder


def test_a_disputed_program_is_printed_with_the_reason(clairify: Run, texts: Path) -> None:
    wrong = clairify("xdl", "a.txt").out.replace("10 min", "20 min")
    reply = says(f"I read twenty.\n```xdl\n{wrong}```")
    with serve(reply) as server:
        ran = clairify("xdl", "a.txt", "--model", "openai/m", "--api-base", server.address, "--no-cache")
        many = clairify(
            "xdl", "a.txt", "-o", "out/", "--report", "r.json", "-m", "openai/m", "--api-base", server.address
        )
    assert (ran.code, ran.out) == (1, wrong)
    assert "and the model stands by it: I read twenty., 1 error left" in ran.err
    assert "and the model stands by it: I read twenty." in many.err
    assert (manifest("out")[0]["outcome"], manifest("out")[0]["error"]) == ("disputed", "I read twenty.")


def test_a_text_without_a_procedure(clairify: Run) -> None:
    with serve(says("NO PROCEDURE: a list of prices.")) as server:
        ran = clairify("xdl", "a.txt", "--model", "openai/m", "--api-base", server.address, "--no-cache")
    assert (ran.code, ran.out, len(server.requests)) == (1, "", 1)
    assert "no procedure was found in the text: a list of prices." in ran.err


def test_a_refusal_is_told_in_its_words(clairify: Run) -> None:
    with serve(says("I'm sorry, but I can't help with that.")) as server:
        ran = clairify("xdl", "a.txt", "--model", "openai/m", "--api-base", server.address, "--no-cache")
    assert (ran.code, ran.out, len(server.requests)) == (3, "", 1)
    assert "the model refused: I can't help with that." in ran.err
