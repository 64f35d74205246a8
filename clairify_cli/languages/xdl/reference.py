"""Elements and types of XDL as Markdown, generated from the schema, for editors and the documentation."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.languages.xdl.schema import DIALECTS, ElementSpec, Kind, Property, Type

OMITTED = ("comment", "queue")
"""Properties of every step, which the introduction describes."""


def element_page(spec: ElementSpec) -> str:
    """Return the description of an element with its properties."""
    lines = [f"### {spec.name}\n", f"{_text(spec.doc)}\n"]
    if spec.dialects != DIALECTS:
        lines.append(f"Dialects: {which(spec.dialects)}.\n")
    if spec.one_of:
        lines.append(f"One of {listed(spec.one_of)} says how much.\n")
    if spec.holds_steps and not spec.is_block:
        lines.append("Holds steps.\n")
    if spec.open:
        lines.append("Any further property is left to the platform.\n")
    shown = [p for p in spec.properties.values() if not p.now and p.name not in OMITTED]
    shown.sort(key=lambda prop: not prop.required)
    if shown:
        lines.append(table(("property", "type", "mandatory", "default", "meaning", "dialects"), map(_property, shown)))
    older = [prop for prop in spec.properties.values() if prop.now]
    if older:
        names = ", ".join(f"`{prop.name}` for `{prop.now}`" for prop in older)
        lines.append(f"Older names: {names}.\n")
    return "\n".join(lines)


def _property(prop: Property) -> tuple[str, ...]:
    mandatory = "yes" if prop.required else f"in {listed(prop.required_in)}" if prop.required_in else ""
    meaning = "Understood by one platform only." if prop.platform else prop.doc
    default = f"`{prop.default}`" if prop.default is not None else ""
    return f"`{prop.name}`", f"[{prop.type.name}](#types)", mandatory, default, meaning, which(prop.dialects)


def allowed(kind: Type) -> str:
    """Return in Markdown which values a type accepts."""
    if kind.kind is Kind.ENUMERATION:
        return listed(kind.values)
    if kind.kind is Kind.SUGGESTION:
        return f"{listed(kind.values)}, or another name"
    if kind.kind is not Kind.QUANTITY:
        return ""
    units = f"a number and one of {listed(kind.unit_names)}"
    bare = f"; a bare number is in `{kind.default_unit}`" if kind.default_unit else "; the unit is mandatory"
    signed = "; may be negative" if kind.signed else ""
    words = f"; or {listed(kind.words)}" if kind.words else ""
    return f"{units}{bare}{signed}{words}; or the id of a parameter"


def which(dialects: tuple[str, ...]) -> str:
    """Return the dialects as text; "" if they are all."""
    return "" if set(dialects) == set(DIALECTS) else ", ".join(f"`{dialect}`" for dialect in dialects)


def listed(words: Iterable[str]) -> str:
    """Return words joined by commas, each in backticks."""
    return ", ".join(f"`{one}`" for one in words)


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a Markdown table without its empty columns."""
    body = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    kept = [at for at, name in enumerate(head) if not body or any(row[at] for row in body)]
    lines = [[head[at] for at in kept], ["---"] * len(kept), *([row[at] for at in kept] for row in body)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
