"""Contacts among things that sleep are forgotten: the solver would go through all of them, in every step.

PyBullet's solver takes all contacts of a scene together, also those of what sleeps, which nothing changes; a lid on a
bottle alone has a dozen. What sleeps stays where it is without them, and when it wakes they are found anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from clairify_cli.worlds.panda.simulation.engine import Bullet

_STILL: tuple[Any, ...] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
"""The velocities of what sleeps; what is awake has others."""

_FEW = 1
"""So many contacts with something are left: with what never sleeps one is found again at once."""


def forget_contacts(bullet: Bullet, movable: Iterable[int], fixed: Iterable[int]) -> None:
    """Forgets the contacts of the `movable` bodies that sleep, among themselves and with the `fixed` ones."""
    still = [one for one in movable if bullet.getBaseVelocity(one) == _STILL]
    others = {*still, *fixed}
    for one in still:
        points = bullet.getContactPoints(one)
        touched = Counter(number for point in points for number in point[1:3] if number != one)
        for other, count in sorted(touched.items()):
            if other in others and count > _FEW:
                for do in (0, 1):
                    bullet.setCollisionFilterPair(one, other, -1, -1, do)
