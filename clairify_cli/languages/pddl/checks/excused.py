"""The words that may be declared in a part of a definition that could not be read.

Text skipped because of a syntax error may have been a declaration. So the words of a section of declarations in which
there is such an error count as declared, and so do those that stand where no section was made out. An error in an
action, in the initial state or in the goal excuses nothing: a name that is misspelled there is still found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.syntax import Domain, Problem

_DECLARE_NOTHING = frozenset(
    (":requirements", ":domain", ":action", ":durative-action", ":derived", ":init", ":goal", ":metric", ":constraints")
)
_WORD = re.compile(r"[^\s()?;]+")


def excused_words(definition: Domain | Problem, source: Source, syntax: Iterable[Diagnostic]) -> frozenset[str]:
    """The words, in lower case, of which it is not known whether the definition declares them."""
    errors = [(one.span.start, one.span.end) for one in syntax if one.is_error]
    if not errors:
        return frozenset()
    words: set[str] = set()
    for start, end in _regions(definition):
        if any(low <= end and high >= start for low, high in errors):
            words.update(_WORD.findall(source.text[start:end].lower()))
    return frozenset(words)


def _regions(definition: Domain | Problem) -> Iterator[tuple[int, int]]:
    """The sections that declare names or are unknown, and the stretches between sections."""
    at = definition.start
    for section in definition.sections:
        if section.start > at + 1:
            yield at + 1, section.start - 1
        if section.keyword.text not in _DECLARE_NOTHING:
            yield section.start, section.end
        at = max(at, section.end)
    if definition.end > at + 1:
        yield at + 1, definition.end - 1
