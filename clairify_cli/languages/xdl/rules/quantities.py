"""Rules XDL3xx: numbers, units and amounts."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Severity
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.xdl.conventions import convention

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("XDL301", "no-number", ERROR)
def no_number(
    value: str, name: str, element: str, what: str, units: Sequence[str], optional: bool, reagents: Sequence[str] = ()
) -> Message:
    """A value has no number where a quantity is due.

    Words such as `overnight` or `room temperature` mean different things to different people, and nothing to a
    robot, nor do `reflux`, `boiling point` or `until white`. The hint tells the number of a convention, or the boiling
    points of the solvents. Where no number is known, the property is left out, and the words can be kept in `comment`.

    Wrong:
        <Stir vessel="beaker" time="a few minutes"/>

    Right:
        <Stir vessel="beaker" time="5 min"/>
    """
    otherwise = f"leave `{name}` out" if optional else "use a step that needs none"
    units_ = listing(units, most=20)
    known = convention(value, reagents) or f"where none is known, {otherwise}"
    hint = f"write a number with one of {units_}; {known}. Words belong in `comment`"
    return Message(f"`{name}` of `{element}` is `{value}`, which is not {what}", hint=hint)


@rule("XDL302", "unknown-unit", ERROR)
def unknown_unit(unit: str, name: str, element: str, units: Sequence[str], fix: Fix | None) -> Message:
    """A unit that is not one of the property's units.

    A robot cannot turn it into a number. The fix writes the unit where only case, spaces or a plural are wrong, or
    where a word that is written out has a slip in it; another prefix is another amount, and never put in.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="5 mLs"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    message = f"`{unit}` is not a unit of `{name}` in `{element}`"
    return Message(message, hint=f"units are {listing(units, most=20)}", fix=fix)


@rule("XDL303", "wrong-dimension", ERROR)
def wrong_dimension(value: str, name: str, element: str, is_: str, due: str, units: Sequence[str]) -> Message:
    """A quantity of the wrong kind, such as a volume where a time is due.

    Often a value stands in the wrong property, or two values have changed places.

    Wrong:
        <Stir vessel="beaker" time="20 mL"/>

    Right:
        <Stir vessel="beaker" time="20 s"/>
    """
    message = f"`{name}` of `{element}` is `{value}`, {is_} where {due} is due"
    return Message(message, hint=f"units are {listing(units, most=20)}")


@rule("XDL304", "unit-spelling", WARNING)
def unit_spelling(written: str, unit: str, name: str, element: str, fix: Fix | None) -> Message:
    """A unit is not spelt as in the standard.

    It is clear what is meant, but not every reader knows every spelling.

    Wrong:
        <HeatChillToTemp vessel="beaker" temp="45 C"/>

    Right:
        <HeatChillToTemp vessel="beaker" temp="45 °C"/>
    """
    return Message(f"`{written}` in `{name}` of `{element}` is spelt `{unit}` in XDL", hint=f"write `{unit}`", fix=fix)


@rule("XDL305", "negative", ERROR)
def negative(value: str, name: str, element: str, what: str) -> Message:
    """A quantity that cannot be negative is negative.

    Only temperatures can be below zero. A dash in front of the number may be left over from a range or a list.

    Wrong:
        <Stir vessel="beaker" time="-10 s"/>

    Right:
        <Stir vessel="beaker" time="10 s"/>
    """
    return Message(f"`{name}` of `{element}` is `{value}`; {what} cannot be negative", hint="write it without the sign")


@rule("XDL306", "below-absolute-zero", ERROR)
def below_absolute_zero(value: str, name: str, element: str) -> Message:
    """A temperature below absolute zero, -273.15 °C.

    There is no such temperature. A unit may be wrong, or a minus sign too many.

    Wrong:
        <HeatChillToTemp vessel="reactor" temp="-300 °C"/>

    Right:
        <HeatChillToTemp vessel="reactor" temp="-78 °C"/>
    """
    message = f"`{name}` of `{element}` is `{value}`, which is below absolute zero"
    return Message(message, hint="the lowest temperature is -273.15 °C (0 K)")


