"""Where the words of a text put things: numbered vessels, one of several, a route, one thing into another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.checks.shares import Said
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.text.names import GENERIC, QUALIFIERS
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind, StepClaims

_PARTS = frozenset(("transfer", "add", "filter", "extract", "purify"))
_PUTS = frozenset(("add", "dissolve", "transfer"))
COMMON = frozenset(("flask", "vessel", "reactor", "funnel", "container", "tube", "cylinder", "column"))
"""Names that programs give to vessels of their own."""
_RANKS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "other": "2"}
_NUMBER = late(r"(.*?)[\s_-]*(\d+|(?<=[\s_-])[a-z])")
_ORDINAL = late(rf"({'|'.join(_RANKS)})[\s_-]+(.*)")
_LISTED, _JOINED = late(r"\b(?:\d+|[A-Z])\b", re.IGNORECASE), late(r"\b(?:and|or)\b|,")
_WORD = late(r"[a-z][\w-]{3,}")
_WITH, _OPENS = late(r"\s(?:(?:up\s)?with|at|in)\b"), late(r"(?:\A|[,;:]|\band|\bthen)\s*\Z")
_FAR = 60
"""Characters between the name of a thing and the words for where it goes."""
_MOVED_ON = late(r"[,;]|\b(?:residue|filtrate|mixture|solid|crystals|product|it|them|this|and)\b", re.IGNORECASE)

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
        match, ordinal = _NUMBER.fullmatch(vessel.lower()), _ORDINAL.fullmatch(vessel.lower())
        if ordinal is not None:
            found.add((ordinal[2], _RANKS[ordinal[1]]))
        else:
            found.add((match[1], match[2]) if match else (vessel.lower(), "1"))
    return found


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


def is_new_vessel(evidence: Evidence, said: Said) -> bool:
    """Whether a step, or the separation before it, brings something into a vessel that no step before used."""
    first = min((one.step.number for one in said.told), default=1)
    parted = [one for one in evidence.placed[max(0, first - 2) : first - 1] if one.step.action == "extract"]
    for one in (*parted, *said.told):
        known = {vessel for step in evidence.steps[: one.step.number - 1] for vessel in step.vessels}
        if one.step.action in _PARTS and (len(one.step.vessels) > 1 or one.step.vessels - known):
            return True
    return False


def is_into(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence has the vessel that the text names, if the program calls one by that name."""
    noun = said.match["vessel"].lower().split()[-1]
    noun = noun.removesuffix("s") if not noun.endswith("ss") else noun
    if noun in COMMON:
        return True
    alike = {vessel for step in evidence.steps for vessel in step.vessels if noun in vessel.lower()}
    told = [one for one in said.told if one.places]
    return not alike or not told or any(alike & one.step.vessels for one in said.told)


def listed(words: str) -> list[str]:
    """Return the numbers or letters of a list or range: 1, 2, 3 for `1, 2 and 3`, A, B, C for `A to C`."""
    found = _LISTED.findall(words.upper())
    if _JOINED.search(words) or len(found) < 2:
        return found
    if found[0].isdigit():
        return [str(one) for one in range(int(found[0]), int(found[-1]) + 1)]
    return [chr(one) for one in range(ord(found[0]), ord(found[-1]) + 1)]


def has_several(evidence: Evidence, said: Said) -> bool:
    """Whether as many vessels as the text names get the same: `flasks 1, 2 and 3`, `one … the other`."""
    numbers = said.match.groupdict().get("numbers")
    labels = listed(numbers) if numbers else []
    one = last_before(said, said.match.start())
    bases = _bases(evidence, *labels) if labels else set()
    # Of those told here, or each where its vessel is filled and all of them once more here.
    alike = [step for step in evidence.steps for other in said.told if step.name == other.step.name]
    known = _numbered(vessel for step in alike if not _reagents(step) for vessel in step.vessels)
    if one is not None and bases and one.step.into:
        known |= _numbered(vessel for step in evidence.steps if _does(step) == _does(one.step) for vessel in step.into)
    if any(all((base, label.lower()) in known for label in labels) for base in bases):
        return True
    if one is not None and bases and one.step.into:
        return False
    wanted = len(labels) or 2
    vessels = {vessel for one in said.told for vessel in one.step.into or one.step.vessels}
    return len(vessels) >= wanted or any(one.step.rounds >= wanted for one in said.told)


def _does(step: StepClaims) -> tuple[str, frozenset[str]]:
    return step.action, _reagents(step)


