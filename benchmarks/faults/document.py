"""An XDL file read so that every element knows where it stands in the source.

Faults are made by changing the source text in place; all that is not touched keeps its exact form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate


@dataclass(frozen=True)
class Node:
    """One element: its name, its properties, and the bytes of the source that it takes up."""

    tag: str
    attributes: Mapping[str, str]
    start: int
    head: int
    end: int
    children: tuple[Node, ...]

    def get(self, name: str) -> str | None:
        """The value of a property, or None."""
        return self.attributes.get(name)

    def walk(self) -> Iterator[Node]:
        """This element and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Document:
    """The source of a program and its root element."""

    source: bytes
    root: Node

    @property
    def text(self) -> str:
        """The source as text."""
        return self.source.decode()

    def raw(self, node: Node) -> bytes:
        """The source of one element."""
        return self.source[node.start : node.end]

    def first(self, tag: str) -> Node | None:
        """The first element of that name, or None."""
        return next((node for node in self.root.walk() if node.tag == tag), None)


@dataclass
class _Open:
    """An element whose end has not been met yet."""

    tag: str
    attributes: dict[str, str]
    start: int
    children: list[Node] = field(default_factory=list)


def head_end(source: bytes, start: int) -> int:
    """Where the start tag that begins at `start` ends."""
    quote = b""
    for place in range(start, len(source)):
        char = source[place : place + 1]
        if quote:
            quote = b"" if char == quote else quote
        elif char in (b'"', b"'"):
            quote = char
        elif char == b">":
            return place + 1
    raise ValueError("a tag is not closed")


class _Builder:
    """Collects the elements while expat reads the source."""

    def __init__(self, source: bytes) -> None:
        """Begin with nothing read."""
        self.source = source
        self.parser = ParserCreate("utf-8")
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.finish

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.stack.append(_Open(tag, attributes, self.parser.CurrentByteIndex))

    def finish(self, tag: str) -> None:
        """An element ends."""
        opened = self.stack.pop()
        head = head_end(self.source, opened.start)
        closed = self.source[head - 2 : head] == b"/>"
        end = head if closed else self.source.index(b">", self.parser.CurrentByteIndex) + 1
        node = Node(tag, opened.attributes, opened.start, head, end, tuple(opened.children))
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root = node


def parse(program: str) -> Document:
    """Read a program; ValueError where it is not well-formed XML."""
    source = program.encode()
    builder = _Builder(source)
    try:
        builder.parser.Parse(source, True)
    except ExpatError as error:
        raise ValueError(str(error)) from error
    if builder.root is None:
        raise ValueError("no element")
    return Document(source, builder.root)
