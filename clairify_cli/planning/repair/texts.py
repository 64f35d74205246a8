"""The texts for a solver: the problem with the current state, and the domain without forbidden steps.

An action gets a precondition that rules out its forbidden arguments. For this, objects are constants of the domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, number_words
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Action, And, Domain, Formula, Not, Or, Problem, section_of
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.writing.nodes import atom_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.repair.model import ANY, Forbidden, GroundStep, fits_word, step_text

_NO_BLANK = re.compile(r"\S")

Barred = tuple[GroundStep, GroundAtom | None]
"""A pattern of steps that are ruled out: always, or while a fact holds."""


def solver_texts(
    task: Task, domain: Source, problem: Source, state: WorldState, forbidden: Forbidden
) -> tuple[Source, Source]:
    """Return the texts of a task that begins in a state and lacks the forbidden steps."""
    alone = Source(_alone(domain.text, task.domain), domain.name)
    now = problem_now(Source(_alone(problem.text, task.problem), problem.name), task.problem, state)
    barred = [(one, None) for one in (*forbidden.patterns, forbidden.failed) if one is not None]
    tree = read_once(now)[0].problem
    if not barred or tree is None:
        return alone, now
    kept = (without(one, barred, task.objects) for one in task.domain.actions)
    return printed(task.domain._replace(actions=tuple(one for one in kept if one is not None)), tree, alone, now)


def problem_now(problem: Source, tree: Problem, state: WorldState) -> Source:
    """Return the problem with a state as its initial state."""
    numbers = [f"(= {step_text(one)} {number_words(value)})" for one, value in sorted(state.numbers.items())]
    init = "(:init\n    " + "\n    ".join((*map(step_text, sorted(state.atoms)), *numbers)) + ")"
    section, text = section_of(tree, ":init"), problem.text
    start, end = (section.start, section.end) if section is not None else (tree.end - 1, tree.end - 1)
    return Source(text[:start] + (init if section is not None else f"\n  {init}\n") + text[end:], problem.name)


def _alone(text: str, tree: Domain | Problem) -> str:
    """Return the text with everything except the domain or problem blanked out; line breaks are kept."""
    before, after = _NO_BLANK.sub(" ", text[: tree.start]), _NO_BLANK.sub(" ", text[tree.end :])
    return before + text[tree.start : tree.end] + after


def printed(domain: Domain, problem: Problem, one: Source, other: Source) -> tuple[Source, Source]:
    """Return changed trees of two texts as texts, with the objects as constants, which actions can name."""
    domain = domain._replace(constants=(*domain.constants, *problem.objects))
    return _printed(domain, one), _printed(problem._replace(objects=()), other)


def _printed(tree: Domain | Problem, source: Source) -> Source:
    """Return a changed tree as text, with its constraints as they were written."""
    section, text = section_of(tree, ":constraints"), print_tree(tree).rstrip()
    if section is not None:
        text = f"{text[:-1]}  {source.text[section.start : section.end]})"
    return Source(f"{text}\n", source.name)


def without(action: Action, barred: Iterable[Barred], objects: Iterable[str]) -> Action | None:
    """Return the action with preconditions that rule out what is barred; None if nothing is left of it."""
    rules = [
        _other_than(action, *one, objects)
        for one in barred
        if fits_word(one[0][0], action.name.text) and len(one[0]) <= len(action.parameters) + 1
    ]
    if not all(one.operands for one in rules):
        return None
    known = () if action.precondition is None else (action.precondition,)
    return action._replace(precondition=And((*known, *rules), 0, 0)) if rules else action


def _other_than(action: Action, pattern: GroundStep, while_true: GroundAtom | None, objects: Iterable[str]) -> Or:
    others: list[Formula] = []
    for one, word in zip(action.parameters, pattern[1:], strict=False):
        if word != ANY:
            same = (atom_of(("=", one.name.text, name)) for name in objects if fits_word(word, name))
            others.append(And(tuple(Not(each, 0, 0) for each in same), 0, 0))
    if while_true is not None:
        others.append(Not(atom_of(while_true), 0, 0))
    return Or(tuple(others), 0, 0)
