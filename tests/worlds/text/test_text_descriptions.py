"""Descriptions: the bundled ones are whole, and what is wrong with one is said with its line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st
from schemas_kept import fits

from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.explorer.policy import Explorer
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import data_path
from clairify_cli.languages.pddl.meaning import WorldState, holds
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, File
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.reader.goals import load_lexicon, read_goal
from clairify_cli.worlds.text.base import WorldError
from clairify_cli.worlds.text.describe import Names, plain_words
from clairify_cli.worlds.text.description import DescriptionError, Sentence, load_description, read_description
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import made_problem, made_world
from clairify_cli.worlds.text.make_coin_collector import DIRECTIONS
from clairify_cli.worlds.text.make_household import CLOSING
from clairify_cli.worlds.text.templates import PLACE

DOMAINS = Path(__file__).parents[3] / "domains"
SHIPPED = sorted(DOMAINS.glob("*.world.yaml"))
COIN = DOMAINS / "coin-collector.world.yaml"

BROKEN = [
    *stored(__file__, "BROKEN"),
    (
        "when: (have ?coin)",
        f"when: {'(not ' * 5000}(have ?coin){')' * 5000}",
        "(not (not …` is not a PDDL condition: brackets are nested",
    ),
]


@cache
def domain(name: str) -> Domain:
    found = read(Source((DOMAINS / f"{name}.pddl").read_text(encoding="utf-8")))[0].domain
    assert found is not None
    return found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_those_that_come_along(path: Path) -> None:
    fits(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader), "world")
    of = domain(path.name.removesuffix(".world.yaml"))
    description = load_description(path, of)
    assert all(deed.meaning and deed.said for deed in description.deeds.values())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_sentence_can_be_read_back(path: Path) -> None:
    """Two sentences of the views that say different things differ in their words."""
    description = load_description(path, domain(path.name.removesuffix(".world.yaml")))
    sentences = [one for view in description.views.values() for one in view if isinstance(one, Sentence)]
    shapes = {PLACE.sub(r"_\2", one.say) for one in sentences}
    contents = {"In or on the _ you see _*."}  # of furniture, and of a dish that stands there: the same facts
    repeated = len(sentences) - len(shapes) - len(contents & shapes)
    assert repeated == 0


@pytest.mark.parametrize(("old", "new", "message"), BROKEN, ids=[new.strip()[:40] for _, new, _ in BROKEN])
def test_what_is_wrong_is_said(old: str, new: str, message: str) -> None:
    text = COIN.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    with pytest.raises(DescriptionError, match=re.escape(message)) as raised:
        read_description(Source(text.replace(old, new, 1), "my.world.yaml"), domain("coin-collector"))
    assert re.match(r"my\.world\.yaml, line \d+: ", str(raised.value))


@pytest.mark.parametrize("text", ["", "[]", "hello", "a: b: c", "\0", "- " * 50, "[" * 100])
def test_what_is_no_description_is_refused(text: str) -> None:
    with pytest.raises(WorldError, match=r"my\.world\.yaml"):
        read_description(Source(text, "my.world.yaml"), domain("coin-collector"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="there is no such file"):
        load_description(tmp_path / "no.world.yaml", domain("coin-collector"))


@pytest.mark.parametrize(
    ("name", "words"),
    [("fridge1", "fridge 1"), ("living-room", "living room"), ("counter-top12", "counter top 12"), ("a", "a"),
     ("tile_3_4", "tile 3 4"), ("7", "7"), ("b2b", "b2b")],
)  # fmt: skip
def test_names_as_words(name: str, words: str) -> None:
    assert plain_words(name) == words


def test_objects_that_would_be_called_alike_keep_their_names() -> None:
    text = "(define (problem p) (:domain coin-collector) (:objects my-room my_room - room) (:init) (:goal (and)))"
    problem = read(Source(text))[0].problem
    assert problem is not None
    names = Names(make_task(domain("coin-collector"), problem), {})
    assert names.words == {"my-room": "my-room", "my_room": "my_room"}


# The worlds that are made from a seed: they can be won, differ, repeat, and keep to themselves what is hidden


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
