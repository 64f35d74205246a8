"""Hints of checks and planner, worded for a game: given parts stay unchanged, and the number in a name matters.

A check knows a file alone. Its hints name every remedy, and some of these do not exist in a game: a world's actions are
fixed, nothing can be added to a given scene, and `shelf-1` is not a misspelling of `shelf-2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.syntax import OBJECT, Atom, Domain, Problem

UNDECLARED_OBJECT = "PDL204"
_WRONG_TYPE = "PDL303"
_UNSOLVABLE = "PLN201"
_REASON = "PLN3"
_NEW_OBJECT = re.compile(r"declare an object of type (`[^`]*`(?: or `[^`]*`)*) in `:objects`")
_NEW_ACTION = re.compile(r",? or add an action with (that effect|the effect `[^`]*`)")
_NEW_DECLARATION = re.compile(r"; or add [^;]* to `:(?:types|predicates|functions)`")
_OTHER_DECLARATION = re.compile(r"[,;] or (?:change the declaration|the declaration of the predicate|change the types)")
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


def is_asked_for(name: str, task: str) -> bool:
    """Whether the words of a name, without its number, occur in the task."""
    words = [re.escape(one) for one in re.split(r"[-_]", without_number(name)) if one]
    return bool(words) and bool(re.search(rf"\b{'[-_ ]?'.join(words)}\b", task, re.IGNORECASE))


def is_told_of(name: str, seen: str) -> bool:
    """Whether the words of a name, without its number, occur in the observations, however they are separated."""
    return "".join(one for one in without_number(name).casefold() if one.isalnum()) in "".join(
        one for one in seen.casefold() if one.isalnum()
    )


def kind_of(name: str, objects: Mapping[str, tuple[str, ...]], domain: Domain | None) -> str | None:
    """The type that an object very likely has, by its name; None if nothing is named alike."""
    stem = without_number(name)
    alike = {types for each, types in objects.items() if without_number(each) == stem and types != (OBJECT,)}
    if len(alike) == 1 and len(types := next(iter(alike))) == 1:
        return types[0]
    known = {one.name.text for one in domain.types} if domain is not None else set[str]()
    return stem if stem in known else None


def nearest_object(name: str, objects: Iterable[str]) -> str | None:
    """The object that a name may be a misspelling of: never one that differs only in its number."""
    stem = without_number(name)
    return next(iter(near_matches(name, (each for each in objects if without_number(each) != stem), cutoff=0.7)), None)


def about_order(found: Sequence[Diagnostic], problem: Problem, domain: Domain) -> list[Diagnostic]:
    """The same; of a fact whose arguments fit in another order, one finding that says in which."""
    takes = {one.name.text: [type_names(each.types) for each in one.parameters] for one in domain.predicates}
    objects = {one.name.text: type_names(one.types) for one in (*domain.constants, *problem.objects)}
    hierarchy = hierarchy_of(domain)
    told: set[int] = set()
    made = []
    for one in found:
        atoms = (each for each in problem.init if isinstance(each, Atom) and each.start <= one.span.start < each.end)
        fact = next(atoms, None) if one.code == _WRONG_TYPE else None
        names = _reordered(fact, takes, objects, hierarchy) if fact is not None else None
        if fact is None or names is None:
            made.append(one)
        elif fact.start not in told:
            told.add(fact.start)
            right = f"({fact.predicate.text} {' '.join(names)})"
            made.append(replace(one, hint=f"its arguments are in another order than declared: write `{right}`"))
    return made


def _reordered(
    fact: Atom, takes: Mapping[str, list[tuple[str, ...]]], objects: Mapping[str, tuple[str, ...]], of: Hierarchy
) -> list[str] | None:
    """The arguments, each at the first place of its type, in their order; None if they do not all find one."""
    wanted = takes.get(fact.predicate.text, [])
    left = [one.text for one in fact.arguments]
    names: list[str] = []
    for types in wanted:
        name = next((each for each in left if each in objects and of.fits(objects[each], types)), None)
        if name is None:
            return None
        left.remove(name)
        names.append(name)
    return names if not left else None


def about_declarations(found: Iterable[Diagnostic], *, given: bool) -> list[Diagnostic]:
    """The same where facts are known by the declarations there are, which stay; where the domain is `given`, nothing is
    declared besides, either."""

    def told(hint: str) -> str:
        return _OTHER_DECLARATION.sub("", _NEW_DECLARATION.sub("", hint) if given else hint)

    return [replace(one, hint=told(one.hint)) if one.hint else one for one in found]


def about_goal(found: Iterable[Diagnostic], source: Source, objects: Iterable[str], domain: Domain) -> list[Diagnostic]:
    """The same for a goal alone: what it names and nobody has seen is asked for by its type."""
    objects = tuple(objects)
    return [
        replace(one, hint=_by_type(source.text[one.span.start : one.span.end].lower(), objects, domain))
        if one.code == UNDECLARED_OBJECT
        else one
        for one in about_declarations(found, given=True)
    ]


def _by_type(name: str, objects: Sequence[str], domain: Domain) -> str:
    near = nearest_object(name, objects)
    kind = kind_of(name, {}, domain) or "type"
    start = f"did you mean `{near}`? If not, ask" if near else "objects cannot be added; ask"
    return f"{start} for it by its type: `(exists (?x - {kind}) ...)`"


def about_plan(found: Sequence[Diagnostic], *, given: bool) -> list[Diagnostic]:
    """The same for a world that has the actions that it has; where the domain is `given`, their effects stay, too.

    The lack of a plan is not reported next to the reasons for it: they are one fault.
    """
    reasons = [one for one in found if one.code.startswith(_REASON)]
    other = "" if given else r", or give one of the actions \1"
    return [
        replace(one, hint=_NEW_OBJECT.sub(r"nothing of type \1 has been seen; if that is so, look for it first", hint))
        if (hint := _NEW_ACTION.sub(other, one.hint or ""))
        else one
        for one in found
        if not (reasons and one.code == _UNSOLVABLE)
    ]
