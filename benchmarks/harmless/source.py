"""Pieces of XDL source for rewritings."""

from __future__ import annotations

from benchmarks.faults.document import Document, Node
from benchmarks.faults.edit import Edit, element, indent
from benchmarks.faults.mentions import mentions


def replace(document: Document, node: Node, elements: list[str]) -> Edit:
    """Put other elements in the place of one, each on its line."""
    gap = "\n" + indent(document, node).decode()
    return Edit(node.start, node.end, gap.join(elements).encode())


def made(tag: str, attributes: dict[str, str | None]) -> str:
    """An empty element; properties that are None are left out."""
    return element(tag, {name: value for name, value in attributes.items() if value is not None})


def timeless(comment: str | None) -> str | None:
    """A comment where it tells no time, which would no longer be true of a part of a step."""
    if comment is None or "night" in comment or any(one.dimension == "time" for one in mentions(comment)):
        return None
    return comment
