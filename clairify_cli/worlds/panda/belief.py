"""The believed state of the bench at one moment: enough to plan the next action, and the result of an action."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.scene.model import Content

UPRIGHT = math.cos(math.radians(20.0))
"""A thing stands if the cosine of its axis to the vertical is at least this: not if it is tilted more than 20°."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is in the hand: its pose in the frame of the tool, and the distance of the fingers in m."""

    thing: str
    grasp: Pose
    width: float


@dataclass(frozen=True, slots=True)
class Belief:
    """The state of a bench.

    `joints`: 7 angles in rad. `poses`: of everything that can move, by id, in the world; also of a lid, whose id is
    that of its bottle and `.lid`. `places`: which vessel stands at a place, by the id of the place. `contents`: the
    contents of a vessel. `capped`: the bottles with their lid on. `temperatures`: of vessels, in °C. `spilled_g`: what
    lies on the bench. `inside`: which container an item is in.
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
