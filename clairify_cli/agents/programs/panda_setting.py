"""The setting of a program on the simulated Panda: a bench, a task on it, and the vocabulary for both.

For a problem in the domain `tabletop` or `lab`, the bench is given or made for it. Without a problem, the bench is a
scene, and the problem is the scene's initial state, without a goal (`write_scene`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from clairify_cli.agents.execution.program import DOMAINS, assumptions, bench_for, task_in_scene
from clairify_cli.agents.execution.stages import Task
from clairify_cli.agents.execution.task_motion import Ready, World
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files import data_text
from clairify_cli.languages.program.syntax import Program, calls
from clairify_cli.languages.program.vocabulary import Vocabulary, vocabulary_of
from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Action, Outcome, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class PandaSetting:
    """A bench with a task and the vocabulary of programs about it. Without a task, `findings` have an error."""

    scene: Scene | None
    task: Task | None
    known: Vocabulary
    findings: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()
    """The texts of the domain and the problem."""


def domain_for(program: Program) -> Source:
    """Return the domain, `tabletop` or `lab`, that has most of the program's actions."""
    texts = [Source(data_text("domains", f"{name}.pddl"), f"{name}.pddl") for name in reversed(DOMAINS)]
    return max(texts, key=lambda one: _known_calls(program, one))


def _known_calls(program: Program, domain: Source) -> int:
    known, _ = vocabulary_of((domain,))
    return sum(known is not None and known.action(one.action.text) is not None for one in calls(program.body))


def setting_of_problem(domain: Source, problem: Source, scene: Scene | None) -> PandaSetting:
    """Return the setting for a problem without errors; without a scene, a bench is made for it."""
    known, _ = vocabulary_of((domain, problem))
    assert known is not None
    task, found = None, list[Diagnostic]()
    if scene is None:
        scene, found = bench_for(known.task, problem)
    if scene is not None:
        task, found = task_in_scene(known.task, domain, problem, scene, ())
    return PandaSetting(scene, task, known, tuple(found), (domain, problem))


def assumed(setting: PandaSetting, program: Program, source: Source) -> list[Diagnostic]:
    """Report what the calls of a program leave open (doses, temperatures, times), and the values assumed."""
    actions = (setting.known.action(one.action.text) for one in calls(program.body))
    return assumptions(source, [one.name.text for one in actions if one is not None])


_KEPT = 50
"""The number of plans kept, which is enough because an action is executed soon after it was prepared."""


class PlannedWorld:
    """A world for `--dry-run` that never acts: after an action, it has the belief that its plan predicts.

    Outcomes have the expected motions and no checks, since nothing was executed.
    """

    def __init__(self, world: World, seed: int) -> None:
        import numpy as np

        self._world = world
        self._random = np.random.default_rng([seed, 1])
        self._belief = world.observe()
        self._prepared: list[tuple[Action, Belief, Ready]] = []

    @property
    def scene(self) -> Scene:
        return self._world.scene

    def prepare(self, action: Action, belief: Belief, *, rng: np.random.Generator) -> Ready | Refusal:
        """Plan the motions of an action from a belief."""
        ready = self._world.prepare(action, belief, rng=rng)
        if not isinstance(ready, Refusal):
            self._prepared = [*self._prepared[-_KEPT:], (action, belief, ready)]
        return ready

    def act(self, action: Action) -> Outcome:
        """Assume that an action went as planned."""
        same = (ready for one, belief, ready in reversed(self._prepared) if one == action and belief is self._belief)
        ready: Ready | Refusal | None = next(same, None)
        if ready is None:
            ready = self._world.prepare(action, self._belief, rng=self._random)
        if isinstance(ready, Refusal):
            return Outcome(action, (), (), 0.0, refusal=ready)
        self._belief = ready.after
        return Outcome(action, (), tuple(ready.motions), sum(one.seconds for one in ready.motions))

    def observe(self) -> Belief:
        """Return the assumed present state."""
        return self._belief

    def let_stand(self, vessel: str, celsius: float) -> float:
        """Take no time, since nothing was heated."""
        return 0.0

    def let_pass(self, seconds: float, kept: Collection[str], done: str = "") -> None:
        """Do nothing, since nothing was heated."""

    def retreat(self) -> None:
        """Do nothing, since nothing has moved."""
