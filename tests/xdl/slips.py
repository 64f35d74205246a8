"""Slips that leave no doubt of what was meant: each spoils a well-made program in one place, and safe fixes undo it.

A slip is given the text and names the places; one of them is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

from markup import Attribute, Element, read
from mutant import blueprint_calls, cut, typed
from xsd_tables import SECTIONS, Property, entries, steps

from clairify_cli.languages.xdl.schema import load

Cut = tuple[int, int, str]
Cuts = Iterable[tuple[Cut, ...]]
"""For each place what is cut out and put in."""

SLIPS: dict[str, Callable[[str, Random], str | None]] = {}


def slip(places: Callable[[str, Random], Cuts]) -> None:
    """Register the slip that makes the cuts of one of the places."""

    def spoil(text: str, rng: Random) -> str | None:
        found = list(places(text, rng))
        return cut(text, rng.choice(found)) if found else None

    SLIPS[places.__name__] = spoil


def _doubled(name: str, rng: Random) -> str:
    """A name with one letter inside it doubled."""
    at = rng.choice([at for at in range(1, len(name) - 1) if name[at].islower()])
    return name[:at] + name[at] + name[at:]


def _attributes(text: str) -> Iterable[tuple[Element, Attribute]]:
    return ((e, a) for e in read(text).elements for a in e.attributes)


def _own(text: str) -> list[Element]:
    """Elements of XDL itself, not uses of blueprints."""
    calls = blueprint_calls(read(text))
    return [e for e in read(text).elements if e.name in entries() and e not in calls]


# Quantities and values


@slip
def unit_in_another_spelling(text: str, rng: Random) -> Cuts:
    cuts = []
    for _, attribute, known in typed(read(text)):
        match = re.fullmatch(r"(-?[0-9.]+) (\S+)", attribute.value)
        if known.kind != "quantity" or not match:
            continue
        spellings = load().types[known.type].spellings
        unit = spellings.get(match[2])
        others = [s for s, other in spellings.items() if other == unit and s != match[2]]
        if unit is not None and unit.name == match[2] and others:
            cuts.append(((attribute.value_start, attribute.value_end, f"{match[1]} {rng.choice(others)}"),))
    return cuts


@slip
def unit_with_a_full_stop(text: str, rng: Random) -> Cuts:
    return (((a.value_end, a.value_end, "."),) for a in _with_unit(text, "mL", "min", "h", "g"))


@slip
def degrees_in_words(text: str, rng: Random) -> Cuts:
    words = ["degrees C", "deg C", "degrees Celsius", "° C", "℃"]
    return (((a.value_end - 2, a.value_end, rng.choice(words)),) for a in _with_unit(text, "°C") if " " in a.value)


@slip
def no_break_space_in_a_quantity(text: str, rng: Random) -> Cuts:
    return (
        ((a.value_start + a.value.index(" "), a.value_start + a.value.index(" ") + 1, "\u00a0"),)
        for a in _with_unit(text, "mL", "min", "g", "°C")
        if a.value.count(" ") == 1
    )


@slip
def plus_sign(text: str, rng: Random) -> Cuts:
    places = (a for a in _with_unit(text, "mL", "min", "g", "°C") if a.value[0].isdigit())
    return (((a.value_start, a.value_start, "+"),) for a in places)


@slip
def decimal_comma(text: str, rng: Random) -> Cuts:
    places = (a for a in _with_unit(text, "mL", "min", "g", "h") if re.match(r"[0-9]+\.[0-9]{1,2}\b", a.value))
    return (((a.value_start, a.value_end, a.value.replace(".", ",")),) for a in places)


def _with_unit(text: str, *units: str) -> Iterable[Attribute]:
    for _, attribute, known in typed(read(text)):
        if known.kind == "quantity" and re.fullmatch(rf"-?[0-9.]+ ?({'|'.join(units)})", attribute.value):
            yield attribute


@slip
def yes_for_true(text: str, rng: Random) -> Cuts:
    words = {"true": ["yes", "TRUE", "1"], "false": ["no", "FALSE", "0"]}
    return (
        ((a.value_start, a.value_end, rng.choice(words[a.value])),)
        for _, a, known in typed(read(text))
        if known.type == "boolean" and a.value in words
    )


@slip
def value_with_a_capital(text: str, rng: Random) -> Cuts:
    return (
        ((a.value_start, a.value_end, a.value.capitalize()),)
        for _, a, known in typed(read(text))
        if known.kind == "enumeration" and known.type not in ("boolean", "stirOrSolvent")
    )


# Names


@slip
def property_with_a_letter_twice(text: str, rng: Random) -> Cuts:
    return (
        ((a.start, a.start + len(a.name), _doubled(a.name, rng)),)
        for e, a, known in typed(read(text))
        if len(a.name) >= 5 and _is_present(e, known)
    )


@slip
def property_in_capitals(text: str, rng: Random) -> Cuts:
    return (
        ((a.start, a.start + len(a.name), a.name.upper()),)
        for e, a, known in typed(read(text))
        if _is_present(e, known)
    )


def _is_present(element: Element, known: Property) -> bool:
    """Whether a property is one of today and of every platform, in an element that takes no others."""
    older = any(entries()[element.name].properties[a.name].now for a in element.attributes if a.name in _known(element))
    return not older and not known.now and not entries()[element.name].open and "port" not in known.name


def _known(element: Element) -> dict[str, Property]:
    return entries()[element.name].properties


@slip
def step_with_a_letter_twice(text: str, rng: Random) -> Cuts:
    found = [e for e in _own(text) if e.name in steps() and not entries()[e.name].now]
    return (_renamed(e, _doubled(e.name, rng)) for e in found if len(e.name) > 5 and _is_ordinary(e))


@slip
def step_in_lower_case(text: str, rng: Random) -> Cuts:
    found = [e for e in _own(text) if e.name in steps() and not entries()[e.name].now]
    return (_renamed(e, e.name.lower()) for e in found if _is_ordinary(e))


def _is_ordinary(element: Element) -> bool:
    """Whether a step has what it must have under the present names, so that its name leaves no doubt."""
    known = entries()[element.name].properties
    given = {a.name for a in element.attributes}
    return (
        given <= {p.name for p in known.values() if not p.now}
        and {p.name for p in known.values() if p.required} <= given
    )


@slip
def declaration_with_a_letter_twice(text: str, rng: Random) -> Cuts:
    found = [e for e in _own(text) if e.name in ("Component", "Reagent", "Parameter")]
    return (_renamed(e, _doubled(e.name, rng)) for e in found)


@slip
def section_with_a_letter_twice(text: str, rng: Random) -> Cuts:
    return (_renamed(e, _doubled(e.name, rng)) for e in _own(text) if e.name in SECTIONS)


def _renamed(element: Element, name: str) -> tuple[Cut, ...]:
    start = element.start + 1
    opened = (start, start + len(element.name), name)
    return (opened,) if element.empty else (opened, (element.close_start + 2, element.close_end - 1, name))


@slip
def older_name_of_a_property(text: str, rng: Random) -> Cuts:
    cuts = []
    for element, attribute, known in typed(read(text)):
        outside = text.rfind("<Blueprint", 0, attribute.start) <= text.rfind("</Blueprint", 0, attribute.start)
        of_today = () if element.name == "Reagent" and not outside else entries()[element.name].properties.values()
        for other in of_today:
            if other.now == known.name and other.name != "product_bottom" and element.value(other.name) is None:
                cuts.append(((attribute.start, attribute.start + len(attribute.name), other.name),))
    return cuts


@slip
def phase_as_in_0_4(text: str, rng: Random) -> Cuts:
    cuts = []
    for element, attribute, known in typed(read(text)):
        if known.name == "product_phase" and element.value("product_bottom") is None:
            new = f'product_bottom="{attribute.value.strip() == "bottom"}"'
            cuts.append(((attribute.start, attribute.end, new),))
    return cuts


@slip
def older_name_of_evaporate(text: str, rng: Random) -> Cuts:
    found = [
        e for e in _own(text) if e.name == "Evaporate" and all(a.name != "evaporation_vessel" for a in e.attributes)
    ]
    return (_renamed(e, "Rotavap") for e in found)


# XML


@slip
def closing_quote_missing(text: str, rng: Random) -> Cuts:
    return (((a.end - 1, a.end, ""),) for _, a in _attributes(text) if _is_plain(a.value))


@slip
def opening_quote_missing(text: str, rng: Random) -> Cuts:
    return (((a.value_start - 1, a.value_start, ""),) for _, a in _attributes(text) if _is_plain(a.value))


@slip
def quotes_missing(text: str, rng: Random) -> Cuts:
    return (
        ((a.value_start - 1, a.value_start, ""), (a.value_end, a.end, ""))
        for _, a in _attributes(text)
        if re.fullmatch(r"\w+", a.value)
    )


@slip
def curly_quotes(text: str, rng: Random) -> Cuts:
    return (
        ((a.value_start - 1, a.value_start, "“"), (a.value_end, a.end, "”"))
        for _, a in _attributes(text)
        if _is_plain(a.value)
    )


def _is_plain(value: str) -> bool:
    return bool(value) and not re.search(r"[\"'“”=<>&/\n]", value) and value == value.strip()


@slip
def space_missing_between_properties(text: str, rng: Random) -> Cuts:
    cuts = []
    for element in read(text).elements:
        for before, after in zip(element.attributes, element.attributes[1:], strict=False):
            if text[before.end : after.start] == " ":
                cuts.append(((before.end, after.start, ""),))
    return cuts


@slip
def comma_between_properties(text: str, rng: Random) -> Cuts:
    return (((e.attributes[0].end,) * 2 + (",",),) for e in read(text).elements if len(e.attributes) > 1)


@slip
def colon_for_equals(text: str, rng: Random) -> Cuts:
    return (
        ((a.start + len(a.name), a.start + len(a.name) + 1, ": "),)
        for _, a in _attributes(text)
        if text[a.start + len(a.name)] == "="
    )


@slip
def property_said_twice(text: str, rng: Random) -> Cuts:
    return (((e.attributes[-1].end,) * 2 + (f" {text[a.start : a.end]}",),) for e, a in _attributes(text))


@slip
def slash_missing(text: str, rng: Random) -> Cuts:
    leaves = {*steps(), "Component", "Reagent", "Parameter", "Metadata"}
    found = [e for e in _own(text) if e.empty and e.name in leaves and not entries()[e.name].holds_steps]
    return (((e.tag_end - 2, e.tag_end - 1, ""),) for e in found)


@slip
def end_of_tag_missing(text: str, rng: Random) -> Cuts:
    found = [e for e in _own(text) if e.empty and e.name in steps() and not entries()[e.name].holds_steps]
    return (((e.tag_end - 2, e.tag_end, ""),) for e in found)


@slip
def section_not_closed(text: str, rng: Random) -> Cuts:
    """Whole lines only, because a comment may stand behind a close tag on its line."""
    found = [e for e in _own(text) if e.name in ("Hardware", "Reagents", "Parameters", "Procedure") and not e.empty]
    alone = [e for e in found if _stands_alone(text, e.close_start, e.close_end) and not _comment_follows(text, e)]
    return (((e.close_start, e.close_end, ""),) for e in alone)


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip() and not text[end : text.find("\n", end)].strip()


def _comment_follows(text: str, element: Element) -> bool:
    return text[element.close_end :].lstrip().startswith("<!--")


@slip
def close_tag_misspelt(text: str, rng: Random) -> Cuts:
    found = [e for e in read(text).elements if not e.empty and len(e.name) > 3]
    return (((e.close_start + 2, e.close_end - 1, _doubled(e.name, rng)),) for e in found)


@slip
def close_tag_with_a_space(text: str, rng: Random) -> Cuts:
    return (((e.close_start + 2,) * 2 + (" ",),) for e in read(text).elements if not e.empty)


@slip
def open_tag_with_a_space(text: str, rng: Random) -> Cuts:
    return (((e.start + 1,) * 2 + (" ",),) for e in _own(text))


@slip
def less_than_twice(text: str, rng: Random) -> Cuts:
    return (((e.start,) * 2 + ("<",),) for e in read(text).elements if e.parent >= 0)


@slip
def bare_ampersand(text: str, rng: Random) -> Cuts:
    return (((m.start(), m.end(), rng.choice(["&", "&amp"])),) for m in _in_values(text, "&amp;"))


@slip
def bare_less_than(text: str, rng: Random) -> Cuts:
    return (((m.start(), m.end(), "<"),) for m in _in_values(text, "&lt;"))


def _in_values(text: str, entity: str) -> Iterable[re.Match[str]]:
    for _, attribute in _attributes(text):
        yield from re.compile(rf"{entity}(?=\W)").finditer(text, attribute.value_start, attribute.value_end)


@slip
def entity_of_html(text: str, rng: Random) -> Cuts:
    return (((m.start(), m.end(), "&deg;"),) for m in re.finditer("°", text) if "<!--" not in text)


@slip
def hyphens_in_a_comment(text: str, rng: Random) -> Cuts:
    return (((m.start(), m.end(), " -- "),) for m in re.finditer(r" - (?=[^<>]*-->)", text))


# Around the program


@slip
def markdown_fence(text: str, rng: Random) -> Cuts:
    fence = f"```{rng.choice(['', 'xml', 'XML'])}\n"
    return [((0, 0, fence), (len(text.rstrip()), len(text), "\n```\n"))]


@slip
def prose_around(text: str, rng: Random) -> Cuts:
    before = rng.choice(
        ["Here is the program:\n\n", "Sure! The <Add> step comes first, and <b>then</b> the rest:\n", ""]
    )
    behind = rng.choice(["\nMind that 5 < 6 & 7 > 6.\n", "\nI hope this helps.", ""])
    return [((0, 0, before), (len(text), len(text), behind))] if before + behind else []


@slip
def white_space_before_the_declaration(text: str, rng: Random) -> Cuts:
    return [((0, 0, "\n"),)] if text.startswith("<?xml") else []


@slip
def control_character(text: str, rng: Random) -> Cuts:
    return (((a.value_start,) * 2 + ("\x0b",),) for _, a in _attributes(text) if a.name == "comment")
