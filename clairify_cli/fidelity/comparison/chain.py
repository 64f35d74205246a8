"""Find the heaviest chain of pairs that goes forward in both program and text."""

from __future__ import annotations

from bisect import bisect_left

from clairify_cli.fidelity.model import Choice
from clairify_cli.records import dataclass

_TOGETHER = 150
"""Maximum distance, in characters, between the parts of one step."""
_DISTANCE_COSTS = 0.002
MOST_NODES = 20_000
"""Pairs beyond these are left out."""


@dataclass(frozen=True, slots=True)
class Node:
    """One claim of a step at one place of the text. `shared`: the step before may have the same place."""

    step: int
    item: int
    start: int
    weight: float
    shared: bool
    choice: Choice


def heaviest_chain(nodes: list[Node]) -> list[Node]:
    """Return the heaviest chain, in order; it has no claim twice. The nodes must be in the order of the program.

    The claims of one step may be in any order in the text, as long as they are close together and after the step
    before.
    """
    nodes = nodes[:MOST_NODES]
    best: list[float] = []
    back: list[int] = []
    reached: list[int] = []  # the furthest place that the step has reached
    floor: list[int] = []  # how far the chain had come when the step began
    ends: list[tuple[int, float, int]] = []  # the heaviest chain up to each place, of all steps before this one
    first = 0
    for at, node in enumerate(nodes):
        while nodes[first].step != node.step:
            _grow(ends, reached[first], best[first], first)
            first += 1
        total, before = _heaviest(ends, node.start + (1 if node.shared else 0))
        stood = reached[before] if before >= 0 else -1
        for other in range(first, at):
            mate = nodes[other]
            if mate.item == node.item or mate.start == node.start or floor[other] >= node.start:
                continue
            gain = best[other] - abs(mate.start - node.start) * _DISTANCE_COSTS
            near = abs(mate.start - node.start) <= _TOGETHER
            if near and gain > total and not _has(other, node, nodes, back):
                total, before, stood = gain, other, floor[other]
        best.append(node.weight + total)
        back.append(before)
        floor.append(stood)
        of_step = before >= 0 and nodes[before].step == node.step
        reached.append(max(node.start, reached[before]) if of_step else node.start)
    chain = []
    at = max(range(len(nodes)), key=lambda k: best[k], default=-1)
    while at >= 0:
        chain.append(nodes[at])
        at = back[at]
    return chain[::-1]


def _grow(ends: list[tuple[int, float, int]], place: int, total: float, at: int) -> None:
    """Add the chain that ends at a node to those that later steps can extend."""
    low = bisect_left(ends, (place, -1.0, -1))
    if low and ends[low - 1][1] >= total:
        return
    high = low
    while high < len(ends) and ends[high][1] <= total:
        high += 1
    ends[low:high] = [(place, total, at)]


def _heaviest(ends: list[tuple[int, float, int]], before: int) -> tuple[float, int]:
    """Return the weight and last node of the heaviest chain that ends before a place."""
    at = bisect_left(ends, (before, -1.0, -1))
    return (ends[at - 1][1], ends[at - 1][2]) if at else (0.0, -1)


def _has(at: int, node: Node, nodes: list[Node], back: list[int]) -> bool:
    """Whether the node's step already has its claim or its place in the chain."""
    while at >= 0 and nodes[at].step == node.step:
        if nodes[at].item == node.item or nodes[at].start == node.start:
            return True
        at = back[at]
    return False
