"""Steps on the same mixture in an order that differs from the text's, if the order matters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.checks.shares import matches
from clairify_cli.fidelity.comparison.alignment import Placed, words_of
from clairify_cli.fidelity.comparison.choices import is_chosen
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.backwards import ADDS, CHANGES, Kind, kind_of, times_of, with_vessels
from clairify_cli.fidelity.flow.bench import NOTHING, PUTS_IN, Run, Side, label, source_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Standing, is_room
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims

_AFTER = pattern("flow after")
"""Words between two actions that put the second first: `X was added after cooling`."""
_TO = pattern("flow to")
"""Words before the target of an addition, which is therefore prepared first: `X was added to heated Y`."""
_OBJECT = pattern("flow object")
_BEFORE = pattern("flow before")
"""Words before two actions that put the second first: `before cooling, X was added`."""
_HOLDING = pattern("flow holding")
_ADDED_AT = pattern("flow added at")
"""Words between a reagent and the temperature of the mixture when it is added."""
_TO_COOLED = pattern("flow to cooled")
_AT = pattern("flow at")
"""The same if the reagent comes last: `was added X at 0 °C`."""
_DIVIDES = frozenset(("filter", "wash", "evaporate", "extract", "purify", "crystallise", "distil", "dry"))
_OWN = {"evaporate": ("distil",), "extract": ("wash", "layers"), "distil": ("evaporate",)}
"""The kinds of cue that unambiguously mean a step with an action, besides its own."""
_BRACKETS = late(r"\s?\([^()]*\)")
_TO_THIS = late(r"\W*(?:in)?to\b", re.IGNORECASE)
_TO_A = late(r"(?:(?:\w+[,.]?\s){0,2}to\s)?(?:an?|the|this)\b", re.IGNORECASE)
_THEN_IS_ADDED, _ADDED_TO_AT = pattern("flow then is added"), pattern("flow added to at")
"""`To a solution of A at 0 °C was added B`, and between them `B was added to a solution of A cooled to 0 °C`."""
_WITH, _NAMED_AT = pattern("flow treated with"), pattern("flow named at")
"""`acidified with B at 0 °C`: words before what is added, and behind it."""
_LASTING = late(r"\s?for\b")
_SINCE = late(r"\b(?:after|once|when|upon|on|until|before)\b", re.IGNORECASE)
_PARTS = late(r"[,;:]|\b(?:and|then|before|after|while|whereupon|followed|was|were|is|are)\b")
_MANNER = late(r"\s?\([^()]*\)|,\swith\s\w+ing\b,?")
_FRONTED = late(
    r"\W*(?:at|for|in|on|under|over|within|with)\s(?:(?!was\b|were\b|is\b|are\b|to\b)[\w%-]+,?\s)*", re.IGNORECASE
)
"""Words before a condition that make it an earlier event, words that begin another clause, remarks between, and the
words before a condition with which a clause opens."""
_COMES_TO = late(r"\b(?:allowed|brought|left|let|come|return(?:ed)?)\s(?:[\w-]+\s){0,4}\Z")
_ADDED_TO = pattern("flow added to")
"""`To a solution of X was added Y at 0 °C`: Y is added at this temperature."""
_CLAUSES, _TEMPERATURE = late(r"[;,]"), pattern("about temperature")
_ENDS_SENTENCE = late(r"\s?(?:\([^()]*\)\s?)?[.;]\s*")
_ONTO, _PUT, _TREATED = pattern("order onto"), pattern("order put"), pattern("order treated")
"""Words between a temperature and what is added to, the predicate before them, and that of what is treated."""
_PARTED = pattern("flow parted")
"""Something partitioned between two liquids; either may be added first, whatever order the text names them in."""
_THEN_ADDED = pattern("flow then added")
"""Words between a temperature and the reagent added at it."""
_LONGEST, _NEAR, _BESIDE = 600, 60, 3
_COLD, _COLDEST = pattern("cold mixture"), 10.0
_STOOD_OVER = pattern("flow stood over")
"""Between a time and what was added before it: `stand 10 min over 3 g CaCl2`, `30 s in a tray holding 1 L water`."""
_LASTS = pattern("flow lasts")
"""Between layers and the time in which they form: `let the layers separate for 2 minutes`."""
_SPUN = pattern("quantities spun")
"""Between a word for centrifuging and its time, after which the liquid is taken off."""
_TITRATES = late(r"\btitrat(?:e|ed|ing)\b[^.;]*\Z", re.IGNORECASE)
_FEW = 2
_FAR = 50
"""How many later steps each step is compared with."""


def check_order_of_work(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report pairs of steps that the text clearly has in the opposite order, once for each earlier step."""
    backwards = _told_backwards(evidence)
    places = [_places(evidence, run, index, backwards) for index in range(len(run.steps))]
    for index, one in enumerate(evidence.placed):
        here = places[index]
        if here is None:
            continue
        for later in range(index + 1, min(index + _FAR, len(run.steps))):
            other, there = evidence.placed[later], places[later]
            if (
                there is None
                or (_commute(one, other) and not _titrates(evidence, one, other))
                or not _on_one_mixture(run, index, later)
            ):
                continue
            cold = _is_added_at(evidence, run, index, later, here[0]) or _is_cooled_first(evidence, run, index, later)
            if not cold and not _is_told_first(evidence, one, other, here[0], there[1]):
                continue
            if not cold and _is_next_round(evidence, run, index, later):
                continue
            related = (
                Related(f"the text has `{other.step.name}` here", evidence.text.span(there[1], there[1] + 1)),
                Related(f"and `{one.step.name}` here", evidence.text.span(here[0], here[0] + 1)),
            )
            words = evidence.facts.words.words_of(there[1], min(there[1] + 40, len(evidence.text.text)))
            names = label(one.step), label(other.step)
            swap = _exchanged(evidence, one)
            yield index, rules.does_not_commute(one.step.span, *names, words, related, swap=swap)
            break


