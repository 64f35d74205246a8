"""Places as editors count them, against the encodings themselves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clairify_cli.editor.lines import Lines

TEXTS = st.text(st.sampled_from("ab µ°é😀𝒳\n\r\u2028\x0b"), max_size=40)
SIZES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


@given(TEXTS, st.sampled_from(sorted(SIZES)))
def test_places_are_those_of_the_encoding(text: str, encoding: str) -> None:
    lines = Lines(text, encoding)
    codec, size = SIZES[encoding]
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # within the end of a line
        before = re.split(r"\r\n|\r|\n", text[:offset])
        expected = len(before) - 1, len(before[-1].encode(codec)) // size
        assert lines.place(offset) == expected
        assert lines.offset(*expected) == offset


@pytest.mark.parametrize(
    ("place", "offset"),
    [((0, 2), 1), ((0, 99), 3), ((1, 0), 4), ((1, 9), 5), ((7, 0), 5)],
    ids=["in the middle of a character", "behind a line", "a line", "behind the text", "below the text"],
)
def test_places_that_there_are_not_are_the_nearest_before(place: tuple[int, int], offset: int) -> None:
    assert Lines("a😀b\nc").offset(*place) == offset


def test_half_a_character_is_no_error() -> None:
    assert Lines("\ud800x", "utf-8").place(2) == (0, 4)
