"""The result of playing a script open loop in a fresh twin."""

from __future__ import annotations

from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Played:
    """The result: in words what was hit, what was no longer in the hand at the end of a motion, and other faults, such
    as an object that ended elsewhere, or an arm that did not follow its path. `seconds` are simulated."""

    contacts: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def succeeded(self) -> bool:
        """Whether nothing was hit or lost, and everything ended where it should."""
        return not (self.contacts or self.lost or self.faults)
