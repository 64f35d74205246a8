"""The list of incompatible pairs: groups have members, reasons have sources, names fall where they should."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    "name, belongs, belongs_not",
    [
        ("LiAlH4", {"hydride or carbanion", "lithium aluminium hydride"}, {"sodium hydride"}),
        ("NaH", {"reactive hydride, alkyl or metal", "sodium hydride"}, {"hydride or carbanion"}),
        ("NaBH4", set(), {"reactive hydride, alkyl or metal", "hydride or carbanion"}),
        ("n-BuLi (2.5 M in hexanes)", {"hydride or carbanion"}, {"water"}),
        ("1 M HCl", {"acid", "water", "protic liquid"}, {"concentrated nitric acid"}),
        ("acetic acid", {"acid"}, {"acid other than acetic acid"}),
        ("nitric acid", {"concentrated nitric acid", "acid"}, set()),
        ("1 M HNO3", {"acid", "water"}, {"concentrated nitric acid"}),
        ("10% H2SO4", {"acid", "water"}, {"concentrated sulfuric acid"}),
        ("citric acid", set(), {"acid"}),
        ("10% citric acid", {"acid"}, set()),
        ("TMSN3", set(), {"azide"}),
        ("bleach", {"hypochlorite", "water"}, set()),
        ("ammonium chloride", set(), {"ammonia", "acid"}),
        ("something unknown", set(), {"water"}),
    ],
)
def test_groups(name: str, belongs: set[str], belongs_not: set[str]) -> None:
    assert belongs <= groups(name)
    assert groups(name).isdisjoint(belongs_not)
