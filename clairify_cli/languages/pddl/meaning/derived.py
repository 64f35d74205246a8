"""Derived predicates: the least set of atoms that satisfies their conditions, computed stratum by stratum.

A predicate whose condition negates another derived predicate is in a higher stratum, where the other is complete
(Thiébaux, Hoffmann and Nebel, "In defense of PDDL axioms", 2005). Within a stratum, each round joins only with atoms
that the previous round added (semi-naive evaluation).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.index import Index, index_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.state import WorldState
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.syntax import And, Derived, Formula, Or, Quantified, TypedName
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import atoms_in, signed_atoms


class _Rule(NamedTuple):
    """A derived predicate holds for its parameters if the condition holds for them and some other variables."""

    head: tuple[str, ...]
    variables: tuple[TypedName, ...]
    condition: Formula

    def ground(self, binding: dict[str, str]) -> GroundAtom:
        return (self.head[0], *[binding[name] for name in self.head[1:]])


def view_of(task: Task, state: WorldState) -> View:
    """Return the view of a state for answering one question about it; cached per state."""
    known = state.notes.get("view")
    if isinstance(known, tuple) and known[0] is task:
        view: View = known[1]
        view.tried = 0
        return view
    view = View(index_of(task), state.atoms, state.numbers, lambda one: _closure(task, one))
    state.notes["view"] = (task, view)
    return view


def _closure(task: Task, over: View) -> Iterable[GroundAtom]:
    view = View(over.index, over.atoms, over.numbers)
    for stratum in _strata(task):
        _fixpoint(stratum, view)
    return view.derived


def _fixpoint(rules: tuple[_Rule, ...], view: View) -> None:
    """Add the atoms that the rules of a stratum derive, until there are no new ones."""
    heads = {rule.head[0] for rule in rules}
    new = _apply_all(rules, view)
    while new:
        view.add(new)
        found: set[GroundAtom] = set()
        for rule in rules:
            found |= _apply_to_new(rule, heads, new, view)
        new = {atom for atom in found if not view.true(atom)}


def _apply_all(rules: Iterable[_Rule], view: View) -> set[GroundAtom]:
    found = {
        rule.ground(binding)
        for rule in rules
        for binding in solutions(rule.variables, rule.condition, True, {}, view, is_true)
    }
    return {atom for atom in found if not view.true(atom)}


def _apply_to_new(rule: _Rule, heads: set[str], new: set[GroundAtom], view: View) -> set[GroundAtom]:
    """Return what a rule derives with the help of new atoms."""
    shape = view.index.shape(rule.condition, True)
    if any(_mentions(one.formula, heads) for one in shape.filters):
        return _apply_all((rule,), view)
    found: set[GroundAtom] = set()
    for atom in shape.atoms:
        if atom.predicate.text in heads:
            within = (atom, sorted(one for one in new if one[0] == atom.predicate.text))
            for binding in solutions(rule.variables, rule.condition, True, {}, view, is_true, within):
                found.add(rule.ground(binding))
    return found


def _mentions(formula: Formula, predicates: set[str]) -> bool:
    return any(one.predicate.text in predicates for one in atoms_in(formula))


# ---------------------------------------------------------------------------------------------------- the strata


def _strata(task: Task) -> tuple[tuple[_Rule, ...], ...]:
    """Return the rules of a task by stratum, lowest first; cached."""
    known = task.notes.get("strata")
    if isinstance(known, tuple):
        return known
    axioms = task.domain.derived
    level = _levels(axioms, index_of(task))
    strata = tuple(
        tuple(rule for axiom in axioms if level[axiom.name.text] == number for rule in _rules(axiom))
        for number in sorted(set(level.values()))
    )
    task.notes["strata"] = strata
    return strata


def _levels(axioms: tuple[Derived, ...], index: Index) -> dict[str, int]:
    """Return the stratum of each derived predicate. Those in a cycle through negation are all in the last one."""
    level = dict.fromkeys(index.derived, 0)
    uses = {
        (axiom.name.text, atom.predicate.text, positive)
        for axiom in axioms
        for atom, positive in signed_atoms(axiom.condition)
        if atom.predicate.text in level
    }
    changed = True
    while changed:
        changed = False
        for head, body, positive in uses:
            least = min(level[body] + (not positive), len(level))  # the bound ends a cycle through negation
            if level[head] < least:
                level[head] = least
                changed = True
    return level


def _rules(axiom: Derived) -> list[_Rule]:
    """Split an axiom at its top-level `or` and `exists`, so that the atoms in them can be looked up."""
    head = (axiom.name.text, *(one.name.text for one in axiom.parameters))
    rules: list[_Rule] = []
    waiting = [(axiom.parameters, axiom.condition)]
    while waiting:
        variables, condition = waiting.pop()
        names = {one.name.text for one in variables}
        match condition:
            case Or():
                waiting.extend((variables, one) for one in reversed(condition.operands))
            case Quantified(quantifier="exists") if not names & {one.name.text for one in condition.variables}:
                waiting.append(((*variables, *condition.variables), condition.body))
            case And(operands=(only,)):
                waiting.append((variables, only))
            case _:
                rules.append(_Rule(head, variables, condition))
    return rules
