"""What a balance shows, and how soon."""

from __future__ import annotations

from collections import deque

from clairify_cli.worlds.panda.liquids.contents import Liquids

RESOLUTION = 0.01
"""The last digit of the display, in g."""

DELAY = 0.1
"""How long the display is behind, in s."""


class Balance:
    """The reading of what stands on a balance, less what stood there at first: it is tared then.

    The balance feels what is in the vessel: its lump and the spheres inside it. The display has `resolution` g and is
    `delay` s behind, as long as it is read often.
    """

    def __init__(self, liquids: Liquids, vessel: str, *, resolution: float = RESOLUTION, delay: float = DELAY) -> None:
        self._liquids = liquids
        self._vessel = vessel
        self._resolution = resolution
        self._delay = delay
        self._tare = liquids.grams(vessel)
        self._waiting: deque[tuple[float, float]] = deque()
        self._shown = 0.0

    def reading(self) -> float:
        """What the display shows now, in g."""
        now = self._liquids.simulation.clock
        self._waiting.append((now, self._liquids.grams(self._vessel) - self._tare))
        while self._waiting and self._waiting[0][0] <= now - self._delay + 1e-9:
            self._shown = self._waiting.popleft()[1]
        return round(self._shown / self._resolution) * self._resolution


def reading(liquids: Liquids, vessel: str, *, resolution: float = RESOLUTION) -> float:
    """What a balance shows at rest under a vessel that was tared empty: the mass of its contents, in g."""
    return round(liquids.grams(vessel) / resolution) * resolution
