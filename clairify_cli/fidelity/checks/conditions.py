"""The manner of an action in the text: dropwise, in portions, until a condition holds, several times."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Cue
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.cues import kinds
from clairify_cli.files.patterns import late

_MANNER = pattern("manner")
_ADDS = frozenset(("add", "dissolve", "transfer", "precipitate"))
_SLOW = frozenset(("time", "add_time", "portions", "dispense_speed", "flow_rate", "addition_speed"))
"""Properties that make an addition slow."""
_NEXT_WORD = late(r"\s+(\w+)")
_ONTO = late(r"\s(?:in|on)?to\s")
"""What follows an addition whose reagent stands before it: `was reduced to 1 mL and added dropwise to ether`."""
_HEATED = late(r"\b(?:(?:bring|heat|warm|cool|raise)\s(?:it|(?:the\s)?\w+)|(?:reach|come\sto)\b[^;,]{0,30})\s\Z")
_NEAR = 60
_NUMBER = r"(\d+(?:\.\d+)?)"
_PH = late(rf"\bpH\b(?:[^;\d(]{{0,40}}|[^;]{{0,80}}?\b(?:to|at|was|is)\b\D{{1,12}}){_NUMBER}(?:\D{{1,4}}{_NUMBER})?")
_NOTED_PH = late(rf"\bpH\W*{_NUMBER}")


def _finding(evidence: Evidence, match: re.Match[str]) -> tuple[str, str, tuple[Related, ...]]:
    """Return the matched words, the words around them, and their place."""
    return evidence.facts.words.words_of(*match.span()), *evidence.quoted(*match.span())


def _instructed(evidence: Evidence, expression: re.Pattern[str]) -> Iterator[tuple[re.Match[str], list[Cue]]]:
    """Yield the matches of an expression within instructions, with the required cues of the sentence."""
    facts = evidence.facts
    for match in expression.finditer(evidence.text.text):
        if facts.words.sentences and not any(low <= match.start() < high for low, high, _ in facts.stretches):
            said = facts.cues_by_sentence.get(facts.sentence_at(match.start()), [])
            yield match, [cue for cue in said if cue.required or cue.words.lower() == "addition"]


def _told_at(evidence: Evidence, cue: Cue) -> list[Placed]:
    """Return the steps that a cue describes: those paired with it, and those with quantities in its clause."""
    low, high = evidence.facts.clause_of(cue)
    return [
        one
        for one in evidence.placed
        if (one.cue is not None and one.cue.number == cue.number) or any(low <= at < high for at, _ in one.places)
    ]


def _named_at(evidence: Evidence, cue: Cue) -> list[Placed]:
    """Return the additions of what a clause names: `X was added slowly. If so, 5 g may be enough`."""
    low, high = evidence.facts.clause_of(cue)
    return [
        one
        for one in evidence.placed
        if one.step.action in _ADDS
        for claim in one.step.reagents
        if any(low <= start < high for start, _ in evidence.facts.names.find(claim.written, claim.names))
    ]


def check_conditions(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report a pH that the text does not have, and additions that are only there dropwise, slowly or in portions."""
    yield from _other_ph(evidence)
    for match, cues in _instructed(evidence, _MANNER):
        cue = min(cues, key=lambda one: _apart(one, match), default=None)
        if cue is None or cue.kind not in ("add", "transfer", "dissolve") or _apart(cue, match) > 3 * _NEAR:
            continue
        if _HEATED.search(evidence.text.text, min(cue.end, match.start()), match.start()):
            continue  # `Stir in 25 mL of A, bring the mixture slowly to the boil`
        exact = match["drops"] is not None
        following = _NEXT_WORD.match(evidence.text.text, match.end())
        of_other = following is not None and kinds().forms.get(following[1].lower(), ("add",))[0] not in _ADDS
        if not exact and (_apart(cue, match) > _NEAR or of_other):  # `slowly evaporating`
            continue
        told = [one for one in _told_at(evidence, cue) if one.step.action in _ADDS]
        named = _named_at(evidence, cue)
        if any(is_slow(one) for one in (*told, *named)):
            continue
        moved = [one for one in told if one.step.action == "transfer"]
        before = told
        if _ONTO.match(evidence.text.text, max(match.end(), cue.end)):
            told = [one for one in told if not one.places or one.places[0][0] > cue.end] or told
        places = [place for one in told if one.step.action == "add" for place in one.places]
        onto = places and all(start > cue.end for start, _ in places)  # `was then added slowly to a solution of A`
        if not moved and (cue.kind == "transfer" or onto):  # another mixture is poured onto what these steps put there
            numbers = [one.step.number for one in told] or [0]
            into = {name for one in told for name in one.step.into}
            later = evidence.placed[min(numbers) : max(numbers) + 4]
            moved = [one for one in later if one.step.action == "transfer" and into & set(one.step.into)][:1]
        words = ("drop", "drip", "slow", "portion", "batch", "aliquot", "gradual", "care", "caut", "rate", "little")
        slow = any(is_slow(one) for one in (*told, *moved)) or (moved and _is_noted(told, words))
        told = moved or told  # a mixture prepared elsewhere is added when it is transferred
        loops = "portion" in match.group().lower() and any(
            one.step.rounds > 1 and one.step.into for one in evidence.placed
        )
        if not told or slow or loops or _is_in_parts(told):
            continue
        # A comment suffices: `Transfer` has no property for it, and `slowly` is not a number.
        if (moved or not exact) and _is_noted([*told, *before, *named], words):
            continue
        held = {name for one in told for name in one.step.into}
        after = evidence.placed[told[-1].step.number :][:4]
        if any(
            one.step.action == "transfer" and held & set(one.step.out_of) and _is_noted([one], words) for one in after
        ):
            continue  # `was diluted with A and added dropwise to B`
        one = moved[0] if moved else min(told, key=lambda one: _distance(one, match))
        yield rules.lost_manner(one.step.span, one.step.name, *_finding(evidence, match))


def _other_ph(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report a pH in a comment that is none of the text's."""
    said = [sorted(float(one or match[1]) for one in match.groups()) for match in _PH.finditer(evidence.text.text)]
    noted = ((step, match) for step in evidence.steps for note in step.notes for match in _NOTED_PH.finditer(note))
    for step, match in noted if said else ():
        if not any(low <= float(match[1]) <= high for low, high in said):
            yield rules.invented_quantity(step.span, match[0], "comment", step.name)


def is_slow(one: Placed) -> bool:
    """Whether a step adds something dropwise or in some time."""
    given = one.step.given
    return given.get("dropwise", "").lower() in ("true", "1") or any(given.get(name) for name in _SLOW)


def _is_in_parts(told: list[Placed]) -> bool:
    """Whether a reagent is added more than once, in a loop or in several steps."""
    names = [claim.written for one in told for claim in one.step.reagents]
    return any(one.step.rounds > 1 for one in told) or len(set(names)) < len(names)


def _is_noted(steps: list[Placed], words: tuple[str, ...]) -> bool:
    return any(word in note.lower() for one in steps for note in one.step.notes for word in words)


def _apart(cue: Cue, match: re.Match[str]) -> int:
    return cue.start - match.end() if cue.start >= match.end() else max(0, match.start() - cue.end)


def _distance(one: Placed, match: re.Match[str]) -> int:
    return min((abs(place[0] - match.start()) for place in one.places), default=1 << 20)
