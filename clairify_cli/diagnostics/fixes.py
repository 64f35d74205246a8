"""Applying fixes to a text, once or until nothing more can be fixed, and showing what changed."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix

_CONTEXT = 3
"""Unchanged lines around each change of a diff."""
_MOST_REPEATS = 1_000_000
"""Pairs of equal lines up to which two texts are compared exactly; it takes about a tenth of a second."""

_Change = tuple[int, int, int, int]
"""Lines from start to end of the old text that became lines from start to end of the new one."""


@dataclass(frozen=True, slots=True)
class FixResult:
    """A text after fixing: the findings whose fix was applied, in order, and those that are left.

    `stable` is false where the fixing was given up before the text came to rest.
    """

    text: str
    applied: tuple[Diagnostic, ...]
    remaining: list[Diagnostic]
    stable: bool = True


def fixable(diagnostic: Diagnostic, *, unsafe: bool = False) -> bool:
    """Whether the finding has a fix that may be applied."""
    return diagnostic.fix is not None and (unsafe or diagnostic.fix.safe)


def apply_fixes(text: str, diagnostics: Iterable[Diagnostic], *, unsafe: bool = False) -> tuple[str, list[Diagnostic]]:
    """The text with the fixes applied that do not get in each other's way, and the findings that had them.

    Fixes are taken in source order, each with all of its edits or not at all. An edit that two fixes share is
    made once and counts for both. A fix is left for the next pass where one of its edits overlaps an edit
    already taken, or inserts where another one inserts or begins or ends a replacement: which of the two texts
    comes first is then for a new check to say. A fix that changes nothing, or whose edits do not fit the text
    or each other, is never applied.
    """
    taken = _Taken()
    applied = []
    for diagnostic in sorted((d for d in diagnostics if fixable(d, unsafe=unsafe)), key=_order):
        fix = diagnostic.fix
        if fix is not None and _is_sound(text, fix) and taken.take(fix):
            applied.append(diagnostic)
    return _edited(text, taken.edits), applied


def fix_until_stable(
    text: str, check: Callable[[str], list[Diagnostic]], *, unsafe: bool = False, passes: int = 10
) -> FixResult:
    """Check and fix in turn until nothing more can be fixed.

    Fixing ends at a text that has been there before (it is the one returned, so that fixing it again changes
    nothing), and after `passes` passes that did not lower the number of findings with a fix. A pass that lowers
    it is not counted: however many declarations are missing, they can be inserted at one point, one a pass.
    """
    applied: list[Diagnostic] = []
    seen = {hash(text): 0}
    findings = check(text)
    while True:
        fixed, taken = apply_fixes(text, findings, unsafe=unsafe)
        if not taken:
            return FixResult(text, tuple(applied), findings)
        if hash(fixed) in seen:
            return FixResult(fixed, tuple(applied[: seen[hash(fixed)]]), check(fixed), stable=False)
        after = check(fixed)
        if _count(after, unsafe) >= _count(findings, unsafe):
            if passes <= 0:
                return FixResult(text, tuple(applied), findings, stable=False)
            passes -= 1
        text, findings = fixed, after
        applied += taken
        seen[hash(text)] = len(applied)


def unified_diff(before: str, after: str, name: str) -> str:
    """What changed, as a unified diff that `patch -p0` and `git apply -p0` accept; empty if nothing did.

    Only a line feed ends a line, as in those programs; a missing one at the end of the text is marked.
    """
    if before == after:
        return ""
    old, new = _lines(before), _lines(after)
    lines = [f"--- {_quoted(name)}\n", f"+++ {_quoted(name)}\n"]
    changes: list[_Change] = []
    for change in _changes(old, new):
        if changes and change[0] - changes[-1][1] > 2 * _CONTEXT:
            lines += _hunk(changes, old, new)
            changes = []
        changes.append(change)
    lines += _hunk(changes, old, new)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


class _Taken:
    """The edits taken so far: sorted by place, none overlapping another."""

    def __init__(self) -> None:
        self._by_place: list[tuple[int, int, Edit]] = []
        self.edits: list[Edit] = []

    def take(self, fix: Fix) -> bool:
        """Take all edits of a fix if none is in conflict with those taken from others."""
        new = [edit for edit in dict.fromkeys(fix.edits) if not self._has(edit)]
        if any(self._conflicts(edit) for edit in new):
            return False
        for edit in new:
            insort(self._by_place, (edit.start, edit.end, edit), key=_place)
        self.edits += new
        return True

    def _near(self, edit: Edit) -> Iterable[Edit]:
        """The edits taken that overlap or touch `edit`."""
        at = bisect_left(self._by_place, (edit.start, edit.start), key=_place)
        while at > 0 and self._by_place[at - 1][1] >= edit.start:
            at -= 1
        while at < len(self._by_place) and self._by_place[at][0] <= edit.end:
            yield self._by_place[at][2]
            at += 1

    def _has(self, edit: Edit) -> bool:
        return any(other == edit for other in self._near(edit))

    def _conflicts(self, edit: Edit) -> bool:
        return any(_in_conflict(edit, other) for other in self._near(edit))


def _in_conflict(one: Edit, two: Edit) -> bool:
    """Whether two edits that touch or overlap cannot both be made. Replacements may touch; insertions may not."""
    if one.start == one.end or two.start == two.end:
        return one.start <= two.end and two.start <= one.end
    return one.start < two.end and two.start < one.end


def _is_sound(text: str, fix: Fix) -> bool:
    """Whether the edits lie within the text, do not overlap each other and change something."""
    edits = sorted(dict.fromkeys(fix.edits), key=lambda edit: (edit.start, edit.end))
    fits = all(0 <= edit.start <= edit.end <= len(text) for edit in edits)
    apart = all(one.end <= two.start for one, two in pairwise(edits))
    return fits and apart and any(text[edit.start : edit.end] != edit.text for edit in edits)


def _edited(text: str, edits: list[Edit]) -> str:
    """The text with edits made that do not overlap; insertions at one point keep the order given."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += text[at : edit.start], edit.text
        at = edit.end
    pieces.append(text[at:])
    return "".join(pieces)


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    """Source order, with ties broken by the edits themselves, so that the order of the findings does not matter."""
    span, fix = diagnostic.span, diagnostic.fix
    edits = tuple((edit.start, edit.end, edit.text) for edit in fix.edits) if fix else ()
    return span.start, span.end, diagnostic.code, diagnostic.message, edits


