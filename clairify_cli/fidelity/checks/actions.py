"""Actions that are missing, and steps that nothing in the text asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity import rules
from clairify_cli.fidelity.comparison.alignment import Placed, dries, suits
from clairify_cli.fidelity.comparison.choices import is_chosen_step
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.model import Amount, Cue, Standing
from clairify_cli.fidelity.text.cues import kinds
from clairify_cli.fidelity.text.substances import is_solid_aid, same
from clairify_cli.fidelity.text.unknown_verbs import UnknownVerb, is_said
from clairify_cli.languages.base import ClaimKind, StepClaims

_UNSAID = frozenset(("stop", "other", "clean", "wait"))
"""Actions of steps that programs hold for their own sake."""


def check_actions(evidence: Evidence) -> Iterator[Diagnostic]:
    """All findings about actions."""
    taken = {one.cue.number for one in evidence.placed if one.cue is not None}
    for cue in evidence.facts.cues:
        missing = (
            cue.required and cue.number not in taken and not (_is_served(evidence, cue) or _is_noted(evidence, cue))
        )
        if missing and not _is_told_by_quantity(evidence, cue) and not _is_done_otherwise(evidence, cue, taken):
            at = evidence.place_for(cue.start)
            yield rules.missing_action(at, cue.words, *evidence.quoted(cue.start, cue.end))
    for number, one in enumerate(evidence.placed):
        if not _is_supported(evidence, number, one):
            if is_chosen_step(one.step):
                yield rules.own_choice(one.step.span, f"this `{one.step.name}`")
            else:
                yield rules.invented_step(one.step.span, one.step.name)
    yield from _unknown(evidence)
    yield from _undrained(evidence)
    yield from _missing_gases(evidence)
    yield from _left_behind(evidence)


def _unknown(evidence: Evidence) -> Iterator[Diagnostic]:
    """Instructions whose verb no list knows, and that no step says."""
    at_cues = ((one.cue.start, one.cue.end) for one in evidence.placed if one.cue is not None)
    places = sorted((*(place for one in evidence.placed for place in one.places), *at_cues))
    notes = [note for step in evidence.steps for note in step.notes]
    for verb in evidence.facts.unknown:
        clause = _around_verb(evidence, verb)
        if is_said(verb, places, notes, clause) or _missing_within(evidence, clause):
            continue
        at = evidence.place_for(verb.start)
        yield rules.missing_action(at, verb.words, *evidence.quoted(verb.start, verb.end))


def _around_verb(evidence: Evidence, verb: UnknownVerb) -> tuple[int, int]:
    """The clause of a verb: from the action or break before it, or the start of its sentence, to the next action."""
    start, end = evidence.facts.between_cues(verb.sentence, verb.start, verb.end)
    breaks = list(_BREAK.finditer(evidence.text.text, start, verb.start))
    return (breaks[-1].end() if breaks else start), end


_BESIDE = re.compile(r"soxhlet|thimble|trap|bath|condenser|bubbler|scrubber|drying_tube", re.IGNORECASE)
"""Vessels beside the one that is worked in, whose contents are not used up."""
_SCRUBS = pattern("gas scrubbed")
_DEGASSED = re.compile(r"\b(?:degassed|deoxygenated)\s(?:solution|mixture|suspension)\b", re.IGNORECASE)
_CLOSED, _ROOM = pattern("closed vessel"), (15.0, 30.0)
_COLD, _ICE = pattern("cold mixture"), (-10.0, 10.0)
_ADSORBED = re.compile(r"\b(?:ad|ab)sorbed (?:on|onto|to|into)\b|\bdry[- ]load", re.IGNORECASE)
_CROPS = pattern("flow both parts")
_BEADS = re.compile(r"\b(?:beads?|sieves?|resins?|polymer|zinc|shot|balls|boiling (?:chips|stones))\b", re.IGNORECASE)
_TOLD_BEFORE = 300
"""How far before a washing, in characters, the text may tell of the solid."""
_ALIKE = pattern("done alike")
_CYCLES = pattern("action checks cycles")
_WATCHING = frozenset(("Monitor", "Confirm", "Await"))
_OR = re.compile(r"[^.;]{0,60}\bor\s(?:\w+ly\s|was\s|were\s)?")
_STEM = 6
_PARALLEL = 3
"""So many vessels that are filled and left have products of their own, as in a series of trials."""
_DISTILS = re.compile(r"distil|sublim|fractionat|kugel|bulb", re.IGNORECASE)
_BREAK = re.compile(r"[;:]|, (?:and |then )|\b(?:and then|after which)\b")
_LAYERS = re.compile(r"\b(?:layers?|phases?|separatory|separating)\b", re.IGNORECASE)
_DRAINS = frozenset(("filter", "extract", "transfer", "evaporate", "wash"))


def _undrained(evidence: Evidence) -> Iterator[Diagnostic]:
    """What a solid was washed with, or a solution dried over, that no step takes away again."""
    for number, one in enumerate(evidence.placed):
        if one.step.action != "add":
            continue
        cue = next(
            (cue for cue in evidence.facts.cues if cue.kind in ("wash", "dryagent") and _told_by(evidence, one, cue)),
            None,
        )
        if cue is None:
            continue
        later = evidence.placed[number + 1 : number + 5]
        until = next(
            (k for k, other in enumerate(later) if other.step.action in ("dry", "purify", "heat", "crystallise")),
            len(later),
        )
        drained = any(other.step.action in _DRAINS and not _is_told_before(other, cue) for other in later[:until])
        if cue.kind == "dryagent":
            drained = any(other.step.action in ("filter", "transfer") for other in later[:until])
        if not drained:
            yield rules.missing_action(one.step.span, cue.words, *evidence.quoted(cue.start, cue.end))


def _is_told_before(one: Placed, cue: Cue) -> bool:
    """Whether the text tells of a filtration before a cue, so that it does not take away what comes with the cue."""
    return one.step.action == "filter" and one.cue is not None and one.cue.end <= cue.start


def _told_by(evidence: Evidence, one: Placed, cue: Cue) -> bool:
    """Whether a step that adds is told of by a cue: it has it, or its reagent stands behind it in the same clause."""
    if one.cue is cue:
        return True
    if cue.kind == "dryagent" and not any(dries(claim) for claim in one.step.claims):
        return False
    _, end = _clause(evidence, cue)
    return any(cue.start <= place[0] < end for place in one.places) and (one.cue is None or one.cue.kind == cue.kind)


def _missing_gases(evidence: Evidence) -> Iterator[Diagnostic]:
    """Gases under which something is done and that no step has; each is reported once."""
    degassed = _DEGASSED.search(evidence.text.text)
    if degassed is not None and not any(step.action == "gas" for step in evidence.steps):
        at = evidence.place_for(degassed.start())
        yield rules.missing_gas(at, degassed.group(), *evidence.quoted(*degassed.span()))
    said: set[str] = set()
    claims = [claim for step in evidence.steps for claim in step.claims if claim.kind is ClaimKind.GAS]
    for mention in evidence.facts.gases:
        gas = mention.gas if len(mention.gas) < 4 else mention.gas.casefold()
        if gas in said or gas in ("air", "hydrogen chloride", "CO"):
            continue
        said.add(gas)
        if any(_is_gas(claim.written, gas) for claim in claims):
            continue
        if any(step.action == "gas" for step in evidence.steps) and gas.startswith("inert"):
            continue
        at = evidence.place_for(mention.start)
        words = evidence.text.text[mention.start : mention.end]
        yield rules.missing_gas(at, words, *evidence.quoted(mention.start, mention.end))


def _is_gas(written: str, gas: str) -> bool:
    """Whether a program's gas is that of the text; any inert one does where the text says no more."""
    given, wanted = written.casefold(), gas.casefold()
    is_inert = given.startswith("inert") or wanted.startswith("inert")
    return is_inert or same(written, gas) or wanted in given or (given == "nitrogen" and wanted == "dinitrogen")


