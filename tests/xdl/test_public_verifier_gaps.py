"""What a public verifier of XDL misses, wrongly rejects, or stumbles over; a case for each.

A case is a program with one thing wrong. `at` is what stands at the place that has to be pointed at.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from case_tables import stored
from checking import assert_places_lie_inside, check, in_other_process

from clairify_cli.diagnostics.model import Severity

ERROR, WARNING = Severity.ERROR, Severity.WARNING

PROGRAM = stored(__file__, "PROGRAM")


def program(steps: str = "", *, hardware: str = "", reagents: str = "", root: str = "XDL") -> str:
    """A program that is well made but for what is put into it."""
    lines = "\n".join(f"      {line}" for line in steps.splitlines())
    return PROGRAM.format(root=root, hardware=hardware, reagents=reagents, steps=lines)


SEPARATE = (
    '<Separate purpose="wash" product_phase="top" from_vessel="reactor" '
    'separation_vessel="separator" to_vessel="reactor" solvent="water" solvent_volume="5 mL" {}/>'
)


@dataclass(frozen=True)
class Case:
    """One thing that is wrong: in which program, what stands there, which code, and how bad it is."""

    name: str
    text: str
    at: str
    code: str
    severity: Severity = ERROR


MISSED = [
    Case("any-root-element", program(root="Recipe"), "Recipe", "XDL101"),
    Case("empty-synthesis", "<XDL>\n  <Synthesis>\n  </Synthesis>\n</XDL>\n", "Synthesis", "XDL102"),
    Case("empty-synthesis-tag", "<XDL>\n  <Synthesis/>\n</XDL>\n", "Synthesis", "XDL102"),
    Case(
        "empty-procedure",
        "<XDL>\n<Synthesis>\n<Hardware/>\n<Reagents/>\n<Procedure/>\n</Synthesis>\n</XDL>\n",
        "Procedure",
        "XDL107",
    ),
    Case(
        "unknown-step-in-repeat",
        program('<Repeat repeats="2">\n  <Levitate vessel="reactor"/>\n</Repeat>'),
        "Levitate",
        "XDL111",
    ),
    Case(
        "undeclared-vessel-in-repeat",
        program('<Repeat repeats="2">\n  <Stir vessel="bucket" time="1 min"/>\n</Repeat>'),
        "bucket",
        "XDL201",
    ),
    Case(
        "unknown-property-two-repeats-deep",
        program(
            '<Repeat repeats="2">\n<Repeat repeats="2">\n'
            '<Stir vessel="reactor" time="1 min" flavour="5"/>\n</Repeat>\n</Repeat>'
        ),
        "flavour",
        "XDL112",
    ),
    Case(
        "missing-property-in-repeat",
        program('<Repeat repeats="2">\n  <Stir vessel="reactor"/>\n</Repeat>'),
        "Stir",
        "XDL113",
    ),
    Case(
        "ten-bananas",
        program('<Add vessel="reactor" reagent="water" amount="10 bananas"/>'),
        "10 bananas",
        "XDL302",
    ),
    Case("negative-time", program('<Stir vessel="reactor" time="-10 s"/>'), "-10 s", "XDL305"),
    Case(
        "purpose-banana",
        program('<Add vessel="reactor" reagent="water" volume="5 mL" purpose="banana"/>'),
        "banana",
        "XDL114",
    ),
    Case(
        "add-without-a-quantity",
        program('<Add\n  vessel="reactor" reagent="water"/>'),
        "Add\n",
        "XDL310",
        WARNING,
    ),
    Case(
        "undeclared-separation-vessel",
        program(SEPARATE.format("").replace('"separator"', '"funnel"')),
        "funnel",
        "XDL201",
    ),
    Case("undeclared-filtrate-vessel", program('<Filter vessel="filter" filtrate_vessel="jar"/>'), "jar", "XDL201"),
    Case(
        "undeclared-waste-phase-to-vessel",
        program(SEPARATE.format('waste_phase_to_vessel="drain"')),
        "drain",
        "XDL201",
    ),
    Case(
        "undeclared-solvent",
        program('<WashSolid vessel="filter" solvent="ether" volume="5 mL"/>'),
        "ether",
        "XDL202",
    ),
    Case(
        "undeclared-through",
        program('<FilterThrough from_vessel="reactor" to_vessel="filter" through="celite"/>'),
        "celite",
        "XDL202",
        WARNING,
    ),
    Case("undeclared-through-of-separate", program(SEPARATE.format('through="celite"')), "celite", "XDL202", WARNING),
    Case(
        "component-twice",
        program(hardware='\n      <Component id="reactor" type="flask"/> <!-- 2 -->'),
        'reactor" type="flask"/> <!-- 2 -->',
        "XDL203",
    ),
    Case(
        "reagent-twice",
        program(reagents='\n      <Reagent name="salt" role="base"/>'),
        'salt" role="base"/>',
        "XDL204",
    ),
    Case("text-between-steps", program("then leave it alone"), "then leave it alone", "XDL106"),
    Case(
        "transfer-from-an-empty-vessel",
        program(
            '<Transfer from_vessel="flask" to_vessel="filter" volume="5 mL"/>',
            hardware='\n      <Component id="flask" type="flask"/>',
        ),
        "Transfer from",
        "XDL401",
        WARNING,
    ),
]


@pytest.mark.parametrize("case", MISSED, ids=lambda c: c.name)
def test_missed_by_others_is_reported(case: Case) -> None:
    found = [d for d in check(case.text) if d.code == case.code]
    place = case.text.index(case.at)
    line = case.text.count("\n", 0, place) + 1
    column = place - (case.text.rfind("\n", 0, place) + 1) + 1
    places = [(d.span.line, d.span.column) for d in found]
    assert (line, column) in places, f"due at {line}:{column}, got {check(case.text)}"
    assert {d.severity for d in found} == {case.severity}


@pytest.mark.parametrize("case", [c for c in MISSED if c.severity is ERROR], ids=lambda c: c.name)
def test_one_slip_is_one_kind_of_error(case: Case) -> None:
    """What follows from the slip is not held against the program a second time in other words."""
    assert {d.code for d in check(case.text) if d.is_error} == {case.code}


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


@pytest.mark.parametrize(
    "step",
    [
        '<Stir vessel="bucket" time="5 min"/>',
        '<Stir vessel="reactor" time="5 bananas"/>',
        '<Stir vessel="reactor" time="-5 min"/>',
        '<Stir vessel="reactor" time="5 min" purpose="banana"/>',
        '<Stir vessel="reactor" time="5 min" flavour="5"/>',
        '<Stir vessel="reactor"/>',
    ],
)
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
