"""Our verdicts against those of others: xmlschema with schemas/xdl.xsd, lxml for XML, and lxml for references.

Where we differ on purpose is written down here, in `DIFFERENT`, `set_aside` and `strict`; nothing else may differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from html import unescape
from random import Random

import pytest
import xmlschema
from case_tables import stored
from checking import check
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from markup import read
from mutations import OPERATORS, Operator, corpus
from programs import programs, thorough
from xsd_tables import BLOCKS, SCHEMA, entries

from clairify_cli.diagnostics.model import Diagnostic, Source

FILES = corpus()

DIFFERENT = stored(__file__, "DIFFERENT")
"""Errors of ours where the schema is content."""


def errors(text: str) -> list[Diagnostic]:
    """What is refused: errors, and what is empty or declared again, which is a warning where consumers read over it."""
    return [d for d in check(text) if d.is_error or d.code in {"XDL118", "XDL204"}]


# XML Schema


@lru_cache(maxsize=2)
def schema(strict: bool) -> xmlschema.XMLSchema:
    """The schema; `strict` takes no parameter's name in the place of a quantity, for programs without parameters."""
    text = SCHEMA.read_text(encoding="utf-8")
    if strict:
        assert text.count('<xs:union memberTypes="parameterName">') >= 10
        text = text.replace('<xs:union memberTypes="parameterName">', "<xs:union>")
    return xmlschema.XMLSchema(text)


@cache
def mandatory_here() -> frozenset[tuple[str, str]]:
    """Elements and properties that are mandatory in dialect 2.0 though the schema, which is of all, does not say so."""
    root = etree.parse(SCHEMA).getroot()
    return frozenset(
        (str(element.get("name")), str(one.get("name")))
        for element in root
        for one in element.iter(f"{{{root.nsmap['xs']}}}attribute")
        if "2.0" in (one.get(f"{{{root.nsmap['c']}}}required-in") or "").split()
    )


def set_aside(root: etree._Element) -> str | None:
    """Why the schema cannot judge a program: what it cannot know."""
    blueprints = {b.get("id") for b in root.iter("Blueprint")}
    for element in root.iter(etree.Element):
        entry = entries().get(str(element.tag))
        if element.tag in blueprints:
            return "a blueprint is used as a step"
        if element.tag == "Procedure" and len(element) and all(e.tag in BLOCKS and not len(e) for e in element):
            return "all blocks are empty, and so nothing is done"
        if element.tag == "Repeat" and any("." in name for name in element.attrib):
            return "a Repeat over the reagents that match"
        if any(tag == element.tag and name not in element.attrib for tag, name in mandatory_here()):
            return "a property that is mandatory in this dialect and not in others"
        for name in element.attrib if entry else ():
            known = entry.properties.get(str(name)) if entry else None
            now = entry.properties.get(known.now) if entry and known and known.now else None
            if now and now.required and now.name not in element.attrib:
                return "an older name in the place of a mandatory one"
    return None


def agree_on_schema(text: str) -> bool:
    """Whether the schema's verdict was compared with ours; fails where they differ."""
    root = etree.fromstring(text.encode("utf-8"))
    if set_aside(root):
        return False
    for element in root.iter(etree.Element):
        if element.text and not element.text.strip(" \t\r\n"):
            element.text = None  # `<Wait time="1 s"> </Wait>`, which XML Schema refuses to an element without content
    strict = next(root.iter("Parameter"), None) is None
    problems = [e.reason for e in schema(strict).iter_errors(root)]
    if root.tag not in {"XDL", "Synthesis"}:
        problems.append("any element of the schema may be a root to the schema, but not here")
    layers = ("XDL0", "XDL1", "XDL3", *(["XDL209"] if strict else []))
    found = errors(text)
    ours = [
        f"{d.code} on {d.span.line}: {d.message}"
        for d in found
        if d.code.startswith(layers) and d.code not in DIFFERENT
    ]
    assert bool(problems) == bool(ours), f"XML Schema: {problems}\nours: {ours}\nall of ours: {found}\n{text}"
    return True


