"""Quantities that are missing, invented, given to the wrong reagent, or repeated a different number of times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import quantities, tokens
from clairify_cli.fidelity.checks.actions import actions_of_missing
from clairify_cli.fidelity.checks.invented import implies_temperature, is_done_alike, quotes_text
from clairify_cli.fidelity.checks.rates import is_a_rate, is_worked_out, misprinted
from clairify_cli.fidelity.checks.repetitions import is_of_loop, is_repeated_otherwise
from clairify_cli.fidelity.checks.shares import is_worked_out_of_share, matches
from clairify_cli.fidelity.comparison.alignment import words_of
from clairify_cli.fidelity.comparison.choices import is_chosen, says_chosen
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item, is_named
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import ROOM, Amount, Standing, is_room
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.substances import is_solvent_of
from clairify_cli.fidelity.text.units import bounds, is_measure
from clairify_cli.fidelity.text.unknown_verbs import is_order
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Claim, ClaimKind, StepClaims

_SAYABLE = frozenset(("mass", "volume", "moles", "equivalents", "time", "temp"))
"""Dimensions that some step always has a property for, so a comment is not the place for them."""
_IN_FORCE = frozenset(("temp", "stir_speed", "wavelength", "pressure", "power", "flow_rate"))
"""Dimensions of conditions, which hold on until they change: several steps may state them."""
_DONE = pattern("quantities done")
"""Words of an instruction, whatever its verb."""
_COMING = pattern("coming to a temperature")
_SPUN, _SHAKEN = pattern("quantities spun"), late(r"\b(?:vortex|shak|swirl|invert)\w*\b[^.;]{0,40}\Z", re.IGNORECASE)
_FORMED = late(
    r"\bwithin\s(?:ca\.?\s|about\s)?\d+\s?(?:min\w*|h\w*|s\w*)\s(?:an?|the)\s[^.;,]{3,60}\s(?:formed|appeared|precipitated|separated)\b",
    re.IGNORECASE,
)
"""What was seen in a time that nothing waits for: `Within 10 min a precipitate formed`."""
_TOOK = late(r"\b(?:TLC|HPLC|GC|LC-?MS|NMR)\b[^.;,]{0,30}\bafter\s(?:ca\.?\s|about\s)?\Z")
"""Words before the time of a reaction: `TLC after | 6 h | showed complete conversion`."""
_DIALYSED = late(r"\bdialy[sz]\w*\b[^.;]*\Z", re.IGNORECASE)
_AFTER = late(r"\W*after\s(?:(?:a further|another|about|ca\.?)\s)?(?:\S+\s\S+\s(?:at|under)\s)?", re.IGNORECASE)
"""Words before a time that something takes, or a temperature: `After | 4 h at | reflux, the suspension was orange`."""
_LIMIT, _BEFORE = pattern("temperature limit"), 50
_LOOSE = {
    "equivalents": r"\]\s?=\s?{}(?=\s?[),;])",
    "temp": r"\bat\s{}(?=[.,;]|\s[a-z])",
    "time": r"\b{}\smore\b(?!\s(?:m|g|k)?[lg]\b)",
}
"""Numbers without a unit, by dimension: `hold at 65`, `then 20 more at 200 °C`."""
_IN_LIST = r"(?<![\d.]){}(?:(?:,| and| or|/)\s?\d[\d.]*){{1,5}}\)?\s?{}\b"
"""A number whose unit stands behind the last one of its list: `18.4, 36.8) mg`."""
_LISTED, _NUMBER = late(r"(?<![\d.])(?:\d[\d.]*,\s?)+\Z"), late(r"\d[\d.]*")
_DEEP = -20.0
"""In °C: what a coolant below it is named for."""
_OF_THIS, _THEN_AMOUNT = pattern("quantities of this"), pattern("quantities then amount")
_NAME = pattern("quantities name")
_NAME_BETWEEN = pattern("quantities name between")
_BESIDE = 200
"""Maximum number of characters between two statements of the same quantity."""
_SOLUTION = late(r"\b(?:solution|mixture|suspension)\b", re.IGNORECASE)
_CHANGES = pattern("quantities changes")
_IS_HOT, _BOILING, _HOT = pattern("quantities is hot"), pattern("quantities boiling"), (30.0, 200.0)
_ROOM = 25.0
"""Room temperature, which a mixture reaches without heating or cooling, in °C."""
_ADDS = frozenset(("add", "dissolve", "transfer"))
_NEAR_EACH = 60
_ADDED_AT = pattern("flow added at")
_TO_COOLED, _FROM_THERE = late(r"\bto (?:an?|the|this)\b[^.;]*\bcooled(?: to)? \(?\Z", re.IGNORECASE), 80
_HEATED = pattern("quantities heated")
_MANNER = pattern("manner")
_DRIPS = pattern("quantities drips")
_LONGEST_ADDITION = 7200.0
"""Maximum duration, in seconds, that a program may choose for an addition that the text calls `dropwise`."""
_ATMOSPHERE, _WEATHER = 1_013.25, 40.0
"""Atmospheric pressure in mbar, and its variation: a program may state it even if the text does not."""


def check_quantities(evidence: Evidence) -> Iterator[Diagnostic]:
    """Yield all findings about quantities. A wrong number is one finding, not an invented and a missing one."""
    explained: set[int] = set()
    for item in evidence.matching.items:
        if item.claim.kind is ClaimKind.QUANTITY:
            yield from _of_claim(evidence, item, explained)
    actions = actions_of_missing(evidence)
    for amount in evidence.facts.amounts:
        if amount.number not in explained:
            yield from _of_amount(evidence, amount, actions.get(amount.number))


def _of_claim(evidence: Evidence, item: Item, explained: set[int]) -> Iterator[Diagnostic]:
    claim, step, amount = item.claim, item.step, item.amount
    if amount is not None and amount.loose and _is_heated(evidence, item):
        yield rules.invented_quantity(claim.span, claim.written, claim.property, step.name)
    elif item.chosen is not None and amount is not None:
        reagent = item.reagent
        named = reagent is not None and evidence.facts.names.find(reagent.written, reagent.names)
        another = (
            not item.chosen.named and reagent is not None and named and not _is_its_solvent(evidence, amount, reagent)
        )
        if reagent is not None and another and _is_of_another(evidence, amount, reagent):
            around, related = evidence.quoted(amount.start, amount.end)
            yield rules.wrong_reagent(reagent.span, reagent.written, claim.written, around, step.name, related)
    elif is_worked_out_of_share(evidence, item):
        if not item.choices:
            yield _own_choice(item, worked=True)
    elif _is_free(evidence, item):
        return
    elif not item.choices:
        wrong = misprinted(evidence, item)
        unit_elsewhere = _lacks_unit(evidence, item)
        meant = wrong or (None if unit_elsewhere else _meant(evidence, item, explained))
        open_to_choice = is_chosen(step, claim) or _is_left_open(evidence, item) or unit_elsewhere
        if meant is None and open_to_choice:
            yield _own_choice(item)
        elif meant is None:
            must = step.name == "WashSolid" and claim.property == "volume"
            yield rules.invented_quantity(
                claim.span, claim.written, claim.property, step.name, must=must, sure=not must
            )
        else:
            explained.add(meant.number)
            value = next((one for one in meant.values if one.dimension == claim.dimension), meant.values[0])
            words = evidence.around(value.start, value.end)
            related = evidence.here(meant.start, meant.end)
            yield rules.invented_quantity(
                claim.span,
                claim.written,
                claim.property,
                step.name,
                value.words,
                words,
                related,
                plain=next((one.xdl for one in quantities(tokens(value.words), claim.dimension)), None),
                sure=wrong is None,
            )
    elif is_chosen(step, claim):
        yield _own_choice(item)
    elif claim.dimension not in _IN_FORCE:
        used = next((choice.amount for choice in item.choices if choice.amount is not None), None)
        moved = item.step.action == "transfer" and item.reagent is None
        if used is None or (moved and not _is_done_twice(evidence, item)):
            return  # a decanted liquid, with the volume that was put in
        again = evidence.facts.is_done_again(used) or _is_of_solvent(evidence, item, used)
        if not again and not is_done_alike(evidence, item.step.number - 1):
            related = evidence.here(used.start, used.end)
            words = used.values[0].words
            yield rules.quantity_used_twice(claim.span, claim.written, claim.property, step.name, words, related)


def _is_its_solvent(evidence: Evidence, amount: Amount, reagent: Claim) -> bool:
    """Whether a volume is that of the solvent in it: `an aqueous (ethanolic) solution (500 mL) of Na2CO3`."""
    words = (evidence.text.text[low:high] for low, high in amount.about)
    return any(_SOLUTION.search(one) and is_solvent_of(reagent.written, one) for one in words)


def _is_of_another(evidence: Evidence, amount: Amount, reagent: Claim) -> bool:
    """Whether an amount of the text is that of another reagent, or the reagent has one of its own there."""
    names, text = evidence.facts.names, evidence.text.text
    others = [
        claim
        for step in evidence.steps
        for claim in step.reagents
        if claim.written.casefold() != reagent.written.casefold()
    ]
    users = {
        item.amount.number
        for item in evidence.matching.items
        if item.amount and item.reagent and item.reagent.written == reagent.written
    }
    missed = (one for one in evidence.facts.amounts if one.about and one.number not in users)
    if any(is_named(amount, claim, names) for claim in others) or any(is_named(one, reagent, names) for one in missed):
        return True
    own = find(reagent.written)
    said = [word.group() for low, high in amount.about for word in _NAME.finditer(text, low, high)]
    known = (find(one) for one in (*said, *(f"{one} {other}" for one, other in pairwise(said))))
    return any(one is not None and one is not own for one in known)


def _is_left_open(evidence: Evidence, item: Item) -> bool:
    """Whether a comment says that an amount is the program's choice, and the text gives the reagent no amount."""
    reagent = item.reagent
    if reagent is None or not says_chosen(item.step, item.claim.dimension):
        return False
    places = evidence.facts.names.find(reagent.written, reagent.names)
    about = (stretch for amount in evidence.facts.amounts for stretch in amount.about)
    return bool(places) and not any(low < end and start < high for low, high in about for start, end in places)


