"""Cuts a text where anything marked begins or ends, so that overlapping marks can be shown without nesting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

Mark = TypeVar("Mark")


@dataclass(frozen=True, slots=True)
class Layer(Generic[Mark]):
    """A stretch of the text that is marked."""

    start: int
    end: int
    mark: Mark


def pieces(size: int, layers: Iterable[Layer[Mark]]) -> Iterator[tuple[int, int, tuple[Layer[Mark], ...]]]:
    """The whole text from 0 to `size` in pieces, each with the layers that cover it, in the order given."""
    given = [layer for layer in layers if layer.start < layer.end]
    begins: dict[int, list[int]] = {}
    ends: dict[int, list[int]] = {}
    for number, layer in enumerate(given):
        begins.setdefault(layer.start, []).append(number)
        ends.setdefault(layer.end, []).append(number)
    active: dict[int, None] = {}
    at = 0
    for cut in sorted({*begins, *ends, size}):
        if cut > at:
            yield at, cut, tuple(given[number] for number in sorted(active))
            at = cut
        for number in ends.get(cut, ()):
            active.pop(number, None)
        active.update(dict.fromkeys(begins.get(cut, ())))
