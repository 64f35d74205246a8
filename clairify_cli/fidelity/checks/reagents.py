"""Reagents that are invented or missing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from clairify_cli.chemistry import find
from clairify_cli.chemistry.eluents import eluent, proportions
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.choices import is_chosen_agent
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import word_set
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.heads import is_no_substance
from clairify_cli.fidelity.text.materials import Material
from clairify_cli.fidelity.text.names import GENERIC, Names, core_words, is_cut, is_generic, squeeze, whole
from clairify_cli.fidelity.text.substances import is_gas, is_solvent_of, same
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind

_LONG, _SHORT, _NO_LETTER = 16, 3, late(r"[^a-z]")
_ENDS = frozenset(("te", "de", "ne", "n", ""))


_OF_COLUMN = late(r"elut|chromatogra|column|purif|flash", re.IGNORECASE)
_GRADIENT = late(r"\binitial|\bgradient|\bthen\b|\bto\b(?!\s(?:giv|affo|yie|prov|fur|deli|obt))|→", re.IGNORECASE)
_NEXT = 15
"""How far behind an eluent, in characters, the text may say that it is only the first."""
_DISSOLVED = late(r"\b(?:aq|aqueous|conc|concentrated|dil|dilute|methanolic|ethanolic|liquid)\b\W*\Z", re.IGNORECASE)
"""Before the name of a gas: that its solution is meant."""
_MIXTURE = late(r"(?:the\s)?mixture\sof\s(.+)|([^()]+?)\s?\(\d+(?::\d+)+(?:\sv/v)?\)", re.IGNORECASE)
_NAMES_SEVERAL = late(r",\s|/|\band\b|:|(?<=[A-Za-z]{3})-(?=[A-Z])")
"""Separators in the name of a mixture, whose parts the text may name separately."""


def check_reagents(evidence: Evidence) -> Iterator[Diagnostic]:
    """Yield all findings about reagents."""
    claimed = [item for item in evidence.matching.items if item.claim.kind is ClaimKind.REAGENT]
    eluents = _eluents(evidence)
    for item in claimed:
        claim = item.claim
        if claim.property == "eluting_solvent" and item.step.number in eluents:
            continue  # compared below, as a whole
        if claim.property != "through" and is_no_substance(claim.written) and not _is_measured_out(evidence, item):
            yield rules.no_substance(claim.span, claim.written, claim.property, item.step.name)
        elif (said := _said_whole(evidence, item)) is not None:
            yield rules.no_substance(claim.span, claim.written, claim.property, item.step.name, said)
        elif not item.choices and is_chosen_agent(item.step, claim):
            yield rules.own_choice(claim.span, f"`{claim.written}`", worked=False)
        elif not item.choices and not is_generic(claim.written) and not _is_told(evidence, item):
            yield rules.invented_reagent(claim.span, claim.written, claim.property, item.step.name)
    yield from _missing(evidence, claimed)
    yield from _both(evidence, claimed)
    for number, place in eluents.items():
        step, said = evidence.steps[number - 1], evidence.text.text[slice(*place)]
        given = proportions(step.given.get("eluting_solvent") or "; ".join(step.notes))
        if not _GRADIENT.search(evidence.text.text, place[0], place[1] + _NEXT) and proportions(said).differ(given):
            words, sure = evidence.facts.words.words_of(*place), bool(given.solvents)
            yield rules.missing_reagent(step.span, words, *evidence.quoted(*place), sure=sure)


def _said_whole(evidence: Evidence, item: Item) -> str | None:
    """Return the text's words for a name that is cut off, such as `BuLi (1.6 M`, `acetic`; None if it may be whole."""
    text, name = evidence.text.text, item.claim.written
    places = evidence.facts.names.find(name)
    behind = [_NEXT_WORD.match(text, end) for _, end in places]
    radical = _RADICAL.search(name) is not None and find(name) is None
    if behind and all(word is not None and (radical or _is_head(word[1])) for word in behind) and not _is_head(name):
        return evidence.facts.words.words_of(places[0][0], max(behind[0].span()))  # type: ignore[union-attr]
    locants = [_LOCANTS.search(text, max(0, start - _SHORT_BEFORE), start) for start, _ in places]
    if locants and all(locants) and not name[:1].isdigit():
        return evidence.facts.words.words_of(locants[0].start(), places[0][1])  # type: ignore[union-attr]
    for start, end in places if is_cut(name) else ():
        first, last = whole(text, start, end)
        if last > end:
            return evidence.facts.words.words_of(first, last)
    both = _BOTH.match(text, item.place[0]) if item.place is not None else None
    if both is not None and item.place == both.span(1) and find(name) and find(both[2]):
        used = [claim.written for step in evidence.steps for claim in step.reagents]
        if not any(find(one) is find(both[2]) or both[2].casefold() in one.casefold() for one in used):
            return both[0]
    nameless = not core_words(name) and len(name) > _SHORT and not set(name.casefold().split()) & GENERIC
    nameless = nameless and not _is_measured_out(evidence, item)  # `500 mL of stock`
    return "" if nameless or name.count("(") > name.count(")") else None