def _left_behind(evidence: Evidence) -> Iterator[Diagnostic]:
    """Vessels that are filled and then left as they are, though the program goes on in others and takes nothing out."""
    steps = evidence.steps
    last: dict[str, int] = {}
    for number, step in enumerate(steps):
        for vessel in step.vessels:
            last[vessel] = number
    filled: dict[str, StepClaims] = {}
    for step in steps:
        if step.action in ("add", "dissolve") and step.into:
            filled[step.into[0]] = step
        for vessel in step.out_of:
            filled.pop(vessel, None)
    works = [number for number, step in enumerate(steps) if step.vessels and step.action not in ("stop", "clean")]
    evaporated = {vessel for step in steps if step.action == "evaporate" for vessel in step.vessels}
    for vessel, step in filled.items() if len(filled) < _PARALLEL else ():
        beside = _BESIDE.search(vessel) or stands_beside(evidence, evidence.placed[step.number - 1])
        if works and works[-1] > last[vessel] and vessel not in evaporated and not beside:
            yield rules.left_behind(step.span, vessel, step.name)


def stands_beside(evidence: Evidence, one: Placed) -> bool:
    """Whether a step fills a vessel that is not worked in: a thimble, or what gases pass through as the text says."""
    if not one.places or any(_BESIDE.search(vessel) for vessel in one.step.into):
        return bool(one.places)
    low, high = evidence.facts.bounds_around(*one.places[0])
    return one.step.action == "add" and _SCRUBS.search(evidence.text.text, low, high) is not None


