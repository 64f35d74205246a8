"""A bench in thought: what is to be done is planned with its geometry, taken to have gone well, and nothing moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.execution.world import Ready, World
from clairify_cli.worlds.base import Action, Outcome, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

if TYPE_CHECKING:
    import numpy as np

_KEPT = 50
"""So many plans are kept: an action is done soon after it was prepared."""


class PlannedWorld:
    """A world that is only asked, for `--dry-run`: an action leaves the belief that its plan leaves.

    Outcomes have the motions that are expected, and no checks, since nothing was done that could be checked.
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
        """Take an action to have been done as it was planned."""
        same = (ready for one, belief, ready in reversed(self._prepared) if one == action and belief is self._belief)
        ready: Ready | Refusal | None = next(same, None)
        if ready is None:
            ready = self._world.prepare(action, self._belief, rng=self._random)
        if isinstance(ready, Refusal):
            return Outcome(action, (), (), 0.0, refusal=ready)
        self._belief = ready.after
        return Outcome(action, (), tuple(ready.motions), sum(one.seconds for one in ready.motions))

    def observe(self) -> Belief:
        """What is taken to be the case by now."""
        return self._belief

    def retreat(self) -> None:
        """Nothing has moved that could be brought back."""
