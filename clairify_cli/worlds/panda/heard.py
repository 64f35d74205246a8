"""The events for listeners of a simulation: what begins and what has ended.

`Simulation.listeners` is empty unless somebody listens, and events change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Action, Outcome

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.prepared import Move, Phase


@dataclass(frozen=True, slots=True)
class Acting:
    """An action begins."""

    action: Action


@dataclass(frozen=True, slots=True)
class Acted:
    """An action has ended, successfully or not."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Phased:
    """A phase of an action begins."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Moving:
    """The arm begins to move along a path; the hand and the held object may touch the objects in `allowed`."""

    move: Move
    allowed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Moved:
    """The arm has ended a motion, `complete` if it reached the end of the path."""

    complete: bool


@dataclass(frozen=True, slots=True)
class Pouring:
    """The held vessel begins to tilt: `grams` (None: all) are to be poured into another vessel.

    `most` (g) is the amount available, or the requested amount if that is less.
    """

    vessel: str
    into: str
    grams: float | None
    most: float


@dataclass(frozen=True, slots=True)
class Poured:
    """The held vessel is upright again; `grams` were poured into the other one."""

    grams: float


@dataclass(frozen=True, slots=True)
class Opened:
    """The fingers were opened to a distance (m), and came to rest."""

    width: float


@dataclass(frozen=True, slots=True)
class Closed:
    """The fingers were closed with a force (N), and came to rest at a distance (m)."""

    force: float
    width: float


@dataclass(frozen=True, slots=True)
class Treated:
    """A vessel is treated without the arm, with these settings, including defaults."""

    kind: str
    vessel: str
    device: str | None
    settings: Mapping[str, float]


Heard = Acting | Acted | Phased | Moving | Moved | Pouring | Poured | Opened | Closed | Treated
Listener = Callable[[Heard], object]
