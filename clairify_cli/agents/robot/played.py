"""The result of a script that was played open loop in a fresh twin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Ended:
    """Where an object ended up: its distance (m) from where the run left it, and whether it is still oriented as it was
    there."""

    distance: float
    upright: bool


@dataclass(frozen=True, slots=True)
class Played:
    """How it went. `deviation` (rad) is the largest of a joint from its script, `at` the motion in which it was.

    `contacts` say in words what was hit, `lost` what was not in the hand any more at the end of a motion. `ended` has
    every vessel and item by its id, where a run is there to compare with. `seconds` were simulated.
    """

    deviation: float
    at: str
    contacts: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    ended: Mapping[str, Ended] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    """What else was wrong, in sentences: a thing that ended elsewhere, an arm that did not follow."""
    seconds: float = 0.0
    poses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Where everything ended: position (m) and orientation (x, y, z, w)."""

    @property
    def succeeded(self) -> bool:
        """Whether nothing was hit or lost, and all ended where it should."""
        return not (self.contacts or self.lost or self.faults)
