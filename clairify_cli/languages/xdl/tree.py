"""The tree of an XDL text, with the position of each part.

The tree consists of ElementTree's elements, which are the fastest to make and to walk. The positions of elements and
attributes are computed from the text only on demand, because a file without findings does not need them.
"""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, field

if TYPE_CHECKING:
    from clairify_cli.languages.xdl.scan import Tag

__all__ = ["CONTROL", "Document", "Element", "Trivia", "line_end"]

_ATTRIBUTE = late(r"""\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
CONTROL = late("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML does not allow."""

_MANY = 30
"""A tag with more attributes is scanned as a whole and kept, rather than searched for each attribute."""

_NEAR = 500
"""How far from the beginning of its tag an attribute is searched for by its name alone."""

MOST_DEPTH = 100
"""Elements nested deeper than this are not checked."""


@dataclass(slots=True)
class Document:
    """An XDL text as read: its root, and on demand its comments and all positions.

    A reader that already has the positions and the trivia passes them in; otherwise the text is scanned again when
    they are needed.
    """

    source: Source
    root: Element
    starts: dict[int, int] | None = None
    """Character offset of each element's `<`, by the `id()` of the element."""
    own_trivia: list[Trivia] | None = None
    has_text: bool = True
    """False if there is no text between the elements."""
    is_whole: bool = True
    """False if the text has so many errors that only its beginning was read."""
    tags: dict[int, Tag] = field(default_factory=dict, repr=False)
    """Start tags by their offsets: all if the text is not well-formed, otherwise those requested so far."""

    @property
    def trivia(self) -> list[Trivia]:
        """Comments, processing instructions and text between elements, in document order."""
        if self.own_trivia is None:
            self.own_trivia = locate_trivia(self.source.text, self.root)
        return self.own_trivia

    def offset(self, element: Element) -> int:
        """Return the character offset of the element's `<`."""
        if self.starts is None:
            self.starts = locate_elements(self.source.text, self.root)
        return self.starts[id(element)]

    def tag(self, element: Element) -> Tag:
        """Return the start tag of the element, with the position of every attribute."""
        start = self.offset(element)
        tag = self.tags.get(start)
        if tag is None:
            from clairify_cli.languages.xdl.scan import scan_tag

            tag = self.tags[start] = scan_tag(self.source.text, start)
        return tag

    def name_span(self, element: Element) -> Span:
        """Return the span of the element's name in its start tag."""
        tag = self.tags.get(self.offset(element))
        if tag is not None:
            return self.source.span(tag.name_start, tag.name_end)
        start = self.offset(element) + 1
        return self.source.span(start, start + len(element.tag))

    def tag_span(self, element: Element) -> Span:
        """Return the span of the whole start tag."""
        tag = self.tag(element)
        return self.source.span(tag.start, tag.end)

    def value_span(self, element: Element, name: str) -> Span:
        """Return the span of an attribute's value without quotes.

        An empty value gives the span of the whole attribute, a missing attribute that of the element's name.
        """
        found = self._attribute(element, name)
        if found is None:
            return self.name_span(element)
        if found[2] == found[3]:
            return self.source.span(found[0], found[4])
        return self.source.span(found[2], found[3])

    def attribute_span(self, element: Element, name: str) -> Span:
        """Return the span of an attribute's name; of the element's name if there is no such attribute."""
        found = self._attribute(element, name)
        return self.name_span(element) if found is None else self.source.span(*found[:2])

    def _attribute(self, element: Element, name: str) -> tuple[int, int, int, int, int] | None:
        """Return the start and end of an attribute's name, the start and end of its value, and the attribute's end."""
        starts = self.starts
        start = self.offset(element) if starts is None else starts[id(element)]
        if start in self.tags:
            one = self.tags[start].attribute(name)
            return None if one is None else (one.name_start, one.name_end, one.value_start, one.value_end, one.end)
        # The text is well-formed, so attributes follow each other until the tag ends.
        if len(element.attrib) > _MANY:
            self.tag(element)
            return self._attribute(element, name)
        text, at = self.source.text, start + 1 + len(element.tag)
        found = text.find(f' {name}="', at, at + _NEAR)
        before = text[at:found] if found >= 0 else "<"
        # The usual form: no other tag begins before it, and the quotes before it are paired, so it is not in a value.
        if not before or ("<" not in before and "'" not in before and not before.count('"') % 2):
            value_start = found + len(name) + 3
            value_end = text.find('"', value_start)
            return found + 1, value_start - 2, value_start, value_end, value_end + 1
        while (match := _ATTRIBUTE.match(text, at)) is not None:
            if match[1] == name:
                value = 2 if match[3] is None else 3
                return *match.span(1), *match.span(value), match.end()
            at = match.end()
        return None


def line_end(text: str) -> str:
    """Return the line ending of a text's first line, for lines added to the text."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


# ------------------------------------------------------------------------------ locates the parts of a well-formed text


_OTHER = r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"
_START = late(rf"{_OTHER}|<(?![/!?])", re.DOTALL)
_FROM_START = late("<[^<]*(?:</[^<]*)*")
"""From the beginning of a tag to that of the next one that is no end tag."""
_PART = late(rf"""{_OTHER}|<(?:[^>"']|"[^"]*"|'[^']*')*>""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trivia:
    """Text, a comment or a processing instruction: its position, and before which child of which element.

    `parent` is None before and after the root; `index` is the number of children of the parent before it.
    """

    kind: str  # "text", "comment" or "pi"
    text: str
    start: int
    end: int
    parent: Element | None
    index: int


def locate_elements(text: str, root: Element) -> dict[int, int]:
    """Return the character offset of each element's `<` by the element's `id()`; `root` must come from this text."""
    if "!" in text or "?" in text:
        starts = [match.start() for match in _START.finditer(text) if match.end() == match.start() + 1]
    else:
        *starts, _ = accumulate(map(len, _FROM_START.findall(text)), initial=text.index("<"))
    return dict(zip(map(id, root.iter()), starts, strict=True))


def locate_trivia(text: str, root: Element) -> list[Trivia]:
    """Return the comments, instructions and text between the elements of a well-formed text, in document order."""
    from clairify_cli.languages.xdl.scan import resolve_entities

    found: list[Trivia] = []
    elements = root.iter()
    open_elements: list[tuple[Element, list[int]]] = []
    tops = 0
    begin = 1 if text.startswith("\ufeff") else 0
    spans = [(begin, begin), *(match.span() for match in _PART.finditer(text)), (len(text), len(text))]

    def note(kind: str, data: str, start: int, end: int) -> None:
        parent, index = (open_elements[-1][0], open_elements[-1][1][0]) if open_elements else (None, tops)
        data = data.replace("\r\n", "\n").replace("\r", "\n")  # as XML parsers normalise it
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
            if not part.startswith("<?xml") or not part[5:6].isspace():  # the declaration is not an instruction
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
