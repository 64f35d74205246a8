"""Our verdict on broken pairs is that of Fast Downward's translator, run for real over some hundreds of mutants."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from pddl_mutants import mutants, originals

from benchmarks.pddl_translator import Pair, Verdict, judge_at_once
from benchmarks.score_pddl import errors_of

STRICTER = {
    "PDL107": "a keyword in place of a name",
    "PDL112": "an operator with a wrong number of operands, where the translator takes it for a function",
    "PDL116": "a keyword or a dash as a type",
    "PDL124": "a keyword in place of a name",
    "PDL125": "a variable in place of a function",
    "PDL202": "a derived predicate without a declaration",
    "PDL203": "a function without a declaration: the translator looks at none of them",
    "PDL204": "an object among the arguments of a function",
    "PDL205": "a variable among the arguments of a function",
    "PDL212": "a parameter twice: the translator takes the last",
    "PDL302": "the number of arguments of a function",
    "PDL303": "the types of arguments of a function",
    "PDL504": "a second cost: the translator takes the last",
}
"""What we call an error and the translator takes, in another meaning than is written or in none."""

needs_translator = pytest.mark.skipif(find_spec("fast_downward") is None, reason="the extra `plan` is not installed")


@needs_translator
@pytest.mark.parametrize("original", originals(), ids=lambda one: one.id)
def test_the_originals_are_good(original: Pair) -> None:
    assert errors_of(original) == ()
    (verdict,) = judge_at_once([original])
    assert not verdict.refused, verdict


@needs_translator
@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("original", originals(), ids=lambda one: one.id)
def test_mutants(original: Pair, seed: int) -> None:
    pairs = list(mutants(original, 120, seed))
    verdicts = judge_at_once(pairs)
    assert len(verdicts) == len(pairs)
    assert sum(one.refused for one in verdicts) > 60
    silent, stricter = [], []
    for pair, verdict in zip(pairs, verdicts, strict=True):
        errors = errors_of(pair)
        if verdict.refused and not errors:
            silent.append(_told(pair, verdict))
        elif errors and not verdict.refused:
            stricter.append(pair)
            assert errors[0].code in STRICTER, f"{errors[0].message}\n{_told(pair, verdict)}"
    assert not silent, silent[0]
    assert len(stricter) < len(pairs) / 8


def _told(pair: Pair, verdict: Verdict) -> str:
    return f"{pair.id}\n{verdict.said or verdict.misread}\n{pair.domain}\n{pair.problem}"
