"""Grasps of an object: poses of the tool and openings of the fingers, before the arm and the bench are considered.

The tool lies between the pads of the fingers, its z points out of the hand, and the fingers open along its y.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Grasp
from clairify_cli.worlds.geometry import Cup, Cylinder, Shape, Sphere, Tray
from clairify_cli.worlds.panda.skills.prepared import Transform
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.solids import WALLS

SPARE = 0.006
"""How much wider (m) than the object the fingers must open."""

HAND_HALF = 0.032
"""Half the thickness (m) of the hand across its opening: how near the tool can come to a neighbouring wall."""

PALM = 0.0385
"""The distance (m) from the tool to the palm: the longest part of an object that fits between the fingers."""

TIP = 0.009
"""How far (m) the finger tips reach beyond the tool, with a margin."""

BELOW_RIM = 0.010
"""The smallest distance (m) of a grip below a vessel's rim."""

PITCHES = (0.0, 0.35, 0.7)
"""The pitches (rad) of the hand for gripping a vessel from the side."""

OUTER = 1.0 / math.cos(math.pi / WALLS)
"""The ratio of a wall's corners' distance from the axis to that of its flat pieces."""

DOWN = -0.85
"""A hand points down if the z of its approach is below this: within 32° of the vertical."""

BACK = 0.09
"""The distance (m) from the object at which the straight approach begins."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to grip an object: the tool pose (4x4, world), the opening there (m), and the side."""

    tool: Transform
    width: float
    kind: Grasp
    back: float = BACK

    @property
    def before(self) -> Transform:
        """The tool pose at which the straight approach begins."""
        return shifted(self.tool, -self.back)


def frame(position: NDArray[np.float64], approach: NDArray[np.float64], opening: NDArray[np.float64]) -> Transform:
    """Return the tool pose at a position (m) with these directions of z and y, made orthonormal."""
    z = approach / np.linalg.norm(approach)
    y = opening - z * float(opening @ z)
    y = y / np.linalg.norm(y)
    made = np.eye(4)
    made[:3, 0], made[:3, 1], made[:3, 2], made[:3, 3] = np.cross(y, z), y, z, position
    return made


def shifted(tool: Transform, along: float) -> Transform:
    """Return a tool pose moved along its own z by some m."""
    moved = tool.copy()
    moved[:3, 3] += along * tool[:3, 2]
    return moved


def kind_of(tool: Transform) -> Grasp:
    """Return the side from which a hand at a pose grips: "top" if it points nearly straight down."""
    return "top" if tool[2, 2] < DOWN else "side"


def turned(tool: Transform) -> Transform:
    """Return the same grip with the hand turned half way around its z."""
    moved = tool.copy()
    moved[:3, 0] *= -1.0
    moved[:3, 1] *= -1.0
    return moved


def refused(width: float, mass_g: float, temperature: float | None) -> str | None:
    """Return why an object cannot be gripped at all, or None. `width` is its smallest width, in m."""
    if width > limits.WIDEST - SPARE:
        return f"it is {1000 * width:.0f} mm wide, and the hand opens to {1000 * limits.WIDEST:.0f} mm"
    if mass_g > limits.PAYLOAD_G:
        return f"it weighs {mass_g:.0f} g, and the arm carries {limits.PAYLOAD_G:.0f} g"
    if temperature is not None and temperature > limits.HOTTEST:
        return f"it has {temperature:.0f} °C, and nothing above {limits.HOTTEST:.0f} °C is gripped"
    return None


def narrowest(shape: Shape | Cup | Tray) -> float:
    """Return the smallest width (m) of a shape across which it could be gripped."""
    return 2.0 * shape.radius if isinstance(shape, Cup) else min(shape.size)


