"""Blueprints: their own scopes, calls with arguments, and circular calls."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.checks.parameters import fits
from clairify_cli.languages.xdl.checks.properties import PARAMETER
from clairify_cli.languages.xdl.checks.references import near_name
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.scan import NAME
from clairify_cli.languages.xdl.tree import Element

_NAME = re.compile(NAME)

ALWAYS = ("comment", "queue", "id", "equiv_reference", "equiv_amount")
"""Properties that any call may have, whatever the blueprint declares."""


def check_call(context: Context, scope: Scope, element: Element) -> None:
    """Check the arguments of a step that calls a blueprint: known names, right values, none missing."""
    context.used_blueprints.add(element.tag)
    inner = context.blueprint_scopes[element.tag]
    # A reagent with a name is a default, which a call replaces by its id.
    reagents = {one.attrib.get("id") or name for name, one in inner.reagents.items()}
    takes = [*inner.vessels, *reagents, *inner.parameters]
    given = {name.removeprefix(PARAMETER): value for name, value in element.attrib.items()}
    for name, value in given.items():
        if name in inner.vessels:
            _argument(context, scope, element, name, value, vessel=True)
        elif name in reagents:
            _argument(context, scope, element, name, value, vessel=False)
        elif name in inner.parameters:
            _value(context, scope, element, name, value, inner.parameters[name])
        elif name in inner.passed:
            scope.used.add(value)
        elif name not in ALWAYS:
            span = context.document.attribute_span(element, name)
            meant = only_near_match(name, [n for n in takes if n not in element.attrib and _NAME.fullmatch(n)])
            fix = Fix(f"write `{meant}`", (Edit(span.start, span.end, meant),)) if meant else None
            context.found.append(rules.blueprint_argument(span, name, element.tag, "unknown", takes, fix))
    for name, parameter in inner.parameters.items():
        if name not in given and "value" not in parameter.attrib:
            span = context.document.name_span(element)
            context.found.append(rules.blueprint_argument(span, name, element.tag, "missing", takes, None))


def _argument(context: Context, scope: Scope, element: Element, name: str, value: str, *, vessel: bool) -> None:
    declared = scope.vessels if vessel else scope.reagents
    if value in declared:
        scope.used.add(value)
        return
    others = scope.reagents if vessel else scope.vessels
    rule = rules.undeclared_vessel if vessel else rules.undeclared_reagent
    span = context.document.value_span(element, name)
    near = near_name(value, declared, vessel=vessel)
    context.found.append(
        rule(span, value, name, element.tag, list(declared), value in others, False, None, (), None, near)
    )


def _value(context: Context, scope: Scope, element: Element, name: str, value: str, parameter: Element) -> None:
    """Check that an argument is one of the caller's parameters or fits the parameter's type."""
    if value in scope.parameters:
        scope.used.add(value)
        return
    declared = parameter.attrib.get("type", "")
    scope.used.add(value)
    if not fits(value, declared):
        span = context.document.value_span(element, name)
        context.found.append(rules.parameter_value(span, name, f"`{value}` is not a {declared}"))


def check_recursion(context: Context) -> None:
    """Report every blueprint that calls itself directly or through other blueprints."""
    uses = {
        name: [e.tag for e in blueprint.iter() if e is not blueprint and e.tag in context.blueprints]
        for name, blueprint in context.blueprints.items()
    }
    for name in context.blueprints:
        path = _way_back(name, uses)
        if path:
            span = context.document.name_span(context.blueprints[name])
            context.found.append(rules.blueprint_recursion(span, name, path))


def _way_back(name: str, uses: dict[str, list[str]]) -> list[str]:
    """Return a path from a blueprint to itself; empty if there is none."""
    stack = [[name, used] for used in uses[name]]
    seen: set[str] = set()
    while stack:
        path = stack.pop()
        if path[-1] == name:
            return path
        if path[-1] in seen:
            continue
        seen.add(path[-1])
        stack.extend([*path, used] for used in uses.get(path[-1], []))
    return []
