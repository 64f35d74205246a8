"""The schema of scenes says what the reader says: of examples, of generated benches, and of documents that are bent."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.scene.bench import scene_for_program
from clairify_cli.worlds.scene.needs import DEVICES, Needed, NeededReagent, NeededVessel
from clairify_cli.worlds.scene.printer import print_scene
from clairify_cli.worlds.scene.reader import read_scene

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
    dishes=True,
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
