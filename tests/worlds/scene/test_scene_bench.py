"""Benches made for programs and problems: all is there, under the right ids, within reach, with room around it."""

from __future__ import annotations

import copy
import itertools
import json
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from planning.tasks import task_of

from benchmarks.clearing_scenes import random_scene
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import Task
from clairify_cli.worlds.scene import sizes
from clairify_cli.worlds.scene.bench import BenchError, scene_for_problem, scene_for_program
from clairify_cli.worlds.scene.checks import check_bench
from clairify_cli.worlds.scene.layout import NoRoomError
from clairify_cli.worlds.scene.model import Scene
from clairify_cli.worlds.scene.needs import DEVICES, Needed, NeededReagent, NeededVessel
from clairify_cli.worlds.scene.printer import print_scene
from clairify_cli.worlds.scene.reader import read_scene

DOMAINS = Path(__file__).parents[3] / "domains"
PROBLEMS = sorted([*DOMAINS.glob("problems/lab/*.pddl"), *DOMAINS.glob("problems/tabletop/*.pddl")])
WIDEST_GRIPPED = 0.072


def reagents(count: int, grams: float = 50.0) -> tuple[NeededReagent, ...]:
    return tuple(NeededReagent(f"r{number}", f"reagent {number}", (grams,)) for number in range(count))


def can_be(scene: Scene) -> None:
    """That a scene is printed, read back the same, and without any finding."""
    assert read_scene(Source(print_scene(scene))) == (scene, [])


def task(path: Path, change: tuple[str, str] = ("", "")) -> Task:
    domain = (DOMAINS / f"{path.parent.name}.pddl").read_text(encoding="utf-8")
    return task_of(domain, path.read_text(encoding="utf-8").replace(*change))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(sizes.VESSELS[:-1]), st.floats(0, 250)), max_size=3),
    st.lists(st.tuples(st.lists(st.floats(0.1, 80), max_size=3), st.floats(0.5, 2), st.booleans()), max_size=8),
    st.frozensets(st.sampled_from(DEVICES)),
)
def test_what_a_program_needs_is_there(
    vessels: list[tuple[str, float]],
    given_: list[tuple[list[float], float, bool]],
    devices: frozenset[str],
) -> None:
    needed = Needed(
        tuple(NeededVessel(f"v{n}", f"vessel {n}", kind, most) for n, (kind, most) in enumerate(vessels)),
        tuple(NeededReagent(f"r{n}", f"r {n}", tuple(doses), d, solid) for n, (doses, d, solid) in enumerate(given_)),
        devices,
    )
    scene = scene_for_program(needed)
    can_be(scene)
    assert scene_for_program(needed) == scene
    for vessel in needed.vessels:
        made = next(one for one in scene.vessels if one.id == vessel.id)
        assert made.kind == vessel.kind and made.capacity_ml >= vessel.most_ml and made.place is not None
        assert 0.9 * sizes.brim_ml(made.shape) >= made.capacity_ml - 1e-6
    for reagent in needed.reagents:
        bottle = next(one for one in scene.vessels if any(each.substance == reagent.id for each in one.contents))
        (content,) = bottle.contents
        assert bottle.capped and bottle.kind == "bottle" and bottle.id.endswith("jar" if reagent.solid else "bottle")
        assert content.grams >= 1.5 * sum(reagent.doses_g) - 0.001
        assert (content.density, content.solid) == (reagent.density, reagent.solid)
        assert 0.11 <= bottle.shape.height <= 0.23
    assert {one.kind for one in scene.devices} | {one.kind for one in scene.containers} == devices
    assert all(2 * one.shape.radius <= WIDEST_GRIPPED for one in scene.vessels)
    standing = {one.place for one in scene.vessels}
    assert len([one for one in scene.places if one.device is None and one.id not in standing]) >= 2


