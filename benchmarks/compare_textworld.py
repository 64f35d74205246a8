"""ALFWorld's games as we play them against TextWorld's own engine: every text, every list of commands, every end.

TextWorld is not part of what the project installs (it brings spaCy, compiles Fast Downward, and evaluates what stands
in braces in a game file as Python). In an environment of its own, with this project's folder on the path:

    pip install textworld fast-downward-textworld click PyYAML
    PYTHONPATH=. python -m benchmarks.compare_textworld [EVERY_NTH] [COMMANDS]
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.figures import share
from benchmarks.shared_data import DATA
from clairify_cli.worlds.text.alfworld import LIMIT, AlfworldGame, game

FOLDER = DATA / "alfworld"


class Compared(NamedTuple):
    """What came of one game: the commands given, and the first difference (None where there is none)."""

    commands: int
    difference: str | None
    own_seconds: float
    their_seconds: float


def theirs(path: Path) -> Any:
    """TextWorld's environment for a game, with the names that ALFWorld's `AlfredDemangler` gives to things."""
    textworld: Any = importlib.import_module("textworld")
    wanted = textworld.EnvInfos(won=True, admissible_commands=True)
    environment = textworld.start(str(path), wanted)
    things = sorted(environment._entity_infos.values(), key=lambda one: str(one.id))
    kinds = [one.id.split("_bar_", 1)[0] + ("basin" if "basin" in one.id else "") for one in things]
    left = Counter(kind for kind, one in zip(kinds, things, strict=True) if "_bar_" in one.id)
    for kind, one in zip(kinds, things, strict=True):
        if "_bar_" in one.id:
            one.name = f"{kind} {left[kind]}"
            left[kind] -= 1
    return environment


def compare(path: Path, seed: int, most: int = LIMIT) -> Compared:
    """Plays a game in both at once: its walkthrough, mixed with other commands and with such as cannot be done."""
    begun = time.perf_counter()
    environment = theirs(path)
    state = environment.reset()
    their_seconds = time.perf_counter() - begun
    begun = time.perf_counter()
    world = game(path)
    seen = world.reset()
    listed = world.commands()
    own_seconds = time.perf_counter() - begun
    given = 0
    for command in _commands(world, random.Random(seed), most):
        given += 1
        begun = time.perf_counter()
        seen = world.act(command)
        listed = world.commands()
        own_seconds += time.perf_counter() - begun
        begun = time.perf_counter()
        state, _, _ = environment.step(command)
        their_seconds += time.perf_counter() - begun
        if (seen.text, seen.won) != (state.feedback, state["won"]):
            return Compared(given, f"{command}: {seen.text!r}, not {state.feedback!r}", own_seconds, their_seconds)
        if not seen.done and listed != tuple(state["admissible_commands"]):
            other = sorted(set(listed) ^ set(state["admissible_commands"]))
            return Compared(given, f"{command}: other commands, {other}", own_seconds, their_seconds)
        if seen.done:
            break
    return Compared(given, None, own_seconds, their_seconds)


def _commands(world: AlfworldGame, chance: random.Random, most: int) -> Iterator[str]:
    walkthrough = list(world.file.walkthrough)
    for _ in range(most):
        listed = world.commands()
        draw = chance.random()
        if draw < 0.2 and walkthrough:
            yield walkthrough.pop(0)
        elif draw < 0.3:
            yield chance.choice(["dance", "open fridge 1", "examine desklamp 1", "take", "go to cabinet 2 ", "look"])
        else:
            kind = chance.choice(sorted({one.split()[0] for one in listed}))
            yield chance.choice([one for one in listed if one.split()[0] == kind])


def main() -> None:
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    most = int(sys.argv[2]) if len(sys.argv) > 2 else LIMIT
    paths = sorted(FOLDER.rglob("*.tw-pddl"))[::every]
    results = []
    for at, path in enumerate(paths):
        results.append(compare(path, at, most))
        if results[-1].difference:
            print(f"{path.name}: {results[-1].difference}")
    commands = sum(one.commands for one in results)
    same = sum(one.difference is None for one in results)
    print(f"{same} of {len(results)} games the same over {commands} commands")
    share("ALFWorld as TextWorld plays it: same", same, len(results))
    for name, seconds in (
        ("own", sum(one.own_seconds for one in results)),
        ("TextWorld", sum(one.their_seconds for one in results)),
    ):
        print(f"{name:10} {seconds / max(commands, 1) * 1e3:7.1f} ms a command, loading included")


if __name__ == "__main__":
    main()
