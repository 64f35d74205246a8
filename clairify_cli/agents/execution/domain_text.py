"""Copies of a PDDL domain for one goal, with only its allowed actions and without those that geometry forbids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Domain,
    Formula,
    Not,
    Or,
    TypedName,
)
from clairify_cli.languages.pddl.writing.nodes import atom_of, name_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.repair.model import ANY, fits_word
from clairify_cli.planning.repair.required import noting
from clairify_cli.records import dataclass

Atom = tuple[str, ...]
"""A predicate and its objects, or an action and its arguments."""


@dataclass(frozen=True, slots=True)
class Barred:
    """An action that geometry or the user forbids: always, or only while the fact `while_true` holds.

    The user's may be a pattern, see `planning.repair.model.Forbidden`.
    """

    action: Atom
    while_true: Atom | None = None


def domain_text(
    domain: str,
    objects: Mapping[str, str],
    *,
    allowed: Iterable[str] | None = None,
    barred: Iterable[Barred] = (),
    required: Mapping[str, Atom] = MappingProxyType({}),
) -> str:
    """Return the domain with the objects (each with its type) as constants, so that preconditions can refer to them.

    Only `allowed` actions are kept (None: all). A barred action gets a precondition that rules it out: never with these
    arguments, or not while a fact holds. A step that fits a pattern of `required` makes the fact of that name true.
    """
    tree = _tree(domain)
    kept = None if allowed is None else set(allowed)
    bars = tuple(barred)
    actions = [one for one in tree.actions if kept is None or one.name.text in kept]
    known = {one.name.text for one in tree.constants}
    constants = [TypedName(name_of(name), (name_of(kind),)) for name, kind in objects.items() if name not in known]
    noted = noting(tree._replace(actions=tuple(actions)), required, tuple(objects))
    return print_tree(
        noted._replace(
            constants=(*tree.constants, *constants),
            actions=tuple(left for one in noted.actions if (left := _without(one, bars, objects)) is not None),
        )
    )


@lru_cache(maxsize=8)
def _tree(domain: str) -> Domain:
    found = read(Source(domain))[0].domain
    assert found is not None
    return found


def problem_text(domain: str, init: Iterable[Atom], goal: Iterable[str]) -> str:
    """Return a problem without objects of its own, with these atoms and the conjunction of the goal formulas."""
    facts = "\n  ".join(show(one) for one in sorted(init))
    return f"(define (problem goal) (:domain {domain})\n(:init\n  {facts})\n(:goal (and {' '.join(goal)})))\n"


def show(atom: Atom) -> str:
    """Return an atom in PDDL syntax."""
    return f"({' '.join(atom)})"


def _without(action: Action, barred: Iterable[Barred], objects: Iterable[str]) -> Action | None:
    """Return the action without its barred cases; None if no case is left."""
    known = () if action.precondition is None else (action.precondition,)
    extra = [_condition(action, one, objects) for one in barred if fits_word(one.action[0], action.name.text)]
    if not all(one.operands for one in extra):
        return None
    return action._replace(precondition=And((*known, *extra), 0, 0)) if extra else action


def _condition(action: Action, barred: Barred, objects: Iterable[str]) -> Or:
    # Use a precondition and not a PDDL constraint, since every solver supports it.
    others: list[Formula] = []
    for one, word in zip(action.parameters, barred.action[1:], strict=False):
        if word != ANY:
            values = [name for name in objects if fits_word(word, name)] if word.endswith(ANY) else [word]
            others.append(And(tuple(Not(atom_of(("=", one.name.text, name)), 0, 0) for name in values), 0, 0))
    if barred.while_true is not None:
        others.append(Not(atom_of(barred.while_true), 0, 0))
    return Or(tuple(others), 0, 0)
