"""Tables of cases that stand in YAML beside the tests that use them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml


def stored(test: str, name: str) -> Any:
    """What `tables/test_x.yaml` has by that name: rows for `parametrize`, values by their names, or a text."""
    path = Path(test)
    return _tables(path.parent / "tables" / f"{path.stem}.yaml")[name]


@cache
def _tables(path: Path) -> dict[str, Any]:
    made: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return made
