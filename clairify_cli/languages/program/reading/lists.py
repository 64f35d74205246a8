"""Plans as lists, as Action Contextualization publishes them, with the slips that models make in them.

    task_plan = [(1, 'pick', ('apple',)), (2, 'place', ('apple', 'bowl'))]
    evaluation_plan = [(1, {'can_reach': ('apple',), 'holding': ('apple',)}, (True, True)), (2, {'timeout': ()}, True)]

Numbers may be repeated, expected results be more or fewer than the checks, every check have a dictionary of its own,
a single argument lack the comma that makes it a tuple, and names have hyphens, as in PDDL.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clairify_cli.diagnostics.model import Edit, Fix, Severity
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.reading.arguments import SPILLED, strange, terms_of
from clairify_cli.languages.program.reading.parts import Reading
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Call, Expectation, Name, Program, Setting, Term

_TASK = "task_plan"
_EVALUATION = "evaluation_plan"
_STEP = "(1, 'ACTION', ('OBJECT',))"
_CHECK = "(1, {'CHECK': ('OBJECT',)}, True)"
_NAME = re.compile(r"[^\W\d]\w*(?:[- ]\w+)*")
_BETWEEN = re.compile(r"[- ]")


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of `task_plan`: its number as it is written, and the call."""

    number: str
    node: ast.expr
    call: Call


def is_plan_list(node: ast.stmt) -> bool:
    """Whether a statement is one of the two lists."""
    return _list_named(node) is not None


def _list_named(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.List | ast.Tuple):
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in (_TASK, _EVALUATION):
            return target.id
    return None


def program_of_lists(reading: Reading, body: Sequence[ast.stmt]) -> Program | None:
    """The program that the two lists say; None if there is no `task_plan`."""
    lists: dict[str, ast.stmt] = {}
    for node in body:
        name = _list_named(node)
        if name is None or lists.setdefault(name, node) is not node:
            reading.report(rules.beside_the_function(reading.head(node), f"`{reading.shown(node)}`", None))
    task = lists.get(_TASK)
    first = next(iter(lists.values()))
    before = len(reading.found)
    entries = list(_entries(reading, _elements(task))) if task is not None else []
    if task is None or not entries:
        if len(reading.found) == before:
            reading.report(rules.no_function(reading.head(first), has_steps=False, fix=None))
        return None
    _check_numbers(reading, entries)
    calls = [one.call for one in entries]
    if _EVALUATION in lists:
        _evaluate(reading, entries, calls, _elements(lists[_EVALUATION]))
    calls, trailing = _with_comments(reading, calls)
    start, end = reading.start(body[0]), reading.end(body[-1])
    program = Program(Name("task", 0, 0), tuple(calls), trailing=trailing, start=start, end=end)
    fix = None
    if not any(one.is_error for one in reading.found[before:]) and len(body) == len(lists):
        written = reading.text
        first_at = 0 if not written[:start].strip() or reading.seen.comments_in(0, start) else start
        edit = Edit(first_at, len(written), program_text(program))
        fix = Fix("write it as a program", (edit,))
    reading.report(rules.plan_as_list(reading.head(task), fix))
    return program


def _elements(node: ast.stmt) -> list[ast.expr]:
    assert isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.Tuple)
    return node.value.elts


# ------------------------------------------------------------------------------------------------------- actions


def _entries(reading: Reading, elements: Sequence[ast.expr]) -> Iterator[_Entry]:
    for node in elements:
        made = _entry(reading, node)
        if made is not None:
            yield made


def _entry(reading: Reading, node: ast.expr) -> _Entry | None:
    """`(1, 'pick', ('apple',))`, optionally followed by a dictionary of parameters."""
    if isinstance(node, ast.List | ast.Tuple):
        parts = list(node.elts)
        number = _number(parts[0]) if parts else None
        if number is not None:
            parts = parts[1:]
        name = _text(parts[0]) if parts else None
        name = _spelt(name) if name is not None else None
        if name is not None:
            settings = _settings(reading, parts.pop()) if len(parts) > 1 and isinstance(parts[-1], ast.Dict) else ()
            terms = _arguments(reading, parts[1:])
            if terms is None:
                return None
            start, end = reading.start(parts[0]), reading.end(parts[0])
            call = Call(Name(name, start, end), terms, settings, (), reading.start(node), reading.end(node))
            return _Entry(number or "", node, call)
    if not strange(reading, node):
        reading.report(rules.list_entry(reading.span(node), reading.shown(node), _STEP))
    return None


def _arguments(reading: Reading, nodes: Sequence[ast.expr]) -> tuple[Term, ...] | None:
    """The objects behind an action or a check: a tuple, or what should have been one."""
    flat: list[ast.expr] = []
    for node in nodes:
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            flat += node.elts
        elif not (isinstance(node, ast.Constant) and node.value is None):
            flat.append(node)
    return terms_of(reading, flat)


def _settings(reading: Reading, node: ast.expr) -> tuple[Setting, ...]:
    """`{'speed': 0.3}`."""
    made = []
    assert isinstance(node, ast.Dict)
    for key, value in zip(node.keys, node.values, strict=True):
        name = _text(key) if key is not None else None
        plain = value.value if isinstance(value, ast.Constant) else None
        if key is None or name is None or isinstance(plain, bool) or not isinstance(plain, int | float | str):
            reading.report(rules.list_entry(reading.span(node), reading.shown(node), "{'speed': 0.3}"))
            continue
        word = Name(name, reading.start(key), reading.end(key))
        setting = plain if isinstance(plain, str) else float(plain)
        made.append(Setting(word, setting, reading.start(value), reading.end(value)))
    return tuple(made)


