"""Writes docs/xdl.md: the elements of XDL, their properties, types, units and dialects, made from the schema."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from clairify_cli.languages.xdl.reference import OMITTED, allowed, element_page, listed, table, which
from clairify_cli.languages.xdl.schema import (
    DIALECTS,
    SECTION_CHILD,
    SECTIONS,
    ElementSpec,
    Schema,
    Unit,
    load,
)

TARGET = Path(__file__).with_name("xdl.md")

_FRAME = (
    "What clairify knows of XDL, made from `schemas/xdl.xsd` by `docs/xdl.py`.",
    "A program is XML. Its root is `XDL` with a `Synthesis` inside, or `Synthesis` alone. A synthesis holds the "
    "sections {sections}, in this order. `Hardware`, `Reagents` and `Procedure` are mandatory; only the procedure may "
    "not be empty. A procedure holds steps, or the blocks {blocks} with steps inside. Any step may carry `comment`, "
    "which changes nothing, and in dialect 2.0 `queue`: steps of one queue run in order, queues in parallel.",
    "The dialects are {dialects}. `2.0` is the default and takes what files of the field hold; `clairify` is the table "
    "of the CLAIRify paper; `0.5` and `0.4` are older standards. Where no dialects are named, all of them have it.",
)


def page() -> str:
    """The whole reference, ending in a line feed."""
    schema = load()
    steps = [spec for spec in schema.steps if not spec.now]
    blocks = [name for name, spec in schema.elements.items() if spec.is_block]
    parts = [
        "# XDL\n",
        *(
            _filled(text.format(sections=listed(SECTIONS), blocks=listed(blocks), dialects=listed(DIALECTS)))
            for text in _FRAME
        ),
        "## Steps\n",
        _overview(steps),
        *(element_page(spec) for spec in steps),
        "## Declarations and sections\n",
        *(element_page(schema.elements[name]) for name in _declaring(schema)),
        "## Types\n",
        _types(schema),
        "## Units\n",
        _units(schema),
        "## Dialects\n",
        _dialects(schema),
    ]
    return "\n".join(parts)


def _declaring(schema: Schema) -> list[str]:
    rest = [name for name, spec in schema.elements.items() if not spec.is_step and not spec.is_block]
    first = [*SECTION_CHILD.values(), "Metadata"]
    return first + [name for name in rest if name not in (*first, *SECTIONS)]


def _overview(steps: Iterable[ElementSpec]) -> str:
    return table(
        ("step", "what it does", "mandatory", "dialects"),
        (
            (
                f"[{spec.name}](#{spec.name.lower()})",
                spec.doc,
                listed(name for name, prop in spec.properties.items() if prop.required),
                which(spec.dialects),
            )
            for spec in steps
        ),
    )


def _types(schema: Schema) -> str:
    rows = ((f"`{kind.name}`", kind.doc, allowed(kind)) for kind in schema.types.values())
    return table(("type", "meaning", "what may be written"), rows)


def _units(schema: Schema) -> str:
    rows = (
        (
            dimension.name.replace("_", " "),
            f"`{unit.name}`",
            _factor(unit, dimension.default),
            listed(text for text, known in dimension.spellings.items() if known is unit and text != unit.name),
        )
        for dimension in schema.dimensions.values()
        for unit in dimension.units.values()
    )
    text = "Other spellings are understood, reported as warnings and written as the standard's by `--fix`.\n\n"
    return text + table(("dimension", "unit", "is", "other spellings"), rows)


_CONVERSIONS = {"K": "°C + 273.15", "°F": "°C × 9/5 + 32"}
_NOT_CONVERTED = {"concentration": ("N", "g/L", "g/mL", "mg/mL", "wt%", "w/w", "%", "vol%", "v/v"), "power": ("W",)}
"""Units whose worth in the default unit depends on the substance or the device."""


def _factor(unit: Unit, default: str) -> str:
    if unit.name == default:
        return "the default"
    if unit.name in _NOT_CONVERTED.get(unit.dimension, ()):
        return ""
    number = f"{unit.factor:.9f}".rstrip("0").rstrip(".")
    return _CONVERSIONS.get(unit.name, f"{number} {default}")


def _dialects(schema: Schema) -> str:
    rows = []
    for spec in schema.elements.values():
        if spec.dialects != DIALECTS and not spec.now:
            rows.append((f"`{spec.name}`", *_marks(spec.dialects)))
        for prop in spec.properties.values():
            inherits = set(prop.dialects) >= set(spec.dialects)
            if prop.now or prop.name in OMITTED or (inherits and not prop.required_in):
                continue
            mandatory = (*spec.dialects,) if prop.required else prop.required_in
            rows.append((f"`{spec.name}` `{prop.name}`", *_marks(prop.dialects, mandatory)))
    renamed = [f"`{spec.name}` is now `{spec.now}`" for spec in schema.elements.values() if spec.now]
    shown = table(("element or property", *(f"`{dialect}`" for dialect in DIALECTS)), rows)
    note = f"Names of steps of older dialects: {', '.join(renamed)}.\n" if renamed else ""
    return f"What is not the same in all of them. `M`: mandatory.\n\n{shown}\n{note}"


def _marks(dialects: tuple[str, ...], mandatory: tuple[str, ...] = ()) -> tuple[str, ...]:
    return tuple("M" if d in mandatory else "yes" if d in dialects else "" for d in DIALECTS)


def _filled(text: str) -> str:
    return fill(text, 118, break_long_words=False, break_on_hyphens=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