def _lacks_unit(evidence: Evidence, item: Item) -> bool:
    """Whether the text has the number without a unit of its own: `ether (1.82; 18 mmol)`, `2, 3 g`, `hold at 65`."""
    number, _, unit = map(re.escape, item.claim.written.partition(" "))
    if re.search(_IN_LIST.format(number, unit), evidence.text.text):
        return True
    if item.claim.dimension in _LOOSE:
        return re.search(_LOOSE[item.claim.dimension].format(number), evidence.text.text) is not None
    if item.reagent is None:
        return False
    bare = re.compile(rf"\s?[(\[]\s?{number}(?:\s?[;,)\]]|\s+\d)")
    places = evidence.facts.names.find(item.reagent.written, item.reagent.names)
    return any(bare.match(evidence.text.text, end) for _, end in places)


def _own_choice(item: Item, worked: bool = False) -> Diagnostic:
    claim = item.claim
    what = f"`{claim.written}` for the `{claim.property}` of `{item.step.name}`"
    return rules.own_choice(claim.span, what, worked=worked)


def _is_of_solvent(evidence: Evidence, item: Item, used: Amount) -> bool:
    """Whether an amount covers a solute and its solvent, and the solute used it: `96 mg, dissolved in 4 mL THF`."""
    dimension, items = item.claim.dimension, evidence.matching.items
    users = [other for other in items if other.amount is used]
    takers = (one for one in items if one.claim.dimension == dimension and any(c.amount is used for c in one.choices))
    return (
        item.step.name == "Dissolve"
        and next(takers, None) is item
        and all(other.claim.dimension != dimension and other.step is not item.step for other in users)
    )


