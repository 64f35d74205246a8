"""Safe fixes: they undo slips, never change what a program does, and come to rest."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from random import Random

import pytest
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from mutations import OPERATORS, Operator, corpus
from programs import programs, thorough
from slips import SLIPS

from clairify_cli.diagnostics.fixes import FixResult, fix_until_stable, fixable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.quantities import read_quantity
from clairify_cli.languages.xdl.schema import load

OWN: str = stored(__file__, "OWN")
FILES = {**corpus(), "own.xdl": OWN, "own2.xdl": OWN.replace("5.5 mL", "1.5 mL")}
XDL = get("xdl")
OPTIONS = CheckOptions()


@lru_cache(maxsize=8)
def check(text: str) -> list[Diagnostic]:
    """The findings; fixing looks again at what a test has looked at just before, and at what it has fixed already."""
    return XDL.check(Source(text, "program.xdl"), OPTIONS)


def fix(text: str, *, unsafe: bool = False) -> FixResult:
    return fix_until_stable(text, check, unsafe=unsafe)


def canonical(text: str) -> str:
    return XDL.format(Source(text, "program.xdl"), OPTIONS)


INTENDED = {name: canonical(fix(text).text) for name, text in FILES.items()}
"""The corpus in canonical form, with present names and standard units."""


@pytest.mark.parametrize("name", FILES)
def test_corpus_is_at_rest_after_one_fix(name: str) -> None:
    once = fix(FILES[name])
    assert once.stable
    assert fix(once.text).applied == ()
    assert not any(fixable(d) for d in once.remaining)


@pytest.mark.parametrize("slip", SLIPS)
def test_slip_is_undone(slip: str) -> None:
    """In whatever file and wherever it is made; a run takes a few places."""
    rng = Random(slip)
    made = 0
    for name, text in FILES.items():
        for _ in range(60 if os.environ.get("CLAIRIFY_ALL_MUTANTS") else 1):
            spoilt = SLIPS[slip](text, rng)
            if spoilt is None or spoilt == text:
                continue
            made += 1
            assert any(fixable(d) for d in check(spoilt)), spoilt
            assert canonical(fix(spoilt).text) == INTENDED[name], spoilt
    assert made >= 2, "the slip applies to no file"


@thorough(150)
@given(st.sampled_from(sorted(FILES)), st.lists(st.sampled_from(sorted(SLIPS)), min_size=1, max_size=3), st.randoms())
def test_values_and_names_that_are_spoilt_together_are_mended_together(
    name: str, slips: list[str], rng: Random
) -> None:
    """Slips are made one after the other as long as the text is well-formed, the ones of XML last."""
    text = FILES[name]
    for slip in slips:
        try:
            spoilt = SLIPS[slip](text, rng)
            etree.fromstring(text.encode("utf-8"))
        except (etree.XMLSyntaxError, ValueError, IndexError, KeyError):
            break
        text = spoilt if spoilt is not None else text
    fixed = fix(text)
    assert fixed.stable
    assert fix(fixed.text).text == fixed.text


PIECES = st.sampled_from(
    [
        *("<", ">", '"', "'", "“", "&", "/", "=", "--", "<!--", "-->", "<?", "]]>", "\x00", "\r", "\n", "é", " ", ";"),
        *("</", "/>", "```", "XDL", '<Repeat repeats="2">', "</Repeat>", '<Blueprint id="Q">', '<Add vessel="x"/>'),
        *('id="a"', "1 h 30 min", "~5 mL", "<!DOCTYPE a [", "a:b='c'", "\ufeff"),
    ]
)


@st.composite
def scrambled(draw: st.DrawFn) -> str:
    """A program of the corpus with pieces put in, taken out and doubled anywhere."""
    text = draw(st.sampled_from(sorted(FILES.values(), key=len)[:30]))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from([0, 0, 1, 3, 40, 200])))
        text = text[:at] + draw(PIECES | st.sampled_from(["", text[at:end] * 2])) + text[end:]
    return text


@thorough(150)
@given(scrambled(), st.booleans())
def test_whatever_it_is_fixing_comes_to_rest(text: str, unsafe: bool) -> None:
    once = fix(text, unsafe=unsafe)
    assert once.stable
    assert fix(once.text, unsafe=unsafe).text == once.text


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda o: o.name)
def test_fixing_twice_is_fixing_once(operator: Operator) -> None:
    rng = Random(operator.name + "fix")
    for text in list(FILES.values())[::3]:
        for mutant in operator(text, rng, 1):
            for unsafe in (False, True):
                once = fix(mutant.text, unsafe=unsafe)
                assert once.stable, mutant.text
                assert fix(once.text, unsafe=unsafe).text == once.text
                assert not any(fixable(d, unsafe=unsafe) for d in once.remaining)
                assert once.remaining == check(once.text)


@thorough(80)
@given(programs())
def test_safe_fixes_keep_steps_names_and_amounts(text: str) -> None:
    """Of any well-formed program: no step comes or goes, and no quantity changes its worth."""
    fixed = fix(text).text
    before, after = etree.fromstring(text.encode("utf-8")), etree.fromstring(fixed.encode("utf-8"))
    assert amounts(after) == amounts(before)
    declared = {"Component", "Reagent", "Hardware", "Reagents"}
    kept = [e for e in after.iter(etree.Element) if e.tag not in declared]
    assert len(kept) == sum(e.tag not in declared for e in before.iter(etree.Element))
    assert len(list(after.iter("Component"))) >= len(list(before.iter("Component")))


def amounts(root: etree._Element) -> list[str]:
    """The worth of every value that can be read as an amount, in document order, by property."""
    found = []
    types = [load().types[name] for name in ("amount", "temp", "time", "pressure")]
    for element in root.iter(etree.Element):
        for name, value in element.attrib.items():
            for kind in types if name not in ("id", "name", "type") else ():
                quantity = read_quantity(str(value), kind) if re.search(r"[0-9]\s*[^\s0-9.]", str(value)) else None
                if quantity and quantity.unit:
                    found.append(f"{quantity.in_default:.6g} {quantity.unit.dimension}")
    return sorted(found)


GOOD = re.sub(r" *<!--.*-->\n", "", OWN).replace(", &lt; 5 bar", "").replace(' comment="&lt; 600 RPM"', "")

NAMED = {
    "everything at once": (
        "Sure!\n\n```xml\n"
        + GOOD.replace("    </Hardware>\n", "").replace("&amp;", "&").replace("&lt;", "<").replace('20 s"/>', '20 s">')
        + "```\nGood luck.",
        {"XDL002", "XDL003", "XDL004", "XDL008"},
    ),
    "units and names": (
        GOOD.replace("20 s", "20 sec").replace("volume=", "volum=").replace("<Stir", "<stir").replace("30 °C", "30 °C"),
        {"XDL304", "XDL112", "XDL111"},
    ),
}


@pytest.mark.parametrize("what", NAMED)
def test_named_slip_is_reported_and_undone_to_the_letter(what: str) -> None:
    spoilt, codes = NAMED[what]
    assert {d.code for d in check(spoilt) if fixable(d)} == codes
    fixed = fix(spoilt)
    assert fixed.text == GOOD
    assert fixed.remaining == []


def test_several_candidates_are_reported_and_left_to_the_writer() -> None:
    text = f"First:\n{GOOD}Better:\n{GOOD.replace('20 s', '30 s')}"
    assert "XDL009" in {d.code for d in check(text)}
    fixed = fix(text, unsafe=True)
    assert [d.code for d in fixed.remaining] == ["XDL009"]
    assert fixed.text.count("<XDL>") == 2


def test_missing_declarations_are_added_where_they_belong() -> None:
    bare = GOOD.replace('      <Component id="beaker" type="beaker"/>\n', "")
    bare = bare.replace('    <Reagents>\n      <Reagent name="salt &amp; water"/>\n    </Reagents>\n', "")
    assert {d.code for d in check(bare)} == {"XDL102", "XDL201", "XDL202"}
    assert canonical(fix(bare, unsafe=True).text) == GOOD
    assert fix(bare, unsafe=True).remaining == []


def test_a_text_that_is_cut_off_is_closed_only_on_request() -> None:
    for end in range(GOOD.index("<Stir"), GOOD.index("</Procedure>")):
        cut = GOOD[:end]
        assert {d.code for d in fix(cut).remaining} & {"XDL002", "XDL005"}, cut
        closed = fix(cut, unsafe=True)
        assert closed.stable
        assert fix(closed.text, unsafe=True).text == closed.text
        assert closed.text.rstrip().endswith("</XDL>")
        assert not {d.code for d in closed.remaining} & {"XDL002"}
        assert "salt &amp; water" in closed.text


def test_a_fix_writes_the_line_ends_of_the_file() -> None:
    spoilt = GOOD.replace("    </Hardware>\n", "").replace("</XDL>\n", "")
    spoilt = spoilt.replace('    <Reagents>\n      <Reagent name="salt &amp; water"/>\n    </Reagents>\n', "")
    fixed = fix("```\r\n" + spoilt.replace("\n", "\r\n") + "```\r\n", unsafe=True)
    assert fixed.remaining == []
    assert canonical(fixed.text) == GOOD
    assert fixed.text.count("\n") == fixed.text.count("\r\n")
