"""Missing and extra brackets."""

from __future__ import annotations

from clairify_cli.languages.pddl.expressions import Nested, nest
from clairify_cli.languages.pddl.parts import Reading


def renest(reading: Reading, nested: Nested) -> Nested:
    """Nest again."""
    return nested
