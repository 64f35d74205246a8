"""The tables of the schema: whole, documented, and the same as what the reference of the language says."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
import xsd_tables
from case_tables import stored
from checking import check, in_other_process

from clairify_cli.languages.xdl.quantities import clean, read_quantity, to_default
from clairify_cli.languages.xdl.schema import DIALECTS, ElementSpec, Kind, Property, Type, load

SCHEMA = load()
DOCS = Path(__file__).resolve().parents[2] / "docs"
reference: Callable[[], str] = runpy.run_path(str(DOCS / "xdl.py"))["page"]
QUANTITIES = [kind for kind in SCHEMA.types.values() if kind.kind is Kind.QUANTITY]


def test_docs_are_made_from_the_schema() -> None:
    written = (DOCS / "xdl.md").read_text(encoding="utf-8")
    assert written == reference(), "run `make docs`"


def test_tables_hold_what_an_independent_reader_finds() -> None:
    assert list(SCHEMA.step_names) == list(xsd_tables.steps())
    assert set(SCHEMA.elements) == set(xsd_tables.entries())
    for name, entry in xsd_tables.entries().items():
        spec = SCHEMA.elements[name]
        assert list(spec.properties) == list(entry.properties)
        for prop in spec.properties.values():
            other = entry.properties[prop.name]
            assert (prop.type.name, prop.required, prop.now or None) == (other.type, other.required, other.now)


def test_every_element_and_property_is_documented() -> None:
    for spec in SCHEMA.elements.values():
        assert spec.doc.endswith("."), spec.name
        for prop in spec.properties.values():
            if not prop.now and not prop.platform:
                assert prop.doc.endswith("."), (spec.name, prop.name)
    for kind in SCHEMA.types.values():
        assert kind.doc.endswith("."), kind.name


def test_reference_names_everything() -> None:
    text = reference()
    for spec in SCHEMA.elements.values():
        assert f"`{spec.name}`" in text or f"### {spec.name}\n" in text
        for prop in spec.properties.values():
            assert f"`{prop.name}`" in text, (spec.name, prop.name)
    for dimension in SCHEMA.dimensions.values():
        for spelling in dimension.spellings:
            assert f"`{spelling}`" in text


def cells(section: str, row: str) -> list[str]:
    """The cells of a row of the reference by its first cell."""
    part = reference().split(f"\n### {section}\n")[1] if section else reference().split("\n## Dialects\n")[1]
    line = next(line for line in part.split("\n") if line.startswith(f"| {row} |"))
    return [cell.strip() for cell in line.strip("| ").split("|")]


def test_reference_says_what_a_property_is() -> None:
    assert cells("Stir", "`time`") == ["`time`", "[time](#types)", "yes", "", "How long the step lasts."]
    assert cells("Stir", "`continue_stirring`")[3] == "`false`"
    assert cells("CleanVessel", "`solvent`")[2] == "in `0.5`"
    assert cells("", "`Repeat` `repeats`") == ["`Repeat` `repeats`", "yes", "M", "yes", "yes"]
    assert cells("", "`AddSolid`") == ["`AddSolid`", "yes", "", "yes", "yes"]


# What the standard says.

MANDATORY = stored(__file__, "MANDATORY")
"""The mandatory properties of the steps of the standard."""


@pytest.mark.parametrize("step", MANDATORY)
def test_mandatory_properties_are_those_of_the_standard(step: str) -> None:
    spec = SCHEMA.elements[step]
    assert spec.is_step
    assert {name for name, prop in spec.properties.items() if prop.mandatory("2.0")} == set(MANDATORY[step].split())


def all_properties() -> list[tuple[ElementSpec, Property]]:
    return [(spec, prop) for spec in SCHEMA.elements.values() for prop in spec.properties.values()]


def test_older_names_lead_to_properties_of_the_same_element() -> None:
    for spec, prop in all_properties():
        if prop.now:
            meant = spec.properties[prop.now]
            assert not meant.now, (spec.name, prop.name)
            assert prop.type == meant.type or prop.name == "product_bottom", (spec.name, prop.name)
            assert "clairify" not in prop.dialects


def test_names_that_stand_for_others_exist() -> None:
    for spec in SCHEMA.elements.values():
        assert set(spec.one_of) <= set(spec.properties)
        assert not spec.now or spec.now in SCHEMA.elements
        for prop in spec.properties.values():
            assert set(prop.amount) <= set(spec.properties)
            assert set(prop.dialects) <= set(DIALECTS)
            assert set(prop.required_in) <= set(DIALECTS)


# Units


@pytest.mark.parametrize("kind", QUANTITIES, ids=lambda kind: kind.name)
def test_every_spelling_of_a_unit_is_read_as_that_unit(kind: Type) -> None:
    for spelling, unit in kind.spellings.items():
        read = read_quantity(f"5 {spelling}", kind)
        assert read is not None
        assert read.unit == unit
        accepted = clean(f"5 {spelling}", kind), clean(f"5{spelling}", kind)
        if spelling != unit.name or (kind.usual and not kind.usual[0] <= read.in_default <= kind.usual[1]):
            assert accepted == (None, None)
        else:
            assert {quantity.unit for quantity in accepted if quantity} == {unit}
    for dimension in kind.dimensions:
        assert dimension.units[dimension.default].factor == 1


def test_no_spelling_means_two_units_of_one_type() -> None:
    for kind in QUANTITIES:
        named: dict[str, str] = {}
        for dimension in kind.dimensions:
            for spelling, unit in dimension.spellings.items():
                assert named.setdefault(spelling, unit.name) == unit.name, (kind.name, spelling)


WORTH = stored(__file__, "WORTH")


@pytest.mark.parametrize(("type_", "written", "worth"), WORTH, ids=lambda value: str(value))
def test_units_are_worth_what_they_are_worth(type_: str, written: str, worth: float) -> None:
    read = read_quantity(written, SCHEMA.types[type_])
    assert read is not None
    assert read.unit is not None
    assert to_default(read.value, read.unit) == pytest.approx(worth, rel=1e-5)
    assert read.in_default == pytest.approx(worth, rel=1e-5)


# One file with ten different errors: all of them are reported in one run, in order, and the same on every run


FILE = Path(__file__).resolve().parent / "ten-errors.xdl"
TEXT = FILE.read_text(encoding="utf-8")

DUE = stored(__file__, "DUE")
"""Code, line, and the text at the place: five layers, XDL0 to XDL4."""


def test_all_ten_are_reported_in_source_order() -> None:
    found = check(TEXT)
    assert [(d.code, d.span.line) for d in found] == [(code, line) for code, line, _ in DUE]
    assert all(d.is_error for d in found)
    assert len({d.code for d in found}) == 10
    assert {d.code[:4] for d in found} == {"XDL0", "XDL1", "XDL2", "XDL3", "XDL4"}
    starts = [d.span.start for d in found]
    assert starts == sorted(starts)


def test_each_points_at_what_is_wrong() -> None:
    for found, (code, line, words) in zip(check(TEXT), DUE, strict=True):
        pointed_at = TEXT[found.span.start : found.span.end]
        assert words in pointed_at or pointed_at in words, (code, line, pointed_at)
        assert pointed_at, code


def test_every_message_is_one_line_with_a_hint() -> None:
    for found in check(TEXT):
        assert "\n" not in found.message
        assert found.hint, found.code


def test_every_run_gives_the_same_bytes() -> None:
    first = in_other_process(FILE, "0")
    assert first.count(b"Diagnostic(") == 10
    assert first == in_other_process(FILE, "1") == in_other_process(FILE, "4711")
