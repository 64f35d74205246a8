"""Rounds of the loop: what a reply adds to one, and which one is the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity import is_about_fidelity
from clairify_cli.records import replace
from clairify_cli.translate.models.base import USAGE, Reply
from clairify_cli.translate.options import ReplyKind, Round

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