def _exchanged(evidence: Evidence, one: Placed) -> str | None:
    """Return the label of a later step of the same kind that has an earlier time of the text."""
    mine = times_of(one)
    later = (other for other in evidence.placed[one.step.number :] if other.step.action == one.step.action)
    return next(
        (label(other.step) for other in later if mine and times_of(other) and times_of(other)[0] < mine[0]), None
    )


def _is_next_round(evidence: Evidence, run: Run, index: int, later: int) -> bool:
    """Whether the second of two steps was already done before the first, in a repetition that is written out."""
    key = words_of if evidence.facts.again else with_vessels
    said, places = key(run.steps[later]), evidence.placed[later].places
    earlier = [one.places for one in evidence.placed[:index] if key(one.step) == said]
    # If the text describes every round, each has a place of its own.
    return bool(earlier) and (not places or places in earlier or bool(evidence.facts.again))


def _commute(one: Placed, other: Placed) -> bool:
    first, second = one.step.action, other.step.action
    if one.step.rounds != other.step.rounds or _is_mixing(one) or _is_mixing(other):
        return True
    if one.step.rounds > _FEW and "wait" in (first, second):
        return True  # `stir for a minute every day`
    if "gas" in (first, second):
        timed = all(each.step.action != "gas" or (each.sure and each.step.values("time")) for each in (one, other))
        if not timed or "transfer" in (first, second):
            return True
    if first in ADDS and second in (*ADDS, "crystallise"):  # `recrystallised from` is both
        return True
    if first in CHANGES and second in CHANGES:
        return not ((one.sure or _is_told_by_number(one)) and other.sure)
    known = ADDS | CHANGES | _DIVIDES
    return first not in known or second not in known or (first == second and first not in ("extract", "wash"))


def _is_told_by_number(one: Placed) -> bool:
    """Whether the only places of a step are temperatures that the text gives once."""
    temps = [item for item in one.items if item.claim.dimension == "temp"]
    return bool(temps) and all(
        item.amount is not None and not item.amount.loose and len(item.choices) == 1 for item in temps
    )


def _titrates(evidence: Evidence, one: Placed, other: Placed) -> bool:
    """Whether the first of two additions is that of a titration, and the second puts in what has to be there before."""
    if one.start is None or not one.step.action == other.step.action == "add" or one.step.rounds != other.step.rounds:
        return False
    low, _ = evidence.facts.bounds_around(one.start, one.start)
    return _TITRATES.search(evidence.text.text, low, one.start) is not None


