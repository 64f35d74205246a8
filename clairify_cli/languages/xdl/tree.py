"""The tree of an XDL text, and where in the text each part of it stands.

The tree holds only what the checks walk over: tags, attribute values, children. Where an attribute stands is
worked out from the text when somebody asks, because a file without findings never asks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.languages.xdl.scan import Tag, scan_tag


class Element:
    """An element: tag, attribute values with entities resolved, child elements, and where its `<` stands.

    `start` counts in the unit of the document (`Document.offset` turns it into a character offset).
    """

    __slots__ = ("attrib", "children", "start", "tag")

    def __init__(self, tag: str, attrib: dict[str, str], start: int) -> None:
        self.tag = tag
        self.attrib = attrib
        self.children: list[Element] = []
        self.start = start


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


@dataclass
class Document:
    """An XDL text as read: its root, what stands between the elements, and its source."""

    source: Source
    root: Element
    trivia: list[Trivia] = field(default_factory=list)
    counts_bytes: bool = False
    """Whether `Element.start` counts UTF-8 bytes, as expat does, rather than characters."""
    _tags: dict[int, Tag] = field(default_factory=dict, repr=False)
    _wide: tuple[list[int], list[int]] | None = field(default=None, repr=False)

    def offset(self, element: Element) -> int:
        """The character offset of the element's `<`."""
        if not self.counts_bytes or self.source.text.isascii():
            return element.start
        if self._wide is None:
            self._wide = _wide_characters(self.source.text)
        at, extra = self._wide
        before = bisect_right(at, element.start) - 1
        return element.start - (extra[before] if before >= 0 else 0)

    def tag(self, element: Element) -> Tag:
        """The start tag of the element, with the place of every attribute."""
        start = self.offset(element)
        tag = self._tags.get(start)
        if tag is None:
            tag = self._tags[start] = scan_tag(self.source.text, start)
        return tag

    def name_span(self, element: Element) -> Span:
        """The span of the element's name in its start tag."""
        tag = self.tag(element)
        return self.source.span(tag.name_start, tag.name_end)

    def tag_span(self, element: Element) -> Span:
        """The span of the whole start tag."""
        tag = self.tag(element)
        return self.source.span(tag.start, tag.end)

    def value_span(self, element: Element, name: str) -> Span:
        """The span of an attribute's value without its quotes; of the element's name where it has none."""
        found = self.tag(element).attribute(name)
        if found is None:
            return self.name_span(element)
        if found.value_start == found.value_end:
            return self.source.span(found.name_start, found.end)
        return self.source.span(found.value_start, found.value_end)

    def attribute_span(self, element: Element, name: str) -> Span:
        """The span of an attribute's name."""
        found = self.tag(element).attribute(name)
        if found is None:
            return self.name_span(element)
        return self.source.span(found.name_start, found.name_end)


def _wide_characters(text: str) -> tuple[list[int], list[int]]:
    """Byte offsets behind each non-ASCII character, and how many bytes more than characters there are by then."""
    at: list[int] = []
    extra: list[int] = []
    surplus = 0
    for match in re.finditer(r"[^\x00-\x7f]", text):
        start = match.start()
        surplus_before = surplus
        surplus += len(match.group().encode("utf-8", "surrogatepass")) - 1
        at.append(start + surplus_before + 1)
        extra.append(surplus)
    return at, extra


def walk(element: Element) -> list[Element]:
    """The element and everything below it, in document order, without recursion."""
    found: list[Element] = []
    stack = [element]
    while stack:
        current = stack.pop()
        found.append(current)
        stack.extend(reversed(current.children))
    return found
