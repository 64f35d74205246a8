"""The recorded invocations: tables × inputs, made from the tree that this file belongs to."""

from __future__ import annotations

from collections import Counter
from functools import cache

from benchmarks.compare_versions.invocation import Invocation
from benchmarks.compare_versions.recorded import (
    arm,
    batches,
    checking,
    games,
    goals,
    mistakes,
    newer,
    programs,
    reference,
    repairs,
    robot,
    rules,
    settings,
    terminals,
    texts,
)

_PARTS = (
    *(rules, checking, reference, texts, batches, goals, programs),
    *(repairs, games, arm, robot, settings, mistakes, terminals, newer),
)


@cache
def invocations() -> tuple[Invocation, ...]:
    """All of them, in order. Raises `ValueError` where two have one id."""
    made = [one for part in _PARTS for one in part.invocations()]
    if twice := [id for id, times in Counter(one.id for one in made).items() if times > 1]:
        raise ValueError(f"two invocations are called {twice[0]}")
    return tuple(made)
