"""What the four dialects take and refuse."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.schema import DIALECTS

FRAME = stored(__file__, "FRAME")
WATER = '<Reagent name="w"/>'

# what, the text of it, and the dialects that take it without an error
CASES = [
    ("Parameters", {"parameters": '<Parameters><Parameter id="t" type="time" value="5 s"/></Parameters>'}, {"2.0"}),
    ("AddSolid", {"steps": '<AddSolid vessel="a" reagent="w" mass="1 g"/>'}, {"2.0", "0.5", "0.4"}),
    ("a port", {"steps": '<Add vessel="a" reagent="w" volume="1 mL" port="top"/>'}, {"2.0", "0.5", "0.4"}),
    ("a solid", {"reagent": '<Reagent name="w" solid="true"/>'}, {"2.0", "0.5", "0.4"}),
    ("a reagent's old id", {"reagent": '<Reagent id="w"/>'}, {"2.0", "0.5", "0.4"}),
    ("a queue", {"steps": '<Stir vessel="a" time="5 s" queue="1"/>'}, {"2.0"}),
    ("Async", {"steps": '<Async pid="x"><Stir vessel="a" time="5 s"/></Async>'}, {"2.0", "0.5", "0.4"}),
    ("two procedures", {"steps": "</Procedure><Procedure>"}, set()),
    ("cleaning without a solvent", {"steps": '<CleanVessel vessel="b"/>'}, {"2.0", "clairify", "0.4"}),
    ("light without a wavelength", {"steps": '<Irradiate vessel="a" time="5 s"/>'}, {"2.0", "clairify", "0.4"}),
    ("a remark", {"steps": '<Stir vessel="a" time="5 s" comment="gently"/>'}, set(DIALECTS)),
]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("parts", "taken_by"), [pytest.param(p, t, id=name) for name, p, t in CASES])
def test_dialect(parts: dict[str, str], taken_by: set[str], dialect: str) -> None:
    text = FRAME.format(**{"reagent": WATER, "parameters": "", "steps": ""} | parts)
    found = get("xdl").check(Source(text), CheckOptions(dialect=dialect))
    errors = [finding.message for finding in found if finding.is_error]
    assert (errors == []) == (dialect in taken_by), errors


def test_a_repeat_by_loop_variables_needs_its_count_in_the_papers_dialect() -> None:
    text = FRAME.format(
        reagent=WATER, parameters="", steps='<Repeat loop_variables="x"><Stir vessel="a" time="5 s"/></Repeat>'
    )
    modern = get("xdl").check(Source(text), CheckOptions(dialect="2.0"))
    strict = get("xdl").check(Source(text), CheckOptions(dialect="clairify"))
    assert not any(finding.is_error for finding in modern)
    assert any(finding.is_error for finding in strict)


def test_an_unknown_dialect_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown dialect '3\.0'"):
        get("xdl").check(Source("<XDL/>"), CheckOptions(dialect="3.0"))