def _is_done_otherwise(evidence: Evidence, cue: Cue, taken: set[int]) -> bool:
    """Whether a step does what the text has in the place of a cue: `was filtered on a funnel or extracted with`."""
    for other in evidence.facts.cues_by_sentence[cue.sentence]:
        first, second = sorted((cue, other), key=lambda one: one.start)
        between = evidence.text.text[first.end : second.start]
        if other is not cue and _OR.fullmatch(between) and (other.number in taken or _is_served(evidence, other)):
            return True
    return False


def _is_served(evidence: Evidence, cue: Cue) -> bool:
    """Whether a step that has another cue does this as well."""
    serves = kinds().serves[cue.kind]
    reach = evidence.facts.words.sentence_span(cue.sentence) if cue.kind == "gas" else _clause(evidence, cue)
    if cue.kind == "stop" and _ends_heating(evidence, cue):
        return True
    if cue.kind == "heat" and _dissolves_warm(evidence, cue):
        return True
    for one in evidence.placed:
        elutes = cue.kind == "wash" and "eluting_solvent" in one.step.given
        if (one.step.action not in serves and not elutes) or not suits(one.step, cue):
            continue
        if cue.kind == "stir" and one.step.action in ("heat", "add") and one.step.stirs is False:
            continue
        if cue.kind == "transfer" and one.step.action == "add" and not _is_in_use(evidence, one):
            continue
        if one.cue is not None and one.cue.kind == cue.kind and cue.kind not in ("wash", "add", "dissolve", "gas"):
            continue
        if any(reach[0] <= place[0] < reach[1] for place in one.places) or (
            one.cue is not None and reach[0] <= one.cue.start < reach[1]
        ):
            return True
    return False


def _ends_heating(evidence: Evidence, cue: Cue) -> bool:
    """Whether the heating that a text stops ends with the step that heats."""
    heats = [one.step for one in evidence.steps_before(cue.start) if one.step.action == "heat"]
    given = heats[-1].given.get("continue_heatchill", "") if heats else ""
    return bool(heats) and (heats[-1].name == "HeatChill" or given.casefold() in ("false", "0"))


def _dissolves_warm(evidence: Evidence, cue: Cue) -> bool:
    """Whether a step dissolves at a temperature what the text warms: `X was added and it was gently heated`."""
    low, high = evidence.facts.words.sentence_span(cue.sentence)
    dissolving = (one for one in evidence.placed if one.step.action == "dissolve" and one.step.values("temp"))
    return any(low <= place[0] < high for one in dissolving for place in one.places)


def _is_noted(evidence: Evidence, cue: Cue) -> bool:
    """Whether a comment says what a cue asks for and no step can, or a person sees to it."""
    if cue.kind in ("stir", "wait") and any(step.name in _WATCHING for step in evidence.steps):
        return True
    if cue.kind == "distil":  # for which the standard has no step
        moved = (step for step in evidence.steps if step.action in ("transfer", "dry"))
        return any(_DISTILS.search(note) for step in moved for note in step.notes)
    stem = cue.words[:_STEM].lower()
    return cue.kind == "gas" and any(stem in note.lower() for step in evidence.steps for note in step.notes)


def actions_of_missing(evidence: Evidence) -> dict[int, str]:
    """For missing quantities by number, the word of the action that is missing with them: `washed` of `20 mL`."""
    taken = {one.cue.number for one in evidence.placed if one.cue is not None}
    found: dict[int, str] = {}
    for cue in evidence.facts.cues:
        if cue.required and cue.number not in taken and not _is_served(evidence, cue):
            for amount in _missing_within(evidence, _clause(evidence, cue)):
                found.setdefault(amount.number, cue.words)
    return found


