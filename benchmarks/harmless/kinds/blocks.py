"""Steps are wrapped in Prep, Reaction and Workup blocks, or taken out of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.document import Document, Node
from benchmarks.faults.edit import Edit, apply, indent
from benchmarks.faults.properties import BLOCKS

from ..draft import Draft

_REACTION = ("HeatChill", "HeatChillToTemp", "StartHeatChill", "Stir", "Wait", "Irradiate")
_WORKUP = ("Separate", "Filter", "FilterThrough", "Evaporate", "Precipitate", "Crystallize", "WashSolid", "Dry")


def _wrapped(document: Document, nodes: tuple[Node, ...], name: str) -> Edit:
    """A block around neighbouring steps."""
    gap = b"\n" + indent(document, nodes[0])
    body = document.source[nodes[0].start : nodes[-1].end].replace(b"\n", b"\n  ")
    xml = b"<" + name.encode() + b">" + gap + b"  " + body + gap + b"</" + name.encode() + b">"
    return Edit(nodes[0].start, nodes[-1].end, xml)


def _cuts(nodes: tuple[Node, ...]) -> tuple[int, int]:
    """Where the reaction and where the workup begin."""
    first = next((place for place, node in enumerate(nodes) if node.tag in _REACTION), 0)
    last = max((place for place, node in enumerate(nodes) if node.tag in _REACTION[:1] + _REACTION[3:]), default=first)
    work = next((place for place, node in enumerate(nodes) if node.tag in _WORKUP and place > first), len(nodes))
    return first, work if work > first else min(last + 1, len(nodes))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Put a plain procedure into blocks; take a procedure out of its blocks."""
    del rng
    procedure = case.document.first("Procedure")
    if procedure is None:
        return
    nodes = procedure.children
    if any(node.tag in BLOCKS for node in nodes):
        edits: list[Edit] = []
        for node in nodes:
            if node.tag in BLOCKS and node.children:
                inner = case.document.source[node.children[0].start : node.children[-1].end]
                edits.append(Edit(node.start, node.end, inner))
        yield Draft(apply(case.document, edits), "The steps are taken out of their blocks.")
        return
    first, work = _cuts(nodes)
    parts = [("Prep", nodes[:first]), ("Reaction", nodes[first:work]), ("Workup", nodes[work:])]
    edits = [_wrapped(case.document, part, name) for name, part in parts if part]
    yield Draft(apply(case.document, edits), "The steps are wrapped in Prep, Reaction and Workup.")
    yield Draft(
        apply(case.document, [_wrapped(case.document, nodes, "Reaction")]), "All steps are wrapped in Reaction."
    )