def _is_done_twice(evidence: Evidence, item: Item) -> bool:
    """Whether another step is just the same."""
    step = item.step
    alike = (one for one in evidence.steps if (one.out_of, one.into) == (step.out_of, step.into) and one is not step)
    return any(words_of(one) == words_of(step) for one in alike)


def _is_heated(evidence: Evidence, item: Item) -> bool:
    """Whether the text heats, but the step's temperature matches only words for cooling."""
    cue = evidence.placed[item.step.number - 1].cue
    lasts = bool(item.step.values("time")) and item.claim.dimension == "temp"
    return lasts and cue is not None and _HEATED.match(cue.words) is not None


def _is_free(evidence: Evidence, item: Item) -> bool:
    """Whether a program may state something that the text does not: atmospheric pressure, how long `dropwise` takes."""
    claim = item.claim
    if claim.dimension == "pressure" and _is_atmospheric(claim.value):
        return True
    if _takes_its_time(evidence, item):
        return True
    number = item.step.number - 1
    if claim.dimension == "temp":
        unsaid = is_room(claim.value) and item.place is None and quotes_text(evidence, number)
        if unsaid or implies_temperature(evidence, number):
            return True
    return not item.choices and (_is_hot(evidence, item) or is_a_rate(evidence, item))


def _is_atmospheric(pressure: float) -> bool:
    """Whether a pressure, in mbar, may be that of the air."""
    return abs(pressure - _ATMOSPHERE) < _WEATHER


