"""Pairing the steps of two programs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clairify_cli.fidelity.mapped.pairing import Sketch, paired, sketch

ADD, WATER = sketch("Add", ["salt", "5 g"]), sketch("Add", ["water", "5 mL"])
STIR, HEAT, FILTER = sketch("Stir", ["1 h"]), sketch("HeatChill", ["1 h", "50 °C"]), sketch("Filter", [])


def test_the_same_program() -> None:
    steps = [ADD, STIR, WATER, STIR, FILTER]
    assert paired(steps, steps) == [(number, number) for number in range(5)]


def test_a_step_that_is_left_out_or_put_in() -> None:
    assert paired([ADD, STIR, WATER], [ADD, WATER]) == [(0, 0), (2, 1)]
    assert paired([ADD, WATER], [ADD, FILTER, WATER]) == [(0, 0), (1, 2)]


def test_a_number_that_was_changed() -> None:
    assert paired([ADD, STIR, FILTER], [ADD, sketch("Stir", ["9 h"]), FILTER]) == [(0, 0), (1, 1), (2, 2)]
    assert paired([ADD], [sketch("Add", ["salt", "50 g"])]) == [(0, 0)]


def test_values_weigh_more_than_names() -> None:
    assert paired([STIR], [sketch("Stir", ["2 h"]), sketch("Wait", ["1 h"])]) == [(0, 1)]
    assert paired([STIR], [HEAT]) == [(0, 0)]
    assert paired([ADD], [WATER]) == []


def test_spaces_and_case_do_not_matter() -> None:
    assert paired([sketch("Add", ["Sodium Chloride"])], [sketch("AddSolid", ["sodium chloride"])]) == [(0, 0)]


SKETCHES = st.lists(
    st.builds(Sketch, st.sampled_from(["Add", "Stir"]), st.frozensets(st.sampled_from("abc"), max_size=2)), max_size=8
)


@given(SKETCHES, SKETCHES)
def test_pairs_keep_the_order_and_have_something_in_common(left: list[Sketch], right: list[Sketch]) -> None:
    found = paired(left, right)
    for side in zip(*found, strict=True):
        assert list(side) == sorted(set(side))
    for one, other in found:
        assert left[one].name == right[other].name or left[one].values & right[other].values
    assert len(paired(left, left)) == len(left)


def test_programs_that_are_too_long_are_not_paired() -> None:
    assert paired([STIR] * 2000, [STIR] * 2000) == []
