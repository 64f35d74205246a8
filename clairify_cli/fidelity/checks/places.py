"""Where the words of a text put things: numbered vessels, one of several, a route, one thing into another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.checks.shares import Said
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims

COMMON = frozenset(("flask", "vessel", "reactor", "funnel", "container", "tube", "cylinder", "column"))
"""Names that programs give to vessels of their own."""
_RANKS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "other": "2"}
_NUMBER = late(r"(.*?)[\s_-]*(\d+|(?<=[\s_-])[a-z])")
_ORDINAL = late(rf"({'|'.join(_RANKS)})[\s_-]+(.*)")
_WITH, _OPENS = (
    late(r"\s(?:(?:up\s)?with|at|in|gets|receives|\d[\d.]*\s?m?[gl]\sof)\b"),
    late(r"(?:\A|[,;:]|\band|\bthen)\s*\Z"),
)

Label = tuple[str, str]
"""The name of a vessel without its number, and the number or letter."""


def is_labelled(evidence: Evidence, said: Said) -> bool:
    """Whether the step told at `to tube 2`, `fill glass 2 with` has that vessel, if the program numbers them."""
    written = said.match["label"] or _RANKS[said.match["ordinal"].lower()]
    unplaced = {vessel for one in said.told if not one.places for vessel in one.step.into}
    if any(number == written.lower() for base, number in _numbered(unplaced) if base in _bases(evidence, written)):
        return True
    text, start, end = evidence.text.text, *said.match.span()
    if _OPENS.search(text[said.low : start]) or _WITH.match(text, end) is not None:
        places = [(place[0], number) for number, one in enumerate(said.told) for place in one.places if place[0] > end]
        stop, number = min(places, default=(0, 0))
        one = said.told[number] if places else None
    else:
        moved = (one for one in said.told if not one.places and one.step.action == "transfer")  # all that is left
        one = last_before(said, start) or next(moved, None)
        end, stop = (one.places[-1][1] if one is not None and one.places else said.low), start
    if one is None or said.operator.words.search(text, end, stop):
        return True
    bases = _bases(evidence, written)
    own = _numbered(one.step.into or one.step.vessels)
    return any(number == written.lower() for base, number in own if base in bases) or not any(
        base in bases for base, _ in own
    )


def _bases(evidence: Evidence, *labels: str) -> set[str]:
    """Return the names of vessels that the program has with each of some numbers, and with others."""
    known = _numbered(vessel for step in evidence.steps for vessel in step.vessels)
    found = {base for base, _ in known if sum(base == other for other, _ in known) > 1}
    return {base for base in found if all((base, label.lower()) in known for label in labels)}


def _numbered(vessels: Iterable[str]) -> set[Label]:
    """Return the names of vessels with their numbers or letters; 1 for one that has none."""
    found = set()
    for vessel in vessels:
        ordinal = _ORDINAL.fullmatch(vessel.lower())
        found.add(parted(vessel) if ordinal is None else (ordinal[2], _RANKS[ordinal[1]]))
    return found


def parted(vessel: str) -> Label:
    """Return a vessel's name without its number or letter, in lower case, and that; 1 if it has none."""
    match = _NUMBER.fullmatch(vessel.lower())
    return (match[1], match[2]) if match else (vessel.lower(), "1")


def is_routed(evidence: Evidence, said: Said) -> bool:
    """Whether something goes `from tube B to tube C`, or `in the same way to tube E` from the vessel before it."""
    target = said.match["target"]
    source = said.match["source"] or (str(int(target) - 1) if target.isdigit() else chr(ord(target) - 1))
    bases = _bases(evidence, target) if said.match["source"] is None else _bases(evidence, source, target)
    moves = [step for step in evidence.steps if step.action == "transfer"]
    chained = any(_is_chained(step, bases) for step in moves)
    for base in bases:
        into = [step for step in evidence.steps if (base, target.lower()) in _numbered(step.into)]
        if not any((base, source.lower()) in _numbered(step.out_of) for step in into) and (
            chained or said.match["source"] or not into
        ):
            return False
    return bool(bases) or said.match["source"] is not None or not _numbers(evidence)


def _is_chained(step: StepClaims, bases: set[str]) -> bool:
    return bool(bases & {base for base, _ in _numbered(step.into)} & {base for base, _ in _numbered(step.out_of)})


def _numbers(evidence: Evidence) -> bool:
    """Whether the program numbers its vessels."""
    return any(_NUMBER.fullmatch(vessel.lower()) for step in evidence.steps for vessel in step.vessels)


def last_before(said: Said, at: int) -> Placed | None:
    """Return the step of the sentence that is told last before a place."""
    before = (one for one in said.told if one.places and one.places[-1][1] <= at)
    return max(before, key=lambda one: one.places[-1], default=None)


_HINT = "use the vessel that the text names"
_PUTS = frozenset(("add", "dissolve", "transfer", "clean", "wash"))
_OPENS_WITH = frozenset(("add", "dissolve", "clean"))
"""Actions whose vessel may open a sentence: `Tank A: 5 g of salt`, `Rinse the bottle with`."""
_SOON = 3
"""How many steps later a separation may bring it into the named vessel."""
_ANOTHER_ACTION = pattern("named vessels another action")
_OPENING = pattern("named vessels opening")
_SOLUTION = late(r"\b(?:solution|suspension|slurry|mixture) of\b", re.IGNORECASE)
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
        low, _ = evidence.facts.bounds_around(*one.places[0])
        dissolved = _SOLUTION.search(evidence.text.text, low, one.places[0][0]) is not None
        parted = (step for step in soon if step.action in ("extract", "purify", *["transfer"] * dissolved))
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
