"""Scores the fidelity of goals: false alarms on right goals, and how many faults put into them are found.

`python -m benchmarks.score_goal_fidelity` takes the development half of the sentences that people wrote for household
games (see `score_goals`). The right goal of a sentence is made from the game's parameters, not by the reader. Some
sentences do not say what their game wants; an alarm there is right, and still counted as false.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import share as portion
from benchmarks.score_goals import ALFWORLD, DOMAINS, Game, game_of, judged, scene
from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity.goals import check_goal
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.reader.goals import load_lexicon, read_goal

STATES = {"pick_clean_then_place_in_recep": "clean", "pick_heat_then_place_in_recep": "hot"}
STATES |= {"pick_cool_then_place_in_recep": "cold"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=Path, help="a file with lines of descriptions.jsonl, all of which count")
    parser.add_argument("--show", action="store_true", help="print false alarms and faults that were not found")
    asked = parser.parse_args()
    path = asked.sentences or ALFWORLD / "descriptions.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    score(lines if asked.sentences else lines[::2], show=asked.show)


def score(lines: list[str], *, show: bool) -> None:
    domain = Source((DOMAINS / "household.pddl").read_text(encoding="utf-8"), "household.pddl")
    file = read(domain)[0]
    problem = Source(scene(file), "scene.pddl")
    lexicon = load_lexicon(DOMAINS / "household.lexicon.yaml")
    counts: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    assert file.domain is not None
    leaves = sorted(
        {one.name.text for one in file.domain.types} - {up.text for one in file.domain.types for up in one.types}
    )
    hierarchy = hierarchy_of(file.domain)
    items = [name for name in leaves if hierarchy.is_a(name, "item")]
    places = [name for name in leaves if hierarchy.is_a(name, "furniture")]
    scene_file = read(problem)[0]
    assert scene_file.problem is not None
    task = make_task(file.domain, scene_file.problem)
    random.seed(1)
    for line in lines:
        game = game_of(json.loads(line))
        for sentence in json.loads(line)["descriptions"]:
            text = Source(sentence, "<text>")
            reading = read_goal(text, file, scene_file, lexicon)
            right = [("right goals", goal_of(game))]
            if "right" in judged(reading, game, task):
                right.append(("right goals, read right", goal_of(game)))
            if reading.goal is not None:
                right.append(("right goals, as read", reading.goal))
            for kind, goal in (*right, *faults(game, items, places)):
                found = check_goal(Source(goal), text, (domain, problem), lexicon)
                counts[kind] += 1
                counts[f"{kind} found"] += bool(found)
                codes.update(f"{kind} {one.code}" for one in found)
                if show and bool(found) == kind.startswith("right"):
                    print(f"{kind}: {sentence.strip()}\n    {goal}")
                    for one in found:
                        print(f"    {one.code} {one.message}")
    for kind in [one for one in counts if not one.endswith(" found")]:
        share = counts[f"{kind} found"] / counts[kind]
        told = [(code.split()[-1], n) for code, n in codes.most_common() if code.startswith(f"{kind} PDL")]
        verb = "alarmed" if kind.startswith("right") else "found"
        number = counts[f"{kind} found"]
        portion(f"goal fidelity: {kind} {verb}", number, counts[kind], better="less" if verb == "alarmed" else "more")
        print(f"{kind:24} {counts[kind]:5}  {verb:8}{share:6.1%}   {', '.join(f'{code} {n}' for code, n in told)}")


def goal_of(game: Game, *, thing: str | None = None, place: str | None = None, drop: str = "", add: str = "") -> str:
    """The goal of a game, with another thing or place, without a part, or with one more."""
    thing = thing or game.object
    if game.lamp is not None:
        return wrapped({"?o": thing, "?l": game.lamp}, ["(examined ?o ?l)", add])
    place = place or game.parent or ""
    if game.task.startswith("pick_two"):
        parts = ["(not (= ?o ?p))" if drop != "count" else "", "(in ?o ?r)", "(in ?p ?r)", add]
        if drop == "second":
            return wrapped({"?o": thing, "?r": place}, ["(in ?o ?r)", add])
        return wrapped({"?o": thing, "?p": thing, "?r": place}, parts)
    variables = {"?o": thing, "?r": place}
    state = STATES.get(game.task)
    parts = [f"({state} ?o)" if state and drop != "state" else ""]
    if game.movable is not None:
        variables["?m"] = game.movable
        parts += ["(in ?o ?m)", "(in ?m ?r)" if drop != "place" else ""]
    else:
        parts.append("(in ?o ?r)" if drop != "place" else "")
    parts.append("(sliced ?o)" if game.sliced and drop != "sliced" else "")
    if drop == "place":
        del variables["?r"]
    return wrapped(variables, [*parts, add])


def wrapped(variables: dict[str, str], parts: list[str]) -> str:
    told = " ".join(f"{name} - {type_}" for name, type_ in variables.items())
    return f"(:goal (exists ({told}) (and {' '.join(part for part in parts if part)})))"


def faults(game: Game, items: list[str], places: list[str]) -> Iterator[tuple[str, str]]:
    """Goals of the game with one fault each."""
    thing = random.choice([name for name in items if name != game.object])
    yield "another thing", goal_of(game, thing=thing)
    yield "more than asked for", goal_of(game, add="(exists (?x - cabinet) (closed ?x))")
    state = random.choice([one for one in ("clean", "hot", "cold") if one != STATES.get(game.task)])
    yield "another state too", goal_of(game, add=f"({state} ?o)")
    if game.lamp is not None:
        return
    yield "another place", goal_of(game, place=random.choice([name for name in places if name != game.parent]))
    if STATES.get(game.task):
        yield "state dropped", goal_of(game, drop="state")
    if STATES.get(game.task) or game.movable is not None:
        yield "place dropped", goal_of(game, drop="place")
    if game.sliced:
        yield "slicing dropped", goal_of(game, drop="sliced")
    if game.task.startswith("pick_two"):
        yield "one of two", goal_of(game, drop="second")
        yield "maybe the same", goal_of(game, drop="count")


if __name__ == "__main__":
    main()
