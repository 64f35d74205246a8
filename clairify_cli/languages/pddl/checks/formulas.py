"""Conditions and effects: every name in them, and what they need of the requirements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.features import Feature, Features
from clairify_cli.languages.pddl.checks.terms import (
    Scope,
    check_atom,
    check_function_term,
    undeclared_term,
    undeclared_type,
)
from clairify_cli.languages.pddl.checks.vocabulary import Types
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import declarations as names
from clairify_cli.languages.pddl.rules import types as rules
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    And,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
    Expression,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    Or,
    Preference,
    Quantified,
    Timed,
    TypedName,
    When,
)

V = TypeVar("V")


class Walk:
    """Goes through the formulas of one action, derived predicate or goal."""

    def __init__(self, context: Context, scope: Scope, features: Features) -> None:
        self.context = context
        self.scope = scope
        self.features = features

    def condition(self, formula: Formula) -> None:
        """A precondition, a goal, or the condition of `when`."""
        if isinstance(formula, Atom):
            if formula.predicate.text == "=":
                self._equality(formula)
            else:
                check_atom(self.context, self.scope, formula)
        elif isinstance(formula, And):
            for one in formula.operands:
                self.condition(one)
        elif isinstance(formula, Not):
            inner = formula.operand
            self.features.note(Feature.NEGATIVE, formula)
            self.condition(inner)
        elif isinstance(formula, Or):
            self.features.note(Feature.DISJUNCTIVE, formula)
            for one in formula.operands:
                self.condition(one)
        elif isinstance(formula, Imply):
            self.features.note(Feature.DISJUNCTIVE, formula)
            self.condition(formula.left)
            self.condition(formula.right)
        elif isinstance(formula, Quantified):
            universal = formula.quantifier == "forall"
            self.features.note(Feature.UNIVERSAL if universal else Feature.EXISTENTIAL, formula)
            with self._inside(formula):
                self.condition(formula.body)
        elif isinstance(formula, Comparison):
            self.features.note(Feature.NUMERIC, formula)
            self.expression(formula.left)
            self.expression(formula.right)
        elif isinstance(formula, Timed):
            self.condition(formula.operand)
        elif isinstance(formula, Preference):
            self.features.note(Feature.PREFERENCES, formula)
            self.condition(formula.operand)
        elif isinstance(formula, When):  # reported as out of place
            self.condition(formula.condition)
            self.condition(formula.effect)

    def effect(self, formula: Formula) -> None:
        """An effect, or a part of one."""
        if isinstance(formula, Atom):
            if formula.predicate.text != "=":
                self._changed(formula)
        elif isinstance(formula, Not):
            if isinstance(formula.operand, Atom):
                self._changed(formula.operand)
        elif isinstance(formula, And):
            for one in formula.operands:
                self.effect(one)
        elif isinstance(formula, When):
            self.features.note(Feature.CONDITIONAL, formula)
            self.condition(formula.condition)
            self.effect(formula.effect)
        elif isinstance(formula, Quantified):
            self.features.note(Feature.CONDITIONAL, formula)
            with self._inside(formula):
                self.effect(formula.body)
        elif isinstance(formula, Timed):
            self.effect(formula.operand)
        elif isinstance(formula, Assignment):
            self._assignment(formula)

    def _changed(self, atom: Atom) -> None:
        self.scope.effect = True
        check_atom(self.context, self.scope, atom)
        self.scope.effect = False

    def _assignment(self, formula: Assignment) -> None:
        target = formula.target
        cost = isinstance(target, FunctionTerm) and target.function.text == "total-cost"
        simple = not isinstance(formula.value, Arithmetic)
        if cost and formula.operator.text == "increase" and simple:
            self.features.note(Feature.COSTS, formula)
        else:
            self.features.note(Feature.NUMERIC, formula)
        if isinstance(target, FunctionTerm):
            self.expression(target)
        self.expression(formula.value)

    def expression(self, expression: Expression) -> None:
        """A number, a value or arithmetic of them."""
        if isinstance(expression, FunctionTerm):
            check_function_term(self.context, self.scope, expression)
        elif isinstance(expression, Arithmetic):
            for one in expression.operands:
                self.expression(one)

    def _equality(self, atom: Atom) -> None:
        self.features.note(Feature.EQUALITY, atom)
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
        """The variables of a quantifier hold in its brackets and not behind them."""
        scope = self.scope
        declared = {one.name.text: one for one in formula.variables}
        check_variables(self.context, formula.variables, f"`{formula.quantifier}`", self.features)
        for name, one in declared.items():
            if name in scope.terms and name[0] == "?":
                outer = scope.written.get(name)
                first = self.context.span(outer.name) if outer is not None else None
                at = self.context.span(one.name)
                self.context.add(names.shadowed_variable(at, one.name.written, formula.quantifier, first))
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
                self.context.add(names.unused_variable(at, said, f"`{formula.quantifier}`", multiplies=False))
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


def check_variables(
    context: Context, variables: Iterable[TypedName], where: str, features: Features, *, harmless: bool = False
) -> None:
    """A list of variables: each once, of declared types."""
    first: dict[str, TypedName] = {}
    for one in variables:
        check_types(context, one, features)
        earlier = first.setdefault(one.name.text, one)
        if earlier is not one:
            at = context.span(one.name)
            context.add(names.variable_twice(at, one.name.written, where, harmless, context.span(earlier.name)))


def check_types(context: Context, one: TypedName, features: Features) -> None:
    """The types that are written behind a name."""
    known = context.vocabulary.hierarchy.supertypes
    for name in one.types:
        if Feature.TYPING not in features.places:
            features.note(Feature.TYPING, name)
        if name.text not in known:
            undeclared_type(context, name)
