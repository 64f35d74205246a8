"""Writes docs/rules.md: the pages of all rules, from the files of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from clairify_cli.diagnostics.registry import Rule
from clairify_cli.diagnostics.render.rules import page_markdown, prose
from clairify_cli.rulebook import all_rules

TARGET = Path(__file__).with_name("rules.md")
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


def rules_markdown(rules: Iterable[Rule[...]]) -> str:
    """Return all rules as one Markdown document: a table of contents by group, then a section per rule."""
    ordered = sorted(rules, key=lambda rule: (_rank(rule.code), rule.code))
    groups = [(prefix, list(members)) for prefix, members in groupby(ordered, key=lambda rule: group(rule.code))]
    contents = []
    sections = []
    for prefix, members in groups:
        title = group_title(prefix)
        contents.append(f"- [{title}](#{_anchor(title)})\n")
        contents += [f"  - [{rule.code}](#{_anchor(_heading(rule))}) {prose(rule.title)}\n" for rule in members]
        sections.append(f"## {title}\n\n" + "\n".join(map(_section, members)))
    return "# Rules\n\n" + "".join(contents) + "\n" + "\n".join(sections)


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


def text() -> str:
    """The page."""
    return rules_markdown(all_rules().values())


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
