"""What execution asks of a world: to prepare actions in thought, to do them, to look, and to withdraw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from clairify_cli.worlds.base import Action, Motion, Outcome, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

if TYPE_CHECKING:
    import numpy as np


class Ready(Protocol):
    """An action that geometry allows: the motions that are expected, and the belief that it leaves."""

    @property
    def motions(self) -> Sequence[Motion]: ...

    @property
    def after(self) -> Belief: ...

    @property
    def score(self) -> float: ...


class World(Protocol):
    """A bench with an arm, such as `worlds.panda.world.PandaWorld`."""

    @property
    def scene(self) -> Scene: ...

    def prepare(self, action: Action, belief: Belief, *, rng: np.random.Generator) -> Ready | Refusal:
        """Plan the motions of an action from a belief; nothing moves."""
        ...

    def act(self, action: Action) -> Outcome:
        """Do an action from what is observed, and check it."""
        ...

    def observe(self) -> Belief:
        """What is the case now."""
        ...

    def retreat(self) -> object:
        """Hold, and bring the arm back to where it rests."""
        ...
