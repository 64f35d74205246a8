"""Vessels and reagents are declared in another order, or the root is written otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import Edit, apply

from ..draft import Draft


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Another order of the declarations; Synthesis with or without XDL around it."""
    for tag in ("Hardware", "Reagents"):
        section = case.document.first(tag)
        if section is None or len(section.children) < 2:
            continue
        shuffled = list(section.children)
        rng.shuffle(shuffled)
        pairs = zip(section.children, shuffled, strict=True)
        edits = [Edit(place.start, place.end, case.document.raw(node)) for place, node in pairs]
        yield Draft(apply(case.document, edits), f"{tag} are declared in another order.")
    if case.document.root.tag == "Synthesis":
        root = case.document.root
        wrapped = b"<XDL>\n" + case.document.raw(root) + b"\n</XDL>"
        yield Draft(apply(case.document, [Edit(root.start, root.end, wrapped)]), "XDL is written around Synthesis.")
    elif case.document.root.tag == "XDL" and len(case.document.root.children) == 1:
        root = case.document.root
        inner = case.document.raw(root.children[0])
        yield Draft(apply(case.document, [Edit(root.start, root.end, inner)]), "XDL around Synthesis is left out.")
    if not re.match(r"\s*<\?xml", case.program):
        yield Draft('<?xml version="1.0" encoding="UTF-8"?>\n' + case.program.lstrip(), "An XML declaration is added.")
