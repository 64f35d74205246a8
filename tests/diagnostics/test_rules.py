"""The manual pages of the rules, for the terminal and as Markdown."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, Rule
from clairify_cli.diagnostics.render.rules import page_markdown, rule_page
from clairify_cli.diagnostics.rules import rules


def words() -> Message:
    """A value has no number.

    A robot cannot do `time="overnight"` or <this>.

    Wrong:
        <Stir time="overnight"/>


        <Stir/>
    Right:
        say ```8 h``` of it

    Last words.
    """
    return Message("m")


RULE = Rule("XDL301", "no-number", Severity.ERROR, words)
OTHERS: list[Rule[...]] = [
    Rule("ABC123", "one-more", Severity.WARNING, words),
    Rule("XDL001", "not-xml", Severity.ERROR, words),
    RULE,
    rules.unreadable_suppression,
    rules.unused_suppression,
]

DOCS = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "rules.py"))
MARKDOWN = stored(__file__, "MARKDOWN")


def test_a_page_for_the_terminal() -> None:
    assert rule_page(RULE).startswith('XDL301 no-number (error)\n\nA value has no number.\n\nA robot cannot do `time="')
    assert rule_page(RULE).endswith("Last words.\n")


def test_a_page_as_markdown() -> None:
    assert page_markdown(RULE.page) == MARKDOWN


def test_a_page_without_examples() -> None:
    assert page_markdown("A title.") == "A title.\n"


@pytest.mark.parametrize(("code", "title"), stored(__file__, "groups"))
def test_groups(code: str, title: str) -> None:
    assert DOCS["group_title"](DOCS["group"](code)) == title


def test_the_document_has_every_rule_in_its_group() -> None:
    document = DOCS["rules_markdown"](OTHERS)
    headings = re.findall(r"^#+ .*", document, re.MULTILINE)
    assert headings == [
        "# Rules",
        "## CLA Core",
        "### CLA001 unused-suppression",
        "### CLA002 unreadable-suppression",
        "## XDL0 XML",
        "### XDL001 not-xml",
        "## XDL3 Quantities",
        "### XDL301 no-number",
        "## ABC1",
        "### ABC123 one-more",
    ]
    assert document == DOCS["rules_markdown"](reversed(OTHERS))


def test_the_contents_link_to_every_heading() -> None:
    document = DOCS["rules_markdown"](OTHERS)
    anchors = re.findall(r"\]\(#(.*?)\)", document)
    headings = re.findall(r"^##+ (.*)", document, re.MULTILINE)
    assert anchors == [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings]


def test_our_own_pages_have_a_title_and_both_examples() -> None:
    for rule in (rules.unused_suppression, rules.unreadable_suppression):
        assert rule.title
        assert "\nWrong:\n    " in rule.page
        assert "\nRight:\n    " in rule.page
