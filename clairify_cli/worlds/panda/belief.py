"""The believed state of the bench at one moment: enough to plan the next action, and the result of an action."""

from __future__ import annotations

import math
from collections.abc import Mapping

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.scene.model import Content

UPRIGHT = math.cos(math.radians(20.0))
"""The smallest cosine of a standing object's axis to the vertical: it is tilted by at most 20°."""


@dataclass(frozen=True, slots=True)
class Held:
    """The held object: its pose in the tool frame, and the distance of the fingers in m."""

    thing: str
    grasp: Pose
    width: float


@dataclass(frozen=True, slots=True)
class Belief:
    """The state of a bench.

    `joints`: 7 angles in rad. `poses`: of all movable objects, by id, in the world, including lids (the id of the
    bottle with `.lid`). `places`: the vessel at each place, by the place's id. `contents`: of vessels. `capped`: the
    bottles with their lid on. `temperatures`: of vessels, in °C. `spilled_g`: the mass on the bench. `inside`: the
    container of each item that is in one.
    """

    joints: tuple[float, ...]
    held: Held | None
    poses: Mapping[str, Pose]
    places: Mapping[str, str]
    contents: Mapping[str, tuple[Content, ...]]
    capped: frozenset[str] = frozenset()
    temperatures: Mapping[str, float] = field(default_factory=dict)
    spilled_g: float = 0.0
    inside: Mapping[str, str] = field(default_factory=dict)
