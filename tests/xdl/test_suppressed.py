"""Comments in XDL that silence rules."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

FRAME = stored(__file__, "FRAME")
ADD = '      <Add vessel="beaker" reagent="water" volume="5 mL"/>'
BAD = '      <Stir vessel="beaker" time="soon"/>'
LONG = '      <Stir\n        vessel="beaker"\n        time="soon"/>'


def codes(*steps: str) -> list[str]:
    text = FRAME.format(steps="\n".join((ADD, *steps)))
    return [finding.code for finding in get("xdl").check(Source(text), CheckOptions())]


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        pytest.param((BAD,), ["XDL301"], id="nothing suppresses"),
        pytest.param((f"{BAD} <!-- clairify: ignore XDL301 -->",), [], id="on the line"),
        pytest.param(("      <!-- clairify: ignore XDL301 -->", BAD), [], id="on the line before"),
        pytest.param(("      <!-- clairify: ignore XDL301 -->", LONG), [], id="before a tag over three lines"),
        pytest.param(("      <!-- clairify: ignore XDL3 -->", BAD), [], id="a group"),
        pytest.param(("      <!-- clairify: ignore -->", BAD), [], id="everything"),
        pytest.param(("      <!-- clairify: ignore XDL201, XDL301 -->", BAD), ["CLA001"], id="one of two unused"),
        pytest.param(("      <!-- clairify: ignore XDL301 -->", BAD, BAD), ["XDL301"], id="the next element only"),
        pytest.param((BAD, BAD, "      <!-- clairify: ignore-file XDL301 -->"), [], id="the whole file"),
        pytest.param(("      <!-- clairify: ignore XDL201 -->", BAD), ["CLA001", "XDL301"], id="another rule"),
        pytest.param(("      <!-- clairify: ignor XDL301 -->", BAD), ["CLA002", "XDL301"], id="a misspelt command"),
        pytest.param(("      <!-- clairify is a tool -->", BAD), ["XDL301"], id="no directive"),
    ],
)
def test_suppression(steps: tuple[str, ...], left: list[str]) -> None:
    assert codes(*steps) == left


def test_characters_of_several_bytes_before_the_comment_move_nothing() -> None:
    step = '      <HeatChill vessel="beaker" temp="20 °C" time="soon" comment="µ°é"/>'
    assert codes(step) == ["XDL301"]
    assert codes(f"{step} <!-- clairify: ignore XDL301 -->") == []
