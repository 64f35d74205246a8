"""From a text to a plan: a model writes what is missing, and a solver solves it."""

from __future__ import annotations

import time
from dataclasses import replace

from clairify_cli.agents.formalise.assemble import assembled
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.result import WRITTEN, Formalisation, outcome_of
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import NO_HOOKS, Hooks, LoopOptions, Model, Translation, translate
from clairify_cli.translate.resolve import READER


def formalise(
    text: str,
    given: Given,
    write: Write,
    model: Model,
    options: LoopOptions | None = None,
    *,
    planner: Planner | None = None,
    hooks: Hooks = NO_HOOKS,
) -> Formalisation:
    """Have a model write the missing part for a text, until it is good PDDL with a plan, and solve it.

    Without a `planner` it is only written and verified. The given texts have no errors and stay unchanged.
    Every result is an outcome; nothing is raised.
    """
    options = options or LoopOptions()
    if planner is not None:
        deadline = None if options.timeout is None else time.monotonic() + options.timeout
        planner = replace(planner, stop=hooks.stop, deadline=deadline)
    source = Source(text, "<text>") if options.fidelity else None
    language = FormalisedLanguage(given, write, source, planner, by_model=model.name != READER)
    loop = replace(options, fidelity=False)  # which the language itself sees to, before it asks a planner
    result = translate(text, language, model, loop, hooks=hooks)
    if not result.program and any(one.is_error for one in result.notes):
        result = _unread(result)
    made = Formalisation(Outcome.INVALID, text, write, result)
    if result.outcome in _ENDED:
        return replace(made, outcome=result.outcome)
    if any(one.code == _SEVERAL_READINGS for one in result.diagnostics):
        return replace(made, outcome=Outcome.AMBIGUOUS, readings=_readings(text, given))
    whole = assembled(Source(result.program, WRITTEN), given, write) if result.program else None
    if whole is None or _has_faults(result):
        return replace(made, translation=_for_a_person(result, language))
    planned = planner.plan(whole.domain, whole.problem) if planner is not None else None
    outcome = outcome_of(planned) if planned is not None else Outcome.WRITTEN
    if outcome in (Outcome.SOLVED, Outcome.WRITTEN) and any(one.is_error for one in result.diagnostics):
        outcome = Outcome.UNFAITHFUL
    if outcome is Outcome.UNSOLVABLE:
        made = replace(made, translation=_for_a_person(result, language))
    return replace(made, outcome=outcome, whole=whole, planned=planned)


def _for_a_person(result: Translation, language: FormalisedLanguage) -> Translation:
    """The same, with findings for a person: hints for a model are of no use there."""
    if not result.program or not language.by_model:
        return result
    told = replace(language, by_model=False).check(Source(result.program, WRITTEN), CheckOptions())
    return replace(result, diagnostics=tuple(told))


def _unread(result: Translation) -> Translation:
    """The same, with why the offline reader wrote nothing in place of that it did."""
    errors = tuple(one for one in result.notes if one.is_error)
    rounds = tuple(replace(one, diagnostics=errors) if not one.candidate else one for one in result.rounds)
    notes = tuple(one for one in result.notes if not one.is_error)
    return replace(result, diagnostics=errors, notes=notes, rounds=rounds)


_ENDED = (
    Outcome.MODEL_FAILED,
    Outcome.INTERRUPTED,
    Outcome.DECLINED,
    Outcome.INEXPRESSIBLE,
    Outcome.NO_PROCEDURE,
)
"""Ends of the loop after which nothing is solved."""


_SEVERAL_READINGS = "PDL694"


def _readings(text: str, given: Given) -> tuple[tuple[str, str], ...]:
    """The offline reader's readings of a text: each as a goal, and in words."""
    from clairify_cli.languages.pddl.reader import read
    from clairify_cli.reader.goals import read_goal

    assert given.domain is not None and given.problem is not None
    found = read_goal(Source(text), read(given.domain)[0], read(given.problem)[0], given.lexicon)
    return tuple((one.goal, one.explanation) for one in found.readings)


def _has_faults(result: Translation) -> bool:
    """Whether the written text itself has errors, apart from differences from the text and the lack of a plan."""
    from clairify_cli.fidelity import is_about_fidelity

    about_plans = tuple(one for one in result.diagnostics if one.code.startswith("PLN"))
    return any(one.is_error and one not in about_plans and not is_about_fidelity(one) for one in result.diagnostics)
