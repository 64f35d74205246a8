"""Canonical form: reading what was printed gives the same tree, and printing it again the same text."""

from __future__ import annotations

import pytest
from case_tables import stored
from checking import check
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from mutations import corpus
from programs import thorough, valid_programs

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

FILES = corpus()
XDL = get("xdl")
OPTIONS = CheckOptions()

Tree = tuple[str, dict[str, str], list["Tree | str"]]


def formatted(text: str) -> str:
    return XDL.format(Source(text, "program.xdl"), OPTIONS)


def tree(text: str) -> Tree:
    """The tree as lxml reads it: tags, properties, and what is inside, with comments, without white space."""
    parser = etree.XMLParser(resolve_entities=False, huge_tree=True)
    return _tree(etree.fromstring(text.encode("utf-8"), parser))


def _tree(element: etree._Element) -> Tree:
    inside: list[Tree | str] = [" ".join((element.text or "").split())]
    for child in element:
        if isinstance(child, etree._Comment):
            inside.append(f"comment {child.text}")
        elif isinstance(child, etree._ProcessingInstruction):
            inside.append(f"instruction {child.target!s} {child.text}")
        else:
            inside.append(_tree(child))
        inside.append(" ".join((child.tail or "").split()))
    attributes = {str(name): str(value) for name, value in element.attrib.items()}
    return str(element.tag), attributes, [part for part in inside if part]


CANONICAL = """\
<?note kept?>
<!-- before the root -->
<XDL>
  <Synthesis>
    <!-- in front -->
    <Metadata product="salt &amp; water"/>
    <Hardware>
      <Component id="beaker" type="beaker"/> <!-- the large one -->
    </Hardware>
    <Reagents>
      <Reagent name="&lt;water&gt;"/>
    </Reagents>
    <Procedure>
      <Add vessel="beaker" reagent="&lt;water&gt;" volume="5 mL" comment="it's &quot;fresh&quot;"/>
      <Repeat repeats="2">
        <!-- twice -->
        <Stir vessel="beaker" time="20 s"/>
        <Repeat repeats="3">
          <Wait time="5 s"/>
        </Repeat>
      </Repeat>
      <!-- at the end -->
    </Procedure>
  </Synthesis>
</XDL>
<!-- behind the root -->
""".replace("&gt;", ">")

UNTIDY = stored(__file__, "UNTIDY")


def test_untidy_text_is_put_in_order() -> None:
    assert formatted(UNTIDY) == CANONICAL
    assert formatted(CANONICAL) == CANONICAL


@pytest.mark.parametrize("name", FILES)
def test_corpus_keeps_its_trees_and_findings(name: str) -> None:
    text = FILES[name]
    once = formatted(text)
    assert tree(once) == tree(text)
    assert formatted(once) == once
    assert sorted((d.code, d.message) for d in check(once)) == sorted((d.code, d.message) for d in check(text))
    for line in once.split("\n"):
        assert line == line.rstrip()
        assert "\t" not in line
        assert "\r" not in line


ODD = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cn", "Co"), exclude_characters="\x00")
    | st.sampled_from("<>&'\"\n\t\r ;#-!?=/]µ°"),
    max_size=20,
).filter(lambda text: not any(ord(c) < 32 and c not in "\n\t\r" for c in text) and "\ufffe" not in text)


@st.composite
def odd_programs(draw: st.DrawFn) -> str:
    """A program with odd characters in its values, with comments and instructions anywhere, and nested loops."""
    root = draw(valid_programs())
    elements = list(root.iter(etree.Element))
    for _ in range(draw(st.integers(0, 4))):
        element = draw(st.sampled_from(elements))
        element.set(draw(st.sampled_from(["comment", "vessel", "odd", "é"])), draw(ODD))
    for _ in range(draw(st.integers(0, 4))):
        element = draw(st.sampled_from(elements))
        words = draw(ODD).replace("\r", "").replace("-", "~")
        note = etree.Comment(words) if draw(st.booleans()) else etree.ProcessingInstruction("note", "kept")
        element.insert(draw(st.integers(0, len(element))), note)
        note.tail = draw(st.sampled_from([None, "\n", "  "]))
    for _ in range(draw(st.integers(0, 2))):
        steps = draw(st.sampled_from(elements))
        loop = etree.SubElement(steps, "Repeat", repeats="2")
        for child in list(steps)[: draw(st.integers(0, 3))]:
            if child is not loop:
                loop.append(child)
    if draw(st.booleans()):
        etree.indent(root, draw(st.sampled_from(["  ", "\t"])))
    text = etree.tostring(root, encoding="unicode")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@thorough(150)
@given(odd_programs())
def test_print_and_parse_are_each_others_opposites(text: str) -> None:
    once = formatted(text)
    assert tree(once) == tree(text)
    assert formatted(once) == once
    assert once.endswith(">\n")


@thorough(60)
@given(valid_programs())
def test_formatting_changes_no_finding(root: etree._Element) -> None:
    text = etree.tostring(root, encoding="unicode")
    assert sorted((d.code, d.message) for d in check(formatted(text))) == sorted(
        (d.code, d.message) for d in check(text)
    )


def test_line_ends_and_the_end_of_the_file_do_not_matter() -> None:
    assert formatted(CANONICAL.replace("\n", "\r\n")) == CANONICAL
    assert formatted(CANONICAL.rstrip("\n")) == CANONICAL
    assert formatted("\ufeff" + CANONICAL) == CANONICAL
    assert formatted('<?xml version="1.0" encoding="UTF-8"?>\n' + CANONICAL) == CANONICAL


def test_line_breaks_in_values_survive() -> None:
    text = '<Synthesis id="a&#10;b&#9;c&#13;d e"/>'
    assert formatted(text) == text + "\n"
    assert formatted('<Synthesis id="a\nb"/>') == '<Synthesis id="a b"/>\n', "as every XML reader reads it"


def test_text_between_elements_is_kept() -> None:
    text = "<Procedure>\n  then &lt; stir\n  <Wait/>\n  a &amp; b\n</Procedure>\n"
    assert formatted(text) == text


def test_a_comment_behind_a_step_stays_behind_it() -> None:
    text = (
        "<Procedure>\n"
        '  <Stir vessel="nowhere" time="20 s"/> <!-- clairify: ignore XDL201 -->\n'
        '  <Stir vessel="nowhere" time="20 s"/>\n'
        "</Procedure>\n"
    )
    assert formatted(text) == text
    spread = text.replace(" <!--", "     <!--").replace('vessel="nowhere" ', 'vessel="nowhere"   ')
    assert formatted(spread) == text


def test_properties_stand_in_the_order_of_the_schema_and_unknown_ones_last() -> None:
    text = '<Stir zeta="1" comment="c" time="20 s" alpha="2" stir_speed="300 RPM" vessel="beaker"/>'
    in_order = '<Stir vessel="beaker" time="20 s" stir_speed="300 RPM" comment="c" zeta="1" alpha="2"/>\n'
    assert formatted(text) == in_order


def test_deep_and_wide_texts_are_printed() -> None:
    deep = "<Repeat>" * 5000 + "</Repeat>" * 5000
    assert formatted(deep).count("<Repeat") == 5000
    wide = "<Procedure>" + '<!-- c --><Wait time="5 s"/>\n' * 20_000 + "</Procedure>"
    assert formatted(wide).count("<!-- c -->") == 20_000


@pytest.mark.parametrize(("text", "place"), stored(__file__, "broken_text_is_refused_with_its_place"))
def test_broken_text_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(ValueError, match="line") as caught:
        formatted(text)
    assert str(caught.value).startswith(place)
    assert "\n" not in str(caught.value)