_FILTER = late(r"\b(?:fine|coarse|fluted|clean|filter|membrane|paper|cloth|sieve|strainer|disc)s?\b", re.IGNORECASE)
_SHORT_BEFORE = 30
_LOCANTS = late(r"(?<![\w,-])\d{1,2}(?:,\s?\d{1,2})+-\Z")
"""Locants right before a name, without which it may be that of another substance: `2,4,6-`."""
_NEXT_WORD, _BOTH = late(r"\s([\w-]+)"), late(r"([\w-]+)\s?/\s?([\w-]+)")
_RADICAL = late(r"(?:\A|[^i])(?:meth|eth|prop|but|pent|hex|sil|all|vin|benz|acet|tos|phen)yl\Z", re.IGNORECASE)
"""The end of a name that needs another word: `tert-butyl`, `dimethyl(phenyl)silyl`."""


def _is_head(name: str) -> bool:
    return name.casefold().rpartition(" ")[2].removesuffix("s") in word_set("heads")


_WHOLE = late(r"(?:(?!(?:up|to|in|of|the|with)\s)[A-Za-z-]+\s)*[A-Za-z-]{3,}|\d{1,4}[A-Za-z]")
"""A noun phrase without a sign of what was cut off, or a label."""


def _is_measured_out(evidence: Evidence, item: Item) -> bool:
    """Whether the text has an amount of just this, which makes it something to add: `250 mL of stop bath`."""
    given = (one for one in evidence.matching.items if one.reagent is item.claim and one.amount is not None)
    if _WHOLE.fullmatch(item.claim.written) and any(one.chosen is not None and one.chosen.named for one in given):
        return True
    amount_of = rf"\d\s?[a-zµ]+\.?\s(?:of\s)(?:the\s)?{re.escape(item.claim.written.strip())}\b"
    return re.search(amount_of, evidence.text.text, re.IGNORECASE) is not None


def _is_told(evidence: Evidence, item: Item) -> bool:
    """Whether the text has a reagent in another form: misspelt, or as the solvent of an aqueous solution.

    What something is filtered through may be called a filter, or be an ordinary one.
    """
    if item.claim.property == "through":
        kind = _FILTER.sub("", item.claim.written).strip()
        if not kind or evidence.facts.names.find(kind):
            return True
    solvent = item.step.action in ("add", "dissolve") and is_solvent_of(item.claim.written, evidence.text.text)
    return solvent or _is_respelt(evidence, item) or _is_mixed(evidence, item)


def _is_mixed(evidence: Evidence, item: Item) -> bool:
    """Whether the text has `the mixture` and all that the name says is in it: `mixture of A and B`, `A-B (1:1)`."""
    match = _MIXTURE.fullmatch(item.claim.written)
    parts = _NAMES_SEVERAL.split(match[1] or match[2]) if match and "mixture" in evidence.text.text.lower() else ()
    return len(parts) > bool(match and match[2]) and all(evidence.facts.names.find(one.strip()) for one in parts)


def _is_respelt(evidence: Evidence, item: Item) -> bool:
    """Whether the text has this long name with a letter or two wrong at the amounts of the step: `diimadazole`."""
    wanted = _NO_LETTER.sub("", item.claim.written.casefold())
    given = [one.amount for one in evidence.matching.items if one.reagent is item.claim and one.amount is not None]
    for low, high in {place for amount in given for place in amount.about} if len(wanted) >= _LONG else ():
        said = _NO_LETTER.sub("", evidence.text.text[low:high].casefold())[-len(wanted) :]
        wrong = [at for at, (one, other) in enumerate(zip(wanted, said, strict=False)) if one != other]
        # `sulfate` and `sulfite`, `alkane` and `alkene` differ in a letter as well.
        apart = any(wanted[at + 1 : at + 3] in _ENDS for at in wrong)
        if len(said) == len(wanted) and 0 < len(wrong) < 3 and not apart:
            return True
    return False


