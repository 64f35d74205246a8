"""The quantities layer: report the errors in a value that the fast path does not accept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Span
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.xdl.checks.context import STRICTEST, TEXT, Context, Scope, words
from clairify_cli.languages.xdl.checks.parameters import undeclared
from clairify_cli.languages.xdl.conventions import convention
from clairify_cli.languages.xdl.number_forms import is_range, one_of_several, rewritten, summed
from clairify_cli.languages.xdl.quantities import (
    ABSOLUTE_ZERO,
    Plain,
    clean,
    collapse,
    dimension_of,
    plain,
    show_short,
    to_default,
)
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import Property, Type, Unit, load
from clairify_cli.languages.xdl.tree import Element

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")
_PER_EQUIVALENT = re.compile(r" ?/ ?eq\Z")

Finds = Callable[[Span, str, str], Diagnostic]
"""Build the finding for a value from its span, property name and element name."""


def due(kind: Type) -> str:
    """Return in words which values a property of this type accepts."""
    if len(kind.dimensions) > 1:
        return "an amount"
    what: str = words()["dimensions"][kind.dimensions[0].name]
    return f"{what} or {' or '.join(f'`{word}`' for word in kind.words)}" if kind.words else what


def explain_quantity(context: Context, scope: Scope, element: Element, prop: Property, value: str, slot: int) -> None:
    """Report the errors in a quantity; unusual spacing alone is not an error."""
    scaled = prop.type.name == "amount" and context.dialect != STRICTEST  # by the `base_scale` of a blueprint
    errors = _errors(value, prop.type.name)
    if errors == () or (scaled and clean(_PER_EQUIVALENT.sub("", value), prop.type)):
        return
    span = context.document.value_span(element, prop.name)
    if errors is None:
        context.found.append(_no_number(context, scope, element, prop, value, span))
        return
    found = [finds(span, prop.name, element.tag) for finds in errors]
    if slot > TEXT:
        context.tables.note_faults(element.tag, prop.name, value, found)
    context.found += found


def _errors(value: str, type_name: str) -> tuple[Finds, ...] | None:
    """Return what builds the findings for a value.

    None for a value that is not a number; its finding depends on the declarations.
    """
    kind = load().types[type_name]
    collapsed = collapse(value)
    if collapsed in kind.words:
        return ()
    parts = plain(collapsed)
    if parts is not None and (not parts.unit or dimension_of(parts.unit)):
        return _errors_of_number(value, kind, parts)
    other = rewritten(collapsed)
    if other is not None and not is_range(other.text):
        space = not value.isascii() and " ".join(value.split()) == other.text  # only Unicode spaces differ
        return (_number_form(value, other.text, space=space, safe=other.sure),)
    total = summed(collapsed, kind)
    if total is not None:
        return (_number_form(value, total),)
    if one_of_several(collapsed):
        return (lambda at, name, tag: rules.number_form(at, value, "", False, name, tag, None),)
    if is_range(collapsed):
        return (lambda at, name, tag: rules.not_exact(at, value, name, tag),)
    if other is not None or parts is None or parts.unit[:1] in {".", ",", ":", "_"}:  # such as `1.2.3`
        return None
    return _errors_of_number(value, kind, parts)


def _number_form(value: str, text: str, *, space: bool = False, safe: bool = True) -> Finds:
    return lambda at, name, tag: rules.number_form(at, value, text, space, name, tag, _writing(text, at, text, safe))


def _writing(shown: str, at: Span, text: str, safe: bool = True) -> Fix:
    return Fix(f"write `{shown}`", (Edit(at.start, at.end, text),), safe)


def _errors_of_number(value: str, kind: Type, parts: Plain) -> tuple[Finds, ...]:
    """Return the errors in the unit and magnitude of a value that begins with a plain number."""
    units = kind.unit_names
    if not parts.unit:
        if kind.default_unit:
            return _errors_of_size(kind, parts, kind.dimensions[0].units[kind.default_unit])
        return (lambda at, name, tag: rules.no_unit(at, value, name, tag, units),)
    written, unit = parts.unit, kind.spellings.get(parts.unit)
    if unit is not None:
        errors = _errors_of_size(kind, parts, unit)
        if unit.name == written:
            return errors
        meant, text = unit.name, _with_unit(parts, unit)
        return (
            lambda at, name, tag: rules.unit_spelling(at, written, meant, name, tag, _writing(meant, at, text)),
            *errors,
        )
    dimension = dimension_of(written)
    if dimension is not None:
        what = words()["dimensions"].get(dimension, dimension)
        return (lambda at, name, tag: rules.wrong_dimension(at, value, name, tag, what, due(kind), units),)
    near = _near_unit(written, kind.name)
    if near is None:
        return (lambda at, name, tag: rules.unknown_unit(at, written, name, tag, units, None),)
    nearest, sure = near[0].name, near[1]
    text = _with_unit(parts, near[0])
    return (lambda at, name, tag: rules.unknown_unit(at, written, name, tag, units, _writing(nearest, at, text, sure)),)


def _with_unit(parts: Plain, unit: Unit) -> str:
    return f"{'-' if parts.negative else ''}{parts.number} {unit.name}"


_DEGREES = re.compile(r"(?:degrees?|deg\.?|°|º|˚)(?=.)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _near_unit(written: str, type_name: str) -> tuple[Unit, bool] | None:
    """Return the unit that a misspelled one is meant to be, and whether that is certain.

    A prefix is a factor, so `nmol` is not a misspelling of `mol`, and `Mg` may or may not be one of `mg`: only case,
    white space, a plural, and letters inside a unit written out as a word may differ.
    """
    kind = load().types[type_name]
    spellings = kind.spellings
    for text in _ways_to_write(written):
        folded = {unit.name: unit for name, unit in spellings.items() if name.casefold() == text.casefold()}
        if len(folded) == 1:
            unit = next(iter(folded.values()))
            mega = text[0] == "M" and unit.name[0] == "m" and text[1:] == unit.name[1:] and unit.dimension != "time"
            return unit, not mega
    if "temp" in [dimension.name for dimension in kind.dimensions] and written in ("°", "º", "˚", "deg", "degrees"):
        return spellings["°C"], False
    if len(written) < 5:  # short units are too similar to each other: `mg`, `kg`
        return None
    words = [text for text in spellings if len(text) >= 4 and text[:3] == written[:3].lower()]
    near = {spellings[text] for text in near_matches(written, words, cutoff=0.8)}
    return (near.pop(), True) if len(near) == 1 else None


def _ways_to_write(written: str) -> list[str]:
    """Return a unit as written, then variants without compatibility characters, spaces, a dot, a degree sign or `s`."""
    from unicodedata import normalize

    tight = normalize("NFKC", written).replace(" ", "").rstrip(".")
    ways = [written, tight, _DEGREES.sub("°", tight, count=1), _DEGREES.sub("", tight, count=1)]
    if len(tight) > 2 and tight.endswith("s"):
        ways.append(tight[:-1])
    return [way for way in ways if way]


def _errors_of_size(kind: Type, parts: Plain, unit: Unit) -> tuple[Finds, ...]:
    shown = _with_unit(parts, unit)
    if parts.negative and not kind.signed:
        return (lambda at, name, tag: rules.negative(at, shown, name, tag, due(kind)),)
    amount = to_default(parts.value, unit)
    if unit.dimension == "temp" and amount < ABSOLUTE_ZERO - 1e-9:
        return (lambda at, name, tag: rules.below_absolute_zero(at, shown, name, tag),)
    if amount == 0 and not kind.signed:
        return (lambda at, name, tag: rules.zero(at, shown, name, tag),)
    if kind.usual is not None and not kind.usual[0] <= amount <= kind.usual[1]:
        low, high = (show_short(limit, unit.dimension) for limit in kind.usual)
        return (lambda at, name, tag: rules.implausible(at, shown, name, tag, low, high),)
    return ()


def _no_number(context: Context, scope: Scope, element: Element, prop: Property, value: str, span: Span) -> Diagnostic:
    """Return the finding for a value without a number."""
    collapsed = collapse(value)
    if _WORD.fullmatch(collapsed) and scope.parameters:
        return undeclared(scope, element, prop, span, collapsed)
    entry = context.tables.entries.get(element.tag)
    optional = entry is None or prop.name not in entry.mandatory
    what, units = due(prop.type), prop.type.unit_names
    known = convention(value, tuple(scope.reagents))
    found = rules.no_number(span, value, prop.name, element.tag, what, units, known, optional)
    if collapsed == "all" and prop.type.name == "volume" and context.dialect != STRICTEST:
        return replace(found, severity=Severity.WARNING)  # the published software accepts it as any volume
    return found
