"""Build a bench for a problem of the `tabletop` domain: blocks, bowls and zones under their names in the problem."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, Any

from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.scene.furniture import ROBOT
from clairify_cli.worlds.scene.layout import NoRoomError
from clairify_cli.worlds.scene.model import Colour
from clairify_cli.worlds.scene.scene_file import ContainerFile, CupFile, ItemFile, SceneFile, ZoneFile
from clairify_cli.worlds.scene.sizes import COLOURS, DATA

if TYPE_CHECKING:
    from clairify_cli.languages.pddl.task import Task

Spot = tuple[float, float, float]

BLOCK = 0.036
BLOCK_G = 40.0
BOWL = Cup(0.075, 0.045, 0.005, 0.005)
_IN_A_LAYER = 3
"""The number of blocks side by side in a bowl; further ones lie on top."""
_PLAIN: Colour = (0.7, 0.6, 0.45, 1.0)


_AREAS = {one: ZoneFile(at=tuple(centre), size=tuple(size)) for one, (centre, size) in DATA["zones"].items()}
"""The positions of zones by name; `front` is near the robot. Zones of other names get the rest, the last first."""


def tabletop_bench(task: Task) -> SceneFile:
    """Build the bench. Raises `NoRoomError` if there are too many zones, or too many objects in one."""
    areas = _zones(task.of_type.get("zone", ()))
    facts = sorted(task.init)
    bowls, blocks = task.of_type.get("bowl", ()), task.of_type.get("block", ())
    zone_of = {atom[1]: atom[2] for atom in facts if atom[0] == "at"}
    bowl_of = {atom[1]: atom[2] for atom in facts if atom[0] == "in"}
    lower = {atom[1]: atom[2] for atom in facts if atom[0] == "on"}
    spots: dict[str, Spot] = {}
    for zone, area in areas.items():
        here = [one for one in (*bowls, *blocks) if zone_of.get(one) == zone]
        spots |= _packed(area, here, frozenset(bowls), zone)
    for bowl in bowls:
        inside = [one for one in blocks if bowl_of.get(one) == bowl]
        if bowl not in spots and inside:
            raise NoRoomError(f"the bowl `{bowl}` is in no zone")
        spots |= {one: _in_bowl(spots[bowl], number, len(inside)) for number, one in enumerate(inside)}
    for block in blocks:
        _stack(block, lower, spots)
    colours = {atom[1]: COLOURS.get(atom[2], _PLAIN) for atom in facts if atom[0] == "has-colour"}
    cup = CupFile(radius=BOWL.radius, height=BOWL.height, wall=BOWL.wall, bottom=BOWL.bottom)
    looks: dict[str, dict[str, Any]]
    looks = {one: {"at": _at(spots[one]), "colour": colours.get(one, _PLAIN)} for one in (*blocks, *bowls)}
    name = task.problem.name
    return SceneFile(
        scene="1",
        name=name.text if name is not None else "tabletop",
        robot=ROBOT,
        zones=areas,
        items={one: ItemFile(kind="block", box=(BLOCK,) * 3, mass=BLOCK_G, **looks[one]) for one in blocks},
        containers={one: ContainerFile(kind="bowl", cup=cup, **looks[one]) for one in bowls},
    )


def _at(spot: Spot) -> tuple[float, ...]:
    return spot if spot[2] else spot[:2]


def _zones(names: tuple[str, ...]) -> dict[str, ZoneFile]:
    left = {one: area for one, area in _AREAS.items() if one not in names}
    areas: dict[str, ZoneFile] = {}
    for one in names:
        if one not in _AREAS and not left:
            raise NoRoomError(f"there is room for {len(_AREAS)} zones on the table, and the problem has {len(names)}")
        areas[one] = _AREAS[one] if one in _AREAS else left.popitem()[1]
    return areas


def _packed(area: ZoneFile, names: list[str], bowls: frozenset[str], zone: str) -> dict[str, Spot]:
    """Find a spot for each object, bowls first, with as large gaps as possible."""
    for gap, from_middle in product((0.08, 0.06, 0.04, 0.025, 0.01, 0.004), (True, False)):
        taken: list[Spot] = []
        for one in names:
            radius = BOWL.radius * 1.04 if one in bowls else BLOCK / math.sqrt(2)
            spot = _free(area, radius, gap, taken, from_middle)
            if spot is None:
                break
            taken.append((*spot, radius))
        else:
            return {one: (x, y, 0.0) for one, (x, y, _) in zip(names, taken, strict=True)}
    raise NoRoomError(f"there is no room for {len(names)} things in the zone `{zone}`")


def _free(
    area: ZoneFile, radius: float, gap: float, taken: list[Spot], from_middle: bool
) -> tuple[float, float] | None:
    """Find a free spot on a 1 cm grid, nearest to the middle first, or row by row, which packs more densely."""
    columns, rows = (max(int((size - 2 * radius) / 0.01), 0) for size in area.size)
    x, y = (middle - size / 2 for middle, size in zip(area.at, area.size, strict=True))
    spots = [
        (round(x + radius + 0.01 * column, 4), round(y + radius + 0.01 * row, 4))
        for column in range(columns + 1)
        for row in range(rows + 1)
    ]
    if from_middle:
        spots.sort(key=lambda spot: (round(math.dist(spot, area.at), 4), spot))
    for x, y in spots:
        if all(math.hypot(x - a, y - b) >= radius + other + gap for a, b, other in taken):
            return x, y
    return None


def _in_bowl(bowl: Spot, number: int, count: int) -> Spot:
    layer, place = divmod(number, _IN_A_LAYER)
    ring = BOWL.radius - BOWL.wall - BLOCK / math.sqrt(2) - 0.016  # off the middle, to leave room for others
    angle = 2 * math.pi * place / min(max(count, 1), _IN_A_LAYER)
    x, y = bowl[0] + ring * math.cos(angle), bowl[1] + ring * math.sin(angle)
    return round(x, 4), round(y, 4), BOWL.bottom + layer * BLOCK


def _stack(block: str, lower: dict[str, str], spots: dict[str, Spot]) -> None:
    """Put a block on the one under it, which is placed first. Refuse blocks without a position."""
    above = [block]
    while above[-1] not in spots:
        under = lower.get(above[-1])
        if under is None or under in above:
            raise NoRoomError(f"the block `{block}` is nowhere: in no zone, in no bowl and on no block that is")
        above.append(under)
    for one in reversed(above[:-1]):
        x, y, z = spots[lower[one]]
        spots[one] = (x, y, round(z + BLOCK, 4))
