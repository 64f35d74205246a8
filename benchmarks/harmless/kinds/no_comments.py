"""Comments are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import apply, put

from ..draft import Draft

#: comments that say what the properties cannot, and so are left standing
_INSTRUCTS = re.compile(
    r"\bonly\b|until|collect|prints|misprint|dryness|sublim|distil|gradient|alternativ|crop|stays|fresh|fraction|then|"
    r"afterwards|protect|absence|dropwise|portion|slowly|pour|magnet|seal|\bif\b|pH|fold|elut|"
    r"\bdark\b|exotherm|vacu",
    re.IGNORECASE,
)


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """The comments without numbers; all comments of steps; comments between the elements."""
    del rng
    nodes = [node for node in case.document.root.walk() if node.get("comment") is not None]
    nodes = [node for node in nodes if _INSTRUCTS.search(node.get("comment") or "") is None]
    bare = [node for node in nodes if not re.search(r"\d", node.get("comment") or "")]
    for chosen, what in (
        (bare, "Comments without numbers are left out."),
        (nodes, "All comments that only describe are left out."),
    ):
        if chosen:
            yield Draft(apply(case.document, [put(case.document, node, "comment", None) for node in chosen]), what)
    cleared = re.sub(r"[ \t]*<!--.*?-->[ \t]*\n?", "", case.program, flags=re.DOTALL)
    yield Draft(cleared, "The remarks between the elements are left out.")
