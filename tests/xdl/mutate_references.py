"""Mutation operators that break references between names: rules XDL2xx."""

from __future__ import annotations

from collections.abc import Iterator

from markup import Element, Markup
from mutant import Slip, blueprint_calls, indent, operator, typed, value_becomes

NOWHERE = "declared nowhere"


@operator("XDL2")
def misspell_vessel(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.kind == "vessel":
            yield value_becomes(markup, attribute, attribute.value + attribute.value[-1])


@operator("XDL2")
def vessel_where_reagent_is_due(markup: Markup) -> Iterator[Slip]:
    for element, attribute, known in typed(markup):
        names = {e.value("id") for e in markup.named("Component")}
        vessel = element.value("vessel")
        if known.kind == "reagent" and vessel in names and not _is_reagent(markup, vessel):
            yield value_becomes(markup, attribute, vessel or "")


def _is_reagent(markup: Markup, name: str | None) -> bool:
    return any(name in (e.value("name"), e.value("id")) for e in markup.named("Reagent"))


@operator("XDL2")
def drop_component(markup: Markup) -> Iterator[Slip]:
    """Every use of the component is then wrong."""
    for element in markup.named("Component"):
        uses = _uses(markup, element, "vessel", element.value("id"))
        if uses:
            yield Slip((_removed(markup, element),), uses)


@operator("XDL2")
def drop_reagent(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Reagent"):
        uses = _uses(markup, element, "reagent", element.value("name") or element.value("id"))
        if uses:
            yield Slip((_removed(markup, element),), uses)


def _removed(markup: Markup, element: Element) -> tuple[int, int, str]:
    """The cut that takes an element away and leaves its line ends, so that what follows keeps its lines."""
    return element.start, element.close_end, "\n" * markup.text.count("\n", element.start, element.close_end)


def _uses(markup: Markup, declared: Element, kind: str, name: str | None) -> tuple[int, ...]:
    scope = _scope(markup, declared)
    return tuple(
        markup.line(a.value_start)
        for e, a, known in typed(markup)
        if known.kind == kind and a.value == name and _scope(markup, e) == scope and e.name != "Reagent"
    )


def _scope(markup: Markup, element: Element) -> Element:
    """The Blueprint or the Synthesis in which an element stands."""
    return next((a for a in markup.ancestors(element) if a.name in {"Blueprint", "Synthesis"}), markup.root)


@operator("XDL2")
def component_twice(markup: Markup) -> Iterator[Slip]:
    yield from _again(markup, "Component")


@operator("XDL2")
def reagent_twice(markup: Markup) -> Iterator[Slip]:
    yield from _again(markup, "Reagent")


def _again(markup: Markup, name: str) -> Iterator[Slip]:
    """A second declaration, behind the last one of the section, on a line of its own."""
    for section in markup.named("Hardware", "Reagents", "Parameters"):
        inside = [e for e in markup.named(name) if e.parent == section.index]
        for element in inside:
            at = inside[-1].close_end
            again = " ".join(markup.text[element.start : element.close_end].split())
            new = f"\n{indent(markup, inside[-1].start)}{again}"
            yield Slip(((at, at, new),), (markup.line(at) + 1,))


@operator("XDL1", "XDL2")
def unknown_argument_of_blueprint(markup: Markup) -> Iterator[Slip]:
    for element in blueprint_calls(markup):
        at = element.start + 1 + len(element.name)
        yield Slip(((at, at, ' flavour="5"'),), (markup.line(at),))


@operator("XDL2")
def undeclared_argument_of_blueprint(markup: Markup) -> Iterator[Slip]:
    """Arguments that stand for components and reagents have to be declared where the blueprint is used."""
    for element in blueprint_calls(markup):
        made = next(b for b in markup.named("Blueprint") if b.value("id") == element.name)
        inside = [e for e in markup.named("Component", "Reagent") if made in markup.ancestors(e)]
        names = {e.value("id") if e.name == "Component" else e.value("name") for e in inside}
        for attribute in element.attributes:
            if attribute.name in names:
                yield value_becomes(markup, attribute, NOWHERE)


@operator("XDL2", "XDL3")
def unreadable_argument_of_blueprint(markup: Markup) -> Iterator[Slip]:
    """Arguments that stand for parameters have to be values of the parameter's type."""
    for element in blueprint_calls(markup):
        made = next(b for b in markup.named("Blueprint") if b.value("id") == element.name)
        names = {e.value("id") for e in markup.named("Parameter") if made in markup.ancestors(e)}
        for attribute in element.attributes:
            if attribute.name in names:
                yield value_becomes(markup, attribute, "10 bananas")


@operator("XDL2")
def blueprint_twice(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Blueprint"):
        at = element.close_end
        again = "\n" + markup.text[element.start : at]
        yield Slip(((at, at, again),), (markup.line(at) + 1,))
