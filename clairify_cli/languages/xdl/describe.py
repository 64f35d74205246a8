"""Describe XDL to a model, in text generated from the schema.

The description covers the portable part of the language, which every dialect has. The rest occurs only in some files;
it is accepted when read, but not suggested.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from clairify_cli.files import data_text
from clairify_cli.languages.xdl.conventions import CONVENTIONS
from clairify_cli.languages.xdl.schema import DialectTable, Kind, Property, Type, is_portable, load

_BOOLEAN = {"true", "false", "True", "False"}


@cache
def describe(dialect: str) -> str:
    """Describe what may be written in a dialect: form, steps with their properties, units, conventions.

    Declarations are left out, as `extract` derives them from the steps.
    """
    from string import Template

    table = load().for_dialect(dialect)
    conventions = ", ".join(f"{value} for `{words}`" for words, value in CONVENTIONS.items())
    blocks = ", ".join(name for name, spec in table.elements.items() if spec.is_block)
    steps = [name for name in table.step_names() if is_portable(table.elements[name])]
    return Template(data_text("prompts", "describe-xdl.txt")).substitute(
        blocks=f"Steps may be grouped in the blocks {blocks}. " if blocks else "",
        steps="\n".join(_steps(table, steps)),
        types="\n".join(_types(table, steps)),
        conventions=conventions,
    )


def _steps(table: DialectTable, names: list[str]) -> Iterator[str]:
    """Yield a line per step, or per group of steps with the same properties; repeated value lists are referred to."""
    alike: dict[str, list[str]] = {}
    known: dict[str, str] = {}
    for name in names:
        shown = []
        for prop in _shown(table, name):
            values = _values(prop)
            before = known.setdefault(values, name)
            values = f"(as {before})" if before != name and "|" in values else values
            due = prop.name in table.mandatory[name] or (table.elements[name].holds_steps and prop.name == "repeats")
            shown.append(f"{'*' * due}{prop.name}{values}")
        shown.sort(key=lambda text: not text.startswith("*"))
        alike.setdefault(" ".join(shown), []).append(name + " (holds steps)" * table.elements[name].holds_steps)
    return (f"{', '.join(same)}: {shown}" for shown, same in alike.items())


def _shown(table: DialectTable, name: str) -> list[Property]:
    return [
        prop for key, prop in table.properties[name].items() if is_portable(prop) and not prop.now and key != "comment"
    ]


def _values(prop: Property) -> str:
    """Return the values of a property, if its name does not imply them; `?` for a boolean."""
    kind = prop.type
    if kind.kind is Kind.ENUMERATION:
        values = [value for value in kind.values if value not in ("True", "False")]
        return "?" if _BOOLEAN.issuperset(values) else f"({'|'.join(values)})"
    if kind.kind is Kind.SUGGESTION:
        return f"({', '.join(kind.values[:8])}, ...)"
    return f"(or {', '.join(kind.words)})" if kind.words else ""


def _types(table: DialectTable, names: list[str]) -> list[str]:
    """Return a line for each form of value, with the endings of the property names that accept it."""
    lines: dict[str, dict[str, None]] = {}
    for name in names:
        for prop in _shown(table, name):
            told = _told(prop.type)
            if told:
                end = prop.type.name if prop.name.endswith(prop.type.name) else prop.name.rpartition("_")[2]
                lines.setdefault(told, {})[end] = None
    return [f"{', '.join(ends)}: {told}" for told, ends in lines.items()]


def _told(kind: Type) -> str:
    """Return what a type accepts; "" if its name or the element says so."""
    if kind.kind is Kind.QUANTITY:
        by_name = [one.name for one in kind.dimensions if one.name in load().types and one.name != kind.name]
        units = [unit for one in kind.dimensions if one.name not in by_name for unit in one.units]
        also = f"as {' or '.join(by_name)}, or " if by_name else ""
        return also + " ".join(units) if not kind.words else ""
    if kind.kind is Kind.COUNT:
        return "a whole number of at least 1"
    return "a name" if kind.kind in (Kind.REAGENT, Kind.MATERIAL) else ""
