"""Repetition: which steps `repeat this`, `repeat the last step`, `do this three times` cover, and how often."""

from __future__ import annotations

import copy

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.numbers import count_of
from clairify_cli.english.tokens import leaves
from clairify_cli.reader.protocol.actions.adding import took
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.phrases.roles import Roles, over
from clairify_cli.reader.protocol.rules import rules, severity
from clairify_cli.reader.protocol.scene.contents import is_organic
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft

_NOTHING = "there is no step before it to repeat"


def repeat(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Repeat … N times`: do the steps once and then N times more, so N + 1 times; `in total` means N."""
    if _is_elsewhere(scene, clause, found):
        return False
    if any(token.low in ("precipitation", "reprecipitation") for token in clause.tokens):
        scene.fail(clause.tokens, "the text does not say in what it is dissolved again")
        return False
    times = found.repeats or 1
    total = found.total or any(token.low in WORDS["repeat.total"] for token in clause.tokens)
    return _again(scene, clause, times if total else times + 1)


def redo(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Do this three times`: three times in all; `three more times`, or `again`, is in addition."""
    if any(token.low == "addition" for token in clause.subject) and took(scene, clause, found):
        return True
    lows = [token.low for token in clause.after]
    if not any(WORDS.has(low, "repeat.this", "repeat.all") for low in lows):
        return False
    if _is_elsewhere(scene, clause, found):
        return False
    if not found.repeats:
        if not any(low in ("again", "once more") for low in lows):
            return False
        return _again(scene, clause, 2)
    return _again(
        scene, clause, found.repeats + 1 if found.more else found.repeats, counted=not found.more and not found.total
    )


def _is_elsewhere(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Whether `repeat with a second beaker`, `do the same to flask 2` is about another vessel, which is not read."""
    noun = next((one for one in (*found.withs, *(goal for _, goal in found.goals)) if one.kind == "vessel"), None)
    elsewhere = noun is not None and scene.vessel(noun, clause.tokens, scene.current) is not scene.current
    if elsewhere:
        scene.undone += [token.start for token in clause.predicate]
        scene.fail(clause.tokens, "the same steps in another vessel are not read; write them out")
    return elsewhere


def _again(scene: Scene, clause: Clause, repeats: int, *, counted: bool = False) -> bool:
    """Wrap the steps meant in a Repeat, and report another reading: other steps or, if `counted`, one more time."""
    until = next((at for at, token in enumerate(clause.after) if token.low in ("until", "till")), None)
    if not scene.drafts or scene.scope_start >= len(scene.drafts):
        scene.fail(clause.tokens, _NOTHING)
        return False
    if until is not None and not any(t.kind == "number" for t in clause.after[:until]):
        content = leaves(clause.predicate + clause.after)
        scene.drafts[-1].notes.append(over(content, "Repeat needs a number, and the text gives none"))
        return True
    start, end, taken, other = _scope(scene, clause)
    begun = start if clause.kind == "passive" else end
    while begun < end and _begins(scene, begun):
        begun += 1
    if start < begun < end:  # `The crude (1 g) was dissolved in A and concentrated; this was repeated`
        start, at = begun, scene.drafts[begun - 1].vessel
        if any(draft.name == "Transfer" and draft.vessel == at for draft in scene.drafts[start:end]):
            scene.fail(clause.tokens, "what is to be repeated is in another vessel by then; write it out")
            return False
    if counted and not other:
        taken, other = f"{repeats} times in all", f"{repeats} times more, so {repeats + 1} in all"
    if start >= end:
        scene.fail(clause.tokens, _NOTHING)
        return False
    _wrap(scene, clause, start, end, repeats)
    scene.scope_start = len(scene.drafts)
    scene.clause_starts = []
    if other:
        flat = leaves(clause.predicate + clause.after)
        span = scene.source.span(flat[0].start, flat[-1].end)
        scene.diagnostics.append(
            rules.ambiguous_scope(span, scene.words(span.start, span.end), taken, other, severity("XDL692"))
        )
    return True


def _begins(scene: Scene, at: int) -> bool:
    """Whether a step weighs a starting material into an empty vessel, which no repetition does again."""
    draft = scene.drafts[at]
    weighed = draft.name == "Add" and ("mass" in draft.properties or "amount" in draft.properties)
    return weighed and all(one.name == "Add" for one in scene.drafts[:at] if draft.vessel in one.properties.values())


def _comment(draft: Draft, clause: Clause) -> None:
    flat = leaves(clause.predicate + clause.after)
    draft.notes.append(over(flat, ""))


def _wrap(scene: Scene, clause: Clause, start: int, end: int, repeats: int) -> None:
    """Repeat steps; if later steps follow them, append copies after these."""
    if end == len(scene.drafts):
        _comment(scene.wrap(start, repeats, clause.tokens, end), clause)
        return
    for _ in range(repeats - 1):
        scene.drafts.extend(copy.deepcopy(scene.drafts[start:end]))
    _comment(scene.drafts[-1], clause)


def _scope(scene: Scene, clause: Clause) -> tuple[int, int, str, str]:
    """The steps meant: their range, their description, and the other reading (empty if there is none)."""
    told = clause.kind == "passive"
    lows = [token.low for token in (clause.subject if told else clause.after)]
    end = len(scene.drafts)
    numbered = _numbered(scene, clause)
    if numbered is not None:
        return (*numbered, "", "")
    starts = sorted({at for at in scene.clause_starts if scene.scope_start <= at < end})
    starts = starts or [scene.scope_start]
    name = _named(clause)
    if name is not None:
        at = next((k for k in range(end - 1, scene.scope_start - 1, -1) if scene.drafts[k].name.startswith(name)), None)
        if at is None and told and lows[-1:] and lows[-1] in WORDS["procedures"]:
            return _with_solvent(scene), end, "", ""
        return (at, at + 1, "", "") if at is not None else (end, end, "", "")
    number = _how_many(lows)
    if number:
        return starts[-number] if number <= len(starts) else starts[0], end, "", ""
    if told and "entire" not in lows and "whole" not in lows:
        return _told(scene), end, "", ""
    if any(low in WORDS["repeat.all"] for low in lows):
        return scene.scope_start, end, "", ""
    if any(low in WORDS["repeat.last"] for low in lows) and "steps" not in lows:
        return starts[-1], end, "", ""
    if len(starts) == 1 or "steps" in lows:
        return scene.scope_start, end, "", ""
    taken = f"all {len(starts)} instructions before it" if len(starts) > 2 else "both instructions before it"
    return scene.scope_start, end, taken, "the last instruction only"


def _with_solvent(scene: Scene) -> int:
    """Where `the extraction procedure` begins if the text has no such step: at the last solvent added."""
    for at in range(len(scene.drafts) - 1, scene.scope_start - 1, -1):
        if scene.drafts[at].name == "Add" and is_organic(scene.drafts[at].properties.get("reagent", "")):
            return at
    return _told(scene)


def _told(scene: Scene) -> int:
    """Where the steps of `the process was repeated` begin: with its sentence, or the one before."""
    starts = [start for start in scene.sentence_starts if start < len(scene.drafts)]
    return max(starts[-1] if starts else 0, scene.scope_start)


def _named(clause: Clause) -> str | None:
    """The step that `repeat the addition` names."""
    names = LEXICON.repeat_names
    where = [*clause.subject, *clause.after]
    return next((names[token.low] for token in where if token.low in names), None)


def _how_many(lows: list[str]) -> int:
    """`both steps`, `the last two steps`: how many instructions; 0 if not given."""
    if "both" in lows:
        return 2
    for at, low in enumerate(lows):
        if low in ("steps", "instructions") and at:
            return count_of(lows[at - 1])
    return 0


def _numbered(scene: Scene, clause: Clause) -> tuple[int, int] | None:
    """`steps 2 and 3`, `steps 1-4`, by the numbers of the text's list."""
    lows = [token.low for token in clause.after]
    at = next((k for k, low in enumerate(lows) if low in ("step", "steps")), None)
    if at is None:
        return None
    numbers: list[int] = []
    for token in clause.after[at + 1 : at + 7]:
        parts = token.low.replace("–", "-").split("-")
        if all(part.isdigit() and len(part) < 4 for part in parts):
            numbers.extend(int(part) for part in parts)
        elif token.low not in ("and", "to", "-", "–", ",", "through"):
            break
    known = [scene.numbered[number] for number in numbers if number in scene.numbered]
    if not known:
        return None
    return min(start for start, _ in known), max(end for _, end in known)
