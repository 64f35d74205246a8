"""Parameters: check that values fit their types and limits."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.quantities import NUMBER, Quantity, plain, read_quantity
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import Property, Type, load
from clairify_cli.languages.xdl.tree import Element

_TYPES = {"temperature": "temp", "speed": "stir_speed", "int": "integer", "float": "number", "bool": "boolean"}
_PLAIN_TYPES = {
    "integer": re.compile(r"-?[0-9]+"),
    "repeats": re.compile(r"[0-9]*[1-9][0-9]*"),
    "number": re.compile(rf"-?{NUMBER}"),
    "boolean": re.compile(r"true|false|True|False"),
}


def quantity_type(declared: str) -> Type | None:
    """Return the quantity type for a parameter's declared type; None if it is not a quantity."""
    kind = load().types.get(_TYPES.get(declared, declared))
    return kind if kind is not None and kind.dimensions else None


def fits(written: str, declared: str) -> bool:
    """Whether a value fits a parameter's declared type; an unknown type accepts anything."""
    kind = quantity_type(declared)
    if kind is not None:
        return _read(written, kind) is not None
    plain_type = _PLAIN_TYPES.get(_TYPES.get(declared, declared))
    return plain_type is None or plain_type.fullmatch(written.strip()) is not None


def undeclared(scope: Scope, element: Element, prop: Property, span: Span, written: str) -> Diagnostic:
    """Return the finding for a word in place of a value.

    The nearest parameter is marked as used, so that one error gives one finding.
    """
    units = set(prop.type.unit_names)
    declared = {name: quantity_type(one.attrib.get("type", "")) for name, one in scope.parameters.items()}
    fitting = [name for name, kind in declared.items() if kind is None or units & set(kind.unit_names)]
    scope.used.add(nearest(written, fitting) or "")
    return rules.undeclared_parameter(span, written, prop.name, element.tag, fitting)


def check_parameters(context: Context, scope: Scope) -> None:
    """Report values that do not fit the parameter's type, or are outside `min` and `max`."""
    for name, element in scope.parameters.items():
        declared = element.attrib.get("type", "")
        for key in ("value", "min", "max"):
            written = element.attrib.get(key)
            if written is not None and not fits(written, declared):
                span = context.document.value_span(element, key)
                context.found.append(rules.parameter_value(span, name, f"`{written}` is not a {declared}"))
        kind = quantity_type(declared)
        if kind is None:
            continue
        read = {key: _read(element.attrib.get(key), kind) for key in ("value", "min", "max")}
        value, low, high = read["value"], read["min"], read["max"]
        span = context.document.value_span(element, "value")
        if value is not None and low is not None and value.in_default < low.in_default:
            problem = f"`{value.written}` is below its `min` of `{low.written}`"
            context.found.append(rules.parameter_value(span, name, problem))
        if value is not None and high is not None and value.in_default > high.in_default:
            problem = f"`{value.written}` is above its `max` of `{high.written}`"
            context.found.append(rules.parameter_value(span, name, problem))


def _read(written: str | None, kind: Type) -> Quantity | None:
    if written is None or plain(written) is None:
        return None
    return read_quantity(written, kind)
