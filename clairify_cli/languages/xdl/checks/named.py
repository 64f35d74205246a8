"""Basis of the chemistry checks: a state interpreter that tracks the contents of vessels by name."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.languages.xdl.checks.contents import Contents, Facts, facts
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.checks.state import Interpreter
from clairify_cli.languages.xdl.checks.vessels import Vessel

TOLERANCE = 5.0
"""Tolerance in °C beyond a boiling or freezing point."""


@lru_cache(maxsize=1024)
def _all_facts(names: tuple[str, ...]) -> tuple[dict[str, Facts], int, float, float]:
    """Return the facts about all reagents of a program, and what follows from them.

    That is, the groups of incompatible pairs with both sides present, as bits, and the highest and lowest temperatures
    in °C between which no reagent boils or freezes.
    """
    known = {name: facts(name) for name in names}
    mask = conflicts = 0
    hottest, coldest = inf, -inf
    for one in known.values():
        mask |= one.mask
        conflicts |= one.conflicts
        if one.boiling is not None:
            hottest = min(hottest, one.boiling)
        if one.melting is not None:
            coldest = max(coldest, one.melting)
    return known, mask & conflicts, hottest + TOLERANCE, coldest - TOLERANCE


class Named(Interpreter):
    """Run a procedure on vessels whose contents are known by name."""

    def __init__(self, context: Context, scope: Scope) -> None:
        super().__init__(context, scope)
        self.temps, self.masses = context.tables.temps, context.tables.masses
        self.facts, self.dangerous, self.hottest, self.coldest = _all_facts(tuple(scope.reagents))

    def known(self, name: str) -> Facts:
        """Return the facts about a reagent, whether it is declared or not."""
        return self.facts.get(name) or facts(name)

    def inside(self, vessel: Vessel) -> Contents:
        """Return the contents of a vessel; initially empty, or doubtful if something was in it before."""
        found = vessel.contents
        if found is None:
            found = vessel.contents = Contents()
            found.doubtful = vessel.strange
        return found

    def report(self, found: Diagnostic) -> None:
        self.context.found.append(found)
