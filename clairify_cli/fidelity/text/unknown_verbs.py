"""Instructions with verbs that are unknown or have no step: `was lyophilised`, `grind the powder`, `and crushed`.

A program can only cover such a verb in a comment, or by a quantity or reagent of the same clause. Verbs that need no
step (for results, observations, the apparatus) are listed and therefore not reported.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.misspelt import meant_verb
from clairify_cli.english.morphology import inflect
from clairify_cli.fidelity.lists import pattern, verbs_of_no_step, word_set
from clairify_cli.fidelity.model import Cue
from clairify_cli.fidelity.text.asides import Stretch
from clairify_cli.fidelity.text.cues import BEING, GOES_ON, kinds, word_before
from clairify_cli.fidelity.text.words import Text, Word
from clairify_cli.records import dataclass

_LETTERS = re.compile(r"[A-Za-z]{2,}(?:-[A-Za-z]{2,})*")
_PARTICIPLE = re.compile(r"(?:ed|ground|spun|blown|drawn|woven|wound|cast|forged|struck)\Z")
_OF_VESSELS = re.compile(
    r"-(?:filled|flushed|coated|lined|capped|jacketed|equipped|necked|fitted|saturated|sealed|purged)\Z"
)
"""Compounds that tell of a vessel how it is: `a nitrogen-filled vial`."""
_DOUBLED = re.compile(r"([a-z])\1")
"""Letters that are written once or twice for the same verb: `controlled`, `oppened`, `distiled`."""
_SHORTEST = 3
_OFTEN = ("re-", "pre-", "co-", "non-", "half-", "oven-", "flame-", "air-", "vacuum-", "heat-", "freshly-", "well-")
"""Prefixes of a known verb."""
_JOINED = frozenset(("and", ",", "then", "and then"))
_OBJECTS = frozenset(("the", "it", "this", "them", "these", "those", "each", "everything", "both"))
_MEANS = frozenset(("with", "by", "using"))
_STEM = 6
_GAVE = frozenset(("gave", "afforded", "yielded", "furnished", "delivered"))
_PARTS_CLAUSES = frozenset((",", ";", ":"))
_NO_PROCESS = word_set("gives no product")
"""Words in subjects that are not a process to carry out: an analysis, a material, a method described earlier."""
_WITHOUT_STEP = frozenset(("none", "prepare"))
"""Actions of the reader's verbs that XDL has no step for: `grind`, `scrape`."""


_ORDER = pattern("unknown verbs order")
"""The beginning of a sentence in the imperative."""


@dataclass(frozen=True, slots=True)
class UnknownVerb:
    """A verb and its place; `stem` is the common beginning of its forms, used to find it in comments."""

    words: str
    stem: str
    start: int
    end: int
    sentence: int


@cache
def _not_verbs() -> frozenset[str]:
    """Return function words, and some words that only look like verbs."""
    return word_set("no verbs").union(*(WORDS[name] for name in word_set("classes of grammar")))


def is_order(text: str, start: int, end: int) -> bool:
    """Whether a sentence begins with an imperative that has an object, whatever its verb: `Put the flask in ice`."""
    match = _ORDER.match(text, start, end)
    return match is not None and match["verb"].lower() not in _not_verbs()


@cache
def _known() -> frozenset[str]:
    """Return every form of every listed verb."""
    of_no_step = (form for verb in verbs_of_no_step() for _, form in inflect(verb))
    verbs = ((form, entry.verb) for form, entry in LEXICON.verbs.items())
    of_steps = (form for form, verb in verbs if verb.action not in _WITHOUT_STEP and not verb.reaction)
    return frozenset((*of_steps, *kinds().forms, *of_no_step))


@cache
def _known_once() -> frozenset[str]:
    """Return the known forms with each doubled letter written once."""
    return frozenset(_DOUBLED.sub(r"\1", form) for form in _known())


def unknown_verbs(text: Text, stretches: list[Stretch], said: list[Cue]) -> list[UnknownVerb]:
    """Return the instructions of a text with an unknown verb, except in remarks, results and conditions.

    Cues of `said` that require a step are left to the checks of steps.
    """
    due = [cue for cue in said if cue.required]
    found = []
    for number, words in enumerate(text.sentences):
        if number in text.listed:
            continue
        for at, word in enumerate(words):
            if _is_instruction(words, at) and not any(low <= word.start < high for low, high, _ in stretches):
                written = word.token.text
                found.append(UnknownVerb(written, written.lower()[:_STEM], word.start, word.end, number))
        found += _that_gave(text, number, words, stretches, due)
    return found


