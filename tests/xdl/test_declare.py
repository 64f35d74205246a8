"""Declarations that are made from the steps of a program without any."""

from __future__ import annotations

import pytest
from case_tables import stored
from xdl_program import program

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.extract import with_declarations
from clairify_cli.languages.xdl.schema import DIALECTS

STEPS = stored(__file__, "STEPS")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_steps_name_is_declared_once(dialect: str) -> None:
    whole = with_declarations(STEPS)
    assert [line.strip() for line in whole.splitlines() if "<Component" in line or "<Reagent " in line] == [
        '<Component id="flask 2" type="flask"/>',
        '<Component id="separator" type="separator"/>',
        '<Component id="pot"/>',
        '<Reagent name="salt &amp; &quot;co&quot;"/>',
        '<Reagent name="ether"/>',
        '<Reagent name="silica"/>',
    ]
    assert "<!-- by hand -->" in whole
    assert not [one for one in get("xdl").check(Source(whole), CheckOptions(dialect)) if one.is_error]
    assert with_declarations(whole) == whole


@pytest.mark.parametrize(
    "text",
    [
        program('<Stir vessel="beaker" time="5 s"/>'),
        STEPS.replace("<Procedure>", '<Hardware><Component id="pot"/></Hardware><Procedure>'),
        "<XDL></XDL>",
        "no program",
    ],
    ids=["declares all", "declares some", "empty", "prose"],
)
def test_any_other_program_stays_as_it_is(text: str) -> None:
    assert with_declarations(text) == text


def test_broken_steps_are_declared_and_keep_their_faults() -> None:
    whole = with_declarations(STEPS.replace('mass="5 g"/>', 'mass="5 g">'))
    assert '<Component id="flask 2" type="flask"/>' in whole
    assert 'mass="5 g">' in whole
