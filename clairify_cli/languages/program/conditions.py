"""Conditions out of Python's tree: predicates with `not`, `and` and `or`, and those of ProgPrompt."""

from __future__ import annotations

import ast

from clairify_cli.languages.program.arguments import fact_of, strange, term_of
from clairify_cli.languages.program.parts import Reading
from clairify_cli.languages.program.rules import structure
from clairify_cli.languages.program.syntax import And, Condition, Fact, Name, Not, Or, Term

_HANDS = frozenset(("hand", "hands", "gripper"))
_PREDICATE = 'a condition is a predicate, such as `at("table1")`, with `not`, `and`, `or`'


def condition_of(reading: Reading, node: ast.expr) -> Condition | None:
    """A condition; None where it is none, which is reported."""
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
        case ast.Compare(ops=[only], comparators=[other]) if (
            fact := _compared(reading, node, only, node.left, other)
        ) is not None:
            return fact
        case ast.Tuple(elts=[left, right]) if (fact := related(reading, left, right)) is not None:
            return fact
    if not strange(reading, node):
        reading.report(structure.condition_form(reading.span(node), reading.shown(node), _hint(node)))
    return None


def is_progprompt(condition: Condition, reading: Reading) -> bool:
    """Whether a condition is written as in ProgPrompt: its predicate stands behind its first object."""
    match condition:
        case Fact():
            return condition.start != condition.predicate.start
        case Not():
            return is_progprompt(condition.operand, reading)
        case And() | Or():
            return any(is_progprompt(one, reading) for one in condition.operands)


def _hint(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=True):
            return "a loop needs a condition that ends it; to do something a few times, write `for _ in range(3):`"
        case ast.Name():
            return f'write the predicate with its objects, `{node.id}("OBJECT", ...)`'
        case ast.Compare():
            return f"nothing is compared; {_PREDICATE}"
    return _PREDICATE


def _compared(
    reading: Reading, node: ast.expr, operator: ast.cmpop, left: ast.expr, right: ast.expr
) -> Condition | None:
    """`'apple' in 'hands'`, `'fridge' is 'opened'`; None where it is another comparison."""
    if not _is_object(reading, left) or not _is_text(right):
        return None
    one, other = term_of(reading, left), term_of(reading, right)
    if one is None or other is None:
        return None
    start, end = reading.place(node)
    between = one.end, other.start
    made: Condition
    match operator:
        case ast.In() | ast.NotIn():
            if other.text.lower() in _HANDS:
                made = Fact(Name("holding", *between), (one,), start, end)
            else:
                made = Fact(Name("in_", *between), (one, other), start, end)
        case ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq():
            made = Fact(Name(_as_name(other), other.start, other.end), (one,), start, end)
        case _:
            return None
    return Not(made, start, end) if isinstance(operator, ast.NotIn | ast.IsNot | ast.NotEq) else made


def related(reading: Reading, left: ast.expr, right: ast.expr) -> Fact | None:
    """`'close' to 'fridge'`, `'cup' on 'table'`, of which the word between was taken out; None where it is neither."""
    if not _is_text(left) or not _is_text(right):
        return None
    at = next((place for place in reading.respelt if reading.end(left) <= place < reading.start(right)), None)
    if at is None:
        return None
    one, other = term_of(reading, left), term_of(reading, right)
    if one is None or other is None:
        return None
    word = reading.respelt[at]
    start, end = reading.start(left), reading.end(right)
    if word in ("to", "by", "from"):
        return Fact(Name(f"{_as_name(one)}_{word}", one.end, other.start), (other,), start, end)
    return Fact(Name(word, at, at + len(word)), (one, other), start, end)


def _as_name(term: Term) -> str:
    """A word that stands for a predicate, as Python would write it."""
    name = "".join(each if each.isalnum() or each == "_" else "_" for each in term.text)
    return name if name.isidentifier() else f"_{name}"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_object(reading: Reading, node: ast.expr) -> bool:
    return _is_text(node) or (isinstance(node, ast.Name) and node.id in reading.scope)