def _is_told_by_quantity(evidence: Evidence, cue: Cue) -> bool:
    """Whether a quantity of the same clause is missing as well, and says enough: `Stir for 20 s`."""
    return bool(_missing_within(evidence, _clause(evidence, cue)))


def _missing_within(evidence: Evidence, clause: tuple[int, int]) -> list[Amount]:
    """The instructed amounts of a clause that no step has, but for temperatures."""
    return [
        amount
        for amount in evidence.facts.amounts_within(*clause)
        if amount.standing is Standing.INSTRUCTION
        and amount.values[0].dimension != "temp"
        and not (evidence.matching.used[amount.number] or amount.each or amount.loose)
    ]


def _is_in_use(evidence: Evidence, one: Placed) -> bool:
    """Whether a step fills a vessel that was worked in before, so that nothing has to be poured there."""
    earlier = evidence.steps[: one.step.number - 1]
    return not one.step.into or any(one.step.into[0] in step.vessels for step in earlier)


def _clause(evidence: Evidence, cue: Cue) -> tuple[int, int]:
    """The stretch of the text that is about one cue: from the cue before it to the one behind it."""
    return evidence.facts.between_cues(cue.sentence, cue.start, cue.end)


def _is_supported(evidence: Evidence, number: int, one: Placed) -> bool:
    """Whether something in the text stands for a step: a cue, a quantity or a name of its own, or a convention."""
    step = one.step
    if one.sure or step.action in _UNSAID:
        return True
    if any(verb.stem in note.lower() for verb in evidence.facts.unknown for note in step.notes):
        return True
    if step.action == "heat" and _boils_otherwise(evidence, one):
        return False
    loosely = one.cue is not None and not one.cue.required and step.action in ("heat", "filter")
    if one.cue is not None and not loosely:
        return True
    if step.action == "gas":
        return _gas_is_named(evidence, one)
    if step.action == "extract" and not step.claims and _LAYERS.search(evidence.text.text):
        return True
    if step.action == "heat" and (opens_vessel(evidence, number) or is_told_cold(evidence, number)):
        return True
    if step.action == "heat":
        asked = any(item.amount is not None and _asks_for(evidence, number, item.amount) for item in one.items)
        return asked or _changes_nothing(evidence, number)
    if (
        step.action in ("filter", "transfer")
        and _CROPS.search(evidence.text.text)
        and _follows_filter(evidence, number)
    ):
        return True
    if step.action == "filter":
        return (
            one.cue is not None
            or _filters_drying_agent(evidence, number)
            or _filters_aid(evidence, number)
            or _collects_solid(evidence, number)
            or _drains(evidence, number)
        )
    if step.action == "transfer":
        return _carries_over(evidence, number) or _moves_all(evidence, number)
    if _is_done_alike(evidence, number):
        return True
    if step.action in ("evaporate", "distil", "dry") and any(_is_own(evidence, item) for item in one.items):
        return True
    if step.action == "evaporate":
        # What comes off a column is a solution, and so is what is brought onto silica.
        return _last_done(evidence, number) == "purify" or _ADSORBED.search(evidence.text.text) is not None
    return step.action == "precipitate" or (step.action == "stir" and not step.claims)


def _is_done_alike(evidence: Evidence, number: int) -> bool:
    """Whether a step does what one before it does to another vessel, and the text has that done `in a similar way`."""
    step = evidence.steps[number]
    alike = next((one for one in evidence.placed[:number] if _words_of(one.step) == _words_of(step)), None)
    if alike is None or alike.start is None or alike.step.vessels == step.vessels:
        return False
    return _ALIKE.search(evidence.text.text, alike.start) is not None


def _words_of(step: StepClaims) -> tuple[object, ...]:
    """What a step does, whatever the vessel."""
    return step.name, [(claim.property, claim.written) for claim in step.claims]


def _is_own(evidence: Evidence, item: Item) -> bool:
    """Whether a number of the text is told of as done and is this claim's alone."""
    amount = item.amount
    if amount is None or amount.named_by_word or amount.loose or amount.standing is not Standing.INSTRUCTION:
        return False
    return evidence.matching.used[amount.number] == 1


