"""The table of substances is consistent with itself, with the atomic weights and with what its README says."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from case_tables import stored

from clairify_cli.chemistry import find, kin, meant, misspelt, stand_in, substances
from clairify_cli.chemistry.names import _SYMBOL, key, plain
from clairify_cli.chemistry.substances import FOLDER

from .formulas import molar_mass

README = (FOLDER / "README.md").read_text(encoding="utf-8")
ALL = substances()
OF_FORMULA = [substance for substance in ALL if substance.formula]


def test_size() -> None:
    assert len(ALL) > 600
    assert len(OF_FORMULA) > 550


@pytest.mark.parametrize("formula, mass", [("H2O", 18.015), ("(NH4)2SO4", 132.134), ("CuSO4.5H2O", 249.677)])
def test_formulas_are_weighed_right(formula: str, mass: float) -> None:
    assert molar_mass(formula) == pytest.approx(mass, abs=0.002)


def test_molar_masses_follow_from_formulas() -> None:
    for substance in OF_FORMULA:
        assert substance.molar_mass == pytest.approx(molar_mass(substance.formula), rel=1e-4, abs=0.006), substance.name
    assert all(substance.molar_mass is None for substance in ALL if not substance.formula)


def test_states_agree_with_melting_and_boiling_points() -> None:
    for substance in ALL:
        melting, boiling = substance.melting, substance.boiling
        if melting is not None and boiling is not None:
            assert melting < boiling, substance.name
        if substance.name == "ice":
            continue
        if substance.state == "solid":
            assert melting is None or melting > 25, substance.name
        if substance.state == "liquid":
            assert melting is None or melting <= 25, substance.name
            assert boiling is None or boiling > 25, substance.name
        if substance.state == "gas":
            assert boiling is None or boiling <= 25, substance.name


def test_densities_agree_with_states() -> None:
    for substance in ALL:
        if substance.state == "liquid":
            assert substance.density or substance.is_a("mixture"), substance.name
        if substance.density is None:
            continue
        if substance.state == "gas":
            assert (substance.boiling or 0) > 15, substance.name
        elif substance.is_a("metal"):
            assert 0.5 < substance.density < 20, substance.name
        else:
            assert 0.5 < substance.density < 12, substance.name


def test_liquids_that_float_or_sink() -> None:
    """Hydrocarbons and ethers float on water, halocarbons with two chlorine atoms or any bromine sink."""
    for substance in ALL:
        if substance.state != "liquid" or substance.water != "immiscible" or substance.density is None:
            continue
        if substance.is_a("hydrocarbon"):
            assert substance.density < 1, substance.name
        if substance.is_a("halocarbon") and re.search(r"Cl[2-9]|Br|I", substance.formula):
            assert substance.density > 1, substance.name


def test_solvents_have_what_procedures_need() -> None:
    for substance in ALL:
        if substance.is_a("solvent"):
            assert substance.density is not None, substance.name
            assert substance.water is not None, substance.name
            assert substance.boiling is not None or substance.is_a("mixture"), substance.name
            assert substance.melting is not None or substance.is_a("mixture") or substance.name in ("xylene", "decalin")


def test_names_are_unique() -> None:
    keys = [
        name if name.startswith("=") or len(name) <= _SYMBOL else key(name)
        for substance in ALL
        for name in (substance.name, *substance.synonyms)
    ]
    assert [name for name, count in Counter(keys).items() if count > 1] == []


def test_every_name_finds_its_entry() -> None:
    for substance in ALL:
        for name in (substance.name, *substance.synonyms):
            assert find(name.removeprefix("=")) is substance, name


def test_names_are_plain() -> None:
    """The index takes names as they stand, without making them plain first."""
    for substance in ALL:
        for name in (substance.name, *substance.synonyms):
            assert key(name) == key(plain(name)), name


def test_sources_and_common_roles_are_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE))
    assert {substance.source for substance in ALL} <= explained
    roles = Counter(role for substance in ALL for role in substance.roles)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", role) for role in roles)


def test_columns_are_explained() -> None:
    for path in sorted(FOLDER.glob("*.tsv")):
        lines = path.read_text(encoding="utf-8").splitlines()
        columns = lines[0].split("\t")
        assert all(f"`{column}`" in README for column in columns)
        assert {line.count("\t") for line in lines} == {len(columns) - 1}, path.name


@pytest.mark.parametrize("name, melting, boiling, density", stored(__file__, "well_known_values"))
def test_well_known_values(name: str, melting: float, boiling: float, density: float) -> None:
    found = find(name)
    assert found is not None
    assert found.melting == pytest.approx(melting, abs=1)
    assert found.boiling == pytest.approx(boiling, abs=1)
    assert found.density == pytest.approx(density, abs=0.01)


# ------------------------------------------------------------------------------------- Which name may stand for another


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
