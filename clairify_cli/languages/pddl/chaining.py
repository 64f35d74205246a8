"""Forward chaining over rules whose conditions are all positive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import TypeVar

F = TypeVar("F", bound=Hashable)


def fired(rules: Sequence[tuple[Iterable[F], Collection[F]]], is_true: Callable[[F], bool]) -> bytearray:
    """Return 1 for each rule that can fire, else 0; a rule is the facts that it needs and those that it adds.

    `is_true` decides the initial facts; facts are never removed. Each need is counted down once (Dowling and Gallier,
    Journal of Logic Programming 1, 1984).
    """
    waiting: dict[F, list[int]] = {}
    missing: list[int] = []
    ready: list[int] = []
    for at, (needs, _) in enumerate(rules):
        asked = [one for one in needs if not is_true(one)]
        for one in asked:
            waiting.setdefault(one, []).append(at)
        missing.append(len(asked))
        if not asked:
            ready.append(at)
    done = bytearray(len(rules))
    while ready:
        at = ready.pop()
        done[at] = 1
        for made in rules[at][1]:
            for other in waiting.pop(made, ()):
                missing[other] -= 1
                if not missing[other]:
                    ready.append(other)
    return done
