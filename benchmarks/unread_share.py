"""The share of a text's words that no step covers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Span
from clairify_cli.english.lexicon import WORDS
from clairify_cli.reader.protocol.model import Reading, Step

_WORD = re.compile(r"\S*[^\W_]\S*")
# Kinds of remarks with figures about the product, which are never steps.
_FIGURES = frozenset(("yield", "spectrum", "point", "analysis"))
# Function words, and words that refer to the mixture so far.
_LEADING = (
    "empty", "prepositions", "determiners", "references", "manner", "fillers", "auxiliaries", "conjunctions",
    "subordinators", "pronouns", "resulting",
)  # fmt: skip


def unread_share(reading: Reading, text: str) -> float:
    """The share of a text's words that the reader did not understand, from 0 to 1; 0 for a text without words.

    A word is a run of characters with a letter or digit in it. Those in remarks about the product (yields, spectra,
    melting points, analyses) are not counted at all. A word is understood if it is in the text that a step came
    from, in a remark of another kind, in the title or in text kept as a comment, and is not reported as unread.
    Words that only lead from one such stretch to the next (`and the mixture`, `with`) and the numbers of a list are
    understood too, unless they are reported.
    """
    figures = [one.span for one in reading.remarks if one.kind in _FIGURES]
    read = [*_step_spans(reading.steps), *(one.span for one in reading.remarks)]
    read += [found.span for found in reading.diagnostics if found.code == "XDL691"]
    outside, known, unread = _offsets(figures), _offsets(read), _offsets(reading.unread)
    known.update(_title(reading, text))
    leading = frozenset().union(*(WORDS[name] for name in _LEADING))
    total = missed = 0
    for match in _WORD.finditer(text):
        place = range(match.start(), match.end())
        if not outside.isdisjoint(place):
            continue
        total += 1
        if not unread.isdisjoint(place):
            missed += 1
        elif known.isdisjoint(place):
            word = match[0].strip(".,;:()[]-*#").lower()
            missed += not (word in leading or word.isdigit() or len(word) < 2)
    return missed / total if total else 0.0


def _offsets(spans: Iterable[Span]) -> set[int]:
    return {offset for span in spans for offset in range(span.start, span.end)}


def _step_spans(steps: Iterable[Step]) -> Iterator[Span]:
    for step in steps:
        yield from step.spans
        yield from _step_spans(step.children)


def _title(reading: Reading, text: str) -> range:
    """The offsets of the title."""
    if not reading.title:
        return range(0)
    found = re.search(r"\s+".join(re.escape(word) for word in reading.title.split()), text)
    return range(*found.span()) if found else range(0)
