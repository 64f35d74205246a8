"""One part of the inputs of a batch that several machines share."""

from __future__ import annotations

import re

from clairify_cli.records import dataclass

_WRITTEN = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `part` of `of`, counted from 1: every `of`-th input, so that a run of expensive inputs is shared out."""

    part: int = 1
    of: int = 1

    def takes(self, number: int) -> bool:
        """Whether the input with this number, from 0, belongs to the part."""
        return number % self.of == self.part - 1

    def count(self, total: int) -> int:
        """Return how many of `total` inputs belong to the part."""
        return len(range(self.part - 1, total, self.of))

    @property
    def is_all(self) -> bool:
        return self.of == 1


def shard_of(written: str) -> Shard:
    """Parse a part written as `K/N`. Raises `ValueError` with one sentence."""
    match = _WRITTEN.fullmatch(written.strip())
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(f"a part is written K/N, with K from 1 to N, such as 2/8, not `{written}`")
    return Shard(int(match[1]), int(match[2]))
