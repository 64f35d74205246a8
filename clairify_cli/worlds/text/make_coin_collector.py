"""Make games of coin-collector.pddl: rooms on a grid, some closed doors between them, a coin out of sight."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from math import comb

from clairify_cli.records import dataclass

SIZES = range(3, 12)
STEPS = 100
"""The number of commands per game, as in TextWorldExpress. Eleven rooms can be visited in fewer than 40."""

ROOMS = (
    "kitchen", "pantry", "corridor", "living-room", "bedroom", "bathroom", "laundry-room", "study", "cellar", "attic",
    "garage", "garden", "terrace", "workshop", "library", "playroom",
)  # fmt: skip
DIRECTIONS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_AIMS = ("Find the coin and take it.", "Find the coin and pick it up.", "Collect the coin.", "Take the coin.")
_PRIME = 1_000_003
_CORRIDOR = 0.6
_LOOP = 0.15
_CLOSED = 0.4


@dataclass(frozen=True, slots=True)
class Made:
    """A generated game: its problem in PDDL, the task in English, and the number of commands it allows."""

    problem: str
    aim: str
    limit: int


def coin_collector(seed: int, size: int) -> Made:
    """Make the game of a seed with some rooms.

    Every game can be won: all rooms are connected, every door can be opened from both sides, and nothing closes again.
    Two seeds less than `size` times 16!/size!/(16-size)! apart (1,680 for the smallest) differ in their rooms or in the
    room where the game begins.
    """
    rng = random.Random(f"coin-collector {size} {seed}")  # noqa: S311 - a game, no secret
    rooms = _rooms(rng, seed, size)
    cells, ways = _grid(rng, size)
    closed = {way for way in ways if rng.random() < _CLOSED} or {rng.choice(ways)}
    far = _distances(size, ways)
    coin = rng.choice([room for room in range(1, size) if far[room] > 1] or list(range(1, size)))
    facts = [f"(at {rooms[0]})"]
    for one, other in ways:
        for here, there in ((one, other), (other, one)):
            facts.append(f"(connected {rooms[here]} {rooms[there]} {_direction(cells[here], cells[there])})")
            if (one, other) in closed:
                facts.append(f"(closed-door {rooms[here]} {rooms[there]})")
    kinds = {"room": rooms, "direction": list(DIRECTIONS), "coin": ["coin1"]}
    problem = problem_text("coin-collector", kinds, [*facts, f"(in coin1 {rooms[coin]})"], "(have coin1)")
    return Made(problem, rng.choice(_AIMS), STEPS)


def problem_text(domain: str, kinds: Mapping[str, Sequence[str]], facts: Sequence[str], goal: str) -> str:
    """Write the problem of a game, with its objects by types."""
    objects = "".join(f"\n    {' '.join(names)} - {kind}" for kind, names in kinds.items())
    init = "".join(f"\n    {fact}" for fact in facts)
    return f"(define (problem game)\n  (:domain {domain})\n  (:objects{objects})\n  (:init{init})\n  (:goal {goal}))\n"


def _rooms(rng: random.Random, seed: int, size: int) -> list[str]:
    """Choose the rooms of a seed, with the first room in front: both are decoded from the seed's number."""
    number, first = divmod(seed * _PRIME % (comb(len(ROOMS), size) * size), size)
    rooms = list(next(islice(combinations(ROOMS, size), number, None)))
    begin = rooms.pop(first)
    rng.shuffle(rooms)
    return [begin, *rooms]


def _grid(rng: random.Random, size: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the cells of the rooms, growing from the first, and the ways between them, some of which form loops."""
    cells = [(0, 0)]
    ways: list[tuple[int, int]] = []
    while len(cells) < size:
        at = len(cells) - 1 if rng.random() < _CORRIDOR else rng.randrange(len(cells))
        x, y = cells[at]
        free = [(x + dx, y + dy) for dx, dy in DIRECTIONS.values() if (x + dx, y + dy) not in cells]
        if free:
            cells.append(rng.choice(free))
            ways.append((at, len(cells) - 1))
    for other in range(size):
        for one in range(other):
            if (one, other) not in ways and _beside(cells[one], cells[other]) and rng.random() < _LOOP:
                ways.append((one, other))
    return cells, ways


def _beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _direction(one: tuple[int, int], other: tuple[int, int]) -> str:
    step = (other[0] - one[0], other[1] - one[1])
    return next(name for name, way in DIRECTIONS.items() if way == step)


def _distances(size: int, ways: list[tuple[int, int]]) -> list[int]:
    """Return the distance of each room from the first."""
    far = [0, *[size] * (size - 1)]
    for _ in range(size):
        for one, other in ways:
            far[one], far[other] = min(far[one], far[other] + 1), min(far[other], far[one] + 1)
    return far