def _check_numbers(reading: Reading, entries: Sequence[_Entry]) -> None:
    """Report numbers that do not number the actions consecutively from 0 or 1."""
    first = 0 if entries[0].number == "0" else 1
    seen: dict[str, ast.expr] = {}
    for due, one in enumerate(entries, first):
        if one.number != str(due):
            before = seen.get(one.number)
            shown = one.number or "(none)"
            at = reading.span(one.node)
            reading.report(rules.list_number(at, shown, due, reading.span(before) if before is not None else None))
            seen.setdefault(one.number, one.node)
            return
        seen[one.number] = one.node


# -------------------------------------------------------------------------------------------------------- checks


def _evaluate(reading: Reading, entries: Sequence[_Entry], calls: list[Call], elements: Sequence[ast.expr]) -> None:
    """Give every call the checks that `evaluation_plan` has for its number."""
    places: dict[str, list[int]] = {}
    for at, one in enumerate(entries):
        places.setdefault(one.number, []).append(at)
    numbers = [
        _number(node.elts[0]) if isinstance(node, ast.List | ast.Tuple) and node.elts else None for node in elements
    ]
    in_step = numbers == [one.number for one in entries]
    for at, (node, number) in enumerate(zip(elements, numbers, strict=True)):
        checks = _checks(reading, node) if number is not None else None
        if checks is None:
            if not strange(reading, node):
                reading.report(rules.list_entry(reading.span(node), reading.shown(node), _CHECK))
            continue
        of = [at] if in_step else places.get(number or "", [])
        if len(of) == 1:
            calls[of[0]] = replace(calls[of[0]], checks=calls[of[0]].checks + checks)
        else:
            why = "several actions have" if of else "no action has"
            reading.report(rules.check_of_no_action(reading.span(node), number or "", why))


def _checks(reading: Reading, node: ast.expr) -> tuple[Expectation, ...] | None:
    """`(1, {'can_reach': ('apple',)}, True)`: all dictionaries, and what is expected of their checks."""
    assert isinstance(node, ast.List | ast.Tuple)
    tables = [one for one in node.elts[1:] if isinstance(one, ast.Dict)]
    results = [one for one in node.elts[1:] if not isinstance(one, ast.Dict)]
    named = [(key, value) for table in tables for key, value in zip(table.keys, table.values, strict=True)]
    expected = _expected(results)
    if not named or expected is None:
        return None
    if len(expected) != len(named):
        clear = len(set(expected)) <= 1
        at = reading.span(results[0]) if results else reading.span(node)
        if not (clear and len(expected) == 1 and not isinstance(results[0], ast.Tuple | ast.List)):
            reading.report(rules.expected_length(at, len(expected), len(named), None if clear else Severity.ERROR))
        expected = [expected[0] if expected else True] * len(named)
    made = []
    for (key, value), result in zip(named, expected, strict=True):
        name = _text(key) if key is not None else None
        terms = _arguments(reading, [value])
        name = _spelt(name) if name is not None else None
        if key is None or name is None or terms is None:
            return None
        word = Name(name, reading.start(key), reading.end(key))
        if name == SPILLED and not result:
            reading.report(rules.not_spilled(reading.span(key), None))
        made.append(Expectation(word, terms, result or name == SPILLED, reading.start(key), reading.end(value)))
    return tuple(made)


def _expected(nodes: Sequence[ast.expr]) -> list[bool] | None:
    """The results that are expected; None where something else stands there."""
    found: list[bool] = []
    for node in nodes:
        for one in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
            value = one.value if isinstance(one, ast.Constant) else None
            if value in ("True", "False"):
                value = value == "True"
            if not isinstance(value, bool):
                return None
            found.append(value)
    return found


def _number(node: ast.expr) -> str | None:
    """The number of an entry as it is written; None if there is none."""
    if isinstance(node, ast.Constant):
        if type(node.value) is int:
            return str(node.value)
        if isinstance(node.value, str) and node.value.isdecimal():
            return node.value
    return None


def _spelt(name: str) -> str | None:
    """The name of an action or a check as a program has it; None if it is none.

    Names of PDDL have hyphens, and some write the words apart.
    """
    return _BETWEEN.sub("_", name) + ("_" if keyword.iskeyword(name) else "") if _NAME.fullmatch(name) else None


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _with_comments(reading: Reading, calls: Sequence[Call]) -> tuple[list[Call], tuple[str, ...]]:
    """The calls with the comments above and after them, and the comments after the last call."""
    above: dict[int, tuple[str, ...]] = {}
    asides: dict[int, str] = {}
    trailing: list[str] = []
    for comment in reading.seen.comments:
        line = reading.text.rfind("\n", 0, comment.start) + 1
        beside = [at for at, one in enumerate(calls) if line <= one.start and one.end <= comment.start]
        after = next((at for at, one in enumerate(calls) if one.start > comment.start), None)
        if beside and not comment.alone:
            asides[beside[-1]] = comment.text
        elif after is not None:
            above[after] = (*above.get(after, ()), comment.text)
        else:
            trailing.append(comment.text)
    made = [replace(one, comment=above.get(at, ()), aside=asides.get(at, "")) for at, one in enumerate(calls)]
    return made, tuple(trailing)
