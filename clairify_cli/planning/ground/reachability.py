"""Delete-relaxed reachability: what can ever become true or false if facts once reached are never lost.

The relaxation is stronger than the usual one because it tracks negative facts too: a fact that is true at first can be
false only after a reachable action deletes it, so `(not p)` is not simply assumed. It stays sound: if there is a plan,
everything that the plan needs is reachable here. Numbers, durations, preferences and negated derived predicates are
ignored, that is, assumed to be as needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from clairify_cli.languages.pddl.syntax import Timed
from clairify_cli.languages.pddl.task import Task, ground
from clairify_cli.languages.pddl.walk import literal_of
from clairify_cli.planning.ground.achievers import Achiever, achievers_of
from clairify_cli.planning.ground.bodies import Body, Scope, alternatives
from clairify_cli.planning.ground.conditions import (
    EQUAL,
    Any,
    Binding,
    Condition,
    Literal,
    Types,
    condition_of,
    free_variables,
    literals_of,
)
from clairify_cli.planning.ground.datalog import Bounds, Program, Rule, closed
from clairify_cli.planning.ground.joins import NEGATED, Domains, LimitReachedError, Row, Tables, Work, answers, compiled
from clairify_cli.records import dataclass

GOAL = "#goal"
INITIALLY = "initially "
"""Prefix of a predicate's name for its facts in the initial state, used by rules for deletions."""

_WIDEST_SPLIT = 2
_MOST_ROWS = 200_000


@dataclass(frozen=True)
class Reachability:
    """What can become true and false in a task.

    `complete` says whether everything was computed; a reachable goal and the limits can cut it short. `goal` says
    whether the goal is reachable under the relaxation, None if a limit was reached first.
    """

    task: Task
    achievers: tuple[Achiever, ...]
    tables: Tables
    complete: bool
    goal: bool | None

    def facts(self, predicate: str) -> set[Row]:
        """Return the argument lists for which a predicate can become true."""
        return self.tables.rows.get(predicate, set())

    def bindings(self, body: Body, types: Types, *, most: int = 1) -> list[dict[str, str]] | None:
        """Return up to `most` bindings for which every literal can be true; None if it takes too long."""
        try:
            return list(islice(bindings(self.task, self.tables, body, types), most))
        except LimitReachedError:
            return None

    def possible(self, body: Body, types: Types) -> bool:
        """Whether every literal can be true under some binding; also True if that takes too long to find out."""
        found = self.bindings(body, types)
        return found is None or bool(found)


def bindings(task: Task, tables: Tables, body: Sequence[Literal], types: Types) -> Iterator[Binding]:
    """Yield the bindings for which each literal can be true according to the tables.

    Negative literals of derived predicates are ignored. Raises `LimitReachedError` if it takes too long.
    """
    variables = tuple(dict.fromkeys(name for literal in body for name in literal.variables))
    derived = {one.name.text for one in task.domain.derived}
    kept = [one for one in body if one.positive or one.predicate not in derived]
    query = compiled(tables, kept, domains_of(task, types), variables)
    for row in answers(tables, query, set(), Work(every=_MOST_ROWS, check=_give_up)):
        yield dict(zip(variables, row, strict=True))


def _give_up() -> None:
    raise LimitReachedError


def reach(task: Task, bounds: Bounds | None = None, *, everything: bool = False) -> Reachability:
    """Compute what can be reached. It ends when the goal is reached, unless `everything` is set."""
    achievers = achievers_of(task.domain)
    goal = condition_of(task.goal)
    initial: dict[str, set[Row]] = defaultdict(set)
    for atom in task.init:
        initial[atom[0]].add(atom[1:])
    tables = Tables(tuple(task.objects), initial)
    compiler = _Compiler(task, _negated(achievers, goal))
    compiler.add(Literal(True, GOAL, ()), {}, goal)
    for achiever in achievers:
        compiler.add(achiever.literal, dict(achiever.variables), achiever.condition)
    facts = [*_initial_facts(task, compiler.deleted)]
    done = closed(tables, compiler.program, facts, bounds or Bounds(), "" if everything else GOAL)
    reached = bool(tables.rows[GOAL])
    complete = done and (everything or not reached)
    return Reachability(task, achievers, tables, complete, True if reached else False if done else None)


def domains_of(task: Task, types: Types) -> Domains:
    """Return the objects that variables of these types can stand for; None for all objects."""
    found: dict[str, frozenset[str] | None] = {}
    made: dict[tuple[str, ...], frozenset[str] | None] = {}
    for name, wanted in types.items():
        if wanted not in made:
            objects = task.objects_of(wanted)
            made[wanted] = None if len(objects) == len(task.objects) else frozenset(objects)
        found[name] = made[wanted]
    return found


def _negated(achievers: tuple[Achiever, ...], goal: Condition) -> set[str]:
    """Return the predicates that some condition requires to be false."""
    conditions = [goal, *(one.condition for one in achievers)]
    return {one.predicate for condition in conditions for one in literals_of(condition) if not one.positive}


def _initial_facts(task: Task, deleted: set[str]) -> Iterator[tuple[str, Row]]:
    for atom in sorted(task.init):
        yield atom[0], atom[1:]
        if atom[0] in deleted:
            yield INITIALLY + atom[0], atom[1:]
    for one in task.problem.init:
        if isinstance(one, Timed) and (literal := literal_of(one.operand)) is not None:
            name, *row = ground(literal[0])  # a timed initial literal comes true sooner or later
            yield name if literal[1] else NEGATED + name, tuple(row)


class _Compiler:
    """Turns achievers of facts into rules."""

    def __init__(self, task: Task, negated: set[str]) -> None:
        self.task = task
        self.program = Program()
        self.negated = negated
        self.derived = {one.name.text for one in task.domain.derived}
        self.deleted: set[str] = set()

    def add(self, literal: Literal, types: Types, condition: Condition) -> None:
        """Add the rules by which the literal becomes true."""
        if not literal.positive and literal.predicate not in self.negated:
            return
        if not all(self.task.objects_of(one) for one in types.values()):
            return
        scope = Scope(self.task, dict(types))
        bodies = alternatives(condition, scope, self._split)
        name = literal.predicate
        first: Body = ()
        if not literal.positive:
            self.deleted.add(name)
            first = (Literal(True, INITIALLY + name, literal.arguments),)
            name = NEGATED + name
        for body in bodies:
            self._rule(name, literal.arguments, (*first, *body), scope)

    def _rule(self, name: str, arguments: tuple[str, ...], body: Body, scope: Scope) -> None:
        kept: list[Literal] = []
        for one in body:
            # That a derived fact fails is assumed, since it may fail as soon as any of its grounds can.
            if not one.positive and one.predicate in self.derived:
                continue
            if one.predicate == EQUAL and (len(set(one.arguments)) <= 1 or not one.variables):
                if (len(set(one.arguments)) <= 1) is not one.positive:
                    return
                continue
            kept.append(Literal(one.positive, one.predicate, one.arguments))
        self.program.add(Rule(name, arguments, tuple(kept), domains_of(self.task, scope.types)))

    def _split(self, condition: Any, parts: list[list[Body]], scope: Scope) -> Literal | None:
        """Return a predicate for a disjunction with few variables or many parts; None if it is to be multiplied out."""
        free = free_variables(condition)
        if len(free) > _WIDEST_SPLIT and sum(map(len, parts)) <= 2:
            return None
        made = Literal(True, self.program.fresh(), free)
        for part in parts:
            for body in part:
                self._rule(made.predicate, free, body, scope)
        return made