def _is_mixing(one: Placed) -> bool:
    """Whether a step only stirs, for no time given in the text: `Mix A with B`."""
    return one.step.name == "StartStir" or (one.step.name == "Stir" and not times_of(one))


def _places(evidence: Evidence, run: Run, index: int, backwards: set[Kind]) -> tuple[int, int] | None:
    """Return the first and last place of a step in the text; for a transfer, those of the material prepared for it.

    None if the step has no reliable place.
    """
    one = evidence.placed[index]
    held = run.before[index].get(source_of(one.step), NOTHING)
    if one.step.action == "transfer":
        if pattern("actions beside").search(source_of(one.step)):
            return None  # a thimble, which hot solvent empties
        ready = [evidence.placed[number] for number in held.told]
        if any(set(one.step.out_of) & set(step.out_of) for step in run.steps[:index] if step.action == "transfer"):
            return None  # the rest of it
        worked = any(step.action in CHANGES and source_of(one.step) in step.vessels for step in run.steps[:index])
        before = evidence.placed[index - 1]
        emptied = [place for place in _contents_told(evidence) if place[1] == source_of(one.step).casefold()]
        if len(emptied) == 1:
            return emptied[0][0], emptied[0][0]
        stood = index > 0 and before.step.action == "wait" and source_of(one.step) in _vessels(run, index - 1)
        if stood and one.cue is not None and before.start is not None and before.start < one.cue.start:
            return one.cue.start, one.cue.start
        worked = worked or any(step.action == "wait" for step in run.steps[max(held.told, default=index) : index])
        moved = one.cue is not None and any(match.start() == one.cue.start for match in matches(evidence, "moved"))
        if one.cue is not None and any(
            0 <= other.places[0][0] - one.cue.end < _BESIDE
            for other in evidence.placed[:index]
            if other.step.action == "add" and other.cue is None and other.places
        ):
            return None  # the word is that of an addition: `pour in 60 ml lemon juice`
        if (worked or moved) and one.cue is not None and one.cue.kind in ("transfer", "add"):
            return one.cue.start, one.cue.start
        if worked or not run.is_all(held, Side.ADDED) or any(other.step.action not in PUTS_IN for other in ready):
            return None
        starts = [other.places[0][0] for other in ready if other.places]
        moved_at = one.cue.start if one.cue is not None and one.cue.kind in ("add", "transfer") else 0
        return (min(starts), max(*starts, moved_at)) if starts else None
    times = times_of(one)
    if kind_of(one) in backwards or _is_on_cake(run, index):
        return None
    kinds = (one.step.action, *_OWN.get(one.step.action, ()))
    if one.step.action in _DIVIDES and one.cue is not None and one.cue.kind not in kinds:
        return None
    noted = _noted_heat(evidence, one) if one.step.action == "heat" else None
    if noted is not None:
        return noted, noted
    own = [item.claim for item in one.items if item.claim.dimension and not is_chosen(one.step, item.claim)]
    if one.step.action == "heat" and not own:
        return None  # another step may have the place that such values happen to fit
    told = [place for place in one.places if evidence.facts.sentence_at(place[0]) not in evidence.facts.words.listed]
    starts = [place[0] for place in (times if one.step.action in CHANGES and times else told)]
    again = {one.sentence for one in evidence.facts.again} if one.step.rounds > 1 else ()
    if one.cue is not None and one.cue.sentence in again:
        return None
    if starts and one.places and not any(item.amount for item in one.items):
        mentions = [evidence.facts.names.find(claim.written, claim.names) for claim in one.step.reagents]
        low, high = evidence.facts.clause_of(one.cue) if one.cue is not None else (0, 0)
        every = [start for places in mentions for start, _ in places]  # it may be any of them
        own_cue = one.cue is not None and one.cue.required and one.cue.kind == one.step.action
        starts += [start for start in every if own_cue and low <= start < high] or every
    by_cue = not starts or not (one.sure or _is_strange(one))
    if one.cue is not None and one.step.action not in ADDS and by_cue:
        starts.append(one.cue.start)
    return (min(starts), max(starts)) if starts else None


def _contents_told(evidence: Evidence) -> list[tuple[int, str]]:
    """Return where the text moves the contents of a vessel, and its name: `stir in the contents of the bowl`."""
    return [
        (match.start(), match["vessel"].casefold()) for match in _CONTENTS_OF.finditer(evidence.text.text.casefold())
    ]


