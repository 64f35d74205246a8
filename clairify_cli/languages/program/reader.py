"""Read programs with Python's own parser; only a small part of the grammar is accepted, and nothing is ever executed.

Nothing is raised: a text that is not Python, or too large for Python's parser, gives one finding. In any other text,
all errors are reported in one pass, and the correct parts are still read.
"""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, in_source_order
from clairify_cli.languages.program.printing import INDENT
from clairify_cli.languages.program.reading.comments import Comments
from clairify_cli.languages.program.reading.complaints import complaint
from clairify_cli.languages.program.reading.parts import Reading
from clairify_cli.languages.program.reading.scan import MOST_CHARACTERS, scan
from clairify_cli.languages.program.reading.statements import Block
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Name, Program

_FRAME = frozenset(("actions", "robot_actions", "action_primitives", "primitives"))
"""Modules that the prompts of ProgPrompt pretend to import actions from."""


def read(source: Source) -> tuple[Program | None, list[Diagnostic]]:
    """Return the program in a text, and all syntax errors in source order.

    There is no program if the text is not Python or has no steps. A program with errors contains the readable parts.
    """
    if (length := len(source.text)) > MOST_CHARACTERS:
        what = f"characters ({length:,}; {MOST_CHARACTERS:,} are read)"
        return None, [rules.too_much(source.span(MOST_CHARACTERS, length), what)]
    reading = Reading(source, scan(source.text))
    module = _parsed(reading, reading.seen.text)
    program = _program(reading, module) if module is not None else None
    return program, in_source_order(reading.found)


def _parsed(reading: Reading, written: str) -> ast.Module | None:
    """Parse a text with Python's parser; None if that fails, which is reported."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes give warnings, but programs are checked here
            return ast.parse(written)
    except SyntaxError as error:
        line, column = error.lineno or 1, max(0, (error.offset or 1) - 1)
        lines = written.split("\n")
        shown = lines[line - 1] if 0 < line <= len(lines) else ""
        start = reading.source.position(0)[0] and reading.offset(line, len(shown[:column].encode()))
        reading.report(complaint(reading, error.msg, start))
    except (RecursionError, MemoryError):  # raised by Python's parser for deeply nested text
        reading.report(rules.too_much(reading.source.span(0, 0), "things within each other"))
    except ValueError:
        reading.report(rules.no_python(reading.source.span(0, 0), "the text has characters that no program has", None))
    return None


def _program(reading: Reading, module: ast.Module) -> Program | None:
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    if not functions:
        return _without_function(reading, module.body)
    function = functions[0]
    for node in module.body:
        if node is not function:
            _beside(reading, node, function)
    return _function(reading, function)


def _beside(reading: Reading, node: ast.stmt, function: ast.FunctionDef) -> None:
    """Report a statement outside the function: parts of a ProgPrompt frame with a fix, anything else as an error."""
    fix = _removal(reading, node)
    head = reading.head(node)
    match node:
        case ast.ImportFrom(module=module) if module in _FRAME:
            reading.report(rules.beside_the_program(head, f"the import of `{module}`", fix))
        case ast.Import() | ast.ImportFrom():
            named = node.module if isinstance(node, ast.ImportFrom) else ", ".join(one.name for one in node.names)
            reading.report(rules.import_(head, named or ""))
        case ast.Assign(targets=[ast.Name(id="objects")], value=ast.List() | ast.Tuple()) if _is_plain(node.value):
            reading.report(rules.beside_the_program(head, "the list of objects", fix))
        case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[], keywords=[])) if name == function.name:
            reading.report(rules.beside_the_program(head, "the call of the program", fix))
        case ast.Expr(value=ast.Constant(value=str())):
            reading.report(rules.beside_the_program(head, "the text", fix))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            reading.report(rules.beside_the_function(head, f"the function `{node.name}`", reading.head(function)))
        case ast.ClassDef():
            reading.report(rules.beside_the_function(head, f"the class `{node.name}`", reading.head(function)))
        case _:
            reading.report(rules.beside_the_function(head, f"`{reading.shown(node)}`", reading.head(function)))


def _is_plain(node: ast.expr) -> bool:
    return all(isinstance(one, ast.Constant) for one in getattr(node, "elts", [node]))


def _removal(reading: Reading, node: ast.stmt) -> Fix | None:
    """Return a fix that removes the lines of a statement; None if they contain anything else."""
    written = reading.text
    start = written.rfind("\n", 0, reading.start(node)) + 1
    end = written.find("\n", reading.end(node))
    end = len(written) if end < 0 else end + 1
    around = written[start : reading.start(node)] + written[reading.end(node) : end]
    return Fix("remove it", (Edit(start, end, ""),)) if not around.strip() else None


def _without_function(reading: Reading, body: Sequence[ast.stmt]) -> Program | None:
    """Read steps outside a function, and report them with a fix that puts them into one."""
    whole = reading.source.span(0, len(reading.source.line(1)))
    other = next((node for node in body if isinstance(node, ast.AsyncFunctionDef)), None)
    if other is not None:
        reading.report(rules.form_of_function(reading.head(other), "`async`"))
        return None
    if not body:
        reading.report(rules.no_function(whole, has_steps=False, fix=None))
        return None
    fix = None
    # No fix if indenting would change a multi-line string, or if an import would end up in the function.
    if "'''" not in reading.text and '"""' not in reading.text and not any(map(_is_import, body)):
        starts = [at for at in _line_starts(reading.text) if reading.text[at : at + 1].strip()]
        edits = [Edit(at, at, INDENT) for at in starts[1:]]
        if starts:
            edits.insert(0, Edit(starts[0], starts[0], f"def task():\n{INDENT}"))
            fix = Fix("put the steps into a function", tuple(edits))
    reading.report(rules.no_function(whole, has_steps=True, fix=fix))
    comments = Comments(reading, body, 0)
    steps = Block(reading, comments).read(body)
    if not steps:
        return None
    return Program(Name("task", 0, 0), steps, trailing=tuple(comments.trailing), start=0, end=len(reading.text))


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)


