"""Locates the parts of a well-formed text.

A `<` in such a text begins markup and nothing else: it cannot stand in a value, and what comments, instructions and
sections of CDATA hold is skipped whole. So one search finds every part, and the tree says which elements they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from clairify_cli.languages.xdl.scan import resolve_entities

_OTHER = r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"
_START = re.compile(rf"{_OTHER}|<(?![/!?])", re.DOTALL)
_PART = re.compile(rf"""{_OTHER}|<(?:[^>"']|"[^"]*"|'[^']*')*>""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trivia:
    """Text, a comment or a processing instruction: where it stands and before which child of which element.

    `parent` is None before and after the root; `index` is the number of children of the parent before it.
    """

    kind: str  # "text", "comment" or "pi"
    text: str
    start: int
    end: int
    parent: Element | None
    index: int


def locate_elements(text: str, root: Element) -> dict[int, int]:
    """Character offsets of the elements' `<` by the elements' `id`; `root` was read from this very text."""
    if "<!" in text or "<?" in text:
        starts = [match.start() for match in _START.finditer(text) if match.end() == match.start() + 1]
    else:
        starts = [match.start() for match in _START.finditer(text)]
    return {id(element): start for element, start in zip(root.iter(), starts, strict=True)}


def locate_trivia(text: str, root: Element) -> list[Trivia]:
    """Comments, instructions and text between the elements of a well-formed text, in document order."""
    found: list[Trivia] = []
    elements = root.iter()
    open_elements: list[tuple[Element, list[int]]] = []
    tops = 0
    begin = 1 if text.startswith("\ufeff") else 0
    spans = [(begin, begin), *(match.span() for match in _PART.finditer(text)), (len(text), len(text))]

    def note(kind: str, data: str, start: int, end: int) -> None:
        parent, index = (open_elements[-1][0], open_elements[-1][1][0]) if open_elements else (None, tops)
        data = data.replace("\r\n", "\n").replace("\r", "\n")  # as parsers give it
        found.append(Trivia(kind, data, start, end, parent, index))

    for (_, before), (start, end) in pairwise(spans):
        stretch = text[before:start]
        if inner := stretch.strip():
            lead = before + len(stretch) - len(stretch.lstrip())
            note("text", resolve_entities(inner, lead)[0] if "&" in inner else inner, lead, lead + len(inner))
        part = text[start:end]
        if part.startswith("<!--"):
            note("comment", part[4:-3], start, end)
        elif part.startswith("<![CDATA["):
            if part[9:-3].strip():
                note("text", part[9:-3].strip(), start, end)
        elif part.startswith("<?"):
            if not part.startswith("<?xml") or not part[5:6].isspace():  # the declaration is no instruction
                note("pi", " ".join(part[2:-2].strip().split(None, 1)), start, end)
        elif part.startswith("</"):
            open_elements.pop()
        elif part:
            if open_elements:
                open_elements[-1][1][0] += 1
            else:
                tops += 1
            element = next(elements)
            if not part.endswith("/>"):
                open_elements.append((element, [0]))
    return found