_CONTENTS_OF = late(r"\b(?:stir|whisk|fold|mix|pour|tip|add)\s(?:in\s)?the\scontents\sof\sthe\s(?P<vessel>[\w -]+)")


def _noted_heat(evidence: Evidence, one: Placed) -> int | None:
    """Return where a comment quotes the text for a temperature without a number: `medium heat`.

    None if the step's own place is in that sentence.
    """
    if any(item.amount is not None and not item.amount.boiling for item in one.items):
        return None
    text = evidence.text.text.casefold()
    parts = (part.strip() for note in one.step.notes for part in _CLAUSES.split(note.casefold()))
    quoted = (part for part in parts if " " in part and text.count(part) == 1 and _TEMPERATURE.search(part))
    spots = ((text.index(part), len(part)) for part in quoted)
    found = next((at for at, size in spots if not pattern("conventions gone").match(text, at + size)), None)
    told = {evidence.facts.sentence_at(start) for start, _ in one.places}
    return None if found is None or evidence.facts.sentence_at(found) in told else found


def _is_strange(one: Placed) -> bool:
    """Whether a step that heats has got a word for stirring, which belongs to another."""
    return one.step.action == "heat" and one.cue is not None and one.cue.kind == "stir"


def _told_backwards(evidence: Evidence) -> set[Kind]:
    """Return the kinds of steps that have a later step placed before an earlier one in the text."""
    last: dict[tuple[str, str], int] = {}
    found: set[Kind] = set()
    for one in evidence.placed:
        if one.places:
            place = (times_of(one) or one.places)[0][0]
            action, names = kind_of(one)
            found |= {(action, names)} if any(last.get((action, name), 0) > place for name in names) else set()
            last |= {(action, name): place for name in names}
    return found


def _is_on_cake(run: Run, index: int) -> bool:
    """Whether an addition washes a filter cake."""
    step = run.steps[index]
    held = run.before[index].get(source_of(step), NOTHING)
    filters = run.steps[min(index + 1, len(run.steps) - 1)].action == "filter"
    return step.action in ADDS and filters and run.is_all(held, Side.SOLID)


def _on_one_mixture(run: Run, index: int, later: int) -> bool:
    """Whether the material of the first step reaches the vessel of the second."""
    first, vessel = run.steps[index], source_of(run.steps[later])
    if "wait" in (first.action, run.steps[later].action):
        return bool(_vessels(run, index) & _vessels(run, later))
    held = run.before[later].get(vessel, NOTHING)
    if run.steps[later].action == "transfer":
        return vessel not in first.vessels and run.steps[later].given.get("to_vessel") == source_of(first)
    return vessel in first.vessels or index in held.told


def _vessels(run: Run, index: int) -> frozenset[str]:
    """Return the vessels of a step; a wait names none, so it has those of the step before it, or of the next one."""
    around = (*reversed(run.steps[: index + 1]), *run.steps[index + 1 :])
    return next((step.vessels for step in around if step.vessels), frozenset())


