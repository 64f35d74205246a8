"""Hints of checks and planner, worded for a game: what is given stays as it is, and the number behind a name counts.

A check knows a file alone. Its hints name every way out of a fault, and some of these are none in a game: a world has
the actions that it has, nothing can be added to a scene that is given, and `shelf-1` is no slip of `shelf-2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.pddl.syntax import OBJECT, Domain

UNDECLARED_OBJECT = "PDL204"
_ARITY = ("PDL301", "PDL302")
_UNSOLVABLE = "PLN201"
_REASON = "PLN3"
_NEW_ACTION = re.compile(r",? or add an action with (that effect|the effect `[^`]*`)")
_OTHER_DECLARATION = ", or change the declaration"
_NUMBER = re.compile(r"[-_]?\d+$")


def without_number(name: str) -> str:
    """The name of the kind that a numbered name is of: `shelf` of `shelf-1`."""
    return _NUMBER.sub("", name)


def about_objects(
    found: Iterable[Diagnostic], source: Source, objects: Mapping[str, tuple[str, ...]], domain: Domain | None
) -> list[Diagnostic]:
    """The same; where an object is not declared, its type is that of those which are named alike, or the type named so.

    `objects` are those of the file, with their types.
    """
    return [_typed(one, source, objects, domain) if one.code == UNDECLARED_OBJECT else one for one in found]


def _typed(
    one: Diagnostic, source: Source, objects: Mapping[str, tuple[str, ...]], domain: Domain | None
) -> Diagnostic:
    name = source.text[one.span.start : one.span.end].lower()
    kind = kind_of(name, objects, domain)
    if kind is None or one.hint is None or "to `:objects`" not in one.hint:
        return one
    near = nearest_object(name, objects)
    start = f"did you mean `{near}`? If not, add" if near else "add"
    return replace(one, hint=f"{start} `{name} - {kind}` to `:objects`")


def kind_of(name: str, objects: Mapping[str, tuple[str, ...]], domain: Domain | None) -> str | None:
    """The type that an object very likely has, by its name; None where nothing is named alike."""
    stem = without_number(name)
    alike = {types for each, types in objects.items() if without_number(each) == stem and types != (OBJECT,)}
    if len(alike) == 1 and len(types := next(iter(alike))) == 1:
        return types[0]
    known = {one.name.text for one in domain.types} if domain is not None else set[str]()
    return stem if stem in known else None


def nearest_object(name: str, objects: Iterable[str]) -> str | None:
    """The object of which a name may be a slip: never one that differs by its number alone."""
    stem = without_number(name)
    return next(iter(near_matches(name, (each for each in objects if without_number(each) != stem), cutoff=0.7)), None)


def about_declarations(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The same for a domain that is given, or by whose declarations facts are known: these stay as they are."""
    return [
        replace(one, hint=one.hint.replace(_OTHER_DECLARATION, "")) if one.code in _ARITY and one.hint else one
        for one in found
    ]


def about_plan(found: Sequence[Diagnostic], *, given: bool) -> list[Diagnostic]:
    """The same for a world that has the actions that it has; where the domain is `given`, their effects stay, too.

    That there is no plan is not said beside the reasons for it: they are one fault.
    """
    reasons = [one for one in found if one.code.startswith(_REASON)]
    other = "" if given else r", or give one of the actions \1"
    return [
        replace(one, hint=_NEW_ACTION.sub(other, one.hint)) if one.hint else one
        for one in found
        if not (reasons and one.code == _UNSOLVABLE)
    ]
