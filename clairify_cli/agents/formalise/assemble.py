"""Combines the written and the given text, byte for byte, and knows where every piece came from."""

from __future__ import annotations

import re

from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.diagnostics.model import Diagnostic, Related, Source, Span
from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.goal_section import replace_goal
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, File, Goal, Problem
from clairify_cli.records import dataclass, replace

_COMMENT = late(r";[^\n]*")
_GOAL = late(r"\(\s*:goal\b", re.IGNORECASE)
_BRACKET_OR_COMMENT = late(r"[()]|;[^\n]*")

DOMAIN = "<domain>"
PROBLEM = "<problem>"
"""What the parts of a text are called that has both."""


@dataclass(frozen=True, slots=True)
class Window:
    """From `start` to `end`, the text named `file` is the written text from `at` on (offsets in characters)."""

    file: str
    start: int
    end: int
    at: int


@dataclass(frozen=True, slots=True)
class Assembled:
    """A domain and a problem that can be solved, and where in them the written text stands."""

    domain: Source
    problem: Source
    windows: tuple[Window, ...]

    def located(self, finding: Diagnostic, written: Source, whole: Span) -> Diagnostic:
        """A finding about the texts as one about the written text.

        Findings about given text are placed at `whole`, with their own place as a related one.
        """
        span = self._span(finding.span, written)
        related = tuple(replace(one, span=self._span(one.span, written) or one.span) for one in finding.related)
        if span is None:
            span, related = whole, (Related("it is about this", finding.span), *related)
        return replace(finding, span=span, related=related, fix=None)

    def _span(self, span: Span, written: Source) -> Span | None:
        for one in self.windows:
            if span.file == one.file and one.start <= span.start and span.end <= one.end:
                return written.span(span.start - one.start + one.at, span.end - one.start + one.at)
        return None


def assembled(written: Source, given: Given, write: Write) -> Assembled | None:
    """The texts to be solved; None if the written text lacks the requested part."""
    file, _ = read(written)
    if write is Write.GOAL:
        assert given.domain is not None and given.problem is not None
        return _with_goal(written, file.goal, given.domain, given.problem) if file.goal is not None else None
    if file.problem is None:
        return None
    problem, window = _cut(written, file.problem, PROBLEM)
    if write is Write.PROBLEM:
        assert given.domain is not None
        return Assembled(given.domain, problem, (window,))
    if file.domain is None:
        return None
    domain, other = _cut(written, file.domain, DOMAIN)
    return Assembled(domain, problem, (other, window))


def _cut(written: Source, part: Domain | Problem, name: str) -> tuple[Source, Window]:
    """A definition as a separate text, with blank lines before it so that its line numbers stay the same."""
    blank = "\n" * written.text.count("\n", 0, part.start)
    text = blank + written.text[part.start : part.end] + "\n"
    return Source(text, name), Window(name, len(blank), len(text) - 1, part.start)


def _with_goal(written: Source, goal: Goal, domain: Source, problem: Source) -> Assembled:
    section = written.text[goal.start : goal.end]
    text, at = replace_goal(problem, section)
    window = Window(problem.name, at, at + len(section), goal.start)
    return Assembled(domain, Source(text, problem.name), (window,))


def written_part(text: str, write: Write) -> str:
    """The requested part of what a model wrote; everything else is ignored.

    A goal is taken out of a problem, and a bare condition is made one. If the part is missing, the text is returned
    unchanged.
    """
    file, _ = read(Source(text))
    if write is Write.GOAL:
        return _goal_in(text, file)
    if write is Write.PROBLEM:
        return text[file.problem.start : file.problem.end] if file.problem is not None else text
    parts = [one for one in file.definitions if not isinstance(one, Goal)]
    return text[parts[0].start : parts[-1].end] if parts else text


def _goal_in(text: str, file: File) -> str:
    if file.goal is not None:
        goal = text[file.goal.start : file.goal.end]
        return goal if goal[1:].lstrip().lower().startswith(":goal") else f"(:goal {goal})"
    if file.problem is not None:
        goals = [section for section in file.problem.sections if section.keyword.text == ":goal"]
        if goals:
            return text[goals[0].start : goals[0].end]
    return _group(text, _GOAL.search(_COMMENT.sub(lambda found: " " * len(found.group()), text)))


def _group(text: str, opening: re.Match[str] | None) -> str:
    """From an opening bracket to its closing one; the whole text if there is no such place."""
    if opening is None:
        return text
    depth = 0
    for match in _BRACKET_OR_COMMENT.finditer(text, opening.start()):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if depth == 0:
            return text[opening.start() : match.end()]
    return text[opening.start() :]
