"""Words that no step covers: the unread stretches of a text, and their share of its words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.english.lexicon import lexicon
from clairify_cli.english.sentences import Document
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.model import Reading, Step
from clairify_cli.reader.protocol.rules import rules
from clairify_cli.reader.protocol.scene.scene import Scene

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
    leading = frozenset().union(*(lexicon().words[name] for name in _LEADING))
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


def drop_pending(scene: Scene, found: Document) -> None:
    """Report words kept for the comment of a next step as unread if no step followed."""
    ends = [sentence.tokens[-1].end for sentence in found.sentences]
    for note in scene.pending:
        flat = leaves(found.sentences[bisect_left(ends, note.end)].tokens)
        scene.fail([token for token in flat if note.start <= token.start < note.end], note.reason)
    scene.pending = []


def unread_stretches(scene: Scene, found: Document) -> list[tuple[Span, Diagnostic]]:
    """The stretches left over, each with its report. Neighbouring sentences that are wholly unread are one stretch."""
    stretches: list[tuple[int, int]] = []
    whole_before = False
    for sentence in found.sentences:
        flat = leaves(sentence.tokens)
        whole = not any(token.index in scene.covered for token in flat)
        runs = _runs(scene, flat)
        if whole and whole_before and runs and stretches:
            stretches[-1] = (stretches[-1][0], runs[-1][1])
        else:
            stretches.extend([(runs[0][0], runs[-1][1])] if whole and runs else runs)
        whole_before = whole and (whole_before or bool(runs))
    reasons = sorted(scene.reasons)
    starts = [start for start, _, _ in reasons]
    made = []
    for start, end in stretches:
        span = scene.source.span(start, end)
        at = bisect_left(starts, end)
        near = reasons[max(0, at - 4) : at]
        reason = next((why for _, last, why in reversed(near) if last > start), None)
        made.append((span, rules.unread_text(span, scene.words(start, end), reason)))
    return made


def _runs(scene: Scene, flat: list[Token]) -> list[tuple[int, int]]:
    """Runs of words that are not covered, from their first word of content to their last."""
    empty = lexicon().words["empty"]
    runs: list[tuple[int, int]] = []
    first = last = None
    for token in flat:
        if token.index in scene.covered:
            if first is not None and last is not None:
                runs.append((first.start, last.end))
            first = last = None
        elif token.kind != "mark" and token.low not in empty:
            first = first or token
            last = token
    if first is not None and last is not None:
        runs.append((first.start, last.end))
    return runs
