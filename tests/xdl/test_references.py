"""References at every depth: every property that names a vessel or a reagent, wherever its step stands."""

from __future__ import annotations

import pytest
from case_tables import stored
from checking import check
from hypothesis import given
from hypothesis import strategies as st
from programs import thorough
from xdl_program import program
from xsd_tables import entries, enumerations, steps

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.languages.xdl.checks.references import same_letters, slip_of

VALUES = stored(__file__, "VALUES")
KINDS = {"vessel": "XDL201", "reagent": "XDL202", "material": "XDL202"}
NAMING = [(step, name) for step in steps() for name, known in entries()[step].properties.items() if known.kind in KINDS]
"""Every property of every step that names something that has to be declared."""

PLACES = stored(__file__, "PLACES")


def step(name: str, **given: str) -> str:
    """A step with what is mandatory, and with what is given."""
    entry = entries()[name]
    own = {p.name: p for p in entry.properties.values()}
    renamed = {own[key].now for key in given}
    values = {
        p.name: VALUES.get(p.type) or enumerations()[p.type][0]
        for p in entry.properties.values()
        if p.required and p.name not in renamed
    }
    written = " ".join(f'{key}="{value}"' for key, value in (values | given).items())
    return f"<{name} {written}/>" if not entry.holds_steps else f'<{name} {written}><Wait time="5 s"/></{name}>'


@pytest.mark.parametrize(("name", "key"), NAMING)
def test_every_property_that_names_something_is_held_against_the_declarations(name: str, key: str) -> None:
    kind = entries()[name].properties[key].kind
    text = program(step(name, **{key: "nowhere"}), {"hardware": ["beaker"]})
    found = [d for d in check(text) if d.code in KINDS.values()]
    assert [(d.code, text[d.span.start : d.span.end]) for d in found] == [(KINDS[kind], "nowhere")]
    assert f"`{key}` of `{name}`" in found[0].message
    declared = "beaker" if kind == "vessel" else "water"
    text = program(step(name, **{key: declared}), {"hardware": ["beaker"]})
    assert not [d for d in check(text) if d.code in KINDS.values()]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("name", "key"), NAMING[::9])
def test_depth_does_not_matter(place: str, name: str, key: str) -> None:
    kind = entries()[name].properties[key].kind
    text = program(PLACES[place].format(step(name, **{key: "nowhere"})))
    found = [d for d in check(text) if d.code in KINDS.values()]
    assert [(d.code, text[d.span.start : d.span.end]) for d in found] == [(KINDS[kind], "nowhere")]


def test_a_hundred_undeclared_names_are_a_hundred_findings() -> None:
    lines = "\n".join(f'<Stir vessel="v{n}" time="5 s"/>' for n in range(100))
    text = program(lines)
    found = [d for d in check(text) if d.code == "XDL201"]
    assert [text[d.span.start : d.span.end] for d in found] == [f"v{n}" for n in range(100)]
    fixed = fix_until_stable(text, check, unsafe=True)
    assert not [d for d in fixed.remaining if d.code == "XDL201"]
    assert fixed.text.count("<Component ") == 101


# What a name is a slip of

DIFFERENT = stored(__file__, "DIFFERENT")
SLIPS = stored(__file__, "SLIPS")


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_of_different_things_are_no_slips(one: str, other: str) -> None:
    assert slip_of(one, [other]) is None
    assert slip_of(other, [one]) is None


@pytest.mark.parametrize(("written", "meant", "sure"), SLIPS)
def test_slips_are_seen_and_of_reagents_only_those_beyond_doubt_are_safe(written: str, meant: str, sure: bool) -> None:
    assert slip_of(written, [meant, "something else"]) == meant
    assert same_letters(written, meant) is sure
    text = program(f'<Add vessel="beaker" reagent="{written}" volume="5 mL"/>', {"reagents": [meant]})
    (found,) = [d for d in check(text) if d.code == "XDL202"]
    assert found.fix is not None
    assert found.fix.safe is sure
    assert f"did you mean `{meant}`?" in (found.hint or "")


def test_of_two_near_names_neither_is_put_in() -> None:
    assert slip_of("beakker", ["beaker_1", "beaker_2"]) is None
    assert slip_of("reactorr", ["reactor", "reacttor"]) is None


# Declarations that are added

NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co", "Zs", "Zl", "Zp")), min_size=1, max_size=12
)


@thorough(80)
@given(NAMES, st.sampled_from(["vessel", "reagent"]), st.booleans())
def test_a_missing_declaration_is_added_whatever_the_name(name: str, kind: str, empty: bool) -> None:
    escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    other = "reagent" if kind == "vessel" else "vessel"
    text = program(f'<Add {kind}="{escaped}" {other}="xyzzy" volume="5 mL"/>', {"hardware": [], "reagents": []})
    if empty:
        text = text.replace("<Hardware>\n    </Hardware>", "<Hardware/>").replace(
            "<Reagents>\n    </Reagents>", "<Reagents />"
        )
    fixed = fix_until_stable(text, check, unsafe=True)
    assert fixed.stable
    assert not [d for d in fixed.remaining if d.code in KINDS.values()]
    assert fix_until_stable(fixed.text, check, unsafe=True).text == fixed.text


def test_declarations_are_added_in_the_style_of_the_file() -> None:
    text = "<Synthesis>\r\n\t<Hardware>\r\n\t\t<Component id='a'></Component>\r\n\t</Hardware>\r\n\t<Reagents/>\r\n\t"
    text += (
        "<Procedure>\r\n\t\t<Purge vessel='a'/>\r\n\t\t<Purge vessel='flask 2'/>\r\n\t</Procedure>\r\n</Synthesis>\r\n"
    )
    fixed = fix_until_stable(text, check, unsafe=True).text
    assert '<Component id=\'a\'></Component>\r\n\t\t<Component id="flask 2" type="flask"/>\r\n\t</Hardware>' in fixed
    assert fixed.replace("\r\n", "").count("\n") == 0


def test_a_comment_stays_with_the_declaration_that_it_stands_behind() -> None:
    text = program('<Purge vessel="flask"/>').replace('"beaker"/>\n', '"beaker"/> <!-- the large one -->\n', 1)
    fixed = fix_until_stable(text, check, unsafe=True).text
    assert '"beaker"/> <!-- the large one -->\n      <Component id="flask" type="flask"/>\n' in fixed


def test_one_line_stays_one_line() -> None:
    text = '<Synthesis><Hardware><Component id="a"/></Hardware><Reagents/><Procedure>'
    text += '<Add vessel="a" reagent="water" volume="5 mL"/><Purge vessel="b"/></Procedure></Synthesis>'
    fixed = fix_until_stable(text, check, unsafe=True)
    assert not [d for d in fixed.remaining if d.is_error]
    assert '<Component id="a"/><Component id="b"/></Hardware>' in fixed.text


def test_what_may_be_a_typo_is_not_declared_unasked() -> None:
    odd = '<Add vessel="beaker" reagent="water&amp; Co" volume="5 mL"/>'
    for written in ('<Stir vessel="flask9" time="5 s"/>', odd):
        text = program(written)
        assert fix_until_stable(text, check).text == text
    filled = fix_until_stable(program('<Add vessel="flask9" reagent="water" volume="5 mL"/>'), check)
    assert '<Component id="flask9" type="flask"/>' in filled.text
