"""The quantities layer: reports the errors in a value that is not plainly good."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Span
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.xdl.checks.context import STRICTEST, Context, Scope
from clairify_cli.languages.xdl.checks.parameters import undeclared
from clairify_cli.languages.xdl.conventions import convention
from clairify_cli.languages.xdl.quantities import (
    ABSOLUTE_ZERO,
    Plain,
    collapse,
    dimension_of,
    is_range,
    one_of_several,
    plain,
    rewritten,
    show_short,
    summed,
    to_default,
)
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import Property, Type, Unit, load
from clairify_cli.languages.xdl.tree import Element

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")

_NAMES = {
    "volume": "a volume",
    "mass": "a mass",
    "amount_of_substance": "an amount of substance",
    "equivalents": "equivalents",
    "temp": "a temperature",
    "time": "a time",
    "pressure": "a pressure",
    "stir_speed": "a stirring speed",
    "wavelength": "a wavelength",
    "flow_rate": "a rate of flow",
    "density": "a density",
    "concentration": "a concentration",
    "molecular_weight": "a molar mass",
    "power": "a power",
}


def due(kind: Type) -> str:
    """The values that a property of this type accepts, in words."""
    if len(kind.dimensions) > 1:
        return "an amount"
    words = _NAMES[kind.dimensions[0].name]
    return f"{words} or {' or '.join(f'`{word}`' for word in kind.words)}" if kind.words else words


def explain_quantity(context: Context, scope: Scope, element: Element, prop: Property, value: str) -> None:
    """Report the errors in a quantity; nothing if it is only unusual in its spaces."""
    span = context.document.value_span(element, prop.name)
    collapsed = collapse(value)
    if collapsed in prop.type.words:
        return
    parts = plain(collapsed)
    if parts is not None and (not parts.unit or dimension_of(parts.unit) or not _is_other_form(collapsed, prop.type)):
        unit = _unit(context, element, prop, parts, span, value)
        if unit is not None:
            _check_size(context, element, prop, parts, unit, span)
        return
    found = _no_plain_number(context, scope, element, prop, value, span)
    if collapsed == "all" and prop.type.name == "volume" and context.dialect != STRICTEST:
        found = replace(found, severity=Severity.WARNING)  # the published software takes it for any volume
    context.found.append(found)


def _is_other_form(value: str, kind: Type) -> bool:
    """Whether what begins with a plain number is more than that: a range, `1 h 30 min`, `1.2.3`."""
    if is_range(value) or rewritten(value) is not None or summed(value, kind) or one_of_several(value):
        return True
    parts = plain(value)
    return parts is not None and parts.unit[:1] in {".", ",", ":", "_"}


def _unit(context: Context, element: Element, prop: Property, parts: Plain, span: Span, value: str) -> Unit | None:
    """The unit of a value that begins with a plain number; the errors in it are reported."""
    kind = prop.type
    if not parts.unit:
        if kind.default_unit:
            return kind.dimensions[0].units[kind.default_unit]
        context.found.append(rules.no_unit(span, value, prop.name, element.tag, kind.unit_names()))
        return None
    unit = kind.spellings().get(parts.unit)
    if unit is not None:
        if unit.name != parts.unit:
            text = f"{'-' if parts.negative else ''}{parts.number} {unit.name}"
            fix = Fix(f"write `{unit.name}`", (Edit(span.start, span.end, text),))
            context.found.append(rules.unit_spelling(span, parts.unit, unit.name, prop.name, element.tag, fix))
        return unit
    dimension = dimension_of(parts.unit)
    if dimension is not None:
        words = _NAMES.get(dimension, dimension)
        found = rules.wrong_dimension(span, value, prop.name, element.tag, words, due(kind), kind.unit_names())
        context.found.append(found)
        return None
    near = _near_unit(parts.unit, kind.name)
    guess: Fix | None = None
    if near is not None:
        meant, sure = near
        text = f"{'-' if parts.negative else ''}{parts.number} {meant.name}"
        guess = Fix(f"write `{meant.name}`", (Edit(span.start, span.end, text),), safe=sure)
    context.found.append(rules.unknown_unit(span, parts.unit, prop.name, element.tag, kind.unit_names(), guess))
    return None


_DEGREES = re.compile(r"(?:degrees?|deg\.?|°|º|˚)(?=.)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _near_unit(written: str, type_name: str) -> tuple[Unit, bool] | None:
    """The unit that a misspelled one is meant to be, and whether that is beyond doubt.

    A prefix is a factor, so `nmol` is no slip of `mol`, and `Mg` may be a slip of `mg` or not: only case, white
    space, a plural, and the inside of a word that is written out may differ.
    """
    kind = load().types[type_name]
    spellings = kind.spellings()
    for text in _ways_to_write(written):
        folded = {unit.name: unit for name, unit in spellings.items() if name.casefold() == text.casefold()}
        if len(folded) == 1:
            unit = next(iter(folded.values()))
            mega = text[0] == "M" and unit.name[0] == "m" and text[1:] == unit.name[1:] and unit.dimension != "time"
            return unit, not mega
    if "temp" in [dimension.name for dimension in kind.dimensions] and written in ("°", "º", "˚", "deg", "degrees"):
        return spellings["°C"], False
    if len(written) < 5:
        return None
    words = [text for text in spellings if len(text) >= 4 and text[:3] == written[:3].lower()]
    near = {spellings[text] for text in near_matches(written, words, cutoff=0.8)}
    return (near.pop(), True) if len(near) == 1 else None


def _ways_to_write(written: str) -> list[str]:
    """A unit as written, then without what may be too much in it: compatibility characters, spaces, a dot, `s`."""
    from unicodedata import normalize

    tight = normalize("NFKC", written).replace(" ", "").rstrip(".")
    ways = [written, tight, _DEGREES.sub("°", tight, count=1), _DEGREES.sub("", tight, count=1)]
    if len(tight) > 2 and tight.endswith("s"):
        ways.append(tight[:-1])
    return [way for way in ways if way]


def _check_size(context: Context, element: Element, prop: Property, parts: Plain, unit: Unit, span: Span) -> None:
    kind = prop.type
    shown = f"{'-' if parts.negative else ''}{parts.number} {unit.name}"
    value = parts.value
    if parts.negative and not kind.signed:
        context.found.append(rules.negative(span, shown, prop.name, element.tag, due(kind)))
        return
    amount = to_default(value, unit)
    if unit.dimension == "temp" and amount < ABSOLUTE_ZERO - 1e-9:
        context.found.append(rules.below_absolute_zero(span, shown, prop.name, element.tag))
    elif amount == 0 and not kind.signed:
        context.found.append(rules.zero(span, shown, prop.name, element.tag))
    elif kind.usual is not None and not kind.usual[0] <= amount <= kind.usual[1]:
        low, high = (show_short(limit, unit.dimension) for limit in kind.usual)
        context.found.append(rules.implausible(span, shown, prop.name, element.tag, low, high))


def _no_plain_number(
    context: Context, scope: Scope, element: Element, prop: Property, value: str, span: Span
) -> Diagnostic:
    """The finding for a value without a plain number."""
    collapsed = collapse(value)
    other = rewritten(collapsed)
    if other is not None and not is_range(other.text):
        space = not value.isascii() and " ".join(value.split()) == other.text  # of the many that Unicode has
        fix = Fix(f"write `{other.text}`", (Edit(span.start, span.end, other.text),), safe=other.sure)
        return rules.number_form(span, value, other.text, space, prop.name, element.tag, fix)
    total = summed(collapsed, prop.type)
    if total is not None:
        fix = Fix(f"write `{total}`", (Edit(span.start, span.end, total),))
        return rules.number_form(span, value, total, False, prop.name, element.tag, fix)
    portion = one_of_several(collapsed)
    if portion is not None:
        return rules.number_form(span, value, "", False, prop.name, element.tag, None)
    if is_range(collapsed):
        return rules.not_exact(span, value, prop.name, element.tag)
    if _WORD.fullmatch(collapsed) and scope.parameters:
        return undeclared(scope, element, prop, span, collapsed)
    entry = context.tables.entries.get(element.tag)
    optional = entry is None or prop.name not in entry.mandatory
    what, units = due(prop.type), prop.type.unit_names()
    known = convention(value, tuple(scope.reagents))
    return rules.no_number(span, value, prop.name, element.tag, what, units, known, optional)
