"""The schema layer: accept and remember a value not seen before, or explain what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.diagnostics.model import Edit, Fix, Severity
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.files.patterns import late
from clairify_cli.languages.xdl.checks.context import STRICTEST, TEXT, Context, Entry, Scope, says_nothing
from clairify_cli.languages.xdl.quantities import clean, collapse
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import REFERENCES, Kind, Property
from clairify_cli.languages.xdl.tree import Element

_WORD = late(r"[A-Za-z_][A-Za-z0-9_\-]*")
_COUNT = late(r"[0-9]*[1-9][0-9]*")
_BOOLEANS = dict.fromkeys(("true", "yes", "1", "on"), "true") | dict.fromkeys(("false", "no", "0", "off"), "false")


def explain_value(
    context: Context, scope: Scope, element: Element, entry: Entry, name: str, value: str, slot: int
) -> None:
    """Check a value not found by look-up: accept and remember it, or report what is wrong with it."""
    known = context.tables.faults.get((element.tag, name, value))
    if known is not None and value not in scope.parameters:
        at = context.document.value_span(element, name)
        context.found += [one.at(at) for one in known]
        return
    prop = entry.spec.properties[name]
    if prop.platform:
        platform_property(context, element, name)
        return
    if prop.now and not (element.tag == "Reagent" and scope.outer is not None):  # a blueprint's reagents have ids
        _old_property(context, element, prop, value)
    _check_value(context, scope, element, prop, value, slot, entry.mandatory)


def _check_value(
    context: Context,
    scope: Scope,
    element: Element,
    prop: Property,
    value: str,
    slot: int,
    mandatory: frozenset[str],
) -> None:
    kind = prop.type.kind
    if kind is Kind.TEXT:
        return
    if says_nothing(value, context) and (kind is not Kind.NAME or not value.strip()):
        is_mandatory = (prop.now or prop.name) in mandatory
        span = context.document.value_span(element, prop.name)
        found = rules.empty_value(span, prop.name, element.tag, value.strip(), not is_mandatory)
        is_error = is_mandatory or context.dialect == STRICTEST
        context.found.append(found if is_error else replace(found, severity=Severity.WARNING))
        return
    if kind is Kind.QUANTITY:
        _check_quantity(context, scope, element, prop, value, slot)
    elif kind in REFERENCES:
        from clairify_cli.languages.xdl.checks.references import check_reference

        check_reference(context, scope, element, prop, value)
    elif kind is Kind.COUNT:
        _check_count(context, scope, element, prop, value, slot)
    elif kind in (Kind.ENUMERATION, Kind.SUGGESTION):
        _check_enumeration(context, element, prop, value)
    elif slot > TEXT:
        context.tables.remember(slot, value, None)


def _check_quantity(context: Context, scope: Scope, element: Element, prop: Property, value: str, slot: int) -> None:
    if value in scope.parameters:
        scope.used.add(value)
        _check_parameter_type(context, scope, element, prop, value)
        return
    quantity = clean(value, prop.type)
    if quantity is None:
        from clairify_cli.languages.xdl.checks.quantities import explain_quantity

        explain_quantity(context, scope, element, prop, value, slot)
    elif slot > TEXT:
        context.tables.remember(slot, value, quantity)


def _check_parameter_type(context: Context, scope: Scope, element: Element, prop: Property, name: str) -> None:
    """Check that a parameter used as a quantity has the right dimension, if its type is declared."""
    from clairify_cli.languages.xdl.checks.parameters import quantity_type

    kind = quantity_type(scope.parameters[name].attrib.get("type", ""))
    if kind is None or set(kind.dimensions[0].units) & set(prop.type.unit_names):
        return
    from clairify_cli.languages.xdl.checks.quantities import due

    span = context.document.value_span(element, prop.name)
    units = prop.type.unit_names
    found = rules.wrong_dimension(span, name, prop.name, element.tag, due(kind), due(prop.type), units)
    context.found.append(found)


def _check_count(context: Context, scope: Scope, element: Element, prop: Property, value: str, slot: int) -> None:
    collapsed = collapse(value)
    if _COUNT.fullmatch(collapsed):
        if slot > TEXT:
            context.tables.remember(slot, value, None)
        return
    if collapsed in scope.parameters:
        scope.used.add(collapsed)
        return
    span = context.document.value_span(element, prop.name)
    if _WORD.fullmatch(collapsed) and scope.parameters:
        from clairify_cli.languages.xdl.checks.parameters import undeclared

        found = undeclared(scope, element, prop, span, collapsed)
    else:
        found = rules.not_a_count(span, value, prop.name, element.tag)
    context.found.append(found)


def _check_enumeration(context: Context, element: Element, prop: Property, value: str) -> None:
    values = prop.type.values
    if collapse(value) in values:
        return
    span = context.document.value_span(element, prop.name)
    if prop.type.kind is Kind.SUGGESTION:
        context.found.append(rules.unknown_type(span, value, element.tag, values))
        return
    known = {one.casefold(): one for one in reversed(values)}  # `true` and `True` are as near to any slip
    meant = (_BOOLEANS.get(value.strip().casefold()) if "true" in values else None) or only_near_match(
        value, known.values()
    )
    fix = Fix(f"write `{meant}`", (Edit(span.start, span.end, meant),)) if meant else None
    optional = not prop.mandatory(context.dialect)
    context.found.append(rules.not_allowed_value(span, value, prop.name, element.tag, values, fix, optional))


def phase_of(bottom: str) -> str:
    """Return the phase for a boolean of dialect 0.4, and anything else as it is."""
    known = {"true": "bottom", "false": "top"}
    return known.get(_BOOLEANS.get(bottom.strip().casefold(), ""), bottom)


def platform_property(context: Context, element: Element, name: str) -> None:
    """Report a property that only one platform reads, once per name."""
    if context.first_of_platform(name):
        context.found.append(rules.platform_property(context.document.attribute_span(element, name), name, element.tag))


def _old_property(context: Context, element: Element, prop: Property, value: str) -> None:
    """Record a property name from an older dialect; the fix renames it if the new name is not used yet."""
    span = context.document.attribute_span(element, prop.name)
    edits: tuple[Edit, ...] = ()
    if prop.now not in element.attrib:
        edits = (Edit(span.start, span.end, prop.now),)
        if prop.name == "product_bottom":  # a boolean in 0.4, a phase since then
            place = context.document.value_span(element, prop.name)
            edits = (*edits, Edit(place.start, place.end, phase_of(value)))
    context.note_old(prop.name, prop.now, "property", span, edits)
