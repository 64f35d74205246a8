"""Execute a program with the simulated Panda: every call is an action with motions, checks and a score.

Each call is its own stage, run by the executor of plans, so a failed check is handled as `Options.on_failure` says:
not at all, with other parameters, or with another way to the action's effects. Facts are observed on the bench, or
remembered if they cannot be observed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.domain_text import Atom, Wanted
from clairify_cli.agents.execution.program import SETTINGS
from clairify_cli.agents.execution.replanning import GRIPPING
from clairify_cli.agents.execution.results import DoneStage, Options, Run, failed_words
from clairify_cli.agents.execution.retune import Tuner, by_rule
from clairify_cli.agents.execution.runner import Runner
from clairify_cli.agents.execution.stages import Stage, Task
from clairify_cli.agents.execution.symbolic import SymbolicPlanner
from clairify_cli.agents.execution.task_motion import Infeasible, PlannedStage, TaskMotionPlanner, WholePlan, World
from clairify_cli.agents.execution.tuning.told import Told, read_told
from clairify_cli.agents.programs.base import Bounds, Doing, Done, GroundFact, Ran, Tell, silent
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.text_executor import InVocabulary
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.motion import PARAMETERS
from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning import NoOutcomeError, WorldState, changes_of
from clairify_cli.languages.program.vocabulary import Vocabulary
from clairify_cli.planning.solvers.base import Solver
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import Outcome, Parameters

if TYPE_CHECKING:
    import numpy as np

    from clairify_cli.agents.programs.panda_setting import PandaSetting
    from clairify_cli.languages.program.syntax import Program


@dataclass(slots=True)
class PandaExecutor(InVocabulary):
    """A bench with an arm as a world for programs. `task` has the bench's facts and objects, and no stages.

    `source` is the program, for the positions of its calls. `tell` receives the events during an action.
    """

    known: Vocabulary
    task: Task
    world: World
    solver: Solver
    source: Source
    random: np.random.Generator
    options: Options = field(default_factory=Options)
    tell: events.Progress = lambda event: None
    tuner: Tuner = by_rule
    stop: Callable[[], bool] = lambda: False
    told: Told = field(default_factory=Told)
    stages: list[DoneStage] = field(default_factory=list)
    """The executed stages, for the report of the run."""
    _facts: frozenset[Atom] = frozenset()
    _planner: TaskMotionPlanner = field(init=False)

    def __post_init__(self) -> None:
        self._facts = self.task.facts
        symbolic = SymbolicPlanner(self.task.domain, self.solver)
        self._planner = TaskMotionPlanner(self.world, self.task, symbolic, self.random, self.options.parameters)

    # ---------------------------------------------------------------------------------------------------- the state

    def facts(self) -> frozenset[Atom]:
        """Return the facts observed now plus the remembered unobservable ones."""
        return self.task.all_facts(self.world.scene, self.world.observe(), self._facts)

    def now(self) -> WorldState:
        return WorldState(self.facts())

    def holds(self, fact: GroundFact) -> bool | None:
        """Whether a fact holds; None for one of which the bench knows nothing."""
        atom = self.atom(fact)
        if atom is not None and atom[0] in self.known.static and not any(one[0] == atom[0] for one in self.facts()):
            return None  # the predicate is static and has no facts at all
        return InVocabulary.holds(self, fact)

    # ------------------------------------------------------------------------------------------------- the actions

    def do(self, call: Doing) -> Done:
        """Execute an action if its precondition holds on the bench, and check it."""
        belief = self.world.observe()
        facts = self.task.all_facts(self.world.scene, belief, self._facts)
        why = self.why_not(call, WorldState(facts))
        action, arguments = self.ground(call)
        if why or action is None:
            return Done(False, why, taken=False, parameters=call.parameters)
        step = (action.name.text, *arguments)
        stage = self._stage(call, step, action, facts)
        self._set_parameters(stage, step, call.parameters)
        # The grip depends on the next actions, so their parameters are needed now.
        for one in call.ahead:
            self._set_ahead(stage, one)
        wanted = Wanted((), facts, None, self.task.objects, self.task.doses)
        planned = self._planned(stage, self._steps(call, step, facts), wanted, facts)
        if isinstance(planned, Infeasible):
            return Done(False, "; ".join(planned.reasons), score=None, taken=False, parameters=call.parameters)
        return self._carried_out(call, planned)

    def _stage(self, call: Doing, step: Atom, action: pddl.Action, facts: frozenset[Atom]) -> Stage:
        """Return the call as a stage; if failures are replanned, its goal is the action's effects."""
        formulas: tuple[str, ...] = ()
        if self.options.on_failure == "replan":
            changes = changes_of(action, step[1:], WorldState(facts), self.known.task)
            formulas = tuple(f"({' '.join(one)})" for one in sorted(changes.added))
            formulas += tuple(f"(not ({' '.join(one)}))" for one in sorted(changes.deleted))
        return Stage(call.number, call.text, self.source.span(call.start), None, formulas, (step,), SETTINGS)

    def _set_parameters(self, stage: Stage, step: Atom, said: Parameters) -> None:
        """Let the program's parameters for a motion override the general ones."""
        action = stage.action(step, self.task.doses)
        own = {name: value for name in PARAMETERS if (value := getattr(said, name)) is not None}
        key = (action.name, *action.arguments)
        self._planner.tuned[key] = replace(self.options.parameters, **own)

    def _set_ahead(self, stage: Stage, call: Doing) -> None:
        action, arguments = self.ground(call)
        if action is not None:
            self._set_parameters(stage, (action.name.text, *arguments), call.parameters)

    def _steps(self, call: Doing, step: Atom, facts: frozenset[Atom]) -> tuple[Atom, ...]:
        """Return the action and those that follow until the hand is empty again, so that the grip suits them all."""
        steps = [step]
        if step[0] not in GRIPPING:
            return (step,)
        effects = self._planner.effects(Wanted((), facts, None, self.task.objects, self.task.doses))
        for one in call.ahead:
            facts = effects.after(steps[-1], facts)
            action, arguments = self.ground(one)
            if ("hand-empty",) in facts or action is None:
                break
            following = (action.name.text, *arguments)
            if not effects.can(following, facts):
                break
            steps.append(following)
        return tuple(steps)

    def _planned(
        self, stage: Stage, steps: tuple[Atom, ...], wanted: Wanted, facts: frozenset[Atom]
    ) -> PlannedStage | Infeasible:
        """Plan the first step so that the others can follow; if that is impossible, plan it alone."""
        belief = self.world.observe()
        found = self._planner.towards(stage, wanted, belief, given=steps)
        # If no grip serves all that follows, one that serves this step is better than none.
        if isinstance(found, Infeasible) and len(steps) > 1:
            found = self._planner.towards(stage, wanted, belief, given=steps[:1])
        return found if isinstance(found, Infeasible) else replace(found, actions=found.actions[:1], facts=facts)

    def _carried_out(self, call: Doing, planned: PlannedStage) -> Done:
        task = replace(self.task, stages=(planned.stage,), facts=self._facts)
        runner = Runner(task, self.world, self.options, self._planner, self.tell, self.tuner, self.stop, self.told)
        try:
            run = runner.run(Run(self.options, WholePlan((planned,), None), ()))
        except NoOutcomeError as error:
            return Done(False, str(error), parameters=call.parameters)
        self._facts = runner.facts
        self.stages += run.stages
        return self._done(call, run)

    def _done(self, call: Doing, run: Run) -> Done:
        """Return the result of an executed call."""
        outcomes = run.outcomes
        last = next((one for one in reversed(outcomes) if one.refusal is None), outcomes[-1] if outcomes else None)
        return Done(
            run.failure is None,
            run.failure.message if run.failure is not None else "done",
            last.score if last is not None and last.motions else None,
            last.checks if last is not None else (),
            any(one.refusal is None for one in outcomes),
            last.action.parameters if last is not None else call.parameters,
            max(len(outcomes), 1),
            run.seconds,
            _remarks(run, outcomes),
        )


