"""Write comments that suppress findings: `<!-- clairify: ignore XDL301 -->` above the place of a finding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from clairify_cli.diagnostics.model import Diagnostic, Source

_ABOVE, _BEHIND, _NOWHERE = range(3)


def with_ignores(
    source: Source, found: Sequence[Diagnostic], check: Callable[[Source], list[Diagnostic]], form: str
) -> str:
    """Return the text with comments that suppress the findings; unchanged if they would cause new findings.

    `form` is a comment in the language with `{}` for its text. A comment is placed above the line or tag in which a
    finding begins, or, if that does not suppress it, at the end of the line; if neither works, as in an unreadable
    text, there is no comment.
    """
    places = [_ABOVE] * len(found)
    text = source.text
    for _ in range(_NOWHERE + 1):
        text = _commented(source, found, places, form)
        left = {(one.code, one.message) for one in check(Source(text, source.name))}
        failed = [at for at, one in enumerate(found) if places[at] < _NOWHERE and (one.code, one.message) in left]
        if not failed:
            break
        for at in failed:
            places[at] += 1
    known = {one.code for one in check(source)}
    return text if all(code in known for code, _ in left) else source.text


def _commented(source: Source, found: Sequence[Diagnostic], places: list[int], form: str) -> str:
    codes: dict[tuple[int, int], set[str]] = defaultdict(set)
    for one, place in zip(found, places, strict=True):
        start = one.span.start
        if form.startswith("<") and place == _ABOVE:  # a tag may span several lines, and cannot contain a comment
            start = max(0, source.text.rfind("<", 0, start + 1))
        if place != _NOWHERE:
            codes[source.position(start)[0], place].add(one.code)
    lines = source.text.split("\n")
    for (number, place), named in sorted(codes.items(), reverse=True):
        comment = form.format(f"clairify: ignore {', '.join(sorted(named))}")
        line = lines[number - 1]
        ending = "\r" if line.endswith("\r") else ""
        if place == _BEHIND:
            lines[number - 1] = f"{line.removesuffix(ending)}  {comment}{ending}"
        else:
            indent = line[: len(line) - len(line.lstrip())].removesuffix("\r")
            lines.insert(number - 1, f"{indent}{comment}{ending}")
    return "\n".join(lines)
