"""Inline suppression in XDL: the comments of a document, with the line of the element after each."""

from __future__ import annotations

from bisect import bisect_right

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.suppress import Comment, apply
from clairify_cli.languages.xdl.tree import Document


def suppress(document: Document, found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that no comment suppresses, and the errors in the comments themselves."""
    awaiting = ("XDL60", "XDL61", "XDL62", "XDL64")
    return apply(comments(document), found, document.source, awaiting=awaiting)


def comments(document: Document) -> list[Comment]:
    """Return the comments of a document addressed to the tool, with the line of the next element."""
    source = document.source
    elements = list(document.root.iter())
    starts = [document.offset(element) for element in elements]
    made: list[Comment] = []
    for item in document.trivia:
        if item.kind != "comment" or "clairify:" not in item.text:
            continue
        line, _ = source.position(item.start)
        end_line, _ = source.position(item.end)
        before = source.text[source.text.rfind("\n", 0, item.start) + 1 : item.start]
        line_end = source.text.find("\n", item.end)
        after = source.text[item.end : len(source.text) if line_end < 0 else line_end]
        following = bisect_right(starts, item.end - 1)
        next_line = next_end_line = 0
        if following < len(starts):
            tag = document.tag_span(elements[following])
            next_line, next_end_line = tag.line, tag.end_line
        alone = not before.strip() and not after.strip()
        made.append(Comment(item.text, item.start, item.end, line, end_line, alone, next_line, next_end_line))
    return made
