"""Statements out of Python's tree: calls, assertions, branches and loops."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Span
from clairify_cli.diagnostics.registry import Rule
from clairify_cli.languages.program.arguments import call_of, strange, term_of
from clairify_cli.languages.program.comments import Comments
from clairify_cli.languages.program.conditions import condition_of, is_progprompt, related
from clairify_cli.languages.program.parts import Reading
from clairify_cli.languages.program.printing import statement_lines
from clairify_cli.languages.program.rules import spelling, structure, text
from clairify_cli.languages.program.syntax import (
    MOST_ROUNDS,
    Assertion,
    Call,
    Condition,
    For,
    If,
    Name,
    Pass,
    Statement,
    Term,
    While,
)

_NO_STEPS: dict[type[ast.stmt], str] = {
    ast.Return: "return",
    ast.Break: "break",
    ast.Continue: "continue",
    ast.Raise: "raise",
    ast.With: "with",
    ast.AsyncWith: "async with",
    ast.AsyncFor: "async for",
    ast.Match: "match",
}
_ASSIGNMENTS: dict[type[ast.stmt], str] = {
    ast.Assign: "an assignment",
    ast.AugAssign: "an assignment",
    ast.AnnAssign: "an assignment",
    ast.Delete: "`del`",
    ast.Global: "`global`",
    ast.Nonlocal: "`nonlocal`",
}


class Block:
    """Reads the statements of a function, whose comments are known."""

    def __init__(self, reading: Reading, comments: Comments) -> None:
        self.reading = reading
        self.comments = comments

    def read(self, nodes: Sequence[ast.stmt]) -> tuple[Statement, ...]:
        """The statements of a block; what is none is reported and left out."""
        made: list[Statement] = []
        at = 0
        while at < len(nodes):
            node = nodes[at]
            at += 1
            if isinstance(node, ast.Assert):
                recoveries = []
                while at < len(nodes) and self._is_recovery(nodes[at]):
                    recoveries.append(nodes[at])
                    at += 1
                one: Statement | None = self._assertion(node, recoveries)
            else:
                one = self._statement(node)
            if one is not None:
                made.append(one)
        return tuple(made)

    def _statement(self, node: ast.stmt) -> Statement | None:
        reading = self.reading
        start, end = reading.place(node)
        above, aside = self.comments.of(start)
        match node:
            case ast.Expr():
                return call_of(reading, node.value, above, aside, start if above or aside else None)
            case ast.Pass():
                return Pass(start, end, above, aside)
            case ast.If():
                condition = condition_of(reading, node.test)
                body, orelse = self.read(node.body), self.read(node.orelse)
                return If(condition, body, orelse, start, end, above, aside) if condition is not None else None
            case ast.While():
                condition = condition_of(reading, node.test)
                body = self.read(node.body)
                self._no_else(node)
                return While(condition, body, start, end, above, aside) if condition is not None else None
            case ast.For():
                return self._for(node, above, aside)
            case ast.Try():
                return self._try(node)
        self._refuse(node)
        return None

    def _refuse(self, node: ast.stmt) -> None:
        reading = self.reading
        at = reading.head(node)
        match node:
            case ast.Import():
                reading.report(text.imports(at, ", ".join(one.name for one in node.names)))
            case ast.ImportFrom():
                reading.report(text.imports(at, node.module or ""))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                reading.report(text.definition_within(at, f"the function `{node.name}`"))
            case ast.ClassDef():
                reading.report(text.definition_within(at, f"the class `{node.name}`"))
            case _ if type(node) in _ASSIGNMENTS:
                reading.report(text.assignment(at, _ASSIGNMENTS[type(node)]))
            case _:
                word = _NO_STEPS.get(type(node)) or reading.shown(node).split(" ", 1)[0]
                reading.report(text.no_step(at, word))

    # ------------------------------------------------------------------------------------------------- assertions

    def _is_recovery(self, node: ast.stmt) -> bool:
        """Whether it is an `else:` of ProgPrompt."""
        return isinstance(node, ast.If) and self.reading.respelt.get(self.reading.start(node)) == "else"

    def _assertion(self, node: ast.Assert, recoveries: Sequence[ast.stmt]) -> Assertion | None:
        reading = self.reading
        test, message = node.test, node.msg
        in_brackets = message is None and _is_pair(test) and not recoveries
        if in_brackets and isinstance(test, ast.Tuple):
            test, message = test.elts
        condition: Condition | None = related(reading, test, message) if message is not None else None
        if condition is not None:
            message = None  # it was the second half of `'cup' on 'table'`
        else:
            condition = condition_of(reading, test)
        calls = self._recovery(node, message) if message is not None else ()
        for one in recoveries:
            assert isinstance(one, ast.If)
            calls += self._calls(one.body)
        start = reading.start(node)
        end = reading.end(recoveries[-1]) if recoveries else reading.end(node)
        if condition is None:
            return None
        made = Assertion(condition, calls, start, end, *self.comments.of(start))
        if recoveries or is_progprompt(condition, reading):
            self._respelt(made, spelling.progprompt)
        elif in_brackets:
            self._respelt(made, spelling.in_brackets)
        return made

    def _recovery(self, node: ast.Assert, message: ast.expr) -> tuple[Call, ...]:
        """The calls behind the comma."""
        reading = self.reading
        if isinstance(message, ast.List | ast.Tuple):
            return tuple(one for element in message.elts if (one := self._recovery_call(element)) is not None)
        if isinstance(message, ast.Constant) and isinstance(message.value, str):
            edit = Edit(self._behind(node.test), reading.end(message), "")
            fix = Fix("remove the text, which does nothing", (edit,))
            reading.report(structure.recovery_form(reading.span(message), reading.shown(message), fix))
            return ()
        call = self._recovery_call(message)
        return (call,) if call is not None else ()

    def _behind(self, test: ast.expr) -> int:
        """Where a condition ends, with the brackets around it."""
        at = self.reading.end(test)
        comma = self.reading.text.find(",", at)
        return comma if comma >= 0 else at

    def _recovery_call(self, node: ast.expr) -> Call | None:
        if isinstance(node, ast.Call):
            return call_of(self.reading, node)
        if not strange(self.reading, node):
            self.reading.report(structure.recovery_form(self.reading.span(node), self.reading.shown(node)))
        return None

    def _calls(self, nodes: Sequence[ast.stmt]) -> tuple[Call, ...]:
        """The calls of a block that is a recovery."""
        found = []
        for node in nodes:
            if isinstance(node, ast.Expr):
                call = self._recovery_call(node.value)
                if call is not None:
                    found.append(call)
            elif not isinstance(node, ast.Pass):
                self.reading.report(structure.recovery_form(self.reading.head(node), self.reading.shown(node)))
        return tuple(found)

    def _try(self, node: ast.Try) -> Assertion | None:
        reading = self.reading
        handler = node.handlers[0] if len(node.handlers) == 1 else None
        caught = handler.type if handler is not None else None
        only = node.body[0] if len(node.body) == 1 else None
        fault = ""
        if not isinstance(only, ast.Assert) or only.msg is not None:
            fault = "`try` is for one `assert` alone, without a recovery of its own"
        elif handler is None or node.orelse or node.finalbody:
            fault = "`try` has one `except`, and neither `else` nor `finally`"
        elif caught is not None and not (isinstance(caught, ast.Name) and caught.id == "AssertionError"):
            fault = f"`except {reading.shown(caught)}` is not about an assertion that does not hold"
        elif handler.name is not None:
            fault = f"`as {handler.name}` has no place in a program"
        if fault or handler is None or not isinstance(only, ast.Assert):
            reading.report(structure.try_form(reading.head(node), fault))
            for block in (node.body, *(one.body for one in node.handlers), node.orelse, node.finalbody):
                self.read(block)
            return None
        condition = condition_of(reading, only.test)
        recovery = self._calls(handler.body)
        if condition is None:
            return None
        start = reading.start(node)
        above, aside = self.comments.of(start)
        made = Assertion(condition, recovery, start, reading.end(node), above, aside)
        self._respelt(made, spelling.tried)
        return made

    def _respelt(self, made: Assertion, rule: Rule[[Fix | None]]) -> None:
        """Report a spelling that is not ours, with the fix that makes it ours; comments within are not lost."""
        reading = self.reading
        fix = None
        if not reading.seen.comments_in(made.start, made.end):
            bare = Assertion(made.condition, made.recovery, made.start, made.end)
            edit = Edit(made.start, made.end, "\n".join(statement_lines(bare)))
            fix = Fix("write it as an assertion", (edit,))
        line_end = reading.text.find("\n", made.start)
        end = made.end if line_end < 0 else min(made.end, line_end)
        finding: Diagnostic = rule(reading.source.span(made.start, end), fix)
        reading.report(finding)

    # ------------------------------------------------------------------------------------------------------ loops

    def _no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            self.reading.report(
                structure.loop_form(
                    self.reading.head(node.orelse[0]), "a loop has no `else`", "write the steps behind the loop"
                )
            )

    def _for(self, node: ast.For, above: tuple[str, ...], aside: str) -> For | None:
        reading = self.reading
        start, end = reading.place(node)
        variable = self._variable(node.target)
        values, count, is_read = self._rounds(node.iter)
        outer = reading.scope.get(variable.text) if variable is not None else None
        if variable is not None and outer is not None and variable.text != "_":
            at = reading.source.span(variable.start, variable.end)
            reading.report(structure.variable_twice(at, variable.text, _span(reading, outer)))
        before = dict(reading.scope)
        if variable is not None and count is None:
            reading.scope[variable.text] = variable
        body = self.read(node.body)
        reading.scope = before
        self._no_else(node)
        if variable is None or not is_read:
            return None
        return For(variable, values, count, body, start, end, above, aside)

    def _variable(self, target: ast.expr) -> Name | None:
        reading = self.reading
        if isinstance(target, ast.Name):
            if target.id.startswith("__"):
                reading.report(text.reserved(reading.span(target), target.id))
                return None
            return reading.word(target)
        if not strange(reading, target):
            what = f"`{reading.shown(target)}` is no variable"
            reading.report(structure.loop_form(reading.span(target), what, "write one name behind `for`"))
        return None

    def _rounds(self, node: ast.expr) -> tuple[tuple[Term, ...], int | None, bool]:
        """What a loop goes over: objects, or so many rounds; and whether that could be read."""
        reading = self.reading
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            made = [term_of(reading, one) for one in node.elts]
            values = tuple(one for one in made if one is not None)
            if not made or len(made) > MOST_ROUNDS:
                what = f"the list has {len(made)} objects, and a loop goes over 1 to {MOST_ROUNDS}"
                reading.report(structure.loop_form(reading.span(node), what, "name the objects"))
            return values, None, len(values) == len(made) and 0 < len(made) <= MOST_ROUNDS
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            count = node.args[0] if len(node.args) == 1 and not node.keywords else None
            if isinstance(count, ast.Constant) and type(count.value) is int and 0 < count.value <= MOST_ROUNDS:
                return (), count.value, True
            reading.report(structure.range_form(reading.span(node), reading.shown(node), MOST_ROUNDS))
            return (), None, False
        if not strange(reading, node):
            what = f"`{reading.shown(node)}` is no list of objects"
            hint = 'write such as `["cup1", "plate1"]` or `range(3)`'
            reading.report(structure.loop_form(reading.span(node), what, hint))
        return (), None, False


def _is_pair(test: ast.expr) -> bool:
    """Whether it is a condition and a recovery in brackets: a pair of calls, the second perhaps a list."""
    return (
        isinstance(test, ast.Tuple)
        and len(test.elts) == 2
        and isinstance(test.elts[1], ast.Call | ast.List)
        and not isinstance(test.elts[0], ast.Constant)
    )


def _span(reading: Reading, name: Name) -> Span:
    return reading.source.span(name.start, name.end)
