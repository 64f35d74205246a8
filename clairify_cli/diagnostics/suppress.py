"""Inline suppression: comments that suppress findings, in any language that has comments.

    clairify: ignore XDL301, XDL4 -- the flask is weighed by hand
    clairify: ignore-file XDL406: the robot cleans between runs

The command is followed by rule codes, or by prefixes for groups of rules; without any, it applies to every rule. A
reason may follow after a colon, dashes or `because`; `--` is not allowed in an XML comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span, in_source_order
from clairify_cli.diagnostics.nearest import may_search, near_matches, only_near_match
from clairify_cli.diagnostics.registry import registered
from clairify_cli.diagnostics.rules import rules
from clairify_cli.records import dataclass

_COMMANDS = ("ignore", "ignore-file")
_OPENING = re.compile(r"\s*clairify\s*(?::\s*|\s(?=ignore\b))(?P<command>[^\s:,]*)")
_REASON = re.compile(r"(?<=\s)(?:[-–—]+(?=\s|$)|because\b)|:", re.IGNORECASE)
_WORD = re.compile(r"[^\s,]+")
_CODE = re.compile(r"[A-Za-z]+[0-9]+")
_OWN = "CLA"
"""The family of rules about directives. Only their own codes suppress them, and these never count as unused."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as found by a language's reader.

    `text` is the unchanged text between the markers; `start` and `end` are the offsets of the whole comment with its
    markers, `line` and `end_line` its first and last line. `alone` means that only white space is next to it on its
    lines; `next_line` is the line of the next element or statement (or of a comment before it that may have findings),
    0 if there is none, and `next_end_line` the line on which its first part ends, if that differs (a tag over several
    lines).
    """

    text: str
    start: int
    end: int
    line: int
    end_line: int
    alone: bool
    next_line: int = 0
    next_end_line: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a comment, with its offsets in the comment's text (in characters, end exclusive)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Directive:
    """The request in a comment: a command, its codes, and the words that are not codes."""

    comment: Comment
    command: Word
    codes: tuple[Word, ...] = ()
    unread: tuple[Word, ...] = ()

    @property
    def is_read(self) -> bool:
        """Whether the command is known; otherwise the directive has no effect."""
        return self.command.text in _COMMANDS

    @property
    def lines(self) -> range | None:
        """The lines to which it applies; None for the whole file."""
        if self.command.text == "ignore-file":
            return None
        if self.comment.alone:
            return range(self.comment.next_line, max(self.comment.next_line, self.comment.next_end_line) + 1)
        return range(self.comment.line, self.comment.end_line + 1)

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """The codes in upper case; the empty prefix for every rule."""
        if not self.codes and not self.unread:
            return frozenset(("",))
        return frozenset(word.text.upper() for word in self.codes)


_HEADING = 20
"""The most lines of comments between a comment and what it is about, so that the cost stays linear."""


def line_comments(source: Source, pattern: re.Pattern[str], mark: str) -> list[Comment]:
    """Return the comments in a language where they begin with a mark and end with the line.

    `pattern` matches them, including the mark; it need not handle quoted strings, which rarely contain directives.
    """
    found: list[Comment] = []
    bottom, following, last = source.line_count, 0, 0
    for match in reversed(list(pattern.finditer(source.text))):
        line, _ = source.position(match.start())
        for below in range(bottom, line, -1):
            if pattern.sub("", source.line(below)).strip():
                following = below
        bottom = min(bottom, line)
        alone = not source.line(line).split(mark, 1)[0].strip()
        text = match.group().lstrip(mark)
        # A finding may be about a comment, such as the goal of a plan, so that comments follow, too.
        end = following or last
        first, end = (line + 1, end) if 0 < end - line <= _HEADING else (following, following)
        found.append(Comment(text, match.start(), match.end(), line, line, alone, first, end))
        last = last or line
    return found[::-1]


def apply(
    comments: Iterable[Comment],
    diagnostics: list[Diagnostic],
    source: Source,
    others: tuple[str, ...] = (),
    awaiting: tuple[str, ...] = (),
) -> list[Diagnostic]:
    """Return the findings that are not suppressed, and a warning for each directive or code without effect.

    Directives are the comments that begin with `clairify:`. A finding belongs to the line on which its span starts.
    Without directives, the list is returned unchanged; otherwise the result is in source order. `others` are other
    words with which comments to the tool may begin. `awaiting` are prefixes of codes that are found only with a source
    text, and so are not reported as unused.
    """
    directives = directives_of(comments)
    if not directives:
        return diagnostics
    index = _Index(directives)
    kept = [diagnostic for diagnostic in diagnostics if not index.silences(diagnostic)]
    for directive in directives:
        about = (
            _about_codes(directive, index, source) if directive.is_read else [_about_command(directive, source, others)]
        )
        kept += [one for one in about if not index.silences(one) and not _awaits(one, source, awaiting)]
    return in_source_order(kept)


def directives_of(comments: Iterable[Comment]) -> list[Directive]:
    """Return what those of the comments say that are directives."""
    found = [_directive(comment) for comment in comments if "clairify" in comment.text]
    return [directive for directive in found if directive is not None]


def _awaits(warning: Diagnostic, source: Source, awaiting: tuple[str, ...]) -> bool:
    written = source.text[warning.span.start : warning.span.end]
    return warning.code == "CLA001" and written.upper().startswith(awaiting)


def _directive(comment: Comment) -> Directive | None:
    opening = _OPENING.match(comment.text)
    if opening is None:
        return None
    command = Word(opening["command"], *opening.span("command"))
    reason = _REASON.search(comment.text, command.end)
    end = reason.start() if reason else len(comment.text)
    words = [Word(match[0], *match.span()) for match in _WORD.finditer(comment.text, command.end, end)]
    by_kind: dict[bool, list[Word]] = {True: [], False: []}
    for word in words:
        by_kind[_CODE.fullmatch(word.text) is not None].append(word)
    return Directive(comment, command, tuple(by_kind[True]), tuple(by_kind[False]))


class _Index:
    """The directives by the lines to which they apply, and which of their codes have suppressed something."""

    def __init__(self, directives: Iterable[Directive]) -> None:
        self._whole_file: list[Directive] = []
        self._by_line: dict[int, list[Directive]] = {}
        self._used: set[tuple[int, str]] = set()
        for directive in directives:
            if directive.is_read and directive.lines is None:
                self._whole_file.append(directive)
            elif directive.is_read:
                # What is said of a whole text stands on its first line, where a comment above that then is.
                for line in {directive.comment.line, *(directive.lines or ())}:
                    self._by_line.setdefault(line, []).append(directive)

    def silences(self, diagnostic: Diagnostic) -> bool:
        """Whether a directive suppresses the finding; every code that does counts as used."""
        found = False
        for directive in self._whole_file + self._by_line.get(diagnostic.span.line, []):
            for end in range(len(diagnostic.code) + 1):
                prefix = diagnostic.code[:end]
                if prefix in directive.prefixes and (prefix or not diagnostic.code.startswith(_OWN)):
                    self._used.add((directive.comment.start, prefix))
                    found = True
        return found

    def is_idle(self, directive: Directive, prefix: str) -> bool:
        return not prefix.startswith(_OWN) and (directive.comment.start, prefix) not in self._used


def _about_command(directive: Directive, source: Source, others: tuple[str, ...]) -> Diagnostic:
    """Return the warning for an unknown command, which may be a misspelling of one of the `others`."""
    command = directive.command
    at = _place(directive, command, source)
    meant = only_near_match(command.text, (*_COMMANDS, *others))
    problem = f"`{_clipped(command.text)}` is not a suppression" if command.text else "the suppression has no command"
    if meant is None:
        return rules.unreadable_suppression(
            at, problem, "write `clairify: ignore CODE` or `clairify: ignore-file CODE`", None
        )
    fix = Fix(f"write `{meant}`", (Edit(at.start, at.end, meant),)) if at.end - at.start == len(command.text) else None
    return rules.unreadable_suppression(at, problem, f"did you mean `{meant}`?", fix)


def _about_codes(directive: Directive, index: _Index, source: Source) -> Iterator[Diagnostic]:
    """Yield the warnings for words that are not codes, and for codes that suppressed nothing."""
    for word in directive.unread:
        problem = f"`{_clipped(word.text)}` is not a rule code"
        yield rules.unreadable_suppression(_place(directive, word, source), problem, _hint_for_word(word.text), None)
    idle = {prefix for prefix in directive.prefixes if index.is_idle(directive, prefix)}
    if not idle:
        return
    where = _where(directive)
    for word in directive.codes or (directive.command,):
        code = word.text.upper() if directive.codes else ""
        if code in idle:
            yield rules.unused_suppression(_place(directive, word, source), code, where, _hint_for_code(code))


def _where(directive: Directive) -> str:
    lines = directive.lines
    if lines is None:
        return "in this file"
    return f"on line {lines.stop - 1}" if lines.start else "after it, because nothing follows"


def _hint_for_word(word: str) -> str:
    named = next((rule.code for rule in registered().values() if rule.name == word), None)
    if named:
        return f"write the rule's code: `{named}`"
    return "a code is letters and digits, such as `XDL301`; a reason stands after a colon"


def _hint_for_code(code: str) -> str | None:
    """Return a hint for a code that no rule has; None if one has it."""
    if not may_search():
        return None
    known = {other[: len(code)] for other in registered()}
    if code in known:
        return None
    near = near_matches(code, known)
    return f"no rule has the code `{_clipped(code)}`" + (f"; did you mean `{near[0]}`?" if near else "")


def _place(directive: Directive, word: Word, source: Source) -> Span:
    """Return the span of a word in the source; of the whole comment if its text is not found there."""
    comment = directive.comment
    at = _offset(comment, source.text)
    if at < 0:
        return source.span(comment.start, comment.end)
    return source.span(at + word.start, at + word.end)


@lru_cache(maxsize=16)
def _offset(comment: Comment, text: str) -> int:
    """Return where the text of a comment, which may be long, begins; -1 if it is not found as it is."""
    return text.find(comment.text, comment.start, comment.end)


def _clipped(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
