"""What listeners of a simulation are told: what begins and what has ended.

Besides the events here, they are told an `Action` and each `Phase` of it when it begins, and an `Outcome`, `Followed`
(of a motion) or `Poured` when that has ended. Nobody needs to listen, and telling changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.prepared import Move


@dataclass(frozen=True, slots=True)
class Moving:
    """The arm begins to move along a path; the hand and the held object may touch the objects in `allowed`."""

    move: Move
    allowed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pouring:
    """The held vessel begins to tilt: `grams` (None: all) are to be poured into another vessel."""

    vessel: str
    into: str
    grams: float | None


@dataclass(frozen=True, slots=True)
class Gripped:
    """The fingers came to rest: opened to a distance (m), or closed with a force (N) until they were so far apart."""

    width: float
    force: float | None = None


@dataclass(frozen=True, slots=True)
class Treated:
    """A vessel is treated without the arm, with these settings, including defaults."""

    kind: str
    vessel: str
    device: str | None
    settings: Mapping[str, float]
