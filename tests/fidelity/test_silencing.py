"""Comments in a program silence findings of fidelity, and are told of where they silence nothing."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_with_text
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

XDL = get("xdl")
TEXT = Source("Add 50 mL of water to a beaker. Stir for 10 min.", "text.txt")


def program(comment: str, time: str = "20 min") -> Source:
    return Source(
        f"""<XDL>
  <Synthesis>
    <Hardware><Component id="beaker" type="beaker"/></Hardware>
    <Reagents><Reagent name="water"/></Reagents>
    <Procedure>
      <Add vessel="beaker" reagent="water" volume="50 mL"/>
      {comment}
      <Stir vessel="beaker" time="{time}"/>
    </Procedure>
  </Synthesis>
</XDL>
""",
        "plan.xdl",
    )


def codes(source: Source) -> list[str]:
    return [one.code for one in check_with_text(source, TEXT, XDL, CheckOptions())]


@pytest.mark.parametrize(("comment", "expected"), stored(__file__, "findings_of_fidelity"))
def test_findings_of_fidelity(comment: str, expected: list[str]) -> None:
    assert codes(program(comment)) == expected


def test_a_suppression_that_is_not_needed_is_told_once() -> None:
    assert codes(program("<!-- clairify: ignore XDL602 -->", "10 min")) == ["CLA001"]
    assert codes(program("<!-- clairify: ignore XDL301 -->", "10 min")) == ["CLA001"]


def test_without_a_text_nothing_is_said_of_it() -> None:
    assert XDL.check(program("<!-- clairify: ignore XDL602 -->"), CheckOptions()) == []
    assert [one.code for one in XDL.check(program("<!-- clairify: ignore XDL301 -->"), CheckOptions())] == ["CLA001"]
