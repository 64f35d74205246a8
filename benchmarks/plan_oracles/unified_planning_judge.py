"""Plans judged by Unified Planning: its PDDL reader and its sequential simulator.

It is no dependency of the project; where it is not installed, `available` is false and it judges nothing. The rule by
which it refuses a step that gives a number two values at once is ours as well (the order of effects must not matter).
"""

from __future__ import annotations

import importlib.util
import warnings
from typing import Any

from benchmarks.plan_oracles.verdict import Atom, Steps, UnsupportedTaskError, Verdict


def available() -> bool:
    """Whether Unified Planning is installed."""
    return importlib.util.find_spec("unified_planning") is not None


class UnifiedPlanningJudge:
    """A task as Unified Planning reads it."""

    def __init__(self, domain: str, problem: str) -> None:
        from unified_planning import shortcuts
        from unified_planning.engines.sequential_simulator import UPSequentialSimulator
        from unified_planning.io import PDDLReader

        warnings.simplefilter("ignore")
        shortcuts.get_environment().credits_stream = None
        try:
            self.problem = PDDLReader().parse_problem_string(domain, problem)
            self.simulator = UPSequentialSimulator(self.problem, error_on_failed_checks=False)
            self.initial = self.simulator.get_initial_state()
        except Exception as error:
            raise UnsupportedTaskError(f"{type(error).__name__}: {error}") from error
        self.actions = {action.name.lower(): action for action in self.problem.actions}
        self.objects = {one.name.lower(): one for one in self.problem.all_objects}

    def judge(self, steps: Steps) -> Verdict:
        """Carry a plan out."""
        state = self.initial
        for number, (name, *arguments) in enumerate(steps, 1):
            action = self.actions.get(name)
            objects = [self.objects.get(one) for one in arguments]
            if action is None or None in objects or not _fit(action, objects):
                return self._verdict(number, None, state)
            after = self._after(state, action, objects)
            if after is None:
                return self._verdict(number, None, state)
            state = after
        return self._verdict(None, self.simulator.is_goal(state), state)

    def _after(self, state: Any, action: Any, objects: list[Any]) -> Any:
        """The next state; None where the step cannot be done, as where its precondition can be seen never to hold."""
        from unified_planning.exceptions import UPInvalidActionError

        try:
            return self.simulator.apply(state, action, objects)
        except UPInvalidActionError:
            return None

    def _verdict(self, failed: int | None, goal: bool | None, state: Any) -> Verdict:
        from unified_planning.model.fluent import get_all_fluent_exp

        atoms: set[Atom] = set()
        numbers: dict[Atom, float] = {}
        for fluent in self.problem.fluents:
            for term in get_all_fluent_exp(self.problem, fluent):
                name = (fluent.name.lower(), *(argument.object().name.lower() for argument in term.args))
                value = _value(state, term)
                if value is None:
                    continue
                if not value.is_bool_constant():
                    numbers[name] = float(value.constant_value())
                elif value.bool_constant_value():
                    atoms.add(name)
        return Verdict(failed, goal, frozenset(atoms), numbers)


def _fit(action: Any, objects: list[Any]) -> bool:
    """Whether there are as many objects as parameters, each of the parameter's type or of a type below it."""
    if len(action.parameters) != len(objects):
        return False
    return all(
        parameter.type.is_compatible(one.type) for parameter, one in zip(action.parameters, objects, strict=True)
    )


def _value(state: Any, term: Any) -> Any:
    """The value of a fluent; None for a number that has none."""
    from unified_planning.exceptions import UPUsageError

    try:
        return state.get_value(term)
    except UPUsageError:
        return None
