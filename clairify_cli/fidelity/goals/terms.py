"""A goal as literals over terms: objects, and variables with their possible objects."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import And, Atom, Formula, Imply, Name, Not, Or, Quantified
from clairify_cli.languages.pddl.task import Task
from clairify_cli.records import dataclass, field

EQUAL = "="
_MOST_ALTERNATIVES = 16


@dataclass(frozen=True, slots=True)
class Term:
    """An object or a variable of the goal: its possible objects, and where it is first written.

    `quantifier` is empty for an object. Variables of the same name in different quantifiers are different terms.
    """

    name: str
    number: int
    members: frozenset[str]
    quantifier: str
    start: int
    end: int
    told: str
    """The term as written: `apple1`, or `?x - apple`."""


@dataclass(frozen=True, slots=True)
class GoalLiteral:
    """A literal that the goal requires, or a guard (the left side of an `imply`), which it does not require."""

    predicate: str
    terms: tuple[Term, ...]
    positive: bool
    start: int
    end: int
    is_guard: bool = False

    def says_as_much_as(self, other: GoalLiteral) -> bool:
        """Whether both have the same predicate and sign, and their terms can denote the same objects."""
        return (
            self.predicate == other.predicate
            and self.positive == other.positive
            and len(self.terms) == len(other.terms)
            and all(one.members & two.members for one, two in zip(self.terms, other.terms, strict=True))
        )


@dataclass
class GoalTerms:
    """The parts of a goal, in the order of its text. `unequal` has the pairs of terms that must differ."""

    task: Task
    changing: frozenset[str]
    literals: list[GoalLiteral] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    unequal: set[frozenset[int]] = field(default_factory=set)

    @property
    def wanted(self) -> list[GoalLiteral]:
        """The literals to achieve; predicates that never change only select the objects."""
        return [one for one in self.literals if not one.is_guard and one.predicate in self.changing]

    @property
    def used(self) -> list[Term]:
        """The terms in the literals to achieve."""
        return list(dict.fromkeys(term for literal in self.wanted for term in literal.terms))


_Scope = dict[str, Term]


def alternatives(goal: Formula, task: Task, changing: frozenset[str]) -> list[GoalTerms]:
    """Return the alternatives of a goal, one for each choice in its disjunctions, up to a limit."""
    found: dict[tuple[int, ...], GoalTerms] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting and len(found) < _MOST_ALTERNATIVES:
        taken = waiting.pop(0)
        one, choices = _one_way(goal, task, changing, taken)
        found[taken] = one
        for at in range(len(taken), len(choices)):
            waiting += [(*taken, *(0,) * (at - len(taken)), other) for other in range(1, choices[at])]
    return list(found.values())


def _one_way(
    goal: Formula, task: Task, changing: frozenset[str], taken: tuple[int, ...]
) -> tuple[GoalTerms, list[int]]:
    """Return the literals and terms of a goal with one part of every `or`, and the number of parts of each `or`."""
    found = GoalTerms(task, changing)
    choices: list[int] = []
    waiting: list[tuple[Formula, _Scope, bool, bool]] = [(goal, {}, True, False)]
    while waiting:
        one, scope, positive, guard = waiting.pop()
        match one:
            case Or(operands=parts) if positive and parts:
                number = len(choices)
                choices.append(len(parts))
                chosen = taken[number] if number < len(taken) and taken[number] < len(parts) else 0
                waiting.append((parts[chosen], scope, positive, guard))
            case And(operands=parts) | Or(operands=parts):
                waiting += [(part, scope, positive, guard) for part in reversed(parts)]
            case Not(operand=part):
                waiting.append((part, scope, not positive, guard))
            case Imply(left=left, right=right):
                waiting += [(right, scope, positive, guard), (left, scope, positive, True)]
            case Quantified():
                waiting.append((one.body, {**scope, **_variables(found, one)}, positive, guard))
            case Atom():
                _literal(found, one, scope, positive, guard)
    return found, choices


def _variables(found: GoalTerms, quantified: Quantified) -> _Scope:
    scope = {}
    for variable in quantified.variables:
        types = type_names(variable.types)
        members = frozenset(found.task.objects_of(types))
        for atom in _atoms(quantified.body):
            if atom.predicate.text not in found.changing:
                members = members & _singled_out(found.task, atom, variable.name.text)
        name = variable.name
        told = f"{name.written} - {' '.join(types)}"
        term = Term(name.text, len(found.terms), members, quantified.quantifier, name.start, name.end, told)
        found.terms.append(term)
        scope[name.text] = term
    return scope


def _atoms(formula: Formula) -> Iterator[Atom]:
    """Yield the atoms that restrict a quantified variable: those in a conjunction or on the left of an `imply`."""
    waiting = [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, And):
            waiting += one.operands
        elif isinstance(one, Imply):
            waiting.append(one.left)
        elif isinstance(one, Quantified):
            waiting.append(one.body)
        elif isinstance(one, Atom) and one.predicate.text != EQUAL:
            yield one


def _singled_out(task: Task, atom: Atom, variable: str) -> frozenset[str]:
    """Return the objects that a static atom allows for a variable, given the initial facts."""
    places = [at for at, argument in enumerate(atom.arguments) if argument.text == variable]
    if not places:
        return frozenset(task.objects)
    fixed = [(at, name.text) for at, name in enumerate(atom.arguments, 1) if not name.is_variable]
    return frozenset(
        fact[places[0] + 1]
        for fact in task.init
        if fact[0] == atom.predicate.text
        and len(fact) == len(atom.arguments) + 1
        and all(fact[at] == name for at, name in fixed)
    )


def _literal(found: GoalTerms, atom: Atom, scope: _Scope, positive: bool, guard: bool) -> None:
    terms = tuple(_term(found, name, scope) for name in atom.arguments)
    if atom.predicate.text == EQUAL:
        if not positive and len(terms) == 2:
            found.unequal.add(frozenset((terms[0].number, terms[1].number)))
        return
    found.literals.append(GoalLiteral(atom.predicate.text, terms, positive, atom.start, atom.end, guard))


def _term(found: GoalTerms, name: Name, scope: _Scope) -> Term:
    if name.text in scope:
        return scope[name.text]
    for term in found.terms:
        if term.name == name.text and not term.quantifier:
            return term
    term = Term(name.text, len(found.terms), frozenset((name.text,)), "", name.start, name.end, name.written)
    found.terms.append(term)
    return term
