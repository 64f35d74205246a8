"""Parameters: their values fit their types and lie within their limits."""

from __future__ import annotations

from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.quantities import Quantity, plain, read_quantity
from clairify_cli.languages.xdl.rules import quantities as rules
from clairify_cli.languages.xdl.schema import Type, load

_TYPES = {"temperature": "temp", "speed": "stir_speed"}


def check_parameters(context: Context, scope: Scope) -> None:
    """Report values that are no value of the parameter's type, or lie outside of `min` and `max`."""
    for name, element in scope.parameters.items():
        declared = element.attrib.get("type", "")
        kind = load().types.get(_TYPES.get(declared, declared))
        if kind is None or not kind.dimensions:
            continue
        read = {key: _read(element.attrib.get(key), kind) for key in ("value", "min", "max")}
        for key, quantity in read.items():
            written = element.attrib.get(key)
            if written is not None and quantity is None:
                span = context.document.value_span(element, key)
                context.found.append(rules.parameter_value(span, name, f"`{written}` is not a {declared}"))
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
