"""From names as procedures have them to entries, cores, solutions and mixtures."""

from __future__ import annotations

from functools import partial

import pytest
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.chemistry import components, core_name, find, is_aqueous, is_solution, same_substance, substances

FOUND = {
    "tetrahydrofuran": [
        "THF",
        "dry THF",
        "anhydrous tetrahydrofuran",
        "thf",
        "freshly distilled THF",
        "THF (anhydrous, 99.9%)",
    ],
    "dichloromethane": ["CH<sub>2</sub>Cl<sub>2</sub>", "CH₂Cl₂", "ch2cl2", "DCM", "Methylene  chloride", "of dry DCM"],
    "diethyl ether": ["ether", "Et2O", "cold diethyl-ether", "diethyl ether (anhydrous)"],
    "triethylamine": ["NEt3", "Et3N", "TEA", "distilled triethylamine"],
    "sodium sulfate": ["Na2SO4", "sodium sulphate", "anhydrous sodium sulphate", "anhyd. Na2SO4"],
    "aluminium chloride": ["aluminum chloride", "AlCl3", "ground aluminium chloride"],
    "hydrochloric acid": [
        "HCl",
        "1 N HCl",
        "2M HCl",
        "conc. HCl",
        "HCl (1 M)",
        "concentrated hydrochloric acid",
        "0.05M HCl",
    ],
    "hydrogen chloride": ["HCl gas", "dry HCl", "4 M HCl in dioxane"],
    "aqueous ammonia": ["ammonium hydroxide", "concentrated aqueous ammonia", "28% NH4OH"],
    "ammonia": ["NH3", "liquid ammonia"],
    "sodium bicarbonate": [
        "baking soda",
        "sat. NaHCO3",
        "sat.NaHCO3",
        "5% aqueous NaHCO3",
        "sodium hydrogen carbonate (saturated aqueous)",
    ],
    "sodium hydroxide": ["NaOH pellets", "10 % NaOH", "aqueous solution of sodium hydroxide", "solid NaOH", "6N NaOH"],
    "sodium hydride": ["60% NaH", "sodium hydride (60% dispersion in mineral oil)", "NaH (60% in mineral oil)"],
    "n-butyllithium": [
        "n-BuLi",
        "nBuLi",
        "a 2.5 M solution of n-BuLi in hexanes",
        "butyl lithium",
        "n-BuLi (2.5 M in hexanes)",
    ],
    "palladium on carbon": ["Pd/C", "10% Pd/C", "palladium on carbon (10%)", "palladium on charcoal"],
    "copper(II) sulfate pentahydrate": ["CuSO4·5H2O", "copper sulphate pentahydrate", "CuSO4*5H2O"],
    "petroleum ether 40-60": ["40–60 petroleum ether", "petroleum ether (40-60)", "petroleum ether (b.p. 40-60 °C)"],
    "petroleum ether 60-80": ["60/80 petrol", "petrol (60-80)"],
    "brine": ["brine", "saturated brine", "saturated NaCl solution", "sat. aq. NaCl"],
    "diisopropylethylamine": ["Hünig’s base", "DIPEA", "iPr₂NEt"],
    "Celite": ["celite", "a pad of Celite", "Celite®"],
    "water": ["H2O", "ice-cold water", "minimum amount of water", "50 mL of water", "deionised water"],
    "ice": ["crushed ice"],
    "ceric ammonium nitrate": ["CAN"],
    "tert-butanol": ["t-BuOH", "tert butanol", "t-butanol"],
}


@pytest.mark.parametrize("entry, name", [(entry, name) for entry, names in FOUND.items() for name in names])
def test_found(entry: str, name: str) -> None:
    found = find(name)
    assert found is not None and found.name == entry


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "can",
        "na",
        "the",
        "dry",
        "a",
        "solution",
        "compound 3",
        "zinc sulfate monohydrate",
        "ethanol/water",
        "tert-butyl 3-oxobutanoate",
    ],
)
def test_not_found(name: str) -> None:
    assert find(name) is None


