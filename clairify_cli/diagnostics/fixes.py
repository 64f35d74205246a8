"""Apply fixes to a text, once or until nothing more can be fixed, and show what changed."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from itertools import pairwise

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class FixResult:
    """A text after fixing, with the findings whose fix was applied, in order, and those that remain.

    `stable` is False if fixing stopped before the text became stable.
    """

    text: str
    applied: tuple[Diagnostic, ...]
    remaining: list[Diagnostic]
    stable: bool = True


def fixable(diagnostic: Diagnostic, *, unsafe: bool = False) -> bool:
    """Whether the finding has a fix that may be applied."""
    return diagnostic.fix is not None and (unsafe or diagnostic.fix.safe)


def apply_fixes(text: str, diagnostics: Iterable[Diagnostic], *, unsafe: bool = False) -> tuple[str, list[Diagnostic]]:
    """Return the text with all fixes applied that do not conflict, and the findings that had these fixes.

    Fixes are applied in source order, each with all of its edits or not at all. An edit that two fixes share is made
    once and counts for both. A fix is left for the next pass if one of its edits overlaps an edit already applied, or
    inserts where another one inserts, begins or ends, because only a new check can tell which text comes first. A fix
    that changes nothing, or whose edits do not fit the text or each other, is never applied.
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
    """Check and fix alternately until nothing more can be fixed.

    Fixing also ends at a text that occurred before (which is returned), and after `passes` passes that did not lower
    the number of fixable findings. A pass that lowers it is not counted: many missing declarations may have to be
    inserted at one point, one per pass.
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
    """Return the changes as a unified diff that `patch -p0` and `git apply -p0` accept; empty if there are none.

    Only a line feed ends a line, as in those programs; a missing one at the end of a text is marked.
    """
    from difflib import unified_diff as compared

    name = _quoted(name)
    lines = compared(_lines(before), _lines(after), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


class _Taken:
    """The edits accepted so far, sorted by place, without overlaps."""

    def __init__(self) -> None:
        self._by_place: list[tuple[int, int, Edit]] = []
        self.edits: dict[Edit, None] = {}

    def take(self, fix: Fix) -> bool:
        """Accept all edits of a fix if none conflicts with those of other fixes; return whether it was accepted."""
        new = [edit for edit in dict.fromkeys(fix.edits) if edit not in self.edits]
        if any(_in_conflict(edit, other) for edit in new for other in self._near(edit)):
            return False
        for edit in new:
            insort(self._by_place, (edit.start, edit.end, edit), key=_place)
        self.edits |= dict.fromkeys(new)
        return True

    def _near(self, edit: Edit) -> Iterable[Edit]:
        """Yield the accepted edits that overlap or touch `edit`."""
        at = bisect_left(self._by_place, (edit.start, edit.start), key=_place)
        while at > 0 and self._by_place[at - 1][1] >= edit.start:
            at -= 1
        while at < len(self._by_place) and self._by_place[at][0] <= edit.end:
            yield self._by_place[at][2]
            at += 1


def _in_conflict(one: Edit, two: Edit) -> bool:
    """Whether two edits that touch or overlap exclude each other. Replacements may touch; insertions may not."""
    if one.start == one.end or two.start == two.end:
        return one.start <= two.end and two.start <= one.end
    return one.start < two.end and two.start < one.end


def _is_sound(text: str, fix: Fix) -> bool:
    """Whether the edits lie within the text, do not overlap each other and change something."""
    edits = sorted(dict.fromkeys(fix.edits), key=lambda edit: (edit.start, edit.end))
    fits = all(0 <= edit.start <= edit.end <= len(text) for edit in edits)
    apart = all(one.end <= two.start for one, two in pairwise(edits))
    return fits and apart and any(text[edit.start : edit.end] != edit.text for edit in edits)


def _edited(text: str, edits: Iterable[Edit]) -> str:
    """Apply non-overlapping edits to a text; insertions at one point keep the order given."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += text[at : edit.start], edit.text
        at = edit.end
    pieces.append(text[at:])
    return "".join(pieces)


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    """Return a key for source order, with ties broken by the edits, so that the order of findings does not matter."""
    span, fix = diagnostic.span, diagnostic.fix
    edits = tuple((edit.start, edit.end, edit.text) for edit in fix.edits) if fix else ()
    return span.start, span.end, diagnostic.code, diagnostic.message, edits


def _place(item: tuple[int, int, Edit]) -> tuple[int, int]:
    return item[0], item[1]


def _count(diagnostics: list[Diagnostic], unsafe: bool) -> int:
    return sum(1 for diagnostic in diagnostics if fixable(diagnostic, unsafe=unsafe))


def _lines(text: str) -> list[str]:
    """Return the lines with their endings; unlike in `str.splitlines`, only a line feed ends a line."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _quoted(name: str) -> str:
    """Return a file name for a diff header: followed by a tab if it has spaces, and quoted as in C if necessary."""
    if name.isprintable() and '"' not in name and "\\" not in name:
        return name + "\t" if " " in name else name
    return '"' + "".join(_octal(character) for character in name) + '"'


def _octal(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
