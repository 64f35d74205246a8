"""Read numbers, function terms and arithmetic, as in comparisons, assignments and metrics."""

from __future__ import annotations

from clairify_cli.languages.pddl.reading.expressions import Group, Item
from clairify_cli.languages.pddl.reading.parts import NUMBER, Reading
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Arithmetic, Broken, Expression, FunctionTerm, Name, Number

ARITHMETIC = frozenset(("+", "-", "*", "/"))


def is_numeric(item: Item) -> bool:
    """Whether an item can only be numeric: a list, a number, or `?duration`."""
    return isinstance(item, Group) or NUMBER.fullmatch(item.text) is not None or item.text == "?duration"


def expression(reading: Reading, item: Item, where: str) -> Expression:
    """Read a number, a function term, or arithmetic on these."""
    if isinstance(item, Name):
        if NUMBER.fullmatch(item.text):
            return Number(float(item.text), item.start, item.end)
        if item.text[0] in ":?" and item.text != "?duration":
            return _no_number(reading, item, where)
        return FunctionTerm(item, (), item.start, item.end)
    head = item.items[0] if item.items else None
    if not isinstance(head, Name) or head.text[0] in ":?" or NUMBER.fullmatch(head.text):
        return _no_number(reading, item, where)
    if head.text in ARITHMETIC:
        return _arithmetic(reading, item, head, where)
    return function_term(reading, item, head)


def function_term(reading: Reading, group: Group, head: Name) -> FunctionTerm:
    """Read a function applied to terms."""
    arguments: list[Name] = []
    for item in group.items[1:]:
        if isinstance(item, Name):
            arguments.append(item)
        else:
            reading.report(rules.nested_term(reading.span(item), head.written, reading.shown(item)))
    return FunctionTerm(head, tuple(arguments), group.start, group.end)


def _arithmetic(reading: Reading, group: Group, operator: Name, where: str) -> Expression:
    operands = tuple(expression(reading, item, where) for item in group.items[1:])
    least = 1 if operator.text == "-" else 2
    most = 2 if operator.text in "-/" else len(operands)
    if not least <= len(operands) <= max(most, least):
        takes = "one or two numbers" if operator.text == "-" else "two numbers"
        reading.miscounted(group, operator.text, takes, len(operands))
    return Arithmetic(operator, operands, group.start, group.end)


def _no_number(reading: Reading, item: Item, where: str) -> Broken:
    reading.report(rules.no_number(reading.span(item), reading.shown(item), where))
    return Broken(item.start, item.end)
