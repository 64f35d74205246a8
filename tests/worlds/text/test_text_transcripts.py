"""Games as they are played: what is said to every command, word by word.

A transcript begins with `problem: DOMAIN/NAME`, perhaps `limit: 5` and `terse`; then each `> command` is followed by
the reply. `(refused)`, `(won)` and `(over)` end a reply where they are so.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clairify_cli.worlds.text.base import Observation
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import own_world

HERE = Path(__file__).parent
PROBLEMS = HERE.parents[2] / "domains" / "problems"
TRANSCRIPTS = sorted((HERE / "transcripts").glob("*.txt"))


def replay(text: str) -> str:
    """The transcript of the same commands, as they are answered now."""
    lines = text.splitlines()
    head = lines[: lines.index("")]
    settings = dict(line.partition(": ")[::2] for line in head)
    world = own_world(
        PROBLEMS / f"{settings['problem']}.pddl", limit=int(settings.get("limit", 100)), terse="terse" in settings
    )
    parts = [*head, "", *reply(world.reset())]
    for line in lines:
        if line.startswith("> "):
            parts += ["", line, *reply(world.act(line[2:]))]
    return "\n".join(parts) + "\n"


def reply(seen: Observation) -> list[str]:
    marks = [("(refused)", seen.refused), ("(won)", seen.won), ("(over)", seen.done and not seen.won)]
    return [*re.sub(r"(?<=\.) ", "\n", seen.text).splitlines(), *(mark for mark, there in marks if there)]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_what_is_said(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text) == text


def test_a_world_behind_it_is_a_world() -> None:
    world = own_world(PROBLEMS / "coin-collector" / "apartment.pddl")
    assert isinstance(world, HiddenWorld)
    assert world.task.startswith("The rooms of an apartment.")