def _is_hot(evidence: Evidence, item: Item) -> bool:
    """Whether a temperature is the program's own for what the text calls hot: `from hot ethanol`, `recrystallised`."""
    if item.claim.dimension != "temp":
        return False
    heats = item.step.action == "heat"
    if heats and _is_kept(evidence, item):
        return True
    called_hot = _BOILING if heats else _IS_HOT
    told = (each.start for each in reversed(evidence.placed[: item.step.number]) if each.start is not None)
    start = next(told, 0)
    low, high = evidence.facts.bounds_around(start, start)
    return _HOT[0] <= item.claim.value <= _HOT[1] and called_hot.search(evidence.text.text, low, high) is not None


def _is_kept(evidence: Evidence, item: Item) -> bool:
    """Whether the mixture already has a temperature of the program's own, which is judged where it begins."""
    earlier = (
        other
        for other in reversed(evidence.matching.items[: item.index])
        if other.claim.dimension == "temp" and other.step.vessels & item.step.vessels
    )
    last = next(earlier, None)
    return last is not None and last.claim.value == item.claim.value and not last.choices


def _takes_its_time(evidence: Evidence, item: Item) -> bool:
    """Whether a time is the program's choice for an addition that the text calls dropwise, slow or in portions."""
    one = evidence.placed[item.step.number - 1]
    if item.claim.dimension != "time" or one.step.action not in ("add", "transfer"):
        return False
    if not 0 < item.claim.value <= _LONGEST_ADDITION:
        return False
    # A mixture prepared elsewhere is described where it is made, not again where it is transferred.
    source = {*one.step.out_of, *one.step.into} if one.step.action == "transfer" else set()
    ready = [other for other in evidence.placed[: item.step.number - 1] if source & set(other.step.into)]
    starts = [other.start for other in (one, *ready[-3:]) if other.start is not None]
    bounds = [evidence.facts.bounds_around(start, start) for start in starts]
    if one.start is None and starts:  # the rest of a solution, in a sentence of its own
        later = (other.start for other in evidence.placed[item.step.number :] if other.start is not None)
        bounds.append((max(starts), next(later, len(evidence.text.text))))
    text = evidence.text.text
    return any(_MANNER.search(text, low, high) or _DRIPS.search(text, low, high) for low, high in bounds)


