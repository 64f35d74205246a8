"""Worlds by their names, and worlds of a user's own files."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.worlds.text.base import ActionForm, Observation, WorldError
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import open_world, own_world

BLOCKS = stored(__file__, "BLOCKS")

DOMAIN = stored(__file__, "DOMAIN")

PROBLEM = stored(__file__, "PROBLEM")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "towers.pddl").write_text(DOMAIN, encoding="utf-8")
    (tmp_path / "towers.world.yaml").write_text(BLOCKS, encoding="utf-8")
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "two.pddl").write_text(PROBLEM, encoding="utf-8")
    return tmp_path


def test_a_world_of_ones_own(folder: Path) -> None:
    """Commands name some of the parameters, and the others are found; names of one letter are no articles."""
    with own_world(folder / "problems" / "two.pddl", limit=9) as world:
        assert world.task == "Build a tower of a on b."
        assert (world.name, world.kind, world.limit) == ("two", "towers", 9)
        assert world.forms[0] == ActionForm("pick-up", (("x", "block"),), "lift {x}")
        assert world.reset().text == "On the table: b and c. Block a is on block c."
        assert world.commands() == ("lift b", "grab a", "look")
        assert world.act("lift c").text == "The block a is on it."
        assert world.act("lift the c").text == "The block a is on it."
        assert world.act("inventory").text == "That is not understood."
        assert world.act("grab a").text == "You grab the block a off c."
        assert world.act("put down").text == "You put down the block a."
        assert world.act("lift a").text == "You lift the block a."
        assert world.act("set on b").text == "You set the block a on b."
        assert world.act("lift c").text == "You lift the block c."
        seen = world.act("set c on a")
        assert seen.won and seen.done and seen.steps == 9


def test_the_same_by_its_name(folder: Path) -> None:
    world = open_world("pddl", path=folder / "problems" / "two.pddl")
    assert world.act("lift c").refused
    world.close()


def test_files_that_are_named(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "x"
    other.mkdir()
    for name, of in (("p.pddl", "problems/two.pddl"), ("d.txt", "towers.pddl"), ("w.txt", "towers.world.yaml")):
        (other / name).write_text((folder / of).read_text(encoding="utf-8"), encoding="utf-8")
    world = own_world(other / "p.pddl", other / "d.txt", other / "w.txt", aim="Play.")
    assert world.task == "Play." and world.limit == 100


def test_no_comment_and_a_domain_that_comes_along(tmp_path: Path) -> None:
    text = "(define (problem p) (:domain coin-collector) (:objects a - room c - coin)"
    text += "(:init (at a) (in c a)) (:goal (have c)))"
    (tmp_path / "p.pddl").write_text(text, encoding="utf-8")
    world = own_world(tmp_path / "p.pddl")
    assert world.task == "(have c)"
    assert world.act("take c").won


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    stored(__file__, "what_is_wrong_with_it"),
)
def test_what_is_wrong_with_it(folder: Path, file: str, old: str, new: str, message: str) -> None:
    path = folder / file
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WorldError, match=message):
        open_world("pddl", path=folder / "problems" / "two.pddl")


def test_a_neighbour_that_cannot_be_read(folder: Path) -> None:
    (folder / "problems" / "old.pddl").write_bytes(b"; caf\xe9\n")
    assert open_world("pddl", path=folder / "problems" / "two.pddl").kind == "towers"


def test_files_that_are_missing(folder: Path) -> None:
    with pytest.raises(WorldError, match="there is no such file"):
        open_world("pddl", path=folder / "three.pddl")
    (folder / "towers.world.yaml").unlink()
    with pytest.raises(WorldError, match=r"no description of its world .*towers\.world\.yaml"):
        open_world("pddl", path=folder / "problems" / "two.pddl")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    stored(__file__, "worlds_that_there_are_not"),
)
def test_worlds_that_there_are_not(name: str, options: dict[str, int], message: str) -> None:
    with pytest.raises(WorldError, match=re.escape(message)):
        open_world(name, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "size", "limit"), [("coin_collector", 5, 100), ("household", 1, 50)])
def test_what_a_world_says_of_itself(name: str, size: int, limit: int) -> None:
    world = open_world(name.upper(), seed=-3)
    assert world.kind == name and world.name == f"{name}-{size}--3" and world.limit >= limit
    assert world.forms[0].name in ("open-door", "go")
    assert all(form.meaning for form in world.forms)


def test_what_the_manual_shows() -> None:
    manual = Path(__file__).parents[3] / "docs" / "worlds.md"
    failed, tried = doctest.testfile(str(manual), module_relative=False)
    assert tried == 6 and not failed


# ------------------------------------------------ Games as they are played: what is said to every command, word by word


HERE = Path(__file__).parent
PROBLEMS = HERE.parents[2] / "domains" / "problems"
TRANSCRIPTS = sorted((HERE / "transcripts").glob("*.txt"))


def replay(text: str) -> str:
    """The transcript of the same commands, as they are answered now."""
    lines = text.splitlines()
    head = lines[: lines.index("")]
    settings = dict(line.partition(": ")[::2] for line in head)
    world = own_world(PROBLEMS / f"{settings['problem']}.pddl", limit=int(settings.get("limit", 100)))
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
