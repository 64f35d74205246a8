"""The result of playing a script open loop in a fresh twin."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Ended:
    """Where an object ended up: its distance (m) from where the run left it, and whether it has the same orientation
    as there."""

    distance: float
    upright: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The result. `deviation` (rad) is the largest deviation of a joint from the script, `at` the motion it was in.

    `contacts` say in words what was hit, `lost` what was no longer in the hand at the end of a motion. `ended` has
    every vessel and item by its id, if there is a run to compare with. `seconds` are simulated.
    """

    deviation: float
    at: str
    contacts: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    ended: Mapping[str, Ended] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    """Other faults, in sentences: an object that ended elsewhere, an arm that did not follow its path."""
    seconds: float = 0.0
    poses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """The final pose of every object: position (m) and orientation (x, y, z, w)."""

    @property
    def succeeded(self) -> bool:
        """Whether nothing was hit or lost, and everything ended where it should."""
        return not (self.contacts or self.lost or self.faults)
