"""The grammar of a goal in one scene, which constrains a decoder to existing predicates, types and objects.

It is built per request, in GBNF. Depth and repetition are bounded, so that every reply ends, and a variable occurs only
inside the quantifier that declares it. The reply may instead say that the scene lacks what the text requires.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, pairwise

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, Problem, TypedName

_VARIABLES = ("?x", "?y", "?z")
_DEPTH = 2
"""Nesting of connectives."""
_MOST_PARTS = 8
_MOST_SCOPES = 60
"""Limit on the pairs of types that a quantifier may declare; beyond it, its variables all have one type."""
_CANNOT = r'"CANNOT SAY: " [A-Za-z] [A-Za-z0-9 ,.()-]{1,120} "."'

Types = tuple[str, ...]


def goal_grammar(context: Sequence[Source]) -> str:
    """Return the grammar of `(:goal ...)` for a domain and a problem; "" if one of them is missing or unreadable."""
    files = [read(source)[0] for source in context]
    domain = next((file.domain for file in files if file.domain is not None), None)
    problem = next((file.problem for file in files if file.problem is not None), None)
    return "" if domain is None or problem is None else _Goals(domain, problem).grammar()


class _Goals:
    """The rules by name, for each scope of quantified variables."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.types: Hierarchy = hierarchy_of(domain)
        self.objects = {one.name.text: type_names(one.types) for one in (*domain.constants, *problem.objects)}
        self.rules: dict[str, str] = {}
        self.mentions: dict[str, frozenset[str]] = {}
        """The variables that may occur in what a rule produces."""

    def grammar(self) -> str:
        outside = self._conditions((), self._scopes())
        if not outside:
            return ""
        root = {"root": f'"(:goal " {outside} ")\\n" | {_CANNOT}'}
        return "".join(f"{name} ::= {body}\n" for name, body in (root | self.rules).items())

    def _scopes(self) -> list[Types]:
        """Return the variable types that a quantifier may declare: those that have objects in the scene."""
        used = sorted(
            {of for types in self.objects.values() for one in types for of in self.types.supertypes.get(one, ())}
        )
        pairs = list(combinations_with_replacement(used, 2))
        if len(pairs) > _MOST_SCOPES:
            pairs = [(one, one) for one in used]
        return [*((one,) for one in used), *pairs, *((one, one, one) for one in used)][: 3 * _MOST_SCOPES]

    def _conditions(self, scope: Types, inner: Iterable[Types] = ()) -> str:
        """Return the rule for conditions with these variables, at the outermost depth; "" if none can use them all."""
        key = "-".join(("c", *map(_rule_name, scope)))
        atoms = self._atoms(scope)
        if (
            not all(any(name in self.mentions[atom] for atom in atoms) for name in _VARIABLES[: len(scope)])
            or not atoms
        ):
            return ""
        self.rules[f"{key}-atom"] = " | ".join(atoms)
        self.rules[f"{key}-0"] = f'{key}-atom | "(not " {key}-atom ")"'
        quantified = []
        for one in inner:
            if within := self._conditions(one):
                declared = " ".join(f"{name} - {type_}" for name, type_ in zip(_VARIABLES, one, strict=False))
                quantified.append(f'("(exists (" | "(forall (") {json.dumps(declared)} ") " {within} ")"')
        if quantified:
            self.rules["quantified"] = " | ".join(quantified)
        for depth in range(1, _DEPTH + 1):
            below = f"{key}-{depth - 1}"
            several = f'("(and " | "(or ") {below} (" " {below}){{1,{_MOST_PARTS}}} ")"'
            ways = [below, several, f'"(imply " {below} " " {below} ")"', *["quantified"] * bool(quantified)]
            self.rules[f"{key}-{depth}"] = " | ".join(ways)
        return f"{key}-{_DEPTH}"

    def _atoms(self, scope: Types) -> list[str]:
        """Return the rules for atoms with fitting terms: predicates, comparisons of functions, equal variables."""
        found = [self._call("p", one.name.text, one.parameters, scope) for one in self.domain.predicates]
        found += [
            self._call("f", one.name.text, one.parameters, scope) for one in self.domain.functions if not one.types
        ]
        if len(scope) > 1 and len(set(scope)) == 1:
            pairs = [json.dumps(f"(= {a} {b})") for a, b in pairwise(_VARIABLES[: len(scope)])]
            found.append(self._rule(f"same-{len(scope)}", " | ".join(pairs), _VARIABLES[: len(scope)]))
        return [one for one in found if one]

    def _call(self, kind: str, name: str, parameters: Sequence[TypedName], scope: Types) -> str:
        """Return the rule for a predicate, or a function with a number; "" if nothing fits one of its parameters."""
        terms = [self._term(type_names(one.types), scope) for one in parameters]
        if not all(terms):
            return ""
        call = " ".join([json.dumps(f"({name}"), *(f'" " {one}' for one in terms), '")"'])
        if kind == "f":
            call = f'"(" ("<=" | ">=" | "=") " " {call} " " [1-9] [0-9]{{0,3}} ")"'
        return self._rule(
            "-".join((kind, _rule_name(name), *terms)), call, [v for one in terms for v in self.mentions[one]]
        )

    def _term(self, wanted: Types, scope: Types) -> str:
        """Return the rule for the objects and variables of some types; "" if there are none."""
        names = [name for name, types in self.objects.items() if self.types.fits(types, wanted)]
        variables = [name for name, one in zip(_VARIABLES, scope, strict=False) if self.types.fits((one,), wanted)]
        key = "-".join(map(_rule_name, wanted)) + "".join(name[1] for name in variables).upper()
        return (
            self._rule(f"t-{key}", " | ".join(map(json.dumps, names + variables)), variables)
            if names or variables
            else ""
        )

    def _rule(self, key: str, body: str, variables: Iterable[str]) -> str:
        self.rules[key] = body
        self.mentions[key] = frozenset(variables)
        return key


def _rule_name(name: str) -> str:
    """Convert a name to a GBNF rule name, with letters and digits; other characters become their code points."""
    return "".join(one if one.isascii() and one.isalnum() else f"u{ord(one)}" for one in name.lower())