def _eluents(evidence: Evidence) -> dict[int, tuple[int, int]]:
    """Return where the text has the eluent of each column, by the number of its step."""
    found = {}
    for one in evidence.placed:
        if one.step.action == "purify" and one.cue is not None:
            said = evidence.facts.cues_by_sentence[one.cue.sentence]
            later = (cue for cue in said if cue.start >= one.cue.end and not _OF_COLUMN.match(cue.words))
            _, end = evidence.facts.words.sentence_span(one.cue.sentence)
            place = eluent(evidence.text.text, one.cue.start, next((cue.start for cue in later), end))
            if place is not None:
                found[one.step.number] = place
    return found


def _both(evidence: Evidence, claimed: list[Item]) -> Iterator[Diagnostic]:
    """Report alternatives of the text if the program uses both: `from hexane or ether`."""
    for one, other in pairwise(item for item in claimed if item.place is not None):
        low, high = one.place[1], other.place[0]  # type: ignore[index]
        if one.step is not other.step and _OR.fullmatch(evidence.text.text, low, high):
            yield rules.invented_step(other.step.span, other.step.name, "")


_OR = late(r"\s?(?:\([^()]*\)\s?)?,?\s?or\s(?:(?:with|from|in|by|an?)\s)?", re.IGNORECASE)


def _missing(evidence: Evidence, claimed: list[Item]) -> Iterator[Diagnostic]:
    """Report reagents that the text names without an amount, more often than the program uses them."""
    with_amount = {
        item.reagent.span
        for item in evidence.matching.items
        if item.reagent is not None and item.amount is not None and not item.amount.each
    }
    free = {item.index: item for item in claimed if item.claim.span not in with_amount}
    standing = {index: item.place for index, item in free.items() if item.place is not None}
    left: list[Material] = []
    for material in evidence.facts.materials:
        own = next((at for at, (low, high) in standing.items() if low < material.end and material.start < high), None)
        if own is None:
            left.append(material)
        elif not _NAMES_SEVERAL.search(free[own].claim.written):
            del free[own], standing[own]
    for material in left:
        other = next((item.index for item in free.values() if _is_of(evidence, item, material)), None)
        if other is not None:
            if not _NAMES_SEVERAL.search(free[other].claim.written):
                del free[other]
            continue
        alike = [item for item in claimed if _is_of(evidence, item, material)]
        if alike and (not material.sure or any(_has_amount_near(evidence, item, material) for item in alike)):
            continue
        as_gas = is_gas(material.name) and not _DISSOLVED.search(evidence.text.text, 0, material.start)
        if as_gas or any(_is_instead(evidence, item, material) for item in claimed):
            continue  # gases are checked separately; of two alternatives, the program uses one
        at = evidence.place_for(material.start)
        sure = material.cue.kind != "purify" and find(material.core) is not None
        yield rules.missing_reagent(at, material.name, *evidence.quoted(material.start, material.end), sure=sure)


def _is_instead(evidence: Evidence, item: Item, material: Material) -> bool:
    """Whether the text has a material as alternative to the program's reagent: `from hexane or ether`."""
    text, places = evidence.text.text, evidence.facts.names.find(item.claim.written, item.claim.names)
    at = bisect_left(places, (material.start, 0))
    return any(_OR.fullmatch(text, end, material.start) for _, end in places[max(0, at - 1) : at]) or any(
        _OR.fullmatch(text, material.end, start) for start, _ in places[at : at + 1]
    )


def _has_amount_near(evidence: Evidence, item: Item, material: Material) -> bool:
    """Whether a claim has an amount near the name: `X was then added (30 mL)`."""
    amounts = [one.amount for one in evidence.matching.items if one.reagent is item.claim and one.amount is not None]
    return any(-80 <= amount.start - material.end <= 60 for amount in amounts)


def _is_of(evidence: Evidence, item: Item, material: Material) -> bool:
    """Whether a claim names the same reagent as a material of the text."""
    claim = item.claim
    places = evidence.facts.names.find(claim.written, claim.names)
    size = material.end - material.start
    near = places[max(0, bisect_left(places, (material.start, 0)) - 1) : bisect_left(places, (material.end, 0))]
    if any(min(end, material.end) - max(start, material.start) > 0.55 * size for start, end in near):
        return True
    return _says(claim.written, material.core) or same(claim.written, material.name)


@lru_cache(maxsize=1024)
def _says(written: str, core: str) -> bool:
    """Whether a name contains another as a whole: `1 M HCl` contains `HCl`, but `CHCl3` does not."""
    return squeeze(core) in squeeze(written) and bool(Names(written).find(core))
