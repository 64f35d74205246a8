"""Remarks in a program: as `comment` attributes, as XML comments in front of the elements, or none."""

from __future__ import annotations

import re
from html import unescape
from typing import Literal

from clairify_cli.files.patterns import late
from clairify_cli.languages.xdl.tree import Document

Style = Literal["attribute", "xml", "none"]

_VALUE = r"""(?:"[^"<]*"|'[^'<]*')"""
_TAG = late(
    rf"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(?P<indent>[ \t]*)<[A-Za-z_](?:[^<>\"']|{_VALUE})*+>", re.DOTALL
)
_ATTRIBUTE = late(rf"(?P<space>\s+)(?P<name>[\w:.-]+)\s*=\s*(?P<value>{_VALUE})")
_HYPHENS = late(r"-(?=-)")


def default_style(dialect: str | None) -> Style:
    """Return how a dialect writes remarks: the verifier of CLAIRify's paper has no `comment` attribute."""
    return "xml" if dialect == "clairify" else "attribute"


def with_remarks(program: str, style: str) -> str:
    """Rewrite the `comment` attributes of a program in a style; other comments stay unchanged."""
    if style == "attribute" or "comment" not in program:
        return program
    return _TAG.sub(lambda match: _rewritten(match, style), program)


def _rewritten(match: re.Match[str], style: str) -> str:
    indent = match["indent"]
    if indent is None:  # a comment, CDATA or an instruction
        return match[0]
    said: list[str] = []

    def without(attribute: re.Match[str]) -> str:
        if attribute["name"] != "comment":
            return attribute[0]
        said.append(" ".join(unescape(attribute["value"][1:-1]).split()))
        return ""

    tag = _ATTRIBUTE.sub(without, match[0])
    if style == "none" or not any(said):
        return tag
    # A comment must not contain `--`, and a remark must not act as a suppression comment.
    words = _HYPHENS.sub("- ", " ".join(said)).replace("clairify:", "clairify :")
    return f"{indent}<!-- {words} -->\n{tag}"


def remarks_in_front(document: Document) -> dict[int, str]:
    """Return the XML comments directly before elements, by the `id()` of the element."""
    if "<!--" not in document.source.text:
        return {}
    found: dict[int, str] = {}
    for item in document.trivia:
        if item.kind == "comment" and item.parent is not None and item.index < len(item.parent):
            found[id(item.parent[item.index])] = item.text.strip()
    return found
