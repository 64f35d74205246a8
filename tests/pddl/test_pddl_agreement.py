"""On pairs that language models wrote, our error / no error is the translator's refusal / acceptance.

A fixed sample, with the translator run for real; `benchmarks/score_pddl.py` does the same for all of them.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.pddl_translator import judge
from benchmarks.score_pddl import PAIRS, Scored, at_the_place, load, score

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("CLAIRIFY_SHARED_DATA", ROOT.parent / "shared" / "data"))

pytestmark = [
    pytest.mark.skipif(not (DATA / PAIRS).is_file(), reason=f"no {PAIRS} in {DATA}; set CLAIRIFY_SHARED_DATA"),
    pytest.mark.skipif(find_spec("fast_downward") is None, reason="the extra `plan` is not installed"),
]


@cache
def sample() -> list[Scored]:
    """Every fiftieth pair."""
    pairs = load(DATA)[4::50]
    return score(pairs, judge(pairs))


def test_errors_agree_with_refusals() -> None:
    scored = sample()
    assert len(scored) == 30
    assert sum(one.verdict.refused for one in scored) > 7
    assert [one.pair.id for one in scored if not one.agrees] == []


def test_errors_stand_at_the_place_at_fault() -> None:
    refused = [one for one in sample() if one.verdict.refused]
    elsewhere = [one.pair.id for one in refused if not at_the_place(one)]
    assert len(elsewhere) <= len(refused) * 0.04, elsewhere
