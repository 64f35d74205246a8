"""What the laboratory has: declared names and capacities are held against its lists."""

from __future__ import annotations

import pytest
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st
from programs import thorough
from xdl_program import program

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints

XDL = get("xdl")


def check(text: str, constraints: Constraints) -> list[Diagnostic]:
    return XDL.check(Source(text, "program.xdl"), CheckOptions(None, constraints))


def found(text: str, constraints: Constraints) -> list[str]:
    return [f"{d.code} {text[d.span.start : d.span.end]}" for d in check(text, constraints)]


PLAIN = program('<Stir vessel="beaker" time="5 s"/>')

CASES = {
    "nothing was said": (Constraints(), []),
    "both are there": (Constraints(("beaker",), ("water",)), []),
    "more than is needed": (Constraints(("flask", "beaker"), ("salt", "water")), []),
    "no such vessel": (Constraints(("flask",), None), ["XDL207 beaker"]),
    "no such reagent": (Constraints(None, ("salt",)), ["XDL208 water"]),
    "neither": (Constraints(("flask",), ("salt",)), ["XDL207 beaker", "XDL208 water"]),
    "the laboratory has nothing": (Constraints((), ()), ["XDL207 beaker", "XDL208 water"]),
    "another case": (Constraints(("Beaker",), ("water",)), ["XDL207 beaker"]),
    "large enough": (Constraints(("beaker",), None, (("beaker", 10.0),)), []),
    "too small": (Constraints(("beaker",), None, (("beaker", 9.0),)), ["XDL405 Add"]),
    "another one is too small": (Constraints(("beaker", "flask"), None, (("flask", 1.0),)), []),
}


@pytest.mark.parametrize("what", CASES)
def test_lists_of_the_laboratory(what: str) -> None:
    constraints, expected = CASES[what]
    assert found(PLAIN, constraints) == expected


def test_all_that_is_not_there_is_reported_in_the_order_of_the_file() -> None:
    data = {"hardware": ["a", "b", "c"], "reagents": ["x", "y", "z"]}
    text = program("", data)
    expected = ["XDL207 a", "XDL207 c", "XDL208 x", "XDL208 z"]
    assert found(text, Constraints(("b",), ("y",))) == expected


def test_hint_names_the_nearest_and_all_that_is_there() -> None:
    (vessel,) = check(PLAIN, Constraints(("beaker_1", "flask"), None))
    assert vessel.hint == "did you mean `beaker_1`? Available are `beaker_1`, `flask`"


def test_an_undeclared_name_is_offered_what_the_laboratory_has() -> None:
    text = program('<Transfer from_vessel="beaker" to_vessel="pot"/>')
    (undeclared,) = check(text, Constraints(("beaker", "flask"), None))
    assert undeclared.code == "XDL201"
    assert "the laboratory has `beaker`, `flask`" in (undeclared.hint or "")
    assert undeclared.fix is None
    (undeclared,) = check(text, Constraints(("beaker", "pot"), None))
    assert undeclared.fix is not None
    assert undeclared.fix.safe


def test_a_declared_slip_is_renamed_wherever_it_stands() -> None:
    data = {"hardware": ["beacker"], "reagents": ["Water"]}
    text = program('<Stir vessel="beacker" time="5 s" comment="beacker of Water"/>', data)
    lab = Constraints(("beaker",), ("water",))
    fixed = fix_until_stable(text, lambda text: check(text, lab))
    assert fixed.remaining == []
    assert fixed.text.count("beacker") == 1, "only the comment is as it was"
    assert fixed.text.count("Water") == 1


def test_two_slips_of_one_name_are_not_thrown_together() -> None:
    text = program("", {"hardware": ["beacker", "beaker"]})
    fixed = fix_until_stable(text, lambda text: check(text, Constraints(("beaker",), None)))
    assert [d.code for d in fixed.remaining] == ["XDL207"]
    assert fixed.text == text


BLUEPRINT = stored(__file__, "BLUEPRINT")


def test_names_inside_of_a_blueprint_are_the_callers_concern() -> None:
    text = program('<Rinse pot="beaker" liquid="water"/>', {"blueprints": BLUEPRINT})
    assert found(text, Constraints(("beaker",), ("water",))) == []
    assert found(text, Constraints(("beaker",), ("water",), (("beaker", 25.0),))) == ["XDL405 Add"]
    assert found(text, Constraints(("flask",), ("water",))) == ["XDL207 beaker"]


@pytest.mark.parametrize(
    ("declared", "given", "reported"), stored(__file__, "declared_capacities_are_held_against_those_of_the_laboratory")
)
def test_declared_capacities_are_held_against_those_of_the_laboratory(
    declared: str, given: float, reported: bool
) -> None:
    text = program("", {"hardware": [{"id": "pot", "capacity": declared}]})
    codes = {d.code for d in check(text, Constraints(("pot",), None, (("pot", given),)))}
    assert ("XDL216" in codes) is reported


@thorough(60)
@given(
    st.lists(st.sampled_from("abcd"), max_size=4, unique=True),
    st.lists(st.sampled_from("abcd"), max_size=4, unique=True),
)
def test_what_is_declared_and_not_there_is_what_is_reported(declared: list[str], there: list[str]) -> None:
    vessels = program("<Wait time='5 s'/>", {"hardware": [f"vessel {x}" for x in declared], "reagents": ["water"]})
    lab = Constraints(tuple(f"vessel {x}" for x in there), None)
    assert found(vessels, lab).count("XDL206 water") == (not declared)
    assert [line for line in found(vessels, lab) if "XDL207" in line] == [
        f"XDL207 vessel {x}" for x in declared if x not in there
    ]


def test_hint_says_when_all_that_is_there_is_in_use() -> None:
    (vessel,) = check(program("", {"hardware": ["a", "b"], "reagents": ["x"]}), Constraints(("b",), None))
    assert vessel.hint is not None and vessel.hint.startswith("the program uses all that the list has")
