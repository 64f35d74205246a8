"""Check the declarations of a domain or problem: each name once, every type known, no cycles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from clairify_cli.diagnostics.model import Edit, Fix, Severity, Source
from clairify_cli.languages.pddl.checks.context import Context, declaration_fix
from clairify_cli.languages.pddl.checks.formulas import check_variables
from clairify_cli.languages.pddl.checks.terms import undeclared_type
from clairify_cli.languages.pddl.checks.vocabulary import all_actions, parameters_text
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    NUMBER,
    OBJECT,
    Domain,
    FunctionDeclaration,
    Name,
    PredicateDeclaration,
    Problem,
    TypedName,
    section_of,
)


def check_declarations(context: Context, domain: Domain) -> None:
    """Check types, constants, predicates, functions and the names of actions."""
    _types(context, domain)
    _objects(context, domain.constants, "constant", {})
    _predicates(context, domain)
    _functions(context, domain)
    _actions(context, domain)
    _shared_names(context, domain)


def check_objects(context: Context, problem: Problem) -> None:
    """Check the objects of a problem, together with the constants of its domain."""
    domain = context.vocabulary.domain
    constants = {one.name.text: one for one in domain.constants} if domain is not None else {}
    _objects(context, problem.objects, "object", constants)
    types, source = context.vocabulary.types, context.vocabulary.source
    for one in problem.objects:
        declared = types.get(one.name.text)
        if declared is not None and source is not None:
            first = source.span(declared.name.start, declared.name.end)
            at = context.span(one.name)
            context.add(rules.one_name_for_two(at, one.name.written, "an object", "type", first))


# -------------------------------------------------------------------------------------------------------- types


def _types(context: Context, domain: Domain) -> None:
    first: dict[str, TypedName] = {}
    for one in domain.types:
        name = one.name.text
        if name == NUMBER:
            context.add(rules.number_type(context.span(one.name)))
        elif name == OBJECT:
            parents = [parent for parent in one.types if parent.text != OBJECT]
            parent = parents[0].written if parents else None
            context.add(rules.object_type(context.span(one.name), parent))
        earlier = first.setdefault(name, one)
        if earlier is not one and name != OBJECT:
            both = {parent.text for parent in one.types} != {parent.text for parent in earlier.types}
            at = context.span(one.name)
            context.add(rules.type_twice(at, one.name.written, both, context.span(earlier.name)))
    _supertypes(context, domain, first)
    _circles(context, domain)


def _supertypes(context: Context, domain: Domain, declared: dict[str, TypedName]) -> None:
    """Report each undeclared supertype once, with all its subtypes."""
    below: dict[str, tuple[Name, list[str]]] = {}
    for one in domain.types:
        for parent in one.types:
            if parent.text not in declared and parent.text not in (OBJECT, NUMBER):
                below.setdefault(parent.text, (parent, []))[1].append(one.name.written)
    section = section_of(domain, ":types")
    for parent, names in below.values():
        # With `object` below the new type, declaring that type below `object` would create a cycle.
        of_object = OBJECT in [name.lower() for name in names]
        fix = None
        if not of_object:
            fix = declaration_fix(context.source, section, f"{parent.written} - object")
        context.add(rules.undeclared_supertype(context.span(parent), parent.written, names, of_object, fix))


def _circles(context: Context, domain: Domain) -> None:
    """Report each cycle of supertypes once, at its first type in the text."""
    parents: dict[str, list[str]] = {}
    first: dict[str, Name] = {}
    for one in domain.types:
        if one.name.text != OBJECT:
            first.setdefault(one.name.text, one.name)
            parents.setdefault(one.name.text, []).extend(parent.text for parent in one.types)
    while circle := _circle_in(parents):
        start = min(circle, key=lambda name: first[name].start)
        at = circle.index(start)
        around = [*circle[at:], *circle[:at], start]
        context.add(rules.type_cycle(context.span(first[start]), start, around if len(circle) > 1 else None))
        for name in circle:
            del parents[name]


def _circle_in(parents: dict[str, list[str]]) -> list[str]:
    """Return the types of a cycle, each before a supertype of it; empty if there is none."""
    try:
        TopologicalSorter(parents).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle[:0:-1]  # it goes from a type to its subtypes, and ends as it begins
    return []


# -------------------------------------------------------------------------------------- objects, predicates, actions


def _objects(context: Context, objects: tuple[TypedName, ...], kind: str, constants: dict[str, TypedName]) -> None:
    """Check that constants or objects are declared once and have declared types."""
    vocabulary = context.vocabulary
    first: dict[str, TypedName] = {}
    groups: Mapping[int, int] = {}
    types: tuple[Name, ...] = ()
    for one in objects:
        if one.types is not types:  # names in one group share the same tuple
            types = one.types
            _types_of_objects(context, types)
        name = one.name.text
        earlier = first.get(name) or constants.get(name)
        if earlier is None:
            first[name] = one
            continue
        source = context.source if name in first else vocabulary.source
        groups = groups or Counter(other.types[-1].start for other in objects if other.types)
        same = [type_.text for type_ in one.types] == [type_.text for type_ in earlier.types]
        fix = _removal(context.source, groups, one) if same else None
        place = (source or context.source).span(earlier.name.start, earlier.name.end)
        context.add(rules.object_twice(context.span(one.name), one.name.written, kind, same, fix, place))


def _types_of_objects(context: Context, types: tuple[Name, ...]) -> None:
    vocabulary = context.vocabulary
    for type_ in types:
        if type_.text == OBJECT or type_.text in vocabulary.types:
            continue
        child = _child_of(context, type_.text) if vocabulary.knows_type(type_.text) else None
        undeclared_type(context, type_, above=child)


def _child_of(context: Context, parent: str) -> str | None:
    for one in context.vocabulary.types.values():
        if any(type_.text == parent for type_ in one.types):
            return one.name.written
    return None


def _removal(source: Source, groups: Mapping[int, int], one: TypedName) -> Fix | None:
    """Return the fix that removes a name from a list, with its type if no other name shares it.

    `groups` maps the offset of a written type to the number of names that share it.
    """
    start, end = one.name.start, one.name.end
    if one.types and groups[one.types[-1].start] == 1:
        if len(one.types) > 1:
            return None
        end = one.types[0].end
    while start > 0 and source.text[start - 1] in " \t":
        start -= 1
    return Fix(f"remove the second `{one.name.written}`", (Edit(start, end, ""),))


def _predicates(context: Context, domain: Domain) -> None:
    first: dict[str, PredicateDeclaration] = {}
    for one in domain.predicates:
        name = one.name
        check_variables(context, one.parameters, f"the predicate `{name.written}`", harmless=True)
        earlier = first.setdefault(name.text, one)
        if earlier is not one:
            was, now = parameters_text(earlier.parameters), parameters_text(one.parameters)
            was, now = was.lower(), now.lower()
            severity = Severity.ERROR if was.count("?") != now.count("?") else None
            before = context.span(earlier.name)
            context.add(rules.predicate_twice(context.span(name), name.written, was, now, was == now, severity, before))


def _functions(context: Context, domain: Domain) -> None:
    first: dict[str, FunctionDeclaration] = {}
    for one in domain.functions:
        name = one.name
        check_variables(context, one.parameters, f"the function `{name.written}`", harmless=True)
        for type_ in one.types:
            if type_.text != NUMBER and not context.vocabulary.knows_type(type_.text):
                undeclared_type(context, type_)
        earlier = first.setdefault(name.text, one)
        if earlier is not one:
            context.add(rules.function_twice(context.span(name), name.written, context.span(earlier.name)))


def _actions(context: Context, domain: Domain) -> None:
    first: dict[str, Name] = {}
    for one in all_actions(domain):
        earlier = first.setdefault(one.name.text, one.name)
        if earlier is not one.name:
            at = context.span(one.name)
            context.add(rules.action_twice(at, one.name.written, context.span(earlier)))


def _shared_names(context: Context, domain: Domain) -> None:
    """Report predicates and constants with the name of a type."""
    types = context.vocabulary.types
    for kind, declared in (
        ("predicate", {one.name.text: one.name for one in domain.predicates}),
        ("constant", {one.name.text: one.name for one in domain.constants}),
    ):
        for text, name in declared.items():
            type_ = types.get(text)
            if type_ is not None:
                first = context.span(type_.name)
                context.add(rules.one_name_for_two(context.span(name), name.written, f"a {kind}", "type", first))
