"""Turn drafts into steps: stop stirring that was started, write comments, find spans and what no step covers."""

from __future__ import annotations

from bisect import bisect_left

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.sentences import Document
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.model import Step
from clairify_cli.reader.protocol.phrases.roles import Note
from clairify_cli.reader.protocol.rules import guessed, rules
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import MIXING, Draft

# Steps during which started stirring continues.
_STIRRED = frozenset(
    ("Add", "HeatChillToTemp", "StartHeatChill", "StopHeatChill", "Dissolve", "Purge", "StartPurge", "StopPurge")
)
# Steps that stir by themselves, so a StartStir just before them is redundant.
_STIRS = frozenset(("Stir", "HeatChill", "StartStir"))


def assembled(scene: Scene) -> tuple[tuple[Step, ...], list[Diagnostic]]:
    """The steps, and the warnings about text kept in their comments."""
    reports: list[Diagnostic] = []
    drafts = _stopped(scene, scene.drafts, whole=True)
    # Copies of repeated steps report the same words again.
    return tuple(_step(scene, draft, reports) for draft in drafts), list(dict.fromkeys(reports))


def _stopped(scene: Scene, drafts: list[Draft], *, whole: bool) -> list[Draft]:
    """The drafts with a StopStir before steps that are not stirred.

    A StartStir right before a step that stirs is left out. At the end of the procedure stirring is stopped only if
    other steps followed its start, as an immediate stop would undo it; at the end of a Repeat it is always stopped.
    """
    made: list[Draft] = []
    running: dict[str, int] = {}
    for number, draft in enumerate(drafts):
        draft.children = _stopped(scene, draft.children, whole=False)
        following = drafts[number + 1] if number + 1 < len(drafts) else None
        if draft.name == "StartStir":
            if following is not None and following.name in _STIRS and following.vessel == draft.vessel:
                _hand_on(draft, following)
                continue
            if draft.vessel in running:
                _stop(scene, made, running, draft.vessel)
            made.append(draft)
            running[draft.vessel] = len(made)
            continue
        for vessel in [vessel for vessel in running if _stops(draft, vessel)]:
            if draft.name == "StopStir":
                running.pop(vessel)
            else:
                _stop(scene, made, running, vessel)
        made.append(draft)
    for vessel in list(running):
        if not whole or running[vessel] < len(made):
            _stop(scene, made, running, vessel)
    return made


def _hand_on(draft: Draft, following: Draft) -> None:
    """Give the words of an omitted step to the next; the lists grow in place, as chains may be long."""
    draft.notes.extend(following.notes)
    draft.tokens.extend(following.tokens)
    following.notes, following.tokens = draft.notes, draft.tokens


def _stop(scene: Scene, made: list[Draft], running: dict[str, int], vessel: str) -> None:
    """Stop stirring; if no step came in between, make it a Stir of some minutes."""
    begun = running.pop(vessel)
    tokens = made[begun - 1].tokens
    by_hand = any(token.low.startswith(("shak", "swirl")) for token in tokens)
    if begun == len(made) and (by_hand or not scene.reported):
        made[-1].name = "Stir"
        made[-1].properties = {"vessel": vessel, "time": MIXING, **made[-1].properties}
        made[-1].said = f"time of {MIXING} assumed"
        return
    made.append(Draft("StopStir", {"vessel": vessel}, list(tokens)))


def _stops(draft: Draft, vessel: str) -> bool:
    """Whether stirring in a vessel ends before a step."""
    if draft.name == "Wait" or draft.children:
        return True
    involved = {value for key, value in draft.properties.items() if key == "vessel" or key.endswith("_vessel")}
    return vessel in involved and draft.name not in _STIRRED and draft.properties.get("to_vessel") != vessel


def _step(scene: Scene, draft: Draft, reports: list[Diagnostic]) -> Step:
    """The step of a draft, with its comment and its spans."""
    renamed = scene.vessels.renamed
    properties = [
        (key, renamed.get(value, value) if "vessel" in key else value) for key, value in draft.properties.items()
    ]
    comment = _comment(scene, draft, reports)
    if comment:
        properties.append(("comment", comment))
    children = tuple(_step(scene, child, reports) for child in draft.children)
    return Step(draft.name, tuple(properties), _spans(scene, draft), children)


def _comment(scene: Scene, draft: Draft, reports: list[Diagnostic]) -> str:
    """The notes as a comment, in text order; notes with a reason or a guess are reported."""
    parts: list[str] = []
    last = -1
    for note in _tidy(draft.notes):
        words = scene.words(note.start, note.end)
        if note.reason and not _is_carried(draft, words):
            reports.append(
                rules.kept_in_comment(scene.source.span(note.start, note.end), words, draft.name, note.reason)
            )
        if note.guess and note.taken:
            said = f"the text says no more than `{words}`"
            at = scene.source.span(note.start, note.end)
            reports.append(guessed(note.guess, at, said, f"`{note.taken}` is taken"))
        if note.end <= last:
            continue
        last = note.end
        parts.append(f"{words} ({note.taken})" if note.taken else words)
    return "; ".join([*parts, *([draft.said] if draft.said else [])])


_PART = late(r"\w+")


def _is_carried(draft: Draft, words: str) -> bool:
    """Whether the properties of a step have everything of some words: `95 °C, 10 mbar`, `MeOH (3 × 20 mL)`."""
    said, given = _PART.findall(words.casefold()), _PART.findall(" ".join(draft.properties.values()).casefold())
    return any(one[0].isdigit() for one in said) and set(said) <= set(given)


def _tidy(notes: list[Note]) -> list[Note]:
    """Notes in text order, the longer first if two begin together, without those inside another."""
    ordered = sorted(notes, key=lambda note: (note.start, -note.end, not note.reason))
    kept: list[Note] = []
    for note in ordered:
        if kept and kept[-1].start <= note.start and note.end <= kept[-1].end and not note.taken:
            continue
        kept.append(note)
    return kept


def _spans(scene: Scene, draft: Draft) -> tuple[Span, ...]:
    """The text spans that a step came from; adjacent words form one span."""
    found: dict[int, tuple[int, int]] = {}
    for token in leaves(draft.tokens):
        if token.kind != "mark":
            found[token.index] = (token.start, token.end)
    spans: list[tuple[int, int]] = []
    previous = -2
    for index in sorted(found):
        start, end = found[index]
        if index == previous + 1 and spans:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        previous = index
    return tuple(scene.source.span(start, end) for start, end in spans)


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
