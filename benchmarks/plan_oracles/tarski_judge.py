"""Plans judged by tarski: its reader, its substitution, its elimination of quantifiers, its evaluation of formulas.

tarski has no derived predicates. Its `progress` evaluates the conditions and numbers of an effect in the state that
earlier effects of the same action have changed already; an action with the effect `(and (when (p) (q)) (when (q) (r)))`
makes `r` true in it where only `p` was. So all conditions are evaluated by tarski in the state before, and the effects
are then made on a copy of it, deletions first, as `progress` does; where an action has neither conditions nor numbers
in its effect, `progress` itself is used. A quantifier over a type without objects is an error in tarski; such tasks are
passed over. PDDL does not tell upper from lower case and tarski does, so it is given the texts in lower case.
"""

from __future__ import annotations

import contextlib
import io
import logging
from collections.abc import Iterator
from typing import Any

from benchmarks.plan_oracles.verdict import Atom, Steps, UnsupportedTaskError, Verdict


class TarskiJudge:
    """A task as tarski reads it."""

    def __init__(self, domain: str, problem: str) -> None:
        from tarski.io import PDDLReader  # noqa: F401
        from tarski.io.fstrips import FstripsReader

        logging.getLogger().setLevel(logging.ERROR)
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                reader = FstripsReader(raise_on_error=True, case_insensitive=True, strict_with_requirements=False)
                reader.parse_domain_string(domain.lower())
                self.problem = reader.parse_instance_string(problem.lower())
            self.language = self.problem.language
            self.goal = self._quantifier_free(self.problem.goal)
        except Exception as error:
            raise UnsupportedTaskError(f"{type(error).__name__}: {error}") from error
        self.objects = {constant.name for constant in self.language.constants()}
        self._operators: dict[tuple[str, ...], tuple[Any, list[Any]] | None] = {}

    def _quantifier_free(self, formula: Any) -> Any:
        from tarski.syntax.transform.quantifier_elimination import QuantifierEliminationMode, remove_quantifiers

        return remove_quantifiers(self.language, formula, QuantifierEliminationMode.All)

    def judge(self, steps: Steps) -> Verdict:
        """Carry a plan out."""
        from tarski.evaluators.simple import evaluate

        model = self.problem.init
        for number, step in enumerate(steps, 1):
            operator = self._operator(step)
            if operator is None or not evaluate(operator[0], model):
                return Verdict(number, None, self._atoms(model), self._numbers(model))
            model = self._progress(model, operator[1])
        return Verdict(None, bool(evaluate(self.goal, model)), self._atoms(model), self._numbers(model))

    def _operator(self, step: tuple[str, ...]) -> tuple[Any, list[Any]] | None:
        """Precondition and effects of a ground action; None where there is no such action or it does not fit."""
        if step not in self._operators:
            self._operators[step] = self._grounded(step)
        return self._operators[step]

    def _grounded(self, step: tuple[str, ...]) -> tuple[Any, list[Any]] | None:
        from tarski.fstrips.representation import substitute_expression
        from tarski.syntax import create_substitution

        name, *arguments = step
        if name not in self.problem.actions:
            return None
        action = self.problem.actions[name]
        parameters = list(action.parameters)
        if len(parameters) != len(arguments) or any(one not in self.objects for one in arguments):
            return None
        constants = [self.language.get(one) for one in arguments]
        for parameter, constant in zip(parameters, constants, strict=True):
            if parameter.sort != constant.sort and not self.language.is_subtype(constant.sort, parameter.sort):
                return None
        substitution = create_substitution(parameters, constants)
        precondition = self._quantifier_free(substitute_expression(action.precondition, substitution))
        effects = [
            single for effect in action.effects for single in self._singles(substitute_expression(effect, substitution))
        ]
        return precondition, effects

    def _singles(self, effect: Any) -> Iterator[Any]:
        """The effects that a quantified one stands for, their conditions without quantifiers."""
        from tarski.fstrips import UniversalEffect
        from tarski.fstrips.representation import substitute_expression
        from tarski.syntax.transform.substitutions import enumerate_substitutions

        if effect is None:
            return
        if isinstance(effect, UniversalEffect):
            inner = effect.effects if isinstance(effect.effects, list) else [effect.effects]
            for substitution in enumerate_substitutions(list(effect.variables)):
                for one in inner:
                    yield from self._singles(substitute_expression(one, substitution))
            return
        effect.condition = self._quantifier_free(effect.condition)
        yield effect

    def _progress(self, model: Any, effects: list[Any]) -> Any:
        from tarski.evaluators.simple import evaluate
        from tarski.fstrips import AddEffect, DelEffect, FunctionalEffect
        from tarski.fstrips.action import PlainOperator
        from tarski.search.operations import progress
        from tarski.syntax import Tautology, top

        if all(isinstance(one, AddEffect | DelEffect) and isinstance(one.condition, Tautology) for one in effects):
            return progress(model, PlainOperator(self.language, "step", top, effects))
        happening = [effect for effect in effects if evaluate(effect.condition, model)]
        values = [
            (effect.lhs, evaluate(effect.rhs, model)) for effect in happening if isinstance(effect, FunctionalEffect)
        ]
        after = progress(model, PlainOperator(self.language, "none", top, []))
        for kind in (DelEffect, AddEffect):
            for effect in happening:
                if isinstance(effect, kind):
                    change = after.discard if kind is DelEffect else after.add
                    change(effect.atom.predicate, *effect.atom.subterms)
        for term, value in values:
            after.set(term, value)
        return after

    def _atoms(self, model: Any) -> frozenset[Atom]:
        return frozenset(
            (signature[0], *(one.expr.name for one in objects))
            for signature, extension in model.predicate_extensions.items()
            for objects in extension
        )

    def _numbers(self, model: Any) -> dict[Atom, float]:
        found: dict[Atom, float] = {}
        for signature, extension in model.function_extensions.items():
            for objects, value in extension.data.items():
                found[(signature[0], *(one.expr.name for one in objects))] = float(value.name)
        return found
