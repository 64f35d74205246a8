"""Input that is broken, foreign or meant to harm: always findings, never a traceback, always an end.

Every text here is checked in bounded time, every place lies inside of the text, and a second check says the same.
"""

from __future__ import annotations

import pytest
from case_tables import stored
from checking import assert_places_lie_inside, check, codes, within
from hypothesis import given
from hypothesis import strategies as st
from mutations import corpus
from programs import thorough

from clairify_cli.diagnostics.model import Diagnostic

FILES = corpus()
ADD = '<Add vessel="a" reagent="w" volume="1 mL"/>'
LONGEST_MESSAGE = 1000


def program(
    steps: str, hardware: str = '<Component id="a" type="flask"/>', reagents: str = '<Reagent name="w"/>'
) -> str:
    return (
        f"<XDL><Synthesis><Hardware>{hardware}</Hardware><Reagents>{reagents}</Reagents>"
        f"<Procedure>{steps}</Procedure></Synthesis></XDL>"
    )


def endured(text: str, seconds: float = 10.0, *, again: bool = True) -> list[Diagnostic]:
    """The findings, after seeing to it that they come in time, are sound, and come again."""
    with within(seconds):
        found = check(text)
    assert_places_lie_inside(text, found[:200] + found[-200:])
    for one in found:
        assert one.message
        assert "\n" not in one.message, one.message[:300]
        assert len(one.message) <= LONGEST_MESSAGE, one.message[:300]
    if again:
        assert check(text) == found
    return found


BILLION_LAUGHS = (
    '<?xml version="1.0"?>\n<!DOCTYPE XDL [\n<!ENTITY l0 "lol">\n'
    + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">\n' for n in range(1, 10))
    + "]>\n"
    + program('<Add vessel="a" reagent="&l9;" volume="1 mL"/>')
)
QUADRATIC_BLOWUP = f'<!DOCTYPE XDL [<!ENTITY a "{"a" * 50_000}">]>' + program(f'<Confirm msg="{"&a;" * 2_000}"/>{ADD}')
EXTERNAL_ENTITY = '<!DOCTYPE XDL [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n' + program(
    '<Add vessel="a" reagent="&x;" volume="1 mL"/>'
)
PARAMETER_ENTITY = '<!DOCTYPE XDL [<!ENTITY % x SYSTEM "http://localhost:9/x.dtd"> %x;]>\n' + program(ADD)
EXTERNAL_DTD = '<!DOCTYPE XDL SYSTEM "http://localhost:9/x.dtd">\n' + program(ADD)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        *stored(__file__, "refused_with_a_reason"),
        ("\x00" * 1000, "XDL001"),
        (program('<Add vessel reagent="w" volume="1 mL"/>'), "XDL005"),
        (program("<Add vessel= reagent= volume=/>"), "XDL005"),
        (program('<Add vessel="a\x00" reagent="w" volume="1 mL"/>'), "XDL010"),
        (program(ADD) + "\x00", "XDL0"),
        (program("\x1b[31m" + ADD), "XDL010"),
        ("<!DOCTYPE XDL>" + program(ADD), "XDL007"),
        ("<!DOCTYPE html>" + program(ADD), "XDL007"),
        (program("<!DOCTYPE XDL>" + ADD), "XDL007"),
        (program('<!ENTITY a "b">' + ADD), "XDL007"),
        (EXTERNAL_DTD, "XDL007"),
        (EXTERNAL_ENTITY, "XDL007"),
        (PARAMETER_ENTITY, "XDL007"),
        (BILLION_LAUGHS, "XDL007"),
        (QUADRATIC_BLOWUP, "XDL007"),
    ],
)
def test_refused_with_a_reason(text: str, due: str) -> None:
    found = endured(text)
    assert any(code.startswith(due) for code in codes(found)), found[:5]


def test_nothing_of_an_entity_is_read() -> None:
    for text in (BILLION_LAUGHS, EXTERNAL_ENTITY):
        words = " ".join(f"{d.message} {d.hint}" for d in endured(text))
        assert "lollol" not in words
        assert "localhost" not in words


