"""Worlds of a user's own, written by the documentation: the explorer plays them, whatever words they have."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.dialects.library import dialect_of
from clairify_cli.agents.policies.explorer.policy import Explorer
from clairify_cli.agents.policies.explorer.task import read_task
from clairify_cli.worlds.text.library import own_world

EXAMPLES = Path(__file__).parents[3] / "examples" / "worlds"

WRITTEN = Path(__file__).parents[3] / "benchmarks" / "own_worlds"
FOLDER = Path(__file__).parent / "own_worlds"


def won(problem: Path, aim: str | None = None) -> str:
    """What came of a game: `won`, or why it was not."""
    game = play(own_world(problem, aim=aim), Explorer())
    told = [f"> {one.command} ({one.why})\n{one.text}" for one in game.trace]
    return "won" if game.won else "\n".join((game.reason, game.first, *told))


def written(folder: Path, name: str, goal: str) -> Path:
    """A problem of a world, with another goal."""
    for ending in (".pddl", ".world.yaml"):
        shutil.copy(FOLDER / f"{name}{ending}", folder)
    text = (FOLDER / f"{name}-1.pddl").read_text(encoding="utf-8")
    (folder / "problem.pddl").write_text(f"{text.partition('(:goal')[0]}(:goal {goal}))\n", encoding="utf-8")
    return folder / "problem.pddl"


@pytest.mark.parametrize("name", ["museum-1", "museum-2"])
def test_examples_are_won(name: str) -> None:
    assert won(EXAMPLES / f"{name}.pddl") == "won"


@pytest.mark.parametrize("name", ["library-1", "library-2", "restaurant-1", "restaurant-2", "station-1", "station-2"])
def test_worlds_that_tell_little_of_types_and_states_are_won(name: str) -> None:
    """A sentence shows a `thing` where an action wants a battery, says of no fish in an icebox that it is raw, and
    tells of empty hands only where somebody asks for the inventory."""
    assert won(FOLDER / f"{name}.pddl") == "won"


@pytest.mark.parametrize("name", ["dungeon-1", "farm-1", "office-1"])
def test_worlds_of_other_shapes_are_won(name: str) -> None:
    """A dragon that only a hero who has drunk can slay; no types at all; a robot that others name, and a lift."""
    assert won(FOLDER / f"{name}.pddl") == "won"


@pytest.mark.parametrize(
    "name", ["farm-1", "farm-3", "ward-1", "library-2", "camp-1", "tower-1", "biolab-1", "theatre-2"]
)
def test_worlds_that_others_wrote_are_won(name: str) -> None:
    """Single words as names, a name with `of`, stairs that lead up and down, no types, a lift that goes anywhere."""
    assert won(WRITTEN / f"{name}.pddl") == "won"


@pytest.mark.parametrize(("name", "task", "goal"), stored(__file__, "tasks_in_a_world"))
def test_tasks_in_a_world(tmp_path: Path, name: str, task: str, goal: str) -> None:
    """No sentence says what is a spot in the garden; somebody is in the ship; a nurse has to wash her hands first."""
    assert won(written(tmp_path, name, goal), task) == "won"


@pytest.mark.parametrize(("name", "task", "goal"), stored(__file__, "what_is_read_in_a_task"))
def test_what_is_read_in_a_task(name: str, task: str, goal: str | None) -> None:
    """Names that nobody has seen are taken whole, as what the verb takes; words that no goal has are errors."""
    world = own_world(WRITTEN / f"{name}-1.pddl")
    dialect = dialect_of(world)
    assert dialect is not None
    reading, _ = read_task(dialect, dialect.begin(world.reset().text), task)
    assert (reading.goal, any(one.is_error for one in reading.findings)) == (goal and f"(:goal {goal})", goal is None)
