"""Facts about common laboratory substances: a table with sources, and the look-up of names.

>>> from clairify_cli.chemistry import find
>>> find("dry THF").boiling
65.0
"""

from __future__ import annotations

from clairify_cli.chemistry.names import (
    components,
    core_name,
    find,
    is_aqueous,
    is_diluted,
    is_solution,
)
from clairify_cli.chemistry.standing import kin, meant, misspelt, stand_in
from clairify_cli.chemistry.substances import Substance, substances

__all__ = [
    "Substance",
    "components",
    "core_name",
    "find",
    "is_aqueous",
    "is_diluted",
    "is_solution",
    "kin",
    "meant",
    "misspelt",
    "stand_in",
    "substances",
]
