"""Where TextWorld is installed: it says the same of ALFWorld's games as we do."""

from __future__ import annotations

import pytest

pytest.importorskip("textworld")
pytest.importorskip("fast_downward")

from benchmarks.compare_textworld import FOLDER, compare


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared games of ALFWorld are not here")
@pytest.mark.parametrize("at", [0, 15, 25, 35, 45, 55])
def test_textworld_says_the_same(at: int) -> None:
    assert compare(sorted(FOLDER.rglob("*.tw-pddl"))[at], at, 25).difference is None
