"""What a model is told of XDL: all of the portable language, in any dialect, and nothing that would be refused."""

from __future__ import annotations

import re

import pytest
from case_tables import stored
from checking import check
from xdl_program import program
from xsd_tables import BLOCKS, entries

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.conventions import CONVENTIONS
from clairify_cli.languages.xdl.extract import with_declarations
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.languages.xdl.schema import DIALECTS, load

XDL = get("xdl")
ELEMENT = re.compile(r"^(?P<names>[A-Z]\w*(?:, [A-Z]\w*)*)(?: \(holds steps\))?: (?P<rest>.*)$", re.MULTILINE)
PROPERTY = re.compile(r"(?P<mandatory>\*?)(?P<name>\w+)(?P<values>\?|\([^()]*\))?(?: |$)")
VALUES = re.compile(r"^(?P<ends>[a-z]\w*(?:, \w+)*): (?P<values>.*)$", re.MULTILINE)


def told(dialect: str) -> str:
    return XDL.describe(CheckOptions(dialect))


def elements(dialect: str) -> dict[str, dict[str, tuple[bool, str]]]:
    """The steps that a description tells of: their properties, whether they are mandatory, and their values."""
    found: dict[str, dict[str, tuple[bool, str]]] = {}
    for line in ELEMENT.finditer(told(dialect)):
        names = line["names"].split(", ")
        if names[0] in entries():
            for name in names:
                given = PROPERTY.finditer(line["rest"])
                found[name] = {p["name"]: (p["mandatory"] == "*", p["values"] or "") for p in given}
    for properties in found.values():
        for key, (mandatory, values) in properties.items():
            if values.startswith("(as "):
                properties[key] = (mandatory, found[values[4:-1]][key][1])
    return found


def choices(name: str, values: str, dialect: str) -> list[str]:
    """What may stand in a property by its description: one value for each unit or word."""
    if values == "?":
        return ["true", "false"]
    if "|" in values or values == "(dissolve)":
        return values.strip("()").split("|")
    ends = {end: line["values"] for line in VALUES.finditer(told(dialect)) for end in line["ends"].split(", ")}
    end = next((end for end in sorted(ends, key=len, reverse=True) if f"_{name}".endswith(f"_{end}")), "")
    if end in ("reagent", "solvent", "through", "column"):
        return ["water"]
    if end == "repeats":
        return ["1", "2"]
    if not end:
        return ["beaker"] if name.endswith("vessel") else ["x"]
    units = ends[end].rpartition(", or ")[2].split(" ")
    return [f"5 {unit}" for unit in units] + [values.removeprefix("(or ")[:-1]] * bool(values)


STANDARD = stored(__file__, "STANDARD")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_steps_of_the_standard_are_told_of_and_no_others(dialect: str) -> None:
    assert sorted(elements(dialect)) == sorted(STANDARD)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_properties_are_those_of_every_dialect_with_what_is_mandatory(dialect: str) -> None:
    for name, properties in elements(dialect).items():
        known = entries()[name].properties
        assert set(properties) <= set(known), name
        required = {p.name for p in known.values() if p.required}
        given = {p for p, (mandatory, _) in properties.items() if mandatory}
        assert required <= given, name
        assert not {p for p in properties if known[p].now}
        table = load().for_dialect(dialect)
        assert given == set(table.mandatory[name]) | ({"repeats"} if name == "Repeat" else set())


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_example_that_is_shown_is_valid_in_the_dialect(dialect: str) -> None:
    (example,) = re.findall(r"^<XDL>.*?</XDL>$", told(dialect), re.MULTILINE | re.DOTALL)
    left = [found.message for found in check(Xdl().completed(example, CheckOptions(dialect)), dialect)]
    assert left == ["`Separate` does not say how much `solvent`", "`Add` does not say how much to add"], "as its text"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_step_written_as_it_is_described_is_accepted(dialect: str) -> None:
    """Every property with every value that is told of: no name, unit or word of the description is refused."""
    for name, properties in elements(dialect).items():
        given = {key: choices(key, values, dialect) for key, (_, values) in properties.items()}
        for turn in range(max(map(len, given.values()))):
            values = {key: known[turn % len(known)] for key, known in given.items()}
            if "to_vessel" in values:
                values["to_vessel"] = "flask"
            written = " ".join(f'{key}="{value}"' for key, value in values.items())
            inside = '<Wait time="5 s"/>' if entries()[name].holds_steps else ""
            text = program(f"<{name} {written}>{inside}</{name}>", {"hardware": ["beaker", "flask"]})
            assert not [d.message for d in check(text, dialect) if d.is_error]


def test_every_unit_is_told_of() -> None:
    ends = {end: line["values"] for line in VALUES.finditer(told("2.0")) for end in line["ends"].split(", ")}
    for kind in load().types.values():
        if kind.dimensions and kind.name in ends:
            before, _, own = ends[kind.name].rpartition(", or ")
            also = [unit for end in ("volume", "mass") if end in before for unit in ends[end].split(" ")]
            assert [*also, *own.split(" ")] == list(kind.unit_names)


def test_blocks_and_conventions_are_told_of() -> None:
    text = told("2.0")
    for block in BLOCKS:
        assert block in text
    for words, value in CONVENTIONS.items():
        assert f"{value} for `{words}`" in text


def test_description_is_short_and_the_same_every_time() -> None:
    assert told("2.0") == told("2.0")
    assert len(told("2.0")) < 6_500
    assert "None" not in told("2.0")
    assert "$" not in told("2.0")


# --------------------------------------------------- Declarations that are made from the steps of a program without any


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
