"""The tree of an XDL text, and where in the text each part of it stands.

The tree is made of ElementTree's elements, which are the fastest to make and to walk. Where an element or an
attribute stands is worked out from the text when somebody asks, because a file without findings never asks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.languages.xdl.scan import Tag, scan_tag

__all__ = ["Document", "Element", "Trivia", "line_end", "walk"]


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
    """An XDL text as read: its root, and on demand its comments and the place of everything.

    A reader that has worked out the places and the trivia itself hands them in; otherwise the text is read once
    more when they are asked for.
    """

    source: Source
    root: Element
    starts: dict[int, int] | None = None
    """Character offset of each element's `<`, by the element's `id`."""
    own_trivia: list[Trivia] | None = None
    may_have_text: bool = True
    """False where no text can stand between the elements."""
    _tags: dict[int, Tag] = field(default_factory=dict, repr=False)

    @property
    def trivia(self) -> list[Trivia]:
        """Comments, processing instructions and text between elements, in document order."""
        if self.own_trivia is None:
            self._locate()
        assert self.own_trivia is not None
        return self.own_trivia

    def offset(self, element: Element) -> int:
        """The character offset of the element's `<`."""
        if self.starts is None:
            self._locate()
        assert self.starts is not None
        return self.starts[id(element)]

    def _locate(self) -> None:
        from clairify_cli.languages.xdl.locate import locate

        self.starts, self.own_trivia = locate(self.source.text, self.root)

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


def line_end(text: str) -> str:
    """How the first line of a text ends, so that what is added ends in the same way."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def walk(element: Element) -> list[Element]:
    """The element and everything below it, in document order."""
    return list(element.iter())
