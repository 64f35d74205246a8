"""Quantities in a text. Adjacent quantities of one thing form one amount, stated in several ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile, zip_longest

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.quantities import Quantity
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.model import Amount, Standing, Value
from clairify_cli.fidelity.text.asides import VESSELS, Stretch, is_vessel_size, standing
from clairify_cli.fidelity.text.conventions import Convention, conventions
from clairify_cli.fidelity.text.counts import IN_TURN, is_each, times_in_words
from clairify_cli.fidelity.text.units import AMOUNTS, HOTTEST, bounds, is_fired, is_measure, meant
from clairify_cli.fidelity.text.words import Text, Word
from clairify_cli.files.patterns import late

_ABOUT = word_set("about")
_JOINS = frozenset((",", ";", "/", "(", "=", ":", "or", ".", "[", "~", "ca", "ca.", "i.e.", "about"))
_ROUGHLY = 0.05
"""Relative tolerance for values that the text gives as approximate."""
_ENDS_NAME = frozenset((";", ".", ":"))


def amounts(text: Text, stretches: list[Stretch]) -> list[Amount]:
    """Return all amounts in the text, in order, with their standing."""
    found: list[Amount] = []
    for number, words in enumerate(text.sentences):
        runs = _runs(text, words)
        real = [run for run in runs if any(_is_amount_or_condition(words, at) for at in run)]
        for position, run in enumerate(real):
            first = position
            while first and (
                _in_ratio(words, real[first - 1], real[first]) or _in_portions(words, real[first - 1], real[first])
            ):
                first -= 1
            while first and _is_of_name(words, real[first - 1], run):
                first -= 1
            before = real[first - 1][-1] if first else -1
            after = real[position + 1][0] if position + 1 < len(real) else len(words)
            in_ratio = (first < position and _in_ratio(words, real[position - 1], run)) or (
                position + 1 < len(real) and _in_ratio(words, run, real[position + 1])
            )
            made = _amount(text, words, run, number, before, after, in_ratio)
            if made is not None:
                found.append(made)
        found += [_of_convention(one, number) for one in conventions(text, number)]
    found.sort(key=lambda one: (one.start, one.end))
    found = _without_restated_words(text, _without_sizes_of_lots(text, found))
    numbered = [replace(one, number=at, standing=standing(text, one, stretches)) for at, one in enumerate(found)]
    yields: set[float] = set()
    for at, told in enumerate(numbered):  # of a yield: `yielding 134 g of A. … 134 g of A is added`
        masses = {value.low for value in told.values if value.dimension == "mass"}
        numbered[at] = replace(told, loose=told.loose or bool(masses & yields))
        yields |= masses if told.standing is Standing.ASIDE else set()
    return _with_alternatives(text, numbered)


_LOTS = r"(?:portion|lot|batch|aliquot|increment)"
_IN_LOTS = late(
    rf"\bin\s(?:\w+\s)?{_LOTS}(?:e?s)?\s(?:of\s)?\(?\s?(?:about\s|ca\.?\s|approx\w*\.?\s|~\s?)?\Z", re.IGNORECASE
)
_EACH_LOT = late(rf"\)?\s(?:(?:each|per|a)\s{_LOTS}|at\sa\stime\b)", re.IGNORECASE)


def _without_sizes_of_lots(text: Text, found: list[Amount]) -> list[Amount]:
    """Return the amounts without lot sizes: `in lots of 10 g`, if the sentence gives a larger total."""
    kept: list[Amount] = []
    for one, after in zip_longest(found, found[1:]):
        value = one.values[0]
        if after is not None and is_measure(value.words) and _IN_BRACKET.fullmatch(text.text, one.end, after.start):
            continue  # `five drops of sulfuric acid (0.25 mL)`, `five drops (0.25 mL) of it`
        spun = _SPINS.search(text.text, max(0, one.start - 40), one.start) or (
            value.low >= _GRAVITIES and _THEN_TIME.match(text.text, one.end)
        )
        if value.dimension == "mass" and spun:
            continue  # a multiple of gravity: `centrifuged at 300 g`
        if value.dimension == "mass" and _OF_NEEDLE.match(text.text, one.end):
            continue  # a gauge: `a 21G needle`
        sized = _IN_LOTS.search(text.text[max(0, one.start - 40) : one.start]) or _EACH_LOT.match(text.text, one.end)
        beside = (other for other in found if other.sentence == one.sentence)
        alike = (known for other in beside for known in other.values if known.dimension == value.dimension)
        if not (sized and value.dimension in AMOUNTS and any(known.low > value.high for known in alike)):
            kept.append(replace(one, loose=True) if _is_told_again(text, kept, one) else one)
    return kept


def _is_told_again(text: Text, before: list[Amount], one: Amount) -> bool:
    """Whether a time refers back to one before: `stirred for 24 h. At the end of the 24-hour period`."""
    value = one.values[0]
    times = [(other.sentence, other.values[0].low) for other in before if other.values[0].dimension == "time"]
    if value.dimension != "time" or value.low not in [low for _, low in times]:
        return False
    after = _AFTER.fullmatch(text.text, text.sentence_span(one.sentence)[0], one.start) is not None
    definite = _DEFINITE.search(text.text, max(0, one.start - _SHORT), one.start) is not None
    return definite or (after and times[-1] == (one.sentence - 1, value.low))


_GRAVITIES, _THEN_TIME = 900.0, late(r",?\s(?:for\s)?\d+\s?(?:s|min)\b")
"""From this number on, `12,000 g, 1 min` is a centrifuge's."""
_OF_NEEDLE = late(r"[\s-]?(?:\w+\s){0,2}?(?:needle|cannula|syringe)", re.IGNORECASE)
_DEFINITE, _SHORT = late(r"\b(?:the|this|that|these|those)\s\Z", re.IGNORECASE), 6
_AFTER = late(r"\W*(?:after|at\sthe\send\sof)\s", re.IGNORECASE)
_SPINS = late(r"\b(?:spin|spun|centrifug\w*|pellet\w*)\b[^.;]{0,25}\bat\s\Z", re.IGNORECASE)
_IN_BRACKET = late(r"\s(?:of\s[^.;()]{3,40}\s)?\(")
_OR = late(r"[\s)\]]*\bor\b[^.;,]{0,80}")
_OR_IN_BRACKET = late(r"\s\bor\b[^.;,]{0,80},\s?(?=[^,;]{1,20}[)\]])")


