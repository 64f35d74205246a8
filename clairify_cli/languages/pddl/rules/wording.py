"""What the words of several rules share."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Related, Span
from clairify_cli.diagnostics.nearest import nearest

_MOST_PLACES = 4


def elsewhere(others: Sequence[Span]) -> str:
    """The end of a message that is told once for several places."""
    if not others:
        return ""
    return f" (and in {counted(len(others), 'more place')})"


def places(others: Sequence[Span]) -> tuple[Related, ...]:
    """The first of the other places."""
    return tuple(Related("here too", span) for span in others[:_MOST_PLACES])


def did_you_mean(name: str, allowed: Sequence[str]) -> str:
    """`did you mean ...? `, where something is near; else nothing."""
    near = nearest(name, allowed)
    return f"did you mean `{near}`? " if near else ""
