"""Rounds of the loop: their settings, what a reply adds to one, which one is the best, and fallback models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity import is_about_fidelity
from clairify_cli.outcomes import Outcome
from clairify_cli.records import replace
from clairify_cli.translate.models.base import USAGE, Model, ModelOptions, Reply
from clairify_cli.translate.options import LoopOptions, ReplyKind, Round, Translation

_UNREAD = "XDL690"
"""The offline reader's code for words that it skipped."""


def without_echoes(notes: Sequence[Diagnostic], found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the notes except those on skipped words that a fidelity error already points to."""
    told = [other.span for one in found if one.is_error and is_about_fidelity(one) for other in one.related]
    return tuple(
        note
        for note in notes
        if note.code != _UNREAD or not any(note.span.start < one.end and one.start < note.span.end for one in told)
    )


def with_reply(done: Round, reply: Reply) -> Round:
    """Return the round with the model's reply and its usage."""
    usage = {name: getattr(reply, name) for name in (*USAGE, "seconds", "cached", "tries")}
    return replace(done, reply=reply.text, notes=reply.diagnostics, **usage)


_BEST_FIRST = {kind: rank for rank, kind in enumerate(ReplyKind)}


def best_round(rounds: tuple[Round, ...]) -> Round | None:
    """Return the round with the best candidate: a whole program first, then fewest errors, fewest warnings, the latest.

    Among candidates for one prompt, agreement counts before warnings.
    Errors in the program itself weigh more than differences from the text.
    """
    candidates = [done for done in rounds if done.candidate is not None]
    if not candidates:
        return None
    votes = Counter(done.meaning for done in candidates if done.meaning)
    return min(
        candidates,
        key=lambda done: (
            _BEST_FIRST[done.kind],
            done.language_errors,
            done.errors,
            -votes[done.meaning],
            done.warnings,
            -done.number,
        ),
    )


def best_last(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Return the rounds with the best one last, because the next prompt uses the last round's program."""
    best = best_round(tuple(rounds))
    return (*(done for done in rounds if done is not best), *([best] if best is not None else []))


def is_clean(done: Round) -> bool:
    """Whether a round gave a whole program without errors, its own or its text's."""
    return done.kind is ReplyKind.PROGRAM and not done.errors and not any(note.is_error for note in done.notes)


_TEMPERATURE_STEP = 0.3
_HIGHEST_TEMPERATURE = 1.0
_USUAL_TOKENS = 4096
"""The limit to double from if neither the user nor the provider gives one."""


class Sampling:
    """The temperature, seed and token limit, adapted to the replies so far.

    The temperature is 0 by default. After a repeated candidate, it rises by 0.3 up to 1 (or stays, if it was higher)
    and the seed changes; after a new candidate both go back. After a truncated reply the token limit doubles.
    """

    def __init__(self, options: LoopOptions) -> None:
        self._options = options
        self._max_tokens = options.max_tokens
        self._repeats = 0
        self._times_asked: dict[str, int] = {}

    def options_for(self, prompt_hash: str) -> ModelOptions:
        """Return the settings for a prompt; sending the same prompt again changes at least the seed."""
        attempt = self._repeats + self._times_asked.get(prompt_hash, 0)
        self._times_asked[prompt_hash] = self._times_asked.get(prompt_hash, 0) + 1
        seed = self._options.seed
        return ModelOptions(
            temperature=self._temperature(),
            seed=None if seed is None else seed + attempt,
            max_tokens=self._max_tokens,
            attempt=attempt,
        )

    def _temperature(self) -> float:
        asked = self._options.temperature or 0.0
        if not self._repeats:
            return asked
        return max(asked, min(asked + _TEMPERATURE_STEP * self._repeats, _HIGHEST_TEMPERATURE))

    def learn(self, *, repeated: bool, cut_off: bool, reply: Reply) -> None:
        """Take a reply into account."""
        self._repeats = self._repeats + 1 if repeated else 0
        if cut_off:
            before = self._max_tokens or reply.output_tokens or _USUAL_TOKENS
            self._max_tokens = max(before, min(2 * before, self._options.most_tokens))


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
