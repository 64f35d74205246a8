"""Scores the goal reader on what people wrote for 140 household games: is the goal that of the game?

`python -m benchmarks.score_goals` scores the development half (even lines of `alfworld/descriptions.jsonl`, from 0),
`--held-out` the other half, which is not to be looked at by who works on the reader; `--own` scores the sentences of
`tests/reader/goals/household-sentences.yaml` instead; `--show` prints the sentences that are not right. Each is
read with `domains/household.pddl` in a scene with several objects of every kind, and is right where the goal gives the
game's task type, object, receptacle, lamp, movable receptacle and slicing. The words are those of ALFWorld, with which
any object of a kind will do; with `--lexicon household`, what `clairify pddl` takes for that domain, words that tell
one from the others ("the bottom drawer") and decide nothing are errors.

A goal gives a type where its literals admit it: `(in ?x ?t)` with `?t - table` admits a dining table. As long as no
more than six types are admitted (`two items` says nothing) that is right; it is strictly right where only the game's
own types are admitted. Pairs: two objects that are not equal, or all of a kind. People described some games wrongly, or
left out what mattered, which no reader can make good.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.figures import figure, share
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import And, Atom, File, Formula, Imply, Name, Not, Or, Quantified
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.reader.goals import GoalReading, load_lexicon, read_goal

ALFWORLD = DATA / "alfworld"
DOMAINS = Path(__file__).parents[1] / "domains"
OWN = Path(__file__).parents[1] / "tests" / "reader" / "goals" / "household-sentences.yaml"
MOST_TYPES = 6
"""A thing that can be of more types than that is not named by the text."""
_TASKS = {
    "simple": "pick_and_place_simple",
    "nested": "pick_and_place_with_movable_recep",
    "two": "pick_two_obj_and_place",
    "clean": "pick_clean_then_place_in_recep",
    "heat": "pick_heat_then_place_in_recep",
    "cool": "pick_cool_then_place_in_recep",
    "look": "look_at_obj_in_light",
}
_STATES = {"clean": "pick_clean", "hot": "pick_heat", "cold": "pick_cool"}

Types = frozenset[str]


@dataclass(frozen=True)
class Game:
    """What a game wants: its task type, and types of the household domain, None where the task has none."""

    task: str
    object: str
    parent: str | None
    movable: str | None
    lamp: str | None
    sliced: bool


@dataclass
class Found:
    """One way to reach a goal: the types of its terms, what is in what, and the states of things."""

    types: dict[str, Types] = field(default_factory=dict)
    placed: list[tuple[str, str]] = field(default_factory=list)
    states: dict[str, set[str]] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    lit: set[str] = field(default_factory=set)
    examined: list[tuple[str, str]] = field(default_factory=list)
    every: set[str] = field(default_factory=set)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ALFWORLD, help="the folder with descriptions.jsonl")
    parser.add_argument("--sentences", type=Path, help="a file with lines of descriptions.jsonl, all of which count")
    parser.add_argument("--held-out", action="store_true", help="score the half that is held out")
    parser.add_argument("--own", action="store_true", help="score the project's own sentences")
    parser.add_argument("--domain", choices=("household", "alfworld"), default="household", help="what it is read with")
    parser.add_argument("--lexicon", choices=("household", "alfworld"), default="alfworld", help="whose words")
    parser.add_argument("--show", action="store_true", help="print the sentences that are not right (development)")
    asked = parser.parse_args()
    if asked.own:
        print_table(*score(own_games(), asked.domain, asked.lexicon, show=asked.show))
        return
    path = asked.sentences or asked.data / "descriptions.jsonl"
    if not path.is_file():
        sys.exit(f"there is no file {path}; name its folder with --data")
    lines = path.read_text(encoding="utf-8").splitlines()
    if asked.sentences is None:
        lines = lines[1 if asked.held_out else 0 :: 2]
    entries = [json.loads(line) for line in lines]
    games = [(game_of(entry), entry["descriptions"]) for entry in entries]
    print_table(*score(games, asked.domain, asked.lexicon, show=asked.show and not asked.held_out))


def score(
    games: Iterable[tuple[Game, list[str]]], name: str = "household", words: str = "alfworld", *, show: bool = False
) -> tuple[Counter[str], dict[str, Counter[str]], float]:
    """Read every sentence: the outcomes of all and of each task type, and the seconds that took."""
    domain = read(Source((DOMAINS / f"{name}.pddl").read_text(encoding="utf-8")))[0]
    problem = read(Source(scene(domain)))[0]
    assert domain.domain is not None and problem.problem is not None
    lexicon = load_lexicon(DOMAINS / f"{words}.lexicon.yaml")
    task = make_task(domain.domain, problem.problem)
    counts: Counter[str] = Counter()
    of_task: dict[str, Counter[str]] = {}
    seconds = 0.0
    for game, sentences in games:
        for sentence in sentences:
            started = time.perf_counter()
            reading = read_goal(Source(sentence), domain, problem, lexicon)
            seconds += time.perf_counter() - started
            outcome = judged(reading, game, task)
            if reading.goal is not None and not reading.findings and "right" not in outcome:
                outcome = (*outcome, "silent")
            counts.update(("all", *outcome))
            of_task.setdefault(game.task, Counter()).update(("all", *outcome))
            if show and "right" not in outcome:
                print_wrong(sentence, game, reading)
    return counts, of_task, seconds


def print_table(counts: Counter[str], of_task: dict[str, Counter[str]], seconds: float) -> None:
    """The shares of all sentences, and of those of each task type."""
    every = counts["all"] or 1
    print(f"{'':34}{'right':>12}{'strictly':>12}{'asked or refused':>20}{'wrong, and no word':>20}")
    for name, row in [*sorted(of_task.items()), ("all", counts)]:
        total = row["all"] or 1
        print(
            f"  {name:32}{row['right'] / total:>11.1%} {row['strict'] / total:>11.1%} {row['none'] / total:>19.1%}"
            f" {row['silent'] / total:>19.1%}"
            f"   of {row['all']}"
        )
    print(f"  {1000 * seconds / every:.1f} ms a sentence")
    share("goals: right", counts["right"], counts["all"])
    share("goals: strictly right", counts["strict"], counts["all"])
    share("goals: asked or refused", counts["none"], counts["all"], better="less")
    share("goals: wrong, and no word of it", counts["silent"], counts["all"], better="less")
    figure("goals: time of a sentence", 1000 * seconds / every, "ms", n=counts["all"], better="less")


def print_wrong(sentence: str, game: Game, reading: GoalReading) -> None:
    print(f"{sentence.strip()}\n    wanted {game}\n    goal   {reading.goal}")
    for one in reading.findings:
        print(f"    {one.code} {one.message}")


# --------------------------------------------------------------------------------------------------- the scene


def scene(domain: File) -> str:
    """A problem with three objects of every type that has no subtypes and stands in rooms, and of its parents."""
    assert domain.domain is not None
    parents = {name.text for one in domain.domain.types for name in one.types}
    kinds = [one.name.text for one in domain.domain.types if one.name.text not in parents and one.name.text != "room"]
    objects = " ".join(f"{kind}{number} - {kind}" for kind in kinds for number in (1, 2, 3))
    return f"(define (problem scene) (:domain household) (:objects {objects}) (:init (hand-empty)) (:goal (and)))"


def type_name(name: str) -> str | None:
    """ALFRED's name of a type as the household domain has it: `AlarmClock` is `alarm-clock`."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", name)
    return "-".join(part.lower() for part in parts) or None


