"""Say the same without what solvers and searches do not know: derived predicates, conditional effects, and more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    Action,
    And,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
    Derived,
    Domain,
    Formula,
    FunctionTerm,
    Name,
    Not,
    Or,
    Problem,
    Quantified,
    Timed,
    TypedName,
    When,
)
from clairify_cli.languages.pddl.walk import conjuncts, everything_in
from clairify_cli.languages.pddl.writing.nodes import name_of

_MOST = 3_000
"""The most uses of derived predicates that are replaced."""

_MOST_WHENS = 3

_SCALING = {"scale-up": "*", "scale-down": "/"}


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


def plain(domain: Domain | None, problem: Problem | None) -> tuple[Domain, Problem]:
    """The task without constructs that no plan depends on: functions that nothing reads, and `either` in declarations;
    and without what can be said otherwise: scaling, and derived predicates, unless one follows from itself."""
    domain = domain or Domain(None, (), (), (), (), (), (), (), (), (), 0, 0)
    problem = problem or Problem(None, None, (), (), (), None, None, (), 0, 0)
    domain, problem = unfolded(domain, problem) or (domain, problem)
    read = set(_read((domain, problem.goal, problem.constraints, problem.metric)))
    init = tuple([one for one in problem.init if not _sets_other(one, read)])
    functions = [one._replace(parameters=_loose(one.parameters)) for one in domain.functions if one.name.text in read]
    predicates = [one._replace(parameters=_loose(one.parameters)) for one in domain.predicates]
    domain = domain._replace(
        functions=tuple(functions),
        predicates=tuple(predicates),
        actions=_changes(domain.actions, read),
        durative_actions=_changes(domain.durative_actions, read),
        processes=_changes(domain.processes, read),
    )
    return domain, problem._replace(init=init)


def _loose(parameters: tuple[TypedName, ...]) -> tuple[TypedName, ...]:
    return tuple([one._replace(types=(name_of(OBJECT),)) if len(one.types) > 1 else one for one in parameters])


def _read(one: Any) -> Iterator[str]:
    """The functions on whose values a tree depends."""
    if isinstance(one, FunctionTerm):
        yield one.function.text
    elif isinstance(one, tuple) and not isinstance(one, Name):
        for part in one[2:] if isinstance(one, Assignment) else one:
            yield from _read(part)


def _sets_other(one: Any, read: set[str]) -> bool:
    """Whether a fact or an effect is the value of a function that nothing reads."""
    one = one.operand if isinstance(one, Timed) else one
    target = one.left if isinstance(one, Comparison) else one.target if isinstance(one, Assignment) else None
    return isinstance(target, FunctionTerm) and target.function.text not in read


def _changes(one: Any, read: set[str]) -> Any:
    """A tree with only the numeric effects that matter, none of them scaling."""
    if isinstance(one, Assignment | Timed) and _sets_other(one, read):
        return And((), one.start, one.end)
    if isinstance(one, Assignment) and one.operator.text in _SCALING:
        scaled = Arithmetic(name_of(_SCALING[one.operator.text]), (one.target, one.value), one.start, one.end)
        return one._replace(operator=name_of("assign"), value=scaled)
    return _map(one, lambda part: _changes(part, read))


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