@pytest.mark.parametrize("name", ["aspirin.xdl", "lithiation.xdl", "click_triazole.xdl"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("wrongly", ["latin-1", "utf-8", "cp1252"])
def test_other_encodings_read_wrongly(name: str, encoding: str, wrongly: str) -> None:
    text = FILES[name].encode(encoding).decode(wrongly, errors="replace")
    assert codes(endured(text))


def test_utf8_read_as_latin1_is_taken_or_refused_but_never_raises() -> None:
    for text in FILES.values():
        endured(text.encode("utf-8").decode("latin-1"))


@pytest.mark.parametrize("seed", range(3))
def test_binary_read_as_latin1(seed: int) -> None:
    from random import Random

    text = Random(seed).randbytes(20_000).decode("latin-1")
    assert codes(endured(text))


def test_processing_instructions_are_harmless() -> None:
    text = '<?xml version="1.0"?>\n<?xml-stylesheet href="http://localhost:9/"?>\n' + program("<?php exit(); ?>" + ADD)
    assert codes(endured(text)) == set()


@pytest.mark.parametrize("depth", [300, 5_000])
def test_deep_nesting(depth: int) -> None:
    for opened, closed in (("<a>", "</a>"), ('<Repeat repeats="2">', "</Repeat>"), ("<XDL>", "</XDL>")):
        assert codes(endured(opened * depth + closed * depth, again=False))
        assert codes(endured(opened * depth, again=False))
    deep = program('<Repeat repeats="2">' * depth + ADD + "</Repeat>" * depth)
    assert "XDL011" in codes(endured(deep, again=False))


def test_very_deep_nesting() -> None:
    """Closed and never closed: neither the XML library nor what looks for the missing tags calls itself too often."""
    assert "XDL011" in codes(
        endured(program('<Repeat repeats="2">' * 50_000 + ADD + "</Repeat>" * 50_000), again=False)
    )
    assert codes(endured("<XDL>" * 50_000, again=False))


@pytest.mark.parametrize("depth", [5, 20, 60])
def test_repeats_in_repeats_are_not_run_one_by_one(depth: int) -> None:
    """2 to the power of `depth` additions."""
    endured(program('<Repeat repeats="2">' * depth + ADD + "</Repeat>" * depth), 5)
    endured(program('<Repeat repeats="9999999">' * depth + ADD + "</Repeat>" * depth), 5)


def test_blueprints_that_double_and_that_call_themselves() -> None:
    def blueprint(name: str, steps: str) -> str:
        return (
            f'<Blueprint id="{name}"><Hardware><Component id="a"/></Hardware><Reagents><Reagent name="w"/></Reagents>'
            f"<Procedure>{steps}</Procedure></Blueprint>"
        )

    call = '<B{} a="a" w="w"/>'
    inner = blueprint("B0", ADD) + "".join(blueprint(f"B{n}", call.format(n - 1) * 2) for n in range(1, 60))
    endured(program(call.format(59)).replace("<XDL>", "<XDL>" + inner), 5)
    loop = blueprint("B1", call.format(2)) + blueprint("B2", call.format(1))
    assert "XDL211" in codes(endured(program(call.format(1)).replace("<XDL>", "<XDL>" + loop), 5))


MANY = 1_000
LONG = 200_000


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            program(
                "".join(f'<Stir vessel="vesel nomber {n}x" time="1 s"/>' for n in range(MANY)),
                "".join(f'<Component id="vessel number {n}" type="flask"/>' for n in range(MANY)),
            ),
            id="many undeclared vessels and many declared ones",
        ),
        pytest.param(program("".join(f'<Stirr{n} vessel="a"/>' for n in range(MANY))), id="many unknown steps"),
        pytest.param(
            program("".join(f'<Stir vessel="a" time="1 s" tiime{n}="1"/>' for n in range(MANY))),
            id="many unknown properties",
        ),
        pytest.param(
            program(f'<Add vessel="{"ab" * LONG}" reagent="w" volume="1 mL"/>', f'<Component id="{"ba" * LONG}"/>'),
            id="long names that are alike",
        ),
        pytest.param(program(f'<Add vessel="a" reagent="w" volume="1 {"m" * LONG}"/>'), id="a long unit"),
        pytest.param(program(f'<Add vessel="a" reagent="w" volume="{"1" * LONG} mL"/>'), id="a long number"),
        pytest.param(program(f'<Add vessel="a" reagent="w" volume="{"1." * LONG} mL"/>'), id="a number with points"),
        pytest.param(program(f'<Add vessel="a" reagent="w" volume="1{" " * LONG}x"/>'), id="long space in a quantity"),
        pytest.param(program(f'<Add vessel="a" reagent="w" volume="{"1-" * LONG}"/>'), id="a long range"),
        pytest.param(program(f'<Stir vessel="a" time="1 s" purpose="{"di" * LONG}"/>'), id="a long enumeration value"),
        pytest.param(program(f'<Repeat repeats="{"9" * LONG}">{ADD}</Repeat>'), id="a long count"),
        pytest.param(program(f'<Add{"d" * LONG} vessel="a"/>'), id="a long step name"),
        pytest.param(program(f'<Stir vessel="a" {"t" * LONG}="1 s"/>'), id="a long property name"),
        pytest.param(program("stir " * LONG), id="long text"),
        pytest.param(program("<Stir" + "".join(f' a{n}="1"' for n in range(8_000)) + "/>"), id="many properties"),
        pytest.param(program("<Stir" + ' a="1"' * 20_000 + "/>"), id="one property many times"),
        pytest.param(program('<Component id="a"/>' * 20_000), id="many misplaced elements"),
        pytest.param(program(ADD, '<Component id="a"/>' * 20_000), id="one component many times"),
        pytest.param(program('<Add vessel="a" reagent="w" volume="1 mL">' * 8_000), id="many open steps"),
        pytest.param("</Add>" * 20_000 + program("</Add>" * 20_000), id="many stray close tags"),
        pytest.param(program("& " * 100_000), id="many ampersands"),
        pytest.param(program("&x;" * 100_000), id="many unknown entities"),
        pytest.param(program(ADD) * 2_000, id="many programs"),
        pytest.param("```xml\n" * 20_000, id="many fences"),
        pytest.param('<XDL a="' * 20_000, id="many open quotes"),
        pytest.param("<a " * 15_000, id="many open tags"),
        pytest.param("<!--" * 200_000, id="many open comments"),
        pytest.param("<![CDATA[" * 100_000, id="many open CDATA sections"),
        pytest.param("<!DOCTYPE " * 100_000, id="many document types"),
        pytest.param("<?" * 200_000, id="many open instructions"),
        pytest.param("<" * 250_000, id="a quarter of a million less-than signs"),
        pytest.param("&" * 250_000, id="a quarter of a million ampersands"),
        pytest.param('"' * 250_000, id="a quarter of a million quotes"),
        pytest.param("<XDL>" + "<" * 250_000, id="a root and a quarter of a million less-than signs"),
    ],
)
def test_big_and_broken_comes_to_an_end(text: str) -> None:
    endured(text, 8, again=False)


