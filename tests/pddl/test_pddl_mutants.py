"""Our verdict on broken pairs is that of Fast Downward's translator, run for real over some hundreds of mutants."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from case_tables import stored
from pddl_mutants import mutants, originals

from benchmarks.pddl_translator import Pair, Verdict, judge_at_once
from benchmarks.score_pddl import errors_of

STRICTER = stored(__file__, "STRICTER")
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
