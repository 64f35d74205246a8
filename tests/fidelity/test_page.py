"""The page: what it holds, and that nothing of a text or program can be more than text in it."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Diagnostic, Related, Severity
from clairify_cli.fidelity.mapped.source_map import SourceMap
from clairify_cli.fidelity.mapped.verdict import verdict
from clairify_cli.fidelity.page import page
from clairify_cli.fidelity.page.markup import Layer, attributes, pieces, prose, shown

from .mapped import HOSTILE, TEXT, map_with, read_map
from .test_source_map import OTHER

VOID = {"meta", "br", "img", "link", "input", "hr", "base", "source", "embed", "wbr", "area", "col", "track"}
TAGS = {
    "html", "head", "meta", "title", "style", "script", "body", "header", "main", "section", "h1", "h2", "h3", "p",
    "ul", "ol", "li", "div", "span", "a", "b", "bdi", "code", "dl", "dt", "dd", "details", "summary",
}  # fmt: skip
ATTRIBUTES = set(stored(__file__, "ATTRIBUTES"))


@dataclass
class Node:
    """An element with its attributes and everything in it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)

    def all(self) -> list[Node]:
        return [self, *(node for one in self.inside if isinstance(one, Node) for node in one.all())]

    def by_id(self, name: str) -> Node:
        (found,) = (node for node in self.all() if node.attributes.get("id") == name)
        return found

    def by_class(self, name: str) -> list[Node]:
        return [node for node in self.all() if name in node.attributes.get("class", "").split()]