def _is_told_first(evidence: Evidence, one: Placed, other: Placed, here: int, there: int) -> bool:
    """Whether the text clearly has the second of two steps first, at `there`."""
    if not 0 < here - there < _LONGEST:
        return False
    if one.step.action in ADDS and _STOOD_OVER.fullmatch(evidence.text.text, there, here):
        return False
    if one.step.action in ADDS and (
        _adds_what_is_worked_on(evidence, one, other, here, there)
        or (other.step.action == "heat" and _is_target(evidence, here, there))
    ):
        return False
    changes = one.step.action in CHANGES
    if one.step.action in ADDS and other.step.action in CHANGES and _is_one_clause(evidence, there, here):
        return False
    if one.step.action == "wait" and (
        (other.step.action == "extract" and _LASTS.fullmatch(evidence.text.text, there, here))
        or (other.step.action == "filter" and _SPUN.search(evidence.text.text, there, here))
    ):
        return False
    if other.step.action == "heat" and not other.sure and _is_reached(evidence, one, other):
        return False
    if changes and not one.sure:  # a later step at the same temperature may be the one the text has here
        kept = {value for step in evidence.steps[one.step.number :] for value in _temps(step)}
        if _temps(one.step) & kept:
            return False
    text = evidence.text.text
    lasts = one.step.action != "heat" or bool(one.step.values("time"))
    if not lasts and pattern("flow maintained").search(text[max(0, here - _NEAR) : here]):
        return False  # a state, which the text may mention afterwards
    if pattern("flow announced").search(text[there:here]) or _PARTED.search(text[max(0, there - _NEAR) : there]):
        return False
    facts = evidence.facts
    start, sentence = facts.bounds_around(there, there)[0], facts.bounds_around(here, here)[0]
    brought = len({choice.start for item in one.items for choice in item.choices}) == 1
    brought = brought and (facts.is_brought_to(here) or bool(_COMES_TO.search(text, sentence, here)))
    if changes and not (one.sure or brought) and there >= sentence and not (one.cue is not None and one.cue.required):
        return False
    between = text[max(there, sentence) : here]
    if (there >= sentence and _BEFORE.search(text[start:there])) or (there >= sentence and _AFTER.search(between)):
        return False
    if changes and there >= sentence and _TO.search(text[sentence:here]):
        at = one.cue.start if one.cue is not None and abs(one.cue.start - here) < _NEAR else here
        return pattern("flow predicate").search(text[there:at]) is not None
    if other.step.action == "heat" and any(
        low == there and pattern("flow ends clause").match(text, high) for low, high in other.places
    ):
        return True
    # `a cooled (0 °C) solution of X`: X itself is cooled, so it was added before.
    holds = one.step.action in ADDS and not pattern("flow added").search(between) and _HOLDING.search(between)
    return there < sentence or not holds or _TREATED.search(text, start, there) is not None


def _is_one_clause(evidence: Evidence, there: int, here: int) -> bool:
    """Whether a condition and what is added share a clause, whose order is not one in time: `for 2 h, A was shaken`."""
    text, facts = evidence.text.text, evidence.facts
    start, end = facts.bounds_around(there, there)
    if here >= end or _SINCE.search(text, start, there) or _TREATED.search(text, start, there):
        return False
    if not _TO_THIS.match(text, start) and pattern("order is added").match(text, here):
        return False  # `At 0 °C A was added to B`
    between = text[there:here]
    if text.count("(", start, there) > text.count(")", start, there):
        between = between.partition(")")[2]  # `a cold (0 °C, ice bath) solution of A`
    return _FRONTED.fullmatch(text, start, there) is not None or not _PARTS.search(_MANNER.sub("", between))


def _adds_what_is_worked_on(evidence: Evidence, one: Placed, other: Placed, here: int, there: int) -> bool:
    """Whether the text acts on what a step adds, which therefore has to be there first.

    The reagent is the object (`boil 250 mL of water`) or the subject (`A and B were dried`) of the verb.
    """
    cue = other.cue
    if cue is None or _is_strange(other) or not there <= cue.start < there + _NEAR:
        return False
    start, _ = evidence.facts.bounds_around(cue.start, cue.end)
    if here >= cue.end and _OBJECT.fullmatch(evidence.text.text, cue.end, here):
        return True
    names = (place for claim in one.step.reagents for place in evidence.facts.names.find(claim.written, claim.names))
    return any(
        start <= low and pattern("order subject").fullmatch(evidence.text.text, high, cue.start)
        if low < cue.start
        else _OBJECT.fullmatch(evidence.text.text, cue.end, low)
        for low, high in names
    )


def _is_target(evidence: Evidence, here: int, there: int) -> bool:
    """Whether a reagent is what another is added to at a temperature: `B was added at 0 °C to A in ether`."""
    text, (start, _) = evidence.text.text, evidence.facts.bounds_around(there, there)
    said = text[start:there] + _BRACKETS.sub("", text[there:here])
    match = _ONTO.fullmatch(said, there - start)
    return match is not None and _PUT.search(said, 0, match.start("onto")) is not None