def has_others(evidence: Evidence, said: Said) -> bool:
    """Whether what goes into `the others` or `the first three` goes into at least two, or that many, vessels."""
    one = last_before(said, said.match.start())
    if one is None:
        return True
    alike = [step for step in evidence.steps if _does(step) == _does(one.step)]
    wanted = count_of((said.match["many"] or "two").lower())
    return len({vessel for step in alike for vessel in step.into}) >= wanted or one.step.rounds >= wanted


def is_taken(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence takes something out of a vessel, or any does of the one that is named."""
    named = said.match.group().lower()
    if any(vessel.lower() in named for step in evidence.steps for vessel in step.out_of):
        return True
    return not said.told or any(one.step.out_of for one in said.told)


def is_fresh(evidence: Evidence, said: Said) -> bool:
    """Whether nothing told before is repeated in a loop, and so in the same vessel."""
    return all(one.step.rounds == 1 for one in evidence.steps_before(said.match.start()))


def is_turned(evidence: Evidence, said: Said) -> bool:
    """Whether two things are done in one order somewhere and in the other elsewhere."""
    orders = set()
    for reagents in _histories(evidence):
        orders |= {(one, other) for at, one in enumerate(reagents) for other in reagents[at + 1 :] if one != other}
    moves = {(step.out_of[0], step.into[0]) for step in evidence.steps if step.out_of and step.into}
    ends = {source for source, _ in moves} & {target for _, target in moves}
    return any((other, one) in orders for one, other in orders) or len(ends - {"separator"}) > 0


def _histories(evidence: Evidence) -> Iterator[list[str]]:
    """Yield, for each vessel, what is put into it in order."""
    found: dict[str, list[str]] = {}
    for step in evidence.steps:
        for vessel in step.into if step.action in _PUTS else ():
            found.setdefault(vessel, []).extend(sorted(_reagents(step)) or list(step.out_of))
    yield from found.values()


def is_guarded(evidence: Evidence, said: Said) -> bool:
    """Whether nothing is put onto what the text forbids: `never the water onto the plaster`."""
    wrong, onto = said.match["wrong"].lower(), said.match["onto"].lower()
    for names in _histories(evidence):
        first = next((at for at, name in enumerate(names) if onto in name.lower()), len(names))
        if any(wrong in name.lower() for name in names[first + 1 :]):
            return False
    return True


def are_stacked(evidence: Evidence, said: Said) -> bool:
    """Whether liquids that lie on one another are poured in the text's order."""
    last: dict[str, int] = {}
    for one in evidence.placed:
        if one.step.action != "add" or not one.places or one not in said.told:
            continue
        for vessel in one.step.into:
            if one.places[0][0] < last.get(vessel, 0):
                return False
            last[vessel] = one.places[0][0]
    return True


def is_brought_to(evidence: Evidence, said: Said) -> bool:
    """Whether a thing ever is in one vessel with what the text puts it into: `hang a wire in the copper sulfate`."""
    start = said.match.start()
    words = {one.group().removesuffix("s") for one in _WORD.finditer(said.match["what"].lower())} - GENERIC - QUALIFIERS
    known = {
        claim.written: claim for step in evidence.steps for claim in step.claims if claim.kind is ClaimKind.REAGENT
    }
    targets = {name for name in known if any(word in name.lower() for word in words)}
    things = [
        (end, name)
        for name, claim in known.items()
        for low, end in evidence.facts.names.find(claim.written, claim.names)
        if said.low <= low and end <= start and name not in targets
    ]
    end, thing = max(things, default=(0, ""))
    if not targets or not thing or start - end > _FAR or _MOVED_ON.search(evidence.text.text, end, start):
        return True
    held: dict[str, set[str]] = {}
    for step in evidence.steps:
        there = set(_reagents(step)).union(*(held.get(vessel, ()) for vessel in step.vessels))
        if thing in there and there & targets:
            return True
        for vessel in step.into or step.vessels:
            held.setdefault(vessel, set()).update(there)
    return False


def _reagents(step: StepClaims) -> frozenset[str]:
    return frozenset(claim.written for claim in step.claims if claim.kind is ClaimKind.REAGENT)


def last_before(said: Said, at: int) -> Placed | None:
    """Return the step of the sentence that is told last before a place."""
    before = (one for one in said.told if one.places and one.places[-1][1] <= at)
    return max(before, key=lambda one: one.places[-1], default=None)
