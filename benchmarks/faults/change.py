"""Give a property another value, and let the step's comment not tell the old one."""

from __future__ import annotations

import re

from .case import Case
from .edit import Edit, put
from .mentions import mentions
from .quantity import Quantity
from .steps import Step

_TELLTALE = {
    "time": re.compile(r"overnight|over night|weekend|hour|minute", re.IGNORECASE),
    "temperature": re.compile(
        r"reflux|room temp|ambient|\bice\b|\bbath\b|\bRT\b|r\.t\.|\bcool|\bwarm|\bheat|\bchill|\bhot\b|\bcold\b|boil",
        re.IGNORECASE,
    ),
}


def recomment(case: Case, step: Step, old: Quantity, new: str) -> list[Edit] | None:
    """What the comment needs so that it does not tell the old value; None where that cannot be done cleanly."""
    comment = step.comment
    if not comment:
        return []
    told = [one for one in mentions(comment) if one.dimension == old.dimension and not one.vague]
    for one in reversed([one for one in told if one.covers(old.base)]):
        start = re.search(r"[-−–]?\Z", comment[: one.start])
        place = start.start() if start and old.base < 0 else one.start
        comment = comment[:place] + new + comment[one.end :]
    shape = _TELLTALE.get(old.dimension)
    if shape is not None and shape.search(comment):
        if len(comment) > 45:
            return None
        return [put(case.document, step.node, "comment", None)]
    return [put(case.document, step.node, "comment", comment)] if comment != step.comment else []


def requantify(case: Case, step: Step, new: dict[str, Quantity]) -> list[Edit] | None:
    """The changes that give some quantities of a step new values; None where the comment would tell."""
    edits: list[Edit] = []
    comments: list[Edit] = []
    for name, quantity in new.items():
        old = case.quantity(step, name)
        if old is None:
            return None
        retold = recomment(case, step, old, str(quantity))
        if retold is None:
            return None
        comments = retold or comments
        edits.append(put(case.document, step.node, name, str(quantity)))
    return edits + comments
