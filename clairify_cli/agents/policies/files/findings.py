"""Findings about a model's files: goals that lead nowhere new, impossible facts, too many combinations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING

from clairify_cli.agents.policies.files.corrections import sentence_naming, unread
from clairify_cli.agents.policies.files.grow import Grown, Known
from clairify_cli.agents.policies.files.rules import rules
from clairify_cli.agents.policies.words import sentence
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning import WorldState, holds, initial_state, words_of_atom
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Atom, Domain, Expression, Formula, Problem, Quantified, TypedName
from clairify_cli.languages.pddl.task import GroundAtom, Task, ground, make_task
from clairify_cli.languages.pddl.walk import atoms_in, changes_in, parts

if TYPE_CHECKING:
    from clairify_cli.planning.ground.reachability import Reachability

_MOST_TOLD = 20
_MOST_ROWS = 2_000


def is_true_now(task: Task) -> bool:
    """Whether the goal of a task holds initially."""
    return holds(task.goal, {}, initial_state(task), task)


def was_true(task: Task, known: Known) -> bool:
    """Whether the goal of a task held in an earlier state."""
    return any(holds(task.goal, {}, WorldState(state, dict(known.numbers)), task) for state in reversed(known.past))


def open_goals(task: Task, known: Known) -> list[GroundAtom]:
    """Reachable facts that have never been known to be true: those of the goal's predicates, otherwise any.

    Only predicates that actions change are looked at. There are at most a few thousand.
    """
    from clairify_cli.planning.ground.reachability import reach

    reached = reach(task, everything=True)
    ever = set(known.facts).union(*known.past)
    first = dict.fromkeys(one.predicate.text for one in atoms_in(task.goal))
    changes = [one for action in task.domain.actions for one in changes_in(action.effect)]
    changing = dict.fromkeys(atom.predicate.text for atom, positive in changes if positive)
    of_goal = [name for name in first if name in changing]
    return _open(of_goal, reached, ever) or _open([name for name in changing if name not in of_goal], reached, ever)


def _open(names: Iterable[str], reached: Reachability, ever: Set[GroundAtom]) -> list[GroundAtom]:
    rows = ((name, row) for name in names for row in sorted(reached.facts(name))[:_MOST_ROWS])
    return [(name, *row) for name, row in rows if (name, *row) not in ever]


def told(atoms: list[GroundAtom]) -> str:
    """Facts in a list for a message, the rest counted."""
    words = ", ".join(f"`{words_of_atom(one)}`" for one in atoms[:_MOST_TOLD])
    return f"{words} and {len(atoms) - _MOST_TOLD} more" if len(atoms) > _MOST_TOLD else words


MOST = 100_000
"""So many combinations of objects for the variables of nested quantifiers, or of a derived predicate, are borne."""


def too_wide(domain: Domain, problem: Problem, source: Source) -> list[Diagnostic]:
    """The places of a text with a domain or a problem where variables have too many combinations of objects."""
    task = make_task(domain, problem)
    found = []
    for formula in _formulas(domain, problem):
        for one, count in _widths(formula, task):
            if count > MOST:
                end = min(one.end, len(source.text))
                found.append(rules.too_many_combinations(source.span(min(one.start, end), end), count, MOST))
                break
    return found


def _formulas(domain: Domain, problem: Problem) -> Iterator[Formula]:
    """Every condition and effect, with the condition of a derived predicate."""
    for action in domain.actions:
        yield from (one for one in (action.precondition, action.effect) if one is not None)
    for rule in domain.derived:
        yield Quantified("exists", rule.parameters, rule.condition, rule.start, rule.end)
    if problem.goal is not None:
        yield problem.goal


def _widths(formula: Formula, task: Task) -> Iterator[tuple[Quantified, int]]:
    """Every quantified formula with the number of combinations for its variables and those around it."""
    waiting: list[tuple[Formula | Expression, int]] = [(formula, 1)]
    while waiting:
        one, count = waiting.pop()
        if isinstance(one, Quantified):
            count *= _combinations(one.variables, task)
            yield one, count
        waiting.extend((part, count) for part in parts(one))


def _combinations(variables: tuple[TypedName, ...], task: Task) -> int:
    count = 1
    for one in variables:
        count *= max(1, len(task.objects_of(type_names(one.types))))
    return count


def about_growth(made: Grown, source: Source, before: Known | None, latest: str) -> list[Diagnostic]:
    """Facts in a problem (whose text is `source`) that cannot be true together with those known `before`."""
    start = source.span(0, 0)
    problem = read_once(source)[0].problem
    init = problem.init if problem is not None else ()
    places = {ground(one): source.span(one.start, one.end) for one in init if isinstance(one, Atom)}
    return [
        rules.two_at_once(
            places.get(new, start), words_of_atom(known), words_of_atom(new), _renaming(known, new, before, latest)
        )
        for known, new in made.double
    ]


def _renaming(known: GroundAtom, new: GroundAtom, before: Known | None, latest: str) -> str:
    """The line by which both are one fact, with the words that show it, if the new one is of something new or of
    something that the latest observations name."""
    names = [(old, now) for old, now in zip(known[1:], new[1:], strict=False) if old != now]
    if len(names) != 1:
        return ""
    ((old, now),) = names
    quote = sentence_naming(now, latest)
    is_new = before is None or now not in before.objects
    return f'RENAME {old} {now} BECAUSE "{quote or "words"}"' if quote or is_new else ""


def left_out(made: Grown, unread_lines: Sequence[str]) -> list[str]:
    """What of a problem was not taken over, and how it would be, a sentence for each."""
    told = [sentence("left-out-stale", fact=words_of_atom(fact), step=words_of_atom(step)) for fact, step in made.stale]
    lines = [(one.text, fault) for one, fault in made.groundless] + [(line, unread(line)) for line in unread_lines]
    return told + [sentence("left-out-line", line=line, why=fault.why, hint=fault.hint) for line, fault in lines]
