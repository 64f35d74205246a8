"""The known state of a vessel at one point in a procedure.

Volumes are intervals in millilitres: at least `low` (only volumes that the program states), at most `high`
(infinite as soon as something of unknown volume goes in). Contents carry the batches they came from, so that a
mixture returning to its vessel is not treated as new.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from clairify_cli.languages.xdl.tree import Element
from clairify_cli.records import dataclass, field

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.languages.xdl.checks.contents import Contents

EXEMPT_TYPES = frozenset({"waste", "cartridge", "column", "pump", "syringe", "vacuum", "valve", "reagent"})
"""Types of components whose contents are not tracked."""


_MOST_BATCHES = 64


def _latest(batches: frozenset[int]) -> frozenset[int]:
    """Return the batches, or only the latest if there are very many, so that the cost of a step is bounded."""
    return batches if len(batches) <= _MOST_BATCHES else frozenset(sorted(batches)[-_MOST_BATCHES // 2 :])


@dataclass(slots=True, eq=False)
class Vessel:
    """The state of one vessel. Mutable: the interpreter changes it step by step."""

    name: str
    kind: str = ""
    capacity: float = inf
    exempt: bool = False
    low: float = 0.0
    high: float = 0.0
    holds: bool = False
    batches: frozenset[int] = frozenset()
    residue: frozenset[int] = frozenset()
    emptied_by: Element | None = None
    reused: Diagnostic | None = None
    """The finding that it was not cleaned, until it is known whether what went in rinses it."""
    contents: Contents | None = None
    strange: bool = False
    """Whether it contains something that no step added."""
    on: dict[str, tuple[Element, bool]] = field(default_factory=dict)
    """For each thing that is on (`Stir`, `HeatChill`, `Purge`): the step that started it, and whether it must be
    stopped explicitly."""

    def __post_init__(self) -> None:
        self.exempt = self.exempt or self.waste or self.kind in EXEMPT_TYPES

    @property
    def waste(self) -> bool:
        return self.kind == "waste" or self.kind.endswith("Waste")

    @property
    def separator(self) -> bool:
        return self.kind in ("separator", "ChemputerSeparator")

    def put(self, low: float, high: float, batches: frozenset[int]) -> None:
        """Add contents with a volume from `low` to `high`."""
        self.holds = True
        self.low += low
        self.high += high
        self.batches = _latest(self.batches | batches) if self.batches else batches

    def take(self, least: float, most: float, by: Element) -> None:
        """Remove a volume between two limits."""
        self.low = max(0.0, self.low - most)
        self.high = max(0.0, self.high - least)
        if self.high <= 1e-9:
            self.empty(by)

    def empty(self, by: Element | None) -> None:
        """Remove all contents, which leave a residue."""
        self.holds = False
        self.low = self.high = 0.0
        self.residue = _latest(self.residue | self.batches)
        self.batches = frozenset()
        self.emptied_by = by
        self.contents = None
        self.strange = False

    def clean(self) -> None:
        """Remove contents and residue; stirring, heating and purging stay on."""
        self.empty(None)
        self.residue = frozenset()
