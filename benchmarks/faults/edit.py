"""Changes of a program's source, each a stretch of bytes and what stands there instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .document import Document, Node


@dataclass(frozen=True)
class Edit:
    """Replace the bytes from `start` to `end` by `new`."""

    start: int
    end: int
    new: bytes


def apply(document: Document, edits: Iterable[Edit]) -> str:
    """The source with all the changes made; they must not overlap."""
    parts: list[bytes] = []
    place = 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        if edit.start < place:
            raise ValueError("changes overlap")
        parts += [document.source[place : edit.start], edit.new]
        place = edit.end
    parts.append(document.source[place:])
    return b"".join(parts).decode()


def escape(value: str) -> str:
    """A value as it stands between double quotes."""
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def put(document: Document, node: Node, name: str, value: str | None) -> Edit:
    """Give a property a value, or take the property away where the value is None."""
    head = document.source[node.start : node.head]
    found = re.search(rb"\s+" + re.escape(name.encode()) + rb"\s*=\s*(\"[^\"]*\"|'[^']*')", head)
    if found is not None:
        written = b"" if value is None else head[found.start() : found.start(1)] + f'"{escape(value)}"'.encode()
        return Edit(node.start + found.start(), node.start + found.end(), written)
    if value is None:
        raise ValueError(f"no property {name}")
    close = re.search(rb"\s*/?>\Z", head)
    assert close is not None
    place = node.start + close.start()
    return Edit(place, place, f' {name}="{escape(value)}"'.encode())


def retag(document: Document, node: Node, tag: str) -> Edit:
    """Give an element without children another name."""
    old = node.tag.encode()
    if document.source[node.start + 1 : node.start + 1 + len(old)] != old or node.end != node.head:
        raise ValueError("only an empty element can be renamed")
    return Edit(node.start + 1, node.start + 1 + len(old), tag.encode())


def indent(document: Document, node: Node) -> bytes:
    """The white space before an element on its line."""
    line = document.source.rfind(b"\n", 0, node.start) + 1
    before = document.source[line : node.start]
    return before if not before.strip() else b""


def remove(document: Document, node: Node) -> Edit:
    """Take an element away together with its line."""
    start = node.start - len(indent(document, node))
    if document.source[start - 1 : start] == b"\n":
        start -= 1
    return Edit(start, node.end, b"")


def after(document: Document, node: Node, xml: str) -> Edit:
    """Put an element after another."""
    return Edit(node.end, node.end, b"\n" + indent(document, node) + xml.encode())


def before(document: Document, node: Node, xml: str) -> Edit:
    """Put an element before another."""
    return Edit(node.start, node.start, xml.encode() + b"\n" + indent(document, node))


def swap(document: Document, one: Node, other: Node) -> list[Edit]:
    """Let two elements change places."""
    return [Edit(one.start, one.end, document.raw(other)), Edit(other.start, other.end, document.raw(one))]


def element(tag: str, attributes: dict[str, str]) -> str:
    """An empty element as XML."""
    return f"<{tag} " + " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items()) + " />"