@rule("XDL307", "zero", WARNING)
def zero(value: str, name: str, element: str) -> Message:
    """An amount or a time of zero.

    The step then does nothing; often the number was not known and zero was put in its place.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="0 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    return Message(f"`{name}` of `{element}` is `{value}`", hint="leave the step out, or give the amount")


@rule("XDL308", "not-exact", ERROR)
def not_exact(value: str, name: str, element: str) -> Message:
    """A range or an approximate value.

    XDL has no ranges and no `about`: a robot needs one number. The range can be kept in `comment`.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="5-10 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="10 mL" comment="5-10 mL"/>
    """
    message = f"`{name}` of `{element}` is `{value}`; XDL has no ranges and no approximate values"
    return Message(message, hint="choose one value, and keep the rest in `comment`")


@rule("XDL309", "number-form", ERROR)
def number_form(value: str, plain: str, name: str, element: str, fix: Fix | None) -> Message:
    """A quantity is not one plain number with one unit.

    Finds exponents, a plus sign, a decimal comma, separators for thousands, fractions, sums such as `1 h 30 min`,
    products such as `3 x 20 mL`, and spaces that are not plain ones.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="1e3 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="1000 mL"/>
    """
    hint = f"write `{plain}`" if plain else "write one portion, and how often in `repeats` or in a `Repeat`"
    if not value.isascii() and " ".join(value.split()) == plain:
        message = f"`{name}` of `{element}` holds a space that is not a plain one: `{plain}`"
        return Message(message, hint="write a plain space between number and unit", fix=fix)
    return Message(f"`{name}` of `{element}` is `{value}`; XDL has plain numbers only", hint=hint, fix=fix)


@rule("XDL310", "no-amount", WARNING)
def no_amount(element: str, what: str, properties: Sequence[str]) -> Message:
    """A step does not say how much.

    A robot cannot guess it, though a person at the bench may.

    Wrong:
        <Add vessel="beaker" reagent="water"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    return Message(f"`{element}` does not say how much {what}", hint=f"add {' or '.join(f'`{p}`' for p in properties)}")


@rule("XDL311", "two-amounts", WARNING)
def two_amounts(element: str, properties: Sequence[str]) -> Message:
    """A step gives the amount in two ways.

    They may disagree, and it is not said which one counts.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="5 mL" mass="5 g"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    names = " and ".join(f"`{p}`" for p in properties)
    return Message(f"`{element}` gives the amount as {names}", hint="keep one of them")


@rule("XDL312", "implausible", WARNING)
def implausible(value: str, name: str, element: str, low: str, high: str) -> Message:
    """A quantity outside of what a laboratory does.

    A slip of the unit or of the decimal point is more likely than a year of stirring.

    Wrong:
        <HeatChillToTemp vessel="reactor" temp="7000 °C"/>

    Right:
        <HeatChillToTemp vessel="reactor" temp="70 °C"/>
    """
    message = f"`{name}` of `{element}` is `{value}`; usual is {low} to {high}"
    return Message(message, hint="see whether the number and the unit are right")


@rule("XDL313", "no-unit", ERROR)
def no_unit(value: str, name: str, element: str, units: Sequence[str]) -> Message:
    """A number without a unit, in a property that has no default unit.

    An `amount` may be a volume, a mass, moles or equivalents, so that none of them is the default.

    Wrong:
        <Add vessel="beaker" reagent="water" amount="5"/>

    Right:
        <Add vessel="beaker" reagent="water" amount="5 mL"/>
    """
    return Message(
        f"`{name}` of `{element}` is `{value}`, without a unit", hint=f"add one of {listing(units, most=20)}"
    )


@rule("XDL314", "parameter-value", ERROR)
def parameter_value(name: str, problem: str) -> Message:
    """A parameter's value does not fit its type, or lies outside of its `min` and `max`.

    Every step that uses the parameter would get a value that it cannot use. Values that are given to a blueprint's
    parameters are held against their types too.

    Wrong:
        <Parameter id="t" type="time" value="9 h" max="2 h"/>
        <Wait time="t"/>

    Right:
        <Parameter id="t" type="time" value="1 h" max="2 h"/>
        <Wait time="t"/>
    """
    return Message(f"the parameter `{name}`: {problem}", hint="change the value, or the type or the limits")
