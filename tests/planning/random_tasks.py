"""Small random tasks over everything that reachability reads, and the plainest possible meaning of them.

The meaning here instantiates every action and evaluates the syntax tree as it stands: slow, and independent of what
it is compared with.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import (
    And,
    Atom,
    Formula,
    Imply,
    Name,
    Not,
    Or,
    Quantified,
    TypedName,
    When,
)
from clairify_cli.languages.pddl.task import GroundAtom, State, Task, make_task

Binding = dict[str, str]


@dataclass(frozen=True)
class RandomTask:
    """The two texts and what they make."""

    domain: Source
    problem: Source
    task: Task


PREDICATES = {"p": 1, "q": 1, "r": 2, "s": 2, "t": 0, "u": 1}
"""`u` is a derived predicate in tasks that have one; else nothing adds it."""

EITHER = "PDL115"
"""Says that Fast Downward does not take `either` in a list of parameters; reachability does."""

TYPES = {"?a": "big", "?b": "(either small big)", "?c": "object", "?d": "small"}


def random_task(seed: int, *, plain: bool = False) -> RandomTask:
    """A task of a seed; `plain` keeps to STRIPS with types."""
    maker = _Maker(random.Random(seed), plain)
    domain, problem = Source(maker.domain(), "domain.pddl"), Source(maker.problem(), "problem.pddl")
    first, wrong = read(domain)
    second, wrong_too = read(problem)
    errors = [one for one in (*wrong, *wrong_too) if one.is_error and one.code != EITHER]
    assert not errors, (domain.text, problem.text, errors)
    assert first.domain is not None and second.problem is not None
    return RandomTask(domain, problem, make_task(first.domain, second.problem))


class _Maker:
    def __init__(self, chance: random.Random, plain: bool) -> None:
        self.chance = chance
        self.plain = plain
        self.derived = not plain and chance.random() < 0.3

    def domain(self) -> str:
        actions = " ".join(self.action(number) for number in range(self.chance.randint(1, 4)))
        rule = f"(:derived (u ?c) {self.formula(['?c'], 1)})" if self.derived else ""
        declared = " ".join(f"({name} {' '.join(f'?x{at}' for at in range(n))})" for name, n in PREDICATES.items())
        return (
            "(define (domain d) (:requirements :adl :derived-predicates) (:types small - middle middle big)"
            f" (:constants k - small) (:predicates {declared}) {rule} {actions})"
        )

    def problem(self) -> str:
        names = ["k", "a1", "b1", "b2"][: self.chance.randint(3, 4)]
        facts = [self.fact(name, names) for name in self.chance.choices("pqrst", k=self.chance.randint(0, 6))]
        goal = self.formula([], 2, names) if not self.plain else f"(and {self.atom(names, 'pqrst')})"
        objects = " ".join(f"{name} - {'small' if name[0] == 'a' else 'big'}" for name in names[1:])
        return f"(define (problem x) (:domain d) (:objects {objects}) (:init {' '.join(facts)}) (:goal {goal}))"

    def fact(self, name: str, names: list[str]) -> str:
        return f"({' '.join((name, *self.chance.choices(names, k=PREDICATES[name])))})"

    def action(self, number: int) -> str:
        variables = self.chance.sample(list(TYPES), self.chance.randint(1, 3))
        types = {**TYPES, "?b": "middle"} if self.plain else TYPES
        typed = " ".join(f"{name} - {types[name]}" for name in variables)
        if self.plain:
            needed = f"(and {' '.join(self.atom(variables, 'pqrst') for _ in range(self.chance.randint(0, 2)))})"
        else:
            needed = self.formula(variables, 2)
        effects = " ".join(self.effect(variables) for _ in range(self.chance.randint(1, 3)))
        return f"(:action act{number} :parameters ({typed}) :precondition {needed} :effect (and {effects}))"

    def effect(self, variables: list[str]) -> str:
        kind = self.chance.random()
        atom = self.atom(variables, "pqrst")
        if self.plain or kind < 0.5:
            return atom if self.chance.random() < 0.7 else f"(not {atom})"
        if kind < 0.7:
            return f"(when {self.formula(variables, 1)} {atom})"
        inner = self.chance.choice(["?a", "?d", "?e"])
        body = self.atom([*variables, inner], "pqrst")
        if self.chance.random() < 0.5:
            body = f"(when {self.formula([*variables, inner], 1)} (not {body}))"
        return f"(forall ({inner} - {self.chance.choice(['small', 'big', 'object'])}) {body})"

    def atom(self, terms: list[str], names: str = "pqrstu") -> str:
        name = self.chance.choice(names)
        if not terms or self.chance.random() < 0.05:
            terms = ["k"]
        return f"({' '.join((name, *self.chance.choices(terms, k=PREDICATES[name])))})"

    def formula(self, terms: list[str], depth: int, constants: list[str] | None = None) -> str:
        known = terms or constants or ["k"]
        kind = self.chance.random()
        if depth == 0 or kind < 0.3:
            if len(known) > 1 and self.chance.random() < 0.15:
                same = f"(= {known[0]} {known[1]})"
                return same if self.chance.random() < 0.5 else f"(not {same})"
            atom = self.atom(known)
            return atom if self.chance.random() < 0.75 else f"(not {atom})"
        parts = [self.formula(terms, depth - 1, constants) for _ in range(2)]
        if kind < 0.6:
            return f"(and {' '.join(parts)})"
        if kind < 0.7:
            return f"(or {' '.join(parts)})"
        if kind < 0.78:
            return f"(imply {' '.join(parts)})"
        inner = self.chance.choice(["?a", "?d", "?e"])
        word = self.chance.choice(["exists", "exists", "forall"])
        wanted = self.chance.choice(["small", "big", "middle", "object"])
        return f"({word} ({inner} - {wanted}) {self.formula([*terms, inner], depth - 1, constants)})"


# ----------------------------------------------------------------------------------------------------- meaning


@dataclass
class Books:
    """What can be true and what can be false. In a state, what is not true is false."""

    true: set[GroundAtom]
    false: set[GroundAtom] | None
    init: State
    derived: frozenset[str]
    task: Task

    def holds(self, formula: Formula | None, binding: Binding, positive: bool = True) -> bool:
        """Whether a formula, or its contrary, holds by these books."""
        match formula:
            case None:
                return positive
            case Atom():
                atom = grounded(formula, binding)
                if atom[0] == "=":
                    return (atom[1] == atom[2]) is positive
                if positive:
                    return atom in self.true
                if self.false is None:
                    return atom not in self.true
                return atom[0] in self.derived or atom not in self.init or atom in self.false
            case Not():
                return self.holds(formula.operand, binding, not positive)
            case And() | Or():
                each = [self.holds(one, binding, positive) for one in formula.operands]
                return all(each) if isinstance(formula, And) is positive else any(each)
            case Imply():
                sides = [self.holds(formula.left, binding, not positive), self.holds(formula.right, binding, positive)]
                return any(sides) if positive else all(sides)
            case Quantified():
                each = [
                    self.holds(formula.body, {**binding, **one}, positive)
                    for one in bindings(self.task, formula.variables)
                ]
                return any(each) if (formula.quantifier == "exists") is positive else all(each)
        raise AssertionError(formula)


def grounded(atom: Atom, binding: Binding) -> GroundAtom:
    return (atom.predicate.text, *(binding.get(name.text, name.text) for name in atom.arguments))


def bindings(task: Task, variables: tuple[TypedName, ...]) -> Iterator[Binding]:
    names = [one.name.text for one in variables]
    for chosen in product(*(task.objects_of(type_names(one.types)) for one in variables)):
        yield dict(zip(names, chosen, strict=True))


def effects(books: Books, effect: Formula | None, binding: Binding) -> Iterator[tuple[bool, GroundAtom]]:
    """The literals that an effect makes true, by the books."""
    match effect:
        case Atom():
            yield True, grounded(effect, binding)
        case Not(operand=Atom() as atom):
            yield False, grounded(atom, binding)
        case And():
            for one in effect.operands:
                yield from effects(books, one, binding)
        case When():
            if books.holds(effect.condition, binding):
                yield from effects(books, effect.effect, binding)
        case Quantified():
            for inner in bindings(books.task, effect.variables):
                yield from effects(books, effect.body, {**binding, **inner})


def books_of(task: Task) -> Books:
    """The delete relaxation with two books, by plain iteration to the fixpoint."""
    derived = frozenset(one.name.text for one in task.domain.derived)
    false: set[GroundAtom] = set()
    books = Books(set(task.init), false, task.init, derived, task)
    size = -1
    while size != len(books.true) + len(false):
        size = len(books.true) + len(false)
        for action in task.domain.actions:
            for binding in bindings(task, action.parameters):
                if books.holds(action.precondition, binding):
                    for positive, atom in list(effects(books, action.effect, binding)):
                        (books.true if positive else false).add(atom)
        for rule in task.domain.derived:
            for binding in bindings(task, rule.parameters):
                if books.holds(rule.condition, binding):
                    head = Atom(rule.name, tuple(Name(x.name.text, 0, 0, "") for x in rule.parameters), 0, 0)
                    books.true.add(grounded(head, binding))
    return books


def states(task: Task, most: int) -> Iterator[Books]:
    """The states that can be reached, breadth first, up to so many. Without derived predicates."""
    assert not task.domain.derived
    seen = {task.init}
    queue = [task.init]
    while queue and len(seen) <= most:
        state = queue.pop(0)
        books = Books(set(state), None, state, frozenset(), task)
        yield books
        for action in task.domain.actions:
            for binding in bindings(task, action.parameters):
                if not books.holds(action.precondition, binding):
                    continue
                made = list(effects(books, action.effect, binding))
                after = frozenset((state - {a for yes, a in made if not yes}) | {a for yes, a in made if yes})
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
