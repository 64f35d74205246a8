"""Describes XDL to a model, in words made from the schema.

A model is told about the portable part of the language: what every dialect has. What is only met in some files of the
field is accepted when it is read, and not offered to a writer.
"""

from __future__ import annotations

from functools import cache

from clairify_cli.files import data_text
from clairify_cli.languages.xdl.conventions import CONVENTIONS
from clairify_cli.languages.xdl.schema import DialectTable, ElementSpec, Kind, Property, Type, is_portable, load

_DECLARATIONS = {"Component": ("id", "type"), "Reagent": ("name", "role"), "Metadata": ("description", "product")}
"""What declares something, with what of it a text can say: what is for software alone costs tokens in every round."""


@cache
def describe(dialect: str) -> str:
    """What may be written in a dialect: form, declarations, steps with their properties, units, conventions."""
    from string import Template

    table = load().for_dialect(dialect)
    conventions = ", ".join(f"{value} for `{words}`" for words, value in CONVENTIONS.items())
    return Template(data_text("prompts", "describe-xdl.txt")).substitute(
        declarations=_declarations(table), steps=_steps(table), types=_types(table), conventions=conventions
    )


def _declarations(table: DialectTable) -> str:
    lines = ["Declarations (* = mandatory; in brackets the type, where the name does not end in it):"]
    lines += [_element(table, table.elements[name]) for name in _DECLARATIONS]
    return "\n".join(lines)


def _steps(table: DialectTable) -> str:
    lines = ['Steps (* = mandatory; any step may carry comment="..." for a remark):']
    lines += [_element(table, table.elements[name]) for name in table.step_names() if is_portable(table.elements[name])]
    blocks = [name for name, spec in table.elements.items() if spec.is_block]
    if blocks:
        lines.append(f"Steps may be grouped in the blocks {', '.join(blocks)}.")
    return "\n".join(lines)


def _element(table: DialectTable, spec: ElementSpec) -> str:
    mandatory = table.mandatory[spec.name]
    shown = [
        _property(prop, name in mandatory)
        for name, prop in table.properties[spec.name].items()
        if is_portable(prop) and not prop.now and name in _DECLARATIONS.get(spec.name, (name,)) and name != "comment"
    ]
    shown.sort(key=lambda text: not text.startswith("*"))
    inside = " Holds steps." if spec.holds_steps and not spec.is_block else ""
    takes = f" {'; '.join(shown)}." if shown else ""
    return f"- {spec.name}: {spec.doc}{inside}{takes}"


def _property(prop: Property, mandatory: bool) -> str:
    kind = prop.type.kind
    if kind is Kind.ENUMERATION:
        allowed = [v for v in prop.type.values if v not in ("True", "False")]
        type_ = " | ".join(allowed)
    elif kind is Kind.SUGGESTION:
        type_ = ", ".join(prop.type.values[:8]) + ", ..."
    else:
        type_ = "" if f"_{prop.name}".endswith(f"_{prop.type.name}") else prop.type.name
    about = ", ".join(part for part in (type_, f"default {prop.default}" if prop.default else "") if part)
    return f"{'*' if mandatory else ''}{prop.name}" + (f" ({about})" if about else "")


def _types(table: DialectTable) -> str:
    used: dict[str, Type] = {}
    for name, spec in table.elements.items():
        for prop in table.properties[name].values():
            if prop.type.dimensions and is_portable(spec) and is_portable(prop):
                used[prop.type.name] = prop.type
    lines = ["Quantities are a plain number, a space and a unit; no ranges, no `~`, no exponents, no words:"]
    for kind in used.values():
        units = ", ".join(kind.unit_names())
        words = f", or {', '.join(kind.words)}" if kind.words else ""
        lines.append(f"- {kind.name}: {units}{words}")
    lines.append("- count: a whole number of at least 1")
    return "\n".join(lines)