def test_a_usual_bench_has_room_for_the_hand() -> None:
    vessel = NeededVessel("beaker", "beaker", "beaker", 300)
    scene = scene_for_program(Needed((vessel,), reagents(4), frozenset({"balance", "hotplate"})))
    for place in scene.places:
        away = math.hypot(*place.position[:2])
        assert 0.35 <= away <= 0.65
        assert abs(math.degrees(math.atan2(place.position[1], place.position[0]))) <= 105
    for one, other in itertools.combinations(scene.places, 2):
        assert math.dist(one.position[:2], other.position[:2]) >= 2 * 0.036 + 0.09
    in_front = sorted(scene.places, key=lambda one: abs(one.position[1]))
    assert in_front[0].device is not None
    bottles = [one.pose.position[1] for one in scene.vessels if one.kind == "bottle"]
    assert min(bottles) < -0.2 and max(bottles) > 0.2


def test_the_most_that_was_seen_fits() -> None:
    vessel = NeededVessel("beaker", "beaker", "beaker", 630)
    scene = scene_for_program(Needed((vessel,), (NeededReagent("water", "water", (630.0,)),)))
    can_be(scene)
    beaker, bottle = scene.vessels
    assert beaker.shape.height <= 0.23
    assert bottle.contents[0].grams > 630
    with pytest.raises(BenchError, match="has to hold 900 mL"):
        scene_for_program(Needed((NeededVessel("beaker", "beaker", "beaker", 900),)))
    with pytest.raises(BenchError, match="water has to hold"):
        scene_for_program(Needed((), (NeededReagent("water", "water", (700.0,)),)))


def test_more_than_there_is_room_for_is_refused() -> None:
    with pytest.raises(NoRoomError, match="no room"):
        scene_for_program(Needed((), reagents(120)))


def test_ids_that_are_no_words_or_taken() -> None:
    needed = Needed((NeededVessel("spare1", "spare 1"),), (NeededReagent("2-propanol", "2-propanol", (9.0,)),))
    scene = scene_for_program(needed)
    can_be(scene)
    assert {one.id for one in scene.vessels} == {"spare1", "x-2-propanol-bottle"}
    assert {"spare1-2", "spare2"} <= {one.id for one in scene.places}


@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_problems_have_a_bench_with_their_objects(path: Path) -> None:
    made = task(path)
    scene = scene_for_problem(made)
    can_be(scene)
    if path.parent.name == "lab":
        assert {one.id for one in scene.vessels} == set(made.of_type["vessel"])
        assert {one.id for one in scene.places} == set(made.of_type["place"])
        for vessel in scene.vessels:
            assert ("at", vessel.id, vessel.place) in made.init
            assert vessel.capped == (("capped", vessel.id) in made.init)
            inside = {one.substance for one in vessel.contents}
            assert inside == {one[2] for one in made.init if one[:2] == ("contains", vessel.id)}
        for device in made.of_type["device"]:
            place = scene.place(device)
            assert place is not None and place.device == device and scene.thing(device) is not None
        return
    assert {one.id for one in scene.items} == set(made.of_type["block"])
    assert {one.id for one in scene.containers} == set(made.of_type.get("bowl", ()))
    assert {one.id for one in scene.zones} == set(made.of_type["zone"])
    spots = {one.id: one.pose.position for one in scene.items}
    spots |= {one.id: one.pose.position for one in scene.containers}
    zones = {one.id: one for one in scene.zones}
    for predicate, *rest in made.init:
        one, *where = rest or [""]
        x, y, z = spots.get(one, (0.0, 0.0, 0.0))
        if predicate == "on":
            assert spots[where[0]][:2] == (x, y) and z > spots[where[0]][2]
        elif predicate == "in":
            assert math.dist(spots[where[0]][:2], (x, y)) < 0.05
        elif predicate == "at":
            zone = zones[where[0]]
            assert abs(x - zone.centre[0]) < zone.size[0] / 2 and abs(y - zone.centre[1]) < zone.size[1] / 2
    for zone, other in itertools.combinations(zones.values(), 2):
        apart = [
            abs(a - b) - (c + d) / 2
            for a, b, c, d in zip(zone.centre, other.centre, zone.size, other.size, strict=True)
        ]
        assert max(apart) > -1e-9, f"{zone.id} and {other.id} share room"


