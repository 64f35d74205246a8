"""Hypothesis strategies for whole programs, built from the tables of the schema: valid ones, and slightly broken ones.

The schema is all that they keep to: names are not declared, and vessels overflow.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from lxml import etree
from xsd_tables import BLOCKS, Property, entries, enumerations, patterns, steps

Test = TypeVar("Test", bound=Callable[..., None])


def thorough(examples: int) -> Callable[[Test], Test]:
    """Settings of a property test: that many examples, times CLAIRIFY_EXAMPLES where that is set."""
    many = examples * int(os.environ.get("CLAIRIFY_EXAMPLES", "1"))
    return settings(max_examples=many, deadline=None, suppress_health_check=list(HealthCheck))


WORDS = st.sampled_from(["beaker", "flask A", "water", "HCl (aq)", "Büchner", "x", "1", "a.b", "µ", "- -"])
PARAMETERS = ("t1", "_v", "wash-volume", "g", "all")
STANDARD_STEPS = tuple(s for s in steps() if entries()[s].now is None)
"""Steps of older names are left out: what they lack, their present names do not."""


@lru_cache(maxsize=64)
def numbers(type_: str) -> st.SearchStrategy[str]:
    """Numbers with units that the pattern of the type takes, with white space that XML Schema collapses."""
    pads = st.sampled_from(["", "", "", "", " ", "  ", "\t", "\n"])
    return st.builds(
        lambda before, value, gap, after: before + value.replace(" ", gap) + after,
        pads,
        st.from_regex(patterns()[type_], fullmatch=True).filter(lambda v: len(v) < 24),
        st.sampled_from([" ", " ", " ", "  ", " \t"]),
        pads,
    )


ALMOST = st.text(st.sampled_from("0123456789 .,-+~eE%/mLgsµ°CKhRPx×·^'\t\u00a0³٣"), max_size=8)
"""Strings that are nearly quantities, and now and then are."""


def values(known: Property, parameters: bool) -> st.SearchStrategy[str]:
    """Values that the type of a property takes."""
    if known.name == "loop_variables":
        return st.sampled_from(["x", "x, y", "nothing"])
    if known.kind == "enumeration":
        return st.sampled_from(enumerations()[known.type])
    if known.kind in {"quantity", "count"}:
        made = numbers(known.type)
        return made | st.sampled_from(PARAMETERS) if parameters else made
    return WORDS


def _fill(draw: st.DrawFn, element: etree._Element, parameters: bool) -> None:
    """Give an element its mandatory properties and some others."""
    entry = entries()[element.tag]
    optional = [p for p in entry.properties.values() if not p.required and p.now is None]
    chosen = draw(st.lists(st.sampled_from(optional), max_size=4, unique_by=lambda p: p.name)) if optional else []
    for known in [*(p for p in entry.properties.values() if p.required), *chosen]:
        element.set(known.name, draw(values(known, parameters)))


def _add(draw: st.DrawFn, parent: etree._Element, name: str, parameters: bool) -> etree._Element:
    element = etree.SubElement(parent, name)
    _fill(draw, element, parameters)
    return element


def _add_steps(draw: st.DrawFn, parent: etree._Element, parameters: bool, depth: int, least: int = 0) -> None:
    names = st.sampled_from(STANDARD_STEPS)
    for name in draw(st.lists(names, min_size=least, max_size=5 if depth == 0 else 2)):
        step = _add(draw, parent, name, parameters)
        if name == "Repeat" and "repeats" not in step.attrib:
            step.set("repeats", draw(st.sampled_from(["1", "2", " 03 "])))
        if entries()[name].holds_steps and depth < 3:
            _add_steps(draw, step, parameters, depth + 1)


def _add_sections(draw: st.DrawFn, parent: etree._Element, parameters: bool) -> None:
    if draw(st.booleans()):
        _add(draw, parent, "Metadata", parameters)
    for section, inside in (("Hardware", "Component"), ("Reagents", "Reagent")):
        made = _add(draw, parent, section, parameters)
        for _ in range(draw(st.integers(0, 3))):
            _add(draw, made, inside, parameters)
    if parameters:
        made = _add(draw, parent, "Parameters", parameters)
        for name in PARAMETERS:
            etree.SubElement(made, "Parameter", id=name)
    procedure = _add(draw, parent, "Procedure", parameters)
    if draw(st.booleans()):
        for block in draw(st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=3)):
            _add_steps(draw, _add(draw, procedure, block, parameters), parameters, 1)
    else:
        _add_steps(draw, procedure, parameters, 0, least=1)


@st.composite
def valid_programs(draw: st.DrawFn) -> etree._Element:
    """A program that the schema takes."""
    parameters = draw(st.sampled_from([False, False, True]))
    if draw(st.booleans()):
        root = etree.Element("XDL")
        synthesis = _add(draw, root, "Synthesis", parameters)
    else:
        root = synthesis = etree.Element("Synthesis")
        _fill(draw, root, parameters)
    _add_sections(draw, synthesis, parameters)
    return root


def _spoil(draw: st.DrawFn, root: etree._Element) -> None:
    """Break, or perhaps not, one thing anywhere in a program."""
    element = draw(st.sampled_from(list(root.iter(etree.Element))))
    parent = element.getparent()
    slip = draw(st.integers(0, 8))
    if slip <= 2 and element.attrib:
        element.set(
            draw(st.sampled_from(sorted(element.attrib))), draw(ALMOST | st.sampled_from(["true", "top", "5 g"]))
        )
    elif slip == 3 and element.attrib:
        del element.attrib[draw(st.sampled_from(sorted(element.attrib)))]
    elif slip == 4:
        element.set(draw(st.sampled_from(["time", "volume", "vessel", "nonsense", "id", "stir"])), "5")
    elif slip == 5:
        element.tag = draw(st.sampled_from([*entries(), "Nonsense"]))
    elif slip == 6 and parent is not None:
        parent.remove(element)
    elif slip == 7:
        element.text = draw(st.sampled_from(["  ", "\n", "text", "5"]))
    else:
        new = etree.SubElement(element, draw(st.sampled_from([*entries(), "Nonsense"])))
        if new.tag in entries():
            _fill(draw, new, False)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a program with up to two slips."""
    root = draw(valid_programs())
    for _ in range(draw(st.sampled_from([0, 1, 1, 2]))):
        _spoil(draw, root)
    return etree.tostring(root, encoding="unicode")
