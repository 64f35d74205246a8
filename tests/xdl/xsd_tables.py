"""What schemas/xdl.xsd says, read with lxml and nothing of ours, for mutation operators and oracles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lxml import etree

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "xdl.xsd"
XS = "{http://www.w3.org/2001/XMLSchema}"
C = "{urn:clairify:xdl}"

BLOCKS = ("Prep", "Reaction", "Workup", "Purification")
SECTIONS = ("Metadata", "Hardware", "Reagents", "Parameters", "Procedure")
STRUCTURE = ("XDL", "Synthesis", "Blueprint", *SECTIONS, "Component", "Reagent", "Parameter", *BLOCKS)


@dataclass(frozen=True, slots=True)
class Property:
    """An attribute of an element; `kind` and `dimension` are those of its type, `now` is set for an older name."""

    name: str
    type: str
    kind: str
    dimension: str
    required: bool
    now: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """An element: its properties by name, whether it takes any other property, and whether steps stand inside."""

    name: str
    properties: dict[str, Property]
    open: bool
    holds_steps: bool
    now: str | None


@lru_cache(maxsize=1)
def entries() -> dict[str, Entry]:
    """The elements of the schema by name."""
    root = etree.parse(SCHEMA).getroot()
    types = {t.get("name", ""): t for t in root.findall(f"{XS}simpleType")}
    groups = {g.get("name", ""): g for g in root.findall(f"{XS}attributeGroup")}

    def properties(node: etree._Element) -> Iterator[Property]:
        for child in node:
            if child.tag == f"{XS}attribute":
                of = types[child.get("type", "")]
                yield Property(
                    child.get("name", ""),
                    child.get("type", ""),
                    of.get(f"{C}kind", ""),
                    of.get(f"{C}dimension", ""),
                    child.get("use") == "required",
                    child.get(f"{C}now"),
                )
            elif child.tag == f"{XS}attributeGroup":
                yield from properties(groups[child.get("ref", "")])

    made: dict[str, Entry] = {}
    for element in root.findall(f"{XS}element"):
        inside = element.find(f"{XS}complexType")
        assert inside is not None
        group = inside.find(f"{XS}group")
        made[element.get("name", "")] = Entry(
            element.get("name", ""),
            {p.name: p for p in properties(inside)},
            inside.find(f"{XS}anyAttribute") is not None,
            group is not None and group.get("ref") == "steps",
            element.get(f"{C}now"),
        )
    return made


@lru_cache(maxsize=1)
def steps() -> tuple[str, ...]:
    """The names of the steps."""
    root = etree.parse(SCHEMA).getroot()
    group = next(g for g in root.findall(f"{XS}group") if g.get("name") == "steps")
    return tuple(e.get("ref", "") for e in group.iter(f"{XS}element"))


@lru_cache(maxsize=1)
def enumerations() -> dict[str, tuple[str, ...]]:
    """The values of each type of the kind `enumeration`."""
    root = etree.parse(SCHEMA).getroot()
    return {
        t.get("name", ""): tuple(e.get("value", "") for e in t.iter(f"{XS}enumeration"))
        for t in root.findall(f"{XS}simpleType")
        if t.get(f"{C}kind") == "enumeration"
    }


@lru_cache(maxsize=1)
def patterns() -> dict[str, str]:
    """The pattern of numbers and units of each type of the kind `quantity` or `count`."""
    root = etree.parse(SCHEMA).getroot()
    return {
        t.get("name", ""): next(t.iter(f"{XS}pattern")).get("value", "")
        for t in root.findall(f"{XS}simpleType")
        if t.get(f"{C}kind") in {"quantity", "count"}
    }
