"""The manual page of a rule: for the terminal, and as Markdown."""

from __future__ import annotations

import re
from textwrap import dedent

from clairify_cli.diagnostics.registry import Rule

_BLOCK = re.compile(r"(^ {4}.*(?:\n(?:[ \t]*\n)* {4}.*)*)", re.MULTILINE)
_LABEL = re.compile(r"^(\w+):$", re.MULTILINE)


def rule_page(rule: Rule[...]) -> str:
    """Return the page of one rule for the terminal, with a final line feed."""
    return f"{rule.code} {rule.name} ({rule.severity.value})\n\n{rule.page}\n"


def page_address(home: str, rule: Rule[...] | None) -> str:
    """Return where a rule's page is in the published documentation; empty for an empty `home` or a plugin's rule."""
    if not home or rule is None or rule.given_page is None:
        return ""
    return f"{home.rstrip('/')}/rules/{rule.code}.html"


def page_markdown(page: str) -> str:
    """Convert a manual page to Markdown: blocks indented by four spaces become fenced code, and `Wrong:` a label."""
    parts = _BLOCK.split(page)
    chunks = (_fenced(part) if at % 2 else prose(part.strip("\n")) for at, part in enumerate(parts))
    return "\n\n".join(chunk for chunk in chunks if chunk) + "\n"


def _fenced(block: str) -> str:
    """Convert an indented block to fenced code, with a fence longer than any in it."""
    code = dedent(block)
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", code)), default=0))
    return f"{fence}{'xml' if code.startswith('<') else ''}\n{code}\n{fence}"


def prose(text: str) -> str:
    """Make labels in prose bold, and escape angle brackets outside code, so that they are not read as HTML."""
    parts = _LABEL.sub(r"**\1**", text).split("`")
    return "`".join(part if at % 2 else part.replace("<", "&lt;") for at, part in enumerate(parts))
