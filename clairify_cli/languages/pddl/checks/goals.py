"""Check that goals are not already true and can be reached."""

from __future__ import annotations

from clairify_cli.languages.pddl import meaning
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.initial import Seen
from clairify_cli.languages.pddl.checks.literals import contradiction, literals, written
from clairify_cli.languages.pddl.meaning.view import TooManyChoicesError
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import And, Atom, Formula, Quantified
from clairify_cli.languages.pddl.task import ground, make_task
from clairify_cli.languages.pddl.walk import everything_in, signed_parts


def check_goal(context: Context, goal: Formula, state: Seen | None) -> None:
    """Report a goal that is empty, contradictory, already true in the initial state, or unreachable."""
    if isinstance(goal, And) and not goal.operands:
        # `()` is reported by the reader; `(and)` is not.
        if context.source.text[goal.start + 1 : goal.end - 1].strip():
            context.add(rules.empty_goal(context.span(goal)))
        return
    found = literals(goal)
    problem = contradiction(found)
    if problem is not None:
        what, at, first = problem
        context.add(rules.goal_contradiction(context.span(at), what, context.span(first) if first else None))
        return
    if state is None:
        return
    if holds(goal, state) is True or _holds_quantified(context, goal, state):
        context.add(rules.goal_already_true(context.span(goal)))
        return
    if context.vocabulary.domain is not None and context.vocabulary.domain.actions:
        for key, atom in found.positive.items():
            if not _is_true(key, state):
                _out_of_reach(context, atom, context.vocabulary.changes.added, "true")
        for key, atom in found.negative.items():
            if _is_true(key, state):
                _out_of_reach(context, atom, context.vocabulary.changes.deleted, "false")


def _holds_quantified(context: Context, goal: Formula, state: Seen) -> bool:
    """Whether a goal with quantifiers holds in the initial state; no for tasks so large that it would take long."""
    domain, problem = context.vocabulary.domain, context.problem
    quantified = any(isinstance(one, Quantified) for one in everything_in(goal))
    if domain is None or problem is None or not quantified or len(state) > _MOST_FACTS or context.broken:
        return False
    task = make_task(domain, problem)
    try:
        return meaning.holds(goal, {}, meaning.initial_state(task), task)
    except TooManyChoicesError:
        return False


_MOST_FACTS = 3_000


def _is_true(key: tuple[str, ...], state: Seen) -> bool:
    return isinstance(state.get(key), Atom)


def _out_of_reach(context: Context, atom: Atom, changed: frozenset[str], becomes: str) -> None:
    name = atom.predicate
    vocabulary = context.vocabulary
    if name.text == "=" or name.text in changed or name.text in vocabulary.derived:
        return
    if name.text not in vocabulary.predicates:
        return
    key = ("out of reach", name.text, becomes)
    context.add_recurring(key, atom, rules.goal_out_of_reach, written(atom), name.written, becomes)


def holds(formula: Formula, state: Seen, *, positive: bool = True) -> bool | None:
    """Whether a formula (its negation if not `positive`) holds in a state; None if undecided, as with quantifiers."""
    if isinstance(formula, Atom):
        value = _atom_holds(formula, state)
        return None if value is None else value is positive
    made = signed_parts(formula, positive)
    if made is None:
        return None
    every, parts = made
    values = [holds(one, state, positive=sign) for one, sign in parts]
    decisive = not every
    return decisive if decisive in values else None if None in values else every


def _atom_holds(atom: Atom, state: Seen) -> bool | None:
    if atom.predicate.text == "=":
        one, *others = (name.text for name in atom.arguments)
        return all(other == one for other in others)
    return None if any(name.is_variable for name in atom.arguments) else _is_true(ground(atom), state)
