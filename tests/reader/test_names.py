"""Systematic names: where they stand in running text, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.english.names import mended, systematic_names

WHOLE = (
    "2-Chloro-N-(2’,6’-dichlorophenyl)-N-phenylacetamide",
    "1,8-diazabicyclo[5.4.0]undec-7-ene",
    "(1R,2S,3R)-1-(quinoxalin-2-yl)butane-1,2,3,4-tetraol",
    "α,α′-Dibromo-p-xylene",
    "6-{(Acetyloxy)methyl}pyridin-3-yl",
    "(E)-2-(((2-bromophenyl)imino)methyl)-6-methoxyphenol",
    "bis(1,3-bis(2,6-diisopropylphenyl)imidazolin-2-ylidene)palladium(0)",
    "1,2:3,4-di-O-isopropylidene-alpha-D-galactose",
    "trans-[Rh(P(4-biphenyl)3)2(CO)Cl]",
    "N-(3-dimethylaminopropyl)-N'-ethylcarbodiimide",
    "(+/-)-trans-1,2-diaminocyclohexane",
    "(Ph3P)4Pd",
)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize(
    "around", ["{}", "The {} (5 g, 3 mmol) was added.", "to {}, then", "({}) and", "of {}; {} too."]
)
def test_a_name_is_found_whole(name: str, around: str) -> None:
    text = around.replace("{}", name)
    assert [text[start:end] for start, end in systematic_names(text)] == [name] * around.count("{}")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2-Chloro-N- (2’, 6’-dichlorophenyl)-acetamide was", "2-Chloro-N-(2’,6’-dichlorophenyl)-acetamide"),
        ("in 1, 2-dichloroethane (5 mL)", "1,2-dichloroethane"),
        ("α, ω-diaminobibenzyl", "α,ω-diaminobibenzyl"),
        ("methyl-3, 3-dimethylacrylate", "methyl-3,3-dimethylacrylate"),
    ],
)
def test_spaces_of_broken_lines_are_mended(text: str, name: str) -> None:
    assert [mended(text[start:end]) for start, end in systematic_names(text)] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "stirred at 5-10 °C for 2-3 h",
        "(5 g, 3 mmol), 10 mL",
        "a 2-necked flask",
        "water (20 mL) and brine",
        "60- 80 petrol",
        "salt(5g) was added",
    ],
)
def test_numbers_and_plain_words_are_no_names(text: str) -> None:
    assert systematic_names(text) == []


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab1,2-()[]{}' ’NRS.;\n", max_size=80))
def test_spans_are_in_order_and_within_the_text(text: str) -> None:
    last = 0
    for start, end in systematic_names(text):
        assert last <= start < end <= len(text)
        assert not text[start].isspace() and not text[end - 1].isspace()
        last = end
