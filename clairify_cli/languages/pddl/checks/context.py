"""The state shared by the checks of one text: the text, its valid names, and the findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.pddl.checks.vocabulary import Vocabulary
from clairify_cli.languages.pddl.syntax import Placed, Problem
from clairify_cli.records import dataclass, field

Worded = Callable[..., Diagnostic]
"""Makes a finding from its first place, further arguments, and the `others`."""


class Recurring(NamedTuple):
    """A finding with every place where its cause occurs."""

    words: Worded
    given: tuple[object, ...]
    spans: list[Span]


@dataclass
class Context:
    """One run of the checks over one text.

    `problem` is the problem used with the vocabulary's domain, if known; its text is `problem_source`.
    """

    source: Source
    vocabulary: Vocabulary
    problem: Problem | None = None
    problem_source: Source | None = None
    found: list[Diagnostic] = field(default_factory=list)
    recurring: dict[Hashable, Recurring] = field(default_factory=dict)
    used: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The names used in the formulas of a domain, by kind: `predicate`, `function` and `constant`."""
    broken: bool = False
    """Whether the text has syntax errors, so that there may be `Broken` parts."""
    target: str | None = None
    """The planner that the text is for, if any."""

    def span(self, one: Placed) -> Span:
        return self.source.span(one.start, one.end)

    def add(self, finding: Diagnostic) -> None:
        self.found.append(finding)

    def add_recurring(self, key: Hashable, at: Placed, words: Worded, *given: object) -> None:
        """Add a finding that is reported once for all its places: at the first one, with a list of the others.

        `words` is a rule, or a function if the finding depends on all places; `given` are its further arguments.
        """
        if not self.recurs(key, at):
            self.recurring[key] = Recurring(words, given, [self.span(at)])

    def recurs(self, key: Hashable, at: Placed) -> bool:
        """Whether the finding is already known; if so, add this place to it."""
        known = self.recurring.get(key)
        if known is not None:
            known.spans.append(self.span(at))
        return known is not None

    def flush(self) -> None:
        """Report the recurring findings after a definition has been checked."""
        for one in self.recurring.values():
            spans = sorted(set(one.spans), key=lambda span: span.start)
            self.found.append(one.words(spans[0], *one.given, others=spans[1:]))
        self.recurring.clear()


def slip_of(name: str, allowed: Iterable[str]) -> str | None:
    """Return the name of which another is a misspelling. Names that differ in a digit, and short ones, never are."""
    if len(name.lstrip("?")) < 4:
        return None
    digits = [c for c in name if c.isdigit()]
    near = only_near_match(name, allowed, fits=lambda one: [c for c in one if c.isdigit()] == digits)
    return near if near is not None and len(near.lstrip("?")) >= 4 else None


def rename(name: str, spans: Iterable[Span], *, safe: bool = True) -> Fix:
    """Return the fix that writes another name at these places."""
    return Fix(f"write `{name}`", tuple(Edit(span.start, span.end, name) for span in spans), safe=safe)


def declaration_fix(source: Source, section: Placed | None, text: str) -> Fix | None:
    """Return the fix that adds a declaration at the end of a section; None if there is no section."""
    if section is None or source.text[section.end - 1 : section.end] != ")":
        return None
    at = section.end - 1
    while at > section.start and source.text[at - 1].isspace():
        at -= 1
    line = source.text[source.text.rfind("\n", 0, at) + 1 : at]
    if ";" in line:
        at = section.end - 1
    return Fix(f"declare `{text}`", (Edit(at, at, f" {text}"),))
