"""Fallback models for a text that the first model failed on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from clairify_cli.outcomes import Outcome
from clairify_cli.translate.models.base import Model
from clairify_cli.translate.options import Translation

_ASKS_NEXT = frozenset(
    {
        Outcome.MODEL_FAILED,
        Outcome.DECLINED,
        Outcome.INEXPRESSIBLE,
        Outcome.DISPUTED,
        Outcome.UNFAITHFUL,
        Outcome.STUCK,
        Outcome.ROUNDS,
    }
)
"""Endings after which another model may do better. Time and money are the run's; no procedure is none for anybody."""


def first_good(models: Sequence[Model], ask: Callable[[Model], Translation]) -> Translation:
    """The result of the first model that succeeds, otherwise the best of all; its cost is that of all."""
    made: list[Translation] = []
    for model in models:
        made.append(ask(model))
        if made[-1].outcome not in _ASKS_NEXT:
            break
    if len(made) == 1:
        return made[0]
    best = min(made, key=_rank)
    told = tuple(f"{one.model} ended {one.outcome.value}" for one in made if one is not best)
    return replace(
        best,
        rounds=tuple(done for one in made for done in one.rounds),
        seconds=sum(one.seconds for one in made),
        remarks=(*told, *dict.fromkeys(remark for one in made for remark in one.remarks)),
    )


def _rank(made: Translation) -> tuple[bool, bool, int]:
    """The best first: a good end, a program that is valid in its language, fewest errors."""
    errors = sum(one.is_error for one in made.diagnostics)
    return not made.is_valid, not made.is_sound, errors
