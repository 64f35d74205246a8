"""Check atoms: the predicate is declared and accepts these arguments, and the arguments are declared."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.languages.pddl.checks.context import Context, declaration_fix, rename, slip_of
from clairify_cli.languages.pddl.checks.vocabulary import Signature, Types, Vocabulary
from clairify_cli.languages.pddl.hierarchy import types_text
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    Atom,
    FunctionDeclaration,
    FunctionTerm,
    Name,
    Placed,
    TypedName,
    section_of,
)
from clairify_cli.records import dataclass, field


class Where(enum.Enum):
    """The context of atoms, which decides the findings about names and types."""

    INIT = "init"
    GOAL = "goal"
    ACTION = "action"


@dataclass
class Scope:
    """The names in scope.

    `terms` are objects, constants and, with their `?`, variables. `terms_known` is False without a domain, since a name
    may then be one of its constants; `excused` are names that an unreadable part of the problem may declare. `of` says
    where the variables are declared, such as "`:parameters` of `move`", and `mark` separates the findings of different
    actions.
    """

    where: Where
    terms: dict[str, Types]
    terms_known: bool = True
    of: str = ""
    mark: object = None
    written: dict[str, TypedName] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    effect: bool = False
    excused: frozenset[str] = frozenset()
    _of_type: dict[Types, frozenset[str]] = field(default_factory=dict)
    _by_types: dict[Types, list[str]] = field(default_factory=dict)

    def of_type(self, wanted: Types, vocabulary: Vocabulary) -> frozenset[str]:
        """Return the objects and constants of a type; cached, as states use few types again and again."""
        known = self._of_type.get(wanted)
        if known is None:
            self._by_types = self._by_types or _by_types(self.terms)
            fitting = [names for of, names in self._by_types.items() if of == wanted or vocabulary.fits(of, wanted)]
            known = self._of_type[wanted] = frozenset().union(*fitting)
        return known

    def variables(self) -> list[str]:
        return [name for name in self.terms if name[0] == "?"]


def _by_types(terms: dict[str, Types]) -> dict[Types, list[str]]:
    """Group names by their types."""
    made: dict[Types, list[str]] = {}
    for name, types in terms.items():
        made.setdefault(types, []).append(name)
    return made


def check_atom(context: Context, scope: Scope, atom: Atom, *, typed: bool = True) -> None:
    """Check that an atom has a declared predicate, the right number of arguments and, if `typed`, fitting types."""
    vocabulary = context.vocabulary
    name = atom.predicate.text
    context.used["predicate"].add(name)
    signature = vocabulary.predicates.get(name)
    if signature is None and vocabulary.domain is not None and name not in vocabulary.excused:
        _undeclared_predicate(context, scope, atom)
    _check_arguments(context, scope, atom, signature, typed)


def _check_arguments(
    context: Context, scope: Scope, of: Atom | FunctionTerm, signature: Signature | None, typed: bool
) -> None:
    """Check the number of arguments of a predicate or function and, if `typed`, their types."""
    vocabulary, arguments = context.vocabulary, of.arguments
    if signature is not None and len(signature.types) != len(arguments):
        _arity(context, of, signature, len(arguments))
        signature = None
    for position, argument in enumerate(arguments):
        types = scope.terms.get(argument.text)
        if types is None:
            wanted = signature.types[position] if signature is not None else (OBJECT,)
            undeclared_term(context, scope, argument, wanted)
        elif (
            typed
            and signature is not None
            and types != signature.types[position]
            and not vocabulary.fits(types, signature.types[position])
        ):
            _mismatch(context, scope, argument, signature, position)
    scope.used.update([argument.text for argument in arguments])


def check_function_term(context: Context, scope: Scope, term: FunctionTerm) -> None:
    """Check that a function term has a declared function and the right number and types of arguments."""
    vocabulary = context.vocabulary
    name = term.function.text
    if name == "is-violated" and len(term.arguments) == 1:  # its argument is a preference's name, not a term
        return
    context.used["function"].add(name)
    signature = vocabulary.functions.get(name)
    if signature is None:
        special = name in ("total-cost", "total-time", "?duration", "#t") and not term.arguments
        if not special and vocabulary.domain is not None and name not in vocabulary.excused:
            _undeclared_function(context, term.function)
    _check_arguments(context, scope, term, signature, True)


# --------------------------------------------------------------------------------------- names without a declaration


def undeclared_term(context: Context, scope: Scope, name: Name, wanted: Types) -> None:
    """Report an undeclared variable or object."""
    type_ = context.vocabulary.types_text(wanted)
    typed = name.written if type_ == OBJECT else f"{name.written} - {type_}"
    if name.text[0] == "?":
        _undeclared_variable(context, scope, name, typed)
    elif scope.terms_known and name.text not in context.vocabulary.excused and name.text not in scope.excused:
        _undeclared_object(context, scope, name, typed)


def _undeclared_variable(context: Context, scope: Scope, name: Name, typed: str) -> None:
    key = ("variable", name.text, scope.mark)
    if context.recurs(key, name):
        return
    known = scope.variables()
    slip = slip_of(name.text, known)
    where = scope.where.value if scope.where is not Where.ACTION else scope.of

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        fix = (
            rename(scope.written[slip].name.written if slip in scope.written else slip, [at, *others]) if slip else None
        )
        return rules.undeclared_variable(at, name.written, known, where, typed, fix, others)

    context.add_recurring(key, name, words)


def _undeclared_object(context: Context, scope: Scope, name: Name, typed: str) -> None:
    in_domain = scope.where is Where.ACTION
    variable = f"?{name.text}" if f"?{name.text}" in scope.terms else None
    key = ("object", name.text, scope.mark if variable else None)
    if context.recurs(key, name):
        return
    problem = context.problem
    declared = in_domain and problem is not None and any(one.name.text == name.text for one in problem.objects)

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        compared = [one for one in scope.terms if one[0] != "?"]
        slip = slip_of(name.text, compared)
        fix = None
        if variable is not None:
            fix = rename(f"?{name.written}", [at, *others])
        elif slip is not None:
            # Objects with similar names are often different, so a rename is safe only if all letters are the same.
            fix = rename(slip, [at, *others], safe=_same_letters(slip, name.text))
        return rules.undeclared_object(at, name.written, compared, typed, variable, in_domain, declared, fix, others)

    context.add_recurring(key, name, words)


def _same_letters(one: str, other: str) -> bool:
    return one.replace("-", "").replace("_", "") == other.replace("-", "").replace("_", "")


def _undeclared_predicate(context: Context, scope: Scope, atom: Atom) -> None:
    vocabulary = context.vocabulary
    name = atom.predicate.text
    is_a = ""
    if name in vocabulary.types:
        is_a = "a type, and types are no predicates"
    elif name in vocabulary.functions:
        is_a = "a function, whose values are numbers"
    elif name in vocabulary.action_names:
        is_a = "an action; name what is so once it has been done"
    declare = f"({atom.predicate.written}{_parameters_for(scope, atom)})"
    arity = len(atom.arguments)

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        fitting = (one for one, signature in vocabulary.predicates.items() if len(signature.types) == arity)
        slip = slip_of(name, fitting) if not is_a else None
        fix = rename(vocabulary.predicates[slip].declaration.name.written, [at, *others]) if slip else None
        near = nearest(atom.predicate.written, (one.declaration.name.written for one in vocabulary.predicates.values()))
        declared = vocabulary.predicates_whole
        return rules.undeclared_predicate(at, atom.predicate.written, near, is_a, declared, declare, fix, others)

    context.add_recurring(("predicate", name), atom.predicate, words)


def _parameters_for(scope: Scope, atom: Atom) -> str:
    """Return parameters for a declaration that would fit the arguments of an atom."""
    made = ""
    for number, argument in enumerate(atom.arguments, 1):
        types = scope.terms.get(argument.text, (OBJECT,))
        variable = argument.text if argument.text[0] == "?" else f"?x{number}"
        made += f" {variable}" if types == (OBJECT,) else f" {variable} - {types_text(types)}"
    return made


def _undeclared_function(context: Context, name: Name) -> None:
    functions = context.vocabulary.functions

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        known = [one.declaration.name.written for one in functions.values()]
        slip = slip_of(name.text, known)
        fix = rename(slip, [at, *others]) if slip else None
        return rules.undeclared_function(at, name.written, known, fix, others)

    context.add_recurring(("function", name.text), name, words)


def undeclared_type(context: Context, name: Name, *, above: str | None = None) -> None:
    """Report a type that is used in a declaration but missing from `:types`."""
    vocabulary, domain = context.vocabulary, context.vocabulary.domain
    if domain is None or name.text in vocabulary.excused:
        return

    def words(at: Span, others: Sequence[Span]) -> Diagnostic:
        known = [one.name.written for one in vocabulary.types.values()]
        slip = slip_of(name.text, known) if above is None else None
        fix = rename(slip, [at, *others]) if slip else None
        if fix is None and vocabulary.source is context.source:
            text = f"{name.written} - object"
            fix = declaration_fix(context.source, section_of(domain, ":types"), text)
        return rules.undeclared_type(at, name.written, known, above, fix, others)

    context.add_recurring(("type", name.text), name, words)


# ------------------------------------------------------------------------------------------------ numbers and types


def _arity(context: Context, at: Placed, signature: Signature, given: int) -> None:
    """Report a predicate or function with the wrong number of arguments."""
    declaration, source = signature.declaration, context.vocabulary.source
    rule = rules.function_arity if isinstance(declaration, FunctionDeclaration) else rules.predicate_arity
    declared = source.span(declaration.start, declaration.end) if source is not None and declaration.end else None
    key = (rule, declaration.name.text, given)
    context.add_recurring(key, at, rule, declaration.name.written, takes_text(signature), given, declared)


def takes_text(signature: Signature) -> str:
    """Return in words what a predicate takes: "1 argument, (?o - item)" or "no arguments"."""
    if not signature.types:
        return "no arguments"
    return f"{counted(len(signature.types), 'argument')}, {signature.text}"


def _mismatch(context: Context, scope: Scope, argument: Name, signature: Signature, position: int) -> None:
    """Report an argument whose type does not fit the predicate or function."""
    vocabulary = context.vocabulary
    given, wanted = scope.terms[argument.text], signature.types[position]
    in_action = scope.where is Where.ACTION
    key = ("types", signature.declaration.name.text, position, given, scope.mark, argument.text if in_action else None)
    if context.recurs(key, argument):
        return
    takes = f"`{signature.declaration.name.written}` takes {signature.text}"
    is_a = f"of type `{vocabulary.types_text(given)}`"
    overlaps = vocabulary.hierarchy.may_fit(given, wanted)
    if overlaps and (in_action or argument.text[0] == "?"):
        narrow = f"`{vocabulary.types_text(wanted)}`"
        context.add_recurring(key, argument, rules.wide_type, argument.written, is_a, narrow, takes)
    elif in_action:
        lattice = _lattice(vocabulary, given, wanted)
        context.add_recurring(key, argument, rules.never_fits, argument.written, is_a, lattice, takes, scope.effect)
    else:
        fitting = scope.of_type(wanted, vocabulary)
        shown = [name for name in scope.terms if name in fitting and name[0] != "?"]
        lattice = _lattice(vocabulary, given, wanted)
        context.add_recurring(key, argument, rules.wrong_type, argument.written, is_a, lattice, takes, shown)


def _lattice(vocabulary: Vocabulary, given: Types, wanted: Types) -> str:
    """Explain why one type does not fit another, by its supertypes."""
    kinds = ", ".join(vocabulary.lattice(name) for name in given)
    return f"`{vocabulary.types_text(given)}` is no kind of `{vocabulary.types_text(wanted)}` ({kinds})"
