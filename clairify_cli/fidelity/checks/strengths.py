"""Concentrations of solutions (`6 M`, `30 %`, `saturated`), in the program's names and next to names in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.names import core_words, squeeze, whole
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind
from clairify_cli.records import dataclass

_STRENGTH = pattern("strengths strength")
_WORD = late(r"\b(?P<word>sat(?:urated|urd|d|\.)?|conc(?:entrated|d|\.)?)(?![\w])", re.IGNORECASE)
_RATIO = late(r"(?<![\w.:])[0-9]+(?:\.[0-9]+)?(?:\s?:\s?[0-9]+(?:\.[0-9]+)?)+(?![\w.:])")
_JOINS = pattern("strengths joins")
_MIXED = late(r"[/:–]|\band\b|\w-\w")
_DISSOLVED = late(r"\b(?:solution|soln|aq|aqueous|brine)\b", re.IGNORECASE)
_MIXTURE = late(r"[0-9.:\s]+(?:\(?v/v\)?\s)?mixture of (?:an? |the )?\Z", re.IGNORECASE)
_AS_SOLVENT = pattern("strengths as solvent")
"""Words between a strength and the solvent that the amount belongs to: `0.1% TFA in water (5 mL)`."""
_SOLVED = late(
    r"\s?(?:\w+\s)?(?:solution\s)?\(?\s?(?:[\d.]+\s?[a-zµ]+[,;]?\s(?:of\s)?(?:an?\s)?){0,3}\Z", re.IGNORECASE
)
_MEASURED, _UP_TO = late(r"\d"), late(r"[^,;)]*")
"""An amount between a name and its strength, and the words of the strength."""
_SOLVENT = late(r"\s?(?:in\s(?P<name>[\w-]+)|(?:solution|soln|aq|aqueous)\b|[,;]\s?[\d.]+\s?m?mol)", re.IGNORECASE)
_OF_MIXTURE = late(r"\s?\(\s?[\d.]+\s?m?M\s?\)")
_NEAR, _WORD_BEFORE = 45, 10
"""Maximum distance, in characters, between a reagent's name and its strength."""
_BESIDE = 2
_ALIKE = 0.005
_PURE = 90.0
"""From this percentage on, a percentage is a purity."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength as written; `unit` is `M`, `N` (equivalents per litre), `%`, `:` or a word, `values` its numbers."""

    words: str
    unit: str
    values: tuple[float, ...]
    start: int

    def agrees(self, other: Strength) -> bool:
        """Whether two strengths may be the same; normal and molar are equal for many acids and bases."""
        units = {self.unit, other.unit}
        if len(self.values) != len(other.values) or (len(units) > 1 and units != {"M", "N"}):
            return False
        pairs = zip(self.values, other.values, strict=True)
        return all(abs(one - two) <= _ALIKE * max(abs(one), abs(two)) for one, two in pairs)


def strengths(words: str, at: int = 0) -> list[Strength]:
    """Return the strengths in a stretch of text or a name; `at` is where the stretch begins."""
    found = []
    for match in _STRENGTH.finditer(words):
        value = float(match["number"].replace(",", "."))
        unit = "N" if match["normal"] else "%" if match["percent"] else "M"
        value = value / 1000 if match["milli"] else value
        found.append(Strength(match[0].strip(), unit, (value,), at + match.start()))
    for match in _RATIO.finditer(words):
        parts = [float(one) for one in re.split(r"\s?:\s?", match[0])]
        whole = max(min(parts), 1e-9)
        found.append(Strength(match[0], ":", tuple(one / whole for one in parts), at + match.start()))
    for match in _WORD.finditer(words):
        found.append(Strength(match[0], match["word"][:3].lower(), (), at + match.start()))
    return sorted(found, key=lambda one: one.start)


