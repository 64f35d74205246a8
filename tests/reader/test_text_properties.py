"""What holds at the text level for every text: no crash, spans inside it, the same every time, nothing swallowed."""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.english.plain import plain
from clairify_cli.english.tokens import leaves, tokens
from clairify_cli.languages.base import Constraints
from clairify_cli.reader.protocol import read, read_to_xdl
from clairify_cli.reader.protocol.remarks import KINDS

from .test_properties import arbitrary, hold, sentences

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("CLAIRIFY_SHARED_DATA", ROOT.parent / "shared" / "data")) / "chem-rnd"

BROKEN = stored(__file__, "BROKEN")
NUMBERS = stored(__file__, "NUMBERS")
MARKS = stored(__file__, "MARKS")
SAID = ("to give", "a yellow solid", "which was washed", "until TLC", "(TLC)", "Yield:", "NMR", "mp", "in 78 % yield")
WORDS = ("as an oil", "equipped with", "a condenser", "was", "added", "General procedure:", "A", "The", "of", "three")
PIECES = st.sampled_from((*BROKEN, *NUMBERS, *MARKS, *SAID, *WORDS))
mixed = st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join)


@given(mixed)
@settings(max_examples=150, deadline=None)
def test_plain_text_knows_where_it_was(text: str) -> None:
    made = plain(text)
    last = 0
    for at in range(len(made.text)):
        start, end = made.original(at, at + 1)
        assert last <= start <= end <= len(text)
        last = start
    assert made.original(0, len(made.text))[1] <= len(text)


@given(mixed)
@settings(max_examples=150, deadline=None)
def test_quantities_are_well_made(text: str) -> None:
    for token in leaves(tokens(text)):
        assert 0 <= token.start <= token.end <= len(text)
        if token.quantity is not None:
            float(token.quantity.number)
            assert token.quantity.times >= 1
            assert token.start <= token.quantity.start < token.quantity.end <= token.end


@given(mixed | sentences | arbitrary)
@settings(max_examples=500, deadline=None)
def test_any_text(text: str) -> None:
    hold(text, read_to_xdl(text, Constraints()))
    reading = read(text)
    found = [(one.span.start, one.span.end, one.kind) for one in reading.remarks]
    assert all(0 <= start <= end <= len(text) and kind in KINDS for start, end, kind in found)


TAILS = st.sampled_from(
    (
        " to give a yellow oil",
        ", affording the product as a white solid",
        ", yielding 3.2 g (78 %) of crystals",
        " until TLC showed complete conversion",
        ", as monitored by TLC",
        "",
    )
)
INSTRUCTIONS = st.sampled_from(
    (
        ("The solution was evaporated", "Evaporate"),
        ("The mixture was stirred for 2 h", "Stir"),
        ("The solution was cooled to 5 °C", "HeatChillToTemp"),
        ("Salt (5 g) was added", "Add"),
        ("The suspension was filtered", "Filter"),
    )
)


@given(st.lists(st.tuples(INSTRUCTIONS, TAILS), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_tails_swallow_no_instruction(made: list[tuple[tuple[str, str], str]]) -> None:
    text = " ".join(f"{words}{tail}." for (words, _), tail in made)
    bare = " ".join(f"{words}." for (words, _), _ in made)
    assert [step.name for step in read(text).steps] == [step.name for step in read(bare).steps], text


@cache
def real_texts() -> list[str]:
    return [path.read_text(encoding="utf-8", errors="replace") for path in sorted(DATA.glob("*.txt"))[5::12]]


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no texts in {DATA}; set CLAIRIFY_SHARED_DATA to the shared data")
@pytest.mark.parametrize("seed", range(3))
def test_real_texts_cut_and_shuffled(seed: int) -> None:
    rng = random.Random(seed)
    for text in real_texts():
        words = text.split(" ")
        at = rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            words = words[:at]
        elif kind == 1:
            words[at] = words[at][::-1]
        elif kind == 2:
            words.insert(at, rng.choice(("(", ")", ".", "\n\n", "1,000", "°C", "<sub>", "to give", "which", "and")))
        else:
            words = words[at:] + words[:at]
        changed = " ".join(words)
        hold(changed, read_to_xdl(changed, Constraints()))
        assert all(0 <= one.span.start <= one.span.end <= len(changed) for one in read(changed).remarks)
