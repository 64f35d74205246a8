"""What a model is told of XDL: all of the portable language, in any dialect, and nothing that would be refused."""

from __future__ import annotations

import re

import pytest
from case_tables import stored
from xdl_program import program
from xsd_tables import BLOCKS, entries, steps

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.conventions import CONVENTIONS
from clairify_cli.languages.xdl.schema import DIALECTS, load

XDL = get("xdl")
ELEMENT = re.compile(r"^- (?P<name>\w+): (?P<rest>.*)$", re.MULTILINE)
PROPERTY = re.compile(r"(?<=[.;] )(?P<mandatory>\*?)(?P<name>\w+)(?: \((?P<type>[^()]*)\))?(?=[;.])")


def told(dialect: str) -> str:
    return XDL.describe(CheckOptions(dialect))


def elements(dialect: str) -> dict[str, dict[str, tuple[bool, str]]]:
    """The elements that a description tells of: their properties, whether they are mandatory, and their types."""
    found = {}
    for line in ELEMENT.finditer(told(dialect)):
        if line["name"] in entries():
            properties = PROPERTY.finditer(line["rest"])
            found[line["name"]] = {p["name"]: (p["mandatory"] == "*", _type(p)) for p in properties}
    return found


def _type(prop: re.Match[str]) -> str:
    """The type in brackets, else the one that the name ends in."""
    known = (name for name in EXAMPLES if f"_{prop['name']}".endswith(f"_{name}"))
    return prop["type"] if prop["type"] and not prop["type"].startswith("default") else next(known, "")


def check(text: str, dialect: str) -> list[Diagnostic]:
    return XDL.check(Source(text, "program.xdl"), CheckOptions(dialect))


STANDARD = stored(__file__, "STANDARD")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_steps_of_the_standard_are_told_of_and_no_others(dialect: str) -> None:
    assert [name for name in elements(dialect) if name in steps()] == STANDARD


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
        assert given == set(table.mandatory[name])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_example_that_is_shown_is_valid_in_the_dialect(dialect: str) -> None:
    examples = re.findall(r"^<XDL>\n.*?^</XDL>$", told(dialect), re.MULTILINE | re.DOTALL)
    assert examples
    for example in examples:
        left = [found.message for found in check(example, dialect)]
        assert left == ["`Separate` does not say how much `solvent`", "`Add` does not say how much to add"], (
            "as its text"
        )


EXAMPLES = stored(__file__, "EXAMPLES")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_step_written_as_it_is_described_is_accepted(dialect: str) -> None:
    """Every property with a value of the type that is named: no name, type or word of the description is refused."""
    for name, properties in elements(dialect).items():
        if name not in steps():
            continue
        for words in range(3):
            values = {}
            for key, (_, described) in properties.items():
                type_ = described.split(",")[0]
                choices = type_.split(" | ")
                values[key] = EXAMPLES.get(type_) or choices[words % len(choices)]
            if "to_vessel" in values:
                values["to_vessel"] = "flask"
            written = " ".join(f'{key}="{value}"' for key, value in values.items())
            inside = '<Wait time="5 s"/>' if entries()[name].holds_steps else ""
            text = program(f"<{name} {written}>{inside}</{name}>", {"hardware": ["beaker", "flask"]})
            assert not [d.message for d in check(text, dialect) if d.is_error]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_units_that_are_told_of_are_accepted_as_they_are(dialect: str) -> None:
    text = told(dialect)
    for kind in load().types.values():
        line = re.search(rf"^- {kind.name}: (.*)$", text, re.MULTILINE)
        if line is None or not kind.dimensions:
            continue
        assert line[1].split(", or ")[0].split(", ") == list(kind.unit_names())


def test_every_type_that_is_named_is_explained() -> None:
    text = told("2.0")
    explained = {match["name"] for match in re.finditer(r"^- (?P<name>\w+): ", text, re.MULTILINE)}
    known = set(load().types)
    for name, properties in elements("2.0").items():
        for key, (_, described) in properties.items():
            type_ = described.split(",")[0]
            if type_ in known - {"vessel", "reagent", "material", "name", "text"} and " | " not in described:
                assert type_ in explained, (name, key, type_)


def test_blocks_and_conventions_are_told_of() -> None:
    text = told("2.0")
    for block in BLOCKS:
        assert block in text
    for words, value in CONVENTIONS.items():
        assert f"{value} for `{words}`" in text


def test_description_is_short_and_the_same_every_time() -> None:
    assert told("2.0") == told("2.0")
    assert len(told("2.0")) < 12_000
    assert "None" not in told("2.0")
    assert "$" not in told("2.0")
