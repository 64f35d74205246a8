"""Problems on grids: sokoban, the n-puzzle, visiting all fields."""

from __future__ import annotations

import random

from benchmarks.problems.text import PlanningProblem, names, write

Cell = tuple[int, int]
STEPS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}


def sokoban(name: str, size: int, crates: int, pulls: int, seed: int) -> PlanningProblem:
    """A store with walls. The crates have been pulled away from their targets, so that pushing them back solves it."""
    rng = random.Random(seed)
    cells = _cave(size, rng, 0.15)
    targets = rng.sample(sorted(cells), crates)
    stands = list(targets)
    keeper = rng.choice(sorted(cells - set(stands)))
    for _ in range(pulls):
        reached = _reached(keeper, cells - set(stands))
        ways = [
            (number, beside, behind)
            for number, crate in enumerate(stands)
            for step in STEPS.values()
            if (beside := _next(crate, step)) in reached and (behind := _next(beside, step)) in cells - set(stands)
        ]
        if ways:
            number, stands[number], keeper = rng.choice(ways)
    crate = names("crate", crates)
    init = _links("neighbour", cells, directions=True)
    init += [f"target {_cell(one)}" for one in targets] + [f"keeper {_cell(keeper)}"]
    for one, at in zip(crate, stands, strict=True):
        init += [f"stands {one} {_cell(at)}", f"blocked {_cell(at)}"] + ([f"delivered {one}"] if at in targets else [])
    objects = {"cell": [_cell(one) for one in sorted(cells)], "direction": list(STEPS), "crate": crate}
    return write(name, "sokoban", objects, init, [f"delivered {one}" for one in crate])


def n_puzzle(name: str, size: int, seed: int) -> PlanningProblem:
    """A square of tiles in random order; every other order can be reached, and only such is given."""
    rng = random.Random(seed)
    cells = [(x, y) for y in range(size) for x in range(size)]
    tiles = list(range(1, size * size))
    order = rng.sample(tiles, len(tiles))
    if _is_odd(order):
        order[0], order[1] = order[1], order[0]
    # The gap is in the last cell before and after, so that an even order can be solved.
    init = [*_links("beside", set(cells)), f"gap {_cell(cells[-1])}"]
    init += [f"lies tile{tile} {_cell(at)}" for tile, at in zip(order, cells, strict=False)]
    goal = [f"lies tile{tile} {_cell(at)}" for tile, at in zip(tiles, cells, strict=False)]
    objects = {"cell": [_cell(one) for one in cells], "tile": names("tile", len(tiles))}
    return write(name, "n-puzzle", objects, init, goal)


def visit_all(name: str, size: int, seed: int) -> PlanningProblem:
    """A grid with holes; the goal is quantified."""
    rng = random.Random(seed)
    fields = _cave(size, rng, 0.1)
    start = _cell(min(fields))
    init = [*_links("joined", fields), f"here {start}", f"visited {start}"]
    goal = ["(forall (?field - field) (visited ?field))"]
    objects = {"field": [_cell(one) for one in sorted(fields)]}
    return write(name, "visit-all", objects, init, goal, requirements=":strips :typing :universal-preconditions")


def _cell(at: Cell) -> str:
    return f"c{at[0]}-{at[1]}"


def _next(at: Cell, step: Cell) -> Cell:
    return at[0] + step[0], at[1] + step[1]


def _links(predicate: str, cells: set[Cell], *, directions: bool = False) -> list[str]:
    """A fact for every two cells side by side, with the direction where it is wanted."""
    return [
        f"{predicate} {_cell(at)} {_cell(other)}" + (f" {direction}" if directions else "")
        for at in sorted(cells)
        for direction, step in STEPS.items()
        if (other := _next(at, step)) in cells
    ]


def _cave(size: int, rng: random.Random, walls: float) -> set[Cell]:
    """A square without some of its cells; what is left hangs together."""
    cells = {(x, y) for x in range(size) for y in range(size)}
    for one in rng.sample(sorted(cells), int(size * size * walls)):
        rest = cells - {one}
        if len(_reached(min(rest), rest)) == len(rest):
            cells = rest
    return cells


def _reached(start: Cell, cells: set[Cell]) -> set[Cell]:
    """All cells that can be walked to."""
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for step in STEPS.values():
            other = _next(at, step)
            if other in cells and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _is_odd(order: list[int]) -> bool:
    """Whether an odd number of exchanges sorts the order."""
    pairs = ((one, other) for number, one in enumerate(order) for other in order[number + 1 :])
    return sum(one > other for one, other in pairs) % 2 == 1
