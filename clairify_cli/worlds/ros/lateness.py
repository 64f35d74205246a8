"""How much later than usual messages come, from the stamps that their sender gave them.

The clocks of sender and receiver differ by an amount that nobody knows, but which stays nearly the same: what a message
took beyond the fastest one is what it is late. Messages that pile up on their way, or that are the same ones again and
again, come as often as they should, and are late.
"""

from __future__ import annotations

from collections.abc import Iterable

_CREEP = 1e-3
"""How much of the time that goes by the difference of two clocks may grow: far more than that of any clock."""


class Lateness:
    """Follows the difference of the clocks. `rates` are how fast the sender's clock may run, one of which it does."""

    def __init__(self, rates: Iterable[float]):
        self._least: dict[float, float | None] = dict.fromkeys(rates)
        self._last: float | None = None

    def of(self, stamp: float | None, heard: float) -> float:
        """How late (s) a message is that was sent at `stamp` of the sender's clock; 0 where it has none."""
        if stamp is None:
            return 0.0
        gone = heard - self._last if self._last is not None else 0.0
        self._last = heard
        late = []
        for rate, least in self._least.items():
            took = heard - stamp / rate
            fastest = took if least is None else min(took, least + _CREEP * gone)
            self._least[rate] = fastest
            late.append(took - fastest)
        return min(late)
