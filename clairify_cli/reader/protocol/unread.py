"""Words that no step covers: the unread stretches of a text."""

from __future__ import annotations

from bisect import bisect_left

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.sentences import Document
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.rules import rules
from clairify_cli.reader.protocol.scene.scene import Scene


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
        told = any(start <= place < end for place in scene.undone)
        made.append((span, rules.unread_text(span, scene.words(start, end), reason, told)))
    return made


def _runs(scene: Scene, flat: list[Token]) -> list[tuple[int, int]]:
    """Runs of words that are not covered, from their first word of content to their last."""
    empty = WORDS["empty"]
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
