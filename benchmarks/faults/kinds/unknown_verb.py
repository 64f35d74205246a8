"""The text has one more instruction, with a rare verb, that no step carries out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ..case import Case
from ..draft import Draft
from ..reagents import lines
from ..sentences import Sentence

_ORDERS = re.compile(
    r"\b(?:Add|Stir|Heat|Mix|Place|Pour|Start|Repeat|Cool|Dissolve|Take|Transfer|Charge|Filter|Wash|Evaporate|Precision-pour)\b"
)
_ORDER_END = re.compile(r"^\W*(?:Add|Stir|Heat|Mix|Place|Pour|Cool|Dissolve|Transfer|Filter|Wash|Evaporate)\b")
_SPECTRA = re.compile(
    r"\bNMR\b|\bIR\b|\bHRMS|m/z|Anal\.|δ|\bESI|\bMS\b|\b[mb]\.?\s?p\.|\bmp\b|melting point|^\s*[Yy]ield|\bRf\b"
    r"|\bNotes?\b"
    r"|\bN\.?B\.|\bWARNING|\bCAUTION|\bSafety|\bliterature|\blit\.|determined|confirm|Data "
    r"|calculated|scale\b|\bReference",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:was|were|is|are|gave|afforded|yielded|furnished|provided|leaving|obtained)\b")
_PASSIVE = re.compile(r"\b(?:was|were)\b")
_BACKWARD = re.compile(r"\s*(?:This|It|These|They|Alternatively|Note|\(See)\b")
_PRODUCT = re.compile(
    r"product|afford|yield|\bg[ai]ve|giving|provid|furnish|crystal|\bsolid|\boil\b|purif|evaporat|concentrat",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\bto be\b|\bcan be\b|\bmay be\b|\bif\b|\balternatively\b|\bexample\b|\bprepared\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Verb:
    """A rare instruction."""

    past: str
    order: str
    noun: str
    tails: tuple[str, ...]


def verbs() -> list[Verb]:
    """The list of rare instructions."""
    parts = [line.split("|") for line in lines("verbs.txt")]
    return [Verb(past, order, noun, tuple(tails.split(";"))) for past, order, noun, tails in parts]


def _american(text: str) -> str:
    """The American spelling."""
    return re.sub(r"(?<=[a-z])ise(d?)\b", r"ize\1", re.sub(r"(?<=l)yse(d?)\b", r"yze\1", text))


def _known(case: Case, verb: Verb) -> bool:
    """Whether the text or the program already speaks of the verb, or of a reagent like the one it uses."""
    stem = re.sub(r"\W", "", verb.past.split()[-1] if " " in verb.past else verb.past).lower()[:5]
    both = re.sub(r"[^a-z]", "", (case.text + case.program).lower())
    return stem in both or re.sub(r"\W", "", verb.past).lower()[:5] in both


def _usable(case: Case) -> list[tuple[Sentence, bool]]:
    """The sentences after which an instruction can stand, each with whether it is the end of the instructions."""
    good: list[Sentence] = []
    for part in case.sentences:
        if _SPECTRA.search(part.text) and good:
            if re.search(r"\bNMR\b|m/z|δ|^\s*Yield", part.text):
                break
            continue
        if (_DONE.search(part.text) or _ORDERS.search(part.text)) and part.text.rstrip().endswith("."):
            good.append(part)
    free = [part for part in good if not _BACKWARD.match(case.text[part.end :])]
    return [(part, part is good[-1] and _PRODUCT.search(part.text) is not None) for part in free]


def _shapes(verb: Verb, tail: str, ordering: bool) -> tuple[list[str], list[str]]:
    """Whole sentences, and clauses that follow a sentence after a comma."""
    phrase = f"{verb.noun} was"
    if ordering:
        order = verb.order[0].upper() + verb.order[1:]
        return (
            [
                f"{order} the {verb.noun} {tail}.",
                f"Then {verb.order} the {verb.noun} {tail}.",
                f"After that, {verb.order} the {verb.noun} {tail}.",
            ],
            [f"and then {verb.order} the {verb.noun} {tail}"],
        )
    return (
        [
            f"The {phrase} {verb.past} {tail}.",
            f"The {phrase} then {verb.past} {tail}.",
            f"The resulting {phrase} {verb.past} {tail}.",
            f"Thereafter, the {phrase} {verb.past} {tail}.",
            f"Subsequently, the {phrase} {verb.past} {tail}.",
            f"After this, the {phrase} {verb.past} {tail}.",
            f"This {phrase} {verb.past} {tail}.",
            f"Next, the {phrase} {verb.past} {tail}.",
        ],
        [
            f"and the {phrase} then {verb.past} {tail}",
            f"after which the {phrase} {verb.past} {tail}",
            f"and then the {phrase} {verb.past} {tail}",
        ],
    )


def _inserted(case: Case, part: Sentence, ordering: bool, verb: Verb, rng: Random) -> tuple[str, str]:
    """The text with the instruction, and the instruction."""
    whole, joined = _shapes(verb, rng.choice(verb.tails), ordering)
    stop = part.start + len(part.text.rstrip())
    fit = _ORDER_END.search(part.text) if ordering else _PASSIVE.search(part.text)
    american = rng.random() < 0.4
    if fit and case.text[stop - 1] == "." and rng.random() < 0.35:
        clause = rng.choice(joined)
        clause = _american(clause) if american else clause
        return f"{case.text[: stop - 1]}, {clause}.{case.text[stop:]}", clause
    sentence = rng.choice(whole)
    sentence = _american(sentence) if american else sentence
    return f"{case.text[:stop]} {sentence}{case.text[stop:]}", sentence


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """One instruction after each usable sentence, with a verb that fits there."""
    orders = len(_ORDERS.findall(case.text))
    ordering = orders >= 2 and 2 * len(_DONE.findall(case.text)) < orders
    fresh = [verb for verb in verbs() if not _known(case, verb)]
    for part, last in _usable(case):
        if _NOT_YET.search(part.text):
            continue
        nouns = ("product", "solid", "residue", "material") if last else ("mixture", "solution", "material")
        fit = [verb for verb in fresh if verb.noun in nouns]
        if ordering:
            fit = [verb for verb in fresh if verb.noun in ("mixture", "solution")]
        for verb in rng.sample(fit, min(3, len(fit))):
            text, told = _inserted(case, part, ordering, verb, rng)
            yield Draft(
                f"{part.start}", f'The text has one more instruction, which no step carries out: "{told}"', text=text
            )
