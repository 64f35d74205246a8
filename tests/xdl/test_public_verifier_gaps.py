"""What a public verifier of XDL wrongly rejects or stumbles over; what it misses is among the cases of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored
from checking import assert_places_lie_inside, check, in_other_process

PROGRAM: str = stored(__file__, "PROGRAM")


def program(steps: str = "", *, hardware: str = "", reagents: str = "", root: str = "XDL") -> str:
    """A program that is well made but for what is put into it."""
    lines = "\n".join(f"      {line}" for line in steps.splitlines())
    return PROGRAM.format(root=root, hardware=hardware, reagents=reagents, steps=lines)


REJECTED = {
    "blocks": program(
        '<Prep>\n  <Add vessel="reactor" reagent="water" volume="5 mL"/>\n</Prep>\n'
        '<Reaction>\n  <Stir vessel="reactor" time="1 h"/>\n</Reaction>\n'
        '<Workup>\n  <Filter vessel="filter"/>\n</Workup>\n'
        '<Purification>\n  <Dry vessel="filter" time="1 h"/>\n</Purification>'
    ).replace(
        '      <Add vessel="reactor" reagent="salt" mass="5 g"/>\n'
        '      <Add vessel="separator" reagent="water" volume="5 mL"/>\n'
        '      <Add vessel="filter" reagent="water" volume="5 mL"/>\n',
        '      <Prep>\n        <Add vessel="reactor" reagent="salt" mass="5 g"/>\n'
        '        <Add vessel="separator" reagent="water" volume="5 mL"/>\n'
        '        <Add vessel="filter" reagent="water" volume="5 mL"/>\n      </Prep>\n',
    ),
    "wavelength": program('<Irradiate vessel="reactor" time="1 h" wavelength="450 nm" color="blue"/>'),
    "solid": program(reagents='\n      <Reagent name="sand" solid="true"/>').replace(
        'reagent="salt"', 'reagent="sand"'
    ),
    "density": program().replace('<Reagent name="water"', '<Reagent density="1 g/mL" name="water"'),
}


@pytest.mark.parametrize("text", REJECTED.values(), ids=REJECTED)
def test_rejected_by_others_is_accepted(text: str) -> None:
    assert [d for d in check(text) if d.is_error] == []


def test_misspelt_wavelength_is_not_accepted() -> None:
    text = program('<Irradiate vessel="reactor" time="1 h" wavelegth="450 nm"/>')
    assert [d.code for d in check(text) if d.is_error] == ["XDL112"]


@pytest.mark.parametrize(
    "hardware", ['<Component type="flask"/>', "<Component/>", '<Component id=""/>', '<Component name="flask"/>']
)
def test_component_without_id_does_not_crash(hardware: str) -> None:
    text = program(hardware=f"\n      {hardware}")
    found = [d for d in check(text) if d.is_error]
    assert found
    assert {d.span.line for d in found} == {7}
    assert all(d.code.startswith("XDL1") for d in found)


def test_error_of_xml_keeps_its_line_and_column() -> None:
    text = program('<Stir vessel="reactor" time="5 min" comment="salt & pepper"/>')
    (found,) = (d for d in check(text) if d.is_error)
    assert found.code == "XDL003"
    assert (found.span.line, found.span.column) == (16, 57)
    assert text.splitlines()[15][56] == "&"


@pytest.mark.parametrize("step", stored(__file__, "message_names_the_step_and_the_property"))
def test_message_names_the_step_and_the_property(step: str) -> None:
    (found,) = (d for d in check(program(step)) if d.is_error)
    assert "`Stir`" in found.message
    assert found.span.line == 16
    named = {"bucket": "vessel", "bananas": "time", "-5": "time", "banana": "purpose", "flavour": "flavour"}
    due = next((p for word, p in named.items() if word in step), "time")
    assert f"`{due}`" in found.message


def test_lists_end_with_whole_words() -> None:
    (purpose,) = check(program('<HeatChill vessel="reactor" temp="5 °C" time="5 min" purpose="banana"/>'))
    assert purpose.hint is not None
    assert "`unstable-reagent`;" in purpose.hint
    (flavour,) = check(program('<Wait time="5 min" flavour="5"/>'))
    assert flavour.hint is not None
    assert all(f"`{p}`" in flavour.hint for p in ("time", "comment"))
    (bucket,) = check(program('<StopStir vessel="xyz"/>'))
    assert bucket.hint is not None
    assert all(f"`{v}`" in bucket.hint for v in ("reactor", "separator", "filter"))


def test_errors_do_not_hide_each_other() -> None:
    text = program('<Levitate/>\n<Stir vessel="bucket"/>\n<Wait time="-1 s"/>\n<Wait time="5 min" flavour="5"/>')
    assert [(d.code, d.span.line) for d in check(text) if d.is_error] == [
        ("XDL111", 16),
        ("XDL113", 17),
        ("XDL201", 17),
        ("XDL305", 18),
        ("XDL112", 19),
    ]


def test_order_is_that_of_the_text_on_every_run(tmp_path: Path) -> None:
    text = program("\n".join(f'<Stir vessel="bucket {n}" time="{n} bananas" flavour="{n}"/>' for n in range(12)))
    found = check(text)
    assert_places_lie_inside(text, found)
    assert len(found) == 36
    starts = [d.span.start for d in found]
    assert starts == sorted(starts)
    file = tmp_path / "many.xdl"
    file.write_text(text, encoding="utf-8")
    assert in_other_process(file, "1") == in_other_process(file, "2") == in_other_process(file, "3")
