"""Steps that stand in another order than the text tells them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity import rules
from clairify_cli.fidelity.checks.actions import stands_beside
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern

_OTHER_ORDER = pattern("order checks other order")
"""Words with which a text tells of things in another order than they are done in."""
_WORK_UP = frozenset(("extract", "wash"))


def check_order(evidence: Evidence) -> Iterator[Diagnostic]:
    """Neighbouring steps of which the text surely tells the other first."""
    told = [one for one in evidence.placed if one.sure and one.places]
    for one, other in pairwise(told):
        here, there = _place(one), _place(other)
        if here <= there or _is_another_round(other) or stands_beside(evidence, one):
            continue
        sure = _is_sure(evidence, one, other, here, there)
        if sure is None:
            continue
        words = evidence.facts.words
        related = (
            Related(f"the text tells `{other.step.name}` here", evidence.text.span(there, there + 1)),
            Related(f"and `{one.step.name}` here", evidence.text.span(here, here + 1)),
        )
        first = words.words_of(there, min(there + 40, len(evidence.text.text)))
        yield rules.order_differs(one.step.span, one.step.name, other.step.name, first, sure, related)


def _is_another_round(one: Placed) -> bool:
    """Whether a step may be one of several rounds of the same, which are written out one behind the other."""
    return any(item.amount is not None and item.amount.rounds > 1 for item in one.items)


def _place(one: Placed) -> int:
    return min(start for start, _ in one.places)


def _is_sure(evidence: Evidence, one: Placed, other: Placed, here: int, there: int) -> bool | None:
    """Whether the text's order is certain; None where the two may as well be in the program's."""
    first, last = evidence.facts.sentence_at(there), evidence.facts.sentence_at(here)
    between = evidence.text.text[there:here]
    if first == last:
        listed = one.step.action in _WORK_UP and other.step.action in _WORK_UP and not _OTHER_ORDER.search(between)
        return True if listed and len(between) < 100 else None
    start, _ = evidence.facts.bounds_around(there, there)
    _, end = evidence.facts.bounds_around(here, here)
    return not _OTHER_ORDER.search(evidence.text.text[start:end])
