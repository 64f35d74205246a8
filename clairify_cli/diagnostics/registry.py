"""The rules: each makes the message of a finding and has a manual page.

Most rules are in text files (`wording`). A rule from another package is a function with its page as its docstring:

    @rule("XDL301", "no-number", Severity.ERROR)
    def no_number(value: str) -> Message:
        '''A quantity has no number. ...'''
        return Message(f"`{value}` has no number")

Calling the decorated rule as `no_number(span, value)` returns the `Diagnostic`. The docstring's first line is the
title; the rest explains what is found and why it matters, with a `Wrong:` and a `Right:` example.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Generic, NamedTuple, ParamSpec

from clairify_cli.diagnostics.model import Diagnostic, Fix, Related, Severity, Span
from clairify_cli.records import dataclass

P = ParamSpec("P")


class Message(NamedTuple):
    """The text of one finding, before it gets a code and a place."""

    text: str
    hint: str | None = None
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    """Overrides the rule's own severity, if the dialect or the context changes it."""


@dataclass(frozen=True)
class Rule(Generic[P]):
    """A rule in the registry; calling it with a span and the function's arguments makes a finding."""

    code: str
    name: str
    severity: Severity
    words: Callable[P, Message]
    given_page: str | None = None

    def __call__(self, at: Span, /, *args: P.args, **kwargs: P.kwargs) -> Diagnostic:
        message = self.words(*args, **kwargs)
        return Diagnostic(
            self.code,
            message.severity or self.severity,
            one_line(message.text),
            at,
            None if message.hint is None else one_line(message.hint),
            message.fix,
            message.related,
        )

    @property
    def page(self) -> str:
        """The manual page: from a text file, or the dedented docstring."""
        return self.given_page or inspect.cleandoc(self.words.__doc__ or "")

    @property
    def title(self) -> str:
        return self.page.split("\n", 1)[0].rstrip(".")


AnyRule = Rule[...]
"""A rule with any parameters."""


_LONGEST_MESSAGE = 1000
_LONGEST_QUOTE = 200


def one_line(text: str) -> str:
    """Reduce a message that quotes a text to one line of reasonable length.

    Line breaks become spaces, control characters are escaped, and very long quotations are cut.
    """
    if len(text) > _LONGEST_MESSAGE:
        import re

        text = re.sub(rf"(\S{{{_LONGEST_QUOTE}}})\S+", r"\1…", text)
        text = text if len(text) <= 2 * _LONGEST_MESSAGE else text[:_LONGEST_MESSAGE] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c in "\n\r\t" else ascii(c)[1:-1] for c in text)


_RULES: dict[str, Rule[...]] = {}
TABLES: list[Callable[[], object]] = []
"""Functions that register the rules of text files, called when the rules are needed."""


def register(made: Rule[P]) -> Rule[P]:
    """Register a rule under its code."""
    if made.code in _RULES:
        raise ValueError(f"rule code {made.code} is declared twice")
    _RULES[made.code] = made
    return made


def rule(code: str, name: str, severity: Severity) -> Callable[[Callable[P, Message]], Rule[P]]:
    """Register a rule under a stable code and a readable name."""

    def declared(words: Callable[P, Message]) -> Rule[P]:
        return register(Rule(code, name, severity, words))

    return declared


def registered() -> dict[str, Rule[...]]:
    """Return the rules declared by the modules imported so far, by code, in order of code."""
    for read in TABLES:
        read()
    return dict(sorted(_RULES.items()))
