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
"""Outcomes after which another model may do better. Not among them: time and budget, which the models share, and a
missing procedure, which no model can find."""


def first_good(models: Sequence[Model], ask: Callable[[Model], Translation]) -> Translation:
    """Return the result of the first model that succeeds, else the best result; its cost is the total cost."""
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
    """Sort key, best first: a valid result, a program that is valid in its language, fewest errors."""
    errors = sum(one.is_error for one in made.diagnostics)
    return not made.is_valid, not made.is_sound, errors