def _follows_filter(evidence: Evidence, number: int) -> bool:
    return any(step.action == "filter" for step in evidence.steps[:number])


def _filters_aid(evidence: Evidence, number: int) -> bool:
    """Whether beads, sieves or another aid that does not dissolve was put in and no filter has held it back yet."""
    for step in reversed(evidence.steps[:number]):
        if step.action == "filter":
            return False
        names = [claim.written for claim in step.claims if claim.kind is ClaimKind.REAGENT]
        if step.action == "add" and any(is_solid_aid(name) or _BEADS.search(name) for name in names):
            return True
    return False


def _drains(evidence: Evidence, number: int) -> bool:
    """Whether a solid is drained that the next step washes, in the same vessel: a resin, a precipitate."""
    if number + 1 == len(evidence.placed):
        return False
    step, after = evidence.steps[number], evidence.placed[number + 1]
    if after.step.name != "WashSolid" or not step.vessels & after.step.vessels or after.start is None:
        return False
    low, high = evidence.facts.bounds_around(after.start, after.start)
    words = evidence.text.text[max(0, low - _TOLD_BEFORE) : high]
    return bool(_SOLIDS.search(words) or _BEADS.search(words))


def opens_vessel(evidence: Evidence, number: int) -> bool:
    """Whether what was heated in a closed vessel comes to room temperature, before the vessel can be opened."""
    step = evidence.steps[number]
    temps = step.values("temp")
    if not temps or not all(_ROOM[0] <= one <= _ROOM[1] for one in temps) or step.values("time"):
        return False
    before = next((one for one in reversed(evidence.steps[:number]) if one.vessels & step.vessels), None)
    heated = before is not None and before.action == "heat" and any(one > _ROOM[1] for one in before.values("temp"))
    return heated and _CLOSED.search(evidence.text.text) is not None


def is_told_cold(evidence: Evidence, number: int) -> bool:
    """Whether a step cools what the text has cold there already: `to an ice-cold solution of X was added`."""
    temps = evidence.steps[number].values("temp")
    near = (one.start for one in evidence.placed[max(0, number - 2) : number + 2] if one.start is not None)
    if not temps or not all(_ICE[0] <= one <= _ICE[1] for one in temps):
        return False
    return any(_COLD.search(evidence.text.text, *evidence.facts.bounds_around(at, at)) is not None for at in near)


def _changes_nothing(evidence: Evidence, number: int) -> bool:
    """Whether the step before keeps the same vessel at the same temperature already, or the next one does it again."""
    step = evidence.steps[number]
    temps = step.values("temp")
    around = (reversed(evidence.steps[:number]), evidence.steps[number + 1 :])
    near = (next((one for one in steps if one.vessels & step.vessels and one.values("temp")), None) for steps in around)
    return bool(temps) and any(one is not None and one.values("temp") == temps for one in near)


def _boils_otherwise(evidence: Evidence, one: Placed) -> bool:
    """Whether a step stands for a `reflux` for which another one stands with another temperature."""
    for item in one.items:
        if item.amount is not None and item.amount.boiling:
            others = (other for other in evidence.matching.items if other.amount is item.amount and other is not item)
            if any(abs(other.claim.value - item.claim.value) > 1 for other in others):
                return True
    return False


def _asks_for(evidence: Evidence, number: int, amount: Amount) -> bool:
    """Whether a temperature of the text asks for a step of its own."""
    restated = amount.standing is Standing.UNSURE and amount.named_by_word and not amount.loose
    return not restated and not _is_told(evidence, number, amount)


def _is_told(evidence: Evidence, number: int, amount: Amount) -> bool:
    """Whether another step that only brings to a temperature stands for the same words already."""
    for at, other in enumerate(evidence.placed):
        if at == number or other.step.action != "heat" or not any(item.amount is amount for item in other.items):
            continue
        values = [
            claim.value
            for step in (other.step, evidence.placed[number].step)
            for claim in step.claims
            if claim.dimension == "temp"
        ]
        # What is kept for a time later on may have been reached before.
        kept = other.sure and (at > number or number - at == 1)
        if not kept or len(set(values)) > 1:
            return True
    return False


