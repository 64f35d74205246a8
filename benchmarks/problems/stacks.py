"""Problems of stacking: blocks on a table, crates in depots."""

from __future__ import annotations

import itertools
import random

from benchmarks.problems.text import PlanningProblem, names, write


def blocks(name: str, count: int, seed: int) -> PlanningProblem:
    """Towers of blocks that are to become other towers."""
    rng = random.Random(seed)
    every = names("b", count)
    before, after = _towers(every, rng, 0.3), _towers(every, rng, 0.15)
    init = ["hand-empty"]
    for tower in before:
        init += [f"on-table {tower[0]}", f"clear {tower[-1]}"]
        init += [f"on {upper} {lower}" for lower, upper in itertools.pairwise(tower)]
    goal = [f"on {upper} {lower}" for tower in after for lower, upper in itertools.pairwise(tower)]
    return write(name, "blocks", {"block": every}, init, goal)


def depots(name: str, places: int, crates: int, trucks: int, seed: int) -> PlanningProblem:
    """Crates that are to stand on other crates or pallets in other depots."""
    rng = random.Random(seed)
    depot, crate, truck = names("depot", places), names("crate", crates), names("truck", trucks)
    pallet, hoist = names("pallet", places + 2), names("hoist", places)
    stands = {one: depot[number % places] for number, one in enumerate(pallet)}
    init = [f"stored {one} {at}" for one, at in stands.items()]
    for one, at in zip(hoist, depot, strict=True):
        init += [f"hoist-at {one} {at}", f"idle {one}"]
    init += [f"truck-at {one} {rng.choice(depot)}" for one in truck]
    for stack in _stacks(crate, pallet, rng):
        init.append(f"top {stack[-1]}")
        for lower, upper in itertools.pairwise(stack):
            init += [f"on {upper} {lower}", f"stored {upper} {stands[stack[0]]}"]
    goal = [
        f"on {upper} {lower}" for stack in _stacks(crate, pallet, rng) for lower, upper in itertools.pairwise(stack)
    ]
    objects = {"depot": depot, "truck": truck, "hoist": hoist, "pallet": pallet, "crate": crate}
    return write(name, "depots", objects, init, goal)


def _towers(every: list[str], rng: random.Random, chance: float) -> list[list[str]]:
    """The blocks shuffled into towers; `chance` that the next one starts a new tower."""
    towers: list[list[str]] = []
    for one in rng.sample(every, len(every)):
        if not towers or rng.random() < chance:
            towers.append([])
        towers[-1].append(one)
    return towers


def _stacks(crates: list[str], pallets: list[str], rng: random.Random) -> list[list[str]]:
    """The crates at random on the pallets, each stack from the pallet up."""
    stacks = [[pallet] for pallet in pallets]
    for one in rng.sample(crates, len(crates)):
        rng.choice(stacks).append(one)
    return stacks
