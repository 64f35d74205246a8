"""What the reader writes is what the verifier accepts, in every dialect that has to take it."""

from __future__ import annotations

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.reader import read_to_xdl
from clairify_cli.reader.write import escaped

from .cases import load

AREAS = ("adding", "quantities", "vessels", "thermal", "repeat", "unread", "laboratory", "heldout", "unseen")
TEXTS = [pytest.param(case.text, id=f"{area}: {case.name}") for area in AREAS for case in load(area) if case.steps]


@pytest.mark.parametrize("dialect", [None, "clairify"])
@pytest.mark.parametrize("text", TEXTS)
def test_no_errors(text: str, dialect: str | None) -> None:
    xdl = read_to_xdl(text, Constraints()).xdl
    found = Xdl().check(Source(xdl), CheckOptions(dialect=dialect))
    assert [diagnostic.message for diagnostic in found if diagnostic.is_error] == []


@pytest.mark.parametrize(
    "text",
    [
        'Add 5 g of "A & B <c>" to a beaker.',
        "Add 5 g of salt\x00\x0b to a beaker.",
        "\ufeffAdd 5 g of salt to a beaker.\r\nStir for 10 s.\r\n",
        "Add 5 g of salt \ud800 to a beaker.",
        "R&D <Punch>\nAdd 5 g of salt to a beaker.",
    ],
)
def test_odd_characters(text: str) -> None:
    result = read_to_xdl(text, Constraints())
    assert [step.name for step in result.reading.steps][:1] == ["Add"]
    found = Xdl().check(Source(result.xdl), CheckOptions())
    assert [diagnostic.message for diagnostic in found if diagnostic.is_error] == []


@pytest.mark.parametrize("text", TEXTS)
def test_programs_are_in_canonical_form(text: str) -> None:
    xdl = read_to_xdl(text, Constraints()).xdl
    assert Xdl().format(Source(xdl), CheckOptions()) == xdl


def test_escaped() -> None:
    assert escaped('a & b < c > "d"\te\x00') == "a &amp; b &lt; c &gt; &quot;d&quot; e\ufffd"