def _is_reached(evidence: Evidence, one: Placed, other: Placed) -> bool:
    """Whether a mixture already had the temperature of a later step before, or the text only mentions it in a remark.

    The later step may then have the place of the earlier one.
    """
    remarks = [item for item in other.items if item.amount and item.amount.standing is not Standing.INSTRUCTION]
    before = {value for step in evidence.steps[: one.step.number] for value in _temps(step)}
    kept = not before and all(map(is_room, _temps(other.step)))  # `In a flask at room temperature were placed A and B`
    return kept or bool(_temps(other.step) & before) or (bool(remarks) and other.cue is None)


def _temps(step: StepClaims) -> set[float]:
    return set(step.values("temp"))


def _is_added_at(evidence: Evidence, run: Run, index: int, later: int, here: int) -> bool:
    """Whether the text adds something at a temperature that the program only reaches afterwards."""
    step, other = run.steps[index], evidence.placed[later]
    if step.action not in ADDS or other.step.action != "heat":
        return False
    text, (start, _) = evidence.text.text, evidence.facts.bounds_around(here, here)
    for place in _brought_to(evidence, run, index, other):
        if here >= place[0]:
            between = _BRACKETS.sub("", text[place[1] : here])
            if start <= place[0] and _TO_A.match(text, start, place[0]) and _THEN_IS_ADDED.fullmatch(between):
                return True
            continue
        between = text[here : place[0]]
        bare = _BRACKETS.sub("", between)
        if (
            _ADDED_TO_AT.fullmatch(bare)
            or (_WITH.search(text[start:here]) and _NAMED_AT.fullmatch(bare) and not _LASTING.match(text, place[1]))
            or (
                not _ADDED_TO.search(text[start:here])
                and (
                    _ADDED_AT.fullmatch(between)
                    or pattern("flow under cooling").fullmatch(_BRACKETS.sub("", text[here : place[1]]))
                )
            )
            or (_TO_COOLED.search(text, here, place[1]) and _follows(evidence, index, later, here, place[0]))
            or (pattern("flow was added").search(text[start:here]) and _AT.fullmatch(between))
        ):
            return True
    return False


def _is_cooled_first(evidence: Evidence, run: Run, index: int, later: int) -> bool:
    """Whether the text brings the mixture to a temperature and then adds something, but the program adds it first.

    Example: `cooled to 0 °C and treated with morpholine`, if the step that holds 0 °C comes after the addition.
    """
    one, other = evidence.placed[index], evidence.placed[later]
    if one.step.action not in ADDS or other.step.action != "heat" or not one.places:
        return False
    here, (start, _) = one.places[0][0], evidence.facts.bounds_around(*one.places[0])
    for place in _brought_to(evidence, run, index, other):
        if place[1] <= start and _ENDS_SENTENCE.fullmatch(evidence.text.text, place[1], start):
            return evidence.facts.is_brought_to(place[0])  # `…, then cooled to 0 °C. Morpholine was added`
        if not start <= place[0] < here < place[1] + _NEAR:
            continue
        if evidence.facts.is_brought_to(place[0]):
            return _THEN_ADDED.fullmatch(evidence.text.text, place[1], here) is not None
    return False


def _brought_to(evidence: Evidence, run: Run, index: int, other: Placed) -> Iterator[tuple[int, int]]:
    """Yield the places of a step's temperatures that differ from room temperature and from the mixture's last one.

    Words for a cold mixture in the sentence of the addition are such a place, too: `B was added to ice-cold A`.
    """
    vessels = other.step.vessels | run.steps[index].vessels
    before = [temp for step in run.steps[:index] if step.vessels & vessels for temp in step.values("temp")]
    for item in other.items:
        value = item.claim.value
        if item.claim.dimension != "temp" or is_room(value) or (before and abs(before[-1] - value) < 1):
            continue
        if item.place is not None:
            yield item.place
        added = evidence.placed[index].places
        if value < _COLDEST and added and other.step.vessels & run.steps[index].vessels:
            sentence = evidence.facts.bounds_around(*added[0])
            yield from (match.span() for match in _COLD.finditer(evidence.text.text, *sentence))


def _follows(evidence: Evidence, index: int, later: int, here: int, there: int) -> bool:
    """Whether two places are in one sentence with no other step between them."""
    if there >= evidence.facts.bounds_around(here, here)[1]:
        return False
    others = (one for number, one in enumerate(evidence.placed) if number not in (index, later))
    return not any(here < start < there for one in others for start, _ in one.places)
