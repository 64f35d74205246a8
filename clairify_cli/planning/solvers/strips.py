"""A STRIPS task written in the narrow dialect of PDDL that pyperplan reads.

It knows STRIPS with types, but not every way to write it down: conjunctions in conjunctions, an action without
`:precondition`, a supertype that is not declared, `not` in the initial state. What is written here means the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of
from clairify_cli.languages.pddl.syntax import OBJECT, Action, Atom, Domain, Formula, Name, Not, Problem, TypedName
from clairify_cli.languages.pddl.walk import conjuncts


def write_domain(domain: Domain) -> str:
    """The domain, without costs and requirements; for tasks without features beyond STRIPS and types."""
    parts = ["(define (domain d)", "(:requirements :strips :typing)"]
    parts += _section(":types", _types(domain, hierarchy_of(domain)))
    parts += _section(":constants", _typed(domain.constants))
    parts += _section(":predicates", (_list(one.name.text, _typed(one.parameters)) for one in domain.predicates))
    parts += [_action(action) for action in domain.actions]
    return "\n".join([*parts, ")\n"])


def write_problem(problem: Problem) -> str:
    """The problem, without metric and values."""
    parts = ["(define (problem p)", "(:domain d)"]
    parts += _section(":objects", _typed(problem.objects))
    parts.append(_list(":init", (_atom(fact) for fact in problem.init if isinstance(fact, Atom))))
    parts.append(f"(:goal {_conjunction(problem.goal)})")
    return "\n".join([*parts, ")\n"])


def _action(action: Action) -> str:
    return (
        f"(:action {action.name.text}\n :parameters ({' '.join(_typed(action.parameters))})\n"
        f" :precondition {_conjunction(action.precondition)}\n :effect {_conjunction(action.effect)})"
    )


def _types(domain: Domain, hierarchy: Hierarchy) -> Iterator[str]:
    """Each type with its first supertype; those that are only named as one stand below `object`."""
    above = {one.name.text: one.types[0].text for one in domain.types if one.types}
    for name in sorted(hierarchy.supertypes, key=lambda one: (len(hierarchy.supertypes[one]), one)):
        if name != OBJECT:
            yield f"{name} - {above.get(name, OBJECT)}"


def _typed(names: Iterable[TypedName]) -> Iterator[str]:
    for one in names:
        yield f"{one.name.text} - {one.types[0].text if one.types else OBJECT}"


def _conjunction(formula: Formula | None) -> str:
    return _list("and", _literals(formula))


def _literals(formula: Formula | None) -> Iterator[str]:
    for one in conjuncts(formula):
        match one:
            case Not(operand=Atom() as atom):
                yield f"(not {_atom(atom)})"
            case Atom() as atom:
                yield _atom(atom)
            case _:
                raise ValueError("not a conjunction of literals")


def _atom(atom: Atom) -> str:
    return _list(atom.predicate.text, _texts(atom.arguments))


def _texts(names: Iterable[Name]) -> Iterator[str]:
    return (name.text for name in names)


def _section(keyword: str, parts: Iterable[str]) -> list[str]:
    listed = list(parts)
    return [_list(keyword, listed)] if listed else []


def _list(head: str, parts: Iterable[str]) -> str:
    return f"({' '.join((head, *parts))})"
