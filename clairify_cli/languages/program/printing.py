"""Print programs in the canonical form of `clairify format`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.languages.program.syntax import (
    And,
    Assertion,
    Call,
    Condition,
    Fact,
    For,
    If,
    Not,
    Or,
    Program,
    Setting,
    Statement,
    Term,
    While,
)

INDENT = "    "


def program_text(program: Program) -> str:
    """Return the whole program with its comments and a final line feed."""
    lines = [_comment(one) for one in program.heading]
    if lines and program.heading[-1].startswith("clairify:"):
        lines.append("")
    lines.append(f"def {program.name.text}():")
    if program.doc:
        lines += _doc_lines(program.doc)
    body = list(block_lines(program.body))
    lines += [INDENT + one for one in body]
    if not program.body:
        lines.append(f"{INDENT}pass")
    lines += [f"{INDENT}{_comment(one)}" for one in program.trailing]
    return "\n".join(lines) + "\n"


def block_lines(statements: tuple[Statement, ...]) -> Iterator[str]:
    """Yield the lines of a block, without indentation."""
    for one in statements:
        for comment in one.comment:
            yield _comment(comment)
        lines = statement_lines(one)
        if one.aside:
            lines[0] += f"  {_comment(one.aside)}"
        yield from lines


def statement_lines(statement: Statement, opening: str = "if") -> list[str]:
    """Return the lines of a statement without its own comments and without indentation."""
    match statement:
        case Call():
            return [call_text(statement)]
        case Assertion():
            return [_assertion(statement)]
        case If():
            return _if_lines(statement, opening)
        case For():
            return [f"for {statement.variable.text} in {_rounds(statement)}:", *_body(statement.body)]
        case While():
            return [f"while {condition_text(statement.condition)}:", *_body(statement.body)]
    return ["pass"]


def call_text(call: Call) -> str:
    """Format a call with its objects and parameters."""
    parts = [term_text(one) for one in call.arguments]
    parts += [f"{one.name.text}={setting_text(one)}" for one in call.parameters]
    return f"{call.action.text}({', '.join(parts)})"


def condition_text(condition: Condition, within: str = "") -> str:
    """Format a condition; `within` is the enclosing operator, which may require brackets."""
    match condition:
        case Fact():
            return f"{condition.predicate.text}({', '.join(term_text(one) for one in condition.arguments)})"
        case Not():
            return f"not {condition_text(condition.operand, 'not')}"
        case And():
            text = " and ".join(condition_text(one, "and") for one in condition.operands)
            return f"({text})" if within in ("not", "and") else text
        case Or():
            text = " or ".join(condition_text(one, "or") for one in condition.operands)
            return f"({text})" if within else text


def term_text(term: Term) -> str:
    """Format an object in quotes, or a variable; an unquoted object stays so, as it may be a misspelled variable."""
    return term.text if term.is_variable or term.is_bare else f'"{term.text}"'


def quoted(objects: Iterable[str]) -> str:
    """Format objects as the arguments of a call: `"apple1", "table1"`."""
    return ", ".join(['"' + one.replace("\\", "\\\\").replace('"', '\\"') + '"' for one in objects])


def with_objects(name: str, objects: Iterable[str]) -> str:
    """Format an action or predicate with objects: `take("apple1", "table1")`."""
    return f"{name}({quoted(objects)})"


def setting_text(setting: Setting) -> str:
    """Format the value of a parameter."""
    if isinstance(setting.value, str):
        return '"' + setting.value.encode("unicode_escape").decode().replace('"', '\\"') + '"'
    value = setting.value
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _assertion(statement: Assertion) -> str:
    text = f"assert {condition_text(statement.condition)}"
    if len(statement.recovery) == 1:
        return f"{text}, {call_text(statement.recovery[0])}"
    if statement.recovery:
        return f"{text}, [{', '.join(call_text(one) for one in statement.recovery)}]"
    return text


def _if_lines(statement: If, opening: str) -> list[str]:
    lines = [f"{opening} {condition_text(statement.condition)}:", *_body(statement.body)]
    match statement.orelse:
        case ():
            return lines
        case (If() as other,):
            lines += [_comment(one) for one in other.comment]
            branch = statement_lines(other, "elif")
            if other.aside:
                branch[0] += f"  {_comment(other.aside)}"
            return lines + branch
    return [*lines, "else:", *_body(statement.orelse)]


def _body(statements: tuple[Statement, ...]) -> list[str]:
    return [INDENT + line for line in block_lines(statements)] or [f"{INDENT}pass"]


def _rounds(statement: For) -> str:
    if statement.count is not None:
        return f"range({statement.count})"
    return f"[{', '.join(term_text(one) for one in statement.values)}]"


def _comment(text: str) -> str:
    return f"# {text}" if text else "#"


def _doc_lines(doc: str) -> list[str]:
    safe = "".join(one if one.isprintable() or one == "\n" else repr(one)[1:-1] for one in doc.replace("\\", "\\\\"))
    safe = safe.replace('"""', '\\"\\"\\"')
    if safe.endswith('"'):
        safe = safe[:-1] + '\\"'
    first, *rest = safe.split("\n")
    if not rest:
        return [f'{INDENT}"""{first}"""']
    return [f'{INDENT}"""{first}', *(f"{INDENT}{line}" if line else "" for line in rest), f'{INDENT}"""']
