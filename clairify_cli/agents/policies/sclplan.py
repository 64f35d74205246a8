"""`sclplan`: the model states the goal, and a planner plans for it as soon as the known facts allow; until then, as
`react+pv`."""

from __future__ import annotations

from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.policies.account import State
from clairify_cli.agents.policies.base import GaveUp
from clairify_cli.agents.policies.react_pv import ReactPV, Waiting
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.goal_section import replace_goal
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate.judge import judge
from clairify_cli.translate.options import LoopOptions, ReplyKind, Round
from clairify_cli.translate.prompt import messages, opening


@dataclass(frozen=True)
class GoalInPart(FormalisedLanguage):
    """A goal as it is written for a whole scene, but that all types of the domain are told, and that it is said that
    what has not been seen is asked for by its type."""

    @property
    def prompts(self) -> tuple[str, ...]:
        return ("replan-goal", *super().prompts)

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.describe import describe_goal

        return describe_goal(replace(options, context=self.given.context), in_part=True)


@dataclass
class SclPlan(ReactPV):
    """The goal is asked for once, and checked as any goal that a model writes is; without one it is `react+pv`."""

    _goal: str | None = field(default=None, init=False)
    _asked: bool = field(default=False, init=False)

    name = "sclplan"

    def _decide(self, state: State | None) -> GaveUp | None:
        if state is not None:
            # Once: a goal that could not be written is not written any better with more of the world seen.
            if not self._asked:
                self._asked = True
                self._goal = self._write_goal(state)
            if self._goal is not None and self._plan(state, self._goal):
                return None
        return super()._decide(state)

    def _plan(self, state: State, goal: str) -> bool:
        """Queue a plan for the whole task, if there is one that has not just failed."""
        text, _ = replace_goal(state.problem, goal)
        steps = self._ways.steps(state.domain, Source(text, state.problem.name), self._banned)
        if not steps or not self._is_new(steps[0]):
            return False
        self.tally.plans += 1
        self._queue += [Waiting(step, "planner", goal) for step in steps]
        return True

    def _write_goal(self, state: State) -> str | None:
        """The goal by the model, checked and asked for again within its tries; None if no good one is found."""
        language = GoalInPart(Given(state.domain, state.problem), Write.GOAL)
        start = opening(self._world.task, language, CheckOptions())
        rounds: list[Round] = []
        for number in range(1, self.bounds.tries + 1):
            if self._asker.spent:
                return None
            system, user = messages(start, rounds, LoopOptions())
            reply = self._asker.ask(system.content, user.content)
            found = judge(reply, language, CheckOptions())
            done = Round(number, found.kind, "", reply.text, found.program, found.diagnostics)
            if found.kind is ReplyKind.PROGRAM and not done.errors:
                self.tally.solver_fixed += bool(rounds)
                return found.program.strip()
            self.tally.solver_errors += 1
            rounds.append(done)
        return None
