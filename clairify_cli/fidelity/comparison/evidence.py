"""Facts about a program and its text, collected before any check."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, islice

from clairify_cli.diagnostics.model import Related, Source, Span
from clairify_cli.english.plain import PlainSource
from clairify_cli.fidelity.comparison.alignment import Placed, placed
from clairify_cli.fidelity.comparison.choices import folded
from clairify_cli.fidelity.comparison.matching import Matching, matched
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount, Cue, Standing
from clairify_cli.fidelity.text.amounts import amounts
from clairify_cli.fidelity.text.asides import Stretch, asides
from clairify_cli.fidelity.text.counts import Again, repetitions
from clairify_cli.fidelity.text.cues import GasMention, cues, gases
from clairify_cli.fidelity.text.materials import Material, materials
from clairify_cli.fidelity.text.names import Names
from clairify_cli.fidelity.text.unknown_verbs import UnknownVerb, unknown_verbs
from clairify_cli.fidelity.text.words import Text, read_words
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims
from clairify_cli.records import dataclass, replace

AGAIN, _ALL_OVER_AGAIN = pattern("evidence again"), pattern("all over again")
_AROUND, _BEHIND = 40, 15
"""Characters of the text that a message shows before and after the words that it is about."""
_TO_IT = 12
"""Characters between a verb and its temperature."""
_OWN = 40
"""Characters after words for a repetition in which it may have numbers of its own."""
_PROCESS_OF = late(r"\b(?:process|procedure|sequence|cycle) of [^.;]*\Z")
"""Repetitions of what was just told, by name: `the process of precipitation and centrifugation was repeated`."""
_OF_IT = late(r"[^-–,;:.(]*")
_WATCHING = frozenset(("Monitor", "Confirm", "Await"))


@dataclass(frozen=True)
class TextFacts:
    """The contents of a text, independent of any program."""

    words: Text
    stretches: tuple[Stretch, ...]
    amounts: list[Amount]
    cues: list[Cue]
    materials: list[Material]
    gases: list[GasMention]
    names: Names
    again: list[Again]
    unknown: list[UnknownVerb]

    def sentence_at(self, place: int) -> int:
        """Return the number of the sentence that contains a place of the text."""
        return max(0, bisect_right(self._starts, place) - 1)

    def amounts_near(self, amount: Amount, apart: int) -> Iterator[Amount]:
        """Yield the amounts with at most so many characters between them and an amount, and that one, in order."""
        first = bisect_left(self._ends, amount.start - apart)
        for one in islice(self.amounts, first, None):
            if one.start > amount.end + apart:
                return
            if one.end >= amount.start - apart:
                yield one

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate((one.end for one in self.amounts), max))

    @cached_property
    def _starts(self) -> list[int]:
        return [sentence[0].start for sentence in self.words.sentences]

    def amounts_within(self, start: int, end: int) -> list[Amount]:
        """Return the amounts that begin in a stretch of the text."""
        low, high = (bisect_left(self._by_start, place, key=lambda one: one.start) for place in (start, end))
        return self._by_start[low:high]

    @cached_property
    def _by_start(self) -> list[Amount]:
        return sorted(self.amounts, key=lambda one: one.start)

    def is_done_again(self, amount: Amount) -> bool:
        """Whether the text says that the step is repeated, without saying how often: soon, or that all of it is."""
        last = min(amount.sentence + 1, len(self.words.sentences) - 1)
        behind = self.words.text[amount.end : self.words.sentence_span(last)[1]]
        return bool(AGAIN.search(behind) or _ALL_OVER_AGAIN.search(self.words.text, amount.end))

    @cached_property
    def cues_by_sentence(self) -> dict[int, list[Cue]]:
        """The cues by the number of their sentence."""
        found: dict[int, list[Cue]] = {}
        for cue in self.cues:
            found.setdefault(cue.sentence, []).append(cue)
        return found

    def clause_of(self, word: Cue | UnknownVerb) -> tuple[int, int]:
        """Return the part of a sentence around a word for an action, between the required cues before and after it."""
        start, end = self.words.sentence_span(word.sentence)
        for cue in self.cues_by_sentence.get(word.sentence, ()):
            if cue.required and cue.end <= word.start:
                start = max(start, cue.end)
            elif cue.required and cue.start >= word.end:
                end = min(end, cue.start)
        return start, end

    def is_brought_to(self, at: int) -> bool:
        """Whether the temperature at a place stands right behind a verb for heating or cooling that needs a step."""
        return any(cue.kind == "heat" and 0 <= at - cue.end < _TO_IT for cue in self.cues)

    def bounds_around(self, start: int, end: int) -> tuple[int, int]:
        """Return start and end of the sentence around a stretch; the stretch itself if the text has no sentences."""
        if not self.words.sentences:
            return start, end
        low, high = self.words.sentence_span(self.sentence_at(start))
        return min(low, start), max(high, end)


@lru_cache(maxsize=4)
def text_facts(text: str) -> TextFacts:
    """Return the facts of a text. They are cached, because every round of a repair loop uses the same text."""
    words = read_words(text)
    stretches = asides(words)
    said = cues(words, stretches)
    again = repetitions(words, stretches)
    found = amounts(words, stretches)
    return TextFacts(
        words,
        tuple(stretches),
        [_in_rounds(words.text, one, again, found) for one in found],
        said,
        materials(words, said),
        gases(words, stretches),
        Names(text),
        again,
        unknown_verbs(words, stretches, said),
    )


def _in_rounds(text: str, amount: Amount, again: list[Again], found: list[Amount]) -> Amount:
    """Return the amount with the number of rounds that words shortly after it ask for.

    An amount in a bracket right after such words only restates them, so it becomes unsure. One that the repetition has
    a value of its own for is not repeated: `this was repeated once for 15 min`.
    """
    dimension = amount.values[0].dimension
    own = {
        one.start: {
            other.values[0].dimension
            for other in found
            if one.end + 3 < other.start < one.end + _OWN
            and _OF_IT.fullmatch(text, one.end, other.start)
            and not _is_second_half(other, again, found)
        }
        for one in again
    }
    rounds = [
        one.rounds
        for one in again
        if one.sentence - _reach(text, one) <= amount.sentence
        and amount.end <= one.start
        and dimension not in own[one.start]
    ]
    if any(one.start <= amount.start <= one.end + 3 for one in again) or _is_second_half(amount, again, found):
        return replace(amount, standing=Standing.UNSURE)  # `repeated twice (2 x 250 mL)`
    return replace(amount, rounds=rounds[0]) if rounds else amount


def _reach(text: str, one: Again) -> int:
    """Return how many sentences before its own a repetition may be about: none if it stands in a bracket."""
    if text.rfind("(", 0, one.start) > text.rfind(")", 0, one.start):
        return 0
    return 2 if _PROCESS_OF.search(text, max(0, one.start - 80), one.start) else 3


def _is_second_half(amount: Amount, again: list[Again], found: list[Amount]) -> bool:
    """Whether an amount behind words for a repetition is that of the first time: `and again with the other 250 mL`."""
    value = amount.values[0]
    alike = (other.values[0] for other in found if amount.sentence - 2 <= other.sentence and other.end < amount.start)
    return any(one.sentence == amount.sentence and one.end < amount.start < one.end + _OWN for one in again) and any(
        (one.dimension, one.low, one.high) == (value.dimension, value.low, value.high) for one in alike
    )


@dataclass(frozen=True)
class Evidence:
    """A program and its text, compared."""

    program: Source
    text: PlainSource
    steps: tuple[StepClaims, ...]
    facts: TextFacts
    matching: Matching
    placed: list[Placed]

    @property
    def is_watched(self) -> bool:
        """Whether a step has a person watch until a condition holds."""
        return any(step.name in _WATCHING for step in self.steps)

    def place_for(self, at: int) -> Span:
        """Return where in the program a place of the text belongs: at the step before it."""
        return self.step_before(at).span if self.placed else self.program.span(0)

    def around(self, start: int, end: int) -> str:
        """Return the words of the sentence around a stretch of the text, without cutting any."""
        low, high = self.facts.bounds_around(start, end)
        text = self.text.text
        first, last = max(low, start - _AROUND), min(high, end + _BEHIND)
        while first > low and not text[first - 1].isspace():
            first -= 1
        while last < high and not text[last].isspace():
            last += 1
        return self.facts.words.words_of(first, last)

    def here(self, start: int, end: int) -> tuple[Related, ...]:
        """Return the place of a stretch of the text as related span of a finding."""
        return (Related("the text says it here", self.text.span(start, end)),)

    def quoted(self, start: int, end: int) -> tuple[str, tuple[Related, ...]]:
        """Return the words around a stretch of the text, and its place."""
        return self.around(start, end), self.here(start, end)

    def steps_before(self, at: int) -> list[Placed]:
        """Return the steps that begin before a place of the text, in the program's order."""
        return [one for one in self.placed if one.start is not None and one.start <= at]

    def step_before(self, at: int) -> StepClaims:
        """Return the last step, in the program's order, that begins before a place of the text."""
        return (self.steps_before(at) or self.placed[:1])[-1].step


def compared(program: Source, text: PlainSource, steps: tuple[StepClaims, ...]) -> Evidence:
    """Compare the claims of a program with its text."""
    facts = text_facts(text.text)
    steps = folded(steps, facts.amounts)
    matching = matched(steps, facts.amounts, facts.names)
    front = next((facts.words.sentence_span(cue.sentence)[0] for cue in facts.cues if cue.required), 0)
    return Evidence(program, text, steps, facts, matching, placed(steps, matching, facts.cues, front))
