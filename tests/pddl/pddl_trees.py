"""Random trees of PDDL for property tests, and trees without their offsets, to compare them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
    Derived,
    Domain,
    DurativeAction,
    File,
    Formula,
    FunctionDeclaration,
    FunctionTerm,
    Imply,
    Metric,
    Name,
    Not,
    Number,
    Or,
    PredicateDeclaration,
    Preference,
    Problem,
    Quantified,
    Timed,
    TypedName,
    When,
)

OPERATORS = {"and", "or", "not", "imply", "forall", "exists", "when", "define", "either", "preference", "at", "over"}


def bare(node: Any) -> Any:
    """A tree as nested tuples without offsets and sections: what two texts of one meaning have in common."""
    if isinstance(node, Name):
        return node.text
    if not isinstance(node, tuple):
        return node
    if not hasattr(node, "_fields"):
        return tuple(bare(one) for one in node)
    fields = (name for name in node._fields if name not in ("start", "end", "own_line", "sections"))
    return (type(node).__name__, *((name, bare(getattr(node, name))) for name in fields))


def _name(text: str) -> Name:
    return Name(text.lower(), 0, 0, text)


plain_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,6}", fullmatch=True).filter(
    lambda text: text.lower() not in OPERATORS and not text.endswith("-")
)
names = plain_names.map(_name)
variables = plain_names.map(lambda text: _name(f"?{text}"))
terms = st.one_of(names, variables)
numbers = st.one_of(
    st.integers(0, 10**6).map(float), st.floats(0, 1e6, allow_nan=False).map(lambda value: round(value, 3))
).map(lambda value: Number(value, 0, 0))


def typed(of: st.SearchStrategy[Name], *, either: bool = False) -> st.SearchStrategy[tuple[TypedName, ...]]:
    """Typed lists; names without a type come last, as the grammar has it."""
    types = st.lists(names, min_size=1, max_size=3 if either else 1).map(tuple)
    with_types = st.lists(st.builds(TypedName, of, types), max_size=4)
    without = st.lists(of.map(TypedName), max_size=2)
    return st.builds(lambda a, b: (*a, *b), with_types, without)


function_terms = st.builds(FunctionTerm, names, st.lists(terms, max_size=2).map(tuple), st.just(0), st.just(0))
expressions = st.recursive(
    st.one_of(numbers, function_terms),
    lambda inner: st.builds(
        Arithmetic, st.sampled_from("+-*/").map(_name), st.tuples(inner, inner), st.just(0), st.just(0)
    ),
    max_leaves=4,
)
_AT = (st.just(0), st.just(0))
atoms = st.builds(Atom, names, st.lists(terms, max_size=3).map(tuple), *_AT)
_equalities = st.builds(Atom, st.just(_name("=")), st.tuples(terms, terms), *_AT)
_comparisons = st.builds(
    Comparison, st.sampled_from(("<", "<=", "=", ">=", ">")).map(_name), function_terms, expressions, *_AT
)
_assignments = st.builds(
    Assignment, st.sampled_from(("assign", "increase", "scale-up")).map(_name), function_terms, expressions, *_AT
)


def _operands(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[tuple[Formula, ...]]:
    return st.lists(inner, max_size=3).map(tuple)


def _conditions(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        st.builds(And, _operands(inner), *_AT),
        st.builds(Or, _operands(inner), *_AT),
        st.builds(Not, inner, *_AT),
        st.builds(Imply, inner, inner, *_AT),
        st.builds(Quantified, st.sampled_from(("forall", "exists")), typed(variables).filter(bool), inner, *_AT),
        st.builds(Preference, st.one_of(st.none(), names), inner, *_AT),
    )


def _effects(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        st.builds(And, _operands(inner), *_AT),
        st.builds(Quantified, st.just("forall"), typed(variables).filter(bool), inner, *_AT),
        st.builds(When, conditions, inner, *_AT),
    )


conditions = st.recursive(st.one_of(atoms, _equalities, _comparisons), _conditions, max_leaves=6)
_simple_effects = st.one_of(atoms, st.builds(Not, atoms, *_AT), _assignments)
effects = st.recursive(_simple_effects, _effects, max_leaves=6)
facts = st.one_of(
    atoms,
    st.builds(Not, atoms, *_AT),
    st.builds(Comparison, st.just(_name("=")), function_terms, numbers, *_AT),
    st.builds(Timed, st.sampled_from(("5", "10.5")), atoms, *_AT),
)


def _timed(of: st.SearchStrategy[Formula], times: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    one = st.builds(Timed, st.sampled_from(times), of, *_AT)
    return st.one_of(one, st.builds(And, st.lists(one, max_size=3).map(tuple), *_AT))


_durations = numbers.map(
    lambda number: Comparison(_name("="), FunctionTerm(_name("?duration"), (), 0, 0), number, 0, 0)
)
_durative = st.builds(
    DurativeAction,
    names,
    typed(variables),
    _durations,
    st.one_of(st.none(), _timed(conditions, ("at start", "over all", "at end"))),
    _timed(effects, ("at start", "at end")),
    *_AT,
)


def _actions(*kinds: str) -> st.SearchStrategy[Action]:
    condition, effect = st.one_of(st.none(), conditions), st.one_of(st.none(), effects)
    return st.builds(Action, names, typed(variables), condition, effect, *_AT, st.sampled_from(kinds))


_processes = st.lists(_actions(":process", ":event"), max_size=2).map(
    lambda made: tuple(sorted(made, key=lambda one: one.kind == ":event"))  # they are read in this order
)
_requirements = st.lists(st.sampled_from((":strips", ":typing", ":adl")).map(_name), max_size=2).map(tuple)
domains = st.builds(
    Domain,
    names,
    _requirements,
    typed(names),
    typed(names),
    st.lists(st.builds(PredicateDeclaration, names, typed(variables, either=True), *_AT), max_size=3).map(tuple),
    st.lists(st.builds(FunctionDeclaration, names, typed(variables), st.just(()), *_AT), max_size=2).map(tuple),
    st.lists(_actions(":action"), max_size=3).map(tuple),
    st.lists(_durative, max_size=1).map(tuple),
    st.lists(st.builds(Derived, names, typed(variables, either=True), conditions, *_AT), max_size=1).map(tuple),
    st.just(()),
    *_AT,
    _processes,
    st.none(),  # constraints are read to be checked, and are not printed
)
problems = st.builds(
    Problem,
    names,
    names,
    _requirements,
    typed(names),
    st.lists(facts, max_size=5).map(tuple),
    conditions,
    st.one_of(st.none(), st.builds(Metric, st.just(_name("minimize")), expressions, *_AT)),
    st.just(()),
    *_AT,
    st.none(),
)
files = st.one_of(
    domains.map(lambda one: File((one,), ())),
    problems.map(lambda one: File((one,), ())),
    st.builds(lambda one, other: File((one, other), ()), domains, problems),
)
