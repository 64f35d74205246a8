"""Which name may stand for another."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.chemistry import kin, meant, misspelt, stand_in, substances

NAMES = {name.lstrip("="): one.name for one in substances() for name in (one.name, *one.synonyms)}


@pytest.mark.parametrize(("one", "other"), stored(__file__, "same"))
def test_names_of_one_thing_stand_for_each_other(one: str, other: str) -> None:
    assert stand_in(one, ["something else", other]) == other
    assert stand_in(other, ["something else", one]) == one


@pytest.mark.parametrize(("one", "other"), stored(__file__, "different"))
def test_another_substance_is_neither_taken_nor_offered(one: str, other: str) -> None:
    for name, there in ((one, other), (other, one)):
        assert stand_in(name, [there]) is misspelt(name, [there]) is meant(name, [there]) is None


@pytest.mark.parametrize(("one", "other"), stored(__file__, "other_state"))
def test_another_state_is_kin_but_not_taken(one: str, other: str) -> None:
    for name, there in ((one, other), (other, one)):
        assert meant(name, [there]) is None
        assert kin(name, ["something else", there]) == [there]


@pytest.mark.parametrize(("written", "right"), stored(__file__, "misspelt"))
def test_what_names_nothing_may_be_a_misspelling(written: str, right: str) -> None:
    assert misspelt(written, ["something else", right]) == meant(written, [right]) == right
    assert misspelt(right, [written]) is None or right == "trypsin", "a right name is no misspelling"
    assert misspelt(written, [right, f"{right[0]}{right[0]}{right[1:]}"]) in (None, right)


@pytest.mark.parametrize(("name", "stock", "expected"), stored(__file__, "chosen"))
def test_of_several_the_one_in_the_same_state_is_taken(name: str, stock: list[str], expected: str | None) -> None:
    assert stand_in(name, stock) == expected


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
def test_no_two_substances_of_the_table_stand_for_each_other(every: int) -> None:
    wrong = []
    for name, entry in list(NAMES.items())[::every]:
        # `petrol` may be any fraction.
        others = [one for one, own in NAMES.items() if own != entry and not own.removeprefix(f"{entry} ")[0].isdigit()]
        wrong += [(name, found) for found in [meant(name, others)] if found is not None]
    assert wrong == []