def _line_starts(written: str) -> list[int]:
    return [0, *(at + 1 for at, each in enumerate(written) if each == "\n")]


def _function(reading: Reading, node: ast.FunctionDef) -> Program:
    start = reading.start(node)
    at = reading.text.index(node.name, start + 3) if node.name in reading.text[start:] else start
    name = Name(node.name, at, at + len(node.name))
    _head(reading, node, name)
    body = node.body
    doc = ""
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        doc = inspect.cleandoc(first.value.value)
        body = body[1:]
    heading = tuple(one.text for one in reading.seen.comments if one.start < start)
    comments = Comments(reading, body, start)
    steps = Block(reading, comments).read(body)
    return Program(name, steps, doc, heading, tuple(comments.trailing), start, reading.end(node))


def _head(reading: Reading, node: ast.FunctionDef, name: Name) -> None:
    """Report what the function's signature must not have: decorators, arguments, annotations, a reserved name."""
    given = node.args
    for decorator in node.decorator_list:
        reading.report(rules.form_of_function(reading.span(decorator), "decorators"))
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    arguments += [one for one in (given.vararg, given.kwarg) if one is not None]
    if arguments:
        start = reading.offset(arguments[0].lineno, arguments[0].col_offset)
        last = arguments[-1]
        end = reading.offset(last.end_lineno or last.lineno, last.end_col_offset or 0)
        reading.report(rules.form_of_function(reading.source.span(start, end), "arguments"))
    if node.returns is not None:
        arrow = reading.seen.text.rfind("->", name.end, reading.start(node.returns))
        fix = None
        if arrow >= 0 and isinstance(node.returns, ast.Constant) and node.returns.value is None:
            before = len(reading.text[:arrow].rstrip())
            fix = Fix("remove it", (Edit(before, reading.end(node.returns), ""),))
        reading.report(rules.form_of_function(reading.span(node.returns), "annotations", fix))
    if name.text.startswith("__"):
        reading.report(rules.reserved_name(reading.source.span(name.start, name.end), name.text))