def _remarks(run: Run, outcomes: list[Outcome]) -> tuple[str, ...]:
    """Return remarks about the changes made between tries, and further remarks."""
    said = []
    for stage in run.stages:
        for done in stage.actions:
            for before, tried in zip(done.tries, done.tries[1:], strict=False):
                changes = ", ".join(f"{one.name} {one.value} ({one.why})" for one in tried.retuned)
                said.append(f"{failed_words(before.outcome)}; again with {changes or 'the same parameters'}")
        said += stage.remarks
    said += [remark for one in outcomes for remark in one.remarks]
    return tuple(dict.fromkeys(said))


def run_in_panda(
    program: Program,
    source: Source,
    setting: PandaSetting,
    world: World,
    options: Options | None = None,
    bounds: Bounds | None = None,
    *,
    tell: Tell = silent,
    progress: events.Progress | None = None,
    tuner: Tuner | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Ran, PandaExecutor]:
    """Execute a program without errors in a prepared world; also return the executor, which has data for the report.

    Raises `SolverError` if there is no solver.
    """
    import numpy as np

    from clairify_cli.planning.solvers.registry import get

    assert setting.task is not None
    options = options or Options()
    told = read_told(options.told, world.scene)
    executor = PandaExecutor(
        setting.known,
        setting.task,
        world,
        get("auto", optimal=True),
        source,
        np.random.default_rng([options.seed, 0]),
        options,
        progress or (lambda event: None),
        tuner or told.tuner(by_rule),
        stop,
        told,
    )
    return run_program(program, executor, bounds, tell, stop=stop), executor
