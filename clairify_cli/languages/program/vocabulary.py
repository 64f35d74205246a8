"""The vocabulary of a program: the actions, predicates and objects of a domain and a problem, in Python spelling."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from clairify_cli.diagnostics.model import Diagnostic, Source
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
from clairify_cli.languages.pddl.walk import changed_by
from clairify_cli.records import dataclass

_NO_NAME = re.compile(r"\W")
_NOT_WORDS = re.compile(r"\W+")


class _Named(Protocol):
    @property
    def name(self) -> Name: ...


N = TypeVar("N", bound=_Named)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names in a domain, and in a problem if there is one (`has_problem`); otherwise `task` has no objects.

    `actions` and `predicates` are keyed by their names in programs; `spelling` maps `(kind, name in PDDL)` to them.
    `static` are the predicates that no action changes and that are not derived: their facts never change.
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
    """Predicates that an action may make false, and derived ones; facts of all others, once true, stay true."""
    derived: frozenset[str] = frozenset()
    """Predicates defined by others."""

    def action(self, name: str) -> Action | None:
        """Return the action for a name in a program; a superfluous final underscore is accepted."""
        return _found(self.actions, name)

    def predicate(self, name: str) -> PredicateDeclaration | Derived | None:
        """Return the predicate for a name in a program; a superfluous final underscore is accepted."""
        return _found(self.predicates, name)

    def action_name(self, name: str) -> str:
        """Return the name in programs of an action of the domain."""
        return self.spelling.get(("action", name)) or python_name(name)

    def predicate_name(self, name: str) -> str:
        """Return the name in programs of a predicate of the domain."""
        return self.spelling.get(("predicate", name)) or python_name(name)

    def signature(self, one: Action | PredicateDeclaration | Derived) -> str:
        """Return an action or predicate with its parameters and their types: `take(item: item, holder: thing)`."""
        name = (self.action_name if isinstance(one, Action) else self.predicate_name)(one.name.text)
        return f"{name}({parameters_text(one.parameters)})"


def _found(table: dict[str, N], name: str) -> N | None:
    known = table.get(name)
    if known is None and name.endswith("_"):
        known = table.get(name[:-1])
    return known


def python_name(name: str) -> str:
    """Convert a PDDL name to a valid Python name: `go-next-door` to `go_next_door`, `in` to `in_`."""
    made = _NO_NAME.sub("_", name)
    if not made or made[0].isdigit():
        made = f"_{made}"
    return f"{made}_" if keyword.iskeyword(made) else made


def task_name(words: str) -> str:
    """Make a function name from words: `put_the_apple_away` from "Put the apple away"; `task` if nothing is left."""
    name = "_".join(part for part in _NOT_WORDS.split(words) if part)
    name = name if any(each.isupper() for each in name[1:]) else name.lower()
    name = name.lstrip("_") if name.startswith("__") else name
    if not name or not f"x{name}".isidentifier():
        return "task"
    if name[0].isdigit():
        name = f"task_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def parameters_text(parameters: Iterable[TypedName]) -> str:
    """Format parameters as in a function signature: `item: item, holder: thing`."""
    return ", ".join(_parameter(one) for one in parameters)


def _parameter(one: TypedName) -> str:
    name = one.name.text.lstrip("?")
    types = type_names(one.types)
    return name if types == (OBJECT,) else f"{name}: {' or '.join(types)}"


def vocabulary_of(context: Sequence[Source]) -> tuple[Vocabulary | None, dict[str, list[Diagnostic]]]:
    """Return the vocabulary that some texts define, and their syntax errors by text name.

    The texts are a domain, perhaps with a problem; without either, the vocabulary is None.
    """
    return _vocabulary_of(tuple(context)) if context else (None, {})


@lru_cache(maxsize=8)
def _vocabulary_of(context: tuple[Source, ...]) -> tuple[Vocabulary | None, dict[str, list[Diagnostic]]]:
    domain: Domain | None = None
    problem: Problem | None = None
    faults: dict[str, list[Diagnostic]] = {}
    for source in context:
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
    """Return the vocabulary of a domain and a problem."""
    task = make_task(domain, problem or Problem(None, None, (), (), (), None, None, (), 0, 0))
    actions = _by_python_name(domain.actions)
    declared: list[PredicateDeclaration | Derived] = [*domain.predicates, *_undeclared(domain)]
    predicates = _by_python_name(declared)
    spelling = {("action", one.name.text): name for name, one in actions.items()}
    spelling |= {("predicate", one.name.text): name for name, one in predicates.items()}
    made, undone = changed_by((*domain.actions, *domain.durative_actions))
    derived = {one.name.text for one in domain.derived}
    static = frozenset(one.name.text for one in predicates.values()) - made - undone - derived
    return Vocabulary(
        task,
        problem is not None,
        actions,
        predicates,
        spelling,
        static,
        made | derived,
        undone | derived,
        derived=frozenset(derived),
    )


def _undeclared(domain: Domain) -> list[Derived]:
    """Return the derived predicates that are not declared."""
    declared = {one.name.text for one in domain.predicates}
    found: dict[str, Derived] = {}
    for one in domain.derived:
        if one.name.text not in declared:
            found.setdefault(one.name.text, one)
    return list(found.values())


def _by_python_name(named: Iterable[N]) -> dict[str, N]:
    """Return items by their names in programs; if two names collide, the later one gets another underscore."""
    table: dict[str, N] = {}
    for one in named:
        name = python_name(one.name.text)
        while name in table and table[name].name.text != one.name.text:
            name += "_"
        table.setdefault(name, one)
    return table
