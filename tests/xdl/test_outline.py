"""Outlines: the tree of steps with the place of every part, also of programs that are broken."""

from __future__ import annotations

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.outline import Outline, Role, walk_steps
from clairify_cli.languages.xdl.outline import outline as outline_of

PROGRAM = stored(__file__, "PROGRAM")


def outline(text: str) -> Outline:
    """The outline of a text, of which is known then what holds of every outline."""
    found = outline_of(Source(text, "plan.xdl"))
    for step in walk_steps(found.steps):
        head = text[step.span.start : step.span.end]
        assert head.startswith("<")
        assert step.name in head
        for one in step.properties:
            assert step.span.start <= one.span.start <= one.span.end <= step.span.end
    return found


def test_steps_groups_and_blueprints() -> None:
    found = outline(PROGRAM)
    assert [(step.name, step.is_group, len(step.children)) for step in walk_steps(found.steps)] == [
        ("Prep", True, 1),
        ("Add", False, 0),
        ("Repeat", False, 2),
        ("Stir", False, 0),
        ("Twirl", False, 0),
        ("Blueprint", True, 1),
        ("CleanVessel", False, 0),
    ]
    assert found.title == "Salt & water"
    assert [(one.role, one.name, one.type) for one in found.declared] == [
        (Role.VESSEL, "pot", "flask"),
        (Role.SUBSTANCE, "salt", ""),
    ]


def test_properties_have_their_values_places_and_roles() -> None:
    add = next(step for step in walk_steps(outline(PROGRAM).steps) if step.name == "Add")
    told = [(one.name, one.value, one.role, PROGRAM[one.span.start : one.span.end]) for one in add.properties]
    assert told == [
        ("vessel", "pot", Role.VESSEL, "pot"),
        ("reagent", "salt", Role.SUBSTANCE, "salt"),
        ("mass", "5 g", Role.QUANTITY, "5 g"),
        ("comment", "a < b", Role.NOTE, "a &lt; b"),
    ]


def test_saying_the_same() -> None:
    found = outline(PROGRAM)
    assert found.says_the_same(outline(PROGRAM.replace('"5 g"', "'5 g'").replace("\n", "\n\n")))
    assert found.says_the_same(
        outline(PROGRAM.replace('mass="5 g" comment="a &lt; b"', 'comment="a &lt; b" mass="5 g"'))
    )
    for before, after in (('"5 g"', '"6 g"'), ("Twirl", "Wait"), ("<Twirl/>", ""), ("<Prep>", "<Reaction>")):
        assert not found.says_the_same(
            outline(PROGRAM.replace(before, after).replace("</Prep>", after.replace("<", "</")))
        )


@pytest.mark.parametrize("cut", range(0, len(PROGRAM), 37))
def test_a_program_that_is_cut_off(cut: int) -> None:
    outline(PROGRAM[:cut])


def test_the_deepest() -> None:
    outline("<XDL><Synthesis><Procedure>" + "<Repeat>" * 3000 + "</Repeat>" * 3000 + "</Procedure></Synthesis></XDL>")


@given(
    st.lists(st.sampled_from(["<XDL>", "<Synthesis>", "<Procedure>", "<Add ", 'mass="5 g"', "/>", ">", "</", "x", "&"]))
)
@settings(max_examples=60, deadline=None)
def test_any_soup(parts: list[str]) -> None:
    outline_of(Source("".join(parts)))
