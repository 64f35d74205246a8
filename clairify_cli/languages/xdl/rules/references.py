"""Rules XDL2xx: names that are declared and used, and what the laboratory has."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


def _how_to_declare(
    value: str, declared: Sequence[str], other: str, declare: str, available: Sequence[str] | None, file: str | None
) -> str:
    """The hint for an undeclared name: what it is instead, what is declared, and what may be declared."""
    near = nearest(value, declared)
    start = f"`{value}` is {other}. " if other else f"did you mean `{near}`? " if near else ""
    if available is not None and value not in available:
        declare = f"the laboratory has {_what_there_is(available, file)}"
    return f"{start}Declared are {listing(declared)}; {declare}"


def _what_there_is(available: Sequence[str], file: str | None) -> str:
    """The names of a laboratory's list, or the file that has them where they are not to be printed."""
    return f"what {file} lists" if file is not None else listing(available, most=40)


def _what_to_take(name: str, available: Sequence[str], file: str | None) -> str:
    near = nearest(name, available) if file is None else None
    return (
        f"did you mean `{near}`? " if near else ""
    ) + f"Available {'is' if file else 'are'} {_what_there_is(available, file)}"


@rule("XDL201", "undeclared-vessel", ERROR)
def undeclared_vessel(
    value: str,
    name: str,
    element: str,
    declared: Sequence[str],
    other: bool,
    fix: Fix | None,
    available: Sequence[str] | None = None,
    file: str | None = None,
) -> Message:
    """A step names a vessel that the hardware does not declare.

    Every vessel of every step, also inside `Repeat`, blocks and blueprints, is a `Component` of `Hardware`.

    Wrong:
        <Stir vessel="beacker" time="20 s"/>

    Right:
        <Stir vessel="beaker" time="20 s"/>
    """
    declare = f'or add `<Component id="{value}" …/>` to `<Hardware>`'
    hint = _how_to_declare(value, declared, "a reagent" if other else "", declare, available, file)
    return Message(f"`{name}` of `{element}` names the vessel `{value}`, which is not declared", hint=hint, fix=fix)


