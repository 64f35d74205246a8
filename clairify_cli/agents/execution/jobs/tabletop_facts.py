"""The `tabletop` domain's view of a scene: where objects lie, from their poses."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.agents.execution.domain_text import Atom
from clairify_cli.worlds.geometry import Cup, Shape, Vector
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

SEEN = frozenset({"at", "in", "on", "clear", "holding", "hand-empty"})
"""The observable predicates; `has-colour` is remembered."""

_NEAR_M = 0.012
"""The largest gap between the bottom of an object and the top of the one it is on, in m."""


def objects_of(scene: Scene) -> dict[str, str]:
    """Return the objects with their types: items and vessels are blocks, containers bowls, zones zones."""
    found = dict.fromkeys((*(one.id for one in scene.items), *(one.id for one in scene.vessels)), "block")
    found |= {one.id: "bowl" for one in scene.containers}
    return found | {one.id: "zone" for one in scene.zones}


def observed(scene: Scene, belief: Belief) -> frozenset[Atom]:
    """Return the observable facts."""
    shapes: dict[str, Shape | Cup] = {one.id: one.shape for one in scene.items}
    shapes |= {one.id: one.shape for one in scene.vessels}
    held = belief.held.thing if belief.held is not None else None
    found: set[Atom] = {("hand-empty",) if held is None else ("holding", held)}
    spots = {name: belief.poses[name].position for name in shapes if name in belief.poses and name != held}
    covered = set()
    for name, spot in spots.items():
        if name in belief.inside:
            found.add(("in", name, belief.inside[name]))
            continue
        lower = _under(name, spot, spots, shapes)
        if lower is not None:
            found.add(("on", name, lower))
            covered.add(lower)
            continue
        zone = zone_of(scene, spot)
        if zone is not None:
            found.add(("at", name, zone))
    for one in scene.containers:
        zone = zone_of(scene, one.pose.position)
        if zone is not None:
            found.add(("at", one.id, zone))
    return frozenset(found | {("clear", name) for name in spots if name not in covered})


def zone_of(scene: Scene, spot: Vector) -> str | None:
    """Return the zone that contains a spot; if there are several, the smallest, and of those the nearest."""
    x, y, _ = spot
    inside = [
        (one.size[0] * one.size[1], abs(x - one.centre[0]) + abs(y - one.centre[1]), one.id)
        for one in scene.zones
        if one.holds(x, y)
    ]
    return min(inside)[-1] if inside else None


def _under(name: str, spot: Vector, spots: Mapping[str, Vector], shapes: Mapping[str, Shape | Cup]) -> str | None:
    for other, below in spots.items():
        *sides, height = shapes[other].size
        across = max(abs(spot[0] - below[0]), abs(spot[1] - below[1]))
        if other != name and across < min(sides) / 2 and abs(spot[2] - below[2] - height) < _NEAR_M:
            return other
    return None