def _meant(evidence: Evidence, item: Item, explained: set[int]) -> Amount | None:
    """Return the amount that the text gives instead of a step's number: for the same reagent, or next to its cue."""
    placed = evidence.placed[item.step.number - 1]
    own = {other.amount.number for other in placed.items if other.amount is not None and other.reagent is item.reagent}
    of_other_kind: Amount | None = None
    for amount in evidence.facts.amounts:
        if amount.number in explained or amount.loose or amount.standing is Standing.ASIDE:
            continue
        elsewhere = item.reagent is None or (placed.cue is not None and placed.cue.sentence != amount.sentence)
        if elsewhere and amount.standing is not Standing.INSTRUCTION:
            continue
        if evidence.matching.used[amount.number] and not (item.reagent is not None and amount.number in own):
            continue
        alike = any(value.dimension == item.claim.dimension for value in amount.values)
        if item.reagent is not None:
            if amount.about and is_named(amount, item.reagent, evidence.facts.names):
                if alike:
                    return amount
                of_other_kind = of_other_kind or (amount if amount.number not in own else None)
        elif (
            alike
            and placed.cue is not None
            and placed.cue.sentence == amount.sentence
            and abs(placed.cue.start - amount.start) < 100
        ):
            return amount
    return of_other_kind


def _of_amount(evidence: Evidence, amount: Amount, action: str | None) -> Iterator[Diagnostic]:
    used = evidence.matching.used[amount.number]
    if amount.each and used and amount.about:
        yield from _of_each(evidence, amount)
    if amount.standing is Standing.ASIDE or amount.loose or (amount.each and (used or is_of_loop(evidence, amount))):
        return
    if not used and any(one.start() <= amount.start < one.end() for one in matches(evidence, "mark")):
        return
    value = amount.values[0]
    if value.dimension == "pressure" and value.exact is not None and _is_atmospheric(value.exact):
        return  # `under hydrogen (1 atm)`
    if not used:
        if _in_force(evidence, amount) or any(evidence.matching.used[other] for other in amount.instead):
            return
        if _is_told_twice(evidence, amount) or is_worked_out(evidence, amount) or _is_in_name(evidence, amount):
            return
        if _is_other_of_list(evidence, amount) or _is_bath(evidence, amount):
            return
        if any(one.count > 1 and value.fits("time", one.claim.value * one.count) for one in _timed(evidence)):
            return  # `soaked for 2 days, the water being changed every 12 h`
        noted = _is_noted(evidence, amount)
        text = evidence.text.text
        start = max(0, amount.start - 90)
        timed = value.dimension == "time"
        spun = value.dimension in ("time", "stir_speed", "temp") and _SPUN.search(text, start, amount.start)
        spun = spun or _DIALYSED.search(text, start, amount.start)
        comes = spun or (timed and any(_COMING.search(text, max(0, at - 90), at) for at in _starts(evidence, amount)))
        in_words = amount.named_by_word and value.dimension == "temp" and not amount.boiling
        if noted and (amount.standing is Standing.UNSURE or in_words):
            return
        told = amount.standing is Standing.INSTRUCTION and _is_grounded(evidence, amount)
        told = told and not (timed and _FORMED.search(text, start, amount.end + _BESIDE))
        reacted = _TOOK.search(text, start, amount.start) is not None
        sure = told or reacted or _is_limit(evidence, amount)
        at = evidence.place_for(amount.start)
        words = value.words
        otherwise = _measured_otherwise(evidence, amount)
        if otherwise is not None:
            step, noted_words = otherwise
            around, related = evidence.around(amount.start, amount.end), evidence.here(amount.start, amount.end)
            yield rules.invented_quantity(step.span, noted_words, "comment", step.name, words, around, related)
            return
        if is_measure(words):  # no property counts them
            sure = sure and not noted and not any(_names_reagent(evidence, step, amount) for step in evidence.steps)
        # No property of any step could hold these.
        beyond = value.dimension not in _SAYABLE or bool(comes) or _distils(evidence, amount)
        shaken = _SHAKEN.search(text, start, amount.start) is not None
        beyond = beyond or words.endswith("mol%") or (timed and _is_of_timeless(evidence, amount, shaken))
        action = action if sure else None
        quoted = evidence.quoted(amount.start, amount.end)
        yield rules.missing_quantity(
            at, words, *quoted, noted, action, beyond, doubtful=not sure, sure=sure and not (noted and beyond)
        )
    elif is_repeated_otherwise(evidence, amount, used):
        item = next(item for item in evidence.matching.items if item.amount is amount)
        at = item.step.repeats_span or item.step.span
        around = evidence.around(amount.start, amount.end)
        yield rules.repeats_differ(
            at, amount.times, used, around, item.step.name, False, evidence.here(amount.start, amount.end)
        )


