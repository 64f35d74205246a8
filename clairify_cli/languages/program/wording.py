"""Conditions and effects of a domain in the notation of programs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.terms import Binding
from clairify_cli.languages.pddl.meaning.words import words_of
from clairify_cli.languages.program.vocabulary import Vocabulary

NONE: Mapping[str, str] = MappingProxyType({})


def formula_words(formula: pddl.Formula, known: Vocabulary, within: str = "", binding: Binding = NONE) -> str:
    """Format a condition or effect of the domain in the notation of programs; in PDDL if programs cannot express it."""
    match formula:
        case pddl.Atom() if formula.predicate.text != "=":
            inner = ", ".join(_term(one, binding) for one in formula.arguments)
            return f"{known.predicate_name(formula.predicate.text)}({inner})"
        case pddl.Not(operand=pddl.Atom() as atom):
            inside = formula_words(atom, known, "not", binding)
            return inside if atom.predicate.text == "=" else f"not {inside}"
        case pddl.And() | pddl.Or() if formula.operands:
            word = "and" if isinstance(formula, pddl.And) else "or"
            joined = f" {word} ".join(formula_words(one, known, word, binding) for one in formula.operands)
            return f"({joined})" if within and within != word else joined
        case pddl.Atom() if len(formula.arguments) == 2:
            first, second = (_term(one, binding) for one in formula.arguments)
            return f"{first} {'is not' if within == 'not' else 'is'} {second}"
        case pddl.Quantified():
            every = "every" if formula.quantifier == "forall" else "some"
            names = ", ".join(f"{one.name.text[1:]}: {' or '.join(type_names(one.types))}" for one in formula.variables)
            return f"(for {every} {names}: {formula_words(formula.body, known, '', binding)})"
        case pddl.When():
            condition, effect = (formula_words(one, known, "", binding) for one in (formula.condition, formula.effect))
            return f"(where {condition}: {effect})"
        case pddl.Imply():
            left, right = (formula_words(one, known, "or", binding) for one in (formula.left, formula.right))
            return f"(not ({left}) or {right})"
        case pddl.Not():
            return f"not ({formula_words(formula.operand, known, '', binding)})"
    return words_of(formula, binding)


def _term(term: pddl.Name, binding: Binding) -> str:
    if term.text in binding:
        return f'"{binding[term.text]}"'
    return term.text[1:] if term.is_variable else f'"{term.text}"'
