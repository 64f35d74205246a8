"""ALFWorld's games: every walkthrough wins, what cannot be done is refused, and a broken file is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from benchmarks.shared_data import DATA
from clairify_cli.worlds.text.alfworld import LIMIT, NOTHING, game
from clairify_cli.worlds.text.base import ActionForm, GameError
from worlds.text.tiny_game import DOMAIN, GRAMMAR, PROBLEM, WALKTHROUGH, written

FOLDER = DATA / "alfworld"
needs_games = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared games of ALFWorld are not here")


@needs_games
def test_walkthroughs_win() -> None:
    """Those of every third game."""
    paths = sorted(FOLDER.rglob("*.tw-pddl"))
    assert len(paths) >= 60
    for path in paths[::3]:
        with game(path) as world:
            first = world.reset()
            assert world.task.startswith("Your task is to: ") and world.task in first.text
            assert "Looking quickly around you, you see a " in first.text
            seen = first
            for at, command in enumerate(world.file.walkthrough, 1):
                assert command in world.commands(), f"{path.name}: {command}"
                seen = world.act(command)
                assert not seen.refused and seen.steps == at and seen.text != NOTHING, f"{path.name}: {command}"
            assert seen.won and seen.done and world.commands() == (), path.name


@needs_games
def test_what_a_game_tells() -> None:
    with game(sorted(FOLDER.rglob("*.tw-pddl"))[0]) as world:
        told = [world.act(one).text for one in ("go to drawer 7", "look", "use desklamp 1", "go to drawer 7", "look  ")]
        assert told[0] == "You arrive at drawer 7. On the drawer 7, you see a cd 2, and a keychain 4."
        assert told[1] == "You are facing the drawer 7, and dresser 1. Next to it, you see nothing."
        assert told[2] == "You turn on the desklamp 1."
        assert told[3] == NOTHING, "one is there already"
        assert told[4] == told[1]
        assert "examine desklamp 1" not in world.commands(), "only what is held can be examined"


@needs_games
def test_commands_are_the_same_after_a_reset() -> None:
    with game(sorted(FOLDER.rglob("*.tw-pddl"))[25]) as world:
        first, listed = world.reset(), world.commands()
        world.act(listed[0])
        world.act("dance")
        assert world.reset() == first and world.commands() == listed


def test_a_game_is_played(tmp_path: Path) -> None:
    world = game(written(tmp_path))
    assert world.reset().text == "Hello.\n\nYour task is to: wash a cup."
    assert world.task == "Your task is to: wash a cup."
    assert world.commands() == (
        "go to shelf 1",
        "go to sinkbasin 1",
        "look",
        "take cup 1 from shelf 2",
        "take cup 2 from shelf 2",
    )
    assert world.act("go to sinkbasin 1").text == "You are at sinkbasin 1: there is a cup 1."
    assert world.act("go to shelf 1").text == "You are at shelf 1: there is a cup 2."
    assert world.act("go to shelf 2").text == "You are at shelf 2: there is a cup 2, and a cup 1."
    assert world.act("take cup 2 from shelf 2").text == "You take the cup 2."
    assert world.act("go to shelf 2").text == NOTHING
    world.act("go to sinkbasin 1")
    seen = world.act("put cup 2 at sinkbasin 1")
    assert (seen.text, seen.won, seen.done, seen.steps) == ("You put down cup 2.", True, True, 7)
    with pytest.raises(ValueError, match="done"):
        world.act("look")


@pytest.mark.parametrize(
    "command", ["", "dance", "take cup 3 from shelf 2", "lift cup 1", "Look", "x" * 100_000, "\ud800"]
)
def test_what_cannot_be_done_is_refused(tmp_path: Path, command: str) -> None:
    world = game(written(tmp_path))
    before = world.commands()
    seen = world.act(command)
    assert (seen.text, seen.refused, seen.won, seen.steps) == (NOTHING, True, False, 1)
    assert world.commands() == before


def test_it_is_over_after_fifty_commands(tmp_path: Path) -> None:
    world = game(written(tmp_path))
    seen = [world.act("dance" if at % 2 else "look") for at in range(LIMIT)]
    assert [one.done for one in seen] == [False] * (LIMIT - 1) + [True]
    assert not seen[-1].won and world.commands() == ()
    with pytest.raises(ValueError, match="done"):
        world.act("look")


def test_forms_are_the_actions_of_the_bundled_domain(tmp_path: Path) -> None:
    forms = {one.name: one for one in game(written(tmp_path)).forms}
    assert forms["take"] == ActionForm(
        "take",
        (("item", "item"), ("place", "place")),
        "take {item} from {place}",
        "picks up an item with the empty hand",
    )
    assert forms["examine"].command == forms["switch-on"].command == "use {lamp}"


WRONG = {
    "no JSON": (b"{", "not JSON"),
    "a list": (b"[1]", "not a JSON object"),
    "deep": (b"[" * 100_000, "not JSON"),
    "bytes": (b"\xff\xfe\x00", "UTF-8"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_no_game(tmp_path: Path, name: str) -> None:
    content, says = WRONG[name]
    path = tmp_path / "wrong.tw-pddl"
    path.write_bytes(content)
    with pytest.raises(GameError, match=says) as caught:
        game(path)
    assert "wrong.tw-pddl" in str(caught.value) and "\n" not in str(caught.value)


BROKEN: dict[str, tuple[dict[str, object], str]] = {
    "without a problem": ({"pddl_problem": None}, "no text `pddl_problem`"),
    "a number": ({"grammar": 3}, "no text `grammar`"),
    "walkthrough": ({"walkthrough": [3]}, "no list of commands"),
    "syntax": ({"pddl_domain": DOMAIN[:-20]}, "broken: line .* of its `pddl_domain`"),
    "no domain": ({"pddl_domain": PROBLEM}, "holds no domain"),
    "no goal": ({"pddl_problem": PROBLEM.replace("(:goal (in Cup_bar_1 Sink_bar_1_bar_basin))", "")}, "goal"),
    "grammar": ({"grammar": "hello"}, "line 1 of its grammar"),
    "rules": ({"grammar": GRAMMAR.replace('{"rhs"', '{"lhs"')}, "no JSON of the right form"),
    "no intro": ({"grammar": GRAMMAR.replace('"intro"', '"start"')}, "no rule `intro`"),
    "endless": ({"grammar": GRAMMAR.replace("#task#", "#intro#")}, "without end"),
    "growing": ({"grammar": GRAMMAR.replace("#task#", "#intro#" * 9)}, "without end"),
    "open action": ({"grammar": GRAMMAR.replace('"You see.";', '"You see."')}, "the action `look`"),
    "python": ({"grammar": GRAMMAR.replace("#task#", "{open('made', 'w')}")}, "no attribute"),
    "dunder": ({"grammar": GRAMMAR.replace("#task#", "{to.__class__}")}, "nothing here"),
    "condition": ({"grammar": GRAMMAR.replace("#task#", "{to.name | at(}")}, "condition"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    changes, says = BROKEN[name]
    path = written(tmp_path, **changes)
    with pytest.raises(GameError, match=says) as caught:
        game(path)
    assert "tiny.tw-pddl" in str(caught.value) and "\n" not in str(caught.value)
    assert not (tmp_path / "made").exists(), "what stands in braces is never run"


@pytest.mark.parametrize("brace", ["{", "[{", "{a", "{to.name |", "{#a#", "{ | "])
def test_an_open_brace_before_much_space(tmp_path: Path, brace: str) -> None:
    """Nothing is told from there on; to find out tries no splits of the space, which would take longer than a life."""
    for space in (" " * 50_000, " " * 50_000 + "|" + " " * 50_000):
        world = game(written(tmp_path, grammar=GRAMMAR.replace("#task#", f"So far.{brace}{space}")))
        assert world.reset().text == "Hello.\n\nSo far."


@pytest.mark.parametrize(
    ("text", "says"),
    stored(__file__, "space_in_braces"),
)
def test_space_in_braces(tmp_path: Path, text: str, says: str | None) -> None:
    """Around what stands in braces there may be lines of space, but not within; space alone stands for nothing."""
    path = written(tmp_path, grammar=GRAMMAR.replace('"Hello.\\n\\n#task#"', f'"{text}"'))
    if says is None:
        with pytest.raises(GameError, match="its grammar"):
            game(path)
    else:
        assert game(path).reset().text == says


def test_missing_games(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is no such file"):
        game(tmp_path / "none.tw-pddl")
    with pytest.raises(GameError, match="it is a directory"):
        game(tmp_path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_not_read_on() -> None:
    with pytest.raises(GameError, match="cannot read /dev/zero: it is larger than 20,000,000 bytes"):
        game(Path("/dev/zero"))


def test_a_file_of_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "big.tw-pddl"
    path.write_bytes(b" " * 30_000_000)
    with pytest.raises(GameError, match="is larger than 20,000,000 bytes; raise the limit with --max-size"):
        game(path)


def test_a_walkthrough_comes_with_the_game(tmp_path: Path) -> None:
    assert game(written(tmp_path)).file.walkthrough == WALKTHROUGH
    assert game(written(tmp_path, walkthrough=None)).file.walkthrough == ()
