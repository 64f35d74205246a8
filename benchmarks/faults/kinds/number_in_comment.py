"""A number that the text instructs is only told in the step's comment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import amounts, temperature, time, weighty
from ..case import Case
from ..draft import Draft
from ..edit import Edit, apply, put, retag
from ..properties import MANDATORY
from ..quantity import Quantity
from ..steps import Step


def _note(case: Case, step: Step, told: str, number: str) -> list[Edit]:
    """The comment with the number in it, if it has not got it yet."""
    old = step.comment
    if number in old:
        return []
    return [put(case.document, step.node, "comment", f"{old}; {told}" if old else told)]


def _moved(case: Case, step: Step, names: list[str], told: str, number: str) -> Draft:
    """The fault in which some properties have become a comment."""
    edits = [put(case.document, step.node, name, None) for name in names] + _note(case, step, told, number)
    gone = " and ".join(f'{name}="{step.get(name)}"' for name in names)
    return Draft(
        f"{step.number}",
        f"In {step}, {gone} {'stands' if len(names) == 1 else 'stand'} only in the comment.",
        apply(case.document, edits),
    )


def _optional(case: Case, step: Step) -> Iterator[Draft]:
    """Amounts, times and temperatures that a step may leave out."""
    fixed = MANDATORY.get(step.tag, ())
    given = {name: held for name, (held, _) in amounts(case, step).items() if name not in fixed}
    stated = [name for name in ("volume", "mass", "amount", "mol") if step.get(name) is not None]
    if given and (not stated or set(stated) <= set(given)):
        told = ", ".join(str(one) for one in given.values())
        yield _moved(case, step, list(given), told, str(next(iter(given.values()))))
    for name, word, find_in_text in (
        ("time", "over ", time), ("temp", "at ", temperature), ("ramp_temp", "to ", temperature),
    ):  # fmt: skip
        found = find_in_text(case, step, name) if name not in fixed and step.get(name) else None
        if found is not None and not found[1].vague:
            lasting = name == "time" and step.tag in ("Dry", "Evaporate", "Dissolve", "Filter")
            yield _moved(case, step, [name], f"{'for ' if lasting else word}{found[0]}", str(found[0]))


def _repeats(case: Case, step: Step) -> Iterator[Draft]:
    """A number of repeats that the text gives as "3 x"."""
    text = step.get("repeats") or ""
    if text.isdigit() and int(text) > 1 and any(one.times == int(text) for one in case.mentions):
        yield _moved(case, step, ["repeats"], f"{text} times", f"{text} times")


def _untimed(case: Case, step: Step) -> Iterator[Draft]:
    """A timed stirring or heating that becomes one without a time."""
    found: tuple[Quantity, object] | None = time(case, step, "time")
    tag = {"Stir": "StartStir", "HeatChill": "HeatChillToTemp"}.get(step.tag)
    if found is None or tag is None or not (weighty(case, step) or step.comment):
        return
    edits = [retag(case.document, step.node, tag), put(case.document, step.node, "time", None)]
    if step.get("continue_stirring") is not None:
        edits.append(put(case.document, step.node, "continue_stirring", None))
    edits += _note(case, step, f"for {found[0]}", str(found[0]))
    what = f"S{str(step)[1:]} has become {tag}, and its time of {found[0]} stands only in the comment."
    yield Draft(f"{step.number}", what, apply(case.document, edits))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every number of the text that a step can be written without."""
    del rng
    for step in case.steps:
        if case.guessed(step):
            continue
        yield from _optional(case, step)
        yield from _repeats(case, step)
        yield from _untimed(case, step)
