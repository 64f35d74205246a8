"""Inline suppression in programs: `# clairify: ignore PRG208` after a step, or on a line above it."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.suppress import Comment, apply, line_comments
from clairify_cli.languages.program.heading import WORDS, is_heading

_COMMENT = re.compile(r"#[^\r\n]*")


def comments(source: Source) -> list[Comment]:
    """Return the comments addressed to the tool about findings."""
    return [one for one in line_comments(source, _COMMENT, "#") if not is_heading(one.text)]


def suppress(source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that no comment suppresses."""
    return apply(comments(source), found, source, WORDS)
