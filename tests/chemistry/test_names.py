"""From names as procedures have them to entries, cores, solutions and mixtures."""

from __future__ import annotations

from functools import partial

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.chemistry import components, core_name, find, is_aqueous, is_solution, substances
from clairify_cli.chemistry.incompatible import PAIRS, QUENCHED_BY, groups

FOUND = stored(__file__, "FOUND")


@pytest.mark.parametrize("entry, name", [(entry, name) for entry, names in FOUND.items() for name in names])
def test_found(entry: str, name: str) -> None:
    found = find(name)
    assert found is not None and found.name == entry


@pytest.mark.parametrize("name", stored(__file__, "not_found"))
def test_not_found(name: str) -> None:
    assert find(name) is None


@pytest.mark.parametrize("name, core", stored(__file__, "core_name"))
def test_core_name(name: str, core: str) -> None:
    assert core_name(name) == core


@pytest.mark.parametrize("name", stored(__file__, "AQUEOUS"))
def test_aqueous(name: str) -> None:
    assert is_aqueous(name)


@pytest.mark.parametrize("name", stored(__file__, "NOT_AQUEOUS"))
def test_not_aqueous(name: str) -> None:
    assert not is_aqueous(name)


@pytest.mark.parametrize("name", stored(__file__, "solution"))
def test_solution(name: str) -> None:
    assert is_solution(name)


@pytest.mark.parametrize("name", stored(__file__, "no_solution"))
def test_no_solution(name: str) -> None:
    assert not is_solution(name)


@pytest.mark.parametrize("name, parts", stored(__file__, "components"))
def test_components(name: str, parts: list[str]) -> None:
    assert components(name) == tuple(parts)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_text_has_a_core(text: str) -> None:
    core = core_name(text)
    assert core_name(core) == core
    assert len(components(text)) >= 1
    assert isinstance(is_aqueous(text), bool) and isinstance(is_solution(text), bool)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(
        [
            s.name
            for s in substances()
            if not s.is_a("mixture") and s.formula not in ("HCl", "HBr", "NH3", "H2O", "HF", "HI", "CO2")
        ]
    ),
    st.lists(st.sampled_from(["dry", "ice-cold", "5%", "2 M", "freshly distilled", "sat.", "pure"]), max_size=3),
    st.sampled_from(["", " solution", " (aq)", " (1 M in THF)", " in hexanes"]),
)
def test_qualifiers_never_change_the_substance(name: str, before: list[str], after: str) -> None:
    found = find(" ".join([*before, name]) + after)
    assert found is not None and found.name == name


def test_long_text_costs_little() -> None:
    for text in ("dry " * 10_000, "(" * 10_000, "1 " * 10_000, "a of " * 5_000, "5% " * 5_000, "x/" * 5_000):
        for ask in (find, components, is_aqueous, is_solution):
            costs_less(2, partial[object](ask, text))


# The list of incompatible pairs: groups have members, reasons have sources, names fall where they should


SOURCES = ("Bretherick", "CAMEO", "OPRD 2019", "Prudent Practices")


def test_every_pair_gives_a_reason_advice_and_a_known_source() -> None:
    for pair in PAIRS:
        assert pair.reason and pair.advice
        assert all(source.split(",")[0].strip() in SOURCES for source in pair.source.split(";")), pair.source
        assert not (pair.heated_to is not None and pair.harmless_below is not None)
    assert len({(pair.one, pair.other) for pair in PAIRS}) == len(PAIRS)


def test_every_group_has_members() -> None:
    had = {group for substance in substances() for group in groups(substance.name)}
    asked = {group for pair in PAIRS for group in (pair.one, pair.other)}
    ends = set(QUENCHED_BY) | {group for ended in QUENCHED_BY.values() for group in ended}
    assert asked | ends <= had


def test_nothing_makes_an_end_of_itself() -> None:
    for substance in substances():
        belongs = groups(substance.name)
        assert belongs.isdisjoint(ended for group in belongs for ended in QUENCHED_BY.get(group, ())), substance.name


@pytest.mark.parametrize(("name", "belongs", "belongs_not"), stored(__file__, "groups"))
def test_groups(name: str, belongs: list[str], belongs_not: list[str]) -> None:
    assert set(belongs) <= groups(name)
    assert groups(name).isdisjoint(belongs_not)
