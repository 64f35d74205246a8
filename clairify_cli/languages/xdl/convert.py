"""Convert XDL to another dialect: rename steps and properties; keep and report what the dialect cannot express."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.checks.context import NOTHING, OLDEST
from clairify_cli.languages.xdl.checks.values import phase_of
from clairify_cli.languages.xdl.format import print_document, well_formed
from clairify_cli.languages.xdl.language import VERSION, Xdl
from clairify_cli.languages.xdl.schema import ElementSpec, Kind, load
from clairify_cli.languages.xdl.tree import Document, Element, Trivia

_DECLARED = {"0.4": "0.4.0", "0.5": "0.5.0"}
"""The versions that files of a dialect declare in `<?xdl version="…"?>`."""

_CANNOT = ("XDL105", "XDL111", "XDL112", "XDL113", "XDL114", "XDL117", "XDL121")
"""The rules that report what a dialect lacks and another one has."""


def convert(source: Source, dialect: str) -> tuple[str, list[Diagnostic]]:
    """Return the program in a dialect and in canonical form, and findings, placed in it, on what cannot be expressed.

    Raises `ValueError` with one sentence if the XML is broken.
    """
    document = well_formed(source)
    _declare(document, dialect)
    own = {id(one) for blueprint in document.root.iter("Blueprint") for one in blueprint.iter("Reagent")}
    for element in document.root.iter():
        spec = load().elements.get(element.tag)
        if spec is not None and id(element) not in own:  # in a blueprint, the name and the id of a reagent differ
            _rename(element, spec, dialect)
    text = print_document(document)
    found = Xdl().check(Source(text, source.name), CheckOptions(dialect))
    return text, [one for one in found if one.is_error and one.code in _CANNOT]


def _declare(document: Document, dialect: str) -> None:
    """Declare the version if files of the dialect do so, and drop the declaration of another one."""
    declared = [item for item in document.trivia if item.kind == "pi" and VERSION.match(f"<?{item.text}")]
    document.own_trivia = [item for item in document.trivia if item not in declared]
    if dialect in _DECLARED:
        version = Trivia("pi", f'xdl version="{_DECLARED[dialect]}"', 0, 0, None, 0)
        at = sum(item.kind == "pi" and item.text.startswith("xml ") for item in document.own_trivia[:1])
        document.own_trivia.insert(at, version)


def _rename(element: Element, spec: ElementSpec, dialect: str) -> None:
    """Rename an element and its properties for the dialect, and drop empty optional properties."""
    if dialect != OLDEST:
        new = {name: prop.now for name, prop in spec.properties.items() if prop.now}
    else:
        new = {prop.now: name for name, prop in spec.properties.items() if prop.written_in == dialect}
    given = dict(element.attrib)
    element.attrib.clear()
    for name, value in given.items():
        prop = spec.properties.get(name)
        may_lack = prop is not None and prop.type.kind is not Kind.TEXT and not prop.mandatory(dialect)
        if may_lack and value.strip() in NOTHING:
            continue
        now = new.get(name, name)
        if now in given and now != name:
            now = name
        element.attrib[now] = value if now == name else _SAID_OTHERWISE.get(name, str)(value)
    if dialect != OLDEST and spec.now:
        element.tag = spec.now
    elif element.tag == "AddSolid" and dialect not in spec.dialects and "mass" in element.attrib:
        element.tag = "Add"


_SAID_OTHERWISE: dict[str, Callable[[str], str]] = {
    "product_bottom": phase_of,
    "product_phase": lambda phase: {"bottom": "True", "top": "False"}.get(phase.strip(), phase),
}
"""Conversions of the values of renamed properties, by old name."""
