"""Format PDDL text canonically: keywords in lower case, names as written, comments and empty lines kept."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.reading.formulas import ASSIGNMENTS, LOGICAL
from clairify_cli.languages.pddl.reading.lexer import CLOSE, COMMENT, OPEN, TOKEN
from clairify_cli.languages.pddl.writing.layout import Block, Element, Leaf, laid_out

_HEADS = frozenset((*LOGICAL, *ASSIGNMENTS, "when", "preference", "either", "define", "domain", "problem"))
_WORDS = frozenset(("minimize", "maximize"))
_HARMLESS = ("PDL002", "PDL003")
"""PDL0xx findings that do not prevent formatting, because nothing is lost."""


def format_pddl(source: Source) -> str:
    """Return the text in canonical form.

    Raises `ValueError` with one sentence if brackets are wrong or something is outside them, since a person must
    confirm the guesses about those.
    """
    _, found = read(source)
    for finding in found:
        if finding.code < "PDL1" and finding.code not in _HARMLESS:
            raise ValueError(f"line {finding.span.line}, column {finding.span.column}: {finding.message}")
    elements, behind = _elements(source.text)
    return laid_out(elements, behind)


def _elements(text: str) -> tuple[list[Element], list[str]]:
    """Return the definitions of a text with correct brackets, and the comments after the last one."""
    top = Block([])
    stack = [top]
    waiting: list[str] = []
    last: Element = top
    end = 0
    for match in TOKEN.finditer(text):
        breaks = text.count("\n", end, match.start())
        fresh = breaks > 0 or not end
        end = match.end()
        block = stack[-1]
        if breaks > 1:
            waiting.append("")
        if match.lastindex == COMMENT:
            if fresh or last is block:  # directly after an opening bracket, it is about what follows
                waiting.append(match.group().rstrip())
            else:
                last.after = match.group().rstrip()
                last.column = match.start() - text.rfind("\n", 0, match.start())
        elif match.lastindex == CLOSE:
            block.closing += waiting
            waiting = []
            last = stack.pop()
        else:
            last = _opened(match, block, waiting, fresh=fresh)
            block.items.append(last)
            waiting = []
            if isinstance(last, Block):
                stack.append(last)
    return top.items, waiting


def _opened(match: re.Match[str], block: Block, before: list[str], *, fresh: bool) -> Element:
    """Return the element that begins with a word or an opening bracket."""
    if match.lastindex == OPEN:
        return Block([], before, "", fresh)
    return Leaf(_word(match.group(), block), before, "", fresh)


def _word(written: str, block: Block) -> str:
    """Return a word as printed: keywords in lower case."""
    lower = written.lower()
    if written.startswith(":") or lower in _WORDS or (not block.items and lower in _HEADS):
        return lower
    return written
