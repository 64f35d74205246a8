"""What a public verifier of XDL stumbles over; what it misses is among the cases of the rules."""

from __future__ import annotations

import pytest
from case_tables import stored
from checking import check

PROGRAM: str = stored(__file__, "PROGRAM")


def program(steps: str = "", *, hardware: str = "", reagents: str = "", root: str = "XDL") -> str:
    """A program that is well made but for what is put into it."""
    lines = "\n".join(f"      {line}" for line in steps.splitlines())
    return PROGRAM.format(root=root, hardware=hardware, reagents=reagents, steps=lines)


@pytest.mark.parametrize(
    "hardware", ['<Component type="flask"/>', "<Component/>", '<Component id=""/>', '<Component name="flask"/>']
)
def test_component_without_id_does_not_crash(hardware: str) -> None:
    text = program(hardware=f"\n      {hardware}")
    found = [d for d in check(text) if d.is_error]
    assert found
    assert {d.span.line for d in found} == {7}
    assert all(d.code.startswith("XDL1") for d in found)


def test_error_of_xml_keeps_its_line_and_column() -> None:
    text = program('<Stir vessel="reactor" time="5 min" comment="salt & pepper"/>')
    (found,) = (d for d in check(text) if d.is_error)
    assert found.code == "XDL003"
    assert (found.span.line, found.span.column) == (16, 57)
    assert text.splitlines()[15][56] == "&"


@pytest.mark.parametrize("step", stored(__file__, "message_names_the_step_and_the_property"))
def test_message_names_the_step_and_the_property(step: str) -> None:
    (found,) = (d for d in check(program(step)) if d.is_error)
    assert "`Stir`" in found.message
    assert found.span.line == 16
    named = {"bucket": "vessel", "bananas": "time", "-5": "time", "banana": "purpose", "flavour": "flavour"}
    due = next((p for word, p in named.items() if word in step), "time")
    assert f"`{due}`" in found.message


def test_errors_do_not_hide_each_other() -> None:
    text = program('<Levitate/>\n<Stir vessel="bucket"/>\n<Wait time="-1 s"/>\n<Wait time="5 min" flavour="5"/>')
    assert [(d.code, d.span.line) for d in check(text) if d.is_error] == [
        ("XDL111", 16),
        ("XDL113", 17),
        ("XDL201", 17),
        ("XDL305", 18),
        ("XDL112", 19),
    ]
