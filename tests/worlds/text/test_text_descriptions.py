"""Descriptions: the bundled ones are whole, and what is wrong with one is said with its line."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from case_tables import stored
from schemas_kept import fits

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.worlds.text.base import WorldError
from clairify_cli.worlds.text.describe import Names, plain_words
from clairify_cli.worlds.text.description import DescriptionError, Sentence, load_description, read_description
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
