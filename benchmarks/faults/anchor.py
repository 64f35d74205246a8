"""Whether the text says what a property of the program says; only such properties are spoilt."""

from __future__ import annotations

import re

from .case import Case
from .mentions import Mention
from .properties import AMOUNTS, ENDINGS, REAGENT_OF, TEMPERATURES, TIMES
from .quantity import Quantity
from .reagents import drying, named, places
from .steps import Step

_BOUND = re.compile(
    r"(?:\bbelow|\bunder|\bless than|\bexceed\w*|<|≤|\bup to|\babove|>|≥|\bat least|\bmore than|\bminimum(?: of)?|"
    r"\bmax\w*(?: of)?|\blower than|\bhigher than)\s*(?:about |ca\.? |approximately )?[-–−]?\s*\Z",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\brepeat|\beach\b|\btwice\b|\bagain\b", re.IGNORECASE)


def exact(case: Case, mention: Mention) -> bool:
    """Whether the text gives a value and not only a bound, which other values can keep too."""
    return _BOUND.search(case.text[max(0, mention.start - 40) : mention.start]) is None


def reagent_of(step: Step, name: str) -> str | None:
    """The reagent that an amount of a step belongs to."""
    return next((value for one in REAGENT_OF.get(name, ()) if (value := step.get(one))), None)


def amount(case: Case, step: Step, name: str) -> tuple[Quantity, Mention] | None:
    """An amount that the text gives in the same sentence as its reagent, with the mention."""
    held = case.quantity(step, name)
    if name not in AMOUNTS or held is None or step.tag in ENDINGS or case.guessed(step):
        return None
    if held.dimension not in ("volume", "mass", "moles", "equivalents"):
        return None
    reagent = reagent_of(step, name)
    if reagent is not None and drying(reagent):
        return None
    found = [one for one in case.matching(held.dimension, held.base) if exact(case, one)]
    if reagent is None:
        return (held, found[0]) if found and case.uses(held.dimension, held.base) <= len(found) else None
    where = [(start + end) / 2 for start, end in places(reagent, case.text)]
    found = [one for one in found if named(reagent, case.sentence(one))]
    found.sort(key=lambda one: min(abs(place - one.start) for place in where))
    return (held, found[0]) if found else None


def amounts(case: Case, step: Step) -> dict[str, tuple[Quantity, Mention]]:
    """All amounts of a step that the text gives."""
    return {name: found for name in AMOUNTS if (found := amount(case, step, name)) is not None}


def time(case: Case, step: Step, name: str) -> tuple[Quantity, Mention] | None:
    """A time that the text gives as a number, no less often than the program uses it."""
    held = case.quantity(step, name)
    if name not in TIMES or held is None or held.dimension != "time" or step.tag in ENDINGS or case.guessed(step):
        return None
    found = [one for one in case.matching("time", held.base) if exact(case, one)]
    if not found or (case.uses("time", held.base) > len(found) and not _AGAIN.search(case.text)):
        return None
    return held, found[0]


def weighty(case: Case, step: Step) -> bool:
    """Whether the time of a step matters: no minute among hours, and no mere "over a period of" of a change of heat."""
    found = time(case, step, "time")
    if found is None:
        return overnight(case, step) is not None
    held, mention = found
    long = [one for other in case.steps if (one := case.quantity(other, "time")) and one.base >= 3600]
    before = case.text[max(0, mention.start - 24) : mention.start]
    ramp = re.search(r"\bover\b", before) or re.search(r"\btakes?\b|period|slow|\bramp", step.comment)
    return not (held.base < 300 and long) and not (step.tag in ("Stir", "Wait") and ramp)


def overnight(case: Case, step: Step) -> Mention | None:
    """The text's "overnight" where it can only mean the time of this step."""
    said = [one for one in case.mentions if one.dimension == "time" and one.vague]
    long = [one for one in case.steps if (held := case.quantity(one, "time")) and 6 * 3600 <= held.base <= 24 * 3600]
    long = [one for one in long if time(case, one, "time") is None]
    if len(said) == 1 and "night" in said[0].text.lower() and long == [step]:
        return said[0]
    return None


def temperature(case: Case, step: Step, name: str) -> tuple[Quantity, Mention] | None:
    """A temperature that the text gives, as a number or as room temperature or ice."""
    held = case.quantity(step, name)
    if name not in TEMPERATURES or held is None or held.dimension != "temperature" or case.guessed(step):
        return None
    found = [one for one in case.mentions if one.dimension == "temperature" and one.covers(held.base)]
    if any(not exact(case, one) for one in found):
        return None
    found.sort(key=lambda one: one.vague)
    return (held, found[0]) if found else None


def reflux(case: Case, step: Step) -> Quantity | None:
    """The temperature of a step that the comment and the text call reflux."""
    held = case.quantity(step, "temp")
    if held is None or "reflux" not in step.comment.lower() or not re.search("reflux|boil", case.text, re.IGNORECASE):
        return None
    return held if held.base >= 60 else None