def sides(shape: Cup | Cylinder, pose: Transform, rng: np.random.Generator) -> Iterator[Candidate]:
    """Yield grips of an upright round object from the side, at the flat pieces of its wall, level ones first.

    The height is above the middle, so the weight below steadies the object, and at least `BELOW_RIM` below the rim.
    """
    width = 2.0 * shape.radius
    held_back = max(0.0, shape.radius * OUTER + 0.005 - PALM)  # keeps a wide vessel off the palm
    highest = shape.height - BELOW_RIM
    up = pose[:3, 2]
    turn = math.atan2(pose[1, 0], pose[0, 0])
    for pitch in PITCHES:
        room = HAND_HALF * math.cos(pitch) + 0.012
        lowest = max(TIP, 0.35 * shape.height, min(room, highest))
        if lowest > highest or (room > highest + 1e-9 and pitch < PITCHES[-1]):
            continue
        wished = min(max(0.6 * shape.height, lowest), highest)
        heights = [wished, *rng.uniform(lowest, highest, size=2)]
        for height in heights:
            position = pose[:3, 3] + height * up
            for step in rng.permutation(12):
                angle = turn + step * math.pi / 6.0
                approach = np.array(
                    (math.cos(angle) * math.cos(pitch), math.sin(angle) * math.cos(pitch), -math.sin(pitch))
                )
                tool = frame(
                    position - held_back * approach, approach, np.array((-math.sin(angle), math.cos(angle), 0.0))
                )
                yield Candidate(tool, width, "side")
                yield Candidate(turned(tool), width, "side")


def tops(shape: Shape | Cup | Tray, pose: Transform, rng: np.random.Generator) -> Iterator[Candidate]:
    """Yield grips from above for an object in any orientation, across its sufficiently narrow sides."""
    for width, opening, lowest, highest, middle in _spans(shape, pose, rng):
        if width > limits.WIDEST - SPARE:
            continue
        height = min(max((lowest + highest) / 2.0, highest - PALM + 0.003), highest - 0.004)
        height = max(height, lowest + TIP + 0.002)
        position = np.array((middle[0], middle[1], height))
        tool = frame(position, np.array((0.0, 0.0, -1.0)), opening)
        yield Candidate(tool, width, "top")
        yield Candidate(turned(tool), width, "top")


LEANS = (math.radians(25.0), math.radians(-25.0), math.radians(40.0), math.radians(-40.0))
"""How far (rad) the hand leans if there is no room for it to point straight down."""


def leaning(tops: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield grips from above with the hand leaning about the line between the fingers, away from a wall."""
    for one in tops:
        for lean in LEANS:
            turn = np.eye(4)
            turn[0, 0] = turn[2, 2] = math.cos(lean)
            turn[0, 2], turn[2, 0] = math.sin(lean), -math.sin(lean)
            yield Candidate(one.tool @ turn, one.width, one.kind)


_Span = tuple[float, NDArray[np.float64], float, float, NDArray[np.float64]]


def _spans(shape: Shape | Cup | Tray, pose: Transform, rng: np.random.Generator) -> Iterator[_Span]:
    """Yield spans for fingers from above: width, its horizontal direction, lowest and highest z, middle."""
    if isinstance(shape, Sphere):
        middle = pose[:3, 3] + shape.radius * pose[:3, 2]
        for angle in _spread(rng, 8):
            yield 2 * shape.radius, _level(angle), middle[2] - shape.radius, middle[2] + shape.radius, middle
        return
    half = np.array(shape.size) / 2.0
    offset = np.array((0.0, 0.0, shape.lowest + half[2]))
    middle = pose[:3, 3] + pose[:3, :3] @ offset
    rise = float(np.abs(pose[2, :3]) @ half)
    lowest, highest = middle[2] - rise, middle[2] + rise
    if isinstance(shape, Cup | Cylinder) and abs(pose[2, 2]) > 0.97:
        turn = math.atan2(pose[1, 0], pose[0, 0])
        for step in rng.permutation(6):
            yield 2 * shape.radius, _level(turn + step * math.pi / 6.0), lowest, highest, middle
        return
    axes = [index for index in range(3) if abs(pose[2, index]) < 0.25]
    if isinstance(shape, Cup | Cylinder):  # it lies, so only across its axis, which is z in its frame
        across = np.cross(pose[:3, 2], (0.0, 0.0, 1.0))
        yield 2 * shape.radius, across, lowest, highest, middle
        return
    for index in sorted(axes, key=lambda axis: half[axis]):
        yield 2 * float(half[index]), pose[:3, index] * np.array((1.0, 1.0, 0.0)), lowest, highest, middle


def _spread(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Return angles (rad) over half a turn, evenly spread from a random one, in random order."""
    angles: NDArray[np.float64] = (rng.random() + rng.permutation(count)) * math.pi / count
    return angles


def _level(angle: float) -> NDArray[np.float64]:
    return np.array((math.cos(angle), math.sin(angle), 0.0))
