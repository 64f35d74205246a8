"""Check that the names in a program exist and fit: actions, predicates, objects, parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, permutations
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.files.data import rows
from clairify_cli.languages.motion import GRASPS, PARAMETERS, RANGES
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.syntax import Action, Derived, PredicateDeclaration, TypedName
from clairify_cli.languages.pddl.syntax import Name as Word
from clairify_cli.languages.program.printing import with_objects
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import (
    Assertion,
    Call,
    Condition,
    Fact,
    For,
    If,
    Name,
    Program,
    Setting,
    Statement,
    Term,
    While,
    bodies,
    facts,
)
from clairify_cli.languages.program.vocabulary import Vocabulary

_OF_PYTHON = frozenset(word for (word,) in rows(Path(__file__).with_suffix(".tsv")))
"""Python functions that are never meant as actions; with a domain, every name not in it is reported."""


class NameCheck:
    """Collect the errors in a program's names.

    `senseless` has the offsets of calls and conditions that make no sense in the domain, so that their effects are
    unknown.
    """

    def __init__(self, source: Source, vocabulary: Vocabulary | None) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.found: list[Diagnostic] = []
        self.senseless: set[int] = set()

    def check(self, program: Program) -> None:
        """Check all statements."""
        self._block(program.body, {})

    def _block(self, statements: Sequence[Statement], scope: Mapping[str, tuple[Term, ...]]) -> None:
        for one in statements:
            match one:
                case Call():
                    self._call(one, scope)
                case If() | While() | Assertion():
                    self._condition(one.condition, scope)
                    for block in bodies(one):
                        self._block(block, scope)
                case For():
                    for value in one.values:
                        self._object(value, (), scope)
                    self._variable(one.variable)
                    self._block(one.body, {**scope, one.variable.text: one.values} if one.count is None else scope)

    # ---------------------------------------------------------------------------------------------------- actions

    def _call(self, call: Call, scope: Mapping[str, tuple[Term, ...]]) -> None:
        for setting in call.parameters:
            self._setting(setting, call)
        before = len(self.found)
        self._use(call, call.action, scope)
        if len(self.found) > before:
            self.senseless.add(call.start)

    def _use(self, whole: Call | Fact, word: Name, scope: Mapping[str, tuple[Term, ...]]) -> None:
        """Check the name of an action or predicate, and its arguments."""
        known = self.vocabulary
        declared: Action | PredicateDeclaration | Derived | None = None
        if known is not None:
            declared = known.action(word.text) if isinstance(whole, Call) else known.predicate(word.text)
            if declared is None:
                self._unknown(whole, word, known)
        elif word.text in _OF_PYTHON:
            self.found.append(rules.reserved_name(self._span(word), word.text))
        if known is None or declared is None:
            for term in whole.arguments:
                self._object(term, (), scope)
        else:
            self._arguments(whole, word, declared, known, scope)

    def _unknown(self, whole: Call | Fact, word: Name, known: Vocabulary) -> None:
        name, note = word.text, ""
        table: Mapping[str, Action | PredicateDeclaration | Derived]
        if isinstance(whole, Call):
            rule, table = rules.unknown_action, known.actions
            if any(one.name.text == name.replace("_", "-") for one in known.task.domain.durative_actions):
                note = " without a duration, and time is not looked at"
            elif known.predicate(name) is not None:
                note = "; it is a predicate, which belongs into a condition"
        else:
            rule, table = rules.unknown_predicate, known.predicates
            note = "; it is an action, and a condition asks for a predicate" if known.action(name) else ""
        signatures = {one: known.signature(each) for one, each in table.items()}
        near = only_near_match(name, signatures)
        meant = signatures.get(near or nearest(name, signatures) or "")
        is_other = bool(note) and isinstance(whole, Call)
        fix = self._renamed(word, near) if near is not None and not is_other else None
        self.found.append(rule(self._span(word), name, signatures, meant, note, fix))

    # ------------------------------------------------------------------------------------------------- conditions

    def _condition(self, condition: Condition, scope: Mapping[str, tuple[Term, ...]]) -> None:
        for fact in facts(condition):
            before = len(self.found)
            self._use(fact, fact.predicate, scope)
            if len(self.found) > before:
                self.senseless.add(fact.start)

    # -------------------------------------------------------------------------------------------------- arguments

    def _arguments(
        self,
        whole: Call | Fact,
        word: Name,
        declared: Action | PredicateDeclaration | Derived,
        known: Vocabulary,
        scope: Mapping[str, tuple[Term, ...]],
    ) -> None:
        terms, parameters = whole.arguments, declared.parameters
        if len(terms) != len(parameters):
            for term in terms:
                self._object(term, (), scope)
            at, signature = self._span(word), known.signature(declared)
            found = rules.wrong_number_of_arguments(at, word.text, signature, len(terms), len(parameters))
            self.found.append(found)
            return
        index = index_of(known.task)
        for term, parameter in zip(terms, parameters, strict=True):
            fits = not (term.is_variable or term.is_bare) and term.text.lower() in index.members(parameter.types)[1]
            if not fits and self._object(term, parameter.types, scope):
                self._type(word, terms, term, parameter, parameters, known, scope)

    def _type(
        self,
        word: Name,
        terms: Sequence[Term],
        term: Term,
        parameter: TypedName,
        parameters: Sequence[TypedName],
        known: Vocabulary,
        scope: Mapping[str, tuple[Term, ...]],
    ) -> None:
        """Report an object, or the first of a variable's objects, whose type does not fit."""
        task = known.task
        fitting, members = index_of(task).members(parameter.types)
        values = scope.get(term.text, ()) if term.is_variable else (term,)
        wrong = next((v for one in values if (v := one.text.lower()) in task.objects and v not in members), None)
        if wrong is None:
            return
        wanted = " or ".join(type_names(parameter.types))
        order = _order(word, terms, parameters, known) if not any(one.is_variable for one in terms) else ""
        has = " or ".join(task.objects[wrong])
        at = self._span(term)
        self.found.append(
            rules.argument_of_wrong_type(at, wrong, has, parameter.name.text.lstrip("?"), wanted, fitting, order)
        )

    def _object(self, term: Term, types: tuple[Word, ...], scope: Mapping[str, tuple[Term, ...]]) -> bool:
        """Whether a term is a variable or a known object; report one that is neither."""
        if term.is_variable:
            return True
        name = term.text.lower()
        known = self.vocabulary.task.objects if self.vocabulary is not None else {}
        if term.is_bare:
            quoted = Fix("put it in quotes", (Edit(term.start, term.end, f'"{term.text}"'),))
            if name in known:
                self.found.append(rules.object_without_quotes(self._span(term), term.text, quoted))
                return False
            near = only_near_match(term.text, scope)
            fix = Fix(f"write `{near}`", (Edit(term.start, term.end, near),)) if near is not None else None
            shown = near or nearest(term.text, (*scope, *known))
            if fix is None and not known:
                fix = Fix(quoted.description, quoted.edits, safe=False)
            self.found.append(rules.name_out_of_nowhere(self._span(term), term.text, shown, fix))
            return False
        if name in known:
            return True
        if self.vocabulary is None or not self.vocabulary.has_problem:
            return False
        if term.text in scope:
            bare = Fix(f"write `{term.text}` without quotes", (Edit(term.start, term.end, term.text),))
            at = self._span(term)
            self.found.append(rules.unknown_object(at, term.text, "", (), (), None, bare, is_variable=True))
            return False
        named = tuple(one.text for one in types)
        fitting = self.vocabulary.task.objects_of(named) if named else ()
        pool = fitting if named else known
        near = only_near_match(name, pool)
        shown = near or nearest(name, pool)
        fix = None
        if near is not None:
            fix = Fix(f"write `{near}`", (Edit(term.start, term.end, f'"{near}"'),))
        wanted = " or ".join(named)
        self.found.append(rules.unknown_object(self._span(term), term.text, wanted, fitting, tuple(known), shown, fix))
        return False

    def _variable(self, name: Name) -> None:
        known = self.vocabulary
        if known is None:
            return
        what = ""
        if known.action(name.text) is not None:
            what = "an action"
        elif known.predicate(name.text) is not None:
            what = "a predicate"
        elif name.text.lower() in known.task.objects:
            what = "an object"
        if what:
            self.found.append(rules.name_of_variable(self._span(name), name.text, what))

    # ------------------------------------------------------------------------------------------------- parameters

    def _setting(self, setting: Setting, call: Call) -> None:
        name, value = setting.name.text, setting.value
        at = self.source.span(setting.start, setting.end)
        action = self.vocabulary.action(call.action.text) if self.vocabulary is not None else None
        if name == "grasp":
            if value not in GRASPS:
                near = only_near_match(value, GRASPS) if isinstance(value, str) else None
                fix = Fix(f"write `{near}`", (Edit(setting.start, setting.end, f'"{near}"'),)) if near else None
                wanted = " or ".join(f'`"{one}"`' for one in GRASPS)
                self.found.append(rules.value_out_of_range(at, name, f"`{value}`", wanted, fix))
        elif name in RANGES:
            low, high = RANGES[name]
            if not isinstance(value, float) or not low <= value <= high:
                shown = f"`{value}`" if isinstance(value, str) else f"{value:g}"
                self.found.append(rules.value_out_of_range(at, name, shown, f"a number from {low:g} to {high:g}"))
        else:
            near = only_near_match(name, PARAMETERS)
            fix = self._renamed(setting.name, near) if near is not None else None
            named = [one.name.text.lstrip("?") for one in action.parameters] if action is not None else []
            is_object = name.rstrip("_") in named
            at = self._span(setting.name)
            self.found.append(rules.unknown_parameter(at, name, PARAMETERS, near, is_object, fix))

    # ----------------------------------------------------------------------------------------------------- places

    def _span(self, one: Name | Term) -> Span:
        return self.source.span(one.start, one.end)

    def _renamed(self, name: Name, near: str) -> Fix:
        return Fix(f"write `{near}`", (Edit(name.start, name.end, near),))


def _order(word: Name, terms: Sequence[Term], parameters: Sequence[TypedName], known: Vocabulary) -> str:
    """Return the call with its arguments in an order that fits the types; "" if there is none."""
    members = [index_of(known.task).members(one.types)[1] for one in parameters]
    names = [one.text.lower() for one in terms]
    for order in islice(permutations(names), 1, 120):  # the first is the order as written; 120 = 5!
        if all(name in fits for name, fits in zip(order, members, strict=True)):
            return with_objects(word.text, order)
    return ""
