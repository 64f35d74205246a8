"""Steps in another vessel than the one that the text names beside what they put in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.checks.places import COMMON
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late

_HINT = "use the vessel that the text names"
_TURN_ROUND = "name it as `to_vessel`, and the vessel with the mixture as `from_vessel`"
_PUTS = frozenset(("add", "dissolve", "transfer", "clean", "wash"))
_OPENS_WITH = frozenset(("add", "dissolve", "clean"))
"""Actions whose vessel may open a sentence: `Tank A: 5 g of salt`, `Rinse the bottle with`."""
_SOON = 3
"""How many steps later a separation may bring it into the named vessel."""
_ANOTHER_ACTION = late(r"\b(?:and|then|after|with|filter|strain|pour\w*|which)\b", re.IGNORECASE)
_OPENING = late(
    r"\W*(?:\d+[.)]\s)?(?:(?:now|then|first),?\s)?(?:(?:in|into|to|fill|charge|(?P<cleans>rinse|wash|clean|flush))\s)?(?:the\s|an?\s)?",
    re.IGNORECASE,
)
_ELSEWHERE = late(r"\b(?:into|to|in|from)\s(?:the|an?)\b", re.IGNORECASE)


def check_named_vessels(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report what goes elsewhere than into the vessel named right behind it, or alone at the start of its sentence."""
    yield from _taken_out(evidence)
    names = _names(evidence)
    if not names:
        return
    one_of = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    named = re.compile(rf"\b(?:{one_of})\b(?!\s(?:bath|solution|water))", re.IGNORECASE)
    behind = re.compile(
        rf"(?P<way>[^.;,:\n()]{{0,45}}?)\s(?:into|in|to|onto|over)\s(?:the\s|an?\s|another\s)?(?P<vessel>{one_of})\b"
        r"(?!\s(?:bath|and\b|of\b|solution|water))",
        re.IGNORECASE,
    )
    for one in evidence.placed:
        if not (one.sure and one.places) or one.step.action not in _PUTS:
            continue
        match = behind.match(evidence.text.text, max(end for _, end in one.places))
        found = None
        elsewhere = match is not None and one.step.action == "add" and " from " in match["way"]
        if match is not None and not elsewhere and not _ANOTHER_ACTION.search(match["way"]):
            found = match.span("vessel")
        elif one.step.action in _OPENS_WITH:
            found = _opening(evidence, one, named)
        vessel = "" if found is None else names[evidence.text.text[slice(*found)].lower()]
        soon = evidence.steps[one.step.number : one.step.number + _SOON]
        parted = (step for step in soon if step.action == "extract")
        arrives = any(vessel in step.vessels and one.step.vessels & step.vessels for step in parted)
        if found is not None and vessel not in one.step.vessels and not arrives:
            words, quoted = evidence.text.text[slice(*found)], evidence.quoted(*found)
            yield rules.lost_condition(one.step.span, words, quoted[0], _HINT, False, quoted[1], sure=True)


def _taken_out(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report transfers out of the vessel that the text pours into: `The mixture was poured into the beaker`."""
    for one in evidence.placed:
        step = one.step
        if step.action != "transfer" or not (step.out_of and step.into):
            continue
        low, high = _stretch(evidence, one)
        near = (other for other in evidence.placed if other is not one and step.out_of[0] in other.step.into)
        if any(low <= other.start < high if other.start is not None else _is_next(other, one) for other in near):
            continue
        words = _name(step.out_of[0])
        into = re.compile(
            rf"\b(?:in|on)?to\s(?:the\s|an?\s|another\s)?(?:\S+\s){{0,2}}?{words}\b(?!\s\d)", re.IGNORECASE
        )
        others = re.compile(rf"\bfrom\s(?:the\s)?(?:\S+\s){{0,2}}?{words}\b|\b{_name(step.into[0])}\b", re.IGNORECASE)
        match = into.search(evidence.text.text, low, high)
        if match is not None and not others.search(evidence.text.text, low, high):
            quoted = evidence.quoted(*match.span())
            yield rules.lost_condition(step.span, match.group(), quoted[0], _TURN_ROUND, False, quoted[1], sure=True)


def _stretch(evidence: Evidence, one: Placed) -> tuple[int, int]:
    """Return the sentence of a step, or what is between the places of those around it."""
    start = one.start if one.start is not None else one.cue.start if one.cue is not None else None
    if start is not None:
        return evidence.facts.bounds_around(start, start)
    before = (other.start for other in evidence.placed[: one.step.number - 1] if other.start is not None)
    low = max(before, default=0)
    behind = (other.start for other in evidence.placed[one.step.number :] if other.start is not None)
    return low, min((start for start in behind if start > low), default=len(evidence.text.text))


def _is_next(other: Placed, one: Placed) -> bool:
    return abs(other.step.number - one.step.number) == 1


def _name(vessel: str) -> str:
    """Return the pattern of a vessel's name, however its words are joined: `three_neck_flask`, `three-neck flask`."""
    return r"[\s_-]".join(map(re.escape, re.split(r"[\s_-]+", vessel)))


def _names(evidence: Evidence) -> dict[str, str]:
    """Return the vessels of a program by their names in lower case, and by last words that tell them apart."""
    vessels = {vessel for step in evidence.steps for vessel in step.vessels if vessel.lower() not in COMMON}
    found = {vessel.lower(): vessel for vessel in vessels}
    for vessel in vessels:
        last = vessel.lower().split()[-1]
        if last not in COMMON and sum(other.lower().split()[-1] == last for other in vessels) == 1 and len(last) > 2:
            found.setdefault(last, vessel)
    return found


def _opening(evidence: Evidence, one: Placed, named: re.Pattern[str]) -> tuple[int, int] | None:
    """Return where a sentence opens with a vessel, if it names no other before the place of a step."""
    text, start = evidence.text.text, one.places[0][0]
    low, high = evidence.facts.bounds_around(start, start)
    if one.places[-1][1] > high:
        return None
    mentions = [match.span() for match in named.finditer(text, low, start)]
    opening = _OPENING.match(text, low)
    if len(mentions) != 1 or opening is None or opening.end() != mentions[0][0]:
        return None
    if (opening["cleans"] is not None) != (one.step.action == "clean"):
        return None
    return None if _ELSEWHERE.search(text, mentions[0][1], start) else mentions[0]
