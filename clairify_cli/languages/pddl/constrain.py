"""What may be a goal in one scene, to constrain a decoder to existing predicates, types and objects.

The rules are built per request, and written as a grammar in GBNF or as a JSON schema, in which lists stand for
parentheses. Depth and repetition are bounded, so that every reply ends, and a variable occurs only inside the
quantifier that declares it. The reply may instead say that the scene lacks what the text requires.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, groupby, pairwise
from typing import NamedTuple

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, Problem, TypedName
from clairify_cli.languages.replies import MISTAKEN, without_fence

_VARIABLES = ("?x", "?y", "?z")
_DEPTH = 2
"""Nesting of connectives."""
_MOST_PARTS = 8
_MOST_SCOPES = 60
"""Limit on the pairs of types that a quantifier may declare; beyond it, its variables all have one type."""
_MOST_RULES = 120
_REASON = "[A-Za-z][A-Za-z0-9 ,.()-]{1,120}[.]"
_NUMBER = "number"

Types = tuple[str, ...]


class _Rule(NamedTuple):
    """A part in the form of a rule, or a list that ends with 1 to `most` such parts."""

    name: str
    most: int = 1


_Part = str | _Rule | Sequence["_Part"]
"""A word, a rule, or a list of parts in parentheses."""


def goal_grammar(context: Sequence[Source]) -> str:
    """Return the grammar of `(:goal ...)` for a domain and a problem; "" if one of them is missing or unreadable."""
    if (rules := _rules(context)) is None:
        return ""
    root, ways = rules
    cannot = "".join(f" {part}" for part in ('"CANNOT SAY: "', _REASON.replace("][", "] [")))
    written = {name: " | ".join(map(_in_gbnf, parts)) for name, parts in ways.items()}
    written |= {"root": f'({MISTAKEN})? "(:goal " {root} ")\\n" |{cannot}', _NUMBER: "[1-9] [0-9]{0,3}"}
    return "".join(f"{name} ::= {body}\n" for name, body in written.items())


def goal_schema(context: Sequence[Source]) -> dict[str, object] | None:
    """Return the JSON schema of `{"goal": [...]}` for a domain and a problem, like `goal_grammar`.

    Providers count a schema as input, and refuse large ones: a quantifier declares one variable, and where there are
    many types, there is none.
    """
    if (rules := _rules(context, most_variables=1)) is not None and len(rules[1]) > _MOST_RULES:
        rules = _rules(context, most_variables=0)
    if rules is None:
        return None
    root, ways = rules
    cannot = {"type": "string", "pattern": f"^CANNOT SAY: {_REASON}$"}
    defined: dict[str, object] = {
        name: {"enum": parts} if all(isinstance(one, str) for one in parts) else {"anyOf": [*map(_in_json, parts)]}
        for name, parts in ways.items()
    }
    return {
        "type": "object",
        "properties": {"goal": {"anyOf": [_in_json(_Rule(root)), cannot]}},
        "required": ["goal"],
        "additionalProperties": False,
        "$defs": defined | {_NUMBER: {"type": "integer", "minimum": 1, "maximum": 9999}},
    }


def from_json(reply: str) -> str | None:
    """Return the goal, or the reason, in a reply in the form of the schema; None if it is not in this form."""
    try:
        value = json.loads(without_fence(reply))
        goal = value.get("goal") if isinstance(value, Mapping) else None
        return goal if goal is None or isinstance(goal, str) else f"(:goal {_in_lisp(goal)})\n"
    except (ValueError, RecursionError):
        return None


def _in_lisp(value: object) -> str:
    return f"({' '.join(map(_in_lisp, value))})" if isinstance(value, list) else str(value)


def _in_gbnf(part: _Part) -> str:
    pieces = ("".join(map(str, group)) if kind is str else group for kind, group in groupby(_flat(part), type))
    return " ".join(
        json.dumps(piece) if isinstance(piece, str) else " ".join(map(_repeated, piece))  # type: ignore[arg-type]
        for piece in pieces
    )


def _repeated(rule: _Rule) -> str:
    return rule.name if rule.most == 1 else f'{rule.name} (" " {rule.name}){{0,{rule.most - 1}}}'


def _flat(part: _Part) -> Iterator[str | _Rule]:
    if isinstance(part, str | _Rule):
        yield part
        return
    for number, one in enumerate(part):
        yield " " if number else "("
        yield from _flat(one)
    yield ")"


def _in_json(part: _Part) -> dict[str, object]:
    if isinstance(part, str):
        return {"const": part}
    if isinstance(part, _Rule):
        return {"$ref": f"#/$defs/{part.name}"}
    *before, last = part
    most = last.most if isinstance(last, _Rule) else 1
    # A tuple for every length, since llama.cpp takes either `prefixItems` or `items`.
    tuples = [
        {
            "type": "array",
            "prefixItems": [*map(_in_json, (*before, *[last] * many))],
            "minItems": len(before) + many,
            "maxItems": len(before) + many,
        }
        for many in range(1, most + 1)
    ]
    return {"anyOf": tuples} if most > 1 else tuples[0]


def _rules(context: Sequence[Source], most_variables: int = 3) -> tuple[str, dict[str, list[_Part]]] | None:
    """Return the name of the rule of a goal and the ways to write each rule; None without a domain and a problem.

    `most_variables` limits what a quantifier declares.
    """
    files = [read(source)[0] for source in context]
    domain = next((file.domain for file in files if file.domain is not None), None)
    problem = next((file.problem for file in files if file.problem is not None), None)
    goals = None if domain is None or problem is None else _Goals(domain, problem, most_variables)
    return (goals.root, goals.rules) if goals is not None and goals.root else None


class _Goals:
    """The rules by name, for each scope of quantified variables."""

    def __init__(self, domain: Domain, problem: Problem, most_variables: int) -> None:
        self.domain = domain
        self.types: Hierarchy = hierarchy_of(domain)
        self.objects = {one.name.text: type_names(one.types) for one in (*domain.constants, *problem.objects)}
        self.rules: dict[str, list[_Part]] = {}
        self.mentions: dict[str, frozenset[str]] = {}
        """The variables that may occur in what a rule produces."""
        self.root = self._conditions((), [one for one in self._scopes() if len(one) <= most_variables])

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
        self.rules[f"{key}-atom"] = [_Rule(one) for one in atoms]
        self.rules[f"{key}-0"] = [_Rule(f"{key}-atom"), ("not", _Rule(f"{key}-atom"))]
        quantified: list[_Part] = []
        for one in inner:
            if within := self._conditions(one):
                declared = [part for name, type_ in zip(_VARIABLES, one, strict=False) for part in (name, "-", type_)]
                quantified += [(word, declared, _Rule(within)) for word in ("exists", "forall")]
        if quantified:
            self.rules["quantified"] = quantified
        for depth in range(1, _DEPTH + 1):
            below = _Rule(f"{key}-{depth - 1}")
            several: list[_Part] = [(word, below, below._replace(most=_MOST_PARTS)) for word in ("and", "or")]
            ways = [below, *several, ("imply", below, below), *[_Rule("quantified")] * bool(quantified)]
            self.rules[f"{key}-{depth}"] = ways
        return f"{key}-{_DEPTH}"

    def _atoms(self, scope: Types) -> list[str]:
        """Return the rules for atoms with fitting terms: predicates, comparisons of functions, equal variables."""
        found = [self._call("p", one.name.text, one.parameters, scope) for one in self.domain.predicates]
        found += [
            self._call("f", one.name.text, one.parameters, scope) for one in self.domain.functions if not one.types
        ]
        if len(scope) > 1 and len(set(scope)) == 1:
            names = _VARIABLES[: len(scope)]
            found.append(self._rule(f"same-{len(scope)}", [("=", a, b) for a, b in pairwise(names)], names))
        return [one for one in found if one]

    def _call(self, kind: str, name: str, parameters: Sequence[TypedName], scope: Types) -> str:
        """Return the rule for a predicate, or a function with a number; "" if nothing fits one of its parameters."""
        terms = [self._term(type_names(one.types), scope) for one in parameters]
        if not all(terms):
            return ""
        call: _Part = (name, *map(_Rule, terms))
        ways = [call] if kind == "p" else [(word, call, _Rule(_NUMBER)) for word in ("<=", ">=", "=")]
        return self._rule(
            "-".join((kind, _rule_name(name), *terms)), ways, [v for one in terms for v in self.mentions[one]]
        )

    def _term(self, wanted: Types, scope: Types) -> str:
        """Return the rule for the objects and variables of some types; "" if there are none."""
        names = [name for name, types in self.objects.items() if self.types.fits(types, wanted)]
        variables = [name for name, one in zip(_VARIABLES, scope, strict=False) if self.types.fits((one,), wanted)]
        key = "t-" + "-".join(map(_rule_name, wanted))
        there: list[_Part] = [_Rule(self._rule(key, names, ()))] if names else []
        if variables:
            return self._rule(key + "".join(name[1] for name in variables).upper(), [*there, *variables], variables)
        return key if names else ""

    def _rule(self, key: str, ways: Sequence[_Part], variables: Iterable[str]) -> str:
        self.rules[key] = list(ways)
        self.mentions[key] = frozenset(variables)
        return key


def _rule_name(name: str) -> str:
    """Convert a name to a GBNF rule name, with letters and digits; other characters become their code points."""
    return "".join(one if one.isascii() and one.isalnum() else f"u{ord(one)}" for one in name.lower())
