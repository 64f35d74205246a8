"""Molar masses from formulas: the abridged standard atomic weights of IUPAC (2021), in g/mol."""

from __future__ import annotations

import re

WEIGHTS = {
    **{
        "H": 1.008,
        "D": 2.014,
        "He": 4.0026,
        "Li": 6.94,
        "B": 10.81,
        "C": 12.011,
        "N": 14.007,
        "O": 15.999,
        "F": 18.998,
    },
    **{"Na": 22.990, "Mg": 24.305, "Al": 26.982, "Si": 28.085, "P": 30.974, "S": 32.06, "Cl": 35.45, "Ar": 39.95},
    **{"K": 39.098, "Ca": 40.078, "Sc": 44.956, "Ti": 47.867, "Cr": 51.996, "Mn": 54.938, "Fe": 55.845, "Co": 58.933},
    **{"Ni": 58.693, "Cu": 63.546, "Zn": 65.38, "Se": 78.971, "Br": 79.904, "Mo": 95.95, "Ru": 101.07, "Rh": 102.91},
    **{"Pd": 106.42, "Ag": 107.87, "Sn": 118.71, "I": 126.90, "Cs": 132.91, "Ba": 137.33, "Ce": 140.12, "Sm": 150.36},
    **{"Hf": 178.49, "Os": 190.23, "Pt": 195.08, "Hg": 200.59, "Pb": 207.2},
}

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