def game_of(entry: dict[str, Any]) -> Game:
    return Game(
        entry["task_type"],
        type_name(entry["object_target"]) or "",
        type_name(entry["parent_target"]),
        type_name(entry["mrecep_target"]),
        type_name(entry["toggle_target"]),
        bool(entry["object_sliced"]),
    )


def own_games() -> list[tuple[Game, list[str]]]:
    """The project's own sentences, with the games that they ask for; the file says how those are written."""
    import yaml

    data = yaml.safe_load(OWN.read_text(encoding="utf-8"))
    return [(own_game(name), sentences) for name, sentences in data.items()]


def own_game(name: str) -> Game:
    """The game of `cool sliced apple > counter-top` or `nested fork in bowl > fridge`."""
    said, _, place = name.partition(" > ")
    task, *words = said.split()
    sliced = words[0] == "sliced"
    thing, _, movable = " ".join(words[sliced:]).partition(" in ")
    if task == "look":
        return Game(_TASKS[task], thing, None, None, place or "desk-lamp", sliced)
    return Game(_TASKS[task], thing, place, movable or None, None, sliced)


# --------------------------------------------------------------------------------------------------- judgement


def judged(reading: GoalReading, game: Game, task: Task) -> tuple[str, ...]:
    """Which counts a reading adds to: `right`, `strict`, `none` (nothing was decided)."""
    if reading.goal is None:
        return ("none",)
    goal = read(Source(reading.goal))[0].goal
    if goal is None or goal.condition is None:
        return ("none",)
    ways = list(alternatives(goal.condition, task))
    fitting = [way for way in ways if wanted(way, game)]
    if not fitting:
        return ()
    admitted = [admits(ways, which, game) for which in ("object", "parent", "lamp")]
    if any(len(types) > MOST_TYPES for types in admitted):
        return ()
    exact = admitted == [{game.object}, {game.parent} - {None}, {game.lamp} - {None}]
    return ("right", "strict") if exact and len(ways) == 1 else ("right",)


def admits(ways: list[Found], which: str, game: Game) -> set[str]:
    """The types that the goal admits for the object, its receptacle or the lamp."""
    found: set[str] = set()
    for way in ways:
        pairs = [*way.placed, *way.examined]
        terms = {
            "object": [pair[0] for pair in pairs] or list(way.held),
            "parent": [place for _, place in way.placed] if game.parent else [],
            "lamp": [lamp for _, lamp in way.examined] or (list(way.lit) if game.lamp else []),
        }[which]
        if which == "object" and game.movable is not None:
            terms = [one for one, place in way.placed if place in {other for other, _ in way.placed}]
        if which == "parent" and game.movable is not None:
            terms = [place for one, place in way.placed if one in {place for _, place in way.placed}]
        found |= {name for term in terms for name in way.types.get(term, ())}
    return found


