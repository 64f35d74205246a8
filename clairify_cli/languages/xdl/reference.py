"""The reference of XDL as Markdown, made from the schema: elements, properties, types, units, dialects."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from clairify_cli.languages.xdl.schema import (
    DIALECTS,
    SECTION_CHILD,
    SECTIONS,
    ElementSpec,
    Kind,
    Property,
    Schema,
    Type,
    Unit,
    load,
)

_FRAME = (
    "What clairify knows of XDL, made from `schemas/xdl.xsd` by `clairify describe --markdown`.",
    "A program is XML. Its root is `XDL` with a `Synthesis` inside, or `Synthesis` alone. A synthesis holds the "
    "sections {sections}, in this order. `Hardware`, `Reagents` and `Procedure` are mandatory; only the procedure may "
    "not be empty. A procedure holds steps, or the blocks {blocks} with steps inside. Any step may carry `comment`, "
    "which changes nothing, and in dialect 2.0 `queue`: steps of one queue run in order, queues in parallel.",
    "The dialects are {dialects}. `2.0` is the default and takes what files of the field hold; `clairify` is the table "
    "of the CLAIRify paper; `0.5` and `0.4` are older standards. Where no dialects are named, all of them have it.",
)

_OMITTED = ("comment", "queue")
"""Properties of every step, which the text in front tells of."""


def reference() -> str:
    """The whole reference, ending in a line feed."""
    schema = load()
    steps = [spec for spec in schema.steps if not spec.now]
    blocks = [name for name, spec in schema.elements.items() if spec.is_block]
    parts = [
        "# XDL\n",
        *(
            _filled(text.format(sections=_names(SECTIONS), blocks=_names(blocks), dialects=_names(DIALECTS)))
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
    return _table(
        ("step", "what it does", "mandatory", "dialects"),
        (
            (
                f"[{spec.name}](#{spec.name.lower()})",
                spec.doc,
                _names(name for name, prop in spec.properties.items() if prop.required),
                _which(spec.dialects),
            )
            for spec in steps
        ),
    )


def element_page(spec: ElementSpec) -> str:
    """An element with its properties."""
    lines = [f"### {spec.name}\n", f"{_text(spec.doc)}\n"]
    if spec.dialects != DIALECTS:
        lines.append(f"Dialects: {_which(spec.dialects)}.\n")
    if spec.one_of:
        lines.append(f"One of {_names(spec.one_of)} says how much.\n")
    if spec.holds_steps and not spec.is_block:
        lines.append("Holds steps.\n")
    if spec.open:
        lines.append("Any further property is left to the platform.\n")
    shown = [p for p in spec.properties.values() if not p.now and p.name not in _OMITTED]
    shown.sort(key=lambda prop: not prop.required)
    if shown:
        lines.append(_table(("property", "type", "mandatory", "default", "meaning", "dialects"), map(_property, shown)))
    older = [prop for prop in spec.properties.values() if prop.now]
    if older:
        names = ", ".join(f"`{prop.name}` for `{prop.now}`" for prop in older)
        lines.append(f"Older names: {names}.\n")
    return "\n".join(lines)


def _property(prop: Property) -> tuple[str, ...]:
    mandatory = "yes" if prop.required else f"in {_names(prop.required_in)}" if prop.required_in else ""
    meaning = "Understood by one platform only." if prop.platform else prop.doc
    default = f"`{prop.default}`" if prop.default is not None else ""
    return f"`{prop.name}`", f"[{prop.type.name}](#types)", mandatory, default, meaning, _which(prop.dialects)


def _types(schema: Schema) -> str:
    rows = ((f"`{kind.name}`", kind.doc, allowed(kind)) for kind in schema.types.values())
    return _table(("type", "meaning", "what may be written"), rows)


def allowed(kind: Type) -> str:
    """What may be written for a type."""
    if kind.kind is Kind.ENUMERATION:
        return _names(kind.values)
    if kind.kind is Kind.SUGGESTION:
        return f"{_names(kind.values)}, or another name"
    if kind.kind is not Kind.QUANTITY:
        return ""
    units = f"a number and one of {_names(kind.unit_names())}"
    bare = f"; a bare number is in `{kind.default_unit}`" if kind.default_unit else "; the unit is mandatory"
    signed = "; may be negative" if kind.signed else ""
    words = f"; or {_names(kind.words)}" if kind.words else ""
    return f"{units}{bare}{signed}{words}; or the id of a parameter"


def _units(schema: Schema) -> str:
    rows = (
        (
            dimension.name.replace("_", " "),
            f"`{unit.name}`",
            _factor(unit, dimension.default),
            _names(text for text, known in dimension.spellings.items() if known is unit and text != unit.name),
        )
        for dimension in schema.dimensions.values()
        for unit in dimension.units.values()
    )
    text = "Other spellings are understood, reported as warnings and written as the standard's by `--fix`.\n\n"
    return text + _table(("dimension", "unit", "is", "other spellings"), rows)


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
            if prop.now or prop.name in _OMITTED or (inherits and not prop.required_in):
                continue
            mandatory = (*spec.dialects,) if prop.required else prop.required_in
            rows.append((f"`{spec.name}` `{prop.name}`", *_marks(prop.dialects, mandatory)))
    renamed = [f"`{spec.name}` is now `{spec.now}`" for spec in schema.elements.values() if spec.now]
    table = _table(("element or property", *(f"`{dialect}`" for dialect in DIALECTS)), rows)
    note = f"Names of steps of older dialects: {', '.join(renamed)}.\n" if renamed else ""
    return f"What is not the same in all of them. `M`: mandatory.\n\n{table}\n{note}"


def _marks(dialects: tuple[str, ...], mandatory: tuple[str, ...] = ()) -> tuple[str, ...]:
    return tuple("M" if d in mandatory else "yes" if d in dialects else "" for d in DIALECTS)


def _which(dialects: tuple[str, ...]) -> str:
    return "" if set(dialects) == set(DIALECTS) else ", ".join(f"`{dialect}`" for dialect in dialects)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _filled(text: str) -> str:
    return fill(text, 118, break_long_words=False, break_on_hyphens=False) + "\n"


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table; columns in which nothing stands are left out."""
    body = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    kept = [at for at, name in enumerate(head) if not body or any(row[at] for row in body)]
    lines = [[head[at] for at in kept], ["---"] * len(kept), *([row[at] for at in kept] for row in body)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