def test_five_megabytes_on_one_line() -> None:
    text = program(ADD * (5_000_000 // len(ADD)))
    assert "\n" not in text
    assert codes(endured(text, 20, again=False)) == set()
    broken = program(ADD * (2_500_000 // len(ADD)) + "<Stir/>" + ADD * (2_500_000 // len(ADD)))
    assert codes(endured(broken, 40, again=False)) == {"XDL113"}


def sound(text: str) -> None:
    """The findings of any text: sound, and the same a second time."""
    endured(text, 5)


@thorough(300)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    sound(text)


PIECES = st.sampled_from(
    [
        *("<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?xml", "?>", "<!DOCTYPE", "&", ";", "&amp;", "&#"),
        *("=", '"', "'", " ", "\n", "\r\n", "\x00", "\ufeff", "```", "```xml\n", "text", "1 mL", "-1", "µ", "°C", "😀"),
        *("XDL", "Synthesis", "Hardware", "Reagents", "Procedure", "Component", "Reagent", "Blueprint", "Parameters"),
        *("<XDL>", "<Synthesis>", "<Hardware>", "</Hardware>", "<Reagents>", "</Reagents>", "<Procedure>", "</XDL>"),
        *("</Procedure>", "</Synthesis>", "<Repeat>", "</Repeat>", '<Blueprint id="Stir">', "</Blueprint>", "<Prep>"),
        *(
            '<Component id="a"/>',
            '<Reagent name="w"/>',
            ADD,
            'vessel="a"',
            "vessel=a",
            'repeats="2"',
            "<Stir",
            "\u2028",
        ),
        *("<!-- clairify: ignore XDL111 -->", "<!-- clairify: ignore -->", "<!-- clairify: ignore-file -->"),
    ]
)


@thorough(400)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_soup_of_tags(text: str) -> None:
    sound(text)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A file of the corpus with stretches deleted, doubled, moved, or replaced by something else."""
    text = draw(st.sampled_from(sorted(FILES.values(), key=len)[:30]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 60)))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                at = draw(st.integers(0, len(text)))
                text = text[:at] + text[start:end] + text[at:]
            case _:
                text = text[:start] + draw(PIECES | st.text(max_size=5)) + text[end:]
    return text


@thorough(400)
@given(mangled())
def test_any_mangled_file(text: str) -> None:
    sound(text)
