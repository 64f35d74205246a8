"""Find the nearest of the allowed names, for "did you mean" hints and for safe fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

LONGEST_NAME = 200
"""Longer names have no near matches; comparing them would take too long."""
_MOST_KEPT = 200
"""Searches among more names are not cached."""


MOST_COMPARED = 100_000
"""How many names of usual length the searches of one check may compare; later ones find nothing."""

_left: ContextVar[list[int] | None] = ContextVar("_left", default=None)
_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")


def bounded(check: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """Bound the comparisons of a check, and so its time for a huge broken file; outside checks, nothing is bounded."""

    @wraps(check)
    def run(*given: _Given.args, **named: _Given.kwargs) -> _Returned:
        if _left.get() is not None:  # part of a larger check
            return check(*given, **named)
        token = _left.set([MOST_COMPARED])
        try:
            return check(*given, **named)
        finally:
            _left.reset(token)

    return run


def may_search() -> bool:
    """Whether a search may still find a name; if not, no names are gathered, so callers give iterators."""
    left = _left.get()
    return left is None or left[0] > 0


def may_compare(name: str, names: int) -> bool:
    """Whether a search may still compare a name with so many others; they are deducted."""
    left = _left.get()
    if left is not None:
        left[0] -= names * (1 + len(name) // 20)
    return len(name) <= LONGEST_NAME and may_search()


def nearest(name: str, allowed: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Return the allowed name most similar to `name`; None if no name is similar."""
    return next(iter(near_matches(name, allowed, cutoff=cutoff)), None)


def near_matches(
    name: str, allowed: Iterable[str], *, cutoff: float = 0.6, fits: Callable[[str], bool] | None = None
) -> list[str]:
    """Return allowed names similar to `name`, best first, ignoring case, underscores and hyphens.

    Of the allowed names, only those that `fits` accepts are compared, but each counts as compared.
    """
    names = _compared(name, allowed, fits)
    search = _near_matches if len(names) <= _MOST_KEPT else _near_matches.__wrapped__
    return list(search(name, names, cutoff)) if names else []


def _compared(name: str, allowed: Iterable[str], fits: Callable[[str], bool] | None) -> tuple[str, ...]:
    """Return the names with which a search compares a name; none if it may compare no more."""
    names = tuple(allowed) if may_search() else ()
    if not may_compare(name, len(names)):
        return ()
    return tuple(filter(fits, names)) if fits else names


@lru_cache(maxsize=256)
def _prepared(names: tuple[str, ...]) -> list[tuple[str, str, int]]:
    """Return the names that are not too long, each with its folded form and letters, for comparison."""
    return [(name, _folded(name), _letters(_folded(name))) for name in names if len(name) <= LONGEST_NAME]


@lru_cache(maxsize=4096)
def _near_matches(name: str, names: tuple[str, ...], cutoff: float) -> tuple[str, ...]:
    from difflib import SequenceMatcher

    wanted = _folded(name)
    letters = _letters(wanted)
    scored: list[tuple[float, str]] = []
    matcher: SequenceMatcher[str] | None = None
    size = len(wanted)
    for candidate, folded, theirs in _prepared(names):
        if (folded.startswith(wanted) or wanted.startswith(folded)) and min(len(folded), size) >= 3:
            scored.append((max(cutoff, 0.75), candidate))  # `temperature` for `temp`
            continue
        least = cutoff * (len(folded) + size) / 2
        if len(folded) - (theirs & ~letters).bit_count() < least or size - (letters & ~theirs).bit_count() < least:
            continue  # too few common letters
        matcher = matcher or SequenceMatcher(b=wanted, autojunk=False)
        matcher.set_seq1(folded)
        if matcher.quick_ratio() >= cutoff:
            ratio = matcher.ratio()
            if ratio >= cutoff:
                scored.append((ratio, candidate))
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return tuple(candidate for _, candidate in scored)


def only_near_match(name: str, allowed: Iterable[str], *, fits: Callable[[str], bool] | None = None) -> str | None:
    """Return the only allowed name of which `name` can be a misspelling; None if there is none or a tie.

    This is the condition for a safe fix, so it is strict. Either the names differ only in case and separators, or they
    have equally many words and differ by one edit (two for a name of more than six letters): a letter omitted, added,
    replaced, or swapped with the next. `fits` is as for `near_matches`.
    """
    names = _compared(name, allowed, fits)
    search = _only_near_match if len(names) <= _MOST_KEPT else _only_near_match.__wrapped__
    return search(name, names) if names else None


@lru_cache(maxsize=4096)
def _only_near_match(name: str, names: tuple[str, ...]) -> str | None:
    wanted = _folded(name)
    same = [candidate for candidate, folded, _ in _prepared(names) if folded == wanted]
    if same:
        return same[0] if len(same) == 1 else None
    letters = _letters(wanted)
    most = 1 if len(wanted) <= 6 else 2
    words = len(_words(name))
    slips: list[tuple[int, str]] = []
    for candidate, folded, theirs in _prepared(names):
        if (
            abs(len(folded) - len(wanted)) <= most
            and (theirs & ~letters).bit_count() <= most  # each edit adds at most one letter
            and (letters & ~theirs).bit_count() <= most
            and len(_words(candidate)) == words
        ):
            distance = edit_distance(wanted, folded, most)
            if distance <= most:
                slips.append((distance, candidate))
    slips.sort()
    if not slips or (len(slips) > 1 and slips[0][0] == slips[1][0]):
        return None
    return slips[0][1]


def edit_distance(one: str, two: str, most: int) -> int:
    """Return the number of letters to delete, insert, replace or transpose to get from one text to the other.

    This is the restricted Damerau-Levenshtein distance; `most + 1` means anything larger than `most`.
    """
    if abs(len(one) - len(two)) > most or max(len(one), len(two)) > 64:  # bounds the quadratic cost
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        above, row, before_last = row, [i], before
        for j, b in enumerate(two, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        before = above
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


@lru_cache(maxsize=8192)
def _words(name: str) -> list[str]:
    """Split a name into words: `from_vessel` and `StartStir` have two each."""
    import re

    return re.findall(r"[A-Z]?[^A-Z_\-\s]+|[A-Z]+(?![^A-Z_\-\s])", name) or [name]


@lru_cache(maxsize=8192)
def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")


@lru_cache(maxsize=8192)
def _letters(folded: str) -> int:
    """Return the letters of a folded name as a bit set, in which several letters may share a bit."""
    letters = 0
    for letter in folded:
        letters |= 1 << (ord(letter) & 63)
    return letters


def listing(names: Iterable[str], *, most: int = 12) -> str:
    """Format names for a message: quoted, in the order given; those beyond `most` are counted."""
    return _listing(tuple(names), most)


@lru_cache(maxsize=512)
def _listing(names: tuple[str, ...], most: int) -> str:
    quoted = [f"`{name}`" if len(name) <= LONGEST_NAME else f"`{name[:LONGEST_NAME]}…`" for name in names[:most]]
    if not quoted:
        return "none"
    if len(names) > most:
        return ", ".join(quoted) + f" and {len(names) - most} more"
    return ", ".join(quoted)
