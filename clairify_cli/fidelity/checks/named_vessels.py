"""Steps in another vessel than the one that the text names beside what they put in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.checks.places import COMMON
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules

_HINT = "use the vessel that the text names"
_PUTS = frozenset(("add", "dissolve", "transfer", "clean", "wash"))
_OPENS_WITH = frozenset(("add", "dissolve", "clean"))
"""Actions whose vessel may open a sentence: `Tank A: 5 g of salt`, `Rinse the bottle with`."""
_SOON = 3
"""How many steps later a separation may bring it into the named vessel."""
_ANOTHER_ACTION = pattern("named vessels another action")
_OPENING = pattern("named vessels opening")
_ELSEWHERE = pattern("named vessels elsewhere")


def check_named_vessels(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report what goes elsewhere than into the vessel named right behind it, or alone at the start of its sentence."""
    names = _names(evidence)
    if not names:
        return
    one_of = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    named = re.compile(rf"\b(?:{one_of})\b(?!\s(?:bath|solution|water))", re.IGNORECASE)
    behind = re.compile(
        rf"(?P<way>[^.;,:\n()]{{0,45}}?)\s(?:into|in|to|onto|over)\s(?:the\s|an?\s)?(?P<vessel>{one_of})\b"
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
