"""The worlds that are made from a seed: they can be won, differ, repeat, and keep to themselves what is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.explorer.policy import Explorer
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import data_path
from clairify_cli.languages.pddl.meaning import WorldState, holds
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, File
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.reader.goals import load_lexicon, read_goal
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import made_problem, made_world
from clairify_cli.worlds.text.make_coin_collector import DIRECTIONS
from clairify_cli.worlds.text.make_household import CLOSING

SEEDS = 200
GAMES = [("coin_collector", size) for size in (3, 5, 7, 9, 11)] + [("household", size) for size in (1, 2, 4, 11)]
FILES = {"coin_collector": "coin-collector", "household": "household"}


@cache
def domain_file(name: str) -> File:
    return read(Source(data_path("domains", f"{FILES[name]}.pddl").read_text(encoding="utf-8")))[0]


def hidden(name: str, seed: int, size: int) -> Task:
    domain, problem = domain_file(name).domain, read(Source(made_problem(name, seed, size).problem))[0].problem
    assert isinstance(domain, Domain) and problem is not None
    return make_task(domain, problem)


def atoms(task: Task, predicate: str) -> list[tuple[str, ...]]:
    return [one[1:] for one in task.init if one[0] == predicate]


@pytest.mark.parametrize(("name", "size"), GAMES)
def test_every_game_can_be_won(name: str, size: int) -> None:
    for seed in range(12 if size in (1, 3) else 2):
        game = play(made_world(name, seed, size), Explorer())
        assert game.won, (seed, game.task, game.reason)


@pytest.mark.parametrize(("name", "size"), GAMES)
def test_the_task_says_what_the_goal_is(name: str, size: int) -> None:
    """The offline reader's goal holds wherever the hidden one does, and nowhere else: of each thing in each place."""
    lexicon = load_lexicon(data_path("domains", f"{FILES[name]}.lexicon.yaml"))
    file = domain_file(name)
    for seed in range(12 if size in (1, 3) else 3):
        task, made = hidden(name, seed, size), made_problem(name, seed, size)
        problem = read(Source(made.problem))[0]
        reading = read_goal(Source(made.aim), file, problem, lexicon)
        assert reading.goal is not None and not reading.findings, (seed, made.aim, reading.findings)
        goal = read(Source(reading.goal))[0].goal
        assert goal is not None
        assert not holds(task.goal, {}, WorldState(task.init), task)
        for state in outcomes(task, seed):
            assert holds(goal.condition, {}, state, task) == holds(task.goal, {}, state, task), (seed, made.aim)


def outcomes(task: Task, seed: int) -> Iterator[WorldState]:
    """States that may be goals: things put together in places, washed, heated, cooled, examined or not."""
    if "item" not in task.of_type:
        yield WorldState(task.init)
        yield WorldState(frozenset({("have", "coin1")}))
        return
    rng = random.Random(seed)
    items, places = task.of_type["item"], task.of_type["furniture"]
    lamps = task.of_type.get("lamp", ())
    for place in places:
        for kind in sorted({task.objects[one] for one in items}):
            own = [one for one in items if task.objects[one] == kind]
            for fact in ("clean", "hot", "cold", "found"):
                some = own[: rng.randint(1, len(own))]
                yield WorldState(frozenset(atom for one in some for atom in (("in", one, place), (fact, one))))
    for item in items:
        for lamp in lamps:
            yield WorldState(frozenset({("examined", item, lamp)}))


# ------------------------------------------------------------------------------------------- how they are made


def test_no_layout_is_repeated() -> None:
    for size in (3, 7, 11):
        layouts = {hidden("coin_collector", seed, size).init for seed in range(SEEDS)}
        assert len(layouts) == SEEDS


@pytest.mark.parametrize("size", range(3, 12))
def test_rooms_doors_and_a_coin_out_of_sight(size: int) -> None:
    for seed in range(10):
        task = hidden("coin_collector", seed, size)
        assert len(task.of_type["room"]) == size
        assert 0 < len(atoms(task, "closed-door")) <= len(atoms(task, "connected"))
        ways = [(here, way) for here, _, way in atoms(task, "connected")]
        assert len(set(ways)) == len(ways)  # one room in each direction
        assert "coin" not in made_world("coin_collector", seed, size).reset().text


def test_every_kind_of_task_is_there() -> None:
    aims = " ".join(made_problem("household", seed, 1).aim for seed in range(60))
    assert all(word in aims for word in ("Wash", "Heat", "Cool", "Examine", "Put two", "Put a "))


