"""Say the same without derived predicates or conditional effects, for solvers and searches that do not know them."""

from __future__ import annotations

from itertools import product
from typing import Any

from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Atom,
    Derived,
    Domain,
    Formula,
    Name,
    Not,
    Or,
    Problem,
    Quantified,
    When,
)
from clairify_cli.languages.pddl.walk import conjuncts, everything_in

_MOST = 3_000
"""The most uses of derived predicates that are replaced."""


_MOST_WHENS = 3


class _RecursiveError(ValueError):
    """A derived predicate follows from itself, or there are too many to replace."""


def unfolded(domain: Domain, problem: Problem) -> tuple[Domain, Problem] | None:
    """The task without derived predicates; None if one follows from itself. What replaces one has its place."""
    if not domain.derived:
        return domain, problem
    rules: dict[str, list[Derived]] = {}
    for one in domain.derived:
        rules.setdefault(one.name.text, []).append(one)
    unfold = _Unfolding(rules)
    declared = tuple(one for one in domain.predicates if one.name.text not in rules)
    try:
        bare = domain._replace(derived=(), predicates=declared)
        return unfold.rewritten(bare, ()), problem._replace(goal=unfold.rewritten(problem.goal, ()))
    except _RecursiveError:
        return None


def split(domain: Domain) -> Domain:
    """The domain with an action of the same name for each way in which its conditional effects come out, if few."""
    actions: list[Action] = []
    for one in domain.actions:
        effects = list(conjuncts(one.effect))
        whens = [effect for effect in effects if isinstance(effect, When)]
        sure = [effect for effect in effects if not isinstance(effect, When)]
        if len(whens) > _MOST_WHENS or any(isinstance(part, When) for each in sure for part in everything_in(each)):
            return domain
        for holds in product((True, False), repeat=len(whens)):
            pairs = [*zip(whens, holds, strict=True)]
            needs = [w.condition if yes else Not(w.condition, w.start, w.end) for w, yes in pairs]
            done = [*sure, *(w.effect for w, yes in pairs if yes)]
            precondition = And((*conjuncts(one.precondition), *needs), one.start, one.end)
            actions.append(one._replace(precondition=precondition, effect=And(tuple(done), one.start, one.end)))
    return domain._replace(actions=tuple(actions))


class _Unfolding:
    """`rules` are those of each derived predicate; `left` counts down the uses."""

    def __init__(self, rules: dict[str, list[Derived]]) -> None:
        self.rules, self.left = rules, _MOST

    def rewritten(self, one: Any, within: tuple[str, ...]) -> Any:
        """A tree, or a part of one, without derived predicates; `within` are those that are being replaced."""
        if isinstance(one, Atom) and one.predicate.text in self.rules:
            return self._body(one, within)
        return _map(one, lambda part: self.rewritten(part, within))

    def _body(self, atom: Atom, within: tuple[str, ...]) -> Formula:
        name = atom.predicate.text
        self.left -= 1
        if name in within or self.left < 0:
            raise _RecursiveError
        ways = []
        for rule in self.rules[name]:
            names = {one.name.text: to for one, to in zip(rule.parameters, atom.arguments, strict=False)}
            ways.append(self.rewritten(_placed(rule.condition, names, atom), (*within, name)))
        return ways[0] if len(ways) == 1 else Or(tuple(ways), atom.start, atom.end)


def _placed(one: Any, names: dict[str, Name], at: Atom) -> Any:
    """A condition with other names for its variables, all of it at the place of an atom."""
    if isinstance(one, Quantified):
        bound = {each.name.text for each in one.variables}
        taken = {name.text for name in names.values()}
        fresh = {text: f"{text}-{len(taken)}" if text in taken else text for text in bound}
        names = names | {text: Name(to, at.start, at.end, to) for text, to in fresh.items()}
    elif isinstance(one, Name):
        one = names.get(one.text, one)
    made = _map(one, lambda part: _placed(part, names, at))
    return made._replace(start=at.start, end=at.end) if hasattr(made, "_fields") and "start" in made._fields else made


def _map(one: Any, change: Any) -> Any:
    """A node or a tuple with its parts changed."""
    if not isinstance(one, tuple):
        return one
    made = [change(part) for part in one]
    return type(one)(*made) if hasattr(one, "_fields") else tuple(made)
