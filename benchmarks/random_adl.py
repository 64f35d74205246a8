"""Random ADL tasks: small, with nested conditions, conditional effects, quantifiers, numbers, derived predicates.

They mean nothing; they are there to disagree about.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

TYPES = {"thing": "object", "box": "thing", "place": "object"}
"""Every type with its supertype."""


@dataclass(frozen=True)
class Features:
    """What a task may have beside conditions of every kind and conditional effects."""

    numbers: bool = False
    derived: bool = False


class _Maker:
    def __init__(self, rng: random.Random, features: Features) -> None:
        self.rng = rng
        self.features = features
        self.objects = {f"{kind[0]}{number}": kind for kind in TYPES for number in range(1, rng.randint(1, 2) + 1)}
        self.predicates = {
            f"is{number}": tuple(rng.choice(list(TYPES)) for _ in range(rng.randint(0, 2))) for number in range(5)
        }
        self.derived: dict[str, tuple[str, ...]] = {}
        self.functions: dict[str, tuple[str, ...]] = {"total-cost": ()}
        if features.numbers:
            self.functions |= {"level": (), "weight": ("thing",)}

    # ---------------------------------------------------------------------------------------------- conditions

    def formula(self, depth: int, scope: dict[str, str]) -> str:
        """A condition over the variables of a scope."""
        kind = self.rng.random()
        if depth == 0 or kind < 0.3:
            atom = self.literal(scope)
            return atom if self.rng.random() < 0.6 else f"(not {atom})"
        if kind < 0.6:
            word = self.rng.choice(["and", "and", "or"])
            parts = " ".join(self.formula(depth - 1, scope) for _ in range(self.rng.randint(2, 3)))
            return f"({word} {parts})"
        if kind < 0.7:
            return f"(not {self.formula(depth - 1, scope)})"
        if kind < 0.8:
            return f"(imply {self.formula(depth - 1, scope)} {self.formula(depth - 1, scope)})"
        variable, of = f"?v{len(scope)}", self.rng.choice(list(TYPES))
        word = self.rng.choice(["forall", "exists"])
        return f"({word} ({variable} - {of}) {self.formula(depth - 1, {**scope, variable: of})})"

    def literal(self, scope: dict[str, str]) -> str:
        """An atom, an equality or, where there are numbers, a comparison."""
        kind = self.rng.random()
        if kind < 0.12:
            of = self.rng.choice(list(TYPES))
            return f"(= {self.term(of, scope)} {self.term(of, scope)})"
        if kind < 0.3 and self.features.numbers:
            return f"({self.rng.choice(['<', '<=', '>', '>=', '='])} {self.number(scope)} {self.number(scope)})"
        return self.atom({**self.predicates, **self.derived}, scope)

    def atom(self, predicates: dict[str, tuple[str, ...]], scope: dict[str, str]) -> str:
        name = self.rng.choice(list(predicates))
        return f"({' '.join([name, *(self.term(of, scope) for of in predicates[name])])})"

    def term(self, of: str, scope: dict[str, str]) -> str:
        """A variable or an object of a type."""
        variables = [name for name, kind in scope.items() if _is_a(kind, of)]
        if variables and self.rng.random() < 0.85:
            return self.rng.choice(variables)
        return self.rng.choice([name for name, kind in self.objects.items() if _is_a(kind, of)])

    def number(self, scope: dict[str, str]) -> str:
        kind = self.rng.random()
        if kind < 0.3:
            return str(self.rng.randint(0, 5))
        if kind < 0.85:
            return self.rng.choice(["(level)", f"(weight {self.term('thing', scope)})"])
        return f"({self.rng.choice('+-*')} {self.number(scope)} {self.number(scope)})"

    # ------------------------------------------------------------------------------------------------- effects

    def effect(self, scope: dict[str, str]) -> str:
        parts = [self.single(scope) for _ in range(self.rng.randint(1, 4))]
        parts.append(f"(increase (total-cost) {self.rng.randint(0, 4)})")
        if self.features.numbers and self.rng.random() < 0.6:
            word = self.rng.choice(["increase", "decrease", "assign"])
            parts.append(f"({word} (level) {self.rng.choice(['1', '2', '(weight t1)'])})")
        return f"(and {' '.join(parts)})"

    def single(self, scope: dict[str, str]) -> str:
        kind = self.rng.random()
        if kind < 0.55:
            return self.change(scope)
        if kind < 0.8:
            return f"(when {self.formula(1, scope)} {self.change(scope)})"
        variable, of = f"?v{len(scope)}", self.rng.choice(list(TYPES))
        inner = {**scope, variable: of}
        return f"(forall ({variable} - {of}) (when {self.formula(1, inner)} {self.change(inner)}))"

    def change(self, scope: dict[str, str]) -> str:
        atom = self.atom(self.predicates, scope)
        return atom if self.rng.random() < 0.6 else f"(not {atom})"

    # --------------------------------------------------------------------------------------------------- texts

    def axioms(self) -> list[str]:
        """Derived predicates in two strata, the first of them recursive."""
        if not self.features.derived:
            return []
        link = "is5"
        self.predicates[link] = ("thing", "thing")
        reach = f"(or ({link} ?x ?y) (exists (?z - thing) (and ({link} ?x ?z) (d0 ?z ?y))))"
        made = [f"(:derived (d0 ?x ?y - thing) {reach})"]
        self.derived["d0"] = ("thing", "thing")
        condition = self.formula(2, {"?x": "thing"})
        self.derived["d1"] = ("thing",)
        return [*made, f"(:derived (d1 ?x - thing) (or (not (exists (?w - thing) (d0 ?x ?w))) {condition}))"]

    def action(self, number: int) -> str:
        scope = {f"?a{at}": self.rng.choice(list(TYPES)) for at in range(self.rng.randint(0, 3))}
        return (
            f"(:action do{number}\n  :parameters ({_typed(scope)})\n"
            f"  :precondition (and {self.formula(2, scope)})\n  :effect {self.effect(scope)})"
        )

    def texts(self) -> tuple[str, str]:
        axioms = self.axioms()
        actions = [self.action(number) for number in range(self.rng.randint(2, 4))]
        declared = {**self.predicates, **self.derived}
        predicates = " ".join(f"({' '.join([name, *_variables(types)])})" for name, types in declared.items())
        functions = " ".join(
            f"({' '.join([name, *_variables(types)])}) - number" for name, types in self.functions.items()
        )
        fluents = " :fluents" if self.features.numbers else ""
        derived = " :derived-predicates" if self.features.derived else ""
        domain = "\n".join(
            [
                f"(define (domain random)\n(:requirements :adl :action-costs{fluents}{derived})",
                f"(:types {' '.join(f'{name} - {above}' for name, above in TYPES.items())})",
                f"(:constants {_typed(self.objects)})",
                f"(:predicates {predicates})",
                f"(:functions {functions})",
                *axioms,
                *actions,
                ")",
            ]
        )
        return domain, self.problem()

    def problem(self) -> str:
        init = [one for one in self.ground(self.predicates) if self.rng.random() < 0.4]
        values = [f"(= {one} {self.rng.randint(0, 4)})" for one in self.ground(self.functions) if one != "(total-cost)"]
        return "\n".join(
            [
                "(define (problem one) (:domain random)",
                f"(:init {' '.join([*init, *values, '(= (total-cost) 0)'])})",
                f"(:goal (and {self.formula(2, {})}))",
                "(:metric minimize (total-cost)))",
            ]
        )

    def ground(self, symbols: dict[str, tuple[str, ...]]) -> list[str]:
        found = []
        for name, types in symbols.items():
            rows: list[list[str]] = [[]]
            for of in types:
                fitting = [one for one, kind in self.objects.items() if _is_a(kind, of)]
                rows = [[*row, one] for row in rows for one in fitting]
            found += [f"({' '.join([name, *row])})" for row in rows]
        return found


def random_task(rng: random.Random, features: Features) -> tuple[str, str]:
    """The texts of a domain and a problem."""
    return _Maker(rng, features).texts()


def _is_a(kind: str, of: str) -> bool:
    while kind != of and kind in TYPES:
        kind = TYPES[kind]
    return kind == of


def _typed(names: dict[str, str]) -> str:
    return " ".join(f"{name} - {of}" for name, of in names.items())


def _variables(types: Sequence[str]) -> list[str]:
    return [f"?x{at} - {of}" for at, of in enumerate(types)]