def _that_gave(
    text: Text, number: int, words: tuple[Word, ...], stretches: list[Stretch], due: list[Cue]
) -> list[UnknownVerb]:
    """Return the process that gave the product if it is the subject and has no cue: `FC (SiO2, ether) gave 5`."""
    outside = [word for word in words if word.group < 0]
    at = next((at for at, word in enumerate(outside) if word.low in _GAVE or _leaves(outside, at)), 0)
    comma = max((place + 1 for place, word in enumerate(outside[:at]) if word.low in _PARTS_CLAUSES), default=0)
    subject = outside[comma:at]
    if not subject or any(low <= subject[0].start < high for low, high, _ in stretches):
        return []
    first, last = subject[0], subject[-1]
    asked = any(cue.start < last.end and first.start < cue.end for cue in due)
    of = next(
        (at for at, word in enumerate(subject) if word.low == "of"), len(subject)
    )  # `Chromatography | of the residue`
    if asked or first.low in _not_verbs() or not _NO_PROCESS.isdisjoint(word.low for word in subject[:of]):
        return []
    said = text.text[first.start : last.end]
    return [UnknownVerb(said, said.lower()[:_STEM], first.start, last.end, number)]


def _leaves(words: list[Word], at: int) -> bool:
    """Whether something is left as a result: `Drying for 24 h left | PLA as a powder`."""
    following = words[at + 1].token.text if words[at].low == "left" and at + 1 < len(words) else ""
    return words[at - 1].low not in BEING and (following[:1].isupper() or following in WORDS["determiners"])


def _is_instruction(words: tuple[Word, ...], at: int) -> bool:
    word = words[at]
    low = word.token.text.lower()
    if _OF_VESSELS.search(low) and word_before(words, at) not in BEING:
        return False
    if word.group >= 0 or word.token.kind != "word" or len(low) < _SHORTEST or not _LETTERS.fullmatch(low):
        return False
    of_known = low.startswith(_OFTEN) and low.partition("-")[2] in _known()
    if (
        low in _known()
        or _DOUBLED.sub(r"\1", low) in _known_once()
        or meant_verb(low) is not None
        or of_known
        or low.removeprefix("re") in _known()
        or low in _not_verbs()
    ):
        return False
    if _PARTICIPLE.search(low):
        return _is_predicate(words, at)
    follows = words[at + 1].low if at + 1 < len(words) else "."
    opens = at == 0 or words[at - 1].low in word_set("unknown verbs opens")
    by_means = low.endswith(("ise", "ize", "ate", "ify")) and follows in _MEANS  # `Titrate with 0.1 M iodine`
    return opens and (by_means or (follows in _OBJECTS and not low.endswith(("ly", "ing"))))


def _is_predicate(words: tuple[Word, ...], at: int) -> bool:
    """Whether a participle says what was done: `was sintered`, `dried and sintered at 900 °C`."""
    before = word_before(words, at)
    follows = words[at + 1] if at + 1 < len(words) else None
    ends = follows is None or follows.token.kind in ("mark", "quantity", "number") or follows.low in GOES_ON
    if before == "being" and at > 1 and words[at - 2].low in ("on", "upon"):
        return False  # `solidified on being rubbed`
    if before in BEING:
        return ends or (follows is not None and follows.low.endswith("ly"))
    told = any(one.low in BEING for one in words[max(0, at - 14) : at])
    return ends and told and at > 0 and words[at - 1].low in _JOINED


def is_said(verb: UnknownVerb, places: list[tuple[int, int]], notes: list[str], clause: tuple[int, int]) -> bool:
    """Whether a program covers a verb: in a comment, or by a quantity, reagent or cue of its clause.

    `places` are the stretches of the text that steps match, in order.
    """
    turned = sorted(verb.stem)  # `azoetroped`, noted as `azeotroped`
    if any(verb.stem in note or any(sorted(word[:_STEM]) == turned for word in note.split()) for note in notes):
        return True
    at = bisect_left(places, clause[:1])
    return at < len(places) and places[at][0] < clause[1]
