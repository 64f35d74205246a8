"""Cut a text wherever a mark begins or ends, to show overlapping marks without nesting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from clairify_cli.records import dataclass

Mark = TypeVar("Mark")


@dataclass(frozen=True, slots=True)
class Layer(Generic[Mark]):
    """A marked stretch of the text."""

    start: int
    end: int
    mark: Mark


def pieces(size: int, layers: Iterable[Layer[Mark]]) -> Iterator[tuple[int, int, tuple[Layer[Mark], ...]]]:
    """Yield the whole text from 0 to `size` in pieces, each with the layers that cover it, in the order given."""
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
