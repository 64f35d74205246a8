"""Dialects, element by element and property by property, as the schema file has them and the standard says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from case_tables import stored
from checking import check, codes
from lxml import etree
from mutations import corpus
from xdl_program import program
from xsd_tables import BLOCKS, SCHEMA, XS, C, entries, enumerations, steps

from clairify_cli.diagnostics.fixes import fix_until_stable

DIALECTS = ("2.0", "clairify", "0.5", "0.4")
EXAMPLES = stored(__file__, "EXAMPLES")


@dataclass(frozen=True)
class Item:
    """An element, or a property of one, with the dialects that have it and those in which it is mandatory."""

    element: str
    name: str | None
    type: str
    dialects: tuple[str, ...]
    mandatory: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.element} {self.name or ''}".strip()


def items() -> Iterator[Item]:
    """Every element and property of the schema file, read without the code that is tested."""
    root = etree.parse(SCHEMA).getroot()
    groups = {g.get("name"): g for g in root.findall(f"{XS}attributeGroup")}
    for element in root.findall(f"{XS}element"):
        own = _dialects(element)
        name = element.get("name", "")
        yield Item(name, None, "", own)
        inside = element.find(f"{XS}complexType")
        assert inside is not None
        for node in _attributes(inside, groups):
            has = tuple(d for d in _dialects(node) if d in own)
            required = has if node.get("use") == "required" else tuple((node.get(f"{C}required-in") or "").split())
            yield Item(name, node.get("name", ""), node.get("type", ""), has, required)


def _attributes(node: etree._Element, groups: dict[str | None, etree._Element]) -> Iterator[etree._Element]:
    for child in node:
        if child.tag == f"{XS}attribute":
            yield child
        elif child.tag == f"{XS}attributeGroup":
            yield from _attributes(groups[child.get("ref")], groups)


def _dialects(node: etree._Element) -> tuple[str, ...]:
    named = node.get(f"{C}dialects")
    return tuple(named.split()) if named else DIALECTS


ITEMS = list(items())
STEP_ITEMS = [item for item in ITEMS if item.element in steps()]


def value(type_: str) -> str:
    return EXAMPLES[type_] if type_ in EXAMPLES else enumerations()[type_][0]


def step(name: str, *, without: str = "", also: str = "") -> str:
    """A program with a step that has everything that is mandatory in any dialect, less one property, and one more."""
    given = {
        item.name: value(item.type) for item in STEP_ITEMS if item.element == name and item.name and item.mandatory
    }
    for item in STEP_ITEMS:
        if item.element == name and item.name == also:
            given[also] = value(item.type)
    if "to_vessel" in given:
        given["to_vessel"] = "b"
    given.pop(without, None)
    inside = '<Wait time="5 s"/>' if entries()[name].holds_steps else ""
    written = " ".join(f'{key}="{text}"' for key, text in given.items())
    return program(f"<{name} {written}>{inside}</{name}>", {"hardware": ["a", "b"]})


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("item", [i for i in STEP_ITEMS if i.name is None], ids=str)
def test_step(item: Item, dialect: str) -> None:
    found = codes(check(step(item.element), dialect))
    assert ("XDL117" in found) is (dialect not in item.dialects)
    if dialect in item.dialects:
        extra = [i for i in STEP_ITEMS if i.element == item.element and i.mandatory and dialect not in i.dialects]
        assert not found - ({"XDL117"} if extra else set()), found


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("own", [i for i in STEP_ITEMS if i.name is None], ids=str)
def test_properties_of_a_step(own: Item, dialect: str) -> None:
    for item in STEP_ITEMS if dialect in own.dialects else ():
        if item.element == own.element and item.name is not None:
            property_of_a_step(item, item.name, dialect)


def property_of_a_step(item: Item, name: str, dialect: str) -> None:
    found = check(step(item.element, also=name), dialect)
    refused = [d for d in found if d.code == "XDL117" and f"`{name}`" in d.message]
    assert bool(refused) is (dialect not in item.dialects), str(item)
    missed = check(step(item.element, without=name), dialect)
    due = "XDL121" if (item.element, name) == ("Repeat", "repeats") else "XDL113"
    said = [d for d in missed if d.code == due and (due == "XDL121" or f"`{name}`" in d.message)]
    if due == "XDL113":
        assert bool(said) is (dialect in item.mandatory), str(item)
    else:
        assert said, "a loop without a number of rounds, and without anything else that ends it"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_sections_and_declarations(dialect: str) -> None:
    for item in ITEMS:
        if item.element in ("Parameters", "Parameter", "Blueprint") and item.name is None:
            assert item.dialects == ("2.0",)
    for item in ITEMS:
        if item.element in ("Component", "Reagent") and item.name not in (None, "id", "name"):
            text = program('<Wait time="5 s"/>', {"hardware": ["a"]})
            place = f"<{item.element} "
            text = text.replace(place, f'{place}{item.name}="{value(item.type)}" ')
            refused = "XDL117" in codes(check(text, dialect))
            assert refused is (dialect not in item.dialects), (str(item), dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_blocks_are_part_of_every_dialect(dialect: str) -> None:
    steps = "".join(f'<{block}><Wait time="5 s"/></{block}>' for block in BLOCKS)
    assert codes(check(program(steps), dialect)) == set()


# What the standard and the paper say, in words.

STRICT: dict[str, tuple[str, dict[str, Any]]] = stored(__file__, "STRICT")


@pytest.mark.parametrize("what", STRICT)
def test_dialect_of_the_paper_is_strict_and_the_default_is_not(what: str) -> None:
    steps, data = STRICT[what]
    assert codes(check(program(steps, data), "clairify"))
    assert codes(check(program(steps, data), "2.0")) == set()


MANDATORY_IN_0_5 = stored(__file__, "MANDATORY_IN_0_5")


@pytest.mark.parametrize("name", MANDATORY_IN_0_5)
def test_what_is_mandatory_in_0_5_only(name: str) -> None:
    text = program(MANDATORY_IN_0_5[name], {"hardware": ["beaker", "flask"]})
    assert codes(check(text, "0.5")) == {"XDL113"}
    for other in ("2.0", "0.4", "clairify"):
        assert codes(check(text, other)) == set()


def test_older_names_are_right_in_0_4_and_renamed_elsewhere() -> None:
    text = program(
        '<Filter filter_vessel="beaker"/><Rotavap rotavap_name="beaker" time="5 min"/>'
        '<EvacuateAndRefill vessel="beaker" gas="argon" repeat="3"/>'
    ).replace('<Reagent name="water"/>', '<Reagent id="water"/>')
    assert check(text, "0.4") == []
    for dialect in ("2.0", "0.5"):
        assert {d.code for d in check(text, dialect)} == {"XDL116"}
        fixed = fix_until_stable(text, lambda text, dialect=dialect: check(text, dialect)).text  # type: ignore[misc]
        assert check(fixed, dialect) == []
        assert '<Evaporate vessel="beaker" time="5 min"/>' in fixed
        assert '<Reagent name="water"/>' in fixed
    assert codes(check(text, "clairify")) >= {"XDL117"}


@pytest.mark.parametrize("name", corpus())
def test_a_program_that_the_paper_takes_is_taken_by_all(name: str) -> None:
    text = corpus()[name]
    if not codes(check(text, "clairify")):
        for dialect in DIALECTS:
            mandatory = {d.code for d in check(text, dialect) if d.is_error}
            assert mandatory <= ({"XDL113"} if dialect == "0.5" else set())


def test_an_unknown_dialect_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown dialect '3\.0'"):
        check("<XDL/>", "3.0")
