"""What a program needs of a bench: vessels, reagents with their doses, devices. Any language can be put so."""

from __future__ import annotations

from dataclasses import dataclass

DEVICES = ("balance", "hotplate", "stirrer", "ice-bath", "pump", "sink")
"""The kinds of devices that can be asked for; a sink is set up as a container."""


@dataclass(frozen=True, slots=True)
class NeededVessel:
    """A vessel to work in. `kind` as in the `lab` domain (beaker, flask, vial, dish, cylinder).

    `most_ml` is the largest volume that it has to hold at any time, solids counted by their bulk.
    """

    id: str
    name: str
    kind: str = "beaker"
    most_ml: float = 0.0


@dataclass(frozen=True, slots=True)
class NeededReagent:
    """A reagent with all that is taken of it: each dose in g; `density` in g/mL (of a solid: of its bulk)."""

    id: str
    name: str
    doses_g: tuple[float, ...] = ()
    density: float = 1.0
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Needed:
    """All that a program needs. `devices` are among `DEVICES`; `dishes` says that solids are weighed in a dish."""

    vessels: tuple[NeededVessel, ...] = ()
    reagents: tuple[NeededReagent, ...] = ()
    devices: frozenset[str] = frozenset()
    dishes: bool = False
