"""Molar masses from formulas: the abridged standard atomic weights of IUPAC (2021), in g/mol."""

from __future__ import annotations

import re

from case_tables import stored

WEIGHTS = stored(__file__, "WEIGHTS")

_TOKEN = re.compile(r"([A-Z][a-z]?)(\d*)|(\()|\)(\d*)|\.(\d*)|(.)")


def molar_mass(formula: str) -> float:
    """The molar mass of a formula such as `(NH4)2SO4` or `CuSO4.5H2O`; raises `ValueError` where it is none."""
    parts = formula.split(".")
    return sum(_times(part) for part in parts)


def _times(part: str) -> float:
    match = re.match(r"\d+", part)
    return (int(match[0]) if match else 1) * _mass(part[match.end() :] if match else part)


def _mass(part: str) -> float:
    stack = [0.0]
    for match in _TOKEN.finditer(part):
        element, count, opens, closes, _, other = match.groups()
        if other:
            raise ValueError(f"`{other}` in {part}")
        if element:
            stack[-1] += WEIGHTS[element] * int(count or 1)
        elif opens:
            stack.append(0.0)
        else:
            inner = stack.pop()
            stack[-1] += inner * int(closes or 1)
    if len(stack) != 1:
        raise ValueError(f"brackets in {part}")
    return stack[0]
