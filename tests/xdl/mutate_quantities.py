"""Mutation operators that break quantities: rules XDL3xx."""

from __future__ import annotations

from collections.abc import Iterator

from case_tables import stored
from markup import Markup
from mutant import Slip, operator, revalued, typed, value_becomes

ANY_UNIT = stored(__file__, "ANY_UNIT")

DIMENSIONS = stored(__file__, "DIMENSIONS")
"""Types of parameters that are of one dimension."""


def _with_number(markup: Markup, number: str, *, but: tuple[str, ...] = ()) -> Iterator[Slip]:
    """For every quantity, `number` with a unit of the first dimension that the property takes."""
    for _, attribute, known in typed(markup):
        if known.kind == "quantity" and known.type not in but:
            unit = ANY_UNIT[known.dimension.split()[0]]
            yield value_becomes(markup, attribute, number.replace("#", unit))


@operator("XDL3")
def wrong_dimension(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.kind == "quantity":
            other = "20 nm" if known.dimension == "time" else "20 min"
            yield value_becomes(markup, attribute, other)


@operator("XDL3")
def unknown_unit(markup: Markup) -> Iterator[Slip]:
    yield from revalued(markup, ["quantity"], "10 bananas")


@operator("XDL3")
def unit_in_wrong_case(markup: Markup) -> Iterator[Slip]:
    """Milli- and mega- are not the same, nor are moles and molar; no type takes a unit in this spelling."""
    for _, attribute, known in typed(markup):
        if known.kind == "quantity" and attribute.value.endswith((" mmol", " mbar", " min", " mg", " nm", " kg")):
            yield value_becomes(markup, attribute, attribute.value.upper())


@operator("XDL3")
def negative_quantity(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "-5 #", but=("temp",))


@operator("XDL3")
def range_of_quantities(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "5-10 #")


@operator("XDL3")
def range_in_words(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "5 to 10 #")


@operator("XDL3")
def about(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "~5 #")


@operator("XDL3")
def plus_or_minus(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "5 ± 1 #")


@operator("XDL3")
def exponent(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "1e3 #")


@operator("XDL3")
def decimal_comma(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "1,5 #")


@operator("XDL3")
def two_points(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "1.5.2 #")


@operator("XDL3")
def two_numbers(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "5 5 #")


@operator("XDL2", "XDL3")
def unit_without_number(markup: Markup) -> Iterator[Slip]:
    """A bare word may be the name of a parameter, so that it may be called undeclared as well."""
    yield from _with_number(markup, "#")


@operator("XDL3")
def words_for_a_quantity(markup: Markup) -> Iterator[Slip]:
    yield from revalued(markup, ["quantity"], "a little at first")


@operator("XDL3")
def unit_twice(markup: Markup) -> Iterator[Slip]:
    yield from _with_number(markup, "5 # #")


@operator("XDL3")
def below_absolute_zero(markup: Markup) -> Iterator[Slip]:
    for _, attribute, known in typed(markup):
        if known.type == "temp":
            for low in ("-300 °C", "-1 K", "-500 °F", "-274"):
                yield value_becomes(markup, attribute, low)


@operator("XDL3")
def other_digits(markup: Markup) -> Iterator[Slip]:
    """Digits of another script: a number to `str.isdigit`, and none to XML Schema."""
    yield from _with_number(markup, "٣ #")


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
