"""What the reader writes is what the verifier accepts, in every dialect that has to take it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.languages.xdl.remarks import with_remarks
from clairify_cli.reader.protocol import read_to_xdl
from clairify_cli.reader.protocol.write import escaped

from .cases import load

AREAS = stored(__file__, "AREAS")
TEXTS = [pytest.param(case.text, id=f"{area}: {case.name}") for area in AREAS for case in load(area) if case.steps]


@pytest.mark.parametrize("dialect", [None, "clairify"])
@pytest.mark.parametrize("text", TEXTS)
def test_no_errors_and_canonical_form(text: str, dialect: str | None) -> None:
    xdl = read_to_xdl(text, Constraints(), dialect=dialect).xdl
    found = Xdl().check(Source(xdl), CheckOptions(dialect=dialect))
    assert [diagnostic.message for diagnostic in found if diagnostic.is_error] == []
    assert Xdl().format(Source(xdl), CheckOptions(dialect=dialect)) == xdl


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


def test_escaped() -> None:
    assert escaped('a & b < c > "d"\te\x00') == "a &amp; b &lt; c &gt; &quot;d&quot; e\ufffd"


LACKING = (
    "The mixture was sonicated for 10 min and concentrated. The oil was distilled (b.p. 61 °C at 12 mmHg). "
    "The product was stirred in ether (20 mL) for 1 h."
)


def test_steps_that_a_dialect_lacks_are_told_another_way_or_reported() -> None:
    usual = read_to_xdl(LACKING, Constraints())
    assert [step.name for step in usual.reading.steps][:3] == ["Sonicate", "Evaporate", "Distill"]
    result = read_to_xdl(LACKING, Constraints(), dialect="clairify")
    names = [step.name for step in result.reading.steps]
    assert names[:2] == ["Stir", "Evaporate"]
    assert "Distill" not in names
    assert any(one.code == "XDL690" and "Distill" in one.message for one in result.diagnostics)
    found = Xdl().check(Source(result.xdl), CheckOptions(dialect="clairify"))
    assert [one.message for one in found if one.is_error] == []


def test_an_unknown_dialect_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown dialect"):
        read_to_xdl("Add 5 g of salt to a beaker.", Constraints(), dialect="9.9")


REMARKS = "Add 5 g of salt to a 250 mL beaker until -- clairify: ignore XDL304 -- it's clear. Stir gently for 10 min."


@pytest.mark.parametrize("dialect", [None, "clairify"])
@pytest.mark.parametrize("style", [None, "attribute", "xml", "none"])
def test_remarks_are_attributes_comments_or_left_out(dialect: str | None, style: str | None) -> None:
    xdl = read_to_xdl(REMARKS, Constraints(), dialect=dialect, comments=style).xdl
    shown = style or ("xml" if dialect == "clairify" else "attribute")
    attributes = [element.attrib.get("comment", "") for element in ElementTree.fromstring(xdl).iter()]
    assert ("gently" in attributes) == (shown == "attribute")
    assert ("<!-- gently -->" in xdl) == (shown == "xml")
    assert ("gently" in xdl) == (shown != "none")
    if shown != "attribute":
        assert "clairify:" not in xdl
        assert not any(attributes)


def test_remarks_of_any_program_are_rewritten_and_nothing_else() -> None:
    program = '<XDL><!-- comment="kept" --><Add\n comment = \'a "b" --\'  vessel="comment=\'x\'"/></XDL>'
    assert with_remarks(program, "xml") == (
        '<XDL><!-- comment="kept" --><!-- a "b" - - -->\n<Add  vessel="comment=\'x\'"/></XDL>'
    )
    assert with_remarks(program, "none") == '<XDL><!-- comment="kept" --><Add  vessel="comment=\'x\'"/></XDL>'


def test_what_an_xml_comment_says_counts_as_said() -> None:
    for style in ("attribute", "xml"):
        program = Source(read_to_xdl(REMARKS, Constraints(), comments=style).xdl)
        notes = [note for step in Xdl().claims(program, CheckOptions()) for note in step.notes]
        assert "gently" in notes, style


@pytest.mark.parametrize(
    ("sentence", "is_error"),
    stored(__file__, "only_an_instruction_without_a_step_is_an_error"),
)
def test_only_an_instruction_without_a_step_is_an_error(sentence: str, is_error: bool) -> None:
    found = read_to_xdl(f"Add 5 g of salt to a cup. {sentence} Stir for 10 s.", Constraints()).diagnostics
    assert {one.is_error for one in found if one.code == "XDL690"} == {is_error}