def _is_other_of_list(evidence: Evidence, amount: Amount) -> bool:
    """Whether a step has another number of a list of alternatives: `(160, 180 or 200 °C)`."""
    value = amount.values[0]
    listed = _LISTED.search(evidence.text.text, max(0, amount.start - _NEAR_EACH), amount.start)
    alike = {one.claim.written.split()[0] for one in evidence.matching.items if one.claim.dimension == value.dimension}
    return listed is not None and bool(alike & set(_NUMBER.findall(listed[0])))


def _is_bath(evidence: Evidence, amount: Amount) -> bool:
    """Whether the comment of a step at a low temperature of the text names its bath: -5 °C, and `dry ice`."""
    words, chilled = amount.values[0].words.lower(), amount.named_by_word and amount.values[0].high < _DEEP
    steps = {one.step.number for one in evidence.matching.items if one.amount and one.claim.dimension == "temp"}
    cold = (step for step in evidence.steps if step.number in steps and max(step.values("temp"), default=0) <= 0)
    return chilled and any(words in note.lower() for step in cold for note in step.notes)


def _of_each(evidence: Evidence, amount: Amount) -> Iterator[Diagnostic]:
    """Report the things that are put in without the amount that the text gives each of them: `A and B (5 mL each)`."""
    names = evidence.facts.names
    if sum(item.amount is amount for item in evidence.matching.items) != 1:
        return
    for step in evidence.steps:
        if step.action not in _ADDS or step.values("volume") or step.values("mass"):
            continue
        for claim in step.reagents:
            places = names.find(claim.written, claim.names)
            if len(places) == 1 and _is_listed_with(evidence, amount, places[0]):
                words = amount.values[0].words
                yield rules.missing_quantity(step.span, words, *evidence.quoted(amount.start, amount.end), False)


def _is_listed_with(evidence: Evidence, amount: Amount, place: tuple[int, int]) -> bool:
    """Whether a name is in the list of things that an amount is given for, with no word for an action between."""
    first, last = min(place[1], amount.end), max(place[0], amount.start)
    cues = evidence.facts.cues_by_sentence.get(amount.sentence, ())
    return last - first < _NEAR_EACH and not any(first <= cue.start < last for cue in cues)


def _starts(evidence: Evidence, amount: Amount) -> list[int]:
    """Return where an unused amount may stand: a step took the other in `cooled to 5 °C over 1 h, aged for 1 h`."""
    value, used = amount.values[0], evidence.matching.used
    beside = (one for one in evidence.facts.amounts if one.sentence == amount.sentence and used[one.number])
    return [amount.start, *(one.start for one in beside if value.fits(one.values[0].dimension, one.values[0].low))]


def _timed(evidence: Evidence) -> Iterator[Item]:
    return (item for item in evidence.matching.items if item.claim.dimension == "time")


def _measured_otherwise(evidence: Evidence, amount: Amount) -> tuple[StepClaims, str] | None:
    """Return a step whose comment measures the reagent of an amount otherwise: `3 tsp` where the text has `3 tbsp`."""
    for step in evidence.steps if is_measure(amount.values[0].words) else ():
        claims = step.reagents
        if step.values("volume") or step.values("mass") or not any(_is_beside(evidence, amount, one) for one in claims):
            continue
        about = (one for one in evidence.facts.amounts if any(_is_beside(evidence, one, claim) for claim in claims))
        told = [one for other in about for one in quantities(tokens(other.values[0].words), "measure")]
        for note in step.notes:
            for one in quantities(tokens(note), "measure"):
                if is_measure(one.unit) and not any(_measures_the_same(one, other) for other in told):
                    return step, note[one.start : one.end]
    return None


