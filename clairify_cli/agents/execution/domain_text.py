"""Goals, and copies of a PDDL domain for one, with only its allowed actions and without those that geometry forbids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, TypedName
from clairify_cli.languages.pddl.writing.nodes import name_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.repair.model import step_text
from clairify_cli.planning.repair.required import noting
from clairify_cli.planning.repair.texts import without
from clairify_cli.records import dataclass, replace

Atom = tuple[str, ...]
"""A predicate and its objects, or an action and its arguments."""


@dataclass(frozen=True, slots=True)
class Barred:
    """An action that geometry or the user forbids: always, or only while the fact `while_true` holds.

    The user's may be a pattern, see `planning.repair.model.Forbidden`.
    """

    action: Atom
    while_true: Atom | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The planning task of a stage: the goal, the initial facts adapted to it, and the allowed actions."""

    formulas: tuple[str, ...]
    facts: frozenset[Atom]
    allowed: tuple[str, ...] | None
    objects: Mapping[str, str]
    doses: Mapping[str, str]
    tidy: tuple[str, ...] = ()
    """Optional goals: formulas to achieve if possible."""

    def as_far_as_it_lasts(self, facts: frozenset[Atom]) -> Wanted:
        """Return a copy without the goal that a vessel is hot if it has cooled down by itself meanwhile."""
        gone = [one for one in self.formulas if one.startswith("(hot ") and tuple(one[1:-1].split()) not in facts]
        return replace(self, formulas=tuple(one for one in self.formulas if one not in gone)) if gone else self


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
    bars = [(one.action, one.while_true) for one in barred]
    actions = [one for one in tree.actions if kept is None or one.name.text in kept]
    known = {one.name.text for one in tree.constants}
    constants = [TypedName(name_of(name), (name_of(kind),)) for name, kind in objects.items() if name not in known]
    noted = noting(tree._replace(actions=tuple(actions)), required, tuple(objects))
    return print_tree(
        noted._replace(
            constants=(*tree.constants, *constants),
            actions=tuple(left for one in noted.actions if (left := without(one, bars, objects)) is not None),
        )
    )


@lru_cache(maxsize=8)
def _tree(domain: str) -> Domain:
    found = read(Source(domain))[0].domain
    assert found is not None
    return found


def problem_text(domain: str, init: Iterable[Atom], goal: Iterable[str]) -> str:
    """Return a problem without objects of its own, with these atoms and the conjunction of the goal formulas."""
    facts = "\n  ".join(step_text(one) for one in sorted(init))
    return f"(define (problem goal) (:domain {domain})\n(:init\n  {facts})\n(:goal (and {' '.join(goal)})))\n"
