"""Mutation operators that break quantities: rules XDL3xx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from case_tables import stored
from markup import Markup
from mutant import Slip, operator, typed, value_becomes

ANY_UNIT = stored(__file__, "ANY_UNIT")

DIMENSIONS = stored(__file__, "DIMENSIONS")
"""Types of parameters that are of one dimension."""


def with_number(markup: Markup, names: Iterable[str], new: str) -> Iterator[Slip]:
    """For every quantity but of some types, a number with a unit (`#`) of the first dimension that it takes."""
    for _, attribute, known in typed(markup):
        if known.kind == "quantity" and known.type not in names:
            unit = ANY_UNIT[known.dimension.split()[0]]
            yield value_becomes(markup, attribute, new.replace("#", unit))


@operator("XDL3")
def wrong_dimension(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.kind == "quantity":
            other = "20 nm" if known.dimension == "time" else "20 min"
            yield value_becomes(markup, attribute, other)


@operator("XDL3")
def unit_in_wrong_case(markup: Markup) -> Iterator[Slip]:
    """Milli- and mega- are not the same, nor are moles and molar; no type takes a unit in this spelling."""
    for _, attribute, known in typed(markup):
        if known.kind == "quantity" and attribute.value.endswith((" mmol", " mbar", " min", " mg", " nm", " kg")):
            yield value_becomes(markup, attribute, attribute.value.upper())


@operator("XDL3")
def below_absolute_zero(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.type == "temp":
            for low in ("-300 °C", "-1 K", "-500 °F", "-274"):
                yield value_becomes(markup, attribute, low)


@operator("XDL3")
def parameter_of_wrong_dimension(markup: Markup) -> Iterator[Slip]:
    for element in markup.named("Parameter"):
        for attribute in element.attributes:
            if attribute.name in {"value", "min", "max"}:
                other = "20 nm" if element.value("type") != "wavelength" else "20 s"
                yield value_becomes(markup, attribute, other)


@operator("XDL2", "XDL3")
def parameter_of_another_dimension(markup: Markup) -> Iterator[Slip]:
    """The name of a parameter that stands for another kind of quantity than is due."""
    for element, attribute, known in typed(markup):
        if known.kind == "quantity":
            around = {a.index for a in markup.ancestors(element)}
            sections = [e for e in markup.named("Parameters") if e.parent in around]
            for parameter in markup.named("Parameter"):
                dimension = DIMENSIONS.get(parameter.value("type") or "")
                due = known.dimension.split()
                if dimension and dimension not in due and markup.parent(parameter) in sections:
                    yield value_becomes(markup, attribute, parameter.value("id") or "")