@pytest.mark.parametrize("size", range(1, 12))
def test_rooms_of_a_home(size: int) -> None:
    task = hidden("household", 5, size)
    assert len(task.of_type["room"]) == size
    assert {one for (one,) in atoms(task, "closed")} == {
        one for one in task.of_type["furniture"] if task.objects[one][0] in CLOSING
    }


# ------------------------------------------------------------------------------------------- how they behave

games = st.tuples(st.sampled_from([("coin_collector", 4), ("coin_collector", 8), ("household", 1), ("household", 3)]),
                  st.integers(0, 10_000), st.randoms(use_true_random=False))  # fmt: skip


def in_sight(world: HiddenWorld) -> set[str]:
    """What one who stands where the agent stands would see, worked out from the domain's facts alone."""
    state, task = world._state, world._task
    facts = state.atoms
    (here,) = [one[1] for one in facts if one[0] == "at"]
    seen = {here}
    if world.kind == "coin_collector":
        ways = [(one[2], one[3]) for one in facts if one[0] == "connected" and one[1] == here]
        seen |= {there for there, _ in ways if ("closed-door", here, there) not in facts} | {way for _, way in ways}
        return (
            seen
            | {one[1] for one in facts if one[0] == "in" and one[2] == here}
            | {one[1] for one in facts if one[0] == "have"}
        )
    inside = {one[1]: one[2] for one in facts if one[0] == "in"}
    stand = here if here in task.of_type["furniture"] else inside[here]
    room = next(one[2] for one in facts if one[:2] == ("located", stand))
    rooms = {room} | {one[2] for one in facts if one[:2] == ("next-door", room)}
    seen |= rooms | {one[1] for one in facts if one[0] == "located" and one[2] in rooms}
    seen |= {one[1] for one in facts if one[0] == "near" and one[2] == stand}
    seen |= {one[1] for one in facts if one[0] == "holding"}
    for _ in range(3):
        seen |= {
            item
            for item, place in inside.items()
            if ("closed", place) not in facts and (place == stand or (place in seen and place in inside))
        }
    return seen


@settings(max_examples=25, deadline=None)
@given(games)
def test_walks(game: tuple[tuple[str, int], int, random.Random]) -> None:
    """What is listed is not refused; what is refused changes nothing; what is said names only what was in sight."""
    (name, size), seed, rng = game
    world = made_world(name, seed, size)
    words = {world._names.words[one]: one for one in world._task.objects}
    named = re.compile(r"\b(" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + r")\b")
    everywhere = [form.command for form in world.forms]
    seen = world.reset()
    known = in_sight(world)
    while True:
        for found in named.findall(re.sub("“.*”", "", seen.text)):
            assert words[found] in known | {*DIRECTIONS}
        if seen.done or seen.steps == 30:
            break
        before, listed = world._state, world.commands()
        assert listed and len(set(listed)) == len(listed)
        assert {words[found] for found in named.findall(" / ".join(listed))} <= known | {*DIRECTIONS}
        if rng.random() < 0.4:
            template = rng.choice(everywhere)
            command = re.sub(r"\{[\w-]+\}", lambda _: rng.choice(list(words)), template)
            seen = world.act(command)
            assert not (command in listed and seen.refused)
        else:
            seen = world.act(rng.choice(listed))
            assert not seen.refused
        if seen.refused:
            assert world._state is before and not seen.won
        known |= in_sight(world) if not seen.refused else set()


@settings(max_examples=20, deadline=None)
@given(st.text(max_size=40), st.sampled_from(["go {}", "open {}", "take {} from {}", "examine {}", "{}"]))
def test_no_words_crash(words: str, template: str) -> None:
    world = made_world("household", 1, 1)
    seen = world.act(template.format(words, words))
    assert seen.text and seen.steps == 1


def transcript(name: str, seed: int, size: int) -> list[str]:
    world = made_world(name, seed, size)
    rng = random.Random(0)
    said = [world.task, world.reset().text]
    for _ in range(20):
        listed = world.commands()
        said += listed
        seen = world.act(rng.choice(listed))
        said.append(seen.text)
        if seen.done:
            break
    return said


@pytest.mark.parametrize(("name", "size"), [("coin_collector", 7), ("household", 3)])
def test_the_same_seed_is_the_same_game(name: str, size: int) -> None:
    assert transcript(name, 12, size) == transcript(name, 12, size)
    assert transcript(name, 12, size) != transcript(name, 13, size)


def test_a_reset_begins_anew() -> None:
    world = made_world("coin_collector", 4, 5)
    first = world.reset()
    assert play(world, Explorer()).won and world.commands() == ()
    with pytest.raises(ValueError, match="done"):
        world.act("look")
    assert world.reset() == first and not first.done
    assert world.act("take coin").refused
