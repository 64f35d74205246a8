"""Give a reagent another name everywhere in a program."""

from __future__ import annotations

from .case import Case
from .edit import Edit, put
from .properties import REAGENTS
from .reagents import core, places

#: what is known of a compound and no longer true of another one
_KNOWN = ("inchi", "cas", "molecular_formula", "molecular_weight", "density", "comment", "smiles")


def _retold(comment: str, name: str, new: str) -> str:
    """A comment in which a reagent has its new name."""
    text, place = "", 0
    for start, end in sorted(places(name, comment), key=lambda span: (span[0], -span[1])):
        if start >= place:
            text += comment[place:start] + core(new)
            place = end
    return text + comment[place:]


def renamed(case: Case, name: str, new: str, other_compound: bool) -> list[Edit]:
    """The changes; for another compound, what is known of the old one goes, and comments that name it are reworded."""
    node = case.reagents[name]
    edits = [put(case.document, node, "name" if node.get("name") else "id", new)]
    if other_compound:
        edits += [put(case.document, node, one, None) for one in _KNOWN if node.get(one) is not None]
    for step in case.steps:
        edits += [put(case.document, step.node, prop, new) for prop in REAGENTS if step.get(prop) == name]
        comment = _retold(step.comment, name, new) if other_compound else step.comment
        if comment != step.comment:
            edits.append(put(case.document, step.node, "comment", comment))
    return edits