def _is_beside(evidence: Evidence, amount: Amount, reagent: Claim) -> bool:
    """Whether an amount stands right before or behind a reagent: `3 tbsp of cornstarch`, `salt (1 tsp)`."""
    text, places = evidence.text.text, evidence.facts.names.find(reagent.written, reagent.names)
    return any(
        _OF_THIS.fullmatch(text, amount.end, low) or _THEN_AMOUNT.fullmatch(text, high, amount.start)
        for low, high in places
    )


def _measures_the_same(one: Quantity, other: Quantity) -> bool:
    """Whether two measures may be of one amount: `1 tablespoon`, `3 teaspoons`."""
    if one.unit.removesuffix("s") == other.unit.removesuffix("s"):
        return one.number in (other.number, other.upper)
    first, second = bounds(one), bounds(other)
    return first is None or second is None or (first[1] <= second[2] and second[1] <= first[2])


def _is_grounded(evidence: Evidence, amount: Amount) -> bool:
    """Whether something in its sentence is to be done, if the amount is a condition rather than that of a reagent."""
    facts, dimension = evidence.facts, amount.values[0].dimension
    cues = [cue for cue in facts.cues_by_sentence.get(amount.sentence, ()) if cue.required]
    if dimension == "wavelength":
        return any(cue.kind == "irradiate" for cue in cues)
    unknown = any(verb.sentence == amount.sentence for verb in facts.unknown)
    low, high = facts.bounds_around(amount.start, amount.end)
    if is_measure(amount.values[0].words) and not cues:
        return False
    done = _DONE.search(evidence.text.text, low, high) is not None or is_order(evidence.text.text, low, high)
    waits = _AFTER.fullmatch(evidence.text.text, low, amount.start) and not _is_said_before(evidence, amount)
    return bool(amount.about or cues or unknown or done or waits or amount.sentence in facts.words.listed)


def _is_said_before(evidence: Evidence, amount: Amount) -> bool:
    """Whether the text gives the same value earlier: `stirred for 2 h. After 2 h it was orange`."""
    value = amount.values[0]
    return any(
        value.fits(one.dimension, one.low) for other in evidence.facts.amounts[: amount.number] for one in other.values
    )


def _is_in_name(evidence: Evidence, amount: Amount) -> bool:
    """Whether a word for a number is part of a reagent's name: `boiling water`."""
    names = (item.place for item in evidence.matching.items if item.claim.kind is ClaimKind.REAGENT and item.place)
    return amount.named_by_word and any(low <= amount.start and amount.end <= high for low, high in names)


def _is_told_twice(evidence: Evidence, amount: Amount) -> bool:
    """Whether the text repeats a quantity nearby: `brought to reflux. It was kept under reflux for 2 h`."""
    value = amount.values[0]
    for other in evidence.facts.amounts_near(amount, _BESIDE):
        if other is amount or not evidence.matching.used[other.number]:
            continue
        alike = any(one.dimension == value.dimension and one.exact == value.exact for one in other.values)
        in_words = amount.named_by_word and other.named_by_word and abs(amount.sentence - other.sentence) <= 1
        same_word = in_words and (value.low, value.high) == (other.values[0].low, other.values[0].high)
        number = other.values[0]  # `simmer at 95 °C`
        within = amount.named_by_word and amount.sentence == other.sentence and value.fits("temp", number.low)
        same_word = same_word or (within and number.dimension == "temp")
        if value.dimension == "temp" and ((amount.boiling and other.boiling) or same_word):
            low, high = sorted((amount, other), key=lambda one: one.start)
            return not _CHANGES.search(evidence.text.text, low.end, high.start)
        first, second = sorted((amount, other), key=lambda one: one.start)
        between = _NAME_BETWEEN.fullmatch(evidence.text.text, first.end, second.start)
        if alike and value.dimension == "pressure":
            return True
        if value.dimension == "moles" and alike and (between or set(amount.about) & set(other.about)):
            return True
    return False


