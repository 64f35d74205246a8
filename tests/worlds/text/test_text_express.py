"""TextWorldExpress: games repeat, Java is shared and never left behind, and what is missing is said."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("py4j")
pytest.importorskip("textworld_express")

from case_tables import stored
from translate.scripted import Scripted

from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.library import policy
from clairify_cli.worlds.text import java_server
from clairify_cli.worlds.text.base import GameError, WorldError, WorldMissingError
from clairify_cli.worlds.text.express import LIMIT, ExpressGame
from clairify_cli.worlds.text.templates import pattern_of

needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="Java is not here")

Told = list[tuple[str, str]]


def coin_collector(seed: int, size: int) -> ExpressGame:
    return ExpressGame("textworld-express", seed, size)


def walked(world: ExpressGame, most: int = 12) -> Told:
    """What a walk through the first of the useful commands tells, by turns."""
    told = [("", world.reset().text)]
    for at in range(most):
        useful = [one for one in world.commands() if one.startswith(("take", "open", "move"))]
        command = useful[-1] if useful[-1].startswith("take") else useful[at % len(useful)]
        seen = world.act(command)
        told.append((command, seen.text))
        if seen.done:
            break
    return told


@needs_java
def test_folds_have_games_of_their_own() -> None:
    texts = []
    for fold in (None, "train", "test"):
        with ExpressGame("twc", 2, 1, fold) as world:
            texts.append(world.reset().text + world.task)
    assert texts[0] == texts[1] != texts[2] and world.name == "twc-1-2-test"


@needs_java
def test_a_game_is_played() -> None:
    with coin_collector(1, 3) as world:
        first = world.reset()
        assert world.task.startswith("Your task is to search the environment and find the coin.")
        assert first.text.startswith("You are in the kitchen.") and "a coin" in first.text
        assert list(world.commands()) == sorted(world.commands()) and "take coin" in world.commands()
        seen = world.act("take coin")
        assert (seen.text, seen.won, seen.done, seen.refused, seen.steps) == (
            "You take the coin.",
            True,
            True,
            False,
            1,
        )
        assert world.commands() == ()
        with pytest.raises(ValueError, match="done"):
            world.act("look around")
        assert world.reset() == first


@needs_java
def test_what_cannot_be_done_is_refused() -> None:
    with coin_collector(2, 3) as world:
        world.reset()
        refusals = {
            "dance": "Unknown action",
            "": "Unknown action",
            "move up": "Unknown action",
            "take coin": "Unknown action",
            "move west": "You can't move there, the door is closed.",
            "close door to west": "That is already closed.",
            "open door\nto east ; \ud800 \x00": "Unknown action",
        }
        for at, (command, says) in enumerate(refusals.items(), 1):
            seen = world.act(command)
            assert seen.refused and seen.text.startswith(says) and seen.steps == at, command
        for command in ("open door to west", "move  west", "inventory", "look around"):
            assert not world.act(command).refused, command


@needs_java
def test_it_is_over_after_a_hundred_commands() -> None:
    with coin_collector(2, 11) as world:
        world.reset()
        seen = [world.act("dance") for _ in range(LIMIT)]
        assert [one.done for one in seen] == [False] * (LIMIT - 1) + [True]
        assert not seen[-1].won


def gold(kind: str, seed: int, size: int) -> list[str]:
    """The engine's own walkthrough of the game that is opened so."""
    with ExpressGame(kind, seed, size) as world:
        java_server.call(world._game, "generateNewGameJSON", seed, "train", True)
        return list(java_server.call(world._game, "getGoldActionSequence"))


@needs_java
@pytest.mark.parametrize(("kind", "size"), [("cookingworld", 1), ("cookingworld", 4), ("twc", 1), ("twc", 3)])
def test_the_engines_walkthrough_wins(kind: str, size: int) -> None:
    tasks = set()
    for seed in range(3):
        path = gold(kind, seed, size)
        with ExpressGame(kind, seed, size) as world, ExpressGame(kind, seed, size) as again:
            assert world.reset() == again.reset() and world.name == f"{kind}-{size}-{seed}"
            tasks.add(world.reset().text)
            for command in path:
                assert (listed := world.commands()) == again.commands()
                seen = world.act(command)
                # The engine's walk opens some things twice, and these commands it does not list.
                assert seen == again.act(command) and seen.refused == (command not in listed), command
                if seen.done:
                    break
            assert seen.won and world.commands() == ()
    assert len(tasks) == 3


@needs_java
def test_what_a_cook_cannot_do_is_refused_and_a_spoilt_meal_is_lost() -> None:
    with ExpressGame("cookingworld", 0, 1) as world:
        world.reset()
        for command in ("prepare meal", "chop red apple", "cook red apple in fridge", "take moon", "search fridge"):
            before = world.commands()
            seen = world.act(command)
            assert seen.refused and not seen.done and world.commands() == before, command
        assert not any(world.act(one).refused for one in ("read cookbook", "open fridge", "take red apple"))
        assert world.act("take red apple").refused
        spoilt = world.act("eat red apple")  # the recipe in the cookbook has it
        assert (spoilt.won, spoilt.done, spoilt.refused, spoilt.steps) == (False, True, False, 10)
    with ExpressGame("cookingworld", 0, 1) as world:
        taken = ("cookbook", "knife", "red apple", "green apple", "red hot pepper", "tomato")
        seen = [world.act(f"take {one}") for one in taken][-1]
        assert seen.refused and seen.text.startswith("Your inventory currently has 5 items")


