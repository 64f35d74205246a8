"""Findings about what is known and what is written anew: facts that cannot be, corrections that are not followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clairify_cli.agents.policies import rules
from clairify_cli.agents.policies.groundless import unread
from clairify_cli.agents.policies.grow import Grown, Known
from clairify_cli.agents.policies.hints import is_told_of
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.meaning import words_of_atom
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Atom
from clairify_cli.languages.pddl.task import GroundAtom, ground

_GROUNDLESS = "MDL015"


def about_growth(
    made: Grown, unread_lines: Sequence[str], source: Source, before: Known | None, seen: str | None
) -> list[Diagnostic]:
    """What stands against a problem that was put together with what was known `before`.

    `source` is its text, `seen` all that was observed, where that is looked at.
    """
    start = source.span(0, 0)
    problem = read_once(source)[0].problem
    init = problem.init if problem is not None else ()
    places = {ground(one): source.span(one.start, one.end) for one in init if isinstance(one, Atom)}
    found = [
        rules.made_false(places.get(fact, start), words_of_atom(fact), words_of_atom(step)) for fact, step in made.stale
    ]
    found += [
        rules.two_at_once(
            places.get(new, start), words_of_atom(known), words_of_atom(new), _renaming(known, new, before, seen)
        )
        for known, new in made.double
    ]
    found += [rules.without_ground(start, one.text, *fault) for one, fault in made.groundless]
    return found + [rules.without_ground(start, line, *unread(line)) for line in unread_lines]


def _renaming(known: GroundAtom, new: GroundAtom, before: Known | None, seen: str | None) -> str:
    """The line by which both are one fact, where no observation has told of what the known one is about, or the new one
    is about something that was not known before."""
    names = [(old, now) for old, now in zip(known[1:], new[1:], strict=False) if old != now]
    if len(names) != 1:
        return ""
    ((old, now),) = names
    is_new = before is None or now not in before.objects
    return f"RENAME {old} {now}" if is_new or (seen is not None and not is_told_of(old, seen)) else ""


def under_lines(
    text: str, findings: Sequence[Diagnostic], lines: Sequence[str], name: str
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text with lines of corrections above it, and its findings in their new places; what is wrong with one of the
    lines is said of that line."""
    head = "".join(f"{line}\n" for line in lines) + "\n"
    source = Source(head + text, name)

    def moved(one: Diagnostic) -> Diagnostic:
        at, end = one.span.start + len(head), one.span.end + len(head)
        line = next((line for line in lines if one.message.startswith(f"`{line.partition(' BECAUSE ')[0]}`")), None)
        if one.code == _GROUNDLESS and line is not None:
            at = head.index(line)
            end = at + len(line)
        return replace(one, span=source.span(at, end), fix=None)

    return source.text, tuple(moved(one) for one in findings)
