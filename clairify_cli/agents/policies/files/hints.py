"""Hints of checks and planner, worded for a game: given parts stay unchanged, and the number in a name matters.

A check knows a file alone. Its hints name every remedy, and some of these do not exist in a game: a world's actions are
fixed, nothing can be added to a given scene, and `shelf-1` is not a misspelling of `shelf-2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.pddl.syntax import OBJECT, Domain

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


def is_asked_for(name: str, task: str) -> bool:
    """Whether the words of a name, without its number, occur in the task."""
    words = [re.escape(one) for one in re.split(r"[-_]", without_number(name)) if one]
    return bool(words) and bool(re.search(rf"\b{'[-_ ]?'.join(words)}\b", task, re.IGNORECASE))


def is_told_of(name: str, seen: str) -> bool:
    """Whether the words of a name, without its number, occur in the observations, however they are separated."""
    return "".join(one for one in without_number(name).casefold() if one.isalnum()) in "".join(
        one for one in seen.casefold() if one.isalnum()
    )


def kind_of(name: str, objects: Mapping[str, tuple[str, ...]], domain: Domain) -> str | None:
    """The type that an object very likely has, by its name; None if nothing is named alike."""
    stem = without_number(name)
    alike = {types for each, types in objects.items() if without_number(each) == stem and types != (OBJECT,)}
    if len(alike) == 1 and len(types := next(iter(alike))) == 1:
        return types[0]
    return stem if any(stem == one.name.text for one in domain.types) else None


def nearest_object(name: str, objects: Iterable[str]) -> str | None:
    """The object that a name may be a misspelling of: never one that differs only in its number."""
    stem = without_number(name)
    return next(iter(near_matches(name, (each for each in objects if without_number(each) != stem), cutoff=0.7)), None)


def about_declarations(found: Iterable[Diagnostic], *, given: bool) -> list[Diagnostic]:
    """The same where facts are known by the declarations there are, which stay; where the domain is `given`, nothing is
    declared besides, either."""

    def told(hint: str) -> str:
        return _OTHER_DECLARATION.sub("", _NEW_DECLARATION.sub("", hint) if given else hint)

    return [replace(one, hint=told(one.hint)) if one.hint else one for one in found]


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
