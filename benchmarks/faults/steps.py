"""The steps of a program in the order in which they are carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .document import Document, Node
from .properties import BLOCKS, LOOPS, REAGENTS, VESSELS


@dataclass(frozen=True)
class Step:
    """One step without children, its number in the program and what it stands in."""

    number: int
    node: Node
    parent: Node

    @property
    def tag(self) -> str:
        """The name of the step."""
        return self.node.tag

    def get(self, name: str) -> str | None:
        """The value of a property, or None."""
        return self.node.get(name)

    @property
    def comment(self) -> str:
        """The comment, or an empty text."""
        return self.node.get("comment") or ""

    @property
    def vessels(self) -> frozenset[str]:
        """All vessels that the step has to do with."""
        return frozenset(value for name in VESSELS if (value := self.get(name)))

    @property
    def reagents(self) -> tuple[str, ...]:
        """All reagents that the step has to do with."""
        return tuple(value for name in REAGENTS if (value := self.get(name)))

    def __str__(self) -> str:
        """How the sentence about a fault names the step."""
        return f"step {self.number} ({self.tag})"


def _leaves(node: Node) -> Iterator[tuple[Node, Node]]:
    """The steps below an element, each with its parent."""
    for child in node.children:
        if child.tag in BLOCKS or child.tag in LOOPS:
            yield from _leaves(child)
        else:
            yield child, node


def steps(document: Document) -> tuple[Step, ...]:
    """The steps of the procedure; only the first one where a file has several."""
    procedure = document.first("Procedure")
    if procedure is None:
        return ()
    return tuple(Step(number, node, parent) for number, (node, parent) in enumerate(_leaves(procedure), 1))


def repeats(document: Document) -> tuple[Node, ...]:
    """The Repeat elements of the procedure."""
    procedure = document.first("Procedure")
    return () if procedure is None else tuple(node for node in procedure.walk() if node.tag == "Repeat")
