"""Check the names in conditions and effects, and the scopes of their variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from clairify_cli.diagnostics.model import Severity
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.terms import (
    Scope,
    check_atom,
    check_function_term,
    undeclared_term,
    undeclared_type,
)
from clairify_cli.languages.pddl.checks.vocabulary import Types
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    And,
    Assignment,
    Atom,
    Expression,
    Formula,
    FunctionTerm,
    Quantified,
    Timed,
    TypedName,
    When,
)
from clairify_cli.languages.pddl.walk import everything_in, literal_of, parts

V = TypeVar("V")


def note_names(formula: Formula | Expression | None, used: dict[str, set[str]]) -> None:
    """Add the predicates and functions in a formula or expression to the used names."""
    for one in everything_in(formula):
        if isinstance(one, Atom):
            used["predicate"].add(one.predicate.text)
        elif isinstance(one, FunctionTerm):
            used["function"].add(one.function.text)


class Walk:
    """Check the formulas of one action, derived predicate or goal."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self.context = context
        self.scope = scope

    def condition(self, formula: Formula | Expression) -> None:
        """Check a precondition, a goal, the condition of `when`, or an expression in one of these."""
        if isinstance(formula, Atom):
            if formula.predicate.text == "=":
                self._equality(formula)
            else:
                check_atom(self.context, self.scope, formula)
        elif isinstance(formula, FunctionTerm):
            check_function_term(self.context, self.scope, formula)
        elif isinstance(formula, Quantified):
            with self._inside(formula):
                self.condition(formula.body)
        elif isinstance(formula, Assignment):  # reported as out of place
            note_names(formula, self.context.used)
        else:
            for one in parts(formula):
                self.condition(one)

    def effect(self, formula: Formula | Expression) -> None:
        """Check an effect, or a part of one."""
        if isinstance(formula, And | Timed):
            for one in parts(formula):
                self.effect(one)
        elif (literal := literal_of(formula)) is not None:
            atom, positive = literal
            if atom.predicate.text != "=" or not positive:
                self.scope.effect = True
                check_atom(self.context, self.scope, atom)
                self.scope.effect = False
        elif isinstance(formula, When):
            self.condition(formula.condition)
            self.effect(formula.effect)
        elif isinstance(formula, Quantified):
            with self._inside(formula):
                self.effect(formula.body)
        elif isinstance(formula, Assignment):
            for one in parts(formula):
                self.condition(one)
        else:  # reported as out of place
            note_names(formula, self.context.used)

    def _equality(self, atom: Atom) -> None:
        given: list[Types] = []
        for argument in atom.arguments:
            types = self.scope.terms.get(argument.text)
            if types is None:
                undeclared_term(self.context, self.scope, argument, (OBJECT,))
            else:
                given.append(types)
            self.scope.used.add(argument.text)
        if len(given) == 2:
            one, other = atom.arguments
            vocabulary = self.context.vocabulary
            known = all(vocabulary.knows_type(name) for types in given for name in types)
            if known and vocabulary.has_lattice and not self.context.vocabulary.hierarchy.may_fit(*given):
                self.context.add(rules.never_equal(self.context.span(atom), one.written, other.written))

    @contextmanager
    def _inside(self, formula: Quantified) -> Iterator[None]:
        """Add the variables of a quantifier to the scope, and restore the scope after its brackets."""
        scope = self.scope
        declared = {one.name.text: one for one in formula.variables}
        check_variables(self.context, formula.variables, f"`{formula.quantifier}`")
        for name, one in declared.items():
            if name in scope.terms and name[0] == "?":
                outer = scope.written.get(name)
                first = self.context.span(outer.name) if outer is not None else None
                at = self.context.span(one.name)
                self.context.add(rules.shadowed_variable(at, one.name.written, formula.quantifier, first))
        hidden = {name: (scope.terms.get(name), scope.written.get(name), name in scope.used) for name in declared}
        for name, one in declared.items():
            scope.terms[name] = type_names(one.types)
            scope.written[name] = one
            scope.used.discard(name)
        yield
        for name, (types, written, used) in hidden.items():
            if name not in scope.used:
                at = self.context.span(declared[name].name)
                said = declared[name].name.written
                self.context.add(rules.unused_variable(at, said, f"`{formula.quantifier}`", multiplies=False))
            if not used:
                scope.used.discard(name)
            else:
                scope.used.add(name)
            _restore(scope.terms, name, types)
            _restore(scope.written, name, written)


def _restore(table: dict[str, V], name: str, value: V | None) -> None:
    if value is None:
        del table[name]
    else:
        table[name] = value


def check_variables(context: Context, variables: Iterable[TypedName], where: str, *, harmless: bool = False) -> None:
    """Check that each variable in a list occurs once and has declared types."""
    first: dict[str, TypedName] = {}
    for one in variables:
        check_types(context, one)
        earlier = first.setdefault(one.name.text, one)
        if earlier is not one:
            at, severity = context.span(one.name), Severity.WARNING if harmless else None
            context.add(rules.variable_twice(at, one.name.written, where, severity, context.span(earlier.name)))


def check_types(context: Context, one: TypedName) -> None:
    """Check that the types written after a name are declared."""
    known = context.vocabulary.hierarchy.supertypes
    for name in one.types:
        if name.text not in known:
            undeclared_type(context, name)
