"""What `clairify execute` films of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.commands.execute_narrate import names_of, note_of, words

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.worlds.panda.film import Recorder, Recording
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene


class Filming:
    """Watches a run, and tells a recorder which action its frames show."""

    def __init__(self, scene: Scene, title: str) -> None:
        self._names = names_of(scene)
        self._title = title
        self._recorders: list[Recorder] = []

    def watch(self, world: PandaWorld) -> events.Progress:
        """Begin with the world as it is; what comes is to be told the events of the run."""
        from clairify_cli.worlds.panda.film import Recorder

        self._recorders.append(Recorder(world.simulation, self._title))
        return self._tell

    def recording(self, run: Run) -> Recording | None:
        """What was filmed of a run, if anything was watched; of several rounds, of that which was kept."""
        kept = next((number for number, one in enumerate(run.rounds) if one.kept), -1)
        return self._recorders[kept].recording() if self._recorders else None

    def _tell(self, event: events.Event) -> None:
        recorder = self._recorders[-1]
        match event:
            case events.ActionStarted(stage, action):
                recorder.begin(stage.number, stage.text, words(action, self._names))
            case events.ActionDone(_, outcome):
                recorder.end(note_of(outcome))
            case _:
                pass
