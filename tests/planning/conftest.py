"""What the tests of the solvers share: a place for temporary files in which nothing may be left."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from planning.leftovers import processes_in


@pytest.fixture
def workspaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the solvers of a test have their directories; afterwards neither a file nor a process may be left."""
    place = tmp_path / "workspaces"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setenv("TMPDIR", str(place))
    yield place
    assert list(place.iterdir()) == []
    if sys.platform == "linux":
        assert processes_in(place) == {}
