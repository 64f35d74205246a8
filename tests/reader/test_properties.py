"""What holds for every text: no crash, spans inside the text, a well-formed program, nothing invented, linear cost."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest
import xmlschema
from case_tables import stored
from effort import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.files import data_path
from clairify_cli.languages.base import Constraints
from clairify_cli.reader.protocol import read, read_to_xdl
from clairify_cli.reader.protocol.model import ReaderResult, walk
from clairify_cli.reader.protocol.rules import GUESSES

WORDS = stored(__file__, "WORDS")

sentences = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
arbitrary = st.text(max_size=300)


def hold(text: str, result: ReaderResult) -> None:
    """Check what must hold for any text."""
    root = ET.fromstring(result.xdl)
    assert [child.tag for child in root[0] if child.tag != "Metadata"] == ["Hardware", "Reagents", "Procedure"]
    spans = [span for step in walk(result.reading.steps) for span in step.spans]
    spans += [*result.reading.unread, *(one.span for one in result.reading.remarks)]
    spans += [found.span for found in result.diagnostics]
    spans += [vessel.span for vessel in result.reading.vessels if vessel.span is not None]
    for span in spans:
        assert 0 <= span.start <= span.end <= len(text)
    for step in walk(result.reading.steps):
        assert step.spans, f"{step.name} comes from nowhere"
    declared = {vessel.id for vessel in result.reading.vessels}
    used = {value for step in walk(result.reading.steps) for key, value in step.properties if "vessel" in key}
    assert used == declared
    assert {found.code for found in result.diagnostics} <= {"XDL690", "XDL691", "XDL692", "XDL694", *GUESSES}


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_any_order_of_words_is_valid(text: str) -> None:
    schema = _schema()
    reading = read(text)
    errors = [str(error.reason) for error in schema.iter_errors(read_to_xdl(text, Constraints()).xdl)]
    # An empty procedure is what the checker reports; everything else is valid.
    assert errors == [] if reading.steps else all("Procedure" in error or "content" in error for error in errors)


@cache
def _schema() -> Any:
    return xmlschema.XMLSchema(str(data_path("schemas", "xdl.xsd")))


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_same_text_same_reading(text: str) -> None:
    assert read(text) == read(text)


NUMBER = re.compile(r"\d+(?:\.\d+)?")
CONVENTIONS = {"25 °C", "0 °C", "100 °C", "16 h"}


@given(sentences)
@settings(max_examples=150, deadline=None)
def test_no_number_is_invented(text: str) -> None:
    numbers = {float(number) for number in NUMBER.findall(text)}
    numbers |= {0.5, 1.0, 2.0} if re.search(r"1/2|half|two|an? |another", text) else set()
    numbers |= {round(number / 20, 6) for number in numbers} if "drop" in text else set()  # of 0.05 mL each
    for step in walk(read(text).steps):
        for key, value in step.properties:
            if key in ("mass", "volume", "amount", "time", "temp") and value not in CONVENTIONS and value != "all":
                number = float(value.split()[0])
                sums = {a * factor + b for a in numbers for b in numbers for factor in (1, 60)}
                assert abs(number) in numbers | sums, f"{step.name} {key}={value}"


QUANTITY = re.compile(r"(?<![\w./])(\d+(?:\.\d+)?) ?(?:g|mL|°C|seconds)(?!\w)")


@given(sentences)
@settings(max_examples=200, deadline=None)
def test_no_quantity_is_lost(text: str) -> None:
    reading = read(text)
    values = [value for step in walk(reading.steps) for _, value in step.properties]
    values += [vessel.words for vessel in reading.vessels] + [reading.title or ""]
    carried = {float(number) for value in values for number in NUMBER.findall(value)}
    reported = [*reading.unread, *(one.span for one in reading.remarks)]
    for found in QUANTITY.finditer(text):
        in_report = any(span.start <= found.start() and found.end() <= span.end for span in reported)
        assert in_report or float(found[1]) in carried, f"{found[0]} of {text!r}"


amounts = st.tuples(st.integers(1, 999), st.sampled_from(("g", "mL", "kg", "mg", "L")))
reagents = st.sampled_from(("water", "salt", "cold milk", "red cabbage juice", "baking soda", "oil"))
places = st.sampled_from(("beaker", "cup", "bowl", "test tube", "flask"))
additions = st.sampled_from(
    (
        "Add {amount} {unit} of {reagent} to the {vessel}.",
        "Add {amount}{unit} {reagent} into the {vessel}.",
        "Pour {amount} {unit} of {reagent} into the {vessel}.",
        "Put {amount} {unit} of {reagent} in the {vessel}.",
        "To the {vessel}, add {amount} {unit} of {reagent}.",
        "In the {vessel}, place {amount} {unit} of {reagent}.",
        "Then quickly add {amount} {unit} of {reagent} to the {vessel}.",
        "{reagent} ({amount} {unit}) was added to the {vessel}.",
        "{amount} {unit} of {reagent} is added to the {vessel}.",
        "To the {vessel} was added {reagent} ({amount} {unit}).",
    )
)


@given(st.lists(st.tuples(additions, amounts, reagents, places), min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_additions_in_every_wording(made: list[tuple[str, tuple[int, str], str, str]]) -> None:
    text = " ".join(
        wording.format(amount=amount, unit=unit, reagent=reagent, vessel=vessel)
        for wording, (amount, unit), reagent, vessel in made
    )
    expected = [
        {
            "vessel": vessel.replace(" ", "_"),
            "reagent": reagent,
            "volume" if unit.endswith("L") else "mass": f"{amount} {unit}",
        }
        for _, (amount, unit), reagent, vessel in made
    ]
    steps = read(text).steps
    assert [step.name for step in steps] == ["Add"] * len(made), text
    assert [{k: v for k, v in step.properties if k != "comment"} for step in steps] == expected, text


times = st.tuples(
    st.integers(1, 99), st.sampled_from((("seconds", "s"), ("min", "min"), ("minutes", "min"), ("h", "h")))
)
stirrings = st.sampled_from(
    (
        "Stir for {time}.",
        "Stir the beaker for {time}.",
        "The mixture was stirred for {time}.",
        "Stir vigorously for {time}.",
        "Stir {time}.",
        "Then stir the solution gently for another {time}.",
        "For {time}, stir the contents.",
        "Let the mixture stir for {time}.",
        "Keep stirring for {time}.",
    )
)


@given(st.lists(st.tuples(stirrings, times), min_size=1, max_size=4))
@settings(max_examples=80, deadline=None)
def test_stirring_in_every_wording(made: list[tuple[str, tuple[int, tuple[str, str]]]]) -> None:
    text = "Add 5 g of salt to a beaker. " + " ".join(
        wording.format(time=f"{number} {words}") for wording, (number, (words, _)) in made
    )
    steps = read(text).steps[1:]
    assert [(step.name, step.get("vessel"), step.get("time")) for step in steps] == [
        ("Stir", "beaker", f"{number} {unit}") for _, (number, (_, unit)) in made
    ], text


# What a text begins with, and what is then said over and over.
LONG: dict[str, tuple[str, str]] = stored(__file__, "LONG")


@pytest.mark.parametrize("kind", LONG)
def test_cost_is_linear(kind: str) -> None:
    def text(size: int) -> str:
        first, again = LONG[kind]
        return first + "".join(again.format(n=n) for n in range(size // len(again)))

    read(text(1_000))  # what is loaded once is loaded
    grows_linearly(lambda size: read(text(size)), 10_000, 60_000)


def test_a_long_text_of_nonsense() -> None:
    text = bytes(n * 7 % 251 for n in range(200_000)).decode("latin-1")
    reading = read(text)
    assert not reading.steps
    assert reading.unread
