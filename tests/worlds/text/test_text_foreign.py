"""Worlds of a user's own class, `--world module:Class`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.explorer.policy import Explorer
from clairify_cli.worlds.text.base import GameError, WorldError
from clairify_cli.worlds.text.library import open_world

DOCS = Path(__file__).parents[3] / "docs" / "worlds.md"
BROKEN = "class Poor:\n    def __init__(self, seed): pass\n\nclass Bad:\n    def __init__(self, seed): seed.x\n"


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = DOCS.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    (tmp_path / "rooms_of_docs.py").write_text(written, encoding="utf-8")
    (tmp_path / "broken_rooms.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "failing_rooms.py").write_text("raise RuntimeError('no rooms')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.mark.parametrize("size", [None, 5])
def test_the_class_of_the_docs_is_played(size: int | None) -> None:
    world = open_world("rooms_of_docs:Rooms", seed=1, size=size)
    assert world.name == f"rooms-{size or 3}-1"
    assert play(world, Explorer()).won


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("no_such_module:Rooms", WorldError, "no world was found at `no_such_module:Rooms`"),
        ("rooms_of_docs:Other", WorldError, "no world was found at `rooms_of_docs:Other`"),
        (":Rooms", WorldError, "no world was found at `:Rooms`"),
        ("failing_rooms:Rooms", WorldError, "`failing_rooms:Rooms` cannot be loaded: RuntimeError: no rooms"),
        ("broken_rooms:Bad", GameError, "makes no game of seed 0: AttributeError"),
        ("broken_rooms:Poor", GameError, "lacks `name`, `kind`, `task`"),
    ],
)
def test_what_is_no_world_is_said(name: str, kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told):
        open_world(name)