def _in_force(evidence: Evidence, amount: Amount) -> bool:
    """Whether the mixture already has a temperature at this point of the program; it starts at room temperature."""
    value = amount.values[0]
    if value.dimension != "temp":
        return False
    text = evidence.text.text
    # `X was added at 0 °C to a solution of Y`: what counts is the state when X is added, though Y is named later.
    for number, one in enumerate(evidence.placed):
        place = one.places[0][0] if one.places and one.step.action in _ADDS else amount.start
        if any(value.fits("temp", last) for last in _temps_before(evidence, number)[-1:]) and (
            _ADDED_AT.fullmatch(text, place, amount.start)
            or _TO_COOLED.search(text, max(place, amount.start - _FROM_THERE), amount.start)
        ):
            return True
    holds: float | None = None
    until = [number for number, one in enumerate(evidence.placed) if one.start is not None and one.start > amount.end]
    for number, one in enumerate(evidence.placed[: until[0] if until else None]):
        temps, is_off = one.step.values("temp"), one.step.name == "StopHeatChill"
        if is_off and one.start is None and until[:1] == [number + 1]:  # it may come before or after the amount
            return value.fits("temp", _ROOM) or (holds is not None and value.fits("temp", holds))
        holds = temps[-1] if temps else _ROOM if is_off else holds
    if holds is not None and holds <= value.high and _is_limit(evidence, amount):
        return True
    if holds is None:
        return value.fits("temp", 25.0) and amount.named_by_word
    return value.fits("temp", holds)


def _temps_before(evidence: Evidence, number: int) -> list[float]:
    return [temp for step in evidence.steps[:number] for temp in step.values("temp")]


def _is_limit(evidence: Evidence, amount: Amount) -> bool:
    """Whether a mixture must stay below a temperature, as in `so that it did not exceed 30 °C`."""
    return amount.values[0].dimension == "temp" and bool(
        _LIMIT.search(evidence.text.text[max(0, amount.start - _BEFORE) : amount.start])
    )


def _plain_range(words: str) -> str:
    """Return words without spaces, with the dashes of ranges written alike."""
    return "".join(words.split()).replace("–", "-").replace("—", "-")


def _distils(evidence: Evidence, amount: Amount) -> bool:
    """Whether an amount belongs to a distillation, which the standard has no step for."""
    near = evidence.facts.cues_by_sentence.get(amount.sentence, ())
    first = next((cue for cue in reversed(near) if cue.start <= amount.start), None)
    return first is not None and first.kind == "distil" and not any(s.action == "distil" for s in evidence.steps)


def _is_of_timeless(evidence: Evidence, amount: Amount, shaken: bool) -> bool:
    """Whether the comment of a step without a property for it has a time: a separation that is shaken, a degassing."""
    words = amount.values[0].words
    steps = (step for step in evidence.steps if any(words in note for note in step.notes))
    return any(step.name == "EvacuateAndRefill" or (shaken and step.action == "extract") for step in steps)


def _is_noted(evidence: Evidence, amount: Amount) -> bool:
    """Whether a comment of the program contains the words of an amount, or its number in another spelling."""
    value = amount.values[0]
    wanted, dimension = _plain_range(value.words), value.dimension
    cold = amount.named_by_word and dimension == "temp" and value.high < _DEEP  # a bath, for a limit
    return any(
        wanted in _plain_range(note)
        or any(
            known and value.fits(*known[:2]) for known in (bounds(one.quantity) for one in tokens(note) if one.quantity)
        )
        for step in evidence.steps
        if all(cold and one < ROOM[0] for one in step.values(dimension))
        and (not amount.about or step.action == "transfer" or _names_reagent(evidence, step, amount))
        for note in step.notes
    )


def _names_reagent(evidence: Evidence, step: StepClaims, amount: Amount) -> bool:
    """Whether a step uses the reagent that an amount belongs to."""
    return any(is_named(amount, claim, evidence.facts.names) for claim in step.reagents)
