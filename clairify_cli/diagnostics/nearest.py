"""The nearest of the allowed names, for "did you mean" and for fixes that are sure of themselves."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, allowed: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """The allowed name most like `name`, or None where none is like it."""
    return next(iter(near_matches(name, allowed, cutoff=cutoff)), None)


def near_matches(name: str, allowed: Iterable[str], *, cutoff: float = 0.6) -> list[str]:
    """Allowed names like `name`, best first, without regard to case, underscores and hyphens."""
    from difflib import SequenceMatcher

    wanted = _folded(name)
    scored: list[tuple[float, str]] = []
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    for candidate in allowed:
        matcher.set_seq1(_folded(candidate))
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff:
            ratio = matcher.ratio()
            if ratio >= cutoff:
                scored.append((ratio, candidate))
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return [candidate for _, candidate in scored]


def only_near_match(name: str, allowed: Iterable[str]) -> str | None:
    """The one allowed name that `name` can be a slip of; None where there is none, or two are as near.

    This is the condition of a safe fix, so it is strict: the names agree but for case and separators, or they
    are very alike (ratio of at least 0.8) and the next best is clearly less so.
    """
    names = list(allowed)
    same = [candidate for candidate in names if _folded(candidate) == _folded(name)]
    if len(same) == 1:
        return same[0]
    near = near_matches(name, names, cutoff=0.8)
    if not near:
        return None
    if len(near) > 1 and _ratio(name, near[0]) - _ratio(name, near[1]) < 0.05:
        return None
    return near[0]


def _ratio(one: str, two: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(a=_folded(one), b=_folded(two), autojunk=False).ratio()


def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")


def listing(names: Iterable[str], *, most: int = 12) -> str:
    """Names for a message: quoted, in the order given, the rest counted."""
    quoted = [f"`{name}`" for name in names]
    if not quoted:
        return "none"
    if len(quoted) > most:
        return ", ".join(quoted[:most]) + f" and {len(quoted) - most} more"
    return ", ".join(quoted)
