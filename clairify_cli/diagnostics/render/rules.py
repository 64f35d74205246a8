"""The manual pages of the rules: for the terminal, and as Markdown for the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from textwrap import dedent

from clairify_cli.diagnostics.registry import Rule

GROUPS = {
    "CLA": "Core",
    "XDL0": "XML",
    "XDL1": "Structure and schema",
    "XDL2": "References and constraints",
    "XDL3": "Quantities",
    "XDL4": "Vessel state",
    "XDL5": "Chemistry",
    "XDL6": "Fidelity to the source text",
    "MDL": "Replies of a model",
}
"""Titles of groups of rules, by the prefix of their codes."""

_BLOCK = re.compile(r"(^ {4}.*(?:\n(?:[ \t]*\n)* {4}.*)*)", re.MULTILINE)
_LABEL = re.compile(r"^(\w+):$", re.MULTILINE)


def group(code: str) -> str:
    """Return the group of a code: its longest prefix in `GROUPS`, otherwise the letters and the first digit."""
    known = [prefix for prefix in GROUPS if code.startswith(prefix)]
    if known:
        return max(known, key=len)
    match = re.match(r"[A-Za-z]*[0-9]?", code)
    return match[0] if match else code


def group_title(prefix: str) -> str:
    """Return the group's prefix with its title, if it has one."""
    title = GROUPS.get(prefix)
    return f"{prefix} {title}" if title else prefix


def rule_page(rule: Rule[...]) -> str:
    """Return the page of one rule for the terminal, with a final line feed."""
    return f"{rule.code} {rule.name} ({rule.severity.value})\n\n{rule.page}\n"


def rules_markdown(rules: Iterable[Rule[...]]) -> str:
    """Return all rules as one Markdown document: a table of contents by group, then a section per rule."""
    ordered = sorted(rules, key=lambda rule: (_rank(rule.code), rule.code))
    groups = [(prefix, list(members)) for prefix, members in groupby(ordered, key=lambda rule: group(rule.code))]
    contents = []
    sections = []
    for prefix, members in groups:
        title = group_title(prefix)
        contents.append(f"- [{title}](#{_anchor(title)})\n")
        contents += [f"  - [{rule.code}](#{_anchor(_heading(rule))}) {_prose(rule.title)}\n" for rule in members]
        sections.append(f"## {title}\n\n" + "\n".join(map(_section, members)))
    return "# Rules\n\n" + "".join(contents) + "\n" + "\n".join(sections)


def page_markdown(page: str) -> str:
    """Convert a manual page to Markdown: blocks indented by four spaces become fenced code, and `Wrong:` a label."""
    parts = _BLOCK.split(page)
    chunks = (_fenced(part) if at % 2 else _prose(part.strip("\n")) for at, part in enumerate(parts))
    return "\n\n".join(chunk for chunk in chunks if chunk) + "\n"


def _rank(code: str) -> int:
    """Return the rank of the code's group: in the order of `GROUPS`, others after them."""
    known = list(GROUPS)
    prefix = group(code)
    return known.index(prefix) if prefix in known else len(known)


def _section(rule: Rule[...]) -> str:
    return f"### {_heading(rule)}\n\nSeverity: {rule.severity.value}\n\n{page_markdown(rule.page)}"


def _heading(rule: Rule[...]) -> str:
    return f"{rule.code} {rule.name}"


def _anchor(heading: str) -> str:
    """Return GitHub's anchor for a heading of letters, digits, spaces and hyphens."""
    return heading.lower().replace(" ", "-")


def _fenced(block: str) -> str:
    """Convert an indented block to fenced code, with a fence longer than any in it."""
    code = dedent(block)
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", code)), default=0))
    return f"{fence}{'xml' if code.startswith('<') else ''}\n{code}\n{fence}"


def _prose(text: str) -> str:
    """Make labels in prose bold, and escape angle brackets outside code, so that they are not read as HTML."""
    parts = _LABEL.sub(r"**\1**", text).split("`")
    return "`".join(part if at % 2 else part.replace("<", "&lt;") for at, part in enumerate(parts))
