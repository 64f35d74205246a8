"""Something is done more or less often than the text says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..anchor import amounts
from ..case import Case
from ..document import Node
from ..draft import Draft
from ..edit import Edit, apply, put
from ..steps import Step, repeats

_WORDS = {
    1: "once",
    2: "twice|two times|two portions|two more",
    3: "three times|thrice|three portions",
    4: "four times",
    5: "five times",
    6: "six times",
}
_OPEN = re.compile(
    r"\btimes|\btwice|\beach\b|\bseveral|\brepeat|\bportions|\bthorough|\bwell\b|\bagain\b|\bcycles", re.IGNORECASE
)


def _said(case: Case, count: int) -> bool:
    """Whether the text has a number of times."""
    if any(one.times == count for one in case.mentions):
        return True
    shape = rf"\b(?:{_WORDS.get(count, 'xxx')}|{count}\s?(?:times|x|×|cycles|portions))(?![A-Za-z])"
    return re.search(shape, case.text, re.IGNORECASE) is not None


def _others(count: int, least: int) -> list[int]:
    """Other numbers that are clearly wrong; never fewer where "repeat twice" may be two or three times in all."""
    more = {count + least, 2 * count + 1, 2 * count} if count <= 3 else {2 * count, 2 * count + 1}
    return sorted({1, *more} if least == 2 else {count + 3, 2 * count + 2})


def _recomment(case: Case, node: Node, count: int) -> list[Edit] | None:
    """Take a comment away that only tells the number; None where it tells it among other things."""
    comment = node.get("comment") or ""
    if re.search(rf"\b{count}\b|{_WORDS.get(count, 'xxx')}", comment, re.IGNORECASE) is None:
        return []
    return None if len(comment) > 60 else [put(case.document, node, "comment", None)]


def _written(case: Case, node: Node, name: str, rng: Random) -> Iterator[Draft]:
    """A number of times of two or more, which the text has."""
    text = node.get("repeats") or ""
    if not text.isdigit() or int(text) < 2 or not _said(case, int(text)):
        return
    count = int(text)
    if re.search(rf"\bat least {count}\b", case.text, re.IGNORECASE):
        return  # more is allowed, and fewer is said to be too few only by this number
    others = _others(count, 3 if node.tag == "Repeat" and "repeat" in case.text.lower() else 2)
    retold = _recomment(case, node, count)
    if retold is None:
        return
    for other in rng.sample(others, len(others)):
        edits = [put(case.document, node, "repeats", str(other)), *retold]
        what = f"In {name}, the number of repeats is {other} instead of {count}."
        yield Draft(f"{node.start}", what, apply(case.document, edits))


def _single(case: Case, step: Step, rng: Random) -> Iterator[Draft]:
    """A wash or extraction that the text gives once, with its volume."""
    if step.tag not in ("Separate", "WashSolid") or step.get("repeats") not in (None, "1"):
        return
    found = amounts(case, step).get("solvent_volume" if step.tag == "Separate" else "volume")
    if found is None or found[1].times != 1 or _OPEN.search(case.sentence(found[1])):
        return
    reagent = step.get("solvent") or ""
    if sum(1 for one in case.steps if one.get("solvent") == reagent and one.tag == step.tag) > 1:
        return
    for other in rng.sample((3, 4, 5), 2):
        edit = put(case.document, step.node, "repeats", str(other))
        what = f"In {step}, the number of repeats is {other} where the text has one portion of {found[1].text}."
        yield Draft(f"{step.node.start}", what, apply(case.document, [edit]))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Repeated steps, Repeat blocks, and single washes."""
    for step in case.steps:
        if not case.guessed(step):
            yield from _written(case, step.node, str(step), rng)
            yield from _single(case, step, rng)
    for node in repeats(case.document):
        yield from _written(case, node, "the Repeat block", rng)
