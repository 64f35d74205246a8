"""What all tests share: how many examples properties are tried with, and the garbage collector.

A property is tried with a share of the examples that its `@settings` name, the same in every run, so that a run takes
minutes and does not fail by chance. `pytest --hypothesis-profile=thorough` tries all of them, others each time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

SHARE = 3
"""One of so many examples is tried in a run that is not thorough."""
FEW = 25
"""So many are tried where there are so many."""
USED = "_hypothesis_internal_use_settings"
"""Where hypothesis keeps the settings of a test."""

settings.register_profile("quick", derandomize=True, database=None)
settings.register_profile("thorough", database=None)
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes seconds, as building and installing the package does")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try fewer examples, unless a profile was asked for that has them made up anew."""
    if not settings.default or not settings.default.derandomize:
        return
    tests = {test for item in items if hasattr(test := getattr(item, "function", None), USED)}
    for test in tests:
        used: settings = getattr(test, USED)
        fewer = min(used.max_examples, max(FEW, used.max_examples // SHARE))
        setattr(test, USED, settings(used, max_examples=fewer))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is made before the first test stays: the garbage collector need not look through it, now or later."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()