def test_schema_agrees_on_the_corpus() -> None:
    compared = [name for name, text in FILES.items() if agree_on_schema(text)]
    assert len(compared) >= 44
    assert {name for name in FILES if name not in compared} == {
        "legacy_mandatory_names.xdl",
        *(name for name in FILES if name.startswith("bp_")),
    }


SEEN_BY_SCHEMA = [o for o in OPERATORS if "XDL0" not in o.codes and o.name != "parameter_of_another_dimension"]
"""To the schema any name of a parameter will do."""


@pytest.mark.parametrize("operator", SEEN_BY_SCHEMA, ids=lambda o: o.name)
def test_schema_agrees_on_mutants(operator: Operator) -> None:
    rng = Random(operator.name + "oracle")
    compared = 0
    for text in FILES.values():
        for mutant in operator(text, rng, 1):
            compared += agree_on_schema(mutant.text)
    assert compared >= 10 or "blueprint" in operator.name or "parameter_of" in operator.name


@thorough(250)
@given(programs())
def test_schema_agrees_on_generated_programs(text: str) -> None:
    agree_on_schema(text)


# XML


def well_formed(text: str) -> str | None:
    """What lxml says is wrong with the XML; None where it is content."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        return str(error)
    return None


NAMESPACES = ("Namespace prefix", "Failed to parse QName", "colons are forbidden from PI names")
"""What lxml says of well-formed texts that no reader takes that knows namespaces; an error of any layer will do."""


def agree_on_xml(text: str) -> None:
    theirs = well_formed(text)
    ours = [d for d in errors(text) if d.code.startswith("XDL0")]
    if theirs is None and "<!DOCTYPE" in text:
        assert {d.code for d in ours} <= {"XDL007"}
        return
    if theirs and not ours and theirs.startswith(NAMESPACES):
        assert errors(text), f"lxml: {theirs}\n{text}"
        return
    assert (theirs is not None) == bool(ours), f"lxml: {theirs}\nours: {ours}\n{text}"


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda o: o.name)
def test_lxml_agrees_on_mutants(operator: Operator) -> None:
    rng = Random(operator.name + "xml")
    for text in [*FILES.values()][::2]:
        for mutant in operator(text, rng, 1):
            agree_on_xml(mutant.text)


@st.composite
def scrambled(draw: st.DrawFn) -> str:
    """A text of the corpus with a few characters or stretches inserted, removed, replaced or doubled."""
    text = draw(st.sampled_from(sorted(FILES.values(), key=len)[:20]))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from([0, 0, 1, 1, 2, 5, 40])))
        new = draw(
            st.sampled_from(["", "", "<", ">", '"', "'", "&", "/", "=", "--", "]]>", "<!--", "-->", "<?", "?>", ";"])
        )
        text = text[:at] + draw(st.sampled_from([new, text[at:end] * 2, "é", "\t", "x:y"])) + text[end:]
    return text


@thorough(400)
@given(scrambled())
def test_lxml_agrees_on_scrambled_files(text: str) -> None:
    agree_on_xml(text)


@pytest.mark.parametrize(
    "text",
    stored(__file__, "lxml_agrees_on_the_corners_of_xml"),
)
def test_lxml_agrees_on_the_corners_of_xml(text: str) -> None:
    agree_on_xml(text)


SMALL = """<XDL><Synthesis><Hardware><Component id="a"/></Hardware><Reagents><Reagent name="w"/></Reagents>
<Procedure><Add vessel="a" reagent="w" volume="1 mL"/></Procedure></Synthesis></XDL>"""


@pytest.mark.parametrize(
    ("before", "root"),
    stored(__file__, "lxml_agrees_on_declarations_and_namespaces"),
)
def test_lxml_agrees_on_declarations_and_namespaces(before: str, root: str) -> None:
    """In a program that is otherwise right, so that no other error helps out."""
    assert errors(SMALL) == []
    agree_on_xml(before + SMALL.replace("<XDL>", root))


# references


def _scopes(root: etree._Element) -> Iterator[etree._Element]:
    yield from root.iter("Blueprint", "Synthesis")


def undeclared(text: str) -> Counter[tuple[str, int, str]]:
    """Every use of a name that is not declared: code, line and name, from lxml's tree and the types of the schema.

    A Blueprint sees its own names. Within a Repeat with `loop_variables`, the variables are names too, of either kind.
    """
    root = etree.fromstring(text.encode("utf-8"))
    elements = list(root.iter(etree.Element))
    marks = read(text).elements
    assert [e.tag for e in elements] == [m.name for m in marks]
    where = dict(zip(elements, marks, strict=True))
    found: Counter[tuple[str, int, str]] = Counter()
    for scope in _scopes(root):
        vessels = {c.get("id") for c in scope.iter("Component")}
        reagents = {r.get("name", r.get("id")) for r in scope.iter("Reagent")}
        held = {c.get("chemical") for c in scope.iter("Component")} | {
            v.removeprefix("cartridge_") for v in vessels if v
        }
        for element in scope.iter(etree.Element):
            entry = entries().get(element.tag)
            looped = {
                (variable.split(".")[0] if "." in variable else variable).strip()
                for around in element.iterancestors("Repeat")
                for variable in around.get("loop_variables", "").split(",")
            }
            for a in where[element].attributes if entry else ():
                known = entry.properties.get(a.name) if entry else None
                value = element.get(a.name, "")
                if known is None or not value.strip():
                    continue
                line = read(text).line(a.value_start)
                if known.kind == "vessel" and value not in vessels | looped:
                    found["XDL201", line, value] += 1
                if known.kind == "reagent" and value not in reagents | looped:
                    found["XDL202", line, value] += 1
                if known.kind == "material" and value not in reagents | vessels | held | looped:
                    found["XDL202", line, value] += 1
    return found


def twice(text: str) -> Counter[tuple[str, str]]:
    """Components and reagents that are declared again: code and name."""
    root = etree.fromstring(text.encode("utf-8"))
    found: Counter[tuple[str, str]] = Counter()
    for scope in _scopes(root):
        for tag, code, key in (("Component", "XDL203", "id"), ("Reagent", "XDL204", "name")):
            names = Counter(e.get(key, e.get("id", "")) for e in scope.iter(tag))
            found.update({(code, name): count - 1 for name, count in names.items() if count > 1 and name.strip()})
    return found


def agree_on_references(text: str) -> None:
    source = Source(text)
    ours = [d for d in check(text) if d.code in {"XDL201", "XDL202"}]
    calls = {b.value("id") for b in read(text).named("Blueprint")}
    lines = {read(text).line(a.start) for e in read(text).elements if e.name in calls for a in e.attributes}
    got = Counter((d.code, d.span.line, _value(source, d)) for d in ours if d.span.line not in lines)
    assert got == undeclared(text), text
    again = Counter(d.code for d in errors(text) if d.code in {"XDL203", "XDL204"})
    due: Counter[str] = Counter()
    for (code, _), count in twice(text).items():
        due[code] += count
    assert again == due, text


def _value(source: Source, found: Diagnostic) -> str:
    """The value that a finding points at; spans of values leave out the quotes."""
    return unescape(source.text[found.span.start : found.span.end])


@pytest.mark.parametrize("name", FILES)
def test_references_agree_on_the_corpus(name: str) -> None:
    agree_on_references(FILES[name])
    assert not undeclared(FILES[name])
    assert not twice(FILES[name])


REFERENCE_OPERATORS = [o for o in OPERATORS if o.codes == ("XDL2",) and "blueprint" not in o.name]


@pytest.mark.parametrize("operator", REFERENCE_OPERATORS, ids=lambda o: o.name)
def test_references_agree_on_mutants(operator: Operator) -> None:
    rng = Random(operator.name + "references")
    seen = 0
    for text in FILES.values():
        for mutant in operator(text, rng, 2):
            agree_on_references(mutant.text)
            seen += bool(undeclared(mutant.text) or twice(mutant.text))
    assert seen >= 40


@thorough(150)
@given(programs())
def test_references_agree_on_generated_programs(text: str) -> None:
    root = etree.fromstring(text.encode("utf-8"))
    if schema(strict=False).is_valid(root) and not set_aside(root):
        agree_on_references(text)