def _with_alternatives(text: Text, found: list[Amount]) -> list[Amount]:
    """Return the amounts, each with the numbers of its alternatives: `A (1 mL) or B (0.5 mL)`, `[A, 1 g or B, 2 g]`."""
    made = list(found)
    for at, (one, other) in enumerate(pairwise(found)):
        joined = one.sentence == other.sentence and one.about and other.about
        between = _OR.fullmatch(text.text, one.end, other.start) or _OR_IN_BRACKET.match(text.text, one.end)
        if joined and between and between.end() == other.start:
            made[at] = replace(made[at], instead=(*made[at].instead, other.number))
            made[at + 1] = replace(other, instead=(one.number,))
        elif one.sentence == other.sentence and _OR_AT.fullmatch(text.text, one.end, other.start):
            for number, others in _offered(text, found, at):
                made[number] = replace(made[number], instead=(*made[number].instead, *others))
    return made


_OR_AT = late(r"[\s()\]]*,?\s?or\s(?:\(\w\)\s)?(?:(?:for|at|in|over|about|ca\.)\s){0,2}")
_HOLDS = late(r"\s(?:at|for|under|in)\s(?:about\s|ca\.?\s)?")


def _offered(text: Text, found: list[Amount], at: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the conditions around an `or`, each with its alternatives: `1 h at 25 °C or 30 min at 40 °C`."""

    def held(low: int, high: int) -> bool:
        return low >= 0 and high < len(found) and bool(_HOLDS.fullmatch(text.text, found[low].end, found[high].start))

    first = [at - 1, at] if held(at - 1, at) else [at]
    last = [at + 1, at + 2] if held(at + 1, at + 2) else [at + 1]
    kinds = {number: found[number].values[0].dimension for number in (*first, *last)}
    if all(kind in ("time", "temp") for kind in kinds.values()):
        for group, others in ((first, last), (last, first)):
            for number in group:
                alike = [one for one in others if kinds[one] == kinds[number]] or others
                yield number, tuple(found[one].number for one in alike)


def _is_of_name(words: tuple[Word, ...], one: list[int], other: list[int]) -> bool:
    """Whether a temperature only describes what is measured behind it: `pentane precooled to -30 °C (3 x 5 mL)`."""
    quantity = words[one[-1]].token.quantity
    is_temperature = quantity is not None and quantity.dimension == "temp"
    return is_temperature and words[one[-1]].group < 0 <= words[other[0]].group and other[0] - one[-1] == 2


_RATIOS = ([":"], ["/"], ["+"])


def _in_ratio(words: tuple[Word, ...], one: list[int], other: list[int]) -> bool:
    """Whether two amounts belong to one mixture: `methanol:water (111 mL:37 mL)`."""
    between = words[one[-1] + 1 : other[0]]
    return words[one[-1]].group == words[other[0]].group >= 0 and [word.low for word in between] in _RATIOS


_THEN = frozenset((",", ";", "and", "then", "+", "followed by", "and then"))


def _in_portions(words: tuple[Word, ...], one: list[int], other: list[int]) -> bool:
    """Whether two amounts in a bracket are portions of one thing: `ether (200 mL, then 2 x 50 mL)`."""
    first, second = words[one[-1]], words[other[0]]
    alike = first.token.quantity is not None and second.token.quantity is not None
    return (
        alike
        and first.group == second.group >= 0
        and first.token.quantity.dimension == second.token.quantity.dimension  # type: ignore[union-attr]
        and all(word.low in _THEN for word in words[one[-1] + 1 : other[0]])
    )


def _runs(text: Text, words: tuple[Word, ...]) -> list[list[int]]:
    """Return the positions of quantities, grouped by the thing they describe."""
    runs: list[list[int]] = []
    for at, word in enumerate(words):
        if word.token.quantity is None or _is_label(words, at) or _is_how_often(words, at) or _is_of_series(text, word):
            continue
        if runs and _goes_on(words, runs[-1], at):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _is_how_often(words: tuple[Word, ...], at: int) -> bool:
    """Whether a time says how often something is done: `once a day`."""
    return at > 0 and words[at].token.text.lower().startswith("a ") and words[at - 1].low in ("once", "twice", "times")


def _is_amount_or_condition(words: tuple[Word, ...], at: int) -> bool:
    """Whether a step can have a quantity: it is not a strength, ratio or length."""
    quantity = words[at].token.quantity
    return quantity is not None and quantity.dimension != "strength" and _bounds(words, at, quantity) is not None


def _bounds(words: tuple[Word, ...], at: int, quantity: Quantity) -> tuple[str, float, float] | None:
    """Return the bounds of a quantity; after words for pressure, `mm` means mmHg: `under vacuum (0.1 mm)`."""
    if words[at].token.text.endswith("mm") and any(word.low in _PRESSURE for word in words[max(0, at - 12) : at]):
        quantity = replace(quantity, unit="mmHg")
    if quantity.dimension == "length" and words[at].token.text.endswith(" m") and at and words[at - 1].low in _LASTS:
        quantity = replace(quantity, unit="min", dimension="time")
    return bounds(quantity)


def _goes_on(words: tuple[Word, ...], run: list[int], at: int) -> bool:
    """Whether the quantity at `at` describes the same amount as the run before it."""
    last = run[-1]
    one, other = words[last], words[at]
    assert one.token.quantity is not None and other.token.quantity is not None
    kinds = {words[place].token.quantity.dimension for place in run}  # type: ignore[union-attr]
    of_amounts = {"mass", "volume", "amount", "strength", "ratio"}
    between = words[last + 1 : at]
    solved = between and (between[-1].low == "in" or (between[0].low == "in" and "strength" not in kinds))
    if solved and (len(between) > 1 or "strength" not in kinds):
        return False  # `(0.2 g KOH in 10 mL of water)`, `KOH (7.4 g, 2 M, KOH in 15 mL of ethanol)`
    if other.token.quantity.dimension not in of_amounts or not kinds <= of_amounts:
        return False
    if other.token.quantity.dimension == "mass" and any(word.low == "solution" for word in between):
        return False  # `1 mL of a solution of A (5 g) in B (20 mL)`
    if one.group < 0 <= other.group and "strength" not in kinds and _is_name(between):
        return other.token.quantity.dimension not in kinds
    if one.group >= 0 and one.group == other.group:
        if [word.low for word in between] in _RATIOS and (between[0].low == "+" or _in_parts(words, one.group)):
            return False  # `ice and HCl (500 g + 500 mL)`, `FeCl3/water/ethanol (8 g/10 mL/8 mL)`
        if one.token.quantity.dimension == "strength" and between[:1] and between[0].low == "in":
            return True  # `2.5 M in hexanes, 3 eq`
        if _names_something(between) and (other.token.quantity.dimension in kinds or _lists_parts(words, run)):
            return False
        same = other.token.quantity.dimension in kinds
        return not same or other.token.quantity.dimension in ("amount", "strength") or [w.low for w in between] == ["="]
    if other.token.quantity.dimension in kinds and other.token.quantity.dimension != "amount":
        return False
    parts = one.group < 0 and any(word.low == ";" for word in between)
    return not parts and all(word.low in _JOINS for word in between) and len(between) <= 3


def _in_parts(words: tuple[Word, ...], group: int) -> bool:
    """Whether a bracket measures several things: it has two masses, or two volumes."""
    told = [one.dimension for word in words if word.group == group and (one := word.token.quantity) is not None]
    return any(told.count(dimension) > 1 for dimension in ("mass", "volume"))


_NO_PART_OF_NAME = word_set("amounts no part of name")


def _is_name(between: tuple[Word, ...]) -> bool:
    """Whether only a name separates an amount from a bracket: `46 g of propargyl bromide (0.40 mol)`."""
    names = [word for word in between if word.group < 0]
    said = [word.token.text for word in names if word.low != "of"]
    for at in range(1, len(said)):  # `in 20 mL of toluene benzil (1 g) was refluxed`
        first, second = find(" ".join(said[:at])), find(" ".join(said[at:]))
        if first is not None and first.state == "liquid" and second is not None:
            return False
    return (
        0 < len(names) <= 7
        and all(word.token.kind in ("word", "number") and word.low not in _NO_PART_OF_NAME | VESSELS for word in names)
        and all(word.low in _JOINS or word.low == "total" for word in between if word.group >= 0)
    )


def _names_something(between: Sequence[Word]) -> bool:
    return any(
        word.token.kind == "word" and len(word.low) > 3 and word.low not in ("equiv", "neat") for word in between
    )


def _lists_parts(words: tuple[Word, ...], run: list[int]) -> bool:
    """Whether a bracket lists things with their amounts: `the mixture (p-toluidine 5 g, toluene 60 mL)`."""
    first = run[0]
    while first and words[first - 1].group == words[run[0]].group:
        first -= 1
    ahead = list(takewhile(lambda word: word.token.quantity is None, words[first : run[0]]))
    alone = all(word.token.kind == "word" or word.token.text in "(-" for word in ahead) and len(ahead) <= 5
    return alone and _names_something(ahead) and not any(word.low in _ABOUT for word in ahead)


def _amount(
    text: Text, words: tuple[Word, ...], run: list[int], number: int, before: int, after: int, in_ratio: bool
) -> Amount | None:
    values = []
    for at in run:
        quantity = words[at].token.quantity
        assert quantity is not None
        if _is_size_in_bracket(words, run) or (
            is_vessel_size(words, at)
            and quantity.dimension == "volume"
            and (words[run[0]].group < 0 or words[at - 1].low in ("a", "an") or _says_size(words, at))
            and not any(word.low == "brim" for word in words)  # then its size is what is in it
        ):
            return None
        if quantity.unit == "M" and len(run) > 1 and _M_FOR_MOL.search(text.text):
            quantity = replace(quantity, unit="mol", dimension="amount")
        known = _bounds(words, at, quantity)
        if known is None or quantity.dimension == "strength":
            continue
        dimension, low, high = known
        if _is_approximate(words, at):
            low, high = low - _ROUGHLY * abs(low), high + _ROUGHLY * abs(high)
        if dimension == "temp" and _is_part_of_name(words, at):
            continue
        exact = (low + high) / 2 if quantity.upper is None else None
        start = min(quantity.start, words[at].start)
        values.append(
            Value(dimension, low, high, exact, text.words_of(start, quantity.end), start, quantity.end, quantity.times)
        )
        other = meant(values[-1].words, low) if dimension == "temp" else None
        if other is not None and not (low > HOTTEST and is_fired(text.text)):
            values.append(replace(values[-1], low=other[0], high=other[1], exact=None))
    if not values:
        return None
    dimension = values[0].dimension
    of_thing = dimension in AMOUNTS and words[run[0] - 1].low != "against"  # `dialysed against 1 L of the buffer`
    times = max(value.times for value in values)
    if times == 1:
        times = times_in_words(words, run)
    of_each = [word.low for word in words[run[-1] + 1 : run[-1] + 3]] == ["of", "each"]
    about = _about(words, run, before, after, in_ratio) if of_thing else ()
    about = ((words[0].start, words[run[0]].start),) if about and of_each else about
    in_lots = times > 1 and any(word.low in IN_TURN for word in words[max(0, run[0] - 16) : run[0]])
    each_time = ["each", "time"] in [[one.low, other.low] for one, other in pairwise(words[run[-1] + 1 : run[-1] + 8])]
    of_list = _is_of_list(words, run[0]) and not each_time  # `three times with 500 mL of water each time`
    each = is_each(words, run) and not in_lots and (times == 1 or of_list)
    return Amount(0, tuple(values), Standing.INSTRUCTION, number, times, each, about)


_M_FOR_MOL = late(r"\(\s?(?:[\d.]+\s?m?g\s?[,;/]\s?0?\.\d+\s?M|0?\.\d+\s?M\s?[,;/]\s?[\d.]+\s?m?g)\s?[),;]")
"""A mass with what can only be moles: `(15 g, 0.088 M)`."""
_LASTS = frozenset(("for", "after", "within"))
"""Words before a time: `stirred for 5 m`."""
_LISTS = frozenset(("and", "or", ",", "then", "followed by"))


def _is_of_list(words: tuple[Word, ...], at: int) -> bool:
    """Whether several things stand before `(2 x 60 mL each)`, or behind it."""
    first = at
    while words[at].group >= 0 and first and words[first - 1].group == words[at].group:
        first -= 1
    return any(word.low in _LISTS for word in words[max(0, first - 6) : first]) or words[at].group < 0


_PRESSURE = frozenset(
    ("vacuum", "vacuo", "in vacuo", "pressure", "under reduced pressure", "distilled", "distillation", "fractionation")
)


def _says_size(words: tuple[Word, ...], at: int) -> bool:
    again = words[at - 1].low == "(" and words[at - 2].token.dimension in (
        "volume",
        "measure",
    )  # `a 1-gallon (4-L) bottle`
    return again or (at + 1 < len(words) and words[at + 1].low == "capacity")


def _is_size_in_bracket(words: tuple[Word, ...], run: list[int]) -> bool:
    """Whether a volume in brackets is the size of a vessel: `a round bottom flask (at least 500 mL)`."""
    at, group = run[0], words[run[0]].group
    quantity = words[at].token.quantity
    if group < 0 or len(run) > 1 or quantity is None or quantity.dimension != "volume" or quantity.times > 1:
        return False
    while at > 0 and words[at - 1].group == group:
        at -= 1
    before = words[at - 1] if at > 0 else None
    if before is None or before.token.kind == "quantity":
        return False  # `1/4 cup (60 mL) water`
    behind = next((word.low for word in words[run[-1] + 1 :] if word.group != group), "")
    beside = (before.low.split(" ")[-1], behind)  # `a large (at least 500 mL) RB flask`
    return any(low in VESSELS - {"column", "water", "addition", "pressure"} for low in beside)


def _is_approximate(words: tuple[Word, ...], at: int) -> bool:
    return any(word.low in _ABOUT for word in words[max(0, at - 2) : at]) or any(
        word.low in ("approx", "approx.", "approximately") for word in words[at + 1 : at + 2]
    )


def _is_part_of_name(words: tuple[Word, ...], at: int) -> bool:
    """Whether a temperature is part of a name: `60/80 petrol`, `40-60 °C petroleum ether`."""
    following = [word.low for word in words[at + 1 : at + 4]]
    return any("petrol" in low or low == "ligroin" for low in following) or any(
        "petrol" in word.low for word in words[max(0, at - 6) : at] if words[at].group >= 0
    )


_LABEL = late(r"\d{1,4}[a-z]?[CFKcfk]")
_BEFORE_AMOUNT = late(r"\d{1,4}[A-Z]")
"""A label, if its amount follows in a bracket: `124G (150 mg)`."""
_WEAK = frozenset(("of", "and", "or", "(", "to", "from", "between", "-", "–"))


def _is_label(words: tuple[Word, ...], at: int) -> bool:
    """Whether digits and a letter are a label, not a temperature: `Compound 3F`, `Example 12C`, `13C NMR`."""
    before = words[at - 1].low if at else ""
    behind = words[at + 1].low if at + 1 < len(words) else ""
    if words[at].token.text.endswith("F") and behind.startswith(("mol", "/")):
        return True  # a charge: `2.2 F/mol`
    if behind == "(" and _BEFORE_AMOUNT.fullmatch(words[at].token.text) and at + 2 < len(words):
        return words[at + 2].token.dimension in ("mass", "amount")
    if not _LABEL.fullmatch(words[at].token.text):
        return False
    timed = [word.token.dimension for word in words[at + 2 : at + 4]] if behind == "," else []
    if "time" in timed or "stir_speed" in timed:
        return False  # `60C, 30 min`
    # `a solution of 3c` and `esters 3c and 4c` are labels unless words for heating come before.
    of_heat = any(pattern("about temperature").search(word.token.text) for word in words[max(0, at - 8) : at])
    listed = behind in ("and", "for") and before != "at"  # `esters 3c and 4c`, but `at 0C and then`
    return not of_heat if before in _WEAK or listed else before not in word_set("before degrees")


_UNITS = frozenset("dghlms")
"""Letters behind a number that may be units."""


def _is_of_series(text: Text, word: Word) -> bool:
    """Whether digits and a letter are one of the labels of a text: `19g` and `19h`, where it has `19f`, too."""
    number, letter = word.token.text[:-1], word.token.text[-1:]
    if not number.isdigit() or letter not in _UNITS:
        return False
    for step in (-1, 1):
        at = ord(letter) + step
        while chr(at) in _UNITS and re.search(rf"\b{number}{chr(at)}\b", text.text):
            at += step
        if chr(at) not in _UNITS and re.search(rf"\b{number}{chr(at)}\b", text.text):
            return True
    return False


def _ends_name(words: tuple[Word, ...], at: int) -> bool:
    """Whether a mark ends the name of a reagent; the point of `satd. NaHCO3 soln. (20 mL)` does not."""
    before = words[at - 1] if at else words[at]
    unit = words[at].group >= 0 and before.token.kind == "quantity"  # `100 g. (54.5 cc.) of sulfuric acid`
    shortened = words[at].low == "." and (unit or before.low in WORDS["abbreviations.never"])
    return words[at].low in _ENDS_NAME and not shortened


def _about(
    words: tuple[Word, ...], run: list[int], before: int, after: int, in_ratio: bool
) -> tuple[tuple[int, int], ...]:
    """Return where the reagent of an amount may be named: before its bracket, or after it as in `10 mL of X`."""
    first, last = run[0], run[-1]
    bracket = next((at for at in run if words[at].group >= 0), first)
    if words[first].group < 0 <= words[bracket].group and words[bracket - 1].end > words[first].end:
        named = [word for word in words[first + 1 : bracket] if word.group < 0 and word.token.kind != "quantity"]
        if named:  # `46 g of propargyl bromide (0.40 mol)`
            return ((named[0].start, named[-1].end),)
    in_bracket = words[first].group >= 0
    inside = []
    if in_bracket:
        group = words[first].group
        while first > 0 and words[first - 1].group == group:
            first -= 1
        while last + 1 < len(words) and words[last + 1].group == group:
            last += 1
        if first and words[first - 1].token.kind == "quantity":
            in_bracket = False  # `1/4 cup (60 mL) water`
        # A strength is followed by the solvent, not by the reagent that is measured.
        solvent = next((k for k in range(run[0], last) if words[k + 1].low == "in" and k > run[-1] - 1), last)
        inside = [(words[first].start, words[solvent].end)]
    back = first
    torn = words[last].group < 0 and last + 1 < len(words) and words[last + 1].low == ")"  # its `(` is lost
    while back - 1 > before and (in_ratio or torn or not _ends_name(words, back - 1)):
        back -= 1
    ahead = last
    while ahead + 1 < after and not _ends_name(words, ahead + 1):
        ahead += 1
    found = list(inside)
    if not in_bracket and ahead > last and _names_behind(words[last + 1]):
        return ((words[last + 1].start, words[ahead].end),)
    if back < first:
        found.append((words[back].start, words[first - 1].end))
    # The next reagent's name follows a bracket, unless `of` or `with` ties it to this amount.
    if ahead > last and not torn and (not in_bracket or words[last + 1].low in ("of", "with") or back == first):
        found.append((words[last + 1].start, words[ahead].end))
    return tuple(found)


_NO_NAME_BEHIND = frozenset(("each", "portions", "portion", "aliquots", "total", "respectively", "in", "overnight"))


def _names_behind(word: Word) -> bool:
    """Whether a name directly follows an amount: `10 mL of X`, `10 mL X`."""
    return word.low == "of" or (
        word.token.kind == "word"
        and word.low not in WORDS["prepositions"]
        and word.low not in WORDS["auxiliaries"]
        and word.low not in WORDS["conjunctions"]
        and word.low not in WORDS["manner"]
        and word.low not in _NO_NAME_BEHIND
        and word.low not in word_set("after amounts")
    )


def _of_convention(one: Convention, number: int) -> Amount:
    value = Value(one.dimension, one.low, one.high, None, one.words, one.start, one.end)
    standing = Standing.UNSURE if one.loose else Standing.INSTRUCTION
    return Amount(0, (value,), standing, number, named_by_word=True, loose=one.loose, boiling=one.boiling)


def _without_restated_words(text: Text, found: list[Amount]) -> list[Amount]:
    """Give words next to their number its value, and do not require them: `0 °C (ice bath)`."""
    kept: list[Amount] = []
    for at, one in enumerate(found):
        if not one.named_by_word:
            kept.append(one)
            continue
        bath = _BATH.search(one.values[0].words) is not None
        near = [
            other
            for other in found[max(0, at - 2) : at + 5]
            if other is not one and (not other.named_by_word or (bath and (_is_goal(other) or other.boiling)))
        ]
        dimension = one.values[0].dimension
        other = next(
            (
                other
                for other in near
                if other.values[0].dimension == dimension
                and other.sentence == one.sentence
                and _are_one(text, one, other)
            ),
            None,
        )
        if other is not None and one.boiling and _IN_BRACKETS.fullmatch(text.text, one.end, other.start):
            kept.append(replace(_restated(one, other), standing=Standing.ASIDE))  # `at reflux (111 °C)`
        else:
            kept.append(one if other is None else _restated(one, other))
    return kept


def _restated(one: Amount, other: Amount) -> Amount:
    """Return the amount of some words with the bounds of the number next to them."""
    value = replace(one.values[0], low=other.values[0].low, high=other.values[0].high)
    return replace(one, values=(value,), standing=Standing.UNSURE, boiling=False)


def _is_goal(one: Amount) -> bool:
    """Whether words name a target temperature, such as `room temperature`, not a bath."""
    return one.values[0].dimension == "temp" and not (one.loose or one.boiling or _BATH.search(one.values[0].words))


_BATH = late(r"\b(?:bath|ice|ice[- ]water)\Z", re.IGNORECASE)
_IN_BRACKETS = late(r"\s?\((?:ca?\.\s|approx\w*\.?\s|about\s|~\s?|at\s)?", re.IGNORECASE)
_BY_BATH = late(r"\s*(?:\(?\s*(?:in|with|on|using|by|over)\s+(?:an?\s+|the\s+)?)?\(?", re.IGNORECASE)
_ANOTHER = late(r"[,;.→]|->|\b(?:and|or|then|to|after|before|followed)\b")


def _are_one(text: Text, one: Amount, other: Amount) -> bool:
    """Whether a word and a number in one clause describe the same thing: `refluxed for 3 h at 105 °C`."""
    low, high = (one.end, other.start) if one.start < other.start else (other.end, one.start)
    if one.values[0].dimension == "temp" and low <= high and _BATH.search(one.values[0].words):
        bath = pattern("amounts kept by bath") if one.start < other.start else _BY_BATH
        if bath.fullmatch(text.text, low, high):
            return True
    return 0 <= high - low < 60 and not _ANOTHER.search(text.text[low:high])


def is_measured(word: Word) -> bool:
    """Whether a word is an amount of some reagent."""
    quantity = word.token.quantity
    known = None if quantity is None else bounds(quantity)
    return known is not None and known[0] in AMOUNTS
