"""Convert Python's tree to statements: calls, assertions, branches and loops."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Edit, Fix, Span
from clairify_cli.languages.program.reading.arguments import call_of, fact_of, strange, term_of
from clairify_cli.languages.program.reading.comments import Comments
from clairify_cli.languages.program.reading.parts import Reading
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import (
    MOST_ROUNDS,
    And,
    Assertion,
    Call,
    Condition,
    For,
    If,
    Name,
    Not,
    Or,
    Pass,
    Statement,
    Term,
    While,
)
from clairify_cli.records import replace

MOST_DEPTH = 40
"""Nesting of blocks, and of operators in a condition; whatever walks over a program calls itself for each."""
_WITHIN = "things within each other"
_KEYWORD = re.compile(r"(?:async )?\w+")
"""The first word of a statement that is no step."""


class Block:
    """Read the statements of a function, and attach its comments to them."""

    def __init__(self, reading: Reading, comments: Comments) -> None:
        self.reading = reading
        self.comments = comments
        self.depth = 0

    def read(self, nodes: Sequence[ast.stmt]) -> tuple[Statement, ...]:
        """Return the statements of a block; anything else is reported and left out."""
        if nodes and self.depth > MOST_DEPTH:
            self.reading.report(rules.too_much(self.reading.head(nodes[0]), _WITHIN))
            return ()
        self.depth += 1
        made = tuple(one for node in nodes if (one := self._statement(node)) is not None)
        self.depth -= 1
        return made

    def _statement(self, node: ast.stmt) -> Statement | None:
        made, start = self._made(node), self.reading.start(node)
        above, aside = self.comments.of(start)
        return replace(made, start=start, comment=above, aside=aside) if made and (above or aside) else made

    def _made(self, node: ast.stmt) -> Statement | None:
        reading = self.reading
        start, end = reading.place(node)
        match node:
            case ast.Expr():
                return call_of(reading, node.value)
            case ast.Pass():
                return Pass(start=start, end=end)
            case ast.If():
                condition = condition_of(reading, node.test)
                body, orelse = self.read(node.body), self.read(node.orelse)
                return None if condition is None else If(condition, body, orelse, start=start, end=end)
            case ast.While():
                condition = condition_of(reading, node.test)
                body = self.read(node.body)
                self._no_else(node)
                return None if condition is None else While(condition, body, start=start, end=end)
            case ast.For():
                return self._for(node)
            case ast.Assert():
                condition = condition_of(reading, node.test)
                calls = self._recovery(node, node.msg) if node.msg is not None else ()
                return None if condition is None else Assertion(condition, calls, start=start, end=end)
        self._refuse(node)
        return None

    def _refuse(self, node: ast.stmt) -> None:
        reading = self.reading
        at = reading.head(node)
        match node:
            case ast.Import():
                reading.report(rules.import_(at, ", ".join(one.name for one in node.names)))
            case ast.ImportFrom():
                reading.report(rules.import_(at, node.module or ""))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                reading.report(rules.definition_within(at, f"the function `{node.name}`"))
            case ast.ClassDef():
                reading.report(rules.definition_within(at, f"the class `{node.name}`"))
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                reading.report(rules.assignment(at, "an assignment"))
            case ast.Delete() | ast.Global() | ast.Nonlocal():
                reading.report(rules.assignment(at, f"`{_keyword(reading, node)}`"))
            case _:
                reading.report(rules.no_step(at, _keyword(reading, node)))

    # ------------------------------------------------------------------------------------------------- assertions

    def _recovery(self, node: ast.Assert, message: ast.expr) -> tuple[Call, ...]:
        """Return the calls after the comma of an assertion."""
        reading = self.reading
        if isinstance(message, ast.List | ast.Tuple):
            return tuple(one for element in message.elts if (one := self._recovery_call(element)) is not None)
        if isinstance(message, ast.Constant) and isinstance(message.value, str):
            edit = Edit(self._behind(node.test), reading.end(message), "")
            fix = Fix("remove the text, which does nothing", (edit,))
            reading.report(rules.form_of_recovery(reading.span(message), reading.shown(message), fix))
            return ()
        call = self._recovery_call(message)
        return (call,) if call is not None else ()

    def _behind(self, test: ast.expr) -> int:
        """Return where a condition ends, including the brackets around it."""
        at = self.reading.end(test)
        comma = self.reading.text.find(",", at)
        return comma if comma >= 0 else at

    def _recovery_call(self, node: ast.expr) -> Call | None:
        if isinstance(node, ast.Call):
            return call_of(self.reading, node)
        if not strange(self.reading, node):
            self.reading.report(rules.form_of_recovery(self.reading.span(node), self.reading.shown(node)))
        return None

    # ------------------------------------------------------------------------------------------------------ loops

    def _no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            self.reading.report(
                rules.form_of_loop(
                    self.reading.head(node.orelse[0]), "a loop has no `else`", "write the steps behind the loop"
                )
            )

    def _for(self, node: ast.For) -> For | None:
        reading = self.reading
        start, end = reading.place(node)
        variable = self._variable(node.target)
        values, count, is_read = self._rounds(node.iter)
        outer = reading.scope.get(variable.text) if variable is not None else None
        if variable is not None and outer is not None and variable.text != "_":
            at = reading.source.span(variable.start, variable.end)
            reading.report(rules.variable_twice(at, variable.text, _span(reading, outer)))
        # The scope of a loop's variable is the loop.
        before = dict(reading.scope)
        if variable is not None and count is None:
            reading.scope[variable.text] = variable
        body = self.read(node.body)
        reading.scope = before
        self._no_else(node)
        if variable is None or not is_read:
            return None
        return For(variable, values, count, body, start=start, end=end)

    def _variable(self, target: ast.expr) -> Name | None:
        reading = self.reading
        if isinstance(target, ast.Name):
            if target.id.startswith("__"):
                reading.report(rules.reserved_name(reading.span(target), target.id))
                return None
            return reading.word(target)
        if not strange(reading, target):
            what = f"`{reading.shown(target)}` is no variable"
            reading.report(rules.form_of_loop(reading.span(target), what, "write one name behind `for`"))
        return None

    def _rounds(self, node: ast.expr) -> tuple[tuple[Term, ...], int | None, bool]:
        """Return what a loop iterates over, objects or a number of rounds, and whether it could be read."""
        reading = self.reading
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            made = [term_of(reading, one) for one in node.elts]
            values = tuple(one for one in made if one is not None)
            if not made or len(made) > MOST_ROUNDS:
                what = f"the list has {len(made)} objects, and a loop goes over 1 to {MOST_ROUNDS}"
                reading.report(rules.form_of_loop(reading.span(node), what, "name the objects"))
            return values, None, len(values) == len(made) and 0 < len(made) <= MOST_ROUNDS
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            count = node.args[0] if len(node.args) == 1 and not node.keywords else None
            if isinstance(count, ast.Constant) and type(count.value) is int and 0 < count.value <= MOST_ROUNDS:
                return (), count.value, True
            reading.report(rules.form_of_range(reading.span(node), reading.shown(node), MOST_ROUNDS))
            return (), None, False
        if not strange(reading, node):
            what = f"`{reading.shown(node)}` is no list of objects"
            hint = 'write such as `["cup1", "plate1"]` or `range(3)`'
            reading.report(rules.form_of_loop(reading.span(node), what, hint))
        return (), None, False


def _keyword(reading: Reading, node: ast.stmt) -> str:
    found = _KEYWORD.match(reading.shown(node))
    return found[0] if found is not None else reading.shown(node)


def _span(reading: Reading, name: Name) -> Span:
    return reading.source.span(name.start, name.end)


# ------------------------------------------------------------------------------------------------------- conditions


_PREDICATE = 'a condition is a predicate, such as `at("table1")`, with `not`, `and`, `or`'


def condition_of(reading: Reading, node: ast.expr, depth: int = 0) -> Condition | None:
    """Read a condition; None for anything else, which is reported."""
    if depth > MOST_DEPTH:
        reading.report(rules.too_much(reading.span(node), _WITHIN))
        return None
    start, end = reading.place(node)
    match node:
        case ast.Call():
            return fact_of(reading, node)
        case ast.UnaryOp(op=ast.Not()):
            operand = condition_of(reading, node.operand, depth + 1)
            return Not(operand, start, end) if operand is not None else None
        case ast.BoolOp():
            made = [condition_of(reading, one, depth + 1) for one in node.values]
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