def _gas_is_named(evidence: Evidence, one: Placed) -> bool:
    """Whether the text has the gas, and no earlier step has put the same vessel under it already."""
    earlier = evidence.placed[: one.step.number - 1]
    gases = {claim.written for claim in one.step.claims if claim.kind is ClaimKind.GAS}
    for other in earlier:
        same_gas = gases == {claim.written for claim in other.step.claims if claim.kind is ClaimKind.GAS}
        if one.step.name == "EvacuateAndRefill" != other.step.name and _CYCLES.search(evidence.text.text):
            continue
        kept = one.step.name.startswith("Start") and not other.step.name.startswith("Start") and evidence.facts.gases
        if other.step.action == "gas" and same_gas and other.step.vessels & one.step.vessels and not kept:
            return False
    named = [claim for claim in one.step.claims if claim.kind is ClaimKind.GAS]
    if any(evidence.facts.names.find(claim.written, claim.names) for claim in named):
        return True
    return bool(evidence.facts.gases) or any(cue.kind == "gas" for cue in evidence.facts.cues)


def _filters_drying_agent(evidence: Evidence, number: int) -> bool:
    """A drying agent and what a solid was washed with have to be filtered off, whether or not the text says so."""
    for at in range(number - 1, max(-1, number - 4), -1):
        one = evidence.placed[at]
        if one.step.action == "filter":
            # Of two behind a washing, the first may be the one that the text leaves out, whatever cue it was given.
            washed = evidence.placed[at - 1]
            return one.cue is not None and at > 0 and any(_in_wash(evidence, place, "wash") for place in washed.places)
        if one.cue is not None and one.cue.kind in ("dryagent", "wash", "dry") and one.step.action == "add":
            return True
        if any(item.claim.kind is ClaimKind.REAGENT and is_solid_aid(item.claim.written) for item in one.items):
            return True
        if one.step.action == "add" and any(_in_wash(evidence, place, "wash", "dryagent") for place in one.places):
            return True
    return False


def _carries_over(evidence: Evidence, number: int) -> bool:
    """What was made ready in a vessel of its own has to be brought to the rest."""
    step = evidence.placed[number].step
    for one in reversed(evidence.placed[:number]):
        other = one.step
        if other.action == "transfer" and set(other.out_of) & set(step.out_of):
            return False
        if other.action in ("add", "dissolve") and set(other.into) & set(step.out_of):
            return True
    return not step.out_of


def _last_done(evidence: Evidence, number: int) -> str:
    """What was last done with what is in the vessel of a step, followed through transfers of all of it."""
    vessels = evidence.steps[number].vessels
    for step in reversed(evidence.steps[:number]):
        if not vessels & step.vessels or step.action in ("stop", "gas"):
            continue
        if step.action != "transfer":
            return step.action
        vessels |= step.vessels
    return ""


_IN_SUSPENSION = word_set("action checks in suspension")
_SOLIDS = pattern("action checks solids")


def _collects_solid(evidence: Evidence, number: int) -> bool:
    """Whether a filtration collects a solid of which the text tells there, without saying that it is filtered off."""
    done = _last_done(evidence, number)
    if done == "crystallise":
        return True
    if done not in _IN_SUSPENSION:
        return False
    before = next((one.start for one in reversed(evidence.placed[:number]) if one.start is not None), 0)
    later = (one.start for one in evidence.placed[number + 1 :] if one.start is not None and one.start >= before)
    low, high = evidence.facts.bounds_around(before, before)
    return bool(_SOLIDS.search(evidence.text.text[low : max(high, next(later, high))]))


def _moves_all(evidence: Evidence, number: int) -> bool:
    """Whether a transfer only takes everything to another vessel, in which the work goes on or the program ends."""
    step = evidence.steps[number]
    if any(claim.kind is ClaimKind.QUANTITY for claim in step.claims):
        return False
    later = evidence.steps[number + 1 :]
    works = [one for one in later if one.action not in ("stop", "clean", "gas")]
    next_out = next((one for one in works if set(one.vessels) & set(step.out_of)), None)
    next_in = next((one for one in works if set(one.vessels) & set(step.into)), None)
    if not works:
        return True
    return next_in is not None and (next_out is None or next_out.number > next_in.number)


def _in_wash(evidence: Evidence, place: tuple[int, int], *kinds_of: str) -> bool:
    """Whether a place of the text is told of as washing or drying."""
    before = [cue for cue in evidence.facts.cues if cue.start <= place[0] and place[0] - cue.end < 150]
    return bool(before) and before[-1].kind in kinds_of