def test_a_state_that_no_bench_begins_in_is_refused() -> None:
    held = task(DOMAINS / "problems/lab/salt-water.pddl", ("(at beaker1 bench1)", "(holding beaker1)"))
    with pytest.raises(BenchError, match="`beaker1` is in the hand"):
        scene_for_problem(held)
    nowhere = task(DOMAINS / "problems/tabletop/three-blocks.pddl", ("(at red-block left)", ""))
    with pytest.raises(NoRoomError, match="nowhere"):
        scene_for_problem(nowhere)
    with pytest.raises(BenchError, match="`blocks`"):
        scene_for_problem(task(DOMAINS / "problems/blocks/three.pddl"))


def test_a_vessel_that_is_at_no_place_gets_one() -> None:
    scene = scene_for_problem(task(DOMAINS / "problems/lab/salt-water.pddl", ("(at beaker1 bench1)", "")))
    can_be(scene)
    assert next(one.place for one in scene.vessels if one.id == "beaker1") == "beaker1-slot"


@pytest.mark.parametrize("seed", range(30))
def test_tables_to_be_cleared(seed: int) -> None:
    scene = random_scene(seed)
    assert check_bench(scene, {one.id: Source("").span(0) for one in (*scene.things, *scene.places)}) == []
    assert random_scene(seed) == scene
    rubbish = {"apple", "half-apple", "paper1", "paper2", "paper3", "paper4", "paper5"}
    assert {one.id for one in scene.items} == rubbish
    assert {one.id: bool(one.contents) for one in scene.vessels} == {"full-glass": True, "empty-glass": False}
    assert {one.id for one in scene.containers} == {"bin", "sink"}
    assert 3 <= len(scene.obstacles) <= 6
    loose = [one.pose.position for one in scene.items] + [one.pose.position for one in scene.vessels]
    assert min(math.dist(one, other) for one, other in itertools.combinations(loose, 2)) > 0.06


def test_seeds_give_different_tables() -> None:
    assert len({repr(random_scene(seed)) for seed in range(10)}) == 10


# The schema of scenes says what the reader says: of examples, of generated benches, and of documents that are bent


ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "scenes"
SCHEMA = json.loads((ROOT / "schemas" / "scene.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
STRUCTURE = {"RUN001", "RUN002", "RUN003", "RUN004", "RUN005", "RUN006", "RUN019"}
"""What a schema can see; ranges and what stands where are for the reader alone."""

PROGRAM = Needed(
    (NeededVessel("beaker", "beaker", "beaker", 200),),
    (NeededReagent("water", "water", (100.0,)), NeededReagent("salt", "salt", (5.0,), 1.2, solid=True)),
    frozenset(DEVICES),
)
TEXTS = [
    *(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml"))),
    print_scene(scene_for_program(PROGRAM)),
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:40].replace("\n", " "))
def test_scenes_keep_to_the_schema(text: str) -> None:
    assert [f"{one.json_path} {one.message}" for one in VALIDATOR.iter_errors(yaml.safe_load(text))] == []


def test_what_the_schema_accepts_has_the_form_that_the_reader_wants() -> None:
    rng = Random(7)
    accepted = refused = lenient = 0
    for text in TEXTS:
        document = yaml.safe_load(text)
        for _ in range(50):
            bent = copy.deepcopy(document)
            bend(bent, rng)
            _, found = read_scene(Source(yaml.safe_dump(bent, allow_unicode=True)), FOLDER)
            codes = {one.code for one in found} & STRUCTURE
            if VALIDATOR.is_valid(bent):
                accepted += 1
                assert not codes, (codes, [one.message for one in found], bent)
            else:
                refused += 1
                lenient += not found
    assert accepted > 50
    assert refused > 100
    assert lenient < refused / 5  # a name may look like a number, which is no text to a schema


def bend(document: Any, rng: Random) -> None:
    """Change one place of a document: leave it out, write it twice, or put something else there."""
    owner, key = rng.choice(list(places(document)))
    others: tuple[Any, ...] = (None, 0.3, "5 cm", "40 g", [0.4, 0.1], {}, "red", True, [1, 2, 3], {"radius": 0.02})
    action = rng.randrange(4)
    if action == 0:
        del owner[key]
    elif action == 1 and isinstance(owner, dict):
        owner[rng.choice(("yaw", "colour", "name", "mass", "extra", "box", "kind", "capped"))] = copy.deepcopy(
            owner[key]
        )
    else:
        owner[key] = copy.deepcopy(rng.choice(others))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield value, key
        yield from places(inner)
