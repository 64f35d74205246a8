"""Systematic names: where they stand in running text, and what is none."""

from __future__ import annotations

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.english.names import mended, systematic_names

WHOLE = stored(__file__, "WHOLE")


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize(
    "around", ["{}", "The {} (5 g, 3 mmol) was added.", "to {}, then", "({}) and", "of {}; {} too."]
)
def test_a_name_is_found_whole(name: str, around: str) -> None:
    text = around.replace("{}", name)
    assert [text[start:end] for start, end in systematic_names(text)] == [name] * around.count("{}")


@pytest.mark.parametrize(("text", "name"), stored(__file__, "spaces_of_broken_lines_are_mended"))
def test_spaces_of_broken_lines_are_mended(text: str, name: str) -> None:
    assert [mended(text[start:end]) for start, end in systematic_names(text)] == [name]


@pytest.mark.parametrize("text", stored(__file__, "numbers_and_plain_words_are_no_names"))
def test_numbers_and_plain_words_are_no_names(text: str) -> None:
    assert systematic_names(text) == []


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab1,2-()[]{}' ’NRS.;\n", max_size=80))
def test_spans_are_in_order_and_within_the_text(text: str) -> None:
    last = 0
    for start, end in systematic_names(text):
        assert last <= start < end <= len(text)
        assert not text[start].isspace() and not text[end - 1].isspace()
        last = end
