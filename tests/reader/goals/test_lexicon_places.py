"""Where things are usually found, as a lexicon says it."""

from __future__ import annotations

import pytest

from benchmarks.count_places import COUNTS, table
from clairify_cli.files import data_text
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.reader.goals.lexicon import LexiconError, read_lexicon
from clairify_cli.worlds.text.bundled import spoken_of


def test_places_are_numbers_by_types() -> None:
    lexicon = read_lexicon("places:\n  Apple: {fridge: 0.3, Shelf: 1e-2}\n")
    assert lexicon.places == {"apple": {"fridge": 0.3, "shelf": 0.01}}


@pytest.mark.parametrize(
    "places", ["{apple: fridge}", "{apple: {fridge: often}}", "{apple: {fridge: -1}}", "{apple: {fridge: inf}}", "[a]"]
)
def test_what_is_no_number_is_refused(places: str) -> None:
    with pytest.raises(LexiconError, match=r"^the lexicon, line 1: "):
        read_lexicon(f"places: {places}")


def test_the_table_of_alfworld_names_types_of_its_domain() -> None:
    places = read_lexicon(data_text("domains", "alfworld.lexicon.yaml")).places
    spoken = spoken_of("alfworld")
    assert spoken is not None
    assert spoken.file.domain is not None
    types = hierarchy_of(spoken.file.domain).supertypes
    assert len(places) > 50
    unknown = {one for one in places if one not in types} | {
        place for those in places.values() for place in those if place not in types
    }
    assert unknown == set()


@pytest.mark.skipif(not COUNTS.is_file(), reason=f"no counts at {COUNTS}; set CLAIRIFY_SHARED_DATA")
def test_the_table_is_that_of_the_counts() -> None:
    assert data_text("domains", "alfworld.lexicon.yaml").endswith(table())
