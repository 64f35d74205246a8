"""Execute one action, repeated as needed: with other samples if it is refused, other parameters if it fails."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.domain_text import Atom
from clairify_cli.agents.execution.replanning import Memory
from clairify_cli.agents.execution.results import Done, Options, Tried, failed_words
from clairify_cli.agents.execution.retune import MOST, Change, History, Retuned, Tuner, rest_of_dose
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.agents.execution.task_motion import PlannedAction, TaskMotionPlanner, World
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import Action, Outcome
from clairify_cli.worlds.panda.belief import Belief

RETRIES = 2
"""How often a refused action is tried again with other samples."""


@dataclass(slots=True)
class Actor:
    """Executes the actions of one stage. `memory` records the failures if failures are replanned."""

    stage: Stage
    world: World
    planner: TaskMotionPlanner
    options: Options
    tuner: Tuner
    tell: events.Progress
    history: History
    memory: Memory = field(default_factory=Memory)
    tunes: dict[Atom, int] = field(default_factory=dict)
    """How often each step was tuned."""

    def act(self, planned: PlannedAction, can_repeat: Callable[[], bool]) -> Done:
        """Execute an action; if a check fails, retry with other parameters if this is requested and still possible."""
        action = planned.action
        tries: list[Tried] = []
        changes: Retuned | None = None
        before = self.world.observe() if self.options.replans else None
        # The loop ends because the tuner gives up after a number of tries.
        while True:
            outcome = self._told(action)
            tries.append(Tried(outcome, changes.changes if changes is not None else ()))
            if not outcome.succeeded and before is not None:
                self._remember(planned.step, action, outcome, before)
                if outcome.refusal is not None and len(tries) == 1:
                    break  # nothing moved, so let the planner try other grips or another plan
            if outcome.succeeded or self.options.on_failure == "stop":
                break
            changes = self._tuned(planned.step, action, outcome, len(tries) - 1)
            # The failed try may have changed the bench in a way that makes the action pointless.
            if changes is None or not can_repeat():
                break
            action = changes.action
            before = self.world.observe() if self.options.replans else None
            self.tell(events.ActionRetuned(self.stage, action, changes.changes, len(tries)))
        return Done(action, tuple(tries))

    def _told(self, action: Action) -> Outcome:
        """Execute an action and report how it went."""
        self.tell(events.ActionStarted(self.stage, action))
        outcome = self._acted(action)
        self.history.add(outcome, failed_words(outcome))
        self.tell(events.ActionDone(self.stage, outcome))
        return outcome

    def _acted(self, action: Action) -> Outcome:
        """Execute an action; if it is refused, retry with other samples."""
        outcome = self.world.act(action)
        for _ in range(RETRIES):
            if outcome.refusal is None:
                break
            outcome = self.world.act(action)
        return outcome

    def _remember(self, step: Atom, action: Action, outcome: Outcome, before: Belief) -> None:
        """Record a failure and withdraw the arm. A refusal is not recorded, since nothing has moved."""
        if outcome.refusal is None:
            self.memory.add(step, action, before, failed_words(outcome))
            self.world.retreat()

    def _tuned(self, step: Atom, action: Action, outcome: Outcome, times: int) -> Retuned | None:
        """Return the action for the next try, here or in another plan; None if it has been tuned enough.

        If a dose was partly poured, only the rest is poured.
        """
        key = (action.name, *action.arguments)
        rest = rest_of_dose(action, outcome.measured)
        if self.options.replans:
            times = self.tunes.get(step, 0)
            if rest is not None:
                self.planner.rests[key] = {"mass": rest}
        changes = self.tuner(action, outcome, times, self.history) if times < MOST and rest != 0.0 else None
        if changes is None:
            if self.options.replans:
                self.planner.tuned.pop(key, None)
            return None
        # Whatever the tuner changes, do not pour again what is already in the vessel.
        if rest is not None and all(one.name != "mass" for one in changes.changes):
            settings = {**changes.action.settings, "mass": rest}
            rest_only = Change("mass", rest, "the rest of the dose")
            changes = Retuned(replace(changes.action, settings=settings), (*changes.changes, rest_only))
        self.tunes[step] = times + 1
        self.planner.tuned[key] = changes.action.parameters
        return changes
