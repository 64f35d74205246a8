"""The laboratory's names in place of the text's."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.languages.base import Constraints
from clairify_cli.reader.protocol import read_to_xdl

TEXT = "Add 5 g of salt to a beaker. Add 20 mL of hot water. Stir for 10 s."


def names(text: str, hardware: tuple[str, ...] | None, reagents: tuple[str, ...] | None) -> tuple[list[str], list[str]]:
    reading = read_to_xdl(text, Constraints(hardware=hardware, reagents=reagents)).reading
    return [vessel.id for vessel in reading.vessels], list(reading.reagents)


@pytest.mark.parametrize(("hardware", "expected"), stored(__file__, "hardware"))
def test_hardware(hardware: tuple[str, ...] | None, expected: str) -> None:
    assert names(TEXT, hardware, None)[0] == [expected]


def test_a_vessel_that_the_text_does_not_name_is_the_only_one_there_is() -> None:
    assert names("Add 5 g of salt.", ("reactor_1",), None)[0] == ["reactor_1"]


@pytest.mark.parametrize(("text", "lab", "expected", "guesses"), stored(__file__, "free"))
def test_a_free_vessel_of_the_laboratory_is_taken(
    text: str, lab: dict[str, float], expected: list[str], guesses: list[str]
) -> None:
    result = read_to_xdl(text, Constraints(hardware=tuple(lab), capacities=tuple(lab.items())))
    assert [vessel.id for vessel in result.reading.vessels] == expected
    assert [one.message.rpartition("so ")[2] for one in result.diagnostics if one.code == "XDL650"] == guesses


def test_two_vessels_do_not_become_one() -> None:
    text = "Add 5 g of salt to a beaker. Add 5 g of sugar to another beaker."
    assert names(text, ("beaker_250mL",), None)[0] == ["beaker_250mL", "beaker_2"]


@pytest.mark.parametrize(("reagents", "expected"), stored(__file__, "reagents"))
def test_reagents(reagents: tuple[str, ...] | None, expected: list[str]) -> None:
    assert names(TEXT, None, reagents)[1] == expected


def test_what_a_name_loses_is_kept_in_the_comment() -> None:
    reading = read_to_xdl(TEXT, Constraints(reagents=("salt", "water"))).reading
    assert reading.steps[1].get("reagent") == "water"
    assert reading.steps[1].get("comment") == "hot water"


def test_steps_and_declarations_agree() -> None:
    result = read_to_xdl(TEXT, Constraints(hardware=("Beaker_1",), reagents=("Salt", "water")))
    assert 'vessel="Beaker_1" reagent="Salt"' in result.xdl
    assert '<Component id="Beaker_1" type="beaker"/>' in result.xdl
    assert '<Reagent name="water"/>' in result.xdl
