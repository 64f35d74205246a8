"""One run from its task to what was filmed; what `clairify execute` does for one input and for each of many."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clairify_cli.agents.execution import events

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.agents.execution.results import Options, Run
    from clairify_cli.agents.execution.run import Tuner
    from clairify_cli.agents.execution.world import Ready, World
    from clairify_cli.worlds.base import Action, Outcome, Refusal
    from clairify_cli.worlds.panda.belief import Belief
    from clairify_cli.worlds.panda.film import Recorder, Recording
    from clairify_cli.worlds.scene.model import Scene


class StoppedError(Exception):
    """A run was stopped while it was planned; nothing has moved."""


def carried_out(
    setting: Setting,
    options: Options,
    *,
    progress: events.Progress,
    stop: Callable[[], bool],
    film: str | None = None,
    tuner: Tuner | None = None,
    gui: bool = False,
) -> tuple[Run, Recording | None]:
    """The run, and what was filmed if `film` is a title.

    `stop` ends it safely after the action that goes on. Raises `StoppedError` where it says so while nothing moves
    yet, and what the world and the solver raise.
    """
    from clairify_cli.agents.execution.run import execute
    from clairify_cli.planning.solvers import get
    from clairify_cli.worlds.panda.film import Recorder
    from clairify_cli.worlds.panda.world import PandaWorld

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=setting.task.optimal)
    with PandaWorld(setting.scene, seed=options.seed, gui=gui) as world:
        recorder = Recorder(world.simulation, film) if film is not None else None
        filming = _Filming(recorder, names_of(setting.scene)) if recorder is not None else None
        attentive = _Attentive(world, stop)

        def tell(event: events.Event) -> None:
            if isinstance(event, events.StageStarted):
                attentive.is_planning = False
            if filming is not None:
                filming(event)
            progress(event)

        done = execute(setting.task, attentive, solver, options, progress=tell, tuner=tuner, stop=stop)
        return done, recorder.recording() if recorder is not None else None


def names_of(scene: Scene) -> dict[str, str]:
    """What people call things and places, by id."""
    return {one.id: one.name for one in (*scene.things, *scene.places)}


class _Filming:
    """Tells a recorder which action its frames show."""

    def __init__(self, recorder: Recorder, names: Mapping[str, str]) -> None:
        self._recorder = recorder
        self._names = names

    def __call__(self, event: events.Event) -> None:
        from clairify_cli.commands.execute_narrate import note_of, words

        match event:
            case events.ActionStarted(stage, action):
                self._recorder.begin(stage.number, stage.text, words(action, self._names))
            case events.ActionDone(_, outcome):
                self._recorder.end(note_of(outcome))
            case _:
                pass


class _Attentive:
    """A world in which planning heeds a stop; a run that moves heeds it by itself, between its actions."""

    def __init__(self, world: World, stop: Callable[[], bool]) -> None:
        self._world = world
        self._stop = stop
        self.is_planning = True

    @property
    def scene(self) -> Scene:
        return self._world.scene

    def prepare(self, action: Action, belief: Belief, *, rng: np.random.Generator) -> Ready | Refusal:
        if self.is_planning and self._stop():
            raise StoppedError
        return self._world.prepare(action, belief, rng=rng)

    def act(self, action: Action) -> Outcome:
        return self._world.act(action)

    def observe(self) -> Belief:
        return self._world.observe()

    def retreat(self) -> Any:
        return self._world.retreat()