def wanted(way: Found, game: Game) -> bool:
    """Whether this way to reach the goal is what the game wants, and nothing besides."""
    if game.lamp is not None:
        looked = [(one, lamp) for one, lamp in way.examined] or [(one, lamp) for one in way.held for lamp in way.lit]
        return not way.placed and any(
            game.object in way.types[one] and game.lamp in way.types[lamp] for one, lamp in looked
        )
    if way.examined or way.held or way.lit:
        return False
    targets = [
        (one, place) for one, place in way.placed if game.object in way.types[one] and _is(way, place, game.parent)
    ]
    if game.movable is not None:
        return _nested(way, game)
    if not targets or len(targets) != len(way.placed):
        return False
    states = set.union(set(), *(way.states.get(one, set()) for one, _ in targets))
    if ("sliced" in states) != game.sliced or set(way.states) - {one for one, _ in targets}:
        return False
    return task_type(way, targets, states - {"sliced"}) == game.task


def task_type(way: Found, targets: list[tuple[str, str]], states: set[str]) -> str | None:
    """The type of the task that a goal is, from what is where and in which state."""
    several = len({one for one, _ in targets}) == 2 or bool(way.every & {one for one, _ in targets})
    if several:
        return "pick_two_obj_and_place" if not states and len({place for _, place in targets}) == 1 else None
    if len(targets) != 1 or len(states) > 1:
        return None
    if not states:
        return "pick_and_place_simple"
    verb = _STATES.get(next(iter(states)))
    return f"{verb}_then_place_in_recep" if verb else None


def _nested(way: Found, game: Game) -> bool:
    return any(
        game.object in way.types[one]
        and way.states.get(one, set()) == ({"sliced"} if game.sliced else set())
        and _is(way, dish, game.movable)
        and any(other == dish and _is(way, place, game.parent) for other, place in way.placed)
        for one, dish in way.placed
    )


def _is(way: Found, term: str, type_: str | None) -> bool:
    return type_ in way.types[term]


def alternatives(condition: Formula, task: Task) -> Iterator[Found]:
    """The ways to reach a goal: one, or one for every part of its disjunctions."""
    for atoms, variables in _branches(condition, {}):
        found = Found()
        for name, types in variables.items():
            found.types[name] = _leaves(task, types)
            if name.startswith("?!"):
                found.every.add(name)
        for positive, atom in atoms:
            terms = [name.text for name in atom.arguments]
            terms = [f"?!{term[1:]}" if f"?!{term[1:]}" in found.types else term for term in terms]
            for term in terms:
                found.types.setdefault(term, _leaves(task, task.objects.get(term, ())))
            _note(found, atom.predicate.text, terms, positive)
        yield found


def _branches(
    one: Formula, variables: dict[str, tuple[str, ...]]
) -> Iterator[tuple[list[tuple[bool, Atom]], dict[str, tuple[str, ...]]]]:
    if isinstance(one, Atom):
        yield [(True, one)], variables
    elif isinstance(one, Not):
        yield ([(False, one.operand)] if isinstance(one.operand, Atom) else []), variables
    elif isinstance(one, Or):
        for operand in one.operands:
            yield from _branches(operand, variables)
    elif isinstance(one, And):
        for parts in product(*(list(_branches(operand, variables)) for operand in one.operands)):
            known = {name: types for _, part in parts for name, types in part.items()}
            yield [atom for atoms, _ in parts for atom in atoms], {**variables, **known}
    elif isinstance(one, Imply):
        yield from _branches(one.right, variables)
    elif isinstance(one, Quantified):
        mark = "?!" if one.quantifier == "forall" else "?"
        inner = {mark + typed.name.text[1:]: _names(typed.types) for typed in one.variables}
        yield from _branches(one.body, {**variables, **inner})


def _names(types: tuple[Name, ...]) -> tuple[str, ...]:
    return tuple(name.text for name in types)


def _leaves(task: Task, types: Iterable[str]) -> Types:
    """The types without subtypes that something of one of the types can be of, and its own."""
    hierarchy = task.hierarchy
    below = {name for one in types for name in hierarchy.subtypes.get(one, {one})}
    return frozenset(
        name for name in below if hierarchy.subtypes.get(name, frozenset()) <= {name} or not task.of_type.get(name)
    )


def _note(found: Found, predicate: str, terms: list[str], positive: bool) -> None:
    if predicate == "in" and positive:
        found.placed.append((terms[0], terms[1]))
    elif predicate in ("clean", "hot", "cold", "sliced"):
        found.states.setdefault(terms[0], set()).add(predicate if positive else f"not {predicate}")
    elif predicate == "holding" and positive:
        found.held.add(terms[0])
    elif predicate == "switched-on" and positive:
        found.lit.add(terms[0])
    elif predicate == "examined" and positive:
        found.examined.append((terms[0], terms[1]))


if __name__ == "__main__":
    main()
