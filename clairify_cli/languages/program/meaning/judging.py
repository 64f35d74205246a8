"""Evaluate conditions on known states: true, false, or unknown (Kleene's strong three-valued logic, 1938).

True and false are certain. Derived predicates, numbers and quantifiers over too many objects are evaluated only if
everything is known; otherwise the value is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, product
from typing import TypeVar

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.conditions import is_existential, is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.meaning.terms import Binding, ground_atom
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import required, signed_parts
from clairify_cli.languages.program import syntax
from clairify_cli.languages.program.meaning.knowledge import Knowledge, told, told_one, truth
from clairify_cli.languages.program.vocabulary import Vocabulary

T = TypeVar("T")

MOST_INSTANCES = 1000
"""Limit on the combinations of objects evaluated for a quantifier."""

Scope = Mapping[str, str]
"""The object that each variable of a loop stands for."""


def judge(formula: pddl.Formula | None, binding: Binding, now: Knowledge, known: Vocabulary) -> bool | None:
    """Whether a condition of the domain holds; None if unknown. A missing condition holds."""
    if formula is None:
        return True
    if now.is_definite:
        view = view_of(known.task, now.world)
        if is_true(formula, True, binding, view):
            return True
        return False if is_true(formula, False, binding, view) else None
    return _judge(formula, binding, now, known)


def _judge(formula: pddl.Formula, binding: Binding, now: Knowledge, known: Vocabulary) -> bool | None:
    made = signed_parts(formula, True)
    if made is not None:
        return combined(made, lambda one: _judge(one, binding, now, known))
    match formula:
        case pddl.Atom():
            return judge_atom(ground_atom(formula, binding), now, known)
        case pddl.Quantified():
            found = instances(formula, binding, known)
            if found is None:
                return None
            existential = is_existential(formula, True)
            each = (_judge(formula.body, one, now, known) for one in found)
            return contrary(every(contrary(one) for one in each)) if existential else every(each)
        case pddl.Preference():
            return True
    return None


def judge_atom(atom: GroundAtom, now: Knowledge, known: Vocabulary) -> bool | None:
    """Whether an atom is true; None if unknown."""
    if atom[0] == EQUALS and len(atom) == 3:
        return atom[1] == atom[2]
    if atom[0] in known.derived:
        return view_of(known.task, now.world).true(atom) if now.is_definite else None
    return truth(atom, now, known)


def instances(formula: pddl.Quantified, binding: Binding, known: Vocabulary) -> list[dict[str, str]] | None:
    """Return the bindings of a quantified condition; None if the objects are unknown or too many."""
    if not known.has_problem:
        return None
    index = index_of(known.task)
    names = [one.name.text for one in formula.variables]
    members = product(*[index.members_of(one) for one in formula.variables])
    found = [{**binding, **dict(zip(names, one, strict=True))} for one in islice(members, MOST_INSTANCES + 1)]
    return found if len(found) <= MOST_INSTANCES else None


def contrary(value: bool | None) -> bool | None:
    """Negate a three-valued result."""
    return None if value is None else not value


def every(values: Iterable[bool | None]) -> bool | None:
    """Return the three-valued conjunction: false if any value is, whatever the others."""
    sure = True
    for one in values:
        if one is False:
            return False
        sure = sure and one is not None
    return True if sure else None


def combined(made: tuple[bool, Sequence[tuple[T, bool]]], value: Callable[[T], bool | None]) -> bool | None:
    """Return the three-valued result of signed parts, all of which must hold, or one; stops at the first decisive."""
    whole, parts = made
    # At least one holds unless every contrary does.
    results = (value(one) if sign is whole else contrary(value(one)) for one, sign in parts)
    return every(results) if whole else contrary(every(results))


# --------------------------------------------------------------------------------------------- conditions of programs


def atom_of(fact: syntax.Fact, scope: Scope, known: Vocabulary) -> GroundAtom | None:
    """Return the domain's atom for a fact in a program; None if it makes no sense."""
    word = fact.predicate.text
    declared = known.predicates.get(word) or known.predicate(word)
    if declared is None or len(declared.parameters) != len(fact.arguments):
        return None
    return (declared.name.text, *objects_of(fact.arguments, scope))


def objects_of(terms: Sequence[syntax.Term], scope: Scope) -> tuple[str, ...]:
    """Return the objects that some terms stand for, in lower case, because PDDL ignores case."""
    return tuple([scope.get(one.text, one.text) if one.is_variable else one.text.lower() for one in terms])


def judge_condition(condition: syntax.Condition, scope: Scope, now: Knowledge, known: Vocabulary) -> bool | None:
    """Whether a condition of a program holds; None if unknown."""
    if isinstance(condition, syntax.Fact):
        atom = atom_of(condition, scope, known)
        return None if atom is None else judge_atom(atom, now, known)
    parts = syntax.signed_parts(condition, True)
    return combined(parts, lambda one: judge_condition(one, scope, now, known))


def assume_condition(
    condition: syntax.Condition, wanted: bool, scope: Scope, now: Knowledge, known: Vocabulary
) -> Knowledge:
    """Return the known state after a condition of a program turned out to be true, or false."""
    if isinstance(condition, syntax.Fact):
        atom = atom_of(condition, scope, known)
        return now if atom is None else _assume_atom(atom, wanted, now, known)
    every_one, parts = syntax.signed_parts(condition, wanted)
    if not every_one:
        # Of alternatives, something is known only if a single one is left.
        parts = tuple([part for part in parts if judge_condition(part[0], scope, now, known) is not (not part[1])])
        parts = parts if len(parts) == 1 else ()
    for one, sign in parts:
        now = assume_condition(one, sign, scope, now, known)
    return now


def assume(
    formula: pddl.Formula | None, wanted: bool, binding: Binding, now: Knowledge, known: Vocabulary
) -> Knowledge:
    """Return the known state after a condition of the domain (a precondition, say) turned out to be true or false."""
    true: set[GroundAtom] = set()
    false: set[GroundAtom] = set()
    for literal, sign in required(formula, wanted):
        if not isinstance(literal, pddl.Atom):
            continue  # of alternatives, none is sure
        name = literal.predicate.text
        if name != EQUALS and name not in known.derived and not (known.has_problem and name in known.static):
            (true if sign else false).add(ground_atom(literal, binding))
    return told(now, true, false)


def _assume_atom(atom: GroundAtom, wanted: bool, now: Knowledge, known: Vocabulary) -> Knowledge:
    if atom[0] == EQUALS or atom[0] in known.derived:
        return now
    if known.has_problem and atom[0] in known.static:
        return now
    return told_one(now, atom, wanted)
