"""Heating and cooling of a vessel: a lumped model in closed form, without simulation.

The vessel with its contents has one temperature T, in °C:

    C dT/dt = P - h A (T - T_s)

C is the heat capacity in J/K, the sum of m c over glass (c = 0.84 J/(g K)) and contents (water 4.18 J/(g K), other
liquids 2.2, solids 1.0: rounded averages of handbook values). P is the power in W from a hotplate (`SHARE` of its
rating), h A the exchange with the surroundings at T_s in W/K: with air at 10 W/(m² K) (free convection) over the
outer surface, with ice water at 300 W/(m² K) over the wetted one. From T_0 the solution is

    T(t) = T_e + (T_0 - T_e) exp(-t / tau),   T_e = T_s + P / (h A),   tau = C / (h A)

so a temperature T between T_0 and T_e is reached after tau ln((T_0 - T_e) / (T - T_e)). A regulating hotplate supplies
just the power that keeps the temperature once it is reached; one that is to be colder is off until then. An ice bath is
water with as much ice as the temperature needs, down to its coldest. Contents with water do not get hotter than 100 °C.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clairify_cli.records import dataclass
from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.panda.liquids import amounts
from clairify_cli.worlds.scene.model import AMBIENT, Content, Device, Vessel

GLASS = 0.84
"""J/(g K)"""

AIR = 10.0
"""W/(m² K), free convection."""

ICE_WATER = 300.0
"""W/(m² K), stirred by its own convection."""

SHARE = 0.6
"""The share of a hotplate's power that reaches the vessel."""

POWER = 500.0
"""The default power (W) of a hotplate without a rating."""

HOTTEST = 300.0
"""The default maximum temperature (°C) of a hotplate without a rating."""

BOILING = 100.0
"""°C, of water."""

CLOSE = 0.5
"""The difference (K) at which a temperature counts as reached: an exponential gets this close in finite time."""


@dataclass(frozen=True, slots=True)
class Thermal:
    """The end of a temperature change: the temperature (°C), the duration (s), and whether the goal was reached."""

    celsius: float
    seconds: float
    reached: bool
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """A vessel with its contents, at `now` °C: at a device, or in the air (None) at `ambient` °C."""

    vessel: Vessel
    contents: Sequence[Content]
    device: Device | None
    now: float
    ambient: float = AMBIENT

    @property
    def capacity(self) -> float:
        """The heat capacity of the glass and its contents, in J/K."""
        return self.vessel.mass_g * GLASS + sum(one.grams * _specific(one) for one in self.contents)

    def heated(self, celsius: float) -> Thermal:
        """Return the end of heating on a hotplate to `celsius`."""
        name, remarks = self.vessel.id, []
        goal = celsius
        hottest = _rating(self.device, "hottest", HOTTEST)
        if goal > hottest:
            remarks.append(f"the hotplate gets no hotter than {hottest:g} °C")
            goal = hottest
        if goal > BOILING and any(_is_water(one) for one in self.contents):
            remarks.append(f"what is in {name} boils at about {BOILING:g} °C: it does not get hotter")
            goal = BOILING
        exchange = AIR * _outside(self.vessel.shape)
        power = SHARE * _rating(self.device, "power", POWER) if goal >= self.now else 0.0
        end = self.ambient + power / exchange
        found = _change(self.capacity, exchange, self.now, end, goal)
        if not found.reached and power:
            remarks.append(f"the hotplate is too weak: it holds {name} at {end:.0f} °C")
        return Thermal(found.celsius, found.seconds, abs(found.celsius - celsius) <= CLOSE, tuple(remarks))

    def cooled(self, celsius: float) -> Thermal:
        """Return the end of coming to `celsius` in an ice bath, or in air."""
        surroundings, exchange = self._bath(celsius)
        found = _change(self.capacity, exchange, self.now, surroundings, celsius)
        if found.reached:
            return found
        what = "the air" if self.device is None else "the ice bath"
        remark = f"{what} brings {self.vessel.id} no further than to {surroundings:.0f} °C"
        return Thermal(found.celsius, found.seconds, False, (remark,))

    def kept(self, seconds: float) -> float:
        """Return the temperature (°C) after some seconds in air; a device holds it."""
        if self.device is not None:
            return self.now
        exchange = AIR * _outside(self.vessel.shape)
        return self.ambient + (self.now - self.ambient) * math.exp(-seconds * exchange / self.capacity)

    def _bath(self, asked: float) -> tuple[float, float]:
        """Return the temperature around the vessel (°C) and its heat exchange (W/K)."""
        cup = self.vessel.shape
        if self.device is None or self.device.kind != "ice-bath":
            return self.ambient, AIR * _outside(cup)
        filled = amounts.level(self.contents, cup)
        wet = math.pi * cup.radius**2 + 2.0 * math.pi * cup.radius * min(max(filled, 0.2 * cup.height), cup.height)
        return max(_rating(self.device, "coldest", 0.0), asked), ICE_WATER * wet


def _change(capacity: float, exchange: float, now: float, end: float, goal: float) -> Thermal:
    """Return the change from `now` towards `end`, stopping at `goal`, in closed form."""
    if (goal - now) * (end - now) < 0.0 or abs(goal - now) <= CLOSE:
        return Thermal(now, 0.0, True)
    if abs(end - now) <= CLOSE:
        return Thermal(now, 0.0, False)
    tau = capacity / exchange
    last = goal if abs(goal - now) < abs(end - now) - CLOSE else end - math.copysign(CLOSE, end - now)
    return Thermal(last, tau * math.log((now - end) / (last - end)), abs(goal - last) <= CLOSE)


def _specific(content: Content) -> float:
    if _is_water(content):
        return 4.18
    return 1.0 if content.solid else 2.2


def _is_water(content: Content) -> bool:
    words = content.substance.lower().replace("-", " ").split()
    return not content.solid and ("water" in words or "solution" in words or "aqueous" in words)


def _outside(cup: Cup) -> float:
    return 2.0 * math.pi * cup.radius * (cup.height + cup.radius)


def _rating(device: Device | None, name: str, otherwise: float) -> float:
    return dict(device.ratings).get(name, otherwise) if device is not None else otherwise
