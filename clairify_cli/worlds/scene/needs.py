"""A program's needs for a bench, in any language: vessels, reagents with their doses, devices."""

from __future__ import annotations

from clairify_cli.records import dataclass

DEVICES = ("balance", "hotplate", "stirrer", "ice-bath", "pump", "sink")
"""The supported kinds of devices; a sink is set up as a container."""


@dataclass(frozen=True, slots=True)
class NeededVessel:
    """A vessel to work in. `kind` is one of the `lab` domain (beaker, flask, vial, dish, cylinder).

    `most_ml` is the largest volume that it must hold at any time, with solids by their bulk volume.
    """

    id: str
    name: str
    kind: str = "beaker"
    most_ml: float = 0.0


@dataclass(frozen=True, slots=True)
class NeededReagent:
    """A reagent with all of its doses in g; `density` in g/mL (bulk density for a solid)."""

    id: str
    name: str
    doses_g: tuple[float, ...] = ()
    density: float = 1.0
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Needed:
    """All needs of a program. `devices` are from `DEVICES`."""

    vessels: tuple[NeededVessel, ...] = ()
    reagents: tuple[NeededReagent, ...] = ()
    devices: frozenset[str] = frozenset()
