"""Source maps: where the steps of the reader's programs and of others came from, and what is left."""

from __future__ import annotations

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.fidelity.mapped.source_map import Origin, SourceMap
from clairify_cli.fidelity.mapped.wording import joined
from clairify_cli.languages.outline import Role

from .mapped import HOSTILE, TEXT, map_with, read_map, words

OTHER = stored(__file__, "OTHER")


def check_spans(found: SourceMap) -> None:
    """What holds of every map."""
    for step in found.walk():
        ends = [0]
        for span in step.source:
            assert ends[-1] <= span.start < span.end <= len(found.text.text)
            assert span == found.text.span(span.start, span.end)
            ends.append(span.end)
        assert 0 <= step.span.start < step.span.end <= len(found.program.text)
        for one in step.properties:
            for span in one.source:
                assert any(whole.start <= span.start and span.end <= whole.end for whole in step.source)
    for span in (*found.unread, *(remark.span for remark in found.remarks)):
        assert 0 <= span.start < span.end <= len(found.text.text)
    numbers = [step.number for step in found.walk() if step.number is not None]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_program_of_the_reader_has_the_words_that_were_read() -> None:
    found = read_map(TEXT)
    check_spans(found)
    assert found.origin is Origin.READING
    assert words(found, 1) == ["Add 15 g of salt (0.26 mol) to a beaker"]
    assert words(found, 1, "mass") == ["15 g"]
    assert words(found, 1, "reagent") == ["salt"]
    assert words(found, 1, "vessel") == ["beaker"]
    assert words(found, 2, "time") == ["20 seconds"]
    assert any("flurble" in found.text.text[span.start : span.end] for span in found.unread)


def test_the_order_of_properties_and_the_layout_do_not_matter() -> None:
    program = read_map(TEXT).program.text
    other = program.replace('reagent="salt" mass="15 g"', 'mass="15 g"\n   reagent="salt"').replace("  <", "<")
    assert other != program
    assert map_with(TEXT, other).origin is Origin.READING


def test_another_program_is_compared() -> None:
    found = map_with(TEXT, OTHER)
    check_spans(found)
    assert found.origin is Origin.COMPARISON
    assert found.title == "A & B"
    assert [(step.number, step.path, step.name) for step in found.walk()] == [
        (None, (0,), "Prep"),
        (1, (0, 0), "Add"),
        (2, (1,), "Repeat"),
        (3, (1, 0), "Stir"),
        (4, (2,), "Wait"),
    ]
    assert words(found, 1, "mass") == ["15 g"]
    assert words(found, 3, "time") == ["20 seconds"]
    assert words(found, 4) == []
    assert [(one.role, one.name) for one in found.declared] == [(Role.VESSEL, "beaker"), (Role.SUBSTANCE, "salt")]


def test_what_another_program_leaves_out_is_unread() -> None:
    found = map_with(TEXT, OTHER)
    unread = " | ".join(found.text.text[span.start : span.end] for span in found.unread)
    assert "heat to 50 °C" in unread
    assert "20 seconds" not in unread


def test_a_transfer_of_all_is_known_by_its_verb() -> None:
    program = OTHER.replace("<Wait time=", '<Transfer from_vessel="beaker" to_vessel="cup" volume="all"/><Wait time=')
    found = map_with("Add 15 g of salt to a beaker. Pour the solution into a cup.", program)
    assert words(found, 4) == ["Pour the solution into a cup"]


@pytest.mark.parametrize(
    "program", ["", "no program", "<XDL>", "<XDL><Synthesis><Procedure><Add", "<a/>", "\x00<\ud800"]
)
def test_a_broken_program(program: str) -> None:
    found = map_with(TEXT, program)
    check_spans(found)
    assert found.findings


def test_a_hostile_text() -> None:
    check_spans(read_map(HOSTILE))


def test_no_text() -> None:
    found = map_with("", OTHER)
    assert found.unread == ()


@given(st.text(st.sampled_from("Add 15g.of,slt\n(<&\u202e-°C°")), st.booleans())
@settings(max_examples=40, deadline=None)
def test_any_text(text: str, own: bool) -> None:
    check_spans(read_map(text) if own else map_with(text, OTHER))


def test_joined() -> None:
    text = "BuLi (11 mmol), added. Then stirred"
    assert joined(text, [(0, 4), (6, 13)]) == [(0, 14)]
    assert joined("put in to the a flask", [(0, 3), (16, 21)]) == [(0, 3), (16, 21)]
    assert joined(text, [(0, 4), (6, 13), (16, 21), (23, 27)]) == [(0, 21), (23, 27)]


def test_words_that_stand_for_a_number() -> None:
    found = read_map("Stir a solution of salt (5 g) in THF (20 mL) at room temperature overnight.")
    times = {one.value: one.source for step in found.walk() for one in step.properties if one.name in ("time", "temp")}
    assert [found.text.text[span.start : span.end] for span in times["16 h"]] == ["overnight"]
    assert [found.text.text[span.start : span.end] for span in times["25 °C"]] == ["room temperature"]


def test_a_name_whose_parts_the_reader_parted() -> None:
    found = map_with("Add BF3.Et2O (3 mL) to a flask.", OTHER.replace('"salt" mass="15 g"', '"BF3.Et2O" volume="3 mL"'))
    assert words(found, 1, "reagent") == ["BF3.Et2O"]


def test_other_names_of_vessels_find_the_same_words() -> None:
    own = read_map(TEXT)
    other = map_with(TEXT, own.program.text.replace("beaker", "pot"))
    assert other.origin is Origin.COMPARISON
    assert [step.source for step in other.walk()] == [step.source for step in own.walk()]
    assert other.unread == own.unread
