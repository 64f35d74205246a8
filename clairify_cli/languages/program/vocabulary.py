"""The vocabulary of a program: the actions, predicates and objects of a domain and a problem, in Python spelling.

A list of skills provides the same, except preconditions and effects.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol, TypeVar

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.motion import ANY_MOTION, Motion
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    Action,
    Derived,
    Domain,
    Name,
    PredicateDeclaration,
    Problem,
    TypedName,
)
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.languages.pddl.walk import changes_in
from clairify_cli.languages.program.skills import SkillList, is_skill_list, read_skills

_NO_NAME = re.compile(r"\W")
_NOT_WORDS = re.compile(r"\W+")


class _Named(Protocol):
    @property
    def name(self) -> Name: ...


N = TypeVar("N", bound=_Named)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a domain, and of a problem if there is one (`has_problem`); `task` has no objects otherwise.

    `actions` and `predicates` are by their names in programs; `spelling` has those names by `(kind, name in PDDL)`.
    `static` are the predicates that no action changes and none is derived from: they are so for good.
    """

    task: Task
    has_problem: bool
    actions: dict[str, Action]
    predicates: dict[str, PredicateDeclaration | Derived]
    spelling: dict[tuple[str, str], str]
    static: frozenset[str]
    made: frozenset[str]
    """Predicates that an action may make true, and derived ones."""
    undoable: frozenset[str]
    """Predicates that an action may make false, and derived ones; the facts of all others stay true once they are."""
    has_effects: bool = True
    """Whether it is known what actions need and do, and what is so at first; a list of skills does not say it."""
    has_predicates: bool = True
    """Whether it is known what conditions may ask."""
    motions: Mapping[str, Motion] = field(default_factory=dict)
    """The parameters of those actions, by their names in the domain, that have not all of them."""
    about: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What actions and predicates are for, by `(kind, name)`, if no comment of a domain says it."""
    derived: frozenset[str] = frozenset()
    """Predicates that follow from others."""

    def action(self, name: str) -> Action | None:
        """The action of a name in a program; one underscore at its end may be too many."""
        return _found(self.actions, name)

    def predicate(self, name: str) -> PredicateDeclaration | Derived | None:
        """The predicate of a name in a program, likewise."""
        return _found(self.predicates, name)

    def motion(self, action: Action | None) -> Motion:
        """The parameters that a call of an action may have."""
        return self.motions.get(action.name.text, ANY_MOTION) if action is not None else ANY_MOTION

    def action_name(self, name: str) -> str:
        """How a program calls an action of the domain."""
        return self.spelling.get(("action", name)) or python_name(name)

    def predicate_name(self, name: str) -> str:
        """How a program asks for a predicate of the domain."""
        return self.spelling.get(("predicate", name)) or python_name(name)

    def signature(self, action: Action) -> str:
        """An action with its parameters and their types: `take(item: item, holder: thing)`."""
        return f"{self.action_name(action.name.text)}({parameters_text(action.parameters)})"

    def signature_of_predicate(self, one: PredicateDeclaration | Derived) -> str:
        """A predicate with its parameters and their types."""
        return f"{self.predicate_name(one.name.text)}({parameters_text(one.parameters)})"


def _found(table: dict[str, N], name: str) -> N | None:
    known = table.get(name)
    if known is None and name.endswith("_"):
        known = table.get(name[:-1])
    return known


def python_name(name: str) -> str:
    """A name of PDDL as Python can spell it: `go-next-door` is `go_next_door`, `in` is `in_`."""
    made = _NO_NAME.sub("_", name)
    if not made or made[0].isdigit():
        made = f"_{made}"
    return f"{made}_" if keyword.iskeyword(made) else made


def task_name(words: str) -> str:
    """A name for a function out of words: `put_the_apple_away` of "Put the apple away"; `task` of nothing."""
    name = "_".join(part for part in _NOT_WORDS.split(words) if part)
    name = name if any(each.isupper() for each in name[1:]) else name.lower()
    name = name.lstrip("_") if name.startswith("__") else name
    if not name or not f"x{name}".isidentifier():
        return "task"
    if name[0].isdigit():
        name = f"task_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def parameters_text(parameters: Iterable[TypedName]) -> str:
    """Parameters as the head of a function would have them: `item: item, holder: thing`."""
    return ", ".join(_parameter(one) for one in parameters)


def _parameter(one: TypedName) -> str:
    name = one.name.text.lstrip("?")
    types = type_names(one.types)
    return name if types == (OBJECT,) else f"{name}: {' or '.join(types)}"


def vocabulary_of(context: Sequence[Source]) -> tuple[Vocabulary | None, dict[str, list[Diagnostic]]]:
    """The words that some texts give, and the errors of their syntax by text.

    A domain, perhaps with a problem, or a list of skills: without either there are none.
    """
    return _vocabulary_of(tuple(context)) if context else (None, {})


@lru_cache(maxsize=8)
def _vocabulary_of(context: tuple[Source, ...]) -> tuple[Vocabulary | None, dict[str, list[Diagnostic]]]:
    domain: Domain | None = None
    problem: Problem | None = None
    faults: dict[str, list[Diagnostic]] = {}
    for source in context:
        if is_skill_list(source):
            listed, errors = read_skills(source)
            return (None, {source.name: errors}) if listed is None else (vocabulary_of_skills(listed), {})
        file, found = read_once(source)
        errors = [one for one in found if one.is_error]
        if errors:
            faults[source.name] = errors
        domain = domain or file.domain
        problem = problem or file.problem
    if domain is None or faults:
        return None, faults
    return vocabulary(domain, problem), faults


def vocabulary(domain: Domain, problem: Problem | None = None) -> Vocabulary:
    """The words of a domain and of a problem."""
    task = make_task(domain, problem or Problem(None, None, (), (), (), None, None, (), 0, 0))
    actions = _by_python_name(domain.actions)
    declared: list[PredicateDeclaration | Derived] = [*domain.predicates, *_undeclared(domain)]
    predicates = _by_python_name(declared)
    spelling = {("action", one.name.text): name for name, one in actions.items()}
    spelling |= {("predicate", one.name.text): name for name, one in predicates.items()}
    made, undone = _changed(domain)
    derived = {one.name.text for one in domain.derived}
    static = frozenset(one.name.text for one in predicates.values()) - made - undone - derived
    return Vocabulary(
        task,
        problem is not None,
        actions,
        predicates,
        spelling,
        static,
        frozenset(made | derived),
        frozenset(undone | derived),
        derived=frozenset(derived),
    )


def vocabulary_of_skills(listed: SkillList) -> Vocabulary:
    """The words of a list of skills: the same, with nothing known of what actions need and do."""
    known = vocabulary(listed.domain, listed.problem)
    asked = frozenset(one.name.text for one in known.predicates.values())
    return replace(
        known,
        static=frozenset(),
        made=asked,
        undoable=asked,
        has_effects=False,
        has_predicates=listed.has_predicates,
        motions=listed.motions,
        about=listed.about,
    )


def _undeclared(domain: Domain) -> list[Derived]:
    """Derived predicates that are not among the declared ones."""
    declared = {one.name.text for one in domain.predicates}
    found: dict[str, Derived] = {}
    for one in domain.derived:
        if one.name.text not in declared:
            found.setdefault(one.name.text, one)
    return list(found.values())


def _by_python_name(named: Iterable[N]) -> dict[str, N]:
    """Things by their names in programs; where two names become one, the later has an underscore more."""
    table: dict[str, N] = {}
    for one in named:
        name = python_name(one.name.text)
        while name in table and table[name].name.text != one.name.text:
            name += "_"
        table.setdefault(name, one)
    return table


def _changed(domain: Domain) -> tuple[set[str], set[str]]:
    """The predicates that an action may make true, and those that one may make false."""
    effects = [one.effect for one in domain.actions] + [one.effect for one in domain.durative_actions]
    changes = [change for one in effects for change in changes_in(one)]
    made = {atom.predicate.text for atom, positive in changes if positive}
    return made, {atom.predicate.text for atom, positive in changes if not positive}
