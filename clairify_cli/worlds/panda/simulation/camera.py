"""Pictures of the bench by TinyRenderer, which needs no display. Glass is drawn translucent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.records import dataclass
from clairify_cli.worlds.geometry import Vector
from clairify_cli.worlds.panda.simulation.engine import Bullet

Picture = NDArray[np.uint8]
"""(height, width, 3): red, green, blue."""

FIELD = 38.0
"""The vertical field of view in degrees."""


@dataclass(frozen=True, slots=True)
class View:
    """The camera position and the point that it looks at, in m in the world."""

    eye: Vector
    target: Vector


def deep(bullet: Bullet, view: View, width: int, height: int) -> tuple[Picture, NDArray[np.float32]]:
    """Return the camera image, and its depth (height, width) from 0 at the camera to 1 where there is nothing."""
    image = bullet.getCameraImage(
        width,
        height,
        viewMatrix=bullet.computeViewMatrix(view.eye, view.target, (0.0, 0.0, 1.0)),
        projectionMatrix=bullet.computeProjectionMatrixFOV(FIELD, width / height, 0.05, 6.0),
        lightDirection=(1.0, 1.5, 3.0),
        lightColor=(1.0, 1.0, 1.0),
        lightAmbientCoeff=0.6,
        lightDiffuseCoeff=0.45,
        lightSpecularCoeff=0.1,
        shadow=0,
        renderer=bullet.ER_TINY_RENDERER,
    )
    pixels = np.reshape(np.asarray(image[2], dtype=np.uint8), (height, width, 4))
    far = np.reshape(np.asarray(image[3], dtype=np.float32), (height, width))
    return np.ascontiguousarray(pixels[:, :, :3]), far


def blended(front: Picture, behind: Picture, share: float) -> Picture:
    """Blend two pictures; `share` from 0 to 1 is the weight of the front."""
    mixed = front.astype(np.float32) * share + behind.astype(np.float32) * (1 - share)
    return np.asarray(mixed + 0.5, dtype=np.uint8)


def hide(bullet: Bullet, numbers: Sequence[int], colours: Sequence[Sequence[float]]) -> None:
    """Make bodies invisible."""
    for number, colour in zip(numbers, colours, strict=True):
        bullet.changeVisualShape(number, -1, rgbaColor=(*colour[:3], 0.0))