class Tree(HTMLParser):
    """Builds the tree, and insists that every tag is closed and nothing stands twice."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(text)
        self.close()
        assert self.open == [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


def tree(found: SourceMap) -> Node:
    """The page, of which is known then what holds of every page."""
    html = page(found)
    html.encode("utf-8")
    root = Tree(html).root
    nodes = root.all()[1:]
    assert {node.tag for node in nodes} <= TAGS
    assert {name for node in nodes for name in node.attributes} <= ATTRIBUTES
    counts = Counter(node.tag for node in nodes)
    assert (counts["script"], counts["style"], counts["main"], counts["title"]) == (1, 1, 1, 1)
    ids = [node.attributes["id"] for node in nodes if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    for node in nodes:
        if "href" in node.attributes:
            assert node.tag == "a"
            assert node.attributes["href"][0] == "#"
            assert node.attributes["href"][1:] in ids
            assert node.text or node.attributes["aria-label"]
    assert root.by_id("text").text == as_html_has_it(found.text.text)
    lines = [node for node in root.by_id("program").all() if re.fullmatch(r"L[0-9]+", node.attributes.get("id", ""))]
    assert "\n".join(line.text for line in lines) == as_html_has_it(found.program.text)
    return root


def as_html_has_it(text: str) -> str:
    return re.sub("[\0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", "\ufffd", text)


@pytest.mark.parametrize("text", [TEXT, HOSTILE, "", "Stir.", "\n\nStir for 5 s.\r\n"])
def test_the_text_is_shown_as_it_is(text: str) -> None:
    tree(read_map(text))


@pytest.mark.parametrize(
    "program", [OTHER, OTHER.replace("salt", "&lt;script>&#10;"), "", "<XDL", HOSTILE, "<a\n/>\r\n"]
)
def test_programs_are_shown_as_they_are(program: str) -> None:
    tree(map_with(TEXT, program))


@given(
    st.text(
        st.sampled_from("Add 5 g of salt.\"'<>&;/=`{}\n\r\t\0\x0b\x85\u2028\u202e\ufeff\ud800script!-"), max_size=80
    )
)
@settings(max_examples=60, deadline=None)
def test_any_text_in_every_place(text: str) -> None:
    tree(read_map(f"Add 5 g of {text} to a beaker. Stir for 5 s. {text}", name=text))
    tree(map_with(text, OTHER.replace("salt", text)))


def test_the_policy_names_the_script_and_the_style() -> None:
    root = tree(read_map(HOSTILE))
    (policy,) = (
        node.attributes["content"]
        for node in root.all()
        if node.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        (node,) = (node for node in root.all() if node.tag == tag)
        named = re.search(rf"{tag}-src 'sha256-([^']+)'", policy)
        assert named is not None
        assert b64decode(named[1]) == sha256(node.text.encode()).digest()


def test_nothing_is_loaded() -> None:
    html = page(read_map(TEXT))
    assert not re.search(r"\b(?:src|srcset|action|poster|ping)=|url\(|@import|https?:|//[a-z]", html)


def test_steps_and_their_words_lead_to_each_other() -> None:
    root = tree(read_map(TEXT))
    step = root.by_id("s1")
    assert step.attributes["data-s"] == "1"
    tag = root.by_id("t1")
    assert (tag.attributes["href"], tag.attributes["aria-label"]) == ("#s1", "step 1")
    assert any(node.attributes.get("href") == "#t1" for node in step.all())
    lit = "".join(node.text for node in root.by_id("text").all() if "1" in node.attributes.get("data-s", "").split())
    assert lit == "Add 15 g of salt (0.26 mol) to a beaker"
    (mass,) = (node for node in step.by_class("value") if "15 g" in node.text)
    said = [
        node.text for node in root.by_id("text").all() if mass.attributes["data-p"] in node.attributes.get("data-p", "")
    ]
    assert said == ["15 g"]


def test_nested_steps_stand_in_their_loop_and_groups_have_no_number() -> None:
    root = tree(map_with(TEXT, OTHER))
    loop = root.by_id("s2")
    assert root.by_id("s3") in loop.all()
    assert root.by_id("s1") in root.by_class("group")[0].all()
    assert "no words of the text" in root.by_id("s4").text
    assert "sourceless" in root.by_id("s4").attributes["class"]


def test_unread_words_and_findings() -> None:
    found = read_map(TEXT)
    root = tree(found)
    unread = "".join(node.text for node in root.by_id("text").by_class("unread"))
    assert "flurble" in unread
    assert "salt" not in unread
    for number, finding in enumerate(found.findings, 1):
        item = root.by_id(f"f{number}")
        assert finding.code in item.text
        assert finding.message.replace("`", "") in item.text
        if number <= len(found.text_findings):
            flag = root.by_id(f"p{number}")
            assert flag.attributes["href"] == f"#f{number}"
            assert finding.code in flag.attributes["aria-label"]


def test_the_facts() -> None:
    found = map_with(TEXT, OTHER.replace('time="20 s"', 'time="20 parsecs"'))
    facts = {node.attributes["data-fact"]: node.text for node in tree(found).all() if "data-fact" in node.attributes}
    assert facts["steps"] == "4 steps"
    errors = sum(1 for finding in found.findings if finding.is_error)
    assert errors
    assert facts["errors"] == f"{errors} error{'' if errors == 1 else 's'}"


def test_the_verdict_stands_above_text_and_steps() -> None:
    found = read_map(TEXT)
    said = [node.text for node in tree(found).by_id("verdict").all() if node.tag == "p"]
    assert said == [sentence.replace("`", "") for sentence in verdict(found)]
    assert said


def test_a_finding_stands_with_its_step() -> None:
    root = tree(map_with(TEXT, OTHER.replace('time="20 s"', 'time="20 parsecs"')))
    (note,) = (node for node in root.by_id("s3").all() if "error" in node.attributes.get("class", "").split())
    assert "parsecs" in note.text


def test_a_finding_about_the_program_that_points_into_the_text() -> None:
    found = map_with(TEXT, OTHER)
    words = found.text.span(TEXT.index("50 °C"), TEXT.index("50 °C") + 5)
    related = (Related("the text says it here", words),)
    missing = Diagnostic("XDL601", Severity.ERROR, "missing", found.program.span(0, 5), related=related)
    root = tree(replace(found, program_findings=(missing,)))
    number = len(found.text_findings) + 1
    marked = [node for node in root.by_id("text").all() if str(number) in node.attributes.get("data-f", "").split()]
    assert "".join(node.text for node in marked) == "50 °C"
    assert root.by_id(f"p{number}").attributes["href"] == f"#f{number}"
    assert any(node.attributes.get("href") == f"#p{number}" for node in root.by_id(f"f{number}").all())


def test_what_cannot_be_seen_is_shown() -> None:
    (node,) = (node for node in Tree(shown("a\u202eb")).root.all() if node.tag == "bdi")
    assert (node.text, node.attributes["data-code"]) == ("\ufffd", "202E")
    assert Tree(shown("a\r\nb")).root.text == "a\r\nb"
    assert "\u202e" not in attributes(title="a\u202eb")


def test_quotes_in_sentences() -> None:
    assert prose("no `<a>` here") == "no <code>&lt;a&gt;</code> here"
    assert prose("an odd `") == "an odd `"


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=6))
def test_pieces(places: list[tuple[int, int]]) -> None:
    layers = [Layer(start, end, number) for number, (start, end) in enumerate(places)]
    found = list(pieces(12, layers))
    assert [at for start, end, _ in found for at in range(start, end)] == list(range(12))
    for start, end, over in found:
        for at in range(start, end):
            assert list(over) == [layer for layer in layers if layer.start <= at < layer.end]


def test_a_long_procedure_is_quick() -> None:
    found = read_map(
        "".join(f"Add {number} g of salt to a beaker. Stir for {number} min. " for number in range(1, 101))
    )
    assert sum(1 for _ in found.walk()) >= 200
    costs_less(5, lambda: page(found))
