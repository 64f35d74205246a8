from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from translate.toy import Toy


@pytest.fixture
def toy() -> Toy:
    return Toy()


@pytest.fixture
def lines_of() -> Callable[[Path], list[dict[str, Any]]]:
    """The records of a JSON lines file; fails on half a line."""

    def read(path: Path) -> list[dict[str, Any]]:
        text = path.read_text(encoding="utf-8")
        assert text == "" or text.endswith("\n")
        return [json.loads(line) for line in text.splitlines()]

    return read