def check_strengths(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report reagents whose strength differs from the one in the text."""
    for item in evidence.matching.items:
        claim = item.claim
        if claim.kind is not ClaimKind.REAGENT or not item.choices:
            continue
        if _stands_as_written(evidence, item):
            continue
        claimed = strengths(f"{claim.written} {claim.strength}")
        said = _said(evidence, item) if claimed else []
        for one in claimed:
            alike = [other for other in said if _is_comparable(one, other)]
            if not alike or any(one.agrees(other) or _is_turned(evidence, item, one, other) for other in alike):
                continue
            nearest = alike[0]
            end = nearest.start + len(nearest.words)
            around, related = evidence.quoted(nearest.start, end)
            whole = _with(claim.written, one, nearest.words)
            yield rules.strength_differs(claim.span, one.words, claim.written, nearest.words, around, whole, related)


def _with(name: str, given: Strength, said: str) -> str:
    """Return the name with the strength that the text gives."""
    return name.replace(given.words, said, 1) if given.words in name else f"{name} ({said})"


def _stands_as_written(evidence: Evidence, item: Item) -> bool:
    """Whether the text has a name with its strength at least as often as the program: `95% ethanol`."""
    written = item.claim.written.casefold()
    same = [one for one in evidence.matching.items if one.claim.written.casefold() == written]
    return len(re.findall(rf"(?<![\w.,]){re.escape(written)}(?!\w)", evidence.text.text.casefold())) >= len(same)


def _is_comparable(one: Strength, other: Strength) -> bool:
    """Whether two strengths can be compared: a ratio only with ratios, a word only with words."""
    return (one.unit == ":") == (other.unit == ":") and not (not one.values and other.values)


def _said(evidence: Evidence, item: Item) -> list[Strength]:
    """Return the strengths next to the places where the text names the reagent of a claim, nearest first."""
    text = evidence.text.text
    chosen = [item.place] if item.place is not None else [(one.start, one.end) for one in item.choices]
    found = []
    for start, end in chosen:
        low, high = evidence.facts.bounds_around(start, end)
        low, high = max(low, start - _NEAR), min(high, end + _NEAR)
        for one in strengths(text[low:high], low):
            distance = _distance(one, start, end)
            if one.values or distance <= _BESIDE:  # further away, `and concentrated` is an action
                found.append((distance, one))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _distance(one: Strength, start: int, end: int) -> int:
    return one.start - end if one.start >= end else max(0, start - one.start - len(one.words))


def _is_turned(evidence: Evidence, item: Item, one: Strength, other: Strength) -> bool:
    """Whether a mixture is named in reverse order, with its ratio reversed too: `A:B (7:1)` for `B/A (1:7)`."""
    if one.unit != ":" or len(one.values) != len(other.values):
        return False
    turned = Strength(one.words, one.unit, tuple(reversed(one.values)), one.start)
    names = [word.lower() for word in core_words(item.claim.written) if word.isalpha()]
    said = evidence.text.text[max(0, other.start - 80) : other.start + 40].lower()
    places = [said.find(name) for name in names]
    return turned.agrees(other) and -1 not in places and places != sorted(places)


def check_missing_strengths(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report reagents that have a strength in the text, but none in the program."""
    text = evidence.text.text
    said: set[int] = set()
    for item in evidence.matching.items:
        claim = item.claim
        if claim.kind is not ClaimKind.REAGENT or item.place is None or strengths(f"{claim.written} {claim.strength}"):
            continue
        start, end = item.place
        low, high = evidence.facts.bounds_around(start, end)
        for one in strengths(text[max(low, start - _NEAR) : min(high, end + _NEAR)], max(low, start - _NEAR)):
            noted = any(one.words in note for note in item.step.notes)
            if _OF_MIXTURE.match(text, end) and one.unit == "M" and one.start >= end:
                continue  # what a reaction mixture has in this solvent: `dissolved in THF (0.3 M)`
            if noted or one.start in said or _is_purity(item, one) or not _is_left_out(evidence, item, one):
                continue
            said.add(one.start)
            last = one.start + len(one.words)
            first = min(one.start, start)
            words = evidence.facts.words.words_of(*whole(text, first, max(last, end)))
            if _MEASURED.search(text, end, one.start):  # `n-butyllithium (5 mL, 1.6 M in hexane)`, without the amount
                words = f"{claim.written} ({_UP_TO.match(text, one.start)[0]})"  # type: ignore[index]
            yield rules.strength_missing(claim.span, claim.written, words, *evidence.quoted(one.start, last))


def _is_purity(item: Item, one: Strength) -> bool:
    """Whether a percentage is the purity of a solid: `97% triphenylcarbinol`."""
    if one.unit != "%" or not one.values or one.values[0] < _PURE:
        return False
    substance = find(item.claim.written)
    return substance is None or substance.state == "solid"


def _is_left_out(evidence: Evidence, item: Item, one: Strength) -> bool:
    """Whether the name of a claim lacks a strength that the text gives next to it."""
    text = evidence.text.text
    start, end = item.place or (0, 0)
    if one.unit == ":":  # two washes, one after the other, are not a wash with a mixture
        washes = item.step.action in ("wash", "extract") and _MIXTURE.match(text, one.start, start) is not None
        mixed = item.step.action in ("add", "dissolve") and _lacks_second(evidence, one, start, end)
        return washes or mixed or (_MIXED.search(item.claim.written) is not None and _is_of(text, one, start, end))
    if not one.values and _DISSOLVED.search(item.claim.written):
        return False
    if one.start < start and _AS_SOLVENT.fullmatch(text, one.start + len(one.words), start):
        names = [squeeze(claim.written) for step in evidence.steps for claim in step.reagents]
        measured = any(other.reagent is item.claim and other.amount for other in evidence.matching.items)
        if not measured and any(squeeze(one.words) in n and squeeze(item.claim.written) in n for n in names):
            return False  # a repetition: another step has the solution, and this one its solvent alone
    return _is_of(text, one, start, end)


_SECOND = late(r"\s(?:and|with)\s(?:\w+\s)?([\w-]+)(?=[\s(.,;])")


def _lacks_second(evidence: Evidence, one: Strength, start: int, end: int) -> bool:
    """Whether no step has the second liquid of a mixture: `a 1:1 mixture of TFA and dichloromethane`."""
    text = evidence.text.text
    second = _SECOND.match(text, end)
    other = find(second[1]) if second is not None and _MIXTURE.match(text, one.start, start) else None
    if second is None or other is None:
        return False
    claims = (claim.written for step in evidence.steps for claim in step.reagents)
    return all(find(name) is not other and second[1] not in name for name in claims)


def _is_of(text: str, one: Strength, start: int, end: int) -> bool:
    """Whether a strength belongs to the name next to it: `6 M HCl`, `saturated solution of NaCl`, `BuLi (2.5 M)`."""
    last = one.start + len(one.words)
    if last <= start and one.unit in ("M", "N", "%") and _AS_SOLVENT.fullmatch(text, last, start):
        return True
    if last <= start:
        return _JOINS.fullmatch(text, last, start) is not None
    joined = re.search(r"\b(?:and|or|then|with|against|using)\b", text[end : one.start])
    if one.start < end or not one.values or joined or _SOLVED.fullmatch(text, end, one.start) is None:
        return False
    if not _MEASURED.search(text, end, one.start):
        return True
    solvent = _SOLVENT.match(
        text, last
    )  # not what a mixture has in this solvent: `THF (24 mL, 0.85 M in the aldehyde)`
    known = find(solvent["name"]) if solvent is not None and solvent["name"] else None
    if _DISSOLVED.search(text, max(0, start - _WORD_BEFORE), end):  # `aqueous NaOH (100 mL, 1 M)`
        return True
    if text[start:end].endswith("acid") and text.startswith(")", last):  # `dilute hydrochloric acid (100 mL, 2 M)`
        return True
    return solvent is not None and (solvent["name"] is None or (known is not None and known.state == "liquid"))