@pytest.mark.parametrize(
    "name, core",
    [
        ("ice-cold 2 M NaOH", "NaOH"),
        ("a 2.5 M solution of n-BuLi in hexanes", "n-BuLi"),
        ("saturated aqueous ammonium chloride solution", "ammonium chloride"),
        ("compound 3", "compound 3"),
        ("5-bromo-2-furoic acid", "5-bromo-2-furoic acid"),
        ("a-tert-butyl ester", "a-tert-butyl ester"),
        ("2,2-dimethylpropane", "2,2-dimethylpropane"),
        ("N-bromosuccinimide", "N-bromosuccinimide"),
        ("dry-ice", "dry-ice"),
        ("dry", "dry"),
        ("freshly distilled benzaldehyde", "benzaldehyde"),
        ("copper(II) sulfate", "copper(II) sulfate"),
    ],
)
def test_core_name(name: str, core: str) -> None:
    assert core_name(name) == core


AQUEOUS = [
    "water",
    "brine",
    "1 N HCl",
    "aqueous foo",
    "sat. NaHCO3",
    "5% citric acid",
    "NaOH (aq)",
    "NaOH in water",
    "vinegar",
    "bleach",
]
NOT_AQUEOUS = [
    "THF",
    "NaOH",
    "4 M HCl in dioxane",
    "n-BuLi",
    "1 M BBr3",
    "HCl gas",
    "alcoholic KOH",
    "98% H2SO4",
    "ice",
    "1 M TBAF",
    "foo",
]


@pytest.mark.parametrize("name", AQUEOUS)
def test_aqueous(name: str) -> None:
    assert is_aqueous(name)


@pytest.mark.parametrize("name", NOT_AQUEOUS)
def test_not_aqueous(name: str) -> None:
    assert not is_aqueous(name)


@pytest.mark.parametrize(
    "name", ["1 M NaOH", "brine", "n-BuLi", "foo solution", "5% foo", "HCl", "sat. NH4Cl", "0.5 M foo in THF"]
)
def test_solution(name: str) -> None:
    assert is_solution(name)


@pytest.mark.parametrize(
    "name", ["NaOH", "THF", "10% Pd/C", "60% NaH", "98% sulfuric acid", "97% triphenylcarbinol", "foo"]
)
def test_no_solution(name: str) -> None:
    assert not is_solution(name)


@pytest.mark.parametrize(
    "name, parts",
    [
        ("ethanol/water", ("ethanol", "water")),
        ("DCM/MeOH (9:1)", ("DCM", "MeOH")),
        ("9:1 hexane/ethyl acetate", ("hexane", "ethyl acetate")),
        ("hexane-ethyl acetate", ("hexane", "ethyl acetate")),
        ("water – ethanol", ("water", "ethanol")),
        ("EtOAc and hexane", ("EtOAc", "hexane")),
        ("a mixture of THF and water", ("a THF", "water")),
        ("Pd/C", ("Pd/C",)),
        ("foo/bar", ("foo/bar",)),
        ("1,2-dichloroethane", ("1,2-dichloroethane",)),
    ],
)
def test_components(name: str, parts: tuple[str, ...]) -> None:
    assert components(name) == parts


@pytest.mark.parametrize(
    "one, other",
    [
        ("THF", "dry tetrahydrofuran"),
        ("CuSO4", "copper sulfate pentahydrate"),
        ("HCl", "HCl gas"),
        ("ethanol/water", "water/EtOH (1:1)"),
        ("3-bromoanisole", "3-Bromo-anisole"),
        ("2 M NaOH", "sodium hydroxide"),
        ("foo monohydrate", "foo"),
    ],
)
def test_same_substance(one: str, other: str) -> None:
    assert same_substance(one, other) and same_substance(other, one)


@pytest.mark.parametrize(
    "one, other",
    [
        ("NaH", "NaOH"),
        ("ethanol", "methanol"),
        ("water", "ice"),
        ("ethanol/water", "ethanol"),
        ("1-propanol", "2-propanol"),
    ],
)
def test_other_substance(one: str, other: str) -> None:
    assert not same_substance(one, other)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_text_has_a_core(text: str) -> None:
    core = core_name(text)
    assert core_name(core) == core
    assert len(components(text)) >= 1
    assert same_substance(text, text)
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
