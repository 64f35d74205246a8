"""Execute a program: do its actions in a world, and evaluate its conditions there.

This walks the program's syntax tree; no part of a program is ever executed by Python. Every program ends: each loop is
bounded, and so are the total numbers of actions and looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from clairify_cli.agents.programs.base import (
    Bounds,
    Did,
    Doing,
    Entry,
    Executor,
    GroundFact,
    Looked,
    Ran,
    Tell,
    silent,
)
from clairify_cli.languages.motion import fault_of
from clairify_cli.languages.program.meaning.judging import combined
from clairify_cli.languages.program.printing import condition_text
from clairify_cli.languages.program.syntax import (
    MOST_ROUNDS,
    WHILE_ROUNDS,
    Assertion,
    Call,
    Condition,
    Fact,
    For,
    If,
    Not,
    Pass,
    Program,
    Statement,
    Term,
    While,
    signed_parts,
)
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import Parameters

Kind = Literal["assert", "if", "while"]

Scope = Mapping[str, str]
"""The object bound to each loop variable."""


def run_program(
    program: Program,
    executor: Executor,
    bounds: Bounds | None = None,
    tell: Tell = silent,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> Ran:
    """Execute a program without errors, and evaluate the goal at the end.

    `tell` is called after every action, and for every evaluated condition. `stop` is called before every
    action and every look; the program ends if it returns True.
    """
    run = _Run(executor, bounds or Bounds(), tell, stop)
    try:
        run.block(program.body, {})
        run.settle()
        ending, why = Outcome.DONE, "everything in it was gone through"
    except _EndError as end:
        ending, why = end.ending, end.why
    goal, recall = executor.goal_reached(), executor.goal_recall()
    return Ran(program.name.text, tuple(run.entries), ending, why, goal, recall, run.overlooked)


class _EndError(Exception):
    """Ends the program."""

    def __init__(self, ending: Outcome, why: str) -> None:
        super().__init__(why)
        self.ending = ending
        self.why = why


@dataclass(slots=True)
class _Run:
    """A program in progress. After a `failed` action, the program must evaluate a condition before anything else."""

    executor: Executor
    bounds: Bounds
    tell: Tell
    stop: Callable[[], bool]
    entries: list[Entry] = field(default_factory=list)
    failed: Did | None = None
    actions: int = 0
    looks: int = 0
    overlooked: int = 0

    def block(self, statements: tuple[Statement, ...], scope: Scope) -> None:
        """Execute statements; before each, settle whether an earlier action failed."""
        for at, one in enumerate(statements):
            match one:
                case Call():
                    self.settle()
                    self._do(one, scope, statements[at + 1 :])
                case Assertion() if self.bounds.assertions:
                    self._assert(one, scope)
                case If():
                    taken = self._look("if", one.condition, scope, one.start).value is True
                    self.block(one.body if taken else one.orelse, scope)
                case For():
                    self._for(one, scope)
                case While():
                    self._while(one, scope)

    def settle(self) -> None:
        """If an action failed and the program ignores that, end the program, or only count the failure."""
        if self.failed is not None:
            if self.bounds.after_failure != "go-on":
                raise _EndError(Outcome.ACTION_FAILED, _failure(self.failed))
            self.overlooked += 1
            self.failed = None

    # ------------------------------------------------------------------------------------------------------ actions

    def _do(self, call: Call, scope: Scope, after: Sequence[Statement], *, recovers: bool = False) -> Did:
        """Execute an action in the world; `after` are the statements that follow it."""
        self._may_go_on()
        if self.actions >= self.bounds.actions:
            raise _EndError(Outcome.TOO_MANY_ACTIONS, f"it was given up after {self.bounds.actions} actions")
        self.actions += 1
        ahead = tuple(doing_of(one, scope) for one in _straight_on(after))
        doing = replace(doing_of(call, scope), number=self.actions, ahead=ahead)
        did = Did(doing, self.executor.do(doing), recovers)
        self._note(did)
        if not did.done.succeeded:
            if self.bounds.after_failure == "end":
                raise _EndError(Outcome.ACTION_FAILED, _failure(did))
            # After a recovery, the assertion is evaluated again anyway.
            if not recovers:
                self.failed = did
        return did

    # --------------------------------------------------------------------------------------------------- assertions

    def _assert(self, one: Assertion, scope: Scope) -> None:
        """Evaluate a condition; if it does not hold, run its recovery, and evaluate it again."""
        looked = self._look("assert", one.condition, scope, one.start)
        for times in range(1, self.bounds.recoveries + 1):
            if looked.value is True or not one.recovery:
                break
            for at, call in enumerate(one.recovery):
                did = self._do(call, scope, one.recovery[at + 1 :], recovers=True)
                if not did.done.succeeded and self.bounds.after_failure == "look":
                    break  # evaluate the condition instead of continuing the recovery
            looked = self._look("assert", one.condition, scope, one.start, recovered=times)
        if looked.value is True:
            return
        known = "it is not known whether" if looked.value is None else "it does not hold that"
        after = f", after its recovery was carried out {_times(looked.recovered)}" if looked.recovered else ""
        none = ", and there is no recovery" if not one.recovery else ""
        raise _EndError(Outcome.ASSERTION_FAILED, f"{known} {looked.condition}{after}{none}")

    # -------------------------------------------------------------------------------------------------------- loops

    def _for(self, one: For, scope: Scope) -> None:
        if one.count is not None:
            for _ in range(min(one.count, MOST_ROUNDS)):
                self._round()
                self.block(one.body, scope)
            return
        for value in one.values[:MOST_ROUNDS]:
            self._round()
            self.block(one.body, {**scope, one.variable.text: _object(value, scope)})

    def _while(self, one: While, scope: Scope) -> None:
        for _ in range(WHILE_ROUNDS):
            if self._look("while", one.condition, scope, one.start).value is not True:
                return
            self.block(one.body, scope)
        looked = self._look("while", one.condition, scope, one.start)
        if looked.value is True:
            raise _EndError(
                Outcome.TOO_MANY_ROUNDS, f"after {WHILE_ROUNDS} rounds, it still holds that {looked.condition}"
            )

    def _round(self) -> None:
        """Count a round of a loop, since its body may contain nothing else that is counted."""
        self._may_go_on()
        self.looks += 1
        if self.looks > self.bounds.looks:
            raise _EndError(Outcome.TOO_MANY_ACTIONS, f"it was given up after {self.bounds.looks} looks and rounds")

    # --------------------------------------------------------------------------------------------------- conditions

    def _look(self, kind: Kind, condition: Condition, scope: Scope, start: int, recovered: int = 0) -> Looked:
        """Evaluate a condition in the world."""
        self._round()
        seen: dict[GroundFact, bool | None] = {}
        value = self._value(condition, scope, seen)
        if self.failed is not None and self._answers(kind, self.failed.doing, seen):
            self.failed = None
        words = _bound_text(condition, scope)
        looked = Looked(kind, words, value, tuple(seen.items()), start, recovered)
        self._note(looked)
        return looked

    def _answers(self, kind: Kind, failed: Doing, seen: Mapping[GroundFact, bool | None]) -> bool:
        """Whether a condition handles a failure: a branch asks about what the action changes, an assertion shows it."""
        if self.bounds.after_failure != "look":
            return True
        due = ((self.executor.due(failed, fact), value) for fact, value in seen.items())
        return any(to_be is not None and (kind != "assert" or value is to_be) for to_be, value in due)

    def _value(self, condition: Condition, scope: Scope, seen: dict[GroundFact, bool | None]) -> bool | None:
        """Return the value of a condition in Kleene's strong three-valued logic: None means unknown."""
        if isinstance(condition, Fact):
            fact = fact_of(condition, scope)
            if fact not in seen:
                seen[fact] = self.executor.holds(fact)
            return seen[fact]
        # Short-circuit as in Python: operands after the deciding one are not evaluated.
        return combined(signed_parts(condition, True), lambda one: self._value(one, scope, seen))

    def _may_go_on(self) -> None:
        if self.stop():
            raise _EndError(Outcome.INTERRUPTED, "it was stopped")

    def _note(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.tell(entry)


# ------------------------------------------------------------------------------------------------- calls as values

_AHEAD = 10
"""The most following actions that a world is told about."""


def _straight_on(after: Sequence[Statement]) -> list[Call]:
    """Return the next calls, up to the first statement that is neither a call, an assertion nor `pass`."""
    found: list[Call] = []
    for one in after:
        if not isinstance(one, Call | Assertion | Pass) or len(found) == _AHEAD:
            break
        if isinstance(one, Call):
            found.append(one)
    return found


def doing_of(call: Call, scope: Scope) -> Doing:
    """Turn a call into a request to the world. Invalid or out-of-range parameters are left to the world."""
    arguments = tuple(_object(one, scope) for one in call.arguments)
    return Doing(call.action.text, arguments, parameters_of(call), call.start)


def parameters_of(call: Call) -> Parameters:
    """Return the valid parameters that a call sets."""
    said = {
        one.name.text: one.value
        for one in call.parameters
        if isinstance(one.value, str) is (one.name.text == "grasp") and not fault_of(one.name.text, str(one.value))
    }
    return Parameters(**said)  # type: ignore[arg-type]


def fact_of(fact: Fact, scope: Scope) -> GroundFact:
    """Return a fact of a condition with objects for its variables."""
    return GroundFact(fact.predicate.text, tuple(_object(one, scope) for one in fact.arguments))


def _object(term: Term, scope: Scope) -> str:
    return scope.get(term.text, term.text) if term.is_variable else term.text


def _bound_text(condition: Condition, scope: Scope) -> str:
    """Return the text of a condition with objects for its variables."""
    return condition_text(_bound(condition, scope))


def _bound(condition: Condition, scope: Scope) -> Condition:
    match condition:
        case Fact():
            terms = tuple(Term(_object(one, scope), one.start, one.end) for one in condition.arguments)
            return replace(condition, arguments=terms)
        case Not():
            return replace(condition, operand=_bound(condition.operand, scope))
    return replace(condition, operands=tuple(_bound(one, scope) for one in condition.operands))


def _failure(did: Did) -> str:
    return f"{did.doing.text} failed: {did.done.message}"


def _times(times: int) -> str:
    return "once" if times == 1 else "twice" if times == 2 else f"{times} times"
