"""Convert calls, with their objects and parameters, from Python's tree."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from clairify_cli.languages.program.reading.parts import Reading
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Call, Fact, Name, Setting, Term

_OBJECT = re.compile(r"[^\s'\"\\()\[\]{},;#]+(?: [^\s'\"\\()\[\]{},;#]+)*")
"""Valid object names: words without characters that end a name in PDDL or Python."""

_LONGEST = 200
_LARGEST = 1e308
_WITH_HYPHENS = re.compile(r"[A-Za-z_]\w*(?:-\w+)+")
_QUOTED = 'write an object in quotes, such as `"apple1"`, or the variable of a `for` around it'

_COMPUTED: dict[type[ast.expr], str] = {
    ast.Lambda: "a `lambda`",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a formatted string",
    ast.BinOp: "arithmetic",
    ast.IfExp: "a conditional expression",
    ast.Await: "`await`",
    ast.Yield: "`yield`",
    ast.YieldFrom: "`yield`",
}


def strange(reading: Reading, node: ast.expr) -> bool:
    """Report a construct that is never allowed in a program; return whether the node is one."""
    match node:
        case ast.Attribute() | ast.Subscript() if (found := _reserved(node)) is not None:
            reading.report(rules.reserved_name(reading.span(found), found.id))
        case ast.Attribute():
            reading.report(rules.attribute(reading.span(node), reading.shown(node)))
        case ast.Subscript():
            reading.report(rules.subscript(reading.span(node), reading.shown(node)))
        case ast.Starred():
            reading.report(rules.star(reading.span(node), reading.shown(node)))
        case ast.NamedExpr():
            reading.report(rules.assignment(reading.span(node), f"`{reading.shown(node)}`"))
        case _:
            what = _COMPUTED.get(type(node))
            if what is None:
                return False
            reading.report(rules.computed(reading.span(node), what))
    return True


def _reserved(node: ast.expr) -> ast.Name | None:
    """Return the first name reserved by Python (`__...`) in a chain of attributes and subscripts."""
    named = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id.startswith("__"))
    return next(named, None)


def name_of(reading: Reading, node: ast.expr) -> Name | None:
    """Return the name that is called; None for anything else, which is reported."""
    if isinstance(node, ast.Name):
        name = reading.word(node)
        if name.text.startswith("__"):
            reading.report(rules.reserved_name(reading.span(node), name.text))
            return None
        return name
    if not strange(reading, node):
        reading.report(rules.no_call(reading.span(node), reading.shown(node), "call an action by its name"))
    return None


def call_of(reading: Reading, node: ast.expr) -> Call | None:
    """Read a call of an action with its arguments and parameters; None for anything else, which is reported."""
    if not isinstance(node, ast.Call):
        if not strange(reading, node):
            hint = "a comment begins with `#`"
            if isinstance(node, ast.Name):
                hint = f'write `{node.id}("OBJECT", ...)`'
            if isinstance(node, ast.Constant) and node.value is ...:
                hint = "write the steps that are left out, or `pass`"
            reading.report(rules.no_call(reading.span(node), reading.shown(node), hint))
        return None
    name = name_of(reading, node.func)
    arguments = terms_of(reading, node.args)
    settings = _keywords(reading, node.keywords) if node.keywords else ()
    if name is None or arguments is None:
        return None
    start, end = reading.place(node)
    return Call(name, arguments, settings, start=start, end=end)


def fact_of(reading: Reading, node: ast.Call) -> Fact | None:
    """Read a predicate with its arguments; None if a part is wrong, which is reported."""
    name = name_of(reading, node.func)
    arguments = terms_of(reading, node.args)
    for keyword in node.keywords:
        hint = "write the objects in the order of the predicate"
        reading.report(rules.form_of_parameter(reading.span(keyword), "a predicate has no parameters", hint))
    if name is None or arguments is None or node.keywords:
        return None
    return Fact(name, arguments, *reading.place(node))


def terms_of(reading: Reading, nodes: list[ast.expr]) -> tuple[Term, ...] | None:
    """Read the arguments of a call; None if one of them is not a valid argument."""
    terms = [one for node in nodes if (one := term_of(reading, node)) is not None]
    return tuple(terms) if len(terms) == len(nodes) else None


def term_of(reading: Reading, node: ast.expr) -> Term | None:
    """Read an object or a variable; None for anything else, which is reported."""
    start, end = reading.place(node)
    match node:
        case ast.Constant(value=str() as written):
            if is_object_name(written):
                return Term(written, start, end)
            reading.report(rules.form_of_argument(reading.span(node), reading.shown(node), "it is no name"))
            return None
        case ast.Name():
            return Term(node.id, start, end, node.id in reading.scope, node.id not in reading.scope)
        # Python parses a name with hyphens as a subtraction.
        case ast.BinOp() if (bare := _bare(reading, node)) is not None:
            return Term(bare, start, end, is_bare=True)
        case ast.List(elts=[only]) | ast.Tuple(elts=[only]) if isinstance(only, ast.Constant) and isinstance(
            only.value, str
        ):
            written = reading.text[reading.start(only) : reading.end(only)]
            fix = reading.replacement(node, written, "take the brackets out")
            reading.report(rules.form_of_argument(reading.span(node), reading.shown(node), _QUOTED, fix))
            return term_of(reading, only)
    if not strange(reading, node):
        reading.report(rules.form_of_argument(reading.span(node), reading.shown(node), _QUOTED))
    return None


@lru_cache(maxsize=4096)
def is_object_name(written: str) -> bool:
    """Whether a text is a valid object name."""
    return len(written) <= _LONGEST and written.isprintable() and _OBJECT.fullmatch(written) is not None


def _bare(reading: Reading, node: ast.BinOp) -> str | None:
    """Return an unquoted object name with hyphens, such as `counter-top1`; None for a real subtraction."""
    written = reading.text[reading.start(node) : reading.end(node)]
    return written if _WITH_HYPHENS.fullmatch(written) else None


# ---------------------------------------------------------------------------------------------------- parameters


def _keywords(reading: Reading, keywords: list[ast.keyword]) -> tuple[Setting, ...]:
    settings: dict[str, Setting] = {}
    seen: set[str] = set()
    for keyword in keywords:
        if keyword.arg is None:
            reading.report(rules.star(reading.span(keyword), reading.shown(keyword)))
        elif keyword.arg in seen:
            what = f"the parameter `{keyword.arg}` occurs twice"
            reading.report(rules.form_of_parameter(reading.span(keyword), what, "leave one of them out"))
        elif (made := _setting(reading, keyword)) is not None:
            settings[keyword.arg] = made
        seen.add(keyword.arg or "")
    return tuple(settings.values())


def _setting(reading: Reading, keyword: ast.keyword) -> Setting | None:
    start = reading.start(keyword)
    assert keyword.arg is not None
    name = Name(keyword.arg, start, start + len(keyword.arg))
    value = keyword.value
    sign = 1
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub | ast.UAdd):
        sign = -1 if isinstance(value.op, ast.USub) else 1
        value = value.operand
    if isinstance(value, ast.Constant):
        if isinstance(value.value, int | float) and not isinstance(value.value, bool):
            return Setting(
                name, sign * float(min(value.value, _LARGEST)), reading.start(keyword.value), reading.end(keyword.value)
            )
        if isinstance(value.value, str) and sign == 1:
            return Setting(name, value.value, reading.start(keyword.value), reading.end(keyword.value))
    if not strange(reading, value):
        shown = f"`{reading.shown(keyword.value)}` is no value of a parameter"
        hint = "write a number, or a text in quotes"
        reading.report(rules.form_of_parameter(reading.span(keyword.value), shown, hint))
    return None
