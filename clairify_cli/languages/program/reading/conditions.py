"""Conditions out of Python's tree: predicates with `not`, `and` and `or`."""

from __future__ import annotations

import ast

from clairify_cli.languages.program.reading.arguments import fact_of, strange
from clairify_cli.languages.program.reading.parts import Reading
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import And, Condition, Not, Or

_PREDICATE = 'a condition is a predicate, such as `at("table1")`, with `not`, `and`, `or`'


def condition_of(reading: Reading, node: ast.expr) -> Condition | None:
    """A condition; None if it is none, which is reported."""
    start, end = reading.place(node)
    match node:
        case ast.Call():
            return fact_of(reading, node)
        case ast.UnaryOp(op=ast.Not()):
            operand = condition_of(reading, node.operand)
            return Not(operand, start, end) if operand is not None else None
        case ast.BoolOp():
            made = [condition_of(reading, one) for one in node.values]
            operands = tuple(one for one in made if one is not None)
            if len(operands) < len(made):
                return None
            return (And if isinstance(node.op, ast.And) else Or)(operands, start, end)
    if not strange(reading, node):
        reading.report(rules.form_of_condition(reading.span(node), reading.shown(node), _hint(node)))
    return None


def _hint(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=True):
            return "a loop needs a condition that ends it; to do something a few times, write `for _ in range(3):`"
        case ast.Name():
            return f'write the predicate with its objects, `{node.id}("OBJECT", ...)`'
        case ast.Compare():
            return f"nothing is compared; {_PREDICATE}"
    return _PREDICATE
