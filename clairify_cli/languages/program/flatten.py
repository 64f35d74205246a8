"""A program as one step after another: loops over objects written out, branches followed where the state decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from clairify_cli.diagnostics.counts import counted
from clairify_cli.languages.pddl.meaning.effects import binding_of
from clairify_cli.languages.program.meaning.effects import carried_out
from clairify_cli.languages.program.meaning.judging import Scope, assume, assume_condition, judge_condition, objects_of
from clairify_cli.languages.program.meaning.knowledge import NOTHING, Knowledge, first_knowledge
from clairify_cli.languages.program.meaning.plain import step_of
from clairify_cli.languages.program.printing import condition_text
from clairify_cli.languages.program.syntax import (
    WHILE_ROUNDS,
    Assertion,
    Call,
    Condition,
    For,
    If,
    Program,
    Statement,
    Term,
    While,
)
from clairify_cli.languages.program.vocabulary import Vocabulary

MOST_STEPS = 5_000


@dataclass(frozen=True, slots=True)
class Flat:
    """The calls of a program in order, with objects only, and a sentence for everything that is not in them."""

    calls: tuple[Call, ...]
    lost: tuple[str, ...]


def flattened(program: Program, known: Vocabulary | None = None) -> Flat:
    """Follow a program from the initial state of the problem, or from a state of which nothing is known."""
    now = first_knowledge(known) if known is not None and known.has_problem else NOTHING
    work = _Work(known, now)
    work.block(program.body, {})
    return Flat(tuple(work.calls), tuple(dict.fromkeys(work.lost)))


@dataclass
class _Work:
    known: Vocabulary | None
    now: Knowledge
    calls: list[Call] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def block(self, statements: Sequence[Statement], scope: Scope) -> None:
        """Follow some statements."""
        for one in statements:
            if len(self.calls) >= MOST_STEPS:
                self.lost.append(f"what comes after {MOST_STEPS:,} steps")
                return
            match one:
                case Call():
                    self._call(one, scope)
                case Assertion():
                    self._assertion(one, scope)
                case If():
                    self._if(one, scope)
                case For():
                    values = (None,) * one.count if one.count is not None else one.values
                    for value in values:
                        bound = {} if value is None else {one.variable.text: _text_of(value, scope)}
                        self.block(one.body, {**scope, **bound})
                case While():
                    self._while(one, scope)

    def _call(self, call: Call, scope: Scope) -> None:
        words = call.action.text
        if call.parameters:
            self.lost.append(f"the parameters of `{words}` ({', '.join(one.name.text for one in call.parameters)})")
        if call.checks:
            self.lost.append(f"the checks of `{words}` ({', '.join(one.check.text for one in call.checks)})")
        terms = tuple(Term(_text_of(one, scope), one.start, one.end) for one in call.arguments)
        self.calls.append(replace(call, arguments=terms, parameters=(), checks=()))
        action = self.known.action(words) if self.known is not None else None
        if self.known is None or action is None or len(action.parameters) != len(terms):
            self.now = NOTHING
            return
        objects = objects_of(terms, {})
        if not self.now.is_definite:
            self.now = assume(action.precondition, True, binding_of(action, objects), self.now, self.known)
        self.now = carried_out(step_of(action, objects, self.known), self.now, self.known).after

    def _value(self, condition: Condition, scope: Scope) -> bool | None:
        lowered = {name: value.lower() for name, value in scope.items()}
        return None if self.known is None else judge_condition(condition, lowered, self.now, self.known)

    def _assume(self, condition: Condition, wanted: bool, scope: Scope) -> None:
        if self.known is not None:
            lowered = {name: value.lower() for name, value in scope.items()}
            self.now = assume_condition(condition, wanted, lowered, self.now, self.known)

    def _assertion(self, one: Assertion, scope: Scope) -> None:
        value = self._value(one.condition, scope)
        text = condition_text(one.condition)
        if value is False:
            self.lost.append(f"that `{text}` is asked: it does not hold there, so that its recovery is in the plan")
            self.block(one.recovery, scope)
        else:
            taken = "it holds there" if value else "it is taken to hold"
            self.lost.append(f"that `{text}` is asserted: {taken}")
            self._assume(one.condition, True, scope)

    def _if(self, one: If, scope: Scope) -> None:
        value = self._value(one.condition, scope)
        text = condition_text(one.condition)
        if value is None:
            self.lost.append(f"the branch where `{text}` does not hold: it is taken to hold")
            self._assume(one.condition, True, scope)
        else:
            self.lost.append(f"the branch where `{text}` {'does not hold' if value else 'holds'}")
        self.block(one.orelse if value is False else one.body, scope)

    def _while(self, one: While, scope: Scope) -> None:
        text = condition_text(one.condition)
        rounds = 0
        while rounds < WHILE_ROUNDS and (value := self._value(one.condition, scope)) is not False:
            if value is None and rounds:
                break
            self.block(one.body, scope)
            rounds += 1
        self.lost.append(f"that the loop goes on while `{text}`: it is done {counted(rounds, 'time')}")


def _text_of(term: Term, scope: Scope) -> str:
    return scope.get(term.text, term.text) if term.is_variable else term.text