@needs_java
@pytest.mark.parametrize("kind", ["cookingworld", "twc"])
def test_every_useful_command_is_of_a_form(kind: str) -> None:
    idle = re.compile(r"look around|inventory|examine .*|close .*")
    used: set[str] = set()
    for seed, size in ((0, 1), (1, 3)):
        with ExpressGame(kind, seed, size) as world:
            world.reset()
            patterns = {form.name: pattern_of(form.command) for form in world.forms}
            for command in gold(kind, seed, size):
                for one in world.commands():
                    fits = {name for name, pattern in patterns.items() if pattern.fullmatch(one)}
                    assert fits or idle.fullmatch(one), one
                    used |= fits
                if not world.commands() or world.act(command).done:
                    break
    assert used == {*patterns}


def tidying(name: str) -> list[str]:
    """What a model says with which a policy that plans wins the first game of one room."""
    domain, problem, goal, empty, puts = (
        stored(__file__, one) for one in ("DOMAIN", "PROBLEM", "GOAL", "EMPTY", "PUTS")
    )
    if name == "sclplan":
        return [f"```pddl\n{domain}\n{problem.replace('GOAL', '(and)')}```", f"(:goal {goal})"]
    if name == "react+pv":
        blocks = [domain + problem.replace("GOAL", "(and)"), empty, empty, empty]
        return [f"```pddl\n{block}```\nAction: {put}" for block, put in zip(blocks, puts, strict=True)]
    return [f"```pddl\n{domain}\n{problem.replace('GOAL', goal)}```"]


@needs_java
@pytest.mark.parametrize("name", ["pddlego", "pddlego+", "sclplan", "react+pv"])
def test_policies_plan_with_a_domain_of_the_models_own(name: str) -> None:
    with ExpressGame("twc", 0, 1) as world:
        game = play(world, policy(name, model=Scripted(tidying(name))))
        assert (game.won, game.steps, game.tally.invalid_actions) == (True, 10, 4 * (name == "react+pv")), game.reason
        assert "take clean blue T-shirt" in [one.command for one in game.trace]
        assert game.learned is not None and "(domain tidy)" in game.learned


@needs_java
def test_games_side_by_side_are_those_one_after_another() -> None:
    kinds = [(seed, size) for seed in (0, 7) for size in (5, 11)]
    after_another = []
    for seed, size in kinds:
        with coin_collector(seed, size) as world:
            after_another.append(walked(world))
            assert walked(world) == after_another[-1], "reset begins the same game"
    assert len({str(one) for one in after_another}) == len(kinds)
    process = java_server.server().process
    worlds = [coin_collector(seed, size) for seed, size in kinds]
    assert list(map(walked, worlds)) == after_another
    for world in worlds:
        world.close()
        world.close()
    assert java_server.server().process is process, "all of them share a Java process"


def gone(pid: int, seconds: float = 20) -> bool:
    """Whether a process ends in time; one that only waits to be collected has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


PLAYER = """
import signal
import time
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever whoever started it does with it
from clairify_cli.worlds.text import java_server
from clairify_cli.worlds.text.express import ExpressGame
world = ExpressGame("textworld-express", 1, 3)
print(java_server.server().process.pid, flush=True)
time.sleep({seconds})
"""


@needs_java
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("end", ["exit", "SIGINT", pytest.param("SIGTERM", marks=pytest.mark.long), "SIGKILL"])
def test_no_java_is_left_behind(end: str) -> None:
    program = PLAYER.format(seconds=0 if end == "exit" else 120)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as python:
        assert python.stdout is not None and python.stderr is not None
        pid = int(python.stdout.readline())
        if end != "exit":
            assert not gone(pid, 0.2)
            os.killpg(python.pid, getattr(signal, end))  # a terminal's Ctrl-C, too, goes to the group
        said, faults = python.communicate(timeout=60)
    assert gone(pid)
    assert said == b"" and (end == "SIGINT" or faults == b""), "Java is not heard"


@needs_java
def test_java_that_died_is_said_and_started_again() -> None:
    world = coin_collector(1, 3)
    process = java_server.server().process
    process.kill()
    process.wait()
    with pytest.raises(WorldError, match="has ended; start the game again"):
        world.act("look around")
    world.close()
    with coin_collector(1, 3) as another:
        assert another.act("take coin").won
    assert java_server.server().process is not process
    java_server.end()
    java_server.end()


@pytest.mark.parametrize(("seed", "size"), [(1, 0), (1, 12), (1, -3), (2**31, 5), (-(2**31) - 1, 5)])
def test_a_game_that_there_is_not(seed: int, size: int) -> None:
    with pytest.raises(GameError, match=r"rooms, not|32 bits"):
        coin_collector(seed, size)


@pytest.mark.parametrize(("kind", "size"), [("cookingworld", 0), ("cookingworld", 12), ("twc", 4)])
def test_rooms_that_a_game_has_not(kind: str, size: int) -> None:
    with pytest.raises(GameError, match=rf"`{kind}` has 1 to \d+ rooms, not {size}"):
        ExpressGame(kind, 0, size)


def test_missing_java_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java_server.end()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(WorldMissingError, match="needs Java, which is not on the PATH: install"):
        coin_collector(1, 3)


def test_java_that_does_not_start_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java_server.end()
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "java"
    program.write_text("#!/bin/sh\necho Unsupported >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(WorldMissingError, match=r"needs Java 17 or newer; .*java did not start it"):
        coin_collector(1, 3)


@pytest.mark.parametrize("library", ["textworld_express", "py4j"])
def test_a_missing_extra_is_said(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    java_server.end()
    for name in [one for one in sys.modules if one.partition(".")[0] == library]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(WorldMissingError, match=rf"needs {library}.*pip install .*\[worlds\]'"):
        coin_collector(1, 3)
