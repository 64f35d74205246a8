"""Check initial states: every fact has declared names, occurs once and is not contradicted."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.literals import written
from clairify_cli.languages.pddl.checks.terms import Scope, check_atom, check_function_term
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    Atom,
    Comparison,
    Formula,
    FunctionTerm,
    Not,
    Number,
    Placed,
    Problem,
    Timed,
)
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.languages.pddl.walk import literal_of

Seen = dict[GroundAtom, Formula]
"""The facts about atoms: itself for a true atom, `Not` for a false one."""


def check_init(context: Context, problem: Problem, scope: Scope) -> Seen:
    """Check every fact of the initial state, and return its atoms with their values."""
    seen: Seen = {}
    values: dict[GroundAtom, Comparison] = {}
    derived = context.vocabulary.derived
    slots = _Slots(context, scope)
    for fact in problem.init:
        if isinstance(fact, Atom):
            key = ground(fact)
            if not slots.accept(key):
                check_atom(context, scope, fact)
            if key in seen:
                _said_again(context, fact, fact, seen)
            else:
                seen[key] = fact
                if derived and key[0] in derived:
                    add_derived(context, fact, "in the initial state")
        elif isinstance(fact, Not) and isinstance(fact.operand, Atom):
            check_atom(context, scope, fact.operand, typed=False)  # types do not matter, as the fact has no effect
            _negative(context, fact, fact.operand, seen)
        elif isinstance(fact, Comparison):
            _value(context, fact, scope, values)
        elif isinstance(fact, Timed) and (literal := literal_of(fact.operand)) is not None:
            check_atom(context, scope, literal[0])
    scope.used.update(*[key for key, fact in seen.items() if isinstance(fact, Atom)])
    return seen


class _Slots:
    """For each predicate, itself and the set of accepted objects per position; built on first use."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self.vocabulary = context.vocabulary
        self.scope = scope
        self.known: dict[str, tuple[frozenset[str], ...]] = {}

    def accept(self, key: GroundAtom) -> bool:
        """Whether an atom is correct; any other is left to the code that reports errors."""
        slots = self.known.get(key[0])
        if slots is None:
            signature = self.vocabulary.predicates.get(key[0])
            if signature is None:
                return False
            of_types = [self.scope.of_type(types, self.vocabulary) for types in signature.types]
            slots = self.known[key[0]] = (frozenset((key[0],)), *of_types)
        # `map` for speed, because this runs for every fact of every state.
        return len(slots) == len(key) and all(map(frozenset.__contains__, slots, key))


def add_derived(context: Context, fact: Atom, where: str) -> None:
    """Report an atom of a derived predicate in a place where derived predicates are not allowed."""
    domain, source = context.vocabulary.domain, context.vocabulary.source
    assert domain is not None
    one = next(one for one in domain.derived if one.name.text == fact.predicate.text)
    at = source.span(one.name.start, one.name.end) if source is not None else None
    context.add(rules.init_derived(context.span(fact), fact.predicate.written, where, at))


def _said_again(context: Context, fact: Formula, atom: Atom, seen: Seen) -> None:
    earlier = seen[ground(atom)]
    if type(earlier) is not type(fact):
        seen[ground(atom)] = atom
        context.add(rules.init_contradiction(context.span(fact), written(atom), context.span(earlier)))
        return
    _twice(context, fact, written(atom), earlier)


def _twice(context: Context, fact: Formula, said: str, earlier: Formula) -> None:
    """Report duplicate facts in one finding with one fix, as generated states have dozens of them."""

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        fix = _removals(context.source, "remove the second", at, others)
        return rules.init_twice(at, said, fix, context.span(earlier), others)

    context.add_recurring(("init twice",), fact, words)


def _removals(source: Source, of_one: str, at: Span, others: Sequence[Span]) -> Fix:
    edits = tuple(removal(source, span) for span in (at, *others))
    return Fix(f"remove these {len(edits)}" if others else of_one, edits)


def _negative(context: Context, fact: Not, atom: Atom, seen: Seen) -> None:
    key = ground(atom)
    if isinstance(seen.get(key), Atom):
        _said_again(context, fact, atom, seen)
        return
    seen.setdefault(key, fact)

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        return rules.init_not(at, written(atom), _removals(context.source, "remove it", at, others), others)

    context.add_recurring(("init not",), fact, words)


_LONGEST_INDENT = 200
"""How far back to search for the start of a line, so that a one-line file is not searched for every fact."""


def removal(source: Source, one: Placed) -> Edit:
    """Return the edit that removes an item, with its line if it is alone on it."""
    text, start, end = source.text, one.start, one.end
    line = max(text.rfind("\n", max(0, start - _LONGEST_INDENT), start) + 1, start - _LONGEST_INDENT, 0)
    if not text[line:start].strip():
        if text[end : end + 1] == "\n":
            return Edit(line, end + 1, "")
        while end < len(text) and text[end] in " \t":
            end += 1
        return Edit(start, end, "")
    while start > line and text[start - 1] in " \t":
        start -= 1
    return Edit(start, end, "")


def _value(context: Context, fact: Comparison, scope: Scope, values: dict[GroundAtom, Comparison]) -> None:
    """Check the value of a function, such as `(= (distance a b) 5)`."""
    term = fact.left
    if not isinstance(term, FunctionTerm):
        return
    check_function_term(context, scope, term)
    key = (term.function.text, *(name.text for name in term.arguments))
    earlier = values.setdefault(key, fact)
    if earlier is fact:
        return
    said = f"({' '.join(name.written for name in (term.function, *term.arguments))})"
    same = (
        isinstance(fact.right, Number) and isinstance(earlier.right, Number) and fact.right.value == earlier.right.value
    )
    first = context.span(earlier)
    if same:
        _twice(context, fact, said, earlier)
    else:
        context.add(rules.init_contradiction(context.span(fact), said, first))
