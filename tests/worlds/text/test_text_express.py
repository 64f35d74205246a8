"""The real CoinCollector: games repeat, Java is shared and never left behind, and what is missing is said."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("py4j")
pytest.importorskip("textworld_express")

from clairify_cli.worlds.text import java_server
from clairify_cli.worlds.text.base import GameError, WorldError, WorldMissingError
from clairify_cli.worlds.text.express import LIMIT, CoinCollector, coin_collector

needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="Java is not here")

Told = list[tuple[str, str]]


def walked(world: CoinCollector, most: int = 12) -> Told:
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
from clairify_cli.worlds.text.express import coin_collector
world = coin_collector(1, 3)
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
