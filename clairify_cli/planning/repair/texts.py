"""The texts for a solver: the problem with the current state, and the domain without forbidden steps.

Forbidden steps are removed using only STRIPS, which every solver supports: an action with forbidden arguments is split
into several disjoint ones that cover exactly the allowed arguments, distinguished by static unary predicates. "Not with
the tray on the table" becomes "with anything but the tray" and "with the tray, on anything but the table".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, number_words
from clairify_cli.languages.pddl.plan import Plan, Step
from clairify_cli.languages.pddl.syntax import Action, Domain, Problem, section_of
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.repair.model import ANY, Forbidden, GroundStep, fits_word, step_text, written_out
from clairify_cli.records import dataclass

_NO_BLANK = re.compile(r"\S")

Edit = tuple[int, int, str]
"""Start and end of the text to replace, and the replacement."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A domain and a problem for a solver. `names` maps split actions to their original action."""

    domain: Source
    problem: Source
    names: Mapping[str, Action]

    def meant(self, plan: Plan) -> tuple[GroundStep, ...]:
        """Return the steps of a plan for these texts as steps of the task."""
        return tuple(self._meant(one) for one in plan.steps)

    def _meant(self, step: Step) -> GroundStep:
        action, words = self.names.get(step.action.text), step.words
        return words if action is None else (action.name.text, *words[1 : len(action.parameters) + 1])


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with parts replaced, which must not overlap."""
    parts, at = [], 0
    for start, end, new in sorted(edits, key=lambda one: one[:2]):
        parts += [text[at:start], new]
        at = end
    return "".join((*parts, text[at:]))


def problem_now(problem: Source, tree: Problem, state: WorldState, more: Iterable[GroundAtom] = ()) -> Source:
    """Return the problem with a state, and `more` facts, as its initial state."""
    numbers = [f"(= {step_text(one)} {number_words(value)})" for one, value in sorted(state.numbers.items())]
    facts = [step_text(one) for one in sorted(state.atoms | set(more))]
    init = "(:init\n    " + "\n    ".join((*facts, *numbers)) + ")"
    section = section_of(tree, ":init")
    edit = (tree.end - 1, tree.end - 1, f"\n  {init}\n") if section is None else (section.start, section.end, init)
    return Source(edited(problem.text, [edit]), problem.name)


@dataclass(frozen=True, slots=True)
class Box:
    """A set of argument lists: for each parameter the only allowed object, or the excluded objects."""

    only: tuple[str | None, ...]
    but: tuple[frozenset[str], ...]


def boxes(task: Task, action: Action, patterns: Iterable[Sequence[str]]) -> list[Box] | None:
    """Return disjoint boxes that cover all argument lists that fit no pattern; None if there is nothing to exclude.

    Patterns are argument lists in which `*` stands for any object; a word that ends in `*` is expanded.
    """
    count = len(action.parameters)
    whole = [Box((None,) * count, (frozenset(),) * count)]
    left = whole
    for pattern in patterns:
        for one in written_out(pattern, task.objects):
            left = [rest for box in left for rest in _without(box, one)]
    return None if left == whole else left


def _without(box: Box, pattern: Sequence[str]) -> list[Box]:
    """Return the rest of a box without the argument lists of a pattern."""
    if any(
        word != ANY and (only not in (None, word) or word in but)
        for word, only, but in zip(pattern, box.only, box.but, strict=False)
    ):
        return [box]
    found = []
    current = box
    for at, word in enumerate(pattern):
        if word == ANY or current.only[at] == word:
            continue
        but = (*current.but[:at], current.but[at] | {word}, *current.but[at + 1 :])
        found.append(Box(current.only, but))
        current = Box((*current.only[:at], word, *current.only[at + 1 :]), current.but)
    return found


def solver_texts(task: Task, domain: Source, problem: Source, state: WorldState, forbidden: Forbidden) -> Texts:
    """Return the texts of a task that begins in a state and lacks the forbidden steps."""
    made = _Domain(task, forbidden)
    text = Source(made.text(_alone(domain.text, task.domain)), domain.name)
    alone = Source(_alone(problem.text, task.problem), problem.name)
    return Texts(text, problem_now(alone, task.problem, state, made.facts), made.names)


def _alone(text: str, tree: Domain | Problem) -> str:
    """Return the text with everything except the domain or problem blanked out; line breaks are kept."""
    before, after = _NO_BLANK.sub(" ", text[: tree.start]), _NO_BLANK.sub(" ", text[tree.end :])
    return before + text[tree.start : tree.end] + after


class _Domain:
    """Writes a domain without forbidden steps, and collects the facts that it needs."""

    def __init__(self, task: Task, forbidden: Forbidden) -> None:
        self.task = task
        self.forbidden = forbidden
        self.facts: dict[GroundAtom, None] = {}
        self.names: dict[str, Action] = {}
        self._predicates: dict[str, None] = {}
        taken = {one.name.text for one in task.domain.predicates} | {one.name.text for one in task.domain.actions}
        self._dashes = "--"
        # Generated names must not collide with existing ones.
        while any(self._dashes in one for one in taken):
            self._dashes += "-"

    def text(self, domain: str) -> str:
        """Return the text of the domain."""
        edits: list[Edit] = []
        for action in self.task.domain.actions:
            patterns = [one[1:] for one in self.forbidden.patterns if fits_word(one[0], action.name.text)]
            failed = self.forbidden.failed
            if failed is not None and failed[0] == action.name.text:
                patterns.append(failed[1:])
            if any(all(word == ANY for word in one) for one in patterns):
                left: list[Box] | None = []
            else:
                left = boxes(self.task, action, patterns) if patterns else None
            if left is None:
                continue
            body = domain[action.start : action.end]
            parts = [self._part(body, action, self._conditions(action, box)) for box in left]
            edits.append((action.start, action.end, "\n  ".join(parts)))
        return edited(domain, [*edits, *self._declarations(domain)]) if edits else domain

    def _conditions(self, action: Action, box: Box) -> list[str]:
        found = []
        for parameter, only, but in zip(action.parameters, box.only, box.but, strict=True):
            variable = parameter.name.text
            found += (
                [self._is_not(variable, one) for one in sorted(but)] if only is None else [self._is(variable, only)]
            )
        return found

    def _is(self, variable: str, name: str) -> str:
        predicate = f"is{self._dashes}{name}"
        self._predicates[predicate] = None
        self.facts[predicate, name] = None
        return f"({predicate} {variable})"

    def _is_not(self, variable: str, name: str) -> str:
        predicate = f"is-not{self._dashes}{name}"
        if predicate not in self._predicates:
            self._predicates[predicate] = None
            self.facts.update(((predicate, one), None) for one in self.task.objects if one != name)
        return f"({predicate} {variable})"

    def _part(self, body: str, action: Action, conditions: Sequence[str]) -> str:
        """Return an action with additional conditions and a new name."""
        number = sum(1 for one in self.names.values() if one is action) + 1
        name = f"{action.name.text}{self._dashes}{number}"
        self.names[name] = action
        extra = " ".join(conditions)
        edits: list[Edit] = [(action.name.start - action.start, action.name.end - action.start, name)]
        needed = action.precondition
        if needed is not None:
            start, end = needed.start - action.start, needed.end - action.start
            edits.append((start, end, f"(and {body[start:end]} {extra})"))
        else:
            at = _before_effect(body, action)
            edits.append((at, at, f":precondition (and {extra}) "))
        return edited(body, edits)

    def _declarations(self, domain: str) -> list[Edit]:
        declared = " ".join(f"({name} ?x)" for name in self._predicates)
        edits: list[Edit] = []
        section = section_of(self.task.domain, ":predicates")
        if section is not None:
            edits.append((section.end - 1, section.end - 1, f" {declared}"))
        else:
            at = min((one.start for one in self.task.domain.actions), default=self.task.domain.end - 1)
            edits.append((at, at, f"(:predicates {declared})\n  "))
        return edits


def _before_effect(body: str, action: Action) -> int:
    """Return the offset in an action for a new precondition: solvers expect it before the effect."""
    if action.effect is None:
        return len(body) - 1
    return body.rfind(":", 0, action.effect.start - action.start)
