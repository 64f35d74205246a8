"""Find words that an unreadable part of a definition may declare.

Text skipped because of a syntax error may have been a declaration. So the words in a section of declarations with such
an error count as declared, as do words outside any recognised section. An error in an action, the initial state or the
goal excuses nothing, so that misspelled names there are still found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.syntax import Domain, Problem

_DECLARE_NOTHING = frozenset(
    (":requirements", ":domain", ":action", ":durative-action", ":derived", ":init", ":goal", ":metric", ":constraints")
)
_WORD = late(r"[^\s()?;]+")


def excused_words(definition: Domain | Problem, source: Source, syntax: Iterable[Diagnostic]) -> frozenset[str]:
    """Return the words, in lower case, that the definition may or may not declare."""
    errors = [(one.span.start, one.span.end) for one in syntax if one.is_error]
    if not errors:
        return frozenset()
    words: set[str] = set()
    for start, end in _regions(definition):
        if any(low <= end and high >= start for low, high in errors):
            words.update(_WORD.findall(source.text[start:end].lower()))
    return frozenset(words)


def _regions(definition: Domain | Problem) -> Iterator[tuple[int, int]]:
    """Yield the sections that declare names or are unknown, and the stretches between sections."""
    at = definition.start
    for section in definition.sections:
        if section.start > at + 1:
            yield at + 1, section.start - 1
        if section.keyword.text not in _DECLARE_NOTHING:
            yield section.start, section.end
        at = max(at, section.end)
    if definition.end > at + 1:
        yield at + 1, definition.end - 1