def _place(item: tuple[int, int, Edit]) -> tuple[int, int]:
    return item[0], item[1]


def _count(diagnostics: list[Diagnostic], unsafe: bool) -> int:
    return sum(1 for diagnostic in diagnostics if fixable(diagnostic, unsafe=unsafe))


def _changes(old: list[str], new: list[str]) -> list[_Change]:
    """What differs, in order. What is alike at both ends is left out, so that a large file costs little."""
    from difflib import SequenceMatcher

    head = _alike(old, new)
    tail = min(_alike(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    matcher = SequenceMatcher(None, left, right, autojunk=_repeats(left, right) > _MOST_REPEATS)
    return [
        (head + start, head + end, head + new_start, head + new_end)
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]


def _hunk(changes: list[_Change], old: list[str], new: list[str]) -> list[str]:
    """The lines of a hunk: the changes, with the unchanged lines between and around them."""
    first, last = changes[0], changes[-1]
    before, behind = min(_CONTEXT, first[0]), min(_CONTEXT, len(old) - last[1])
    start, end = first[0] - before, last[1] + behind
    lines = [f"@@ -{_range(start, end)} +{_range(first[2] - before, last[3] + behind)} @@\n"]
    at = start
    for change_start, change_end, new_start, new_end in changes:
        lines += [f" {line}" for line in old[at:change_start]]
        lines += [f"-{line}" for line in old[change_start:change_end]]
        lines += [f"+{line}" for line in new[new_start:new_end]]
        at = change_end
    return lines + [f" {line}" for line in old[at:end]]


def _range(start: int, end: int) -> str:
    """The first line (from 1) and the number of lines; if there are none, the line before them."""
    return f"{start + (end > start)},{end - start}"


def _alike(one: list[str], two: list[str]) -> int:
    """How many lines at the start are the same."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(two)))


def _repeats(old: list[str], new: list[str]) -> int:
    """How many pairs of equal lines there are, which is what an exact comparison costs."""
    counts = Counter(new)
    return sum(counts[line] for line in old)


def _lines(text: str) -> list[str]:
    """The lines with their endings; unlike `str.splitlines`, only a line feed ends one."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _quoted(name: str) -> str:
    """A file name as a diff header may carry it: with a tab behind spaces, quoted as in C where it must be."""
    if name.isprintable() and '"' not in name and "\\" not in name:
        return name + "\t" if " " in name else name
    return '"' + "".join(_octal(character) for character in name) + '"'


def _octal(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
