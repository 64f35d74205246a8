"""Importing this makes the packages among the tests importable: fake servers, rule cases, the test bridge."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
for _folder in (TESTS / "xdl", TESTS / "pddl", TESTS):
    if str(_folder) not in sys.path:
        sys.path.insert(0, str(_folder))
