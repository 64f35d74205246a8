"""Check a program against its text: what is missing, invented or different."""

from __future__ import annotations

from bisect import bisect_right

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.english.plain import PlainSource, plain
from clairify_cli.fidelity.checks.actions import check_actions
from clairify_cli.fidelity.checks.conditions import check_conditions
from clairify_cli.fidelity.checks.operators import check_operators
from clairify_cli.fidelity.checks.places import check_named_vessels
from clairify_cli.fidelity.checks.quantities import check_quantities
from clairify_cli.fidelity.checks.reagents import check_reagents
from clairify_cli.fidelity.checks.repetitions import check_repetitions, check_series
from clairify_cli.fidelity.checks.strengths import check_missing_strengths, check_strengths
from clairify_cli.fidelity.checks.temperatures import check_extremes, check_warmth
from clairify_cli.fidelity.comparison.evidence import Evidence, compared, text_facts
from clairify_cli.fidelity.flow import check_flow
from clairify_cli.fidelity.rules import rules
from clairify_cli.languages.base import CheckOptions, Language, StepClaims

MOST_CHARACTERS, MOST_STEPS = 60_000, 2_000
"""Limits for text and program, because every step is compared with every word for an action."""
MOST_PAIRS = 2_000_000
"""Maximum number of pairs of a step and a cue, amount or material of the text; comparing them takes about 5 s."""


def check_fidelity(program: Source, text: Source, language: Language, options: CheckOptions) -> list[Diagnostic]:
    """Report the differences found between a program and its source text, in the program's order.

    Spans are in the program; missing parts are reported at the step before them, with the place in the text as related
    span. A program without steps has no findings here, because other rules report that it is empty.
    """
    steps = language.claims(program, options)
    if not steps:
        return []
    if _is_too_long(text, steps):
        characters = len(text.text) if len(text.text) > MOST_CHARACTERS else 0
        facts = _facts(text) if not characters and len(steps) <= MOST_STEPS else 0
        return [rules.too_long_to_compare(steps[0].span, characters, MOST_CHARACTERS, len(steps), MOST_STEPS, facts)]
    evidence = compared(program, PlainSource(text.text, text.name), steps)
    checks = (
        check_strengths,
        check_missing_strengths,
        check_quantities,
        check_repetitions,
        check_series,
        check_reagents,
        check_actions,
        check_conditions,
        check_operators,
        check_named_vessels,
        check_extremes,
        check_warmth,
    )
    found = [finding for check in checks for finding in check(evidence)]
    flow = list(check_flow(evidence, found))
    # Work on an empty vessel and material left in another are one mistake, reported once.
    if any(one.code == _NOTHING_THERE for one in flow):
        found = [one for one in found if one.code != _LEFT_BEHIND]
    return in_source_order(_without_echoes(steps, [*found, *flow]))


def _is_too_long(text: Source, steps: tuple[StepClaims, ...]) -> bool:
    is_long = len(text.text) > MOST_CHARACTERS or len(steps) > MOST_STEPS
    return is_long or len(steps) * _facts(text) > MOST_PAIRS


def _facts(text: Source) -> int:
    """Return the number of items in a text that each step is compared with."""
    facts = text_facts(plain(text.text).text)
    return len(facts.cues) + len(facts.amounts) + len(facts.materials)


_NOTHING_THERE, _LEFT_BEHIND = "XDL620", "XDL610"
"""A finding that says where the material is makes the one that it was left there redundant."""
_SAY_WHY = frozenset(("XDL603", "XDL605"))
"""Findings that explain why a step should not be there."""
_OF_STEPS = frozenset(("XDL609", "XDL627"))
"""Findings about a whole step, if their span begins at one."""
_ECHOES = frozenset(("XDL602", "XDL627"))
"""Findings about the quantities of such a step, which add nothing new."""


def _without_echoes(steps: tuple[StepClaims, ...], found: list[Diagnostic]) -> list[Diagnostic]:
    """Drop redundant findings about an invented step: keep those that explain it, or else only that it is invented."""
    starts_of_steps = {step.span.start for step in steps}
    invented = {one.span.start: one for one in found if one.code in _OF_STEPS and one.span.start in starts_of_steps}
    if not invented:
        return found
    starts = sorted(invented)

    def owner(one: Diagnostic) -> Diagnostic | None:
        at = bisect_right(starts, one.span.start) - 1
        step = invented[starts[at]] if at >= 0 else None
        return step if step is not None and one.span.end <= step.span.end else None

    explained = {id(owner(one)) for one in found if one.code in _SAY_WHY}
    return [
        one for one in found if id(one) not in explained and not (one.code in _ECHOES and owner(one) not in (None, one))
    ]


def compare(program: Source, text: Source, language: Language, options: CheckOptions) -> Evidence | None:
    """Compare a program with its text; None if either is too long."""
    steps = language.claims(program, options)
    return None if _is_too_long(text, steps) else compared(program, PlainSource(text.text, text.name), steps)
