"""A solution has another strength than the text says, or a mixture another ratio."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..case import Case
from ..draft import Draft
from ..edit import Edit, apply, put
from ..quantity import tidy
from ..reagents import drying, named
from ..rename import renamed

_STRENGTH = re.compile(
    r"(?<![\w.])(?P<number>\d+(?:\.\d+)?)(?P<gap>\s*)(?P<unit>M|N|mM|mol/L|wt\s?%|vol\s?%|%)(?![A-Za-z])"
)
_RATIO = re.compile(r"(?<![\d.])(?P<one>\d{1,3})\s?(?P<colon>[:/])\s?(?P<other>\d{1,3})(?![\d.])")
_WORD = re.compile(r"\b(?:saturated|satd\.?|sat\.|concentrated|conc\.?)(?=\s)", re.IGNORECASE)
_MOLAR = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12)
_PERCENT = (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90)


def _bare(unit: str) -> str:
    """A unit without weight or volume before the percent sign."""
    return unit.replace("wt", "").replace("vol", "").strip()


def _in_text(case: Case, number: float, unit: str) -> bool:
    """Whether the text has a strength."""
    return any(
        _bare(found["unit"]) == _bare(unit) and abs(float(found["number"]) - number) < 1e-9
        for found in _STRENGTH.finditer(case.text)
    )


def _others(number: float, unit: str) -> list[float]:
    """Other strengths that a bottle can have, at least twice or at most half as strong."""
    usual, most = (_PERCENT, 4) if "%" in unit else (_MOLAR, 5)
    return [one for one in usual if 2 <= max(one, number) / min(one, number) <= most]


def _strengths(case: Case, name: str, rng: Random) -> Iterator[tuple[str, str, str]]:
    """Other forms of a text that holds a strength, with the old and the new one."""
    for found in _STRENGTH.finditer(name):
        number, unit = float(found["number"]), found["unit"]
        if not _in_text(case, number, unit) or ("%" in unit and number > 90) or number == 0:
            continue
        others = [one for one in _others(number, unit) if not _in_text(case, one, unit)]
        for other in rng.sample(others, min(2, len(others))):
            value = f"{tidy(other)}{found['gap']}{unit}"
            yield name[: found.start()] + value + name[found.end() :], found.group(), value


def _ratios(case: Case, name: str) -> Iterator[tuple[str, str, str]]:
    """A mixture whose parts are the other way round."""
    for found in _RATIO.finditer(name):
        one, other = int(found["one"]), int(found["other"])
        shape = rf"(?<![\d.]){one}\s?[:/]\s?{other}(?![\d.])"
        back = rf"(?<![\d.]){other}\s?[:/]\s?{one}(?![\d.])"
        ratio = max(one, other) / max(min(one, other), 1)
        if ratio < 1.9 or not re.search(shape, case.text) or re.search(back, case.text):
            continue
        value = f"{other}{found['colon']}{one}"
        yield name[: found.start()] + value + name[found.end() :], found.group(), value


def _words(case: Case, name: str, rng: Random) -> Iterator[tuple[str, str, str]]:
    """A saturated or concentrated solution that becomes a thin one."""
    found = _WORD.search(name)
    if found is None or not any(
        found.group()[:3].lower() in one.text.lower() and named(name, one.text) for one in case.sentences
    ):
        return
    value = rng.choice(("0.1 M", "0.5 M") if found.group()[:3].lower() == "con" else ("0.05 M", "1 %"))
    yield name[: found.start()] + value + name[found.end() :], found.group(), value


def _retold(case: Case, name: str, old: str, value: str) -> list[Edit]:
    """The comments of the reagent and its steps that would tell the old strength."""
    nodes = [case.reagents[name], *(step.node for step in case.steps if name in step.reagents)]
    told = [(node, comment) for node in nodes if old in (comment := node.get("comment") or "")]
    return [put(case.document, node, "comment", comment.replace(old, value)) for node, comment in told]


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Strengths in the names of reagents and in the property `concentration`; ratios in names."""
    for name, node in case.reagents.items():
        if not any(name in step.reagents for step in case.steps) or drying(name):
            continue
        for new, old, value in [*_strengths(case, name, rng), *_ratios(case, name), *_words(case, name, rng)]:
            if new in case.reagents:
                continue
            edits = renamed(case, name, new, False) + _retold(case, name, old, value)
            what = f"The reagent {name} has {value} instead of {old}."
            yield Draft(name, what, apply(case.document, edits))
        for new, old, value in _strengths(case, node.get("concentration") or "", rng):
            what = f"The concentration of {name} is {value} instead of {old}."
            edits = [put(case.document, node, "concentration", new), *_retold(case, name, old, value)]
            yield Draft(name, what, apply(case.document, edits))
