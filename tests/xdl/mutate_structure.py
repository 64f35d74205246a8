"""Mutation operators that break structure and schema: rules XDL1xx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markup import Element, Markup
from mutant import Slip, blueprint_calls, indent, operator, typed, value_becomes
from xsd_tables import entries, steps


def _known_steps(markup: Markup) -> list[Element]:
    names = {*steps(), *(e.name for e in blueprint_calls(markup))}
    return [e for e in markup.elements if e.name in names]


def _renamed(markup: Markup, element: Element, name: str) -> Slip:
    after = element.start + 1
    cuts = [(after, after + len(element.name), name)]
    if not element.empty:
        cuts.append((element.close_start + 2, element.close_end - 1, name))
    return Slip(tuple(cuts), (markup.line(element.start),))


@operator("XDL1")
def rename_root(markup: Markup) -> Iterator[Slip]:
    yield _renamed(markup, markup.root, "Recipe")
    yield _renamed(markup, markup.root, markup.root.name.lower())


@operator("XDL1")
def text_between_elements(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        if element.parent >= 0:
            at = element.close_end
            yield Slip(((at, at, "then wait a little"),), (markup.line(at),))


@operator("XDL1")
def text_inside_step(markup: Markup) -> Iterator[Slip]:
    for element in _known_steps(markup):
        if element.empty:
            at = element.tag_end
            cut = (at - 2, at, f">slowly</{element.name}>")
            yield Slip((cut,), (markup.line(at),))


@operator("XDL1")
def drop_section(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Hardware", "Reagents", "Procedure"):
        parent = markup.parent(element)
        if parent and (parent.name == "Synthesis" or element.name == "Procedure"):
            yield Slip(((element.start, element.close_end, ""),), (markup.line(parent.start),))


@operator("XDL1")
def drop_synthesis(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Synthesis"):
        if element.parent >= 0:
            yield Slip(((element.start, element.close_end, ""),), (markup.line(markup.root.start),))


@operator("XDL1")
def double_section(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Metadata", "Hardware", "Reagents", "Parameters", "Procedure"):
        at = element.close_end
        again = "\n" + markup.text[element.start : at]
        yield Slip(((at, at, again),), (markup.line(at) + 1,))


@operator("XDL1")
def empty_procedure(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Procedure"):
        yield Slip(((element.tag_end, element.close_start, ""),), (markup.line(element.start),))


@operator("XDL1")
def unknown_step(markup: Markup) -> Iterator[Slip]:
    for element in _known_steps(markup):
        yield _renamed(markup, element, "Levitate")


@operator("XDL1")
def misspell_step(markup: Markup) -> Iterator[Slip]:
    for element in _known_steps(markup):
        yield _renamed(markup, element, element.name + element.name[-1])


@operator("XDL1")
def step_in_lower_case(markup: Markup) -> Iterator[Slip]:
    for element in _known_steps(markup):
        yield _renamed(markup, element, element.name.lower())


@operator("XDL1")
def misspell_section(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Metadata", "Hardware", "Reagents", "Procedure", "Component", "Reagent", "Metadata"):
        yield _renamed(markup, element, element.name[:-1] + "x")


@operator("XDL1")
def unknown_property(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        entry = entries().get(element.name)
        if entry and not entry.open:
            at = element.start + 1 + len(element.name)
            yield Slip(((at, at, ' flavour="5"'),), (markup.line(at),))


@operator("XDL1")
def misspell_property(markup: Markup) -> Iterator[Slip]:
    for element, attribute, _ in typed(markup):
        if not entries()[element.name].open:
            at = attribute.start + len(attribute.name)
            yield Slip(((at, at, attribute.name[-1]),), (markup.line(at),))


@operator("XDL1")
def drop_mandatory_property(markup: Markup) -> Iterator[Slip]:
    for element, attribute, known in typed(markup):
        if known.required and not _has_old_name(element, known.name):
            yield Slip(((attribute.start, attribute.end, ""),), (markup.line(element.start),))


def _has_old_name(element: Element, name: str) -> bool:
    properties = entries()[element.name].properties
    return any(a.name in properties and properties[a.name].now == name for a in element.attributes)


@operator("XDL1")
def component_without_id(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Component"):
        at = next(a for a in element.attributes if a.name == "id")
        yield Slip(((at.start, at.end, ""),), (markup.line(element.start),))


@operator("XDL1")
def value_not_in_enumeration(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.kind == "enumeration" and known.type != "boolean":
            yield value_becomes(markup, attribute, "banana")


@operator("XDL1")
def value_in_wrong_case(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.kind == "enumeration" and known.type != "boolean":
            yield value_becomes(markup, attribute, attribute.value.upper())


@operator("XDL1")
def boolean_maybe(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.type == "boolean":
            yield value_becomes(markup, attribute, "maybe")


def line_after(markup: Markup, names: Iterable[str], new: str) -> Iterator[Slip]:
    """`new` on a line of its own behind the elements of some names, or else behind every step."""
    for element in markup.named(*names) if names else _known_steps(markup):
        yield _line_after(markup, element, new)


def _line_after(markup: Markup, element: Element, new: str) -> Slip:
    """`new` on a line of its own behind an element."""
    at = element.close_end
    return Slip(((at, at, f"\n{indent(markup, element.start)}{new}"),), (markup.line(at) + 1,))


@operator("XDL1")
def block_in_repeat(markup: Markup) -> Iterator[Slip]:
    """Blocks stand in the procedure only, so not behind a step that stands in something else."""
    for element in _known_steps(markup):
        parent = markup.parent(element)
        if parent and parent.name != "Procedure":
            yield _line_after(markup, element, '<Workup><Wait time="1 s"/></Workup>')


@operator("XDL1")
def child_in_step(markup: Markup) -> Iterator[Slip]:
    for element in _known_steps(markup):
        entry = entries().get(element.name)
        if element.empty and not (entry and entry.holds_steps):
            cut = (element.tag_end - 2, element.tag_end, f'>\n<Wait time="1 s"/></{element.name}>')
            line = markup.line(element.tag_end)
            yield Slip((cut,), (markup.line(element.start), line, line + 1))
