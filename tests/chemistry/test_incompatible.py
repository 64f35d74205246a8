"""The list of incompatible pairs: groups have members, reasons have sources, names fall where they should."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.chemistry import substances
from clairify_cli.chemistry.incompatible import PAIRS, QUENCHED_BY, groups

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