@rule("XDL202", "undeclared-reagent", ERROR)
def undeclared_reagent(
    value: str,
    name: str,
    element: str,
    declared: Sequence[str],
    other: bool,
    fix: Fix | None,
    available: Sequence[str] | None = None,
    file: str | None = None,
) -> Message:
    """A step names a reagent that the reagents do not declare.

    Solvents and eluents are reagents too. What a liquid passes `through`, and a column, may also be a component, or
    what a cartridge holds; where none is listed, the finding is a warning, since software looks for it on the bench.

    Wrong:
        <Add vessel="beaker" reagent="watr" volume="5 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    declare = f'or add `<Reagent name="{value}"/>` to `<Reagents>`'
    hint = _how_to_declare(value, declared, "a vessel" if other else "", declare, available, file)
    return Message(f"`{name}` of `{element}` names the reagent `{value}`, which is not declared", hint=hint, fix=fix)


@rule("XDL203", "component-twice", ERROR)
def component_twice(name: str, first: Span) -> Message:
    """Two components have one id.

    A step that names it could mean either.

    Wrong:
        <Component id="flask" type="flask"/>
        <Component id="flask" type="reactor"/>

    Right:
        <Component id="flask_1" type="flask"/>
        <Component id="flask_2" type="reactor"/>
    """
    related = (Related("the first is here", first),)
    return Message(f"a second component `{name}`", hint="give every component an id of its own", related=related)


@rule("XDL204", "reagent-twice", ERROR)
def reagent_twice(name: str, first: Span) -> Message:
    """Two reagents have one name.

    It may be one substance declared again, or two that ought to be told apart, such as two grades.

    Wrong:
        <Reagent name="water"/>
        <Reagent name="water" role="solvent"/>

    Right:
        <Reagent name="water" role="solvent"/>
    """
    related = (Related("the first is here", first),)
    return Message(f"a second reagent `{name}`", hint="declare a reagent once", related=related)


@rule("XDL205", "unused-component", WARNING)
def unused_component(name: str) -> Message:
    """A component is declared and no step uses it.

    Either it can go, or a step that should use it is missing.

    Wrong:
        <Component id="flask" type="flask"/>   (and no step names it)

    Right:
        <Component id="flask" type="flask"/>
        <Evaporate vessel="flask"/>
    """
    return Message(f"no step uses the component `{name}`", hint="remove it, or see which step is missing")


@rule("XDL206", "unused-reagent", WARNING)
def unused_reagent(name: str) -> Message:
    """A reagent is declared and no step uses it.

    A reagent that is never added is often a step that was forgotten.

    Wrong:
        <Reagent name="brine"/>   (and no step names it)

    Right:
        <Reagent name="brine"/>
        <Add vessel="beaker" reagent="brine" volume="10 mL"/>
    """
    return Message(f"no step uses the reagent `{name}`", hint="remove it, or see which step is missing")


@rule("XDL207", "hardware-not-available", ERROR)
def hardware_not_available(name: str, available: Sequence[str], fix: Fix | None, file: str | None = None) -> Message:
    """A component is not in the list of hardware that the laboratory has.

    The list is what was given with `--hardware`. Names are compared to the letter.

    Wrong:
        with --hardware beaker: <Component id="flask" type="flask"/>

    Right:
        with --hardware beaker: <Component id="beaker" type="beaker"/>
    """
    return Message(f"the laboratory has no `{name}`", hint=_what_to_take(name, available, file), fix=fix)


@rule("XDL208", "reagent-not-available", ERROR)
def reagent_not_available(name: str, available: Sequence[str], fix: Fix | None, file: str | None = None) -> Message:
    """A reagent is not in the list of reagents that the laboratory has.

    The list is what was given with `--reagents`. Names are compared to the letter.

    Wrong:
        with --reagents water: <Reagent name="ethanol"/>

    Right:
        with --reagents water: <Reagent name="water"/>
    """
    return Message(f"the laboratory has no reagent `{name}`", hint=_what_to_take(name, available, file), fix=fix)


@rule("XDL209", "undeclared-parameter", ERROR)
def undeclared_parameter(value: str, name: str, element: str, declared: Sequence[str]) -> Message:
    """A value is a word where a quantity is due, and no parameter has that name.

    Values that are used by name are declared in `Parameters`; words that are no names are told of by XDL301.

    Wrong:
        <Parameter id="stirring_time" type="time" value="20 min"/>
        <Stir vessel="beaker" time="stir_time"/>

    Right:
        <Parameter id="stirring_time" type="time" value="20 min"/>
        <Stir vessel="beaker" time="stirring_time"/>
    """
    near = nearest(value, declared)
    start = f"did you mean `{near}`? " if near else ""
    message = f"`{name}` of `{element}` is `{value}`, and no parameter has that name"
    return Message(message, hint=f"{start}Parameters are {listing(declared)}; or write a value")


@rule("XDL210", "declared-twice", ERROR)
def declared_twice(name: str, what: str, first: Span | None) -> Message:
    """Two parameters or two blueprints have one id, or a blueprint has the name of an element of XDL.

    A step that names it could mean either.

    Wrong:
        <Parameter id="t" type="time" value="5 min"/>
        <Parameter id="t" type="time" value="9 min"/>

    Right:
        <Parameter id="t1" type="time" value="5 min"/>
        <Parameter id="t2" type="time" value="9 min"/>
    """
    if first is None:
        return Message(f"a {what} has the name of an element of XDL, `{name}`", hint="give it a name of its own")
    related = (Related("the first is here", first),)
    return Message(f"a second {what} `{name}`", hint="give each an id of its own", related=related)


@rule("XDL211", "blueprint-recursion", ERROR)
def blueprint_recursion(name: str, path: Sequence[str]) -> Message:
    """A blueprint uses itself, directly or through another.

    Such a procedure has no end.

    Wrong:
        <Blueprint id="Wash"><Procedure><Wash/></Procedure></Blueprint>

    Right:
        <Blueprint id="Wash"><Procedure><Repeat repeats="3">…</Repeat></Procedure></Blueprint>
    """
    return Message(f"the blueprint `{name}` uses itself ({' → '.join(path)})", hint="use `Repeat` to repeat steps")


@rule("XDL212", "blueprint-argument", ERROR)
def blueprint_argument(name: str, blueprint: str, problem: str, takes: Sequence[str], fix: Fix | None) -> Message:
    """A blueprint is used with an argument that it does not have, or without one that it needs.

    A blueprint takes the ids of its components, the names of its reagents and the ids of its parameters; a parameter
    without a value has to be given.

    Wrong:
        <Blueprint id="Hold">
          <Parameters><Parameter id="length" type="time"/></Parameters>
          <Procedure><Wait time="length"/></Procedure>
        </Blueprint>
        <Hold lenght="5 min"/>

    Right:
        <Blueprint id="Hold">
          <Parameters><Parameter id="length" type="time"/></Parameters>
          <Procedure><Wait time="length"/></Procedure>
        </Blueprint>
        <Hold length="5 min"/>
    """
    words = {"unknown": f"the blueprint `{blueprint}` takes no `{name}`", "missing": f"`{blueprint}` needs `{name}`"}
    return Message(words[problem], hint=f"it takes {listing(takes, most=40)}", fix=fix)


@rule("XDL213", "unused-parameter", WARNING)
def unused_parameter(name: str) -> Message:
    """A parameter is declared and nothing uses it.

    Either it can go, or a value that should be the parameter's stands written out somewhere.

    Wrong:
        <Parameter id="t" type="time" value="5 min"/>   (and no step says `t`)

    Right:
        <Parameter id="t" type="time" value="5 min"/>
        <Stir vessel="beaker" time="t"/>
    """
    return Message(f"nothing uses `{name}`", hint="remove it, or use it")


@rule("XDL214", "reagent-named-as-vessel", WARNING)
def name_of_both(name: str) -> Message:
    """A reagent and a component have one name.

    People and models then mistake one for the other.

    Wrong:
        <Component id="water"/>
        <Reagent name="water"/>

    Right:
        <Component id="water_bottle"/>
        <Reagent name="water"/>
    """
    return Message(f"`{name}` is both a component and a reagent", hint="give the component another id")


@rule("XDL215", "blueprint-not-used", WARNING)
def unused_blueprint(name: str) -> Message:
    """A blueprint is declared and no step uses it.

    Either it can go, or a step that should use it is missing.

    Wrong:
        <Blueprint id="Pause"><Procedure>…</Procedure></Blueprint>   (and no step `Pause`)

    Right:
        <Blueprint id="Pause"><Procedure>…</Procedure></Blueprint>
        <Pause/>
    """
    return Message(f"no step uses the blueprint `{name}`", hint="remove it, or use it as a step")


@rule("XDL216", "capacity-of-hardware", ERROR)
def over_given_capacity(name: str, declared: str, given: str) -> Message:
    """A component declares more capacity than the laboratory's list gives it.

    What the program pours into it may then run over, though no rule about volumes says so.

    Wrong:
        with --hardware "beaker: 250 mL": <Component id="beaker" capacity="500 mL"/>

    Right:
        with --hardware "beaker: 250 mL": <Component id="beaker" capacity="250 mL"/>
    """
    message = f"`{name}` is declared with {declared}, and the laboratory's holds {given}"
    return Message(message, hint="declare what the vessel holds")
