"""What XDL says that a program claims."""

from __future__ import annotations

import math

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, StepClaims
from fidelity.test_cases import program


def claims(text: str) -> tuple[StepClaims, ...]:
    return get("xdl").claims(Source(text, "plan.xdl"), CheckOptions())


def test_values_in_default_units_with_their_places() -> None:
    text = program('<Add vessel="flask" reagent="water" volume="0.05 L" time="2 min" dropwise="true"/>')
    (step,) = claims(text)
    assert (step.name, step.action, step.into, step.repeats, step.rounds) == ("Add", "add", ("flask",), 1, 1)
    assert [(c.property, c.written, c.dimension, c.value, c.of) for c in step.claims] == [
        ("reagent", "water", "", 0.0, ""),
        ("volume", "0.05 L", "volume", 50.0, "reagent"),
        ("time", "2 min", "time", 120.0, ""),
    ]
    assert [text[c.span.start : c.span.end] for c in step.claims] == ["water", "0.05 L", "2 min"]


def test_an_amount_is_of_what_it_says() -> None:
    (step,) = claims(
        program(
            '<Transfer from_vessel="a" to_vessel="b" volume="all" rinsing_solvent="water" rinsing_volume="5 mL" '
            'rinsing_repeats="2" comment="slowly"/>'
        )
    )
    assert [(c.property, c.of) for c in step.claims] == [("rinsing_solvent", ""), ("rinsing_volume", "rinsing_solvent")]
    assert (step.repeats, step.notes) == (2, ("slowly",))
    assert (step.out_of, step.into, sorted(step.vessels)) == (("a",), ("b",), ["a", "b"])


def test_parameters_loops_and_blocks() -> None:
    text = """<XDL><Synthesis>
      <Parameters><Parameter id="long" type="time" value="2 h"/>
        <Parameter id="often" type="repeats" value="4"/></Parameters>
      <Procedure><Prep><Stir vessel="a" time="long"/></Prep>
        <Repeat repeats="2"><Repeat repeats="often"><Wait time="5 s"/></Repeat></Repeat></Procedure>
    </Synthesis></XDL>"""
    stir, wait = claims(text)
    assert (stir.claims[0].value, stir.claims[0].written) == (7200.0, "2 h")
    assert (wait.rounds, wait.number) == (8, 2)


def test_a_blueprint_is_opened_where_it_is_used() -> None:
    text = """<XDL><Synthesis><Procedure>
        <Mix pot="flask" what="salt" time="5 min"/><Mix pot="beaker" what="water"/></Procedure></Synthesis>
      <Blueprint id="Mix"><Hardware><Component id="pot"/></Hardware><Reagents><Reagent name="what"/></Reagents>
        <Parameters><Parameter id="time" type="time" value="1 min"/></Parameters>
        <Procedure><Add vessel="pot" reagent="what" mass="5 g"/><Stir vessel="pot" time="time"/></Procedure>
      </Blueprint></XDL>"""
    steps = claims(text)
    assert [step.name for step in steps] == ["Add", "Stir", "Add", "Stir"]
    assert [step.claims[0].written for step in steps] == ["salt", "5 min", "water", "1 min"]
    assert [sorted(step.vessels) for step in steps] == [["flask"], ["flask"], ["beaker"], ["beaker"]]


def test_blueprints_that_use_each_other_come_to_an_end() -> None:
    one = '<Blueprint id="A"><Procedure><B/><B/></Procedure></Blueprint>'
    other = '<Blueprint id="B"><Procedure><A/><A/><Wait time="1 s"/></Procedure></Blueprint>'
    steps = claims(f"<XDL><Synthesis><Procedure><A/></Procedure></Synthesis>{one}{other}</XDL>")
    assert len(steps) <= 5_000


def test_what_cannot_be_read_is_not_a_number() -> None:
    (step,) = claims(program('<Stir vessel="a" time="a while"/>'))
    assert math.isnan(step.claims[0].value)
    assert claims("no program") == ()
    assert [step.name for step in claims("<XDL><Synthesis><Procedure><Wait time='5 s'>")] == ["Wait"]


def test_declared_names_and_older_dialects() -> None:
    text = """<Synthesis><Reagents><Reagent name="A" molecular_formula="NaCl"/></Reagents>
      <Procedure><AddSolid vessel="a" reagent="A" mass="5 g" mol="1 mol"/>
        <Rotavap rotavap_name="a" temp="40"/></Procedure></Synthesis>"""
    # A synthesis alone is a root in the field, too.
    add, rotavap = claims(text)
    assert add.claims[0].names == ("NaCl",)
    assert (rotavap.action, rotavap.claims[0].value) == ("evaporate", 40.0)
